/* montecarlo.c - numbers that are found by chance: pi by points in a square, a volume in five dimensions, and how far a
 * drunkard gets.  Short loops, small functions, and branches that nobody can foretell.
 *
 *     montecarlo SAMPLES [SEED]
 *
 * Prints how often each came out in which way, so the same everywhere. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIMENSIONS = 5, WALK = 10 };

static uint64_t state;

/* Vigna's xorshift64*, of which the upper half is used */
static uint32_t draw(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)(state * 2685821657736338717u >> 32);
}

static double draw_unit(void)
{
    return draw() / 4294967296.0;
}

/* Is a random point of the square in the quarter of the circle? */
static int in_circle(void)
{
    double x = draw_unit(), y = draw_unit();
    return x * x + y * y < 1;
}

/* And of the cube in the ball?  Most are found to be outside before the last coordinate. */
static int in_ball(void)
{
    double sum = 0;
    for (int i = 0; i < DIMENSIONS; i++) {
        double x = draw_unit();
        sum += x * x;
        if (sum >= 1)
            return 0;
    }
    return 1;
}

/* Steps north, east, south and west, each by chance, until home is reached or the night is over; gives the distance. */
static int walk(void)
{
    uint32_t ways = draw();
    int x = 0, y = 0;
    for (int i = 0; i < WALK; i++, ways >>= 2) {
        switch (ways & 3) {
        case 0: y++; break;
        case 1: x++; break;
        case 2: y--; break;
        default: x--; break;
        }
        if (x == 0 && y == 0)
            break;
    }
    return abs(x) + abs(y);
}

int main(int argc, char **argv)
{
    long samples = argc > 1 ? atol(argv[1]) : 0, circle = 0, ball = 0, home = 0, distance = 0;
    if (samples < 1) {
        fprintf(stderr, "usage: montecarlo SAMPLES [SEED]\n");
        return 2;
    }
    state = 88172645463325252u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    for (long i = 0; i < samples; i++) {
        circle += in_circle();
        ball += in_ball();
        int away = walk();
        if (away)
            distance += away;
        else
            home++;
    }
    printf("pi %.3f (%ld), ball %.3f (%ld), home %ld, distance %ld\n", 4.0 * (double)circle / (double)samples, circle,
           32.0 * (double)ball / (double)samples, ball, home, distance);
    return 0;
}
