/* switches around loops with calls, and in them: Duff's device, cases inside of nested loops, continue out of a switch,
 * a switch that begins in a loop's middle
 */
#include <stdio.h>

static int calls;

static int next(int n)
{
    return n + ++calls % 3; /*= 95 */
}

static int device(int count)
{
    int n = (count + 3) / 4, r = 0;
    switch (count % 4) { /*= 4 1:1:1:1:0 */
    case 0:
        do { /*= 0 */
            r += next(1); /*= 5 */
    case 3:
            r += next(2); /*= 6 */
    case 2:
            r += next(3); /*= 7 */
    case 1:
            r += next(4); /*= 8 */
        } while (--n > 0); /*= 8 4:4 */
    }
    return r;
}

static int nested(int from)
{
    int i = 1, k = 1, r = 0;
    switch (from) { /*= 4 1:1:1:1 */
        for (; i < 4; i++) { /*= 9 6:3 */
        case 0:
            for (k = 0; k < 2; k++) { /*= 22 14:8 */
                r += next(i); /*= 14 */
        case 1:
                r += next(k); /*= 15 */
            }
            while (r < 9) { /*= 17 8:9 */
        case 2:
                r += next(0) + 1; /*= 9 */
            }
        }
    default:
        r++; /*= 4 */
    }
    return r * 100 + i * 10 + k;
}

static int inside(const char *s)
{
    int r = 0;
    for (; *s; s++) { /*= 19 17:2 */
        switch (*s) { /*= 17 5:3:8:1 */
        case 'a':
            r += next(1); /*= 5 */
            continue;
        case 'b':
            do /*= 0 */
                r += next(2);
            while (r & 2); /*= 6 3:3 */
            break;
        case 'c':
            while (next(r) % 4) { /*= 16 8:8 */
                if (r++ > 40) /*= 8 0:8 */
                    return r; /*= 0 */
                continue;
            }
            /* fall through */
        default:
            r++; /*= 9 */
        }
        r += 2; /*= 12 */
    }
    return -r;
}

static long state_machine(const char *s)
{
    enum { START, NUMBER, WORD } state = START;
    long sum = 0, number = 0;
    while (1) { /*= 16 */
        int c = *s++;
        switch (state) { /*= 16 6:7:3:0 */
        case START:
            if (c >= '0' && c <= '9') { /*= 6 6:0 4:2 */
                number = c - '0';
                state = NUMBER; /*= 4 */
            } else if (c >= 'a') /*= 2 2:0 */
                state = WORD; /*= 2 */
            break;
        case NUMBER:
            if (c >= '0' && c <= '9') /*= 7 3:4 3:0 */
                number = 10 * number + c - '0'; /*= 3 */
            else {
                sum += next((int)number);
                state = START; /*= 4 */
            }
            break;
        case WORD:
            if (c < 'a') /*= 3 2:1 */
                state = START; /*= 2 */
        }
        if (!c) /*= 16 1:15 */
            return sum;
    }
}

int main(void)
{
    printf("%d", device(8));
    printf(" %d", device(11));
    printf(" %d", device(1));
    printf(" %d", device(6));
    printf(" %d", nested(0));
    printf(" %d", nested(1));
    printf(" %d", nested(2));
    printf(" %d", nested(3));
    printf(" %d", inside("abcabdbca"));
    printf(" %d", inside("accacccc"));
    printf(" %ld\n", state_machine("12 ab 7 x 100,5"));
    return 0;
}
