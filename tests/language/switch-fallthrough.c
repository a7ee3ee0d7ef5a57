/* labels that are fallen into, by leave of a comment and of both attributes: no new warning, each way its own count
 * gcc: -std=gnu2x -Wall -Wextra -Wpedantic -Wimplicit-fallthrough=3 -Werror
 * clang: -std=gnu2x -Wall -Wextra -Wno-implicit-fallthrough -Werror
 */
#include <stdio.h>

static int by_comment(int n)
{
    int r = 0;
    switch (n) { /*= 6 2:2:1:1 */
    case 0:
        r += 1; /*= 2 */
        /* fall through */
    case 1:
        r += 10; /*= 4 */
        // FALLTHRU
    case 2:
        r += 100; /*= 5 */
        /* FALLTHROUGH */
    default:
        r += 1000; /*= 6 */
    }
    return r;
}

static int by_attribute(int n)
{
    int r = 0;
    switch (n) { /*= 6 2:2:1:1 */
    case 0:
        r += 1; /*= 2 */
        [[fallthrough]];
    case 1:
        r += 10; /*= 4 */
        __attribute__((fallthrough));
    case 2:
        r += 100; /*= 5 */
        __attribute__((__fallthrough__));
    default:
        r += 1000; /*= 6 */
    }
    return r;
}

static int from_branches(int n, int how)
{
    int r = 0;
    switch (n) { /*= 4 3:1:0:0 */
    case 0:
        if (how > 1) { /*= 3 1:2 */
            r = 1;
            break;
        } else if (how) { /*= 2 1:1 */
            r = 2;
        }
        /* fall through */
    case 1:
        r += how ? 10 : 20; /*= 3 2:1 */
        [[fallthrough]];
    case 2:
        while (how-- > 0) /*= 5 2:3 */
            r += 100;
    }
    return r;
}

/* What goes on leaves by the end of a branch, and says so there. */
static int from_ends(int n, int how)
{
    int r = 0;
    switch (n) { /*= 6 3:2:0:1:0 */
    case 0:
        if (how > 1) { /*= 3 1:2 */
            r = 1;
            break;
        } else if (how) { /*= 2 1:1 */
            r = 2;
            [[fallthrough]];
        } else if (n) { /*= 1 0:1 */
            __extension__ ({ r = 4; });
            [[fallthrough]];
        } else {
            r = 3;
            __attribute__((fallthrough));
        }
    case 1:
        if (how) { /*= 4 2:2 */
            r += 10;
            __attribute__((__fallthrough__));
        } else {
            switch (r) { /*= 2 1:1 */
            case 0:
                r = 20; /*= 1 */
                [[fallthrough]];
            default:
                r++; /*= 2 */
            }
            break;
        }
    case 2: {
        r += 100; /*= 2 */
        [[fallthrough]];
    }
    case 3: {
        if (how < 0) { /*= 3 0:3 */
            break;
        } else {
            r++; /*= 3 */
            [[fallthrough]];
        }
    }
    default:
        r += 1000; /*= 3 */
    }
    return r;
}

/* A label right in front of a case. */
static int from_label(int n)
{
    int r = 0;
    switch (n) { /*= 3 1:1:1 */
    again:
    case 0:
        r += 1; /*= 2 */
        break;
    case 1:
        r += 10; /*= 1 */
        goto again;
    default:
        r = -1; /*= 1 */
    }
    return r;
}

static int noted;

static int note(int n)
{
    noted += n;
    return n;
}

/* A variable of that name is no attribute. */
static int by_name(int n, int fallthrough)
{
    int r = 0;
    switch (n) { /*= 3 1:1:1 */
    case 0:
        if (fallthrough) { /*= 1 1:0 */
            note(fallthrough);
        }
        /* fall through */
    case 1:
        r += 10; /*= 2 */
        note(fallthrough);
        /* fall through */
    default:
        r += 1; /*= 3 */
    }
    return r;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += by_comment(i % 4);
        sum += by_attribute(i % 4);
    }
    printf("%d\n", sum);
    printf("%d %d %d %d\n", by_name(0, 5), by_name(1, 7), by_name(2, 9), noted);
    printf("%d %d %d %d\n", from_branches(0, 0), from_branches(0, 1), from_branches(0, 2), from_branches(1, 1));
    printf("%d %d %d ", from_ends(0, 0), from_ends(0, 1), from_ends(0, 2));
    printf("%d %d %d\n", from_ends(1, 0), from_ends(1, 1), from_ends(3, 0));
    printf("%d %d %d\n", from_label(0), from_label(1), from_label(2));
    return 0;
}
