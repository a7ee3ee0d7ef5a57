/* static variables, which are the same ones whichever version of a function runs: of all types and places, initialised
 * by each other, shadowing and shadowed, with addresses that are kept; and those that need a type of the function
 */
#include <stdio.h>
#include <string.h>

static int step(int n)
{
    static int calls;
    return n + ++calls % 3;
}

static int several(int n)
{
    static int count = 3, *at = &count, row[] = {1, 2, 3}, (*function)(int) = step;
    static struct {
        int last, count;
    } seen = {.count = 5}, *where = &seen;
    for (int i = 0; i < n; i++) { /*= 24 16:8 */
        *at += function(row[i % 3]++);
        where->last = count;
        seen.count++;
    }
    return count + seen.last + seen.count + (int)(sizeof row / sizeof *row) + (int)sizeof(count);
}

static int late(int n)
{
    int sum = 0;
    while (n-- > 0) { /*= 40 32:8 */
        static int turns = 10;
        static const int *kept;
        static const int places[] = {5, 6, 7};
        int turn = turns++;
        if (!kept) /*= 32 1:31 */
            kept = &places[1];
        sum += step(turn) + (kept == places + 1) + (kept == &places[1]);
    }
    return sum;
}

static int names(int n)
{
    static int x = 1;
    int sum = 0;
    for (int i = 0; i < n; i++) { /*= 40 32:8 */
        sum += x++;
        {
            struct {
                int x;
            } s = {.x = 7};
            static int y = 2, z;
            s.x += y++ + z--;
            sum += step(s.x);
        }
        switch (i) { /*= 32 8:24 */
        case 3: {
            static int x = 100;
            x += 5;
            sum += x;
        }
        }
    }
    return sum + x;
}

static char *buffer(int n)
{
    static char text[32] = "begin", *end;
    if (!end) /*= 8 1:7 */
        end = text + strlen(text);
    for (int i = 0; i < n % 3; i++) { /*= 15 7:8 */
        if (end < text + sizeof text - 1)
            *end++ = (char)('a' + step(i) % 20);
    }
    return text;
}

static int own_type(int n)
{
    struct pair {
        int a, b;
    };
    static struct pair kept = {1, 2};
    while (n-- > 0) /*= 40 32:8 */
        kept.a += kept.b++;
    return kept.a;
}

static int own_constant(int n)
{
    enum { FIRST = 40 };
    static int kept = FIRST;
    while (n-- > 0) /*= 40 32:8 */
        kept += step(n);
    return kept;
}

static int only_entry(int n)
{
    static unsigned long long entries = 1ull << 40;
    return n > 4 ? (int)(entries++ >> 8) : (int)entries--; /*= 8 3:5 */
}

static const void *identity(int n)
{
    static const int key = 4;
    return n < 100 ? &key : NULL;
}

int main(void)
{
    const void *first = identity(0);
    for (int i = 0; i < 8; i++) { /*= 9 8:1 */
        int n = i < 4 ? i / 2 : i - 1;
        printf("%d %d %d %s %d %d", several(i < 1 ? 0 : i < 5 ? 2 : 3 - (i == 7)), late(4), names(4), buffer(i), own_type(4),
               own_constant(4));
        printf(" %d %d\n", only_entry(i), identity(n) == first);
    }
    return 0;
}
