/* fft.c - the fast Fourier transform of Cooley and Tukey, radix 2, in place: three nested loops whose turns depend on
 * each other, and one, the reversal of bits, whose branches look like chance.
 *
 *     fft TURNS [SEED]
 *
 * Each turn transforms 16,384 complex numbers there and back.  Prints a hash of the first spectrum and how far the
 * numbers have moved in the end. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 14, POINTS = 1 << BITS };

struct complex {
    double re, im;
};

static struct complex points[POINTS], original[POINTS];
static struct complex roots[POINTS / 2]; /* of 1: number i is that of i / POINTS of a turn */

static uint64_t state;

/* Marsaglia's xorshift; -1 to 1 */
static double draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(int64_t)state / 9223372036854775808.0;
}

static void find_roots(void)
{
    for (int i = 0; i < POINTS / 2; i++) {
        double angle = 2 * 3.14159265358979323846 * i / POINTS;
        roots[i] = (struct complex){cos(angle), sin(angle)};
    }
}

/* Puts each point where its number, read from the other end, is. */
static void reverse(struct complex *x)
{
    for (int i = 0, j = 0; i < POINTS - 1; i++) {
        if (i < j) {
            struct complex other = x[i];
            x[i] = x[j];
            x[j] = other;
        }
        int bit = POINTS / 2;
        while (j & bit) {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
    }
}

/* The direction is -1 there and 1 back. */
static void transform(struct complex *x, double direction)
{
    reverse(x);
    for (int half = 1; half < POINTS; half *= 2)
        for (int first = 0; first < POINTS; first += 2 * half)
            for (int i = 0; i < half; i++) {
                struct complex root = roots[i * (POINTS / 2 / half)], *a = &x[first + i], *b = a + half;
                double re = root.re * b->re - direction * root.im * b->im;
                double im = root.re * b->im + direction * root.im * b->re;
                *b = (struct complex){a->re - re, a->im - im};
                *a = (struct complex){a->re + re, a->im + im};
            }
}

static void scale(struct complex *x)
{
    for (int i = 0; i < POINTS; i++) {
        x[i].re /= POINTS;
        x[i].im /= POINTS;
    }
}

/* Of what is left of each number after rounding, so that the last bits do not matter. */
static uint64_t hash(const struct complex *x)
{
    uint64_t sum = 0;
    for (int i = 0; i < POINTS; i++)
        sum = 31 * sum + (uint64_t)llround(x[i].re * 1e4) + 7 * (uint64_t)llround(x[i].im * 1e4);
    return sum;
}

int main(int argc, char **argv)
{
    long turns = argc > 1 ? atol(argv[1]) : 0;
    uint64_t spectrum = 0;
    if (turns < 1) {
        fprintf(stderr, "usage: fft TURNS [SEED]\n");
        return 2;
    }
    state = 88172645463325252u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    find_roots();
    for (int i = 0; i < POINTS; i++)
        points[i] = original[i] = (struct complex){draw(), draw()};
    for (long turn = 0; turn < turns; turn++) {
        transform(points, -1);
        if (turn == 0)
            spectrum = hash(points);
        transform(points, 1);
        scale(points);
    }
    double moved = 0;
    for (int i = 0; i < POINTS; i++) {
        moved = fmax(moved, fabs(points[i].re - original[i].re));
        moved = fmax(moved, fabs(points[i].im - original[i].im));
    }
    printf("spectrum %016llx, moved %s\n", (unsigned long long)spectrum, moved < 1e-9 ? "nowhere" : "away");
    return 0;
}
