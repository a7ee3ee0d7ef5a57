/* what is entered in the middle with variables that are changed by way of _Generic, __builtin_choose_expr and parts of
 * complex numbers, and with a literal that a jump back leaves behind
 * flags: -w
 */
#include <stdio.h>

static int calls;

__attribute__((noinline)) static int next(int n)
{
    for (int k = 0; k < n % 3; k++) /*= 70 31:39 */
        calls++;
    return n + calls % 3;
}

#define CHANGED(name, type, change)                                                                                    \
    static int name(int n)                                                                                             \
    {                                                                                                                  \
        type x = 0;                                                                                                    \
        for (int i = 0; i < n; i++)                                                                                    \
            change;                                                                                                    \
        return (int)(__real__ x + __imag__ x);                                                                         \
    }
CHANGED(generic, int, _Generic(0, int: x) += next(i))
CHANGED(chosen, int, __builtin_choose_expr(1, x, 0) += next(i))
CHANGED(real, _Complex int, (++__real__ x, next(i)))
CHANGED(imaginary, _Complex int, (--(__imag__(x)), next(i)))

static int pointed(int n)
{
    int x = 0, *p = &_Generic(0, int: x);
    for (int i = 0; i < n; i++) /*= 6 5:1 */
        *p += next(i);
    return x;
}

static int literals(int n)
{
    int r = 0, turns = 0, *p;
again:
    p = (int[]){n, 2, 3, turns};
    for (int i = 0; i < n; i++) { /*= 18 15:3 */
        next(i);
        r += p[i & 3]; /*= 15 */
    }
    if (++turns < 3) /*= 3 2:1 */
        goto again;
    return r + p[3];
}

int main(void)
{
    printf("%d %d ", generic(5), chosen(5));
    printf("%d %d %d ", real(5), imaginary(4), pointed(5));
    printf("%d\n", literals(5));
    return 0;
}
