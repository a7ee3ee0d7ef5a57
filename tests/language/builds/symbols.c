/* weak functions, aliases, functions that the loader chooses, constructors, sections of one's own
 */
#include <stdio.h>

static int started;

__attribute__((constructor)) static void start(void)
{
    started += started ? 10 : 1; /*= 1 0:1 */
}

__attribute__((constructor(200))) static void start_early(void)
{
    for (int i = 0; i < 3; i++) /*= 4 3:1 */
        started += i == 5; /*= 3 */
}

__attribute__((destructor)) static void stop(void)
{
    if (started) /*= 1 1:0 */
        puts("stopped");
}

__attribute__((weak)) int replaced(int n)
{
    return n ? 1 : 2; /*= 0 */
}

__attribute__((weak)) int kept(int n)
{
    return n ? 3 : 4; /*= 1 1:0 */
}

extern int absent(int) __attribute__((weak));

__attribute__((section(".text.own"), cold, noinline)) int real_name(int n)
{
    return n > 1 ? 5 : 6; /*= 2 1:1 */
}

extern int other_name(int n) __attribute__((alias("real_name")));

static int fast(int n) { return n ? 7 : 8; } /*= 1 0:1 */
static int slow(int n) { return n ? 9 : 10; }

/* before any constructor, before relocations are done: it must run like the plain one */
static int (*resolve(void))(int)
{
    return sizeof(long) > 2 ? fast : slow;
}

int chosen(int n) __attribute__((ifunc("resolve")));

__attribute__((visibility("hidden"))) int hidden(int n)
{
    return n && absent ? absent(n) : 11; /*= 1 */
}

int main(void)
{
    printf("%d %d %d\n", started, replaced(1), kept(1));
    printf("%d %d %d %d\n", real_name(1), other_name(2), chosen(0), hidden(1));
    return 0;
}
