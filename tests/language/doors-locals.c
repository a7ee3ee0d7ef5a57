/* locals of every kind that a loop with calls hands over: const, volatile, register, restrict, arrays, structures,
 * unions, bit-fields, enumerations, booleans, complex numbers, vectors, wide integers, pointers to functions and to
 * arrays, typeof and __auto_type, atomic ones, types of the function's own
 */
#include <complex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 47 */
}

static int twice(int n)
{
    return 2 * n; /*= 3 */
}

struct item {
    unsigned low : 3, high : 5;
    signed s : 4;
    int number;
};
union word {
    int i;
    char c[4];
};
enum colour { RED, GREEN, BLUE };
typedef int four __attribute__((vector_size(16)));

static int simple(int n, const int step, register int limit)
{
    const int base = n * 2;
    volatile int seen = 0;
    register int r = base;
    register const char *letters = "abcdef";
    int *restrict at = &(int){0};
    for (int i = 0; i < n; i += step) { /*= 4 3:1 */
        const int mine = next(i);
        volatile int here = mine;
        r += here + letters[i % 6];
        seen++;
        *at += mine;
        if (r > limit && base) /*= 3 3:0 3:0 */
            r -= limit; /*= 3 */
    }
    return r * 10 + seen + *at;
}

static int numbers(int n)
{
    bool odd = n & 1;
    _Complex double z = n + 1.0 * I;
    float f = n;
    long double wide = n;
    __int128 huge = (__int128)n << 100;
    unsigned char byte = 250;
    enum colour colour = RED;
    do { /*= 0 */
        z *= z / cabs(z);
        f = f / 2 + (float)next(1);
        wide += f;
        huge += (__int128)next(0) << 99;
        byte += 3;
        odd = !odd;
        colour = colour == BLUE ? RED : colour + 1; /*= 4 1:3 */
        if (odd && f > 1) /*= 4 2:2 2:0 */
            n--; /*= 2 */
    } while (--n > 0); /*= 4 3:1 */
    return (int)(creal(z) * 10) + (int)(wide * 8) + (int)(huge >> 99) + byte + odd + colour;
}

static int aggregates(int n)
{
    struct item item = {1, 2, -3, 4}, items[2] = {{0}, {7, 1, 1, 1}};
    union word word = {.i = 0x01020304};
    int a[4] = {n}, m[2][2] = {{1, 2}, {3, 4}};
    char text[] = "text";
    four v = {1, 2, 3, 4};
    while (item.low && n--) { /*= 9 9:0 8:1 */
        item.low += (unsigned)next(0);
        item.high ^= item.low;
        item.s--;
        items[n & 1] = item;
        items[1].number += item.s < 0 ? 1 : 2; /*= 8 5:3 */
        word.c[1] = (char)(word.c[1] + next(1));
        a[n & 3] += word.i & 0xff;
        m[n & 1][1] += m[0][n & 1];
        text[n & 3]++;
        v = v + v;
    }
    return item.high + items[0].number * 3 + items[1].number + word.i % 1000 + a[0] + a[3] + m[1][1] + text[2] + v[3];
}

static int pointers(int n)
{
    int (*f)(int) = next, (*functions[2])(int) = {twice, next};
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = rows;
    int *const fixed = rows[1];
    for (int i = 0; i < n; i++, f = functions[i & 1]) { /*= 8 7:1 */
        (*row)[i % 3] += f(i);
        row = row == rows ? rows + 1 : rows; /*= 7 4:3 */
        ++*fixed;
    }
    return rows[0][0] + 10 * rows[1][0] + 100 * rows[0][2];
}

static int of_other_types(int n)
{
    __typeof__(n) r = 0;
    __typeof__(next) *f = next;
    __auto_type step = 1u;
    __typeof__(int[3]) a = {0};
    _Atomic int counted = 0;
    while (n > 0) { /*= 6 5:1 */
        __auto_type mine = f(n);
        __typeof__(mine) *at = &mine;
        a[n % 3] += *at;
        counted++;
        atomic_fetch_add(&counted, 2);
        n -= (int)step;
        step += counted > 5; /*= 5 */
    }
    return r + a[0] + a[1] + a[2] + counted;
}

static int of_its_own_types(int n)
{
    struct own {
        int a, b;
    } x = {n, 1};
    enum { NONE, SOME } how = NONE;
    typedef struct own again;
    again y = {0, 0};
    for (int i = 0; i < n; i++) { /*= 6 5:1 */
        struct {
            int c;
        } z = {next(i)};
        x.a += z.c;
        y.b ^= x.a;
        how = x.a & 1 ? SOME : NONE; /*= 5 4:1 */
    }
    return x.a + y.b + how;
}

static int several(int n)
{
    int a = 1, *p = &a, b[2] = {3, 4}, **pp = &p, c;
    for (c = 0; c < n; c++) { /*= 7 6:1 */
        int d = next(c), *q = &d;
        **pp += *q;
        if (*p % 3) /*= 6 5:1 */
            p = &b[c & 1]; /*= 5 */
    }
    return a + b[0] * 10 + b[1] * 100 + c;
}

int main(void)
{
    printf("%d", simple(6, 2, 100));
    printf(" %d", numbers(6));
    printf(" %d", aggregates(8));
    printf(" %d", pointers(7));
    printf(" %d", of_other_types(9));
    printf(" %d", of_its_own_types(5));
    printf(" %d\n", several(6));
    return 0;
}
