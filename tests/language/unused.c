/* static inline functions that nobody calls: what they refer to need not be there, at -O0 either; and one that only its
 * first declaration makes static
 */
#include <stdio.h>

int is_nowhere(int n);

static inline int falls(int n)
{
    int turns = 0;
    while (is_nowhere(n--) > 0)
        turns += is_nowhere(n);
    return turns;
}

static __inline__ int refers(n)
    int n;
{
    return n ? falls(n) : is_nowhere(n);
}

static int climbs(int n);
inline int climbs(int n)
{
    int turns = 0;
    while (turns < n && printf("%d\n", turns) > 0) /*= 4 3:1 3:0 */
        turns++; /*= 3 */
    return turns;
}

int main(void)
{
    return climbs(3) == 3 ? 0 : 1; /*= 1 1:0 */
}
