/* truncate.c - where paths end: jumps the program makes by itself, back edges, loop headers.  Leaves a DAG. */
#include "cfgbuild/successors.h"

/* A block on the way of the depth-first walk, and the next of its edges to look at. */
struct visit {
    uint32_t block, next;
};
enum { NEW, OPEN, DONE };

struct walk {
    struct pep_function *f;
    struct pep_successors next;
    unsigned char *state; /* of each block */
    struct {
        PEP_ARRAY(struct visit);
    } stack;
};

/* is_hub - did every path end on the way into the block?  Then the computed jumps out of it have nothing to end: they
 * are the first edges of the paths that begin there. */
static bool is_hub(const struct pep_function *f, const struct pep_block *b)
{
    for (uint32_t i = 0; i < b->nin; i++)
        if (f->edges.at[b->in[i]].cut != PEP_CUT_JUMP)
            return false;
    return b->nin > 0;
}

/* cut_jumps - leaves cut what the builder marked, and cuts computed jumps but those of an asm goto that is a switch. */
static void cut_jumps(struct pep_function *f)
{
    struct {
        PEP_ARRAY(uint32_t);
    } found = {0};
    for (size_t i = 0; i < f->edges.count; i++) {
        struct pep_edge *e = &f->edges.at[i];
        if (e->cut != PEP_CUT_JUMP || e->dst == PEP_EXIT)
            e->cut = PEP_CUT_NONE;
    }
    for (size_t i = 0; i < f->blocks.count; i++) {
        const struct pep_block *b = &f->blocks.at[i];
        size_t before = found.count;
        for (uint32_t k = 0; k < b->nout && b->kind != PEP_BLOCK_SWITCH; k++) {
            const struct pep_edge *e = &f->edges.at[b->out[k]];
            if (e->kind == PEP_EDGE_COMPUTED && e->dst != PEP_EXIT)
                pep_array_push(&found, b->out[k]);
        }
        if (found.count > before && is_hub(f, b))
            found.count = before;
    }
    for (size_t i = 0; i < found.count; i++) /* not before: what is a hub is said by the builder's marks alone */
        f->edges.at[found.at[i]].cut = PEP_CUT_JUMP;
    pep_array_free(&found);
}

static void mark_starts(struct pep_function *f)
{
    for (size_t i = 0; i < f->blocks.count; i++)
        f->blocks.at[i].is_start = false;
    for (size_t i = 0; i < f->edges.count; i++)
        if (f->edges.at[i].cut)
            f->blocks.at[f->edges.at[i].dst].is_start = true;
}

/* cut_retreating - cuts what leads from a block back to one that the walk from root has not left yet.  Where the
 * target dominates the source, every walk finds that; elsewhere see successors.h. */
static void cut_retreating(struct walk *w, uint32_t root)
{
    if (w->state[root] != NEW)
        return;
    w->state[root] = OPEN;
    pep_array_push(&w->stack, (struct visit){root, w->next.first[root]});
    while (w->stack.count) {
        struct visit *v = pep_array_last(&w->stack);
        if (v->next == w->next.end[v->block]) {
            w->state[v->block] = DONE;
            w->stack.count--;
            continue;
        }
        struct pep_edge *e = &w->f->edges.at[w->next.out[v->next++]];
        if (w->state[e->dst] == OPEN) {
            e->cut = PEP_CUT_BACK;
        } else if (w->state[e->dst] == NEW) {
            w->state[e->dst] = OPEN;
            pep_array_push(&w->stack, (struct visit){e->dst, w->next.first[e->dst]});
        }
    }
}

static void cut_headers(struct pep_function *f, bool *is_header)
{
    for (size_t i = 0; i < f->edges.count; i++)
        if (f->edges.at[i].cut == PEP_CUT_BACK)
            is_header[f->edges.at[i].dst] = true;
    for (size_t i = 0; i < f->edges.count; i++)
        if (!f->edges.at[i].cut && is_header[f->edges.at[i].dst])
            f->edges.at[i].cut = PEP_CUT_HEADER;
}

void pep_cfg_truncate(struct pep_function *f, enum pep_truncation how)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    size_t n = f->blocks.count;
    cut_jumps(f);
    mark_starts(f);

    struct walk w = {.f = f, .state = PEP_NEW_N(&scratch, unsigned char, n)};
    pep_successors_sort(&w.next, f, false, &scratch);
    cut_retreating(&w, PEP_ENTRY);
    for (uint32_t i = 0; i < w.next.norder; i++)
        if (f->blocks.at[w.next.order[i]].is_start)
            cut_retreating(&w, w.next.order[i]);
    if (how == PEP_TRUNCATE_HEADER)
        cut_headers(f, PEP_NEW_N(&scratch, bool, n));
    mark_starts(f);

    pep_array_free(&w.stack);
    pep_arena_free(&scratch);
}
