/* an innermost loop that counts is checked where its counter passes a multiple; one that may be left otherwise is not
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
int counts(const int *a, unsigned n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] > 0 ? a[i] : 0;
    return sum;
}

int counts_down(int *a, unsigned n)
{
    int sum = 0;
    do
        sum += *a++ > 0 ? 2 : 1;
    while (--n);
    return sum;
}

/* vector code, if the compiler knows of n that it fills vectors */
int even(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[2 * i];
    return sum;
}

/* none */
int uneven(const int *a, int *b, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        b[a[i]]++;
    for (int i = 0; i < n; i++) {
        int k = a[i] & 7;
        sum += b[k];
    }
    return sum;
}

int left(const int *a, int n)
{
    int i;
    for (i = 0; i <= n; ++i)
        if (!a[i])
            break;
    return i;
}

int moved(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] ? a[i] : n--;
    return sum;
}
