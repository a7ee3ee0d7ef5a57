/* do { } while (1) with nothing in it that branches: the way back has no room for code, and longjmp leaves it
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
static int left;

static void step(void)
{
    if (--left == 0) /*= 10 2:8 */
        longjmp(out, 1);
}

static void once(void)
{
    do {
        step(); /*= - */
    } while (1);
}

static void nested(void)
{
    do
        do
            step(); /*= - */
        while (1);
    while (1);
}

static int returns(int n)
{
    do {
        do
            n++; /*= 3 */
        while (0);
        return n;
    } while (1);
}

static int jumps(int n)
{
    do {
        n++; /*= 1 */
        goto behind;
    } while (1);
behind:
    return n;
}

static int continues(int n)
{
    do {
        if (n++ < 4) /*= 5 4:1 */
            continue;
        return n;
    } while (1);
}

int main(void)
{
    int r = 0;
    left = 5;
    if (!setjmp(out)) /*= - */
        once();
    left = 5;
    if (!setjmp(out)) /*= - */
        nested();
    for (int i = 0; i < 3; i++) /*= 4 3:1 */
        r += returns(i);
    printf("%d %d %d\n", r, jumps(1), continues(0));
    return 0;
}
