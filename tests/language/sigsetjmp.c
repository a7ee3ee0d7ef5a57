/* siglongjmp from a signal's handler into the middle of a loop
 * counts: edges
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;
static volatile sig_atomic_t handled;

static void on_signal(int number)
{
    if (number == SIGUSR1) /*= 5 3:2 */
        siglongjmp(back, 7); /*= 3 */
    handled++; /*= 2 */
}

static int work(int n)
{
    volatile int left = 0, i;
    for (i = 0; i < n; i++) { /*= - 5:1 */
        if (sigsetjmp(back, 1)) { /*= 8 3:5 */
            left++; /*= 3 */
            continue;
        }
        raise(i & 1 ? SIGUSR2 : SIGUSR1); /*= 5 2:3 */
    }
    return left;
}

int main(void)
{
    signal(SIGUSR1, on_signal);
    signal(SIGUSR2, on_signal);
    printf("%d", work(5));
    printf(" %d\n", (int)handled);
    return 0;
}
