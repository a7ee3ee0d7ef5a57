/* loops.c - the loop forest and an estimate of frequencies.
 *
 * Loops are collapsed from the inside out (Tarjan, Testing Flow Graph Reducibility, 1974).  Where a cycle has several
 * ways in, an edge that enters it waits until the walk comes up to the common ancestor of its ends, as Ramalingam does
 * (On Loops, Dominators, and Dominance Frontiers, TOPLAS 2002, section 4): so each edge is looked at once and all of it
 * stays near-linear.  Blocks that the header does not dominate are then given to the loop around. */
#include "cfgbuild/dominate.h"

enum { FACTOR = 8, DEEPEST = 16, BASE = 4 };

/* An edge in a list, by numbers of its ends. */
struct link {
    uint32_t src, dst, next;
};

/* All by number of the block (dominate.h). */
struct forest {
    struct pep_dominators d;
    uint32_t *ancestor;  /* union-find: up in the tree of the walk, over blocks that are done */
    uint32_t *collapsed; /* union-find: the header of the outermost loop found so far */
    uint32_t *header;    /* of the loop that the block lies in; of a header: of the loop around */
    bool *is_header;
    uint32_t *waiting; /* list of edges whose ends have this block as common ancestor */
    uint32_t *into;    /* list of edges that lead to the block or to what is collapsed into it */
    struct link *links;
    uint32_t nlinks;
    uint32_t *stack;
};

static uint32_t find(uint32_t *above, uint32_t v)
{
    while (above[v] != v)
        v = above[v] = above[above[v]];
    return v;
}

/* wake - the edges that waited for this ancestor lead from now on between what their ends are collapsed into. */
static void wake(struct forest *t, uint32_t ancestor)
{
    for (uint32_t at = t->waiting[ancestor], next; at != PEP_NO_BLOCK; at = next) {
        struct link *l = &t->links[at];
        uint32_t dst = find(t->collapsed, l->dst);
        next = l->next;
        l->next = t->into[dst];
        t->into[dst] = at;
    }
}

/* take - puts a block with all that is collapsed into it into the loop of the header. */
static uint32_t take(struct forest *t, uint32_t depth, uint32_t header, uint32_t v)
{
    v = find(t->collapsed, v);
    if (v == header)
        return depth;
    t->header[v] = t->collapsed[v] = header;
    t->stack[depth++] = v;
    return depth;
}

/* see_edges - lets the edges into the block wait for their ancestor.  Those that come from below are back edges, whose
 * sources begin the loop's body; gives how many of them are on the stack. */
static uint32_t see_edges(struct forest *t, const struct pep_function *f, uint32_t v)
{
    const struct pep_block *b = &f->blocks.at[t->d.block[v]];
    uint32_t depth = 0;
    for (uint32_t i = 0; i < b->nin; i++) {
        uint32_t src = t->d.number[f->edges.at[b->in[i]].src];
        /* with all numbers above v joined to their parents, this is the nearest one not above v */
        uint32_t ancestor = find(t->ancestor, src);
        if (ancestor == v) {
            t->is_header[v] = true;
            depth = take(t, depth, v, src);
        } else {
            t->links[t->nlinks] = (struct link){src, v, t->waiting[ancestor]};
            t->waiting[ancestor] = t->nlinks++;
        }
    }
    return depth;
}

static void collapse(struct forest *t, const struct pep_function *f)
{
    for (uint32_t v = t->d.count; v-- > 0;) {
        wake(t, v);
        uint32_t depth = see_edges(t, f, v);
        while (depth) {
            uint32_t at = t->into[t->stack[--depth]];
            for (; at != PEP_NO_BLOCK; at = t->links[at].next)
                depth = take(t, depth, v, t->links[at].src);
        }
        if (v)
            t->ancestor[v] = t->d.parent[v];
    }
    for (uint32_t v = 0; v < t->d.count; v++)
        while (t->header[v] != PEP_NO_BLOCK && !pep_dominates(&t->d, t->header[v], v))
            t->header[v] = t->header[t->header[v]];
}

