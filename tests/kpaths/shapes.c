/* shapes.c - activations that are left and come back in every way: recursion, calls in loops, setjmp and longjmp,
 * computed gotos, signal handlers, threads. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static volatile int sink;

/* its own activation is in the middle of a loop when it is entered again */
static int tree(int depth, int width)
{
    int sum = depth;
    for (int i = 0; i < width; i++) {
        if (i % 2)
            sum += depth ? tree(depth - 1, width - i) : 1;
        else if (depth > 1)
            sum -= tree(depth - 2, i);
    }
    return sum;
}

static int odd(int n);
static int even(int n)
{
    while (n > 4 && n % 3 == 0)
        n -= 3;
    return n ? odd(n - 1) : 1;
}
static int odd(int n)
{
    for (int i = 0; i < n % 3; i++)
        sink += i;
    return n ? even(n - 1) : 0;
}

static jmp_buf place;

static void jump(int n)
{
    for (int i = 0; i < n; i++)
        if (i == 5)
            longjmp(place, n);
        else
            sink += i;
}

static int landing(int turns)
{
    volatile int left = turns;
    int came = setjmp(place);
    while (left > 0) {
        left--;
        if (came % 2)
            sink++;
        for (int i = 0; i < left % 4; i++)
            sink += came;
        jump(left % 9);
    }
    return came;
}

static int interpret(const char *program)
{
    static void *const codes[] = {&&add, &&sub, &&loop, &&stop};
    int a = 0, turns = 0;
    const char *p = program;
    goto *codes[*p++ - 'a'];
add:
    a++;
    goto *codes[*p++ - 'a'];
sub:
    a -= 2;
    goto *codes[*p++ - 'a'];
loop:
    if (++turns < 50)
        p = program;
    goto *codes[*p++ - 'a'];
stop:
    return a;
}

/* innermost loops that turn in one way only: never, once, and so often that spans repeat; with several ways out, with
 * the test at the end, inside of others; the last function has paths enough for spans of two words */
static int scan(const char *s, char end, int most)
{
    int n = 0;
    while (s[n] && s[n] != end && n < most)
        n++;
    do
        n--;
    while (n > most / 2);
    return n;
}

static int fill(int *to, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i % 7 * 9; k++)
            to[k % 16] += k;
        if (i % 3)
            for (int k = i; k > 0; k--)
                sum += to[k % 16];
    }
    return sum;
}

static int wide(int bits, int turns)
{
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += bits & 1 ? 1 : 2;
        sum += bits & 2 ? 3 : 4;
        sum += bits & 4 ? 5 : 6;
        sum += bits & 8 ? 7 : 8;
        sum += bits & 16 ? 9 : 10;
        for (int k = 0; k < turns; k++)
            sum += k;
        bits += i;
    }
    return sum;
}

static void handler(int signal)
{
    for (int i = 0; i < signal % 5; i++)
        sink += i % 2 ? 1 : 2;
}

static void *work(void *data)
{
    long id = (long)data;
    for (int i = 0; i < 3000; i++) {
        switch ((i + id) % 4) {
        case 0: sink += tree(3, 3); break;
        case 1: sink += even(i % 20); break;
        default:
            if (i % 100 == 0)
                raise(SIGUSR1);
        }
    }
    return data;
}

/* its code is this unit's, and it may name nothing that is static */
inline int digits(int n);
inline int digits(int n)
{
    int count = 1;
    while (n /= 10)
        count += n % 2 ? 1 : 2;
    return count;
}
extern int digits(int n);

int main(void)
{
    pthread_t threads[4];
    signal(SIGUSR1, handler);
    for (int i = 0; i < 40; i++) {
        sink += tree(5, 4);
        sink += landing(i);
        sink += digits(i * i * i);
        sink += scan("a quick one that is not", "qnx"[i % 3], i);
        sink += fill((int[16]){0}, i % 23);
        sink += wide(i, i * i % 50);
        sink += interpret("aabac"
                          "d");
        if (i % 10 == 0)
            raise(SIGUSR1);
    }
    work(NULL);
    for (long i = 0; THREADS && i < 4; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; THREADS && i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
