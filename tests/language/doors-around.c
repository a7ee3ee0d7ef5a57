/* loops with calls in each other: the duplicate that is entered in an inner one is left at the end of a turn of one
 * around, by continue too, with what has changed since; loops that something else leads back to
 */
#include <stdio.h>
#include <string.h>

static int calls;

static int next(int n)
{
    if (n < -1000) /*= 3295 0:3295 */
        putchar('?');
    return n + ++calls % 5;
}

/* What only the outer loop changes, before and behind the inner one; what its step alone reads. */
static long behind(int n)
{
    long sum = 0;
    int before = 1, after = 2, step;
    for (int i = 0; i < n; i += step) { /*= 45 44:1 */
        before = next(before) % 17;
        for (int k = 0; k < 3 + i % 2; k++) /*= 200 156:44 */
            sum += next(k) * before + after;
        after = next(after) % 13;
        step = 1 + (after & 1);
        sum += before * 3 + after;
    }
    return sum + before * 1000 + after;
}

/* Three deep; turns end by continue and break, of each of them. */
static long deep(int n)
{
    long sum = 0;
    int a = 0, b = 0, c = 0;
    for (int i = 0; i < n; i++, a += next(1)) { /*= 41 40:1 */
        if (next(i) % 4 == 3) {                 /*= 40 10:30 */
            a++;
            continue;
        }
        int k = 0;
        while (k++ < 5) {         /*= 156 132:24 */
            if (next(k) % 5 == 4) /*= 132 20:112 */
                continue;
            for (int l = 0; l < 4; l++) { /*= 513 439:74 */
                if (next(l) % 7 == 6)     /*= 439 38:401 */
                    break;
                if (next(c) % 6 == 5) /*= 401 44:357 */
                    continue;
                c += next(l) % 3;
                sum += a + b * 5 + c * 7;
            }
            b += next(k) & 3;
            if (b % 11 == 10) /*= 112 6:106 */
                break;
        }
        sum += k;
    }
    return sum + a + b + c;
}

/* A do between them steps by its condition. */
static long over_do(int n)
{
    long sum = 0;
    int m = 3, left;
    for (int i = 0; i < n; i++) { /*= 26 25:1 */
        left = 1 + next(i) % 3;
        do {
            for (int k = 0; k < left; k++) /*= 182 99:83 */
                sum += next(k) + m;
            m = (m + next(left)) % 23;
        } while (left-- > 0); /*= 83 58:25 */
        sum += m * 31;
    }
    return sum;
}

/* Several inner loops, one behind another and in arms; the function ends inside of them. */
static int several(int n, const char *text)
{
    int sum = 0, last = 0;
    for (int i = 0; i < n; i++) { /*= 45 45:0 */
        last = i * 3;
        for (int k = 0; k < 2; k++) /*= 135 90:45 */
            sum += next(k) + last;
        if (i % 3) {                    /*= 45 30:15 */
            while (next(last) % 7 != 2) /*= 113 83:30 */
                last++;
        } else {
            for (const char *c = text; *c; c++) { /*= 270 255:15 */
                sum += next(*c) % 11;
                if (sum > 100000) /*= 255 0:255 */
                    return sum;
            }
        }
        switch (i & 3) {
        case 0:
            for (int k = 0; k < 3; k++) { /*= 45 34:11 */
                sum ^= next(k);
                if (next(k) + i > 44) /*= 34 1:33 */
                    goto done;
            }
            break;
        case 1: continue;
        default: sum += last;
        }
        sum += 7;
    }
done:
    return sum * 2 + last;
}

/* Something else leads back to the inner loop: a goto, a jump into it, a loop around without a door. */
static long led_back(int n)
{
    long sum = 0;
    int i, k, m = 1;
    for (i = 0; i < n; i++) { /*= 21 20:1 */
        k = 0;
    again:
        m = (m * 5 + i) % 31;
        for (; k < 6; k++) /*= 168 141:27 */
            sum += next(k) * m;
        if (m % 3 == 1 && k++ < 9) {
            k -= 4;
            goto again;
        }
        sum += m;
    }
    for (i = 0; i < n; i++) { /*= 21 20:1 */
        m = (m * 7 + i) % 29;
        k = 0;
        switch (m & 3) {
        case 0:
            for (; k < 5; k++) { /*= 61 50:11 */
                sum += next(k) + m;
                /* fall through */
            case 1: sum += next(1) * m;
            }
        default: sum++;
        }
    }
    i = 0;
more:
    m = (m * 3 + i) % 37;
    for (k = 0; k < 4; k++) /*= 100 80:20 */
        sum += next(k) * m;
    if (++i < n) /*= 20 19:1 */
        goto more;
    return sum * 3 + m;
}

/* Variables of a turn: with an address, of a length that is known then, and one that is cleaned up. */
static int cleaned;

static void clean(int *at)
{
    cleaned += *at;
}

static int add(int *at)
{
    return *at += 3;
}

static long of_turns(int n)
{
    long sum = 0;
    int kept = 0;
    for (int i = 0; i < n; i++) { /*= 16 15:1 */
        int mine = next(i), copy = mine;
        int room[3 + i % 3];
        int held __attribute__((cleanup(clean))) = i;
        memset(room, 0, sizeof room);
        for (int k = 0; k < 4; k++) { /*= 75 60:15 */
            room[k % (3 + i % 3)] += add(&mine);
            copy += next(k);
            sum += mine + copy;
        }
        for (int k = 0; k < 3; k++) /*= 60 45:15 */
            sum += room[k] * add(&kept);
        held++;
    }
    return sum + kept;
}

/* Parameters that the outer loop alone changes, or both. */
static long parameters(int outer, int both, int neither, const char *text)
{
    long sum = 0;
    while (outer-- > 0) {                     /*= 10 9:1 */
        for (const char *c = text; *c; c++) { /*= 81 72:9 */
            both += next(*c) % 3;
            sum += both * neither - outer;
        }
        text += !!*text;
    }
    return sum * 7 + both;
}

/* Parameters that change in the inner loop alone, on a way that does not come back to the outer one. */
static int found(int from, int limit, int step, int other)
{
    for (;; from += 2) {
        other ^= from;                              /*= 142 */
        if (next(from) % 8 == 7) {                  /*= 142 30:112 */
            while (next(from++) % 11)               /*= 182 152:30 */
                limit += step, step = limit & 3;    /*= 152 */
            return from * 5 + limit + step + other; /*= 30 */
        }
        if (from > limit) /*= 112 0:112 */
            return other; /*= 0 */
    }
}

int main(void)
{
    unsigned sum = 0;
    printf("%ld", behind(60));
    printf(" %ld", deep(40));
    printf(" %ld", over_do(25));
    printf(" %d", several(50, "around and around"));
    printf(" %ld", led_back(20));
    printf(" %ld", of_turns(15));
    printf(" %ld", parameters(9, 4, 5, "what changes"));
    for (int i = 0; i < 30; i++)
        sum = sum * 3 + (unsigned)found(i, 40 + i, i % 5, sum & 255);
    printf(" %u %d %d\n", sum, cleaned, calls);
    return 0;
}
