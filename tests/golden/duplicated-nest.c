/* a duplicate that was entered in an inner loop may be left at the end of a turn of one around, whose locals it knows
 * then; but not of one that is jumped into
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
int next(int n);

int nest(int n, int m)
{
    int sum = 0, width;
    for (int i = 0; i < n; i += width) {
        width = next(i);
        while (m < width)
            for (int k = 0; k < m; k++)
                sum += next(k), m++;
        sum += width;
    }
    return sum;
}

int over_do(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        do
            for (int k = 0; k < i; k++)
                sum += next(k);
        while (next(sum) < 0);
    return sum;
}

int jumped_into(int n)
{
    for (int i = 0; i < n; i++) {
    again:
        while (next(i) < n)
            n--;
        if (n == 7)
            goto again;
    }
    return n;
}

/* each turn of the loop around has a variable of its own */
int of_a_turn(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int x = i, *at = &x;
        while (next(*at) < n)
            sum += x++;
    }
    return sum;
}
