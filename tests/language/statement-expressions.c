/* statement expressions: loops in arguments, jumps out of them, values of every kind
 */
#include <stdio.h>

struct pair { int a, b; };

static int add3(int a, int b, int c)
{
    return a + 10 * b + 100 * c;
}

static int loop_in_argument(int n)
{
    return add3(n, ({ int s = 0; for (int i = 0; i < n; i++) s += i; s; }), 2); /*= - */
}

static int conditional_values(int n)
{
    int a = ({ int r; if (n > 2) r = 1; else r = 2; r; }); /*= 2 1:1 */
    int b = n ? ({ int r = n; r && a; }) : ({ 5; }); /*= 2 1:1 1:0 */
    return 10 * a + b;
}

static int leaves_loop(int n)
{
    int seen = 0;
    for (int i = 0; i < 10; i++) { /*= 4 4:0 */
        seen += ({ if (i == n) break; i; }); /*= 4 1:3 */
        seen += ({ if (i & 1) continue; 100; }); /*= 3 1:2 */
    }
    return seen;
}

static int returns_early(int n)
{
    int r = 1 + ({ if (n > 5) return -1; n; }); /*= 2 1:1 */
    while (({ int go = r < 8; go; })) /*= - 5:1 */
        r++; /*= 5 */
    return r;
}

static int jumps_out(int n)
{
    int r = add3(1, ({ if (n) goto out; 2; }), 3); /*= 2 1:1 */
    return r; /*= 1 */
out:
    return 7; /*= 1 */
}

static int structures(int n)
{
    struct pair p = ({ struct pair q = {n, 2}; if (n) q.b = 3; q; }); /*= 2 1:1 */
    return p.a + p.b + ({ struct pair q = p; q; }).b;
}

static int nested(int n)
{
    return ({ int a = ({ int b = 0; while (b < n) b += ({ int c = 1; c ? 2 : 1; }); b; }); a && n ? a : 5; }); /*= - */
}

static void nothing(int *p)
{
    ({ if (*p) ++*p; }); /*= 2 1:1 */
    (void)({ *p += 10; (void)0; });
}

int main(void)
{
    int a = 0, b = 1;
    printf("%d %d %d\n", loop_in_argument(4), conditional_values(0), conditional_values(5));
    printf("%d %d %d\n", leaves_loop(3), returns_early(2), returns_early(6));
    printf("%d %d %d %d\n", jumps_out(0), jumps_out(1), structures(0), structures(1));
    printf("%d %d\n", nested(0), nested(3));
    nothing(&a);
    nothing(&b);
    printf("%d %d\n", a, b);
    return 0;
}
