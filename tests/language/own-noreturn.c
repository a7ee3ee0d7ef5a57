/* functions of the program's own that have the name of one that does not return
 */
#include <stdio.h>

static int calls;

int quick_exit(int n)
{
    return n > 3 ? ++calls : n; /*= 9 5:4 */
}

void pthread_exit(int *n)
{
    if (*n > 5) /*= 6 2:4 */
        *n = 0; /*= 2 */
}

static int run(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) { /*= 10 9:1 */
        s += quick_exit(i); /*= 9 */
        if (s & 1) /*= 9 6:3 */
            pthread_exit(&s); /*= 6 */
    }
    return s; /*= 1 */
}

int main(void)
{
    printf("%d", run(9));
    printf(" %d\n", calls);
    return 0;
}
