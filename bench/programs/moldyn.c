/* moldyn.c - molecular dynamics: atoms that attract and repel each other (Lennard and Jones) in a box whose sides meet,
 * moved on step by step (Verlet); most of the time goes into one loop over all pairs, with branches for those that are
 * near.
 *
 *     moldyn STEPS [SEED]
 *
 * All in units of the potential: lengths of its zero, energies of its depth, the mass of an atom.  Prints the energy
 * at the begin, how well it has been kept, and how many pairs were near enough to count. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 5, ATOMS = 4 * SIDE * SIDE * SIDE };

struct vector {
    double x, y, z;
};

static const double density = 0.8442, warmth = 0.722, step = 0.004;
static double box, reach; /* pairs farther apart than the reach do not feel each other */
static struct vector places[ATOMS], speeds[ATOMS], forces[ATOMS];
static unsigned long near;

static uint64_t state;

/* Marsaglia's xorshift; -1 to 1 */
static double draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(int64_t)state / 9223372036854775808.0;
}

/* Atoms at the corners and in the middle of the faces of cubes. */
static void place_atoms(void)
{
    static const double corner[4][3] = {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
    double cube = box / SIDE;
    int atom = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            for (int k = 0; k < SIDE; k++)
                for (int c = 0; c < 4; c++, atom++)
                    places[atom] = (struct vector){(i + corner[c][0]) * cube, (j + corner[c][1]) * cube,
                                                   (k + corner[c][2]) * cube};
}

/* Random, as a whole at rest, and as fast as the warmth wants. */
static void push_atoms(void)
{
    struct vector sum = {0, 0, 0};
    double square = 0;
    for (int i = 0; i < ATOMS; i++) {
        speeds[i] = (struct vector){draw() + draw(), draw() + draw(), draw() + draw()};
        sum = (struct vector){sum.x + speeds[i].x, sum.y + speeds[i].y, sum.z + speeds[i].z};
    }
    for (int i = 0; i < ATOMS; i++) {
        struct vector *v = &speeds[i];
        *v = (struct vector){v->x - sum.x / ATOMS, v->y - sum.y / ATOMS, v->z - sum.z / ATOMS};
        square += v->x * v->x + v->y * v->y + v->z * v->z;
    }
    double factor = sqrt(3 * ATOMS * warmth / square);
    for (int i = 0; i < ATOMS; i++)
        speeds[i] = (struct vector){speeds[i].x * factor, speeds[i].y * factor, speeds[i].z * factor};
}

/* The shorter way round. */
static double shorter(double distance)
{
    if (distance < -box / 2)
        return distance + box;
    if (distance > box / 2)
        return distance - box;
    return distance;
}

/* The forces between one atom and those behind it; gives their energy. */
static double feel(int i)
{
    double energy = 0;
    struct vector at = places[i];
    for (int j = i + 1; j < ATOMS; j++) {
        double x = shorter(at.x - places[j].x), y = shorter(at.y - places[j].y), z = shorter(at.z - places[j].z);
        double square = x * x + y * y + z * z;
        if (square > reach * reach)
            continue;
        double inverse = 1 / square, sixth = inverse * inverse * inverse;
        double force = 48 * inverse * sixth * (sixth - 0.5);
        energy += 4 * sixth * (sixth - 1);
        near++;
        forces[i] = (struct vector){forces[i].x + force * x, forces[i].y + force * y, forces[i].z + force * z};
        forces[j] = (struct vector){forces[j].x - force * x, forces[j].y - force * y, forces[j].z - force * z};
    }
    return energy;
}

static double feel_all(void)
{
    double energy = 0;
    for (int i = 0; i < ATOMS; i++)
        forces[i] = (struct vector){0, 0, 0};
    for (int i = 0; i < ATOMS; i++)
        energy += feel(i);
    return energy;
}

static double inside(double place)
{
    if (place < 0)
        return place + box;
    return place < box ? place : place - box;
}

static void push(double time)
{
    for (int i = 0; i < ATOMS; i++) {
        speeds[i].x += forces[i].x * time;
        speeds[i].y += forces[i].y * time;
        speeds[i].z += forces[i].z * time;
    }
}

static void move(double time)
{
    for (int i = 0; i < ATOMS; i++) {
        places[i].x = inside(places[i].x + speeds[i].x * time);
        places[i].y = inside(places[i].y + speeds[i].y * time);
        places[i].z = inside(places[i].z + speeds[i].z * time);
    }
}

static double motion(void)
{
    double sum = 0;
    for (int i = 0; i < ATOMS; i++)
        sum += speeds[i].x * speeds[i].x + speeds[i].y * speeds[i].y + speeds[i].z * speeds[i].z;
    return sum / 2;
}

int main(int argc, char **argv)
{
    long steps = argc > 1 ? atol(argv[1]) : 0;
    if (steps < 1) {
        fprintf(stderr, "usage: moldyn STEPS [SEED]\n");
        return 2;
    }
    state = 88172645463325252u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    box = cbrt(ATOMS / density);
    reach = box / 3;
    place_atoms();
    push_atoms();
    double first = feel_all() + motion(), energy = first;
    for (long n = 0; n < steps; n++) {
        push(step / 2);
        move(step);
        energy = feel_all();
        push(step / 2);
        energy += motion();
    }
    printf("energy %.4f, %s, %lu pairs\n", first / ATOMS, fabs(energy - first) < 0.05 * ATOMS ? "kept" : "lost", near);
    return 0;
}
