/* Counts its own accesses to fields: each stands behind a count of its own, in one comma expression, and at the end the
 * program prints what pep has to report.  R reads, W writes, B does both; what an access is part of is counted by hand
 * (r, w, b). */
#include <stdio.h>
#include <stdlib.h>

#define FIELDS(X)                                                                                                      \
    X(struct, node, key)                                                                                               \
    X(struct, node, next)                                                                                              \
    X(struct, node, red)                                                                                               \
    X(struct, node, depth)                                                                                             \
    X(struct, node, at)                                                                                                \
    X(struct, node, seen)                                                                                              \
    X(struct, node, name)                                                                                              \
    X(struct, node, whole)                                                                                             \
    X(struct, node, low)                                                                                               \
    X(struct, node, never)                                                                                             \
    X(struct, point, x)                                                                                                \
    X(struct, point, y)                                                                                                \
    X(union, number, i)                                                                                                \
    X(union, number, u)

#define NAME(kind, type, field) type##_##field,
enum { FIELDS(NAME) COUNT };
#undef NAME
static unsigned long reads[COUNT], writes[COUNT];

#define r(what)       (reads[what]++)
#define w(what)       (writes[what]++)
#define b(what)       (r(what), w(what))
#define R(type, f, p) (r(type##_##f), (p))->f
#define W(type, f, p) (w(type##_##f), (p))->f
#define B(type, f, p) (b(type##_##f), (p))->f

struct point {
    short x, y;
};

union number {
    long i;
    unsigned long u;
};

struct node {
    long key;
    struct node *next;
    unsigned red : 1, depth : 7, : 3;
    struct point at;
    long seen[4];
    char name[100];
    union {
        int whole;
        struct {
            short low, never;
        };
    };
};

enum { NODES = 60, BUCKETS = 7 };
static struct node nodes[NODES], *table[BUCKETS];

/* A function that its callers count. */
static long key_of(const struct node *n)
{
    return R(node, key, n);
}

static struct node *find(long key)
{
    for (struct node *n = table[key % BUCKETS]; n; n = R(node, next, n))
        if (key_of(n) == key || (R(node, red, n) && R(node, depth, n) > 100))
            return n;
    return NULL;
}

static void insert(long key)
{
    static int used;
    struct node *n = &nodes[used++], **bucket = &table[key % BUCKETS];
    W(node, key, n) = W(node, whole, n) = (int)key;
    W(node, next, n) = *bucket;
    W(node, red, n) = *bucket ? !R(node, red, *bucket) : 0;
    W(node, depth, n) = (unsigned)used % 90;
    if (0)
        W(node, never, n) = 1;
    (w(node_at), w(point_x), n)->at.x = (short)(R(node, low, n) & 15);
    (w(node_name), n)->name[0] = 'n';
    *bucket = n;
}

/* What is part of something is read and written with it; a copy of the whole is one access. */
static long walk(long rounds)
{
    struct point here = {0, 0};
    long sum = 0;
    for (long i = 0; i < rounds; i++) {
        struct node *n = find(i % (NODES + 20));
        if (!n)
            continue;
        B(node, seen, n)[i & 3] += 2;
        switch (R(node, depth, n) % 4) {
        case 0: here = R(node, at, n); break;
        case 1: sum += (r(node_at), r(point_x), n)->at.x; /* fall through */
        case 2: (b(node_at), b(point_y), n)->at.y++; break;
        default: sum += sizeof n->never + (R(node, next, n) ? R(node, key, R(node, next, n)) : 1);
        }
        if (R(node, red, n) ? R(node, key, n) > 40 : i % 3 == 0)
            sum -= (r(point_x), here).x ?: 5;
        do
            B(node, depth, n)--;
        while (R(node, depth, n) > 80);
        if ((sum & 1) && R(node, depth, n))
            goto again;
        continue;
    again:
        sum += *(r(node_seen), n)->seen > 3 && R(node, name, n)[0] == 'n';
    }
    return sum;
}

static unsigned long mix(union number *v, int n)
{
    if (n <= 1)
        return (r(number_u), *v).u;
    W(number, i, v) = R(number, i, v) * 3 + n;
    return mix(v, n - 1) ^ mix(v, n - 2);
}

extern long other_unit(const struct point *p); /* reads x */

int main(void)
{
    union number v;
    for (long key = 0; key < NODES; key++)
        insert(key);
    long sum = walk(2000);
    W(number, i, &v) = sum;
    mix(&v, 12);
    for (int i = 0; i < 1000; i++)
        (void)(r(point_x), other_unit(&nodes[i % NODES].at)); /* and the address of at: read */
    reads[node_at] += 1000;
#define PRINT(kind, type, field)                                                                                       \
    printf(#kind " " #type " %zu " #field " %lu %lu\n", sizeof(kind type), reads[type##_##field],                      \
           writes[type##_##field]);
    FIELDS(PRINT)
    puts("struct node 4 key 1000 0"); /* in the other unit */
    return 0;
}
