/* each block tells itself where it begins: behind a label's colon, else on each edge that leads to it; but for those
 * that begin in the middle of an expression, and for a loop whose first part calls
 * pep: -fpep=subpaths
 */
int called(int);

int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3)
            continue;
        if (i % 5)
            s++;
        else
            s += i && called(i);
    }
    do
        s--;
    while (s > n);
    for (int k = called(s); k; k--)
        while (1)
            if (s++ > k)
                break;
    return s;
}

int pick(int n)
{
    switch (n) {
    case 1:
        n++;
    case 2:
    case 3:
        n += 2;
        break;
    default:
        if (n)
            goto out;
    }
    switch (n) {
    case 7: n = called(n);
    }
    n--;
out:
    return n;
}

extern int twice(int n);
inline int twice(int n)
{
    return n ? 2 * n : 0;
}
