/* uses the functions of inline.h; by a pointer that nobody sees through, as the copy here is not counted */
#include "inline.h"

int other(int n)
{
    int (*volatile p)(int) = n ? classify : twice; /*= 2 1:1 */
    return p(n) + twice(n) + twice(n); /*= 2 */
}