/* list_loops - outer ones before those inside, as their headers are met. */
static void list_loops(struct pep_loops *loops, struct pep_function *f, const struct forest *t,
                       struct pep_arena *scratch)
{
    uint32_t *loop_of = PEP_NEW_N(scratch, uint32_t, t->d.count); /* by number of the header */
    loops->count = 0;
    loops->of_block = PEP_NEW_N(f->arena, uint32_t, f->blocks.count);
    loops->of_block[PEP_EXIT] = PEP_NO_BLOCK;
    for (uint32_t v = 0; v < t->d.count; v++) {
        uint32_t around = t->header[v] == PEP_NO_BLOCK ? PEP_NO_BLOCK : loop_of[t->header[v]], own = around;
        if (t->is_header[v]) {
            uint32_t depth = 1;
            if (around != PEP_NO_BLOCK) {
                depth += loops->at[around].depth;
                loops->at[around].innermost = false;
            }
            own = loop_of[v] = (uint32_t)loops->count;
            pep_array_push(loops, (struct pep_loop){t->d.block[v], around, depth, true});
        }
        loops->of_block[t->d.block[v]] = own;
    }
}

static uint32_t depth_of(const struct pep_loops *loops, uint32_t block)
{
    return loops->of_block[block] == PEP_NO_BLOCK ? 0 : loops->at[loops->of_block[block]].depth;
}

/* ends_badly - does the block do nothing but call what does not return? */
static bool ends_badly(const struct pep_function *f, const struct pep_block *b)
{
    return b->nout == 1 && f->edges.at[b->out[0]].kind == PEP_EDGE_NORETURN;
}

/* estimate - each loop runs FACTOR times an entry; an edge that enters or leaves one runs as often as what is around,
 * one that the source calls unlikely a quarter of that, and one to a call that does not return is the rarest. */
static void estimate(struct pep_function *f, const struct pep_loops *loops)
{
    for (size_t i = 0; i < f->edges.count; i++)
        if (f->edges.at[i].frequency)
            return;
    for (size_t i = 0; i < f->edges.count; i++) {
        struct pep_edge *e = &f->edges.at[i];
        uint32_t from = depth_of(loops, e->src), to = depth_of(loops, e->dst);
        uint32_t depth = from < to ? from : to;
        e->frequency = 1;
        if (e->kind == PEP_EDGE_NORETURN || ends_badly(f, &f->blocks.at[e->dst]))
            continue;
        e->frequency = e->unlikely ? 1 : BASE;
        for (uint32_t k = 0; k < depth && k < DEEPEST; k++)
            e->frequency *= FACTOR;
    }
}

void pep_loops_find(struct pep_loops *loops, struct pep_function *f)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    struct forest t = {.links = PEP_NEW_N(&scratch, struct link, f->edges.count)};
    pep_dominators_find(&t.d, f, &scratch);
    t.ancestor = PEP_NEW_N(&scratch, uint32_t, t.d.count);
    t.collapsed = PEP_NEW_N(&scratch, uint32_t, t.d.count);
    t.header = PEP_NEW_N(&scratch, uint32_t, t.d.count);
    t.is_header = PEP_NEW_N(&scratch, bool, t.d.count);
    t.waiting = PEP_NEW_N(&scratch, uint32_t, t.d.count);
    t.into = PEP_NEW_N(&scratch, uint32_t, t.d.count);
    t.stack = PEP_NEW_N(&scratch, uint32_t, t.d.count);
    for (uint32_t v = 0; v < t.d.count; v++) {
        t.ancestor[v] = t.collapsed[v] = v;
        t.header[v] = t.waiting[v] = t.into[v] = PEP_NO_BLOCK;
    }
    collapse(&t, f);
    list_loops(loops, f, &t, &scratch);
    estimate(f, loops);
    pep_arena_free(&scratch);
}

void pep_loops_free(struct pep_loops *loops)
{
    pep_array_free(loops);
    loops->of_block = NULL;
}
