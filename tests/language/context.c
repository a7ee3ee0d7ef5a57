/* makecontext and swapcontext: two stacks take turns in functions with loops
 */
#include <stdio.h>
#include <ucontext.h>

static ucontext_t home, other;
static char stack[64 * 1024];
static int made;

static void producer(void)
{
    for (int i = 0; i < 4; i++) { /*= 5 4:1 */
        made = i & 1 ? 10 * i : i; /*= 4 2:2 */
        swapcontext(&other, &home); /*= 4 */
    }
    made = -1; /*= 1 */
}

static int consumer(void)
{
    int sum = 0;
    do {
        swapcontext(&home, &other); /*= 5 */
        if (made > 2) /*= 5 2:3 */
            sum += made;
    } while (made >= 0); /*= 5 4:1 */
    return sum;
}

int main(void)
{
    getcontext(&other);
    other.uc_stack.ss_sp = stack;
    other.uc_stack.ss_size = sizeof stack;
    other.uc_link = &home;
    makecontext(&other, producer, 0);
    printf("%d\n", consumer());
    return 0;
}
