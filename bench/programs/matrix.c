/* matrix.c - dense matrices: a product, the decomposition into triangles with pivots (Crout, Doolittle), and a system
 * that it solves.  Nests of loops that always turn equally often.
 *
 *     matrix TURNS [SEED]
 *
 * Each turn decomposes a random matrix, solves a system with a known answer, and adds the product of the two triangles
 * to a hash.  Prints that, how many rows changed places, and how near the answers were. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 160 };

typedef double matrix[SIZE][SIZE];

static matrix original, work, lower, upper, product;
static int row_of[SIZE]; /* of the original, by where it has come to */
static double right[SIZE], answer[SIZE];

static uint64_t state;

/* Marsaglia's xorshift; -1 to 1 */
static double draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(int64_t)state / 9223372036854775808.0;
}

static void multiply(matrix to, matrix a, matrix b)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            to[i][j] = 0;
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++)
            for (int j = 0; j < SIZE; j++)
                to[i][j] += a[i][k] * b[k][j];
}

/* Exchanges row k for the one that has the largest number in that column; gives whether it is another. */
static int pivot(matrix a, int k)
{
    int best = k;
    for (int i = k + 1; i < SIZE; i++)
        if (fabs(a[i][k]) > fabs(a[best][k]))
            best = i;
    if (best == k)
        return 0;
    for (int j = 0; j < SIZE; j++) {
        double other = a[k][j];
        a[k][j] = a[best][j];
        a[best][j] = other;
    }
    int other = row_of[k];
    row_of[k] = row_of[best];
    row_of[best] = other;
    return 1;
}

/* In place: below the diagonal the lower triangle, whose diagonal is 1; the rest is the upper.  Gives the exchanges. */
static long decompose(matrix a)
{
    long exchanges = 0;
    for (int i = 0; i < SIZE; i++)
        row_of[i] = i;
    for (int k = 0; k < SIZE; k++) {
        exchanges += pivot(a, k);
        for (int i = k + 1; i < SIZE; i++) {
            double factor = a[i][k] /= a[k][k];
            for (int j = k + 1; j < SIZE; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
    return exchanges;
}

static void solve(double *x, matrix a, const double *b)
{
    for (int i = 0; i < SIZE; i++) {
        x[i] = b[row_of[i]];
        for (int j = 0; j < i; j++)
            x[i] -= a[i][j] * x[j];
    }
    for (int i = SIZE - 1; i >= 0; i--) {
        for (int j = i + 1; j < SIZE; j++)
            x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
}

static void split(matrix a)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            lower[i][j] = j < i ? a[i][j] : j == i;
            upper[i][j] = j < i ? 0 : a[i][j];
        }
}

/* A system whose answer is 1, 2, 3 and so on. */
static void fill(void)
{
    for (int i = 0; i < SIZE; i++) {
        right[i] = 0;
        for (int j = 0; j < SIZE; j++) {
            work[i][j] = original[i][j] = draw();
            right[i] += original[i][j] * (j + 1);
        }
    }
}

int main(int argc, char **argv)
{
    long turns = argc > 1 ? atol(argv[1]) : 0, exchanges = 0, far = 0;
    uint64_t hash = 0;
    if (turns < 1) {
        fprintf(stderr, "usage: matrix TURNS [SEED]\n");
        return 2;
    }
    state = 88172645463325252u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    for (long turn = 0; turn < turns; turn++) {
        fill();
        exchanges += decompose(work);
        solve(answer, work, right);
        split(work);
        multiply(product, lower, upper);
        for (int i = 0; i < SIZE; i++) {
            far += fabs(answer[i] - (i + 1)) > 1e-3;
            for (int j = 0; j < SIZE; j++)
                far += fabs(product[i][j] - original[row_of[i]][j]) > 1e-9;
            hash = 31 * hash + (uint64_t)llround(product[i][i] * 1e6);
        }
    }
    printf("hash %016llx, %ld exchanges, %ld numbers far off\n", (unsigned long long)hash, exchanges, far);
    return far != 0;
}
