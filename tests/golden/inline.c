/* an inline function that other units see names its counters so that none is static */
inline int shared(int n)
{
    return n ? 1 : 2;
}

extern int shared(int n);

static inline int own(int n)
{
    return n ? 3 : 4;
}

int inline_user(int n)
{
    return shared(n) + own(n);
}
