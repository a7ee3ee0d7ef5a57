/* forest.c - which sequences of paths came: the k-slab forest (paper k-BLPP, section 2.3, figure 6).
 *
 * An activation tells the numbers of its paths one after the other.  Its sequence is cut into slabs of k - 1.  Each
 * path counts where it ends below the slab before its own, or below the root in the first slab: from there upwards lie
 * the last k paths at least, or all there were.  The paper walks two ways at once, that one and the one by which the
 * next slab will begin.  Here a stream stands on one node only: the deepest ones, at the end of a second slab, know
 * the node of its paths alone, found once, and the stream goes on from there.  So each path is one step from a node to
 * its child, and only the first of an activation is looked up in a table.
 *
 * And a node says which of its children is expected next, `onward`, so that code can make that step by itself (abi.h).
 * A deepest node says so of the node that it goes on from.
 *
 * Siblings are searched from the front, and what is found moves there, so that the hot ones are met soon.
 *
 * Nodes lie in the profile file as a reader finds them; a process keeps its table of the roots for itself.  Nobody ever
 * waits: a new node is linked by compare-and-swap, and one is moved by whoever comes first, others leave it where it
 * is.  So a signal handler may come, and a second thread, anywhere; and a process may be killed anywhere, since the
 * order of stores leaves each node a way to its parent (raw.h). */
#include "forest.h"

enum {
    ROOTS_FIRST = 64, /* slots */
    ROOTS_MAX = 1 << 30,
    NODES_MAX = 1 << 30, /* numbers */
    DEPTH_MAX = 1 << 20, /* of a slab */
    DENSE_MIN = 1 << 20, /* bytes: it will be filled, and what lies in front of it may come along */
    FEW = 32,            /* paths that are kept on the stack */
    NEAR = 3,            /* children: a branch has two ways, and what comes to the front is the third at least */
};

/* The roots by function and path: open addressing with linear probing. */
struct pep_roots {
    uint64_t mask, used;
    uint32_t shift, unused;
    uint32_t slots[]; /* numbers of nodes, or 0 */
};

/* No stream goes on from here. */
static struct pep_raw_node nowhere;

PEP_PART_IS(forests);
uint64_t pep_forest_memory;
static uint64_t taken; /* of it */

void pep_forest_expect_nothing(struct pep_raw_node *n)
{
    __atomic_store_n(&n->onward, (char *)&nowhere - (char *)n, __ATOMIC_RELAXED);
}

/* --- pieces --- */

static uint64_t piece_bytes(unsigned i)
{
    return PEP_ROUND(((uint64_t)PEP_RAW_NODES << PEP_NODE_BITS) << i, pep_facts.page);
}

static uintptr_t piece_base(const void *data, unsigned i)
{
    return (uintptr_t)data - ((uintptr_t)PEP_RAW_NODES << (PEP_NODE_BITS + i));
}

/* Takes memory for forests; false where that is more than there may be. */
static bool memory_take(uint64_t bytes)
{
    if (__atomic_add_fetch(&taken, bytes, __ATOMIC_RELAXED) <= pep_forest_memory || !pep_forest_memory)
        return true;
    __atomic_fetch_sub(&taken, bytes, __ATOMIC_RELAXED);
    return false;
}

void pep_forest_begin(struct pep_unit *unit)
{
    if (!pep_profile_needs(PEP_PART_FORESTS))
        pep_platform_forests(&pep_forest_memory);
    pep_span_hook(unit);
}

void pep_forest_forget(void)
{
    taken = 0;
}

bool pep_forest_is_full(const struct pep_forest *f)
{
    return pep_forest_memory && taken + ((uint64_t)f->end << PEP_NODE_BITS) > pep_forest_memory;
}

