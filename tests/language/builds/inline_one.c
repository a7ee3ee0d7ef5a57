/* uses the functions of inline.h, and keeps the copy for everybody */
#include "inline.h"
#include <stdio.h>

extern inline int classify(int n);
int other(int n);

int main(void)
{
    printf("%d %d %d %d\n", classify(1), classify(7), classify(11), twice(3)); /*= 1 */
    printf("%d %d\n", other(12), other(0)); /*= 1 */
    return classify(3) + twice(0);
}
