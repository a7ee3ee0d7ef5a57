/* vectors.c - loops that compilers turn into vector code at -O3: what a check, a sample point or a counter in the wrong
 * place takes away shows here first.
 *
 *     vectors TURNS [KERNEL]
 *
 * Runs the kernel, or all of them, so many times and prints a checksum of what each has computed; it is the same with
 * every compiler.  A turn takes a millisecond or less of each.  The loops lie in nests, or in functions that are called
 * from loops; that of the filter calls a function itself, which the compiler has to put in its place first. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 128, LENGTH = 4096, ROWS = 64 };

static float left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static float x[LENGTH], y[LENGTH];
static int32_t numbers[ROWS][LENGTH], weights[LENGTH], sums[ROWS][LENGTH];
static uint8_t image[2 * SIDE][2 * SIDE], filtered[2 * SIDE][2 * SIDE];
static uint32_t dots[ROWS];

/* Three loops, the innermost along the rows of both. */
static void matrix(unsigned turn)
{
    left[turn % SIDE][turn / SIDE % SIDE] += 1;
    memset(product, 0, sizeof product);
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            for (int j = 0; j < SIDE; j++)
                product[i][j] += left[i][k] * right[k][j];
}

static void saxpy_piece(float *restrict to, const float *restrict from, float factor, int n)
{
    for (int i = 0; i < n; i++)
        to[i] += factor * from[i];
}

/* A function that is called from a loop, with pieces of different lengths. */
static void saxpy(unsigned turn)
{
    for (int n = LENGTH; n > 16; n -= 16)
        saxpy_piece(y, x, (float)(turn % 8) * 0.001F - 0.003F, n);
}

static uint32_t dot_row(const int32_t *a, const int32_t *b, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += (uint32_t)a[i] * (uint32_t)b[i];
    return sum;
}

/* Sums; of integers, since those of floats have an order to keep. */
static void dot(unsigned turn)
{
    weights[turn % LENGTH]++;
    for (int i = 0; i < ROWS; i++)
        dots[i] += dot_row(numbers[i], weights, LENGTH);
}

static void stencil_step(float (*restrict to)[SIDE], float (*restrict from)[SIDE])
{
    for (int i = 1; i < SIDE - 1; i++)
        for (int j = 1; j < SIDE - 1; j++)
            to[i][j] = 0.5F * from[i][j] + 0.125F * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void stencil(unsigned turn)
{
    left[1 + turn % (SIDE - 2)][SIDE / 2] = 100;
    for (int i = 0; i < 8; i++) {
        stencil_step(product, left);
        stencil_step(left, product);
    }
}

/* A branch in the innermost loop, which becomes a selection: sums down the columns. */
static void prefix(unsigned turn)
{
    numbers[0][turn % LENGTH] = -(int32_t)turn;
    for (int i = 1; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            if (numbers[i][j] < 0)
                sums[i][j] = sums[i - 1][j] - numbers[i][j];
            else
                sums[i][j] = sums[i - 1][j] + numbers[i][j];
}

static uint8_t filter_clamp(int value)
{
    return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

/* Sharpens. */
static void filter(unsigned turn)
{
    image[turn % SIDE][turn / SIDE % SIDE] ^= 85;
    for (int i = 1; i < 2 * SIDE - 1; i++)
        for (int j = 1; j < 2 * SIDE - 1; j++)
            filtered[i][j] =
                filter_clamp(5 * image[i][j] - image[i - 1][j] - image[i + 1][j] - image[i][j - 1] - image[i][j + 1]);
}

static const struct {
    const char *name;
    void (*run)(unsigned turn);
    const void *result;
    size_t bytes;
} kernels[] = {
    {"matrix", matrix, product, sizeof product},
    {"saxpy", saxpy, y, sizeof y},
    {"dot", dot, dots, sizeof dots},
    {"stencil", stencil, left, sizeof left},
    {"prefix", prefix, sums, sizeof sums},
    {"filter", filter, filtered, sizeof filtered},
};

static unsigned seed = 1;

static int draw(int limit)
{
    seed = seed * 1103515245 + 12345;
    return (int)(seed >> 16) % limit;
}

static void fill(void)
{
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            left[i][j] = (float)draw(100);
            right[i][j] = (float)draw(100) / 64;
        }
    for (int i = 0; i < LENGTH; i++) {
        x[i] = (float)draw(1000) / 8;
        weights[i] = draw(1000);
        for (int j = 0; j < ROWS; j++)
            numbers[j][i] = draw(2000) - 1000;
    }
    for (int i = 0; i < 2 * SIDE; i++)
        for (int j = 0; j < 2 * SIDE; j++)
            image[i][j] = (uint8_t)draw(256);
}

/* Fowler, Noll and Vo's hash (1a). */
static uint32_t checksum(const void *bytes, size_t n)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 16777619u;
    return sum;
}

int main(int argc, char **argv)
{
    unsigned turns = argc > 1 ? (unsigned)atoi(argv[1]) : 0, run = 0;
    for (size_t k = 0; turns && k < sizeof kernels / sizeof *kernels; k++) {
        if (argc > 2 && strcmp(argv[2], kernels[k].name) != 0)
            continue;
        run++;
        fill();
        for (unsigned turn = 0; turn < turns; turn++)
            kernels[k].run(turn);
        printf("%-8s %08x\n", kernels[k].name, checksum(kernels[k].result, kernels[k].bytes));
    }
    if (!run)
        fprintf(stderr, "usage: vectors TURNS [matrix|saxpy|dot|stencil|prefix|filter]\n");
    return run ? 0 : 2;
}
