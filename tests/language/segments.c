/* named address spaces, which gcc knows as keywords and clang as macros: a thread's first word points to itself
 */
#include <stdio.h>

#if defined __x86_64__
#define SEGMENT __seg_fs
#define SELF (*(void *SEGMENT *)0)
#elif defined __i386__
#define SEGMENT __seg_gs
#define SELF (*(void *SEGMENT *)0)
#else
#define SEGMENT
#define SELF first
static void *first = &first;
#endif

static unsigned long number(void)
{
    return (unsigned long)SELF;
}

static int known(int n)
{
    if (n && (unsigned long)SELF) /*= 3 2:1 2:0 */
        return SELF == (void *)number();
    return 0;
}

static int words(void *const volatile SEGMENT *p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) { /*= 4 3:1 */
        void *const volatile SEGMENT *q = p;
        sum += *q ? printf("word %d\n", i) : 0; /*= 3 3:0 */
    }
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) /*= 4 3:1 */
        sum += known(i);
    printf("%d %d\n", sum, words(&SELF, 3));
    return 0;
}