/* A forest whose entry is in the file has all of its pieces there. */
static bool piece_add(struct pep_forest *f, unsigned i)
{
    struct pep_segment *s = f->segment;
    uint64_t offset = 0, bytes = piece_bytes(i);
    struct pep_batch batch = {0};
    uintptr_t none = 0;
    void *data = NULL;
    struct pep_host saved;

    if (!memory_take(bytes))
        return false;
    saved = pep_platform_enter();
    if (!s->entry)
        data = pep_platform_memory(bytes, NULL);
    else if (!pep_profile.full)
        data = pep_space_take(&batch, &offset, bytes);
    pep_batch_close(&batch);
    if (data && offset && bytes >= DENSE_MIN)
        pep_platform_dense(data, bytes);
    if (!data)
        f->full = true;
    else if (!__atomic_compare_exchange_n(&f->base[PEP_FOREST_FIRST_BIT + i], &none, piece_base(data, i), 0,
                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ; /* somebody was faster: this one stays unused */
    else {
        f->end = PEP_RAW_NODES << (i + 1);
        if (s->entry)
            __atomic_store_n(&f->head->pieces[i - 1], offset - s->entry->offset, __ATOMIC_RELEASE);
    }
    pep_platform_leave(saved);
    return data != NULL;
}

void *pep_forest_piece(const struct pep_segment *s, unsigned i, uint64_t *bytes)
{
    uintptr_t base = i < PEP_RAW_PIECES && s->forest ? s->forest->base[PEP_FOREST_FIRST_BIT + i] : 0;

    *bytes = base ? piece_bytes(i) : 0;
    return base ? (void *)(base + ((uintptr_t)PEP_RAW_NODES << (PEP_NODE_BITS + i))) : NULL;
}

/* One that was pruned.  A handler that comes in between takes one too, and nobody puts one back meanwhile. */
static uint32_t node_take_free(struct pep_forest *f)
{
    uint32_t i = f->free;
    struct pep_raw_node *n;

    do {
        if (!i)
            return 0;
        n = pep_forest_node(f, i);
    } while (!__atomic_compare_exchange_n(&f->free, &i, n->child, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    f->nfree--;
    n->child = 0;
    n->count = 0;
    return i;
}

/* A number with room behind it; 0 where there is none. */
static uint32_t node_take(struct pep_forest *f)
{
    uint32_t i = node_take_free(f);
    unsigned bit;

    if (i)
        return i;
    if (PEP_RAW_FIRST_NODE + f->head->used >= f->end && pep_forest_is_full(f))
        return 0;
    if (f->full || pep_forest_load(&f->head->used) >= NODES_MAX - PEP_RAW_FIRST_NODE)
        return 0;
    i = PEP_RAW_FIRST_NODE + __atomic_fetch_add(&f->head->used, 1, __ATOMIC_RELAXED);
    bit = 31 - (unsigned)__builtin_clz(i);
    if (!__atomic_load_n(&f->base[bit], __ATOMIC_ACQUIRE) && !piece_add(f, bit - PEP_FOREST_FIRST_BIT))
        return 0;
    if (pep_profile.header && !f->segment->entry)
        __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
    return i;
}

static struct pep_raw_node *node_begin(const struct pep_forest *f, uint32_t i, uint32_t path, uint32_t depth)
{
    struct pep_raw_node *n = pep_forest_node(f, i);

    n->path = path;
    n->depth = depth;
    pep_forest_expect_nothing(n);
    return n;
}

uint32_t pep_forest_above(const struct pep_forest *f, uint32_t i)
{
    do
        i = pep_forest_load(&pep_forest_node(f, i)->next);
    while (!(i & PEP_RAW_LAST));
    return i & ~PEP_RAW_LAST;
}

/* --- roots --- */

static inline uint32_t root_hash(uint32_t function, uint32_t path)
{
    return path * 0x9E3779B1u + function * 0x85EBCA77u;
}

static inline bool is_root(const struct pep_raw_node *n, uint32_t function, uint32_t path)
{
    return n->path == path && n->next == (PEP_RAW_LAST | PEP_RAW_ROOT | function);
}

static struct pep_roots *roots_new(uint64_t count)
{
    uint64_t bytes = sizeof(struct pep_roots) + count * sizeof(uint32_t);
    struct pep_roots *r =
        count == ROOTS_FIRST ? pep_memory_take(bytes) : pep_platform_memory(PEP_ROUND(bytes, pep_facts.page), NULL);

    if (r) {
        __atomic_fetch_add(&taken, bytes, __ATOMIC_RELAXED); /* in any case: each path has to count */
        r->mask = count - 1;
        r->shift = 32 - (uint32_t)__builtin_ctzll(count);
    }
    return r;
}

/* The slot of the root, or the free one where it belongs, or NULL. */
static uint32_t *root_slot(const struct pep_forest *f, struct pep_roots *r, uint32_t function, uint32_t path)
{
    uint64_t i = root_hash(function, path) >> r->shift, n;
    uint32_t root;

    for (n = 0; n <= r->mask; n++, i = (i + 1) & r->mask) {
        root = pep_forest_load(&r->slots[i]);
        if (!root || is_root(pep_forest_node(f, root), function, path))
            return &r->slots[i];
    }
    return NULL;
}

/* The old table stays taken: somebody may be looking into it.
 * What others put into the old table meanwhile is missing in the new one: they get another root then, which adds up. */
static struct pep_roots *roots_grow(struct pep_forest *f, struct pep_roots *old)
{
    struct pep_roots *new = roots_new(2 * (old->mask + 1));
    const struct pep_raw_node *n;
    uint32_t root;
    uint64_t i;

    if (!new)
        return old;
    for (i = 0; i <= old->mask; i++)
        if ((root = pep_forest_load(&old->slots[i]))) {
            n = pep_forest_node(f, root);
            *root_slot(f, new, n->next & ~(PEP_RAW_LAST | PEP_RAW_ROOT), n->path) = root;
            new->used++;
        }
    if (__atomic_compare_exchange_n(&f->roots, &old, new, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return new;
    pep_platform_forget(new, PEP_ROUND(sizeof *new + (new->mask + 1) * sizeof(uint32_t), pep_facts.page));
    return old;
}

static bool root_put(struct pep_forest *f, uint32_t function, uint32_t path, uint32_t root)
{
    struct pep_roots *r = __atomic_load_n(&f->roots, __ATOMIC_ACQUIRE);
    uint32_t *slot, before;
    struct pep_host saved = pep_platform_enter();

    if (__atomic_load_n(&r->used, __ATOMIC_RELAXED) >= r->mask / 2 && r->mask < ROOTS_MAX)
        r = roots_grow(f, r);
    pep_platform_leave(saved);
    do {
        slot = root_slot(f, r, function, path);
        if (!slot)
            return false;
        before = pep_forest_load(slot);
        if (before)
            return true; /* somebody was faster: there are two now, which add up */
    } while (!__atomic_compare_exchange_n(slot, &before, root, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    __atomic_fetch_add(&r->used, 1, __ATOMIC_RELAXED);
    return true;
}

static uint32_t root_add(struct pep_forest *f, uint32_t function, uint32_t path)
{
    struct pep_raw_node *n;
    uint32_t i = node_take(f);

    if (!i)
        return 0;
    n = node_begin(f, i, path, f->generation ? PEP_FOREST_LATE | 1 : 1);
    pep_forest_store(&n->next, PEP_RAW_LAST | PEP_RAW_ROOT | function);
    return root_put(f, function, path, i) ? i : 0;
}

uint32_t pep_forest_root_of(struct pep_forest *f, uint32_t function, uint32_t path)
{
    const uint32_t *slot = root_slot(f, __atomic_load_n(&f->roots, __ATOMIC_ACQUIRE), function, path);
    uint32_t root = slot ? pep_forest_load(slot) : 0;

    return root ? root : root_add(f, function, path);
}

/* --- children --- */

static uint32_t child_add(struct pep_forest *f, uint32_t parent, uint32_t path)
{
    struct pep_raw_node *p = pep_forest_node(f, parent), *n;
    uint32_t i, head = pep_forest_load(&p->child);

    /* What is not pruned keeps room for roots, which always count. */
    if (!f->owned && pep_forest_is_full(f) && pep_forest_room(f) < pep_forest_capacity(f) / PEP_FOREST_SHARE)
        return 0;
    i = node_take(f);
    if (!i)
        return 0;
    n = node_begin(f, i, path, (p->depth & ~PEP_FOREST_LATE) + 1);
    do
        pep_forest_store(&n->next, head ? head : PEP_RAW_LAST | parent);
    while (!__atomic_compare_exchange_n(&p->child, &head, i, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return i;
}

/* Moves node i, which stands behind `before`, in front of all.  At each moment its next leads to the parent. */
static void child_move(struct pep_forest *f, uint32_t *first, uint32_t before, uint32_t i)
{
    struct pep_raw_node *b = pep_forest_node(f, before), *n = pep_forest_node(f, i);
    uint32_t head;

    if (__atomic_exchange_n(&f->moving, 1, __ATOMIC_ACQUIRE))
        return;
    if (pep_forest_load(&b->next) == i) {
        pep_forest_store(&b->next, pep_forest_load(&n->next));
        head = pep_forest_load(first);
        do
            pep_forest_store(&n->next, head);
        while (!__atomic_compare_exchange_n(first, &head, i, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    }
    pep_forest_store(&f->moving, 0);
}

uint32_t pep_forest_child_of(struct pep_forest *f, uint32_t parent, uint32_t path)
{
    uint32_t *first = &pep_forest_node(f, parent)->child, i = pep_forest_load(first), before = 0, found = 0;

    for (; (int32_t)i > 0; found++, before = i, i = pep_forest_load(&pep_forest_node(f, i)->next))
        if (pep_forest_node(f, i)->path == path) {
            if (found > 1) /* the second is found as soon as the first */
                child_move(f, first, before, i);
            return i;
        }
    return child_add(f, parent, path);
}

/* --- streams --- */

const struct pep_stream pep_forest_nothing = {&nowhere, 0};

static inline void count_node(struct pep_raw_node *n, uint64_t path, bool atomic)
{
    uint64_t times = !(path & PEP_FOREST_UNCOUNTED);

    if (atomic)
        __atomic_fetch_add(&n->count, times, __ATOMIC_RELAXED);
    else
        __atomic_store_n(&n->count, n->count + times, __ATOMIC_RELAXED);
}

static struct pep_stream lose(void)
{
    if (pep_profile.header)
        __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
    return pep_forest_nothing;
}

/* The number of the node; 0 where it is none of the forest's. */
static inline uint32_t number_of(const struct pep_forest *f, const struct pep_raw_node *n)
{
    unsigned bit = 31 ^ (unsigned)__builtin_clz(f->end - 1);
    uintptr_t i;

    if (!n->path) /* what an activation begins with */
        return 0;
    for (; bit >= PEP_FOREST_FIRST_BIT; bit--) {
        i = ((uintptr_t)n - f->base[bit]) >> PEP_NODE_BITS;
        if (f->base[bit] && i >> bit == 1)
            return (uint32_t)i;
    }
    return 0;
}

/* The node of the last `length` paths of node i; 0 where there is no room for it. */
static uint32_t node_of_last(struct pep_forest *f, uint32_t function, uint32_t i, uint32_t length)
{
    uint32_t paths[FEW], node = 0, up, n, k;

    for (; length; length -= n) {
        n = (length - 1) % FEW + 1; /* the first ones, which lie highest */
        for (up = i, k = n; k < length; k++)
            up = pep_forest_above(f, up);
        for (k = n; k--; up = k ? pep_forest_above(f, up) : up)
            paths[k] = pep_forest_node(f, up)->path;
        for (k = 0; k < n; k++) {
            node = node ? pep_forest_child_of(f, node, paths[k]) : pep_forest_root_of(f, function, paths[k]);
            if (!node)
                return 0;
        }
    }
    return node;
}

/* Where the path leads to from node i, or if that is 0 from the begin of an activation; 0 where there is no room. */
static uint32_t follow(struct pep_forest *f, uint32_t function, uint32_t i, uint32_t path)
{
    struct pep_raw_node *n;
    uint32_t from = i;

    if (!i || !f->slab)
        return pep_forest_root_of(f, function, path);
    n = pep_forest_node(f, i);
    if (pep_forest_is_deepest(f, n)) {
        from = pep_forest_load(&n->child);
        if (!from && (from = node_of_last(f, function, i, f->slab)))
            pep_forest_store(&n->child, from);
    }
    return from ? pep_forest_child_of(f, from, path) : 0;
}

/* There is no room for a node, perhaps by the bound.  Then the path counts by itself, and the sequence may lack. */
static struct pep_stream give_way(struct pep_forest *f, uint32_t function, uint64_t told)
{
    uint32_t root = pep_forest_memory ? pep_forest_root_of(f, function, (uint32_t)told + 1) : 0;

    if (!root)
        return lose();
    pep_prune_mark_all(f, function);
    count_node(pep_forest_node(f, root), told, true);
    return pep_forest_nothing;
}

static inline void expect(struct pep_raw_node *at, const struct pep_raw_node *n)
{
    __atomic_store_n(&at->onward, (const char *)n - (const char *)at, __ATOMIC_RELEASE);
}

/* A step, whatever it takes. */
static struct pep_stream step(struct pep_forest *f, uint32_t function, struct pep_stream s, uint64_t told, bool atomic)
{
    uint32_t i = number_of(f, s.at), to;
    struct pep_raw_node *n;

    if (i && s.generation != f->generation)
        i = pep_prune_recover(f, function, i, s.generation);
    to = follow(f, function, i, (uint32_t)told + 1);
    if (!to)
        return give_way(f, function, told);
    n = pep_forest_node(f, to);
    count_node(n, told, atomic);
    if (f->guesses && (i || !s.at->path) && s.at != &nowhere) /* no node of another forest */
        expect(s.at, n);
    return (struct pep_stream){n, f->generation};
}

/* The common case of what was not expected, which calls nobody: the node is the first that is looked at in the table,
 * or one of the first children.  The stream stands on a node of the forest, or on one that is all zero. */
static inline __attribute__((__always_inline__)) bool near(struct pep_stream *s, const struct pep_forest *f,
                                                           uint32_t function, uint64_t told, bool atomic)
{
    const struct pep_roots *r = __atomic_load_n(&f->roots, __ATOMIC_ACQUIRE);
    uint32_t path = (uint32_t)told + 1, tries = NEAR, i;
    struct pep_raw_node *from = s->at, *n;

    if (!from->path) {
        i = pep_forest_load(&r->slots[root_hash(function, path) >> r->shift]);
        n = i ? pep_forest_node(f, i) : NULL;
        if (!i || !is_root(n, function, path))
            return false;
    } else {
        if (s->generation != f->generation || f->pruning)
            return false;
        i = pep_forest_load(&from->child);
        if (pep_forest_is_deepest(f, from))
            i = i && f->slab ? pep_forest_load(&pep_forest_node(f, i)->child) : 0;
        for (;; i = pep_forest_load(&n->next)) {
            if ((int32_t)i <= 0 || !tries--)
                return false;
            n = pep_forest_node(f, i);
            if (n->path == path)
                break;
        }
    }
    count_node(n, told, atomic);
    if (f->guesses && from != &nowhere)
        expect(from, n);
    *s = (struct pep_stream){n, f->generation};
    return true;
}

/* With all that may stand before it.  What a signal handler tells in the middle of a pruning is lost. */
static __attribute__((__noinline__)) struct pep_stream tell(struct pep_forest *f, uint32_t function,
                                                            struct pep_stream s, uint64_t told, bool atomic)
{
    bool nested = f->busy;

    if (f->pruning)
        return lose();
    f->busy = f->owned;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (!nested && f->owned && pep_forest_memory)
        pep_prune(f);
    s = step(f, function, s, told, atomic);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    f->busy = nested;
    return s;
}

struct pep_stream pep_forest_tell(struct pep_forest *f, uint32_t function, struct pep_stream stream, uint64_t path)
{
    bool ours = !stream.at->path || number_of(f, stream.at);

    return ours && near(&stream, f, function, path, false) ? stream : tell(f, function, stream, path, false);
}

/* --- segments --- */

/* Pieces that an ended process left. */
static bool pieces_map(struct pep_forest *f)
{
    struct pep_segment *s = f->segment;
    struct pep_batch batch = {0};
    uint64_t offset, bytes, size;
    void *data = s->data;
    unsigned i;

    for (i = 1; i < PEP_RAW_PIECES && f->head->pieces[i - 1] && data; i++) {
        offset = s->entry->offset + f->head->pieces[i - 1];
        bytes = piece_bytes(i);
        data = NULL;
        if (pep_batch_open(&batch) < 0)
            break;
        size = pep_platform_size(&batch.file);
        if (offset % pep_facts.page == 0 && offset < size && bytes <= size - offset)
            data = pep_platform_map(&batch.file, offset, bytes, pep_platform_home(bytes));
        if (data) {
            f->base[PEP_FOREST_FIRST_BIT + i] = piece_base(data, i);
            f->end = PEP_RAW_NODES << (i + 1);
            __atomic_fetch_add(&taken, bytes, __ATOMIC_RELAXED);
        }
    }
    pep_batch_close(&batch);
    return data != NULL;
}

static void nodes_restore(struct pep_forest *f)
{
    uint32_t i, end = PEP_RAW_FIRST_NODE + (f->head->used < NODES_MAX ? f->head->used : 0);
    struct pep_raw_node *n;

    for (i = PEP_RAW_FIRST_NODE; i < end && f->base[31 - __builtin_clz(i)]; i++) {
        n = pep_forest_node(f, i);
        if (n->next)
            pep_forest_expect_nothing(n);
        if (n->next >= (PEP_RAW_LAST | PEP_RAW_ROOT)) {
            n->depth = 1;
            root_put(f, n->next & ~(PEP_RAW_LAST | PEP_RAW_ROOT), n->path, i);
        }
    }
}

static struct pep_forest *forest_new(struct pep_segment *s)
{
    struct pep_forest *f = pep_memory_take(sizeof *f);
    uint32_t k = s->unit->k;

    if (!f)
        return NULL;
    f->segment = s;
    f->head = s->data;
    f->base[PEP_FOREST_FIRST_BIT] = piece_base(s->data, 0);
    f->end = 2 * PEP_RAW_NODES;
    f->slab = k < 2 ? 0 : k < DEPTH_MAX ? k - 1 : DEPTH_MAX;
    f->deepest = f->slab ? 2 * f->slab : 1;
    f->guesses = true;
    f->owned = s->unit->kpath != pep_forest_atomic;
    __atomic_fetch_add(&taken, s->bytes, __ATOMIC_RELAXED);
    f->roots = roots_new(ROOTS_FIRST);
    return f->roots ? f : NULL;
}

static struct pep_forest *forest_attach(struct pep_segment *s)
{
    struct pep_forest *f = forest_new(s);

    if (f && f->head->used) {
        if (!pieces_map(f))
            return NULL;
        if (f->owned)
            pep_prune_restore(f);
        nodes_restore(f);
    }
    return f;
}

struct pep_segment *pep_forest_claim(struct pep_unit *unit)
{
    struct pep_host saved = pep_platform_enter();
    struct pep_segment *s = pep_segment_claim(unit, PEP_RAW_FOREST, PEP_RAW_NODES);

    if (s && !s->forest)
        s->forest = forest_attach(s);
    if (s && !s->forest) {
        __atomic_store_n(&s->gone, 1, __ATOMIC_RELAXED); /* what is in it stays */
        s = NULL;
    }
    pep_platform_leave(saved);
    return s;
}

void pep_forest_reset(struct pep_segment *s)
{
    uint32_t i, end = PEP_RAW_FIRST_NODE + pep_forest_load(&((struct pep_raw_forest *)s->data)->used);

    if (!s->forest)
        return;
    for (i = PEP_RAW_FIRST_NODE; i < end && i < NODES_MAX && s->forest->base[31 - __builtin_clz(i)]; i++)
        if (pep_forest_load(&pep_forest_node(s->forest, i)->next))
            __atomic_store_n(&pep_forest_node(s->forest, i)->count, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&s->forest->head->lacks, 0, __ATOMIC_RELAXED);
}

void pep_forest_placed(struct pep_segment *s)
{
    if (s->forest && s->forest->base[PEP_FOREST_FIRST_BIT + 1]) /* whose nodes no reader finds */
        __atomic_fetch_add(&pep_profile.header->lost, 1, __ATOMIC_RELAXED);
}

/* Streams may stand on its nodes, and units' nodes lead there: they are zero from now on, where nothing is expected. */
void pep_forest_abandon(struct pep_segment *s)
{
    uint64_t bytes, n;
    unsigned i;
    void *piece;

    s->forest->guesses = false;
    for (i = 1; (piece = pep_forest_piece(s, i, &bytes)); i++)
        pep_platform_memory(bytes, piece);
    if (pep_platform_memory(s->bytes, s->data) != s->data)
        for (n = 0; n < s->bytes / sizeof(uint64_t); n++)
            ((uint64_t *)s->data)[n] = 0;
    if (s->unit->runtime[PEP_UNIT_FOREST] == s->forest)
        s->unit->runtime[PEP_UNIT_FOREST] = NULL;
    s->gone = 1;
}

/* --- one forest a unit --- */

static struct pep_forest *shared_claim(struct pep_unit *unit)
{
    struct pep_forest **place = (struct pep_forest **)&unit->runtime[PEP_UNIT_FOREST], *none = NULL;
    struct pep_segment *s = pep_forest_claim(unit);

    if (!s || __atomic_compare_exchange_n(place, &none, s->forest, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return s ? s->forest : NULL;
    pep_segment_release(s);
    return none;
}

static __attribute__((__noinline__)) struct pep_stream tell_first(struct pep_unit *unit, uint32_t function,
                                                                  struct pep_stream stream, uint64_t path, bool atomic)
{
    struct pep_forest *f = shared_claim(unit);

    return f ? tell(f, function, stream, path, atomic) : lose();
}

static inline struct pep_forest *shared(struct pep_unit *unit)
{
    return __atomic_load_n((struct pep_forest **)&unit->runtime[PEP_UNIT_FOREST], __ATOMIC_ACQUIRE);
}

struct pep_stream pep_forest_single(struct pep_unit *unit, uint32_t function, struct pep_stream stream, uint64_t path)
{
    struct pep_forest *f = shared(unit);

    if (f && near(&stream, f, function, path, false))
        return stream;
    return f ? tell(f, function, stream, path, false) : tell_first(unit, function, stream, path, false);
}

struct pep_stream pep_forest_atomic(struct pep_unit *unit, uint32_t function, struct pep_stream stream, uint64_t path)
{
    struct pep_forest *f = shared(unit);

    if (f && near(&stream, f, function, path, true))
        return stream;
    return f ? tell(f, function, stream, path, true) : tell_first(unit, function, stream, path, true);
}
