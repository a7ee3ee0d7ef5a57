/* span.c - sequences of paths that are told several at a time (abi.h, struct pep_span), where memory is bounded.
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

static void tell_forest(struct pep_unit *unit, uint32_t function, struct pep_span s, uint32_t bits)
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

void pep_span_hook(struct pep_unit *unit)
{
    if (pep_forest_memory)
        unit->span = tell_forest;
}
