#include "profile/slabs.h"

/* The nodes of one segment, by number. */
struct nodes {
    const struct pep_raw_file *raw;
    const struct pep_raw_segment *segment;
    uint32_t end;
    uint32_t *above; /* what the last of the siblings says: its next; 0 not known yet, BROKEN where there is no last */
    uint32_t *slab;  /* index of the node's slab plus 1, or 0 */
    uint32_t *asked; /* whether it was looked at */
};
enum { BROKEN = 1 };

static uint32_t *new_numbers(size_t n)
{
    uint32_t *numbers = pep_array_grow(NULL, 0, &(size_t){0}, n + 1, sizeof *numbers);
    pep_array_zero(numbers, (n + 1) * sizeof *numbers);
    return numbers;
}

/* find_above - walk along the siblings to the last, and tell all on the way what it says; nexts that go in circles are
 * met again as broken. */
static void find_above(struct nodes *n, uint32_t first)
{
    struct pep_raw_node node;
    uint32_t at = first, above = BROKEN;
    while (at < n->end && !n->above[at] && pep_raw_node(&node, n->raw, n->segment, at)) {
        n->above[at] = BROKEN;
        if (node.next & PEP_RAW_LAST) {
            above = node.next;
            at = n->end;
        } else {
            at = node.next;
        }
    }
    if (at < n->end && n->above[at])
        above = n->above[at];
    for (at = first; at < n->end && n->above[at] == BROKEN && above != BROKEN;) {
        n->above[at] = above;
        if (!pep_raw_node(&node, n->raw, n->segment, at) || node.next & PEP_RAW_LAST)
            break;
        at = node.next;
    }
}

/* place - where the node stands; false where it is nowhere. */
static bool place(struct pep_slab *slab, const struct nodes *n, const struct pep_slabs *slabs, uint32_t number,
                  const struct pep_unitmap *map)
{
    uint32_t above = n->above[number], up = above & ~(PEP_RAW_LAST | PEP_RAW_ROOT);
    slab->parent = PEP_NO_SLAB;
    slab->function = up;
    slab->depth = 1;
    if (!(above & PEP_RAW_LAST))
        return false;
    if (!(above & PEP_RAW_ROOT)) {
        if (up >= n->end || !n->slab[up])
            return false;
        slab->parent = n->slab[up] - 1;
        slab->function = slabs->at[slab->parent].function;
        slab->depth = slabs->at[slab->parent].depth + 1;
    }
    if (slab->pruned)
        slab->pruned = PEP_RAW_PRUNED_LENGTH(slab->depth, map->k);
    if (slab->function >= map->nfunctions)
        return false;
    const struct pep_function *f = map->functions[slab->function];
    return (f->storage == PEP_STORE_FOREST || f->storage == PEP_STORE_SPANS) &&
           (slab->path < f->npaths || (slab->path == PEP_RAW_EVERY && above & PEP_RAW_ROOT));
}

/* add - the node, if it is one; false where it stands nowhere. */
static bool add(struct nodes *n, struct pep_slabs *slabs, uint32_t number, const struct pep_unitmap *map)
{
    struct pep_raw_node node;
    if (n->slab[number] || slabs->count == PEP_NO_SLAB || !pep_raw_node(&node, n->raw, n->segment, number))
        return true;
    struct pep_slab slab = {
        .path = node.path - 1, .count = node.count & ~PEP_RAW_PRUNED, .pruned = node.count >= PEP_RAW_PRUNED};
    if (!place(&slab, n, slabs, number, map))
        return false;
    pep_array_push(slabs, slab);
    n->slab[number] = (uint32_t)slabs->count;
    return true;
}

/* next_above - the node above one of which it is known where it stands, if it has to be added first; or 0.  Whoever is
 * asked again has been on the way already. */
static uint32_t next_above(struct nodes *n, uint32_t number)
{
    if (!n->above[number])
        find_above(n, number);
    uint32_t above = n->above[number];
    if (!(above & PEP_RAW_LAST) || above & PEP_RAW_ROOT)
        return 0;
    above &= ~PEP_RAW_LAST;
    return above < n->end && !n->slab[above] && !n->asked[above] ? above : 0;
}

uint64_t pep_slabs_add(struct pep_slabs *slabs, const struct pep_raw_file *raw, const struct pep_raw_segment *s,
                       const struct pep_unitmap *map)
{
    struct nodes n = {.raw = raw, .segment = s};
    struct {
        PEP_ARRAY(uint32_t);
    } way = {0}; /* from a node up to one that stands somewhere */
    uint64_t broken = 0, all = PEP_RAW_FIRST_NODE;
    const uint64_t *count = raw->forests.at[s->forest].count;
    for (unsigned i = 0; i < PEP_RAW_PIECES && count[i]; i++) {
        all = ((uint64_t)PEP_RAW_NODES << i) + count[i];
        if (count[i] < (uint64_t)PEP_RAW_NODES << i) /* numbers go on in the next piece where one is full */
            break;
    }
    n.end = (uint32_t)(all < s->count ? all : s->count);
    n.above = new_numbers(n.end);
    n.slab = new_numbers(n.end);
    n.asked = new_numbers(n.end);
    for (uint32_t i = PEP_RAW_FIRST_NODE; i < n.end; i++) {
        for (uint32_t up = n.asked[i] ? 0 : i; up; up = next_above(&n, up)) {
            n.asked[up] = 1;
            pep_array_push(&way, up);
        }
        for (; way.count; way.count--)
            broken += !add(&n, slabs, *pep_array_last(&way), map);
    }
    slabs->pruned |= raw->forests.at[s->forest].lacks;
    pep_array_free(&way);
    pep_array_release(n.above);
    pep_array_release(n.slab);
    pep_array_release(n.asked);
    return broken;
}
