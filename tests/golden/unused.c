/* unused.c - static functions that nobody calls, which compilers drop, are left as they are; those that somebody may
 * call whom nobody sees are not, and no diagnostic pragma is OpenMP's. */
static inline int unused(int a) { return a ? 3 : 4; }
static inline __attribute__((__unused__)) int calls_unused(int a) { return a ? unused(a) : 4; }

static int one(int a);
static int other(int a) { return a ? one(a - 1) : 0; }
static int one(int a) { return a ? other(a - 1) : 0; }

static int ran;
static void begins(void) __attribute__((constructor));
static void begins(void)
{
    if (!ran)
        ran = 1;
}

static int in_table(int a) { return a ? 5 : 0; }
int (*table[])(int) = {in_table};

static int second(int a) { return a ? 6 : 0; }
static int first(int a) { return second(a + 1); }

int f(int a, unsigned b)
{
#pragma GCC diagnostic ignored "-Wsign-compare"
    return a < b ? first(a) : 4;
}
