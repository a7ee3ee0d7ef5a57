/* duplicated: what is always inlined has a second version where all that it calls exists, and assembly without operands
 * is said twice; constants are handed over by their values, so that the compiler may keep them where they are
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
void nobody(void);
static int later(int n);

__attribute__((always_inline)) static inline int add(const int *a, int n, const int scale)
{
    const int last = scale * n, first = -last;
    int sum = 0;
    __asm__ __volatile__("" ::: "memory");
    while (n--)
        if (a[n] != last && a[n] != first && later(n))
            sum += scale;
    return sum;
}

__attribute__((always_inline)) static inline int sized(int n, int size)
{
    if (size != 4)
        nobody();
    return n / size;
}

int both(const int *a, int n)
{
    return add(a, sized(n, 4), 3);
}

static int later(int n)
{
    return n & 1;
}
