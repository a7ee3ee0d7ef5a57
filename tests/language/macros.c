/* branches that macros write: many on one line, statements in pieces, names made of parts
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CLAMP(x, low, high) MIN((x) < (low) ? (low) : (x), high)
#define UNLESS(c) if (!(c))
#define FOR_EACH(p, list) for (const int *p = (list); *p; p++)
#define SWAP(a, b) do { int t_ = (a); (a) = (b); (b) = t_; } while (0)
#define CASE(n, value) case n: return value;
#define BEGIN {
#define END }
#define DEFINE(name, op) static int name##_all(const int *l) { int r = *l; FOR_EACH(p, l + 1) if (*p op r) r = *p; return r; }

DEFINE(least, <) DEFINE(most, >) /*= - */

static int pieces(int n)
BEGIN
    UNLESS (n > 2) BEGIN /*= 3 2:1 */
        return 5; /*= 2 */
    END
    else n++;
    return n; /*= 1 */
END

static int values(int n)
{
    switch (n) { CASE(1, 10) CASE(2, 20) default: return MIN(n, 3); } /*= 3 - */
}

static int checked(int n)
{
    assert(n >= 0 && "no negative");
    return isdigit(n) ? n - '0' : toupper(n) == 'X'; /*= 2 1:1 */
}

int main(void)
{
    static const int list[] = {4, 7, 2, 9, 0};
    int a = 1, b = 2;
    if (a < b) /*= 1 1:0 */
        SWAP(a, b);
    else
        SWAP(b, a);
    printf("%d %d %d %d\n", a, b, least_all(list), most_all(list));
    printf("%d %d %d\n", pieces(1), pieces(2), pieces(3));
    printf("%d %d %d %d\n", values(1), values(2), values(7), CLAMP(b, 5, 9));
    printf("%d %d\n", checked('7'), checked('x'));
    return 0;
}
