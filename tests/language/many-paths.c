/* more than 2^64 paths: cut points keep the numbers small, no function is left out and the counts still add up
 */
#include <stdio.h>

#define TEST if (n++ & 1) sum += n; else sum ^= n;
#define TEST4 TEST TEST TEST TEST
#define TEST16 TEST4 TEST4 TEST4 TEST4

static unsigned forty(unsigned n)
{
    unsigned sum = 0;
    TEST16 TEST16 TEST4 TEST4
    return sum; /*= 7 */
}

static unsigned eighty(unsigned n)
{
    unsigned sum = 0;
    TEST16
    TEST16
    if (n > 35) /*= 7 3:4 */
        sum++; /*= 3 */
    TEST16
    TEST16
    if (sum & 1 && n) /*= 7 - */
        sum += 3;
    TEST16
    return sum; /*= 7 */
}

static unsigned around(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 5; i++) { /*= 6 5:1 */
        TEST16 TEST16 TEST16 TEST16
        if (i == 2) /*= 5 1:4 */
            continue;
        TEST16 TEST16
        sum += i; /*= 4 */
    }
    return sum;
}

int main(void)
{
    unsigned r = 0;
    for (unsigned i = 0; i < 7; i++)
        r = 31 * r + forty(i) + eighty(i);
    printf("%u %u\n", r, around(3));
    return 0;
}
