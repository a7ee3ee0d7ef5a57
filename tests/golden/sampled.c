/* the ends of paths are sample points, and a loop hands over its turns
 * pep: -fpep-how=sampled -O2
 */
void log_odd(int);

int sum(const int *a, int n, int limit)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0 && a[i] < limit)
            s += a[i];
        else
            log_odd(a[i]);
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            s++;
    return s;
}

int until(const char *s, int c)
{
    int n = 0;
    do {
        if (*s == c)
            break;
        n++;
    } while (*s++);
    return n;
}

inline int absolute(int n)
{
    return n < 0 ? -n : n;
}
extern int absolute(int n);
