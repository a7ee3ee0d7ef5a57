/* doors-pointers.c - the last thing that a loop has stored through a pointer is the pointer's own use: a list that is
 * built at its end, an array that is walked through, and what a pointer that never changes points to.
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static int less(const struct node *a, const struct node *b)
{
    return a->value < b->value;
}

struct node *merge(struct node *a, struct node *b);
struct node *merge(struct node *a, struct node *b)
{
    struct node *first = NULL;
    struct node **end = &first;
    for (;;) {
        if (less(a, b)) { /*= 299 150:149 */
            *end = a;
            end = &a->next;
            a = a->next;
            if (!a) {
                *end = b;
                break;
            }
        } else {
            *end = b;
            end = &b->next;
            b = b->next;
            if (!b) {
                *end = a;
                break;
            }
        }
    }
    return first;
}

void fill(int *to, int n);
void fill(int *to, int n)
{
    int *at = to;
    while (n-- > 0) {
        *at = abs(n) % 7; /*= 100 */
        *at++ += less(&(struct node){NULL, n}, &(struct node){NULL, 5});
    }
}

/* what is stored through them changes neither */
unsigned total(unsigned *const sum, unsigned *restrict const bits, const int *const from, int n);
unsigned total(unsigned *const sum, unsigned *restrict const bits, const int *const from, int n)
{
    unsigned *const same = sum;
    for (int i = 0; i < n; i++) {
        if (less(&(struct node){NULL, from[i]}, &(struct node){NULL, 3})) { /*= 100 43:57 */
            *sum = *sum * 7 + (unsigned)from[i];
            *(unsigned char *)bits ^= 1;
        } else {
            *same += 1;
            *(bits) <<= 1;
            ++*bits;
        }
    }
    return *sum + *bits;
}

/* in brackets: a pointer that steps, one that does not, one that may not, and one whose address is known */
static void forward(const int **p)
{
    *p += 1;
}

unsigned walk(int from[], int sum[1], const int odd[const 2], const int known[3], int n);
unsigned walk(int from[], int sum[1], const int odd[const 2], const int known[3], int n)
{
    while (n-- > 0) {
        if (less(&(struct node){NULL, *from}, &(struct node){NULL, 3 + known[0] % 2})) { /*= 97 47:50 */
            sum[0] += odd[*from & 1];
            from++;
        } else {
            *sum ^= *from++;
            forward(&known);
        }
    }
    return (unsigned)(sum[0] + from[-1]);
}

int main(void)
{
    static struct node nodes[300];
    static int numbers[100];
    unsigned sum = 0;
    for (int i = 0; i < 300; i++)
        nodes[i] = (struct node){i < 298 ? &nodes[i + 2] : NULL, i};
    for (struct node *n = merge(&nodes[0], &nodes[1]); n; n = n->next)
        sum = sum * 3 + (unsigned)n->value;
    fill(numbers, 100);
    for (int i = 0; i < 100; i++)
        sum = sum * 5 + (unsigned)numbers[i];
    int bytes = 0;
    sum += walk(numbers, &bytes, (const int[]){3, 5}, numbers + 1, 97);
    unsigned bits = 1, all = total(&sum, &bits, numbers, 100);
    printf("%u %u\n", sum, all);
    return 0;
}
