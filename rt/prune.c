/* prune.c - a forest within a bound: rare sequences make room for others (paper k-BLPP, section 4.2, Discussion).
 *
 * Where room is short, nodes without children whose count is least are given up, until a quarter of all is free.  The
 * sequence x1 .. xm of such a node counts as x(m-j+1) .. xm from then on, where j is m - 1, or k - 1, and 4 at most:
 * sequences of up to j paths still count right, and marks say which longer ones do not (raw.h).  The parent is marked,
 * of depth m - 1, so that all whose beginning ends there, and which have more than j paths, are known to lack.  The
 * mark of a node that goes itself moves up, where it means as much and more; and what began at its path is told by the
 * node that takes over its count, which is marked too.  So some beginning of each sequence that lacks ends at a mark,
 * whatever is pruned in whatever order.  Roots are never pruned.  A node that is made again needs no mark: its sequence
 * has such a beginning already.
 *
 * Streams stand on nodes while their activations call others.  So the nodes of a pruning are kept until the next one,
 * and a stream that comes back to such a node has it made anew.  One that comes back later than that begins anew, and
 * the function's sequences may lack.
 *
 * Each step leaves the forest as a reader, or the next process, can take it over: a node is marked for as long as its
 * count is moved. */
#include "forest.h"

#define SHORT 16           /* a short sequence is worth as much as so many long ones */
#define RARE  (1ull << 62) /* no count is */

/* --- what is free --- */

static void node_free(struct pep_forest *f, uint32_t i)
{
    pep_forest_node(f, i)->child = f->free;
    f->free = i;
    f->nfree++;
}

/* What the pruning before has left; no stream finds it any more. */
static void free_left(struct pep_forest *f)
{
    uint32_t next;

    for (; f->left; f->left = next) {
        next = pep_forest_node(f, f->left)->depth;
        node_free(f, f->left);
    }
    f->nleft = 0;
}

/* --- one node --- */

/* The node that is to take over the count of a child of `parent`; 0 where there is no room. */
static uint32_t heir_of(struct pep_forest *f, uint32_t parent, uint32_t path)
{
    uint32_t paths[PEP_RAW_PRUNED_MAX] = {path}, k = f->segment->unit->k, depth = 1, length, up = parent, i;

    for (; !(up & PEP_RAW_ROOT); up = pep_forest_above(f, up)) {
        if (depth < PEP_RAW_PRUNED_MAX)
            paths[depth] = pep_forest_node(f, up)->path;
        depth++;
    }
    length = PEP_RAW_PRUNED_LENGTH(depth - 1, k);
    i = pep_forest_root_of(f, up & ~PEP_RAW_ROOT, paths[length - 1]);
    while (i && --length)
        i = pep_forest_child_of(f, i, paths[length - 1]);
    return i;
}

