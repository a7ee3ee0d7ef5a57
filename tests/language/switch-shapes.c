/* every way to write a switch: ranges, no default, no braces, labels in nested blocks, nothing at all
 */
#include <stdio.h>

enum colour { RED, GREEN, BLUE };

static int ranges(long long n)
{
    switch (n) { /*= 7 3:1:1:2 */
    case 0 ... 9:
        return 1; /*= 3 */
    case 10:
    case 20 ... 29:
        return 2; /*= 1 */
    case -5000000000LL ... -1:
        return 3; /*= 1 */
    default:
        return 4; /*= 2 */
    }
}

static int no_default(enum colour c)
{
    switch (c) { /*= 3 1:1:1 */
    case RED:
        return 10;
    case BLUE:
        return 30;
    }
    return 0; /*= 1 */
}

static int nothing_matches_last(int n)
{
    int r = 0;
    switch (n) { /*= 4 1:1:2 */
    case 1:
        r += 1; /*= 1 */
        __attribute__((fallthrough));
    case 2:
        r += 2; /*= 2 */
    }
    return r;
}

static int default_first(int n)
{
    int r = 0;
    switch (n) { /*= 3 1:1:1 */
    default:
        r++; /*= 1 */
    case 1:
        r++; /*= 2 */
    case 2:
        r++; /*= 3 */
    }
    return r;
}

static int no_braces(int n)
{
    int r = 1;
    switch (n) case 3: r = 33; /*= 2 1:1 */
    switch (n) default: r++; /*= 2 */
    switch (n) /*= 2 1:1 */
    case 4:
        if (r) /*= 1 1:0 */
            r = 44;
        else
            r = 55;
    switch (n) /*= 2 1:1 */
    case 3:
    case 5:
        while (r > 30) /*= 5 4:1 */
            r--;
    return r;
}

static int nested_blocks(int n)
{
    int r = 0;
    switch (n) { /*= 4 1:1:1:1 */
        int hidden;
    case 0: {
        r = 1;
        {
    case 1:
            r += 10; /*= 2 */
        }
        if (r > 10) /*= 2 1:1 */
    case 2:
            r += 100; /*= 2 */
        else
    default:
            r += 1000; /*= 2 */
        break;
    }
        hidden = 1;
        r += hidden;
    }
    return r;
}

static int empty(int n)
{
    switch (n) { /*= 1 */
    }
    switch (n++) /*= 1 */
        ;
    switch (n) { /*= 1 0:1 */
    case 0:;
    }
    switch (n) { /*= 1 */
    default:;
    }
    return n;
}

static int loops(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) { /*= 6 6:0 */
        switch (i % 3) { /*= 6 2:2:2 */
        case 0:
            continue; /*= 2 */
        case 1:
            r += 1; /*= 2 */
            break;
        default:
            switch (i) { /*= 2 1:1 */
            case 5:
                goto done; /*= 1 */
            default:
                r += 100; /*= 1 */
            }
        }
        r += 10; /*= 3 */
    }
done:
    return r;
}

static int constant(void)
{
    int r = 0;
    switch (2) { /*= 1 */
    case 1:
        r = 1;
        break;
    case 2:
        r = 2;
        break;
    }
    return r;
}

static int truths(_Bool b, unsigned char c, int n)
{
    int r = 0;
    switch (b) { /*= 2 1:1:0 */
    case 0: r = 1; break;
    case 1: r = 2; break;
    }
    switch (c) { /*= 2 1:1:0 */
    case 'a': r += 10; break;
    case 255: r += 20; break;
    }
    switch (n && b) { /*= 2 */
    case 0: r += 100; break; /*= 1 */
    case 1: r += 200; break; /*= 1 */
    }
    return r;
}

int main(void)
{
    printf("%d %d %d %d %d %d %d\n", ranges(0), ranges(5), ranges(9), ranges(25), ranges(-4999999999LL), ranges(11),
           ranges(-5000000001LL));
    printf("%d %d %d\n", no_default(RED), no_default(GREEN), no_default(BLUE));
    printf("%d %d %d %d\n", nothing_matches_last(1), nothing_matches_last(2), nothing_matches_last(3),
           nothing_matches_last(-1));
    printf("%d %d %d\n", default_first(0), default_first(1), default_first(2));
    printf("%d %d\n", no_braces(3), no_braces(4));
    printf("%d %d %d %d\n", nested_blocks(0), nested_blocks(1), nested_blocks(2), nested_blocks(9));
    printf("%d %d %d\n", empty(1), loops(6), constant());
    printf("%d %d\n", truths(0, 'a', 1), truths(1, 255, 1));
    return 0;
}
