/*
 * pep: -fpep=calls
 * Blocks that run equally often share a counter; pointers are looked at where they are called. */
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));

typedef int operation(int, int);

int add(int a, int b);
operation *pick(int);

static int twice(int a)
{
    return add(a, a);
}

static int minus(int a, int b)
{
    return a - b;
}

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int fold(int *v, int n, operation *op)
{
    int sum = 0;
    qsort(v, (unsigned long)n, sizeof *v, compare);
    for (int i = 0; i < n; i++) {
        if (v[i] < 0)
            sum = twice(sum);
        sum = op(sum, v[i]);
        sum = (*op)(sum, pick(i)(i, (v[i] & 1 ? minus : add)(sum, n)));
    }
    return add(sum, (int)sizeof add(1, 2));
}

void serve(int (*next)(void))
{
    for (;;)
        next();
}
