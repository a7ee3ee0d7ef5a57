/* locals that are alive at a loop with calls, or are not: assigned on some ways only, in conditions, chains, commas,
 * arms and third expressions, read by a later turn of the loop around, declared anew there, and entered by gotos
 */
#include <stdio.h>

static int calls;

static int next(int n)
{
    if (n < -1000)
        putchar('?');
    return n + ++calls % 5; /*= 14561 */
}

static int some(int n)
{
    if (n < -1000)
        putchar('!');
    return n % 3 == 1; /*= 6006 */
}

/* Assigned at the beginning of each turn but where a condition says otherwise. */
static long on_some_ways(int n)
{
    int last = 1, kept = 2, both, chain, dead;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        dead = next(i);
        if (some(i))
            last = next(i);
        some(i) && (kept = next(dead));
        both = some(next(i)) ? last : kept;
        chain = dead = both + 1;
        sum += last * 3 + kept * 5 + both * 7 + chain + dead; /*= 780 */
    }
    return sum + last + kept;
}

/* Assigned by an expression with branches, one of which reads. */
static long in_arms(int n)
{
    int x = 1, y = 2;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        x = some(next(i)) ? next(x) % 50 : x + 1;
        y = some(i) && next(y) % 3;
        sum += x * 3 + y;
    }
    return sum;
}

/* What one turn leaves is read by the next one, or by a turn of the loop around. */
static long by_later_turns(int n)
{
    int before = 0, outer = 0, read = 0;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        int mine = next(i), unread = next(i), inner = mine;
        for (int k = 0; k < 1 + i % 3; k++) {
            sum += before * 3 + mine;
            before = next(k);
            inner = inner * 3 + before;
            inner %= 1000;
        }
        while ((read = next(inner)) % 4) {
            inner++;
            sum += read; /*= 1533 */
        }
        sum += outer * 11 + inner + unread;
        outer = read = next(mine); /*= 780 */
    }
    return sum + read;
}

/* The third expression reads and assigns what the body does. */
static long by_third_expressions(int n)
{
    int step = 1, old = 0, i;
    long sum = 0;
    for (i = 0; i < n; old = step, step = next(i) % 2 + 1, i += step) {
        sum += old * 13 + step;
        old = next(step);
        if (some(old))
            continue;
        sum += old; /*= 465 */
    }
    return sum * 2 + i;
}

/* The name means another variable for a while. */
static long shadowed(int n)
{
    int x = next(n), y = x, z = x;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        {
            int x = next(i), z = x + y;
            x = z = x + z;
            sum += x;
        }
        (x) = x * 3 % 1001;
        y = next(y), y %= 77;
        sum += x + y; /*= 780 */
        z = y;
    }
    return sum + x * 3 + y * 5 + z * 7;
}

static long by_gotos(int n)
{
    int i = 0, behind = 5, taken = 0;
    long sum = 0;
again:
    taken = taken ? taken : next(i);
    while (i < n) {
        sum += taken * 3; /*= 780 */
        i++;
        if (some(next(i)))
            goto reset;
        behind = next(taken);
    }
    return sum + behind;
reset:
    sum += behind; /*= 324 */
    taken = i % 4 ? 0 : behind;
    goto again;
}

/* Read in no turn, but behind; sizeof does not assign. */
static long behind(int n)
{
    int first, last = 9, kept = 4, never;
    long sum = 0;
    first = next(n);
    do {
        last = next(n);
        sum += sizeof(kept = 3) + sizeof never; /*= 820 */
        switch (some(last)) {
        case 0: kept = last; break;
        case 1: sum++;
        }
    } while (n-- > 0);
    never = kept;
    return sum + first * 3 + last * 5 + never;
}

int main(void)
{
    long sum = 0;
    for (int n = 0; n < 40; n++) {
        sum = (sum * 31 + on_some_ways(n)) % 1000003;
        sum = (sum * 31 + in_arms(n)) % 1000003;
        sum = (sum * 31 + by_later_turns(n)) % 1000003;
        sum = (sum * 31 + by_third_expressions(n)) % 1000003;
        sum = (sum * 31 + shadowed(n)) % 1000003;
        sum = (sum * 31 + by_gotos(n)) % 1000003;
        sum = (sum * 31 + behind(n)) % 1000003;
    }
    printf("%ld\n", sum);
    return 0;
}
