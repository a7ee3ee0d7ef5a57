/* an innermost loop without calls counts in local variables, which every way out flushes */
int collapse(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            sum += a[i];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            if (a[k] == 7)
                return k;
            sum -= a[k] & 1 ? 2 : 3;
        }
    return sum;
}
