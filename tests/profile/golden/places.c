#include <places.h>
int n;
void fail(void)
{
    n += 100;
}
#define BOTH(a, b) \
    do { if ((a) > 3) n++; CHECK(b); if ((b) > 5) n++; } while (0)

static void apart(int a, int b)
{
    CHECK(a < 9); CHECK(b != 7);
    BOTH(a, b);
    CHECK(a < 2); CHECK(a < 4); CHECK(a < 6);
}

static void twice(int a)
{
#define OPERATION a > 1
#include "places.inc"
#undef OPERATION
#define OPERATION a > 7
#include "places.inc"
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        apart(i, i);
        twice(i);
    }
    return n != 2120;
}
