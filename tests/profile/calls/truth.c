/* Counts its own calls, and prints "CALLER CALLEE FILE:LINE COUNT" a line: pep calls has to say the same.  CALL stands
 * around each call; what it calls is not instrumented, and its own edges are left out. */
#include "truth.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN = 256 };
static struct {
    const char *caller, *callee, *file;
    int line;
    unsigned long count;
} seen[SEEN];

/* Line 0: from outside. */
PLAIN int saw(const char *caller, const char *callee, const char *file, int line)
{
    int i = 0;
    while (seen[i].caller && (strcmp(seen[i].caller, caller) || strcmp(seen[i].callee, callee) || seen[i].line != line))
        if (++i == SEEN)
            abort();
    seen[i].caller = caller;
    seen[i].callee = callee;
    seen[i].file = file;
    seen[i].line = line;
    seen[i].count++;
    return 0;
}

static PLAIN void tell(void)
{
    for (int i = 0; i < SEEN && seen[i].caller; i++)
        if (seen[i].line)
            printf("%s %s %s:%d %lu\n", seen[i].caller, seen[i].callee, seen[i].file, seen[i].line, seen[i].count);
        else
            printf("%s %s - %lu\n", seen[i].caller, seen[i].callee, seen[i].count);
}

static int before;

__attribute__((constructor)) static void boot(void)
{
    FROM_OUTSIDE("boot");
    before++;
}

/* Another unit has one of that name. */
static int helper(int n)
{
    return n & 1 ? n : -n;
}

static int twice(int n)
{
    return 2 * n;
}

static int thrice(int n)
{
    return n > 90 ? 0 : CALL("thrice", "twice", twice(n)) + n;
}

PLAIN int bystander(int n)
{
    return n + before;
}

static int fibonacci(int n)
{
    if (n < 2)
        return n;
    return CALL("fibonacci", "fibonacci", fibonacci(n - 1)) + CALL("fibonacci", "fibonacci", fibonacci(n - 2));
}

static int compare(const void *left, const void *right)
{
    FROM_OUTSIDE("compare");
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static volatile sig_atomic_t signals;

static void handle(int number)
{
    FROM_OUTSIDE("handle");
    if (number == SIGUSR1)
        signals++;
}

static void *begin(void *n)
{
    FROM_OUTSIDE("begin");
    for (int i = 0; i < *(int *)n; i++)
        CALL("begin", "truth.c:helper", helper(i));
    return n;
}

/* Targets of one call: of this unit, instrumented or not, and of the library; of another: of the other unit. */
static int through(int rounds)
{
    static const struct {
        int (*call)(int);
        const char *name;
    } ways[] = {
        {twice, "twice"}, {thrice, "thrice"}, {helper, "truth.c:helper"}, {bystander, "bystander"}, {abs, "abs"}};
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        int way = i % 2 ? 0 : i / 2 % 5;
        sum += CALL("through", ways[way].name, ways[way].call(i));
        if (i % 3 == 0) {
            int (*picked)(int) = CALL("through", "pick", pick(i));
            sum += CALL("through", i % 2 ? "other" : "other.c:helper", (*picked)(i));
        }
    }
    return sum;
}

static int conditions(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (CALL("conditions", "twice", twice(i)) > 8 && CALL("conditions", "thrice", thrice(i)) % 2)
            sum += CALL("conditions", "bystander", bystander(i));
        else if (i < 0)
            CALL("conditions", "abort", abort());
        switch (CALL("conditions", "truth.c:helper", helper(i))) {
        case 3:
        case 5: sum -= CALL("conditions", "abs", abs(sum)); break;
        default: break;
        }
    }
    return sum;
}

int main(void)
{
    static int numbers[] = {5, 3, 9, 1, 7, 2, 8};
    pthread_t thread;
    int rounds = 40, sum = 0;
    FROM_OUTSIDE("main");
    sum += CALL("main", "through", through(60));
    sum += CALL("main", "conditions", conditions(50));
    sum += CALL("main", "fibonacci", fibonacci(10));
    sum += CALL("main", "other", other(3));
    CALL("main", "qsort", qsort(numbers, 7, sizeof *numbers, compare));
    CALL("main", "signal", signal(SIGUSR1, handle));
    for (int i = 0; i < 4; i++)
        CALL("main", "raise", raise(SIGUSR1));
    CALL("main", "pthread_create", pthread_create(&thread, NULL, begin, &rounds));
    CALL("main", "pthread_join", pthread_join(thread, NULL));
    tell();
    return sum == 0 && signals == 0;
}
