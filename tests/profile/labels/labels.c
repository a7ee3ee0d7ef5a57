/* Labels that a macro stands for, and those that cannot be told from others of their line. */
#define ONE 1
#define TWO 2
#define ADD(n)                                                                                                         \
    case n:                                                                                                            \
        s += n;                                                                                                        \
        break;
#define CASE case
#define LOW  20
#define HIGH 29

static int named(int n)
{
    int s = 0;
    /* clang-format off */
    switch (n) {
    case ONE: s = 1; break; case TWO: case 3: s = 2; break; /* case 4: */
    ADD(4) ADD(5)
    case 6: ADD(7)
    CASE 8: return 1;
    case ONE + TWO /* : */ + 6: s = ':'; break;
    case LOW ... HIGH: s++; break;
    case sizeof(int) ? 10 : ONE: s = 3; break;
    case 11: s = "case ONE:"[0]; break;
    case
        TWO + 10: s = 4;
#include "labels.inc"
    }
    /* clang-format on */
    return s;
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += named(i % 32);
    return s == 0;
}
