/* Calls of every kind, told apart by their callers: "a;b;leaf COUNT" a line.  Each call of a function stands behind the
 * count of it; those that others make are counted in the function itself. */
#include "truth.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEP = 40, CONTEXTS = 200 };

static __thread const char *stack[DEEP];
static __thread int depth;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char text[400];
    int count;
} contexts[CONTEXTS];

const char *enter(const char *name)
{
    stack[depth++] = name;
    return name;
}

void leave(const char **name)
{
    (void)name;
    depth--;
}

int saw(const char *name)
{
    char text[400] = "";
    int i;
    for (i = 0; i < depth; i++)
        strcat(strcat(text, stack[i]), ";");
    strcat(text, name);
    pthread_mutex_lock(&lock);
    for (i = 0; contexts[i].count && strcmp(contexts[i].text, text) != 0;)
        i++;
    strcpy(contexts[i].text, text);
    contexts[i].count++;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void tell(void)
{
    for (int i = 0; contexts[i].count; i++)
        printf("%s %d\n", contexts[i].text, contexts[i].count);
}

static int leaf(int n)
{
    return n & 1 ? n : 2 * n;
}

static int often(int n)
{
    KEPT("often");
    int sum = 0;
    for (int i = 0; i < 30; i++)
        sum += saw("shared") + shared(i + n);
    return sum;
}

static int seldom(int n)
{
    KEPT("seldom");
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += saw("shared") + shared(i - n);
    return sum;
}

static int climb(int n)
{
    KEPT("climb");
    int sum = 0;
    if (n)
        return saw("climb") + climb(n - 1);
    for (int i = 0; i < 5; i++)
        sum += saw("leaf") + leaf(i);
    return sum;
}

static int add(int a, int b)
{
    return saw("add") + a + b;
}

static int times(int a, int b)
{
    return saw("times") + (a ? a * b : saw("add") + add(b, a));
}

/* Through a pointer: what it leads to follows from who asked. */
static int apply(int (*work)(int, int), int n)
{
    KEPT("apply");
    return work(n, 2) + work(n, 3);
}

static int sums(int n)
{
    KEPT("sums");
    return saw("apply") + apply(add, n);
}

static int products(int n)
{
    KEPT("products");
    return saw("apply") + apply(times, n) + saw("apply") + apply(times, n + 1);
}

/* Called by the library: by whoever called that, as far as anybody knows. */
static int order(const void *left, const void *right)
{
    saw("order");
    KEPT("order");
    int a = saw("leaf") + leaf(*(const int *)left), b = saw("leaf") + leaf(*(const int *)right);
    return (a > b) - (a < b);
}

static int sorted(void)
{
    KEPT("sorted");
    int numbers[] = {7, 3, 9, 1, 4};
    qsort(numbers, 5, sizeof *numbers, order);
    return numbers[0];
}

static jmp_buf back;

static int fall(int n)
{
    KEPT("fall");
    if (n < 0)
        return 0;
    if (!n)
        longjmp(back, 1);
    return saw("fall") + fall(n - 1);
}

static int caught(int n)
{
    KEPT("caught");
    volatile int here = depth;
    if (!setjmp(back))
        return saw("fall") + fall(3);
    depth = here;
    return saw("leaf") + leaf(n) + saw("shared") + shared(n);
}

static void *worker(void *data)
{
    KEPT("worker");
    (void)data;
    saw("often");
    return often(3) ? stack : NULL;
}

int main(void)
{
    pthread_t thread;
    int sum;
    {
        KEPT("main");
        sum = saw("often") + often(1) + saw("seldom") + seldom(2) + saw("seldom") + seldom(3);
        sum += saw("climb") + climb(6) + saw("sums") + sums(4) + saw("products") + products(5);
        sum += saw("sorted") + sorted() + saw("caught") + caught(2);
        pthread_create(&thread, NULL, worker, NULL);
        pthread_join(thread, NULL);
    }
    tell();
    return sum == 0;
}
