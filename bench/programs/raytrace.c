/* raytrace.c - a picture of mirroring balls on a board: each ray looks for the nearest ball, for the lamps that shine
 * there, and goes on as a reflection, by recursion.
 *
 *     raytrace PICTURES [SEED]
 *
 * From picture to picture the eye goes round.  Prints how many rays there were and a hash of the last picture. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 96, BALLS = 24, LAMPS = 2, DEPTH = 4 };

struct vector {
    double x, y, z;
};

struct ball {
    struct vector centre, colour;
    double radius, mirror; /* the part of the light that it reflects */
};

static struct ball balls[BALLS];
static const struct vector lamps[LAMPS] = {{-8, 12, -6}, {10, 8, -9}};
static unsigned long rays;

static uint64_t state;

/* Marsaglia's xorshift; 0 to 1 */
static double draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static struct vector add(struct vector a, struct vector b)
{
    return (struct vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static struct vector scale(struct vector a, double factor)
{
    return (struct vector){a.x * factor, a.y * factor, a.z * factor};
}

static double dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(struct vector a)
{
    return scale(a, 1 / sqrt(dot(a, a)));
}

static void place_balls(void)
{
    for (int i = 0; i < BALLS; i++) {
        struct ball *b = &balls[i];
        b->radius = 0.4 + 0.8 * draw();
        b->centre = (struct vector){10 * draw() - 5, b->radius + 3 * draw(), 10 * draw() - 5};
        b->colour = (struct vector){0.3 + 0.7 * draw(), 0.3 + 0.7 * draw(), 0.3 + 0.7 * draw()};
        b->mirror = i % 3 == 0 ? 0 : 0.3 + 0.5 * draw();
    }
}

/* How far along the ray the ball is met; 0 where it is not. */
static double meet(const struct ball *b, struct vector from, struct vector way)
{
    struct vector to = add(b->centre, scale(from, -1));
    double along = dot(to, way), under = b->radius * b->radius - dot(to, to) + along * along;
    if (along <= 0 || under <= 0)
        return 0;
    double half = sqrt(under);
    if (along - half > 1e-6)
        return along - half;
    return along + half > 1e-6 ? along + half : 0;
}

/* Does a ball stand between the place and the lamp? */
static int in_shadow(struct vector place, struct vector way, double distance)
{
    for (int i = 0; i < BALLS; i++) {
        double t = meet(&balls[i], place, way);
        if (t > 0 && t < distance)
            return 1;
    }
    return 0;
}

static double shine(struct vector place, struct vector normal)
{
    double light = 0.15;
    for (int i = 0; i < LAMPS; i++) {
        struct vector to = add(lamps[i], scale(place, -1)), way = unit(to);
        double slant = dot(way, normal);
        if (slant > 0 && !in_shadow(place, way, sqrt(dot(to, to))))
            light += 0.5 * slant;
    }
    return light;
}

static struct vector board(struct vector place)
{
    static const struct vector dark = {0.1, 0.1, 0.1}, bright = {0.8, 0.8, 0.8};
    return ((long)floor(place.x) + (long)floor(place.z)) & 1 ? dark : bright;
}

/* The light that comes along the ray against its way. */
static struct vector look(struct vector from, struct vector way, int depth)
{
    static const struct vector sky = {0.4, 0.6, 0.9};
    const struct ball *nearest = NULL;
    double distance = 1e9;
    rays++;
    for (int i = 0; i < BALLS; i++) {
        double t = meet(&balls[i], from, way);
        if (t > 0 && t < distance) {
            distance = t;
            nearest = &balls[i];
        }
    }
    if (!nearest && way.y >= 0)
        return sky;
    if (!nearest)
        distance = -from.y / way.y;
    struct vector place = add(from, scale(way, distance));
    struct vector normal = nearest ? unit(add(place, scale(nearest->centre, -1))) : (struct vector){0, 1, 0};
    struct vector own = nearest ? nearest->colour : board(place);
    double mirror = nearest ? nearest->mirror : 0.1;
    struct vector seen = scale(own, shine(place, normal) * (1 - mirror));
    if (mirror > 0 && depth > 1) {
        struct vector on = add(way, scale(normal, -2 * dot(way, normal)));
        seen = add(seen, scale(look(place, on, depth - 1), mirror));
    }
    return seen;
}

static uint32_t byte(double light)
{
    return light < 0 ? 0 : light > 1 ? 255 : (uint32_t)(light * 255);
}

static uint64_t picture(double turn)
{
    struct vector eye = {9 * sin(turn), 4, -9 * cos(turn)};
    struct vector ahead = unit(scale(eye, -1)), aside = unit((struct vector){ahead.z, 0, -ahead.x});
    struct vector up = {ahead.y * aside.z - ahead.z * aside.y, ahead.z * aside.x - ahead.x * aside.z,
                        ahead.x * aside.y - ahead.y * aside.x};
    uint64_t hash = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            double x = (column + 0.5) / SIDE - 0.5, y = 0.5 - (row + 0.5) / SIDE;
            struct vector light = look(eye, unit(add(ahead, add(scale(aside, x), scale(up, y)))), DEPTH);
            hash = 31 * hash + (byte(light.x) << 16 | byte(light.y) << 8 | byte(light.z));
        }
    return hash;
}

int main(int argc, char **argv)
{
    long pictures = argc > 1 ? atol(argv[1]) : 0;
    uint64_t hash = 0;
    if (pictures < 1) {
        fprintf(stderr, "usage: raytrace PICTURES [SEED]\n");
        return 2;
    }
    state = 88172645463325252u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    place_balls();
    for (long i = 0; i < pictures; i++)
        hash = picture(0.1 * (double)i);
    printf("%lu rays, hash %016llx\n", rays, (unsigned long long)hash);
    return 0;
}
