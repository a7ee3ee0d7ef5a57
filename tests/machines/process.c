/* process.c [MILLISECONDS] - threads and a forked child that count; or, in place of the child, which qemu does not bear
 * where something ticks, work for so long. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static __attribute__((noinline)) unsigned work(int n, unsigned sum)
{
    while (n-- > 0)                           /*= 2118 2114:4 */
        sum += n & 1 ? 3 * sum + 1 : sum / 2; /*= 2114 1057:1057 */
    return sum;
}

static void *run(void *unused)
{
    work(1000, 1);
    return unused;
}

static unsigned long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (unsigned long long)time.tv_sec * 1000 + (unsigned long long)time.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int i, status = 0;
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (argc > 1) {
        for (unsigned long long begin = now(); now() - begin < strtoull(argv[1], NULL, 10);)
            work(1000, 1);
    } else {
        if (!fork())
            exit(work(14, 1) == 0);
        wait(&status);
        work(100, 1);
    }
    printf("%d\n", status);
    return 0;
}