/* Takes the count of a node that nobody leads to any more, which is none then. */
static void inherit(struct pep_forest *f, uint32_t heir, uint32_t i)
{
    struct pep_raw_node *n = pep_forest_node(f, i), *root = pep_forest_node(f, heir);
    uint64_t count = pep_forest_count(n), before;

    f->head->heir = heir;
    do { /* a handler may count there too */
        before = __atomic_load_n(&root->count, __ATOMIC_ACQUIRE);
        pep_forest_store(&f->head->pruned, 0);
        f->head->sum = before + count;
        pep_forest_store(&f->head->pruned, i);
    } while (
        !__atomic_compare_exchange_n(&root->count, &before, before + count, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
    pep_forest_store(&n->next, 0);
    pep_forest_store(&f->head->pruned, 0);
}

/* Prunes a child of `parent` that stands behind `before`, or is the first one; false where it has to stay. */
static bool prune(struct pep_forest *f, uint32_t parent, uint32_t before, uint32_t i)
{
    struct pep_raw_node *n = pep_forest_node(f, i), *p = pep_forest_node(f, parent);
    uint64_t count = pep_forest_count(n);
    uint32_t heir = 0, next;

    if (n->count) {
        heir = heir_of(f, parent, n->path);
        if (!heir)
            return false;
        if (n->count & PEP_RAW_PRUNED)
            pep_forest_mark(pep_forest_node(f, heir));
        pep_forest_mark(p);
    }
    next = pep_forest_load(&n->next);
    if (before)
        pep_forest_store(&pep_forest_node(f, before)->next, next);
    else
        pep_forest_store(&p->child, next & PEP_RAW_LAST ? 0 : next);
    if (count)
        inherit(f, heir, i);
    else
        pep_forest_store(&n->next, 0);
    n->child = parent;
    n->depth = f->left; /* not its count: who is stepping there may count once more */
    f->left = i;
    f->nleft++;
    return true;
}

/* --- a pruning --- */

/* Short sequences are few, they say most, and what was long is on its way there. */
static bool is_short(const struct pep_forest *f, uint32_t parent)
{
    uint32_t depth = 2;

    for (; !(parent & PEP_RAW_ROOT) && depth <= PEP_RAW_PRUNED_MAX; parent = pep_forest_above(f, parent))
        depth++;
    return depth <= PEP_RAW_PRUNED_MAX;
}

static void prune_below(struct pep_forest *f, uint32_t parent, uint64_t most)
{
    uint32_t i = pep_forest_first(f, pep_forest_node(f, parent)), before = 0, next;

    if (i && is_short(f, parent))
        most /= SHORT;
    for (; (int32_t)i > 0; i = next) {
        const struct pep_raw_node *n = pep_forest_node(f, i);

        next = pep_forest_load(&n->next);
        if (pep_forest_first(f, n) || pep_forest_count(n) > most || !prune(f, parent, before, i))
            before = i;
    }
}

/* Whoever has lost all children can go as well, and most of them have smaller numbers. */
static void prune_up_to(struct pep_forest *f, uint64_t most, uint32_t wanted)
{
    uint32_t i, end, before;

    do {
        before = f->nleft;
        end = PEP_RAW_FIRST_NODE + f->head->used;
        for (i = end < f->end ? end : f->end; --i >= PEP_RAW_FIRST_NODE && f->nleft < wanted;)
            if (pep_forest_load(&pep_forest_node(f, i)->next))
                prune_below(f, i, most);
    } while (before < f->nleft && f->nleft < wanted);
}

/* Nodes say no more what lies behind them, which may go. */
static void forget_all(struct pep_forest *f)
{
    uint32_t i, end = PEP_RAW_FIRST_NODE + f->head->used;
    struct pep_raw_node *n;

    for (i = end < f->end ? end : f->end; --i >= PEP_RAW_FIRST_NODE;) {
        n = pep_forest_node(f, i);
        if (!pep_forest_load(&n->next))
            continue;
        pep_forest_expect_nothing(n);
        if (pep_forest_is_deepest(f, n))
            n->child = 0;
    }
}

/* The rarest first, but for a start near what was rare the last time. */
static void prune_all(struct pep_forest *f)
{
    uint32_t wanted = pep_forest_capacity(f) / PEP_FOREST_SHARE;
    uint64_t most = f->rare / 4;

    forget_all(f);
    free_left(f);
    for (; f->nleft < wanted && most < RARE; most += most + 1)
        prune_up_to(f, most, wanted);
    f->rare = f->nleft < wanted ? 0 : most;
}

/* Each time a stream comes back its nodes may have to be made anew. */
static bool is_wanted(const struct pep_forest *f)
{
    uint64_t reserve = f->nleft ? 4 * (uint64_t)f->segment->unit->k + 4 : pep_forest_capacity(f) / PEP_FOREST_SHARE;

    return pep_forest_room(f) < reserve && pep_forest_is_full(f);
}

void pep_prune(struct pep_forest *f)
{
    if (f->patience) {
        f->patience--;
        return;
    }
    if (!is_wanted(f))
        return;
    f->pruning = true;
    f->guesses = false;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    f->generation++;
    prune_all(f);
    if (f->nleft < pep_forest_capacity(f) / PEP_FOREST_SHARE)
        f->patience = pep_forest_capacity(f);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    f->pruning = false;
}

/* --- streams --- */

/* The node, or if it was pruned the one that stands for it now; 0 where there is no room. */
static uint32_t revive(struct pep_forest *f, uint32_t i)
{
    const struct pep_raw_node *n = pep_forest_node(f, i);
    uint32_t parent;

    if (pep_forest_load(&n->next))
        return i;
    parent = revive(f, n->child);
    return parent ? pep_forest_child_of(f, parent, n->path) : 0;
}

uint32_t pep_prune_recover(struct pep_forest *f, uint32_t function, uint32_t i, uint64_t generation)
{
    if (generation + 1 == f->generation)
        i = revive(f, i);
    else if (pep_forest_node(f, i)->depth != 1) /* no root that is there since before the first pruning */
        i = 0;
    if (!i)
        pep_prune_mark_all(f, function);
    return i;
}

void pep_prune_mark_all(struct pep_forest *f, uint32_t function)
{
    uint32_t i = pep_forest_root_of(f, function, PEP_RAW_EVERY + 1);

    if (i)
        pep_forest_mark(pep_forest_node(f, i));
    else
        __atomic_store_n(&f->head->lacks, 1, __ATOMIC_RELAXED);
}

/* --- of an ended process --- */

void pep_prune_restore(struct pep_forest *f)
{
    uint32_t i, end = PEP_RAW_FIRST_NODE + f->head->used;

    end = end < f->end ? end : f->end;
    if (f->head->pruned >= PEP_RAW_FIRST_NODE && f->head->pruned < end && f->head->heir >= PEP_RAW_FIRST_NODE &&
        f->head->heir < end) {
        __atomic_store_n(&pep_forest_node(f, f->head->heir)->count, f->head->sum, __ATOMIC_RELEASE);
        pep_forest_store(&pep_forest_node(f, f->head->pruned)->next, 0);
        pep_forest_store(&f->head->pruned, 0);
    }
    for (i = PEP_RAW_FIRST_NODE; i < end; i++)
        if (!pep_forest_load(&pep_forest_node(f, i)->next))
            node_free(f, i);
}
