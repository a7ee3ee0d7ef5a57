/* numbers of more than 32 bits: few cuts are wanted, so that a register of 64 bits and a hash table take the paths
 * pep: -fpep-path-limit=18446744073709551615
 */
#include <stdio.h>

#define TEST if (n++ & 1) sum += n; else sum ^= n;
#define TEST4 TEST TEST TEST TEST
#define TEST16 TEST4 TEST4 TEST4 TEST4

static unsigned forty(unsigned n)
{
    unsigned sum = 0;
    TEST16 TEST16 TEST4
    if (sum > 500) /*= 9 4:5 */
        return sum; /*= 4 */
    TEST4
    while (sum > 20) /*= 6 1:5 */
        sum -= 20; /*= 1 */
    return sum; /*= 5 */
}

static unsigned inside(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 4; i++) { /*= 5 4:1 */
        TEST16 TEST16 TEST4
        sum += n & 1 ? 3 : 5; /*= 4 0:4 */
    }
    return sum;
}

static unsigned eighty(unsigned n)
{
    unsigned sum = 0;
    TEST16 TEST16 TEST16 TEST16 TEST16
    return n > 100 && sum ? sum : 2 * sum; /*= 9 4:5 2:2 */
}

int main(void)
{
    for (unsigned i = 0; i < 9; i++) /*= 10 9:1 */
        printf("%u %u ", forty(7 * i), eighty(5 * i));
    printf("%u\n", inside(2));
    return 0;
}
