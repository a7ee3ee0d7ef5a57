static inline int twice(int n)
{
    if (n > 1000)
        return 0;
    return n + n;
}
