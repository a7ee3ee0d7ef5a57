/* sorts and searches of the C library that call back static functions of all shapes, which the stubs of duplicated code
 * have a second text of
 * flags: -Wno-old-style-definition -Wno-deprecated-non-prototype
 * gcc: -Wno-unknown-warning-option
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int key;
    char name[12];
};

/* named as an argument alone: without the stub nobody would use it */
static int by_key(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key; /*= 261 84:177 */
}

/* a loop, a way out of it, a static variable, labels */
static int by_name(const void *left, const void *right)
{
    static unsigned calls;
    const char *x = ((const struct item *)left)->name, *y = ((const struct item *)right)->name;
    calls++; /*= 81 */
    for (;; x++, y++) {
        if (*x != *y) /*= 165 81:84 */
            goto differ;
        if (!*x)
            return 0; /*= 0 */
    }
differ:
    return *x < *y ? -1 : 1; /*= 81 57:24 */
}

static unsigned compared;

/* calls, and so it has checks inside */
static int by_both(const void *a, const void *b)
{
    int order = 0;
    for (int turn = 0; turn < 2 && !order; turn++)   /*= - 114:15 72:42 */
        order = turn ? by_name(a, b) : by_key(a, b); /*= 72 15:57 */
    compared++;                                      /*= 57 */
    return order;
}

/* its name, and a type of its own in the old style */
static int spelled(a, b) const void *a;
const void *b;
{
    compared += strlen(__func__) == 7;          /*= 306 */
    return *(const char *)a - *(const char *)b; /*= 306 */
}

/* sorts itself */
static int sorting(const void *a, const void *b)
{
    char x[12], y[12];
    strcpy(x, ((const struct item *)a)->name);
    strcpy(y, ((const struct item *)b)->name);
    qsort(x, strlen(x), 1, spelled); /*= 54 */
    qsort(y, strlen(y), 1, spelled);
    return strcmp(x, y);
}

/* computed gotos, one of them behind a label that is all an if has */
static int stepping(const void *a, const void *b)
{
    static void *const table[] = {&&next, &&done};
    int i = 0, n = 0;
    goto *table[i]; /*= 45 */
next:
    if (n == 9) /*= 135 0:135 */
    again:
        goto *table[i]; /*= 0 */
    i = ++n == 3;
    if (n == 7)
        goto again; /*= 0 */
    goto *table[i]; /*= 135 */
done:
    if (n != 3)                  /*= 45 0:45 */
        printf("%d steps\n", n); /*= 0 */
    return by_key(b, a);
}

static jmp_buf away;

/* does not always come back */
static int leaving(const void *a, const void *b)
{
    if (((const struct item *)a)->key + ((const struct item *)b)->key == 7) /*= 18 3:15 */
        longjmp(away, 1);                                                   /*= 3 */
    return by_key(a, b);                                                    /*= 15 */
}

/* may be another's in the end, so that nothing but its name will do */
__attribute__((weak)) int weakly(const void *a, const void *b)
{
    return by_key(b, a); /*= 63 */
}

static int never(const void *a, const void *b)
{
    return a < b; /*= 0 */
}

static void fill(struct item *items, int n)
{
    for (int i = 0; i < n; i++) {
        items[i].key = i * 7 % n / 2; /*= 30 */
        snprintf(items[i].name, sizeof items[i].name, "n%d", i * 37 % 100);
    }
}

static void show(const char *how, const struct item *items, int n)
{
    printf("%s:", how);
    for (int i = 0; i < n; i++)
        printf(" %d=%s", items[i].key, items[i].name); /*= 210 */
    printf(" (%u)\n", compared);
}

int main(void)
{
    enum { N = 10 };
    struct item items[N], key = {3, "n28"}, *found;
    for (int round = 0; round < 3; round++) {
        fill(items, N);
        qsort(items, N, sizeof *items, by_key);
        show("key", items, N);
        found = bsearch(&key, items, N, sizeof *items, by_key);
        printf("%s\n", found ? found->name : "none");
        qsort(items, N, sizeof *items, by_name);
        show("name", items, N);
        qsort(items, N, sizeof *items, by_both);
        show("both", items, N);
        qsort(items, N, sizeof *items, sorting);
        show("sorting", items, N);
        qsort(items, N, sizeof *items, weakly);
        show("weakly", items, N);
        qsort(items, N, sizeof *items, stepping);
        show("stepping", items, N);
        if (!setjmp(away))
            qsort(items, N, sizeof *items, leaving);
        show("leaving", items, N);
        if (round > 5)
            qsort(items, N, sizeof *items, never); /*= 0 */
        printf("%d\n", by_name(&items[0], &items[1]) + by_both(&items[2], &items[3]));
    }
    return 0;
}
