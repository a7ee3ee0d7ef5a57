/* known-to-clang.c - functions that a header defines inline, to be always inlined and nowhere else, under names that
 * clang has built in: libclang knows nothing of their calls, which are no calls through pointers. */
#if defined __x86_64__ && !defined __clang__
extern __inline unsigned __attribute__((__gnu_inline__, __always_inline__, __artificial__)) _mm_getcsr(void)
{
    return __builtin_ia32_stmxcsr();
}

extern __inline void __attribute__((__gnu_inline__, __always_inline__, __artificial__)) _mm_setcsr(unsigned value)
{
    __builtin_ia32_ldmxcsr(value);
}

extern __inline unsigned long long __attribute__((__gnu_inline__, __always_inline__, __artificial__)) __rdtsc(void)
{
    return __builtin_ia32_rdtsc();
}
#else
static unsigned _mm_getcsr(void)
{
    return 1;
}

static void _mm_setcsr(unsigned value)
{
    (void)value;
}

static unsigned long long __rdtsc(void)
{
    return 1;
}
#endif

int main(void)
{
    int i, stopped = 0;
    for (i = 0; i < 5; i++) {         /*= 6 5:1 */
        if (i % 2)                    /*= 5 2:3 */
            _mm_setcsr(_mm_getcsr()); /*= 2 */
        stopped += !(__rdtsc)();      /*= 5 */
        if (_mm_getcsr() == 0)        /*= 5 0:5 */
            return 1;
    }
    return stopped;
}
