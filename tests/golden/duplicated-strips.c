/* an innermost loop that counts is checked where its counter passes a multiple; one that may be left otherwise asks for
 * that in each turn, and what does much in a turn is checked each time
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

enum { MANY = 5000, FEW = 500 };

/* of the second nothing is a strip */
int named(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < MANY - 1; i++)
        sum += a[i] > 0 ? 2 : 1;
    for (int i = 0; i < FEW; i++)
        sum += a[i] > 0 ? 2 : 1;
    for (int i = n / 2 + 1; i > FEW; i--)
        sum += a[i] > 0 ? 2 : 1;
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

int backwards(int *a, int n)
{
    int i, sum = 0;
    for (i = n; i >= 3; i -= 4)
        sum += a[i] > a[i - 1] ? 3 : 1;
    for (; i > 0; i--)
        sum += a[i] > 0 ? 3 : 1;
    for (i = 20; i > 0; i--) /* never a strip */
        sum += a[i] < 0 ? 3 : 1;
    return sum;
}

int much(const int *a, int n)
{
    int sum = 0;
    do
        sum += *a == 1 ? 5 : *a == 2 ? 7 : *a > 3 ? 9 : 1;
    while (++a, --n != 1);
    return sum;
}

/* waits for something */
int search(const int *a, int n)
{
    int i = 0;
    while (n > i && a[i] && a[i] != 3 && a[i] != 5)
        i++;
    for (;;) {
        if (a[i] == 1)
            n--;
        else if (a[i] == 2)
            n -= 2;
        if (i++ > n)
            return n;
    }
}

int moved(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] ? a[i] : n--;
    return sum;
}

static int ways(int n)
{
    return n > 3 ? n : 1;
}

/* what is called goes several ways in each turn: no vector code */
int inlined(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += ways(a[i]);
    return sum;
}

static int way(int n)
{
    return n + 3;
}

int even_inlined(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += way(a[i]);
    return sum;
}

enum { AGES = 1000000 };

/* vector code, as compilers know how often it turns; in strips they would not */
void select_few(int *a, const int *b)
{
    for (int i = 0; i < MANY; i++)
        a[i] = b[i] < 0 ? -b[i] : b[i];
}

void select_ages(int *a, const int *b)
{
    for (int i = 0; i < AGES; i++)
        a[i] = b[i] < 0 ? -b[i] : b[i];
}

static int sum_of(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

/* compilers know that n is a multiple of 8, and more of it where it comes back from a duplicate */
int triangle(const int *a, int m)
{
    int sum = 0;
    for (int n = MANY; n > 16; n -= 24)
        for (int k = 3; k < m; k += 12)
            if (sum_of(a + k, n) > m)
                sum++;
    return sum;
}
