/* a constant of an inline function that lies in a table of the linker's is there once, whatever versions the function has
 */
#include <stdio.h>

struct entry {
    const char *name;
};
extern const struct entry __start_entries[], __stop_entries[];

__attribute__((noinline)) static int next(int n)
{
    int sum = 0;
    while (n-- > 0) /*= 25 19:6 */
        sum += n & 1;
    return sum;
}

static inline const char *key(int n)
{
    static const struct entry entry __attribute__((section("entries"), used)) = {"key"};
    int sum = 0;
    for (int i = 0; i < n; i++) /*= 8 6:2 */
        sum += next(i + 2);
    return sum > n ? entry.name : "none"; /*= 2 1:1 */
}

int main(void)
{
    printf("%s %s %d\n", key(4), key(2), (int)(__stop_entries - __start_entries));
    return 0;
}
