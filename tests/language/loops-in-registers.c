/* innermost loops whose counts stay in registers: every way in, round and out is counted as without them
 */
#include <stdio.h>

/* two ways round that leave by the same edge: the last turn may have been either */
static int foot(const int *a, int n, int most)
{
    int sum = 0;
    do {
        sum += a[n] > most ? most : a[n]; /*= 12 8:4 */
    } while (--n > 0); /*= 12 9:3 */
    return sum;
}

/* three ways round, three ways out, one of them from the middle */
static int middle(const int *a, int n)
{
    int odd = 0;
    for (int i = 0; i < n; i++) { /*= - 15:2 */
        if (a[i] == 13) /*= 15 1:14 */
            return -1; /*= 1 */
        if (a[i] & 1) /*= 14 7:7 */
            odd++; /*= 7 */
        else if (a[i] == 12 && i > 5) /*= 7 2:5 1:1 */
            break; /*= 1 */
    }
    return odd; /*= 3 */
}

/* one way round beside two conditions for it */
static int scan(const char *s, int c)
{
    int n = 0;
    for (int i = 0; s[i] && s[i] != c; i++) /*= - 12:1 10:2 */
        n++; /*= 10 */
    return n;
}

/* a loop that is come to again and again */
static int nest(int rows)
{
    int sum = 0;
    for (int i = 0; i < rows; i++) { /*= - 5:1 */
        int k = i;
        do { /*= - */
            if (k & 2) /*= 15 5:10 */
                sum += k; /*= 5 */
            else
                sum--; /*= 10 */
        } while (k-- > 0); /*= 15 10:5 */
    }
    return sum;
}

/* loops in loops without a branch of their own, one of them never turned */
static long rows(int n)
{
    long t = 0;
    for (int i = 0; i < n; i++) { /*= - 7:3 */
        for (int k = 0; k < i; k++) /*= - 11:7 */
            for (int m = k; m < i; m++) /*= - 21:11 */
                t += m * k; /*= 21 */
        t ^= 5; /*= 7 */
        for (int k = 3; k < n; k++) /*= - 10:7 */
            t -= k; /*= 10 */
    }
    return t; /*= 3 */
}

int main(void)
{
    printf("%ld %ld %ld\n", rows(5), rows(0), rows(2));
    int a[] = {4, 9, 2, 7, 5, 12, 8, 12, 13, 1};
    printf("%d %d %d\n", foot(a, 7, 6), foot(a, 1, 6), foot(a, 4, 6));
    printf("%d %d %d\n", middle(a, 10), middle(a + 8, 2), middle(a, 5) + middle(a + 4, 1));
    printf("%d %d %d\n", scan("abcdef", 'd'), scan("abcdefg", 'x'), scan("x", 'x'));
    printf("%d\n", nest(5));
    return 0;
}
