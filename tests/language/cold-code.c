/* cold code: what stands in the section of code that is seldom run goes on behind each sample point
 */
#include <stdio.h>

static int sum;

__attribute__((cold, noinline)) static int seldom(int n)
{
    int i;
    if (n & 1) /*= 6 3:3 */
        sum++; /*= 3 */
    for (i = 0; i < n; i++) { /*= 21 15:6 */
        printf("%d\n", sum); /*= 15 */
        sum += i; /*= 15 */
    }
    return sum;
}

int main(void)
{
    int i;
    for (i = 0; i < 6; i++) /*= 7 6:1 */
        seldom(i); /*= 6 */
    return sum & 1;
}
