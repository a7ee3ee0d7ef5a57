/* span.c - sequences of paths that are told several at a time (abi.h, struct pep_span): of the turns of a loop, and
 * where memory is bounded.
 *
 * The paper steps down a forest with each path (k-BLPP, figure 6).  A span instead is counted in a hash table: one
 * access for as many paths as are new in it, and none that waits for the one before; whoever reads the profile makes
 * the forest.  But a table cannot be pruned, so under a bound the paths go on to the forest, one by one. */
#include "core.h"

/* The bits from n on. */
static uint64_t bits_from(struct pep_span s, unsigned n)
{
    return n >= 64 ? s.high >> (n - 64) : n ? s.low >> n | s.high << (64 - n) : s.low;
}

static struct pep_span left(struct pep_span s, unsigned n)
{
    if (n >= 64)
        return (struct pep_span){0, s.low << (n - 64)};
    return n ? (struct pep_span){s.low << n, s.high << n | s.low >> (64 - n)} : s;
}

/* The lowest n bits, and `above` over them; all of it fits in one word where it is not wide. */
static inline struct pep_span under(struct pep_span s, unsigned n, struct pep_span above, bool wide)
{
    above = wide ? left(above, n) : (struct pep_span){n < 64 ? above.low << n : 0, 0};
    above.low |= n >= 64 ? s.low : s.low & ((UINT64_C(1) << n) - 1);
    above.high |= n > 64 ? s.high & ((UINT64_C(1) << (n - 64)) - 1) : 0;
    return above;
}

/* How many numbers there are. */
static inline unsigned numbers_in(struct pep_span s, unsigned bits)
{
    unsigned top = s.high ? 128 - (unsigned)__builtin_clzll(s.high) : s.low ? 64 - (unsigned)__builtin_clzll(s.low) : 0;

    return (top + bits - 1) / bits;
}

/* Fills one span after the other.  From where all in it is this path each that is full is the same. */
static inline struct pep_span fill(struct pep_unit *unit, uint32_t function, struct pep_span s, uint64_t path,
                                   uint64_t times, uint32_t form, bool wide)
{
    unsigned bits = form & 63, last = form >> 6, room = last / bits + 1, fresh = room - unit->k, n;
    unsigned has = numbers_in(s, bits);
    uint64_t same;
    struct pep_span mark = {(UINT64_C(1) << bits) - 1, 0}, all = {path + 1, 0}, steady;

    for (n = bits; n <= last; n *= 2)
        all = under(all, n, all, wide);
    steady = under(all, last, mark, wide);
    for (;;) {
        n = times < room - has ? (unsigned)times : room - has;
        s = under(all, n * bits, s, wide);
        times -= n;
        if (!times)
            return s;
        same = s.low == steady.low && s.high == steady.high ? (times - 1) / fresh : 0;
        unit->span(unit, function, s, bits, same + 1);
        times -= same * fresh;
        s = under(s, bits * (unit->k - 1), mark, wide);
        has = unit->k;
    }
}

static struct pep_span turns(struct pep_unit *unit, uint32_t function, struct pep_span s, uint64_t path, uint64_t times,
                             uint32_t form)
{
    if ((form & 63) + (form >> 6) <= 64)
        return fill(unit, function, s, path, times, form, false);
    return fill(unit, function, s, path, times, form, true);
}

static void tell_paths(struct pep_unit *unit, uint32_t function, struct pep_span s, uint32_t bits)
{
    uint64_t mark = (UINT64_C(1) << bits) - 1, number;
    struct pep_stream stream = pep_forest_nothing;
    unsigned at = 8 * sizeof s / bits, known = 0;

    while (at--) {
        number = bits_from(s, bits * at) & mark;
        if (number == mark)
            known = unit->k - 1;
        else if (number) {
            stream = unit->kpath(unit, function, stream, (number - 1) | (known ? PEP_FOREST_UNCOUNTED : 0));
            known -= known != 0;
        }
    }
}

static void tell_forest(struct pep_unit *unit, uint32_t function, struct pep_span s, uint32_t bits, uint64_t times)
{
    while (times--)
        tell_paths(unit, function, s, bits);
}

void pep_span_hook(struct pep_unit *unit)
{
    unit->turns = turns;
    if (pep_forest_memory)
        unit->span = tell_forest;
}
