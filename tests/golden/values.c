/* arguments and operands of switches whose values are recorded, and those that are none: a parameter that nobody reads or
 * that is only assigned to, a pointer, a truth value, a constant, a bit-field that is assigned to
 * pep: -fpep=values
 */
enum color { RED, GREEN = 5, BLUE };
struct bits {
    unsigned kind : 5;
    enum color color : 4;
    unsigned long wide : 40;
};

static int narrow(int n)
{
    return n + 1;
}

inline int paint(enum color c, _Bool dark, unsigned char shade, int unused, long set, const int *where, double weight)
{
    set = 4;
    switch (c) {
    case RED:
        return *where;
    case GREEN:
        return narrow(dark) + (int)weight;
    case BLUE:
        break;
    }
    return shade + (int)set;
}
extern int paint(enum color c, _Bool dark, unsigned char shade, int unused, long set, const int *where, double weight);

int old(c, n)
    char c;
    long long n;
{
    switch (c) {
    case 'a' ... 'z':
        return 1;
    case '\xff':
        return 2;
    }
    while (n--)
        c++;
    return c;
}

int kinds(struct bits *b, unsigned n, volatile int v)
{
    switch (b->kind) {
    case 1:
        n++;
    }
    switch (b->color) {
    case RED:
        n++;
    default:;
    }
    switch (b->wide) {
    case 1:
        n++;
    }
    switch (b->kind = 3) {
    case 1:
        n++;
    }
    switch (sizeof n) {
    case 4:
        n++;
    }
    switch (n > 3) {
    case 1:
        n++;
    }
    switch (n && v ? n - 4 : n--) {
    case -1:
        switch (v) {
        case 1:
            n++;
        }
        break;
    case 4:
        n += 7;
    }
    return (int)n;
}
