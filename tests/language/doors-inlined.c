/* functions that are always inlined, with loops, constants as arguments and constants of their own: one that only calls
 * what the unit has, before and behind it, one that calls another so, and one that calls the C library
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS __attribute__((always_inline)) static inline

enum way { UP, DOWN };

static int later(int n);

ALWAYS int step(int n, const enum way way)
{
    const int by = way == UP ? 1 : -1; /*= 162 120:42 */
    return n + by * later(n);
}

ALWAYS int walk(int n, const enum way way, int turns)
{
    const int first = n, limit = way == UP ? 100 : -100; /*= 18 12:6 */
    int sum = 0;
    for (int i = 0; i < turns && n != limit; i++) { /*= 180 162:18 162:0 */
        const int *const from = &first;
        n = step(n, way);
        if (n - *from > 5) /*= 162 69:93 */
            sum += sum > 9 ? 2 : 3; /*= 69 21:48 */
    }
    return n + sum;
}

ALWAYS size_t copy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++) /*= 72 72:0 60:12 */
        memset(to + i, from[i], 1);
    to[i] = 0;
    return strlen(to);
}

static int later(int n)
{
    return n % 7 == 3 ? 2 : 1; /*= 162 */
}

int main(void)
{
    char text[32];
    size_t length = 0;
    int sum = 0;
    for (int i = 0; i < 12; i++) /*= 13 12:1 */
        sum += walk(i, UP, 10);
    for (int i = 0; i < 6; i++) /*= 7 6:1 */
        sum += walk(-i, DOWN, 7);
    for (int i = 0; i < 12; i++) /*= 13 12:1 */
        length += copy(text, "times", 20);
    printf("%d %zu %s\n", sum, length, text);
    return 0;
}
