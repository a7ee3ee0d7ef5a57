/* functions that are always inlined, with loops, constants as arguments and constants of their own: one that only calls
 * what the unit has, before and behind it, one that calls another so, one that calls the C library, and one that calls
 * intrinsics; and one that uses instructions that others have not
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS __attribute__((always_inline)) static inline
#ifdef __SSE2__
#include <emmintrin.h>
#define MORE __attribute__((__noinline__, __target__("popcnt")))
#else
#define MORE
#endif

enum way { UP, DOWN };

static int later(int n);

ALWAYS int step(int n, const enum way way)
{
    const int by = way == UP ? 1 : -1; /*= 162 120:42 */
    __asm__ volatile inline("" : "+r"(n));
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

ALWAYS int sixteen(const char *text, char c)
{
#ifdef __SSE2__
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)text), _mm_set1_epi8(c)));
#else
    int mask = 0;
    for (int i = 0; i < 16; i++)
        mask |= (text[i] == c) << i;
    return mask;
#endif
}

ALWAYS int find(const char *text, char c, int n)
{
    for (int i = 0; i < n; i += 16) { /*= 30 24:6 */
        const int mask = sixteen(text + i, c);
        if (mask) /*= 24 6:18 */
            return i + __builtin_ctz((unsigned)mask); /*= 6 */
    }
    return -1; /*= 6 */
}

MORE static int bits(const unsigned *a, int n)
{
    int sum = 0;
    while (n--) { /*= 70 60:10 */
        __asm__ __volatile__("" ::: "memory");
        sum += a[n] % 3 ? __builtin_popcount(a[n]) : 1; /*= 60 40:20 */
    }
    return sum; /*= 10 */
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
    for (int i = 0; i < 6; i++) /*= 7 6:1 */
        sum += find("sixteen letters and one, and six", ',', 32) + find("sixteen letters and one, and six", '.', 32);
    for (int i = 0; i < 10; i++) /*= 11 10:1 */
        sum += bits((const unsigned[]){6, 5, 4, 3, 2, 1}, 6);
    printf("%d %zu %s\n", sum, length, text);
    return 0;
}
