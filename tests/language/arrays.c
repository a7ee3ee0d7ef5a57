/* variable length arrays whose sizes branch, and memory of alloca: the frame is not ours to disturb
 */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int sum(int n, int a[n])
{
    int r = 0;
    for (int i = 0; i < n; i++) /*= 21 18:3 */
        r += a[i];
    return r;
}

static int sizes(int n, int wide)
{
    int a[wide ? 2 * n : n];
    int count = (int)(sizeof a / sizeof *a);
    for (int i = 0; i < count; i++) /*= 14 12:2 */
        a[i] = i;
    return sum(count, a);
}

static int loop(int n)
{
    int r = 0;
    while (n > 0) { /*= 5 4:1 */
        char text[n + 1];
        memset(text, 'a', sizeof text - 1);
        text[n] = 0;
        if (n-- == 2) /*= 4 1:3 */
            continue;
        r += (int)strlen(text); /*= 3 */
    }
    return r;
}

static int backwards(int n)
{
    int tries = 0;
again:;
    int a[n];
    a[n - 1] = tries++;
    if (tries < 3) /*= 3 2:1 */
        goto again;
    return a[n - 1];
}

static int rows(int n, int m, int a[n][m])
{
    int (*row)[m] = a, r = 0;
    for (int i = 0; i < n && row; i++, row++) /*= 4 3:1 3:0 */
        r += (*row)[m - 1];
    return r;
}

static int stack(int n)
{
    int *a = n > 100 ? NULL : alloca((size_t)n * sizeof *a); /*= 2 1:1 */
    if (!a) /*= 2 1:1 */
        return -1;
    for (int i = 0; i < n; i++) /*= 7 6:1 */
        a[i] = i * i;
    return sum(n, a);
}

int main(void)
{
    int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    printf("%d %d %d\n", sizes(4, 0), sizes(4, 1), loop(4));
    printf("%d %d %d %d\n", backwards(3), rows(3, 4, grid), stack(6), stack(101));
    return 0;
}
