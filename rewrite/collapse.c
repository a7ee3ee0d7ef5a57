/* collapse.c - innermost loops without calls, and with few paths, are counted in local variables.
 *
 * Paths end at the header of such a loop on entry too (paper PEP, figure 3), so that the paths inside are the same in
 * every turn: each has an edge of its own, and that edge counts a local, which the compiler keeps in a register or a
 * vector.  One of them may be counted as what is left of all turns.  Every way out adds the locals to the paths'
 * counters and sets the path register, which the loop itself does not touch:
 *
 *     for (i = 0; i < n; i++, n0++) if (a[i] > 0) { n1++; s++; }      out: c[3] += n0 - n1; c[4] += n1; r = 5;
 *
 * Where several ways leave by one edge, as at the foot of a do loop with branches in it, r is kept in the loop after
 * all, but not read: it tells which way the last turn took, so that this one is taken back from the turns.
 *
 * A loop around such loops that has no branch but its own, a nest, counts its turns alike and flushes for all of them:
 * each piece of a path between two loops runs once a turn.
 */
#include "cfgbuild/prior.h"
#include "rewrite/plan.h"
#include <string.h>

enum { BACK_MAX = 6, OUT_MAX = 8, BLOCKS_MAX = 24, PATHS_MAX = BACK_MAX + OUT_MAX };

struct search {
    struct pep_plan *p;
    uint32_t header, begin; /* blocks: of the loop, of the way at hand */
    uint32_t blocks[BLOCKS_MAX], nblocks;
    uint32_t stack[BLOCKS_MAX + 1], depth;
    struct pep_loop_path back[BACK_MAX], out[OUT_MAX];
    uint32_t nback, nout;
};

static bool is_inside(const struct search *s, uint32_t block)
{
    for (uint32_t i = 0; i < s->nblocks; i++)
        if (s->blocks[i] == block)
            return true;
    return false;
}

static bool take(struct search *s, struct pep_loop_path *list, uint32_t *n, uint32_t max)
{
    if (*n == max)
        return false;
    struct pep_loop_path *path = &list[(*n)++];
    *path = (struct pep_loop_path){PEP_NEW_N(s->p->arena, uint32_t, s->depth), s->depth, s->begin, PEP_NO_COUNTER};
    memcpy(path->edges, s->stack, s->depth * sizeof *s->stack);
    return true;
}

/* Lists every way from the header; false where there are too many, or a turn without end inside. */
static bool follow(struct search *s, uint32_t block)
{
    const struct pep_function *f = s->p->f;
    const struct pep_block *k = &f->blocks.at[block];
    if (s->depth == BLOCKS_MAX || k->calls || k->reload || k->kind == PEP_BLOCK_COMPUTED)
        return false;
    for (uint32_t i = 0; i < k->nout; i++) {
        const struct pep_edge *e = &f->edges.at[k->out[i]];
        bool fine;
        s->stack[s->depth++] = k->out[i];
        if (e->dst == s->header)
            fine = take(s, s->back, &s->nback, BACK_MAX);
        else if (!is_inside(s, e->dst))
            fine = pep_plan_can_end(f, e) && take(s, s->out, &s->nout, OUT_MAX);
        else
            fine = !e->cut && follow(s, e->dst);
        s->depth--;
        if (!fine)
            return false;
    }
    return true;
}

static uint32_t last_edge(const struct pep_loop_path *path)
{
    return path->edges[path->count - 1];
}

static bool uses(const struct pep_loop_path *path, uint32_t edge)
{
    for (uint32_t i = 0; i < path->count; i++)
        if (path->edges[i] == edge)
            return true;
    return false;
}

static uint32_t count_ending(const struct pep_loop_path *paths, uint32_t n, uint32_t edge)
{
    uint32_t ending = 0;
    for (uint32_t i = 0; i < n; i++)
        ending += last_edge(&paths[i]) == edge;
    return ending;
}

/* The back edge that ends several ways, where this edge leaves the loop from the same branch: the last turn comes as
 * far as those ways do, and has counted one of them.  PEP_NO_COUNTER where there is none. */
static uint32_t twin(const struct pep_function *f, const struct pep_loop_path *back, uint32_t nback, uint32_t edge)
{
    for (uint32_t i = 0; i < nback; i++) {
        uint32_t last = last_edge(&back[i]);
        if (f->edges.at[last].src == f->edges.at[edge].src && count_ending(back, nback, last) > 1)
            return last;
    }
    return PEP_NO_COUNTER;
}

static bool has_room(const struct search *s, uint32_t edge)
{
    const struct pep_edge *e = &s->p->f->edges.at[edge];
    return e->site && !pep_plan_is_shared(s->p->f, e);
}

/* An edge that no other way takes and that can carry code, or PEP_NO_COUNTER.  A way out that is this way but for its
 * last edge may take it too. */
static uint32_t own_edge(const struct search *s, const struct pep_loop_path *path)
{
    for (uint32_t i = path->count; i-- > 0;) {
        unsigned users = 0;
        for (uint32_t k = 0; k < s->nback; k++)
            users += uses(&s->back[k], path->edges[i]);
        for (uint32_t k = 0; k < s->nout; k++)
            users += uses(&s->out[k], path->edges[i]) &&
                     twin(s->p->f, s->back, s->nback, last_edge(&s->out[k])) != last_edge(path);
        if (users == 1 && has_room(s, path->edges[i]))
            return path->edges[i];
    }
    return PEP_NO_COUNTER;
}

/* Gives each way back the edge that counts it.  Where all of them share their last edge, one way may be counted as the
 * rest of the turns; false where another way has no edge of its own. */
static bool choose_edges(struct search *s, uint32_t *total)
{
    uint32_t last = last_edge(&s->back[0]), without = PEP_NO_COUNTER, nwithout = 0;
    bool common = has_room(s, last) && count_ending(s->back, s->nback, last) == s->nback;
    for (uint32_t i = 0; i < s->nback; i++) {
        s->back[i].counted = own_edge(s, &s->back[i]);
        if (s->back[i].counted == PEP_NO_COUNTER) {
            without = i;
            nwithout++;
        }
    }
    *total = PEP_NO_COUNTER;
    if (common && nwithout <= 1) {
        *total = nwithout ? without : 0;
        s->back[*total].counted = last;
    }
    return nwithout == 0 || *total != PEP_NO_COUNTER;
}

/* Does each way out have a last edge of its own?  Then r is one number there; else the loop has to keep it. */
static bool leaves_apart(const struct search *s)
{
    for (uint32_t i = 0; i < s->nout; i++)
        if (count_ending(s->out, s->nout, last_edge(&s->out[i])) > 1)
            return false;
    return true;
}

/* Is each turn the same path, and are there likely to be many?  The way in is one more path to tell, so only a loop
 * that counts, and is left where it has counted, is told by its number of turns. */
static bool repeats(const struct search *s)
{
    enum { MANY_TURNS = 8 };
    const struct pep_turns prior = pep_prior_turns(s->p->f, s->header);
    bool many = !prior.entries || prior.turns / prior.entries >= MANY_TURNS;
    return s->nback == 1 && s->nout == 1 && s->p->f->blocks.at[s->header].short_trip && many;
}

static bool entries_can_end(const struct search *s)
{
    const struct pep_function *f = s->p->f;
    const struct pep_block *h = &f->blocks.at[s->header];
    for (uint32_t i = 0; i < h->nin; i++) {
        const struct pep_edge *e = &f->edges.at[h->in[i]];
        if (!is_inside(s, e->src) && (f->blocks.at[e->src].reload || !pep_plan_can_end(f, e)))
            return false;
    }
    return h->nin > 1;
}

/* Flushing and a path of its own for the way in cost as much as some three turns in memory.  A loop that counts with
 * its own variable turns more often than that, and so may one with its test at the end.  Of others, such as those that
 * fetch as many bits as are wanted, only the cheapest form is worth while, which the compiler may make a vector loop
 * of.  Where a prior profile counted the turns, the cheapest form pays from the third on; with several ways, each has
 * something to flush (docs/hacking.md has the figures). */
static bool turns_often(const struct search *s)
{
    enum { SIMPLE_TURNS = 3, TURNS_A_WAY = 4 };
    const struct pep_function *f = s->p->f;
    const struct pep_turns prior = pep_prior_turns(f, s->header);
    bool at_end = true, simple = s->nback == 1 && s->nout == 1;
    if (prior.entries)
        return prior.turns / prior.entries >= (simple ? SIMPLE_TURNS : TURNS_A_WAY * s->nback);
    for (uint32_t i = 0; i < s->nback; i++)
        at_end &= f->edges.at[last_edge(&s->back[i])].kind == PEP_EDGE_TRUE;
    return f->blocks.at[s->header].short_trip || at_end || simple;
}

static void keep(struct search *s, uint32_t nlocals, uint32_t total)
{
    struct pep_function *f = s->p->f;
    struct pep_collapsed loop = {.header = s->header,
                                 .nback = s->nback,
                                 .nout = s->nout,
                                 .first = s->p->nlocals,
                                 .nlocals = nlocals,
                                 .total = total == PEP_NO_COUNTER ? total : s->p->nlocals + total,
                                 .around = PEP_NO_COUNTER};
    const struct pep_block *h = &f->blocks.at[s->header];
    loop.back = PEP_NEW_N(s->p->arena, struct pep_loop_path, s->nback);
    loop.out = PEP_NEW_N(s->p->arena, struct pep_loop_path, s->nout + 1);
    memcpy(loop.back, s->back, s->nback * sizeof *loop.back);
    memcpy(loop.out, s->out, s->nout * sizeof *loop.out);
    loop.wide = !h->short_trip;
    loop.keeps_register = !leaves_apart(s);
    s->p->nlocals += nlocals;
    for (uint32_t i = 0; i < h->nin; i++) {
        struct pep_edge *e = &f->edges.at[h->in[i]];
        if (!e->cut)
            e->cut = PEP_CUT_HEADER;
    }
    pep_array_push(&s->p->collapsed, loop);
}

/* The collapsed loop with this header, where it has one way round and one out, or NULL. */
static struct pep_collapsed *simple_loop(const struct pep_plan *p, uint32_t header)
{
    for (size_t i = 0; i < p->collapsed.count; i++)
        if (p->collapsed.at[i].header == header)
            return p->collapsed.at[i].nlocals == 1 && p->collapsed.at[i].nout == 1 ? &p->collapsed.at[i] : NULL;
    return NULL;
}

/* Goes once round a loop with simple loops inside that has no branch of its own but the one at its header; the ways
 * that end at a loop inside, and go on behind it, are ways back like the last one: each is taken once a turn. */
static bool follow_nest(struct search *s)
{
    const struct pep_function *f = s->p->f;
    const struct pep_block *h = &f->blocks.at[s->header];
    uint32_t at = s->header, stay = PEP_NO_COUNTER;
    if (h->nout != 2)
        return false;
    for (;;) {
        const struct pep_block *k = &f->blocks.at[at];
        if (k->calls || k->reload || k->kind == PEP_BLOCK_COMPUTED || (at != s->header && k->nout != 1))
            return false;
        for (uint32_t i = 0; i < k->nout; i++) {
            const struct pep_edge *e = &f->edges.at[k->out[i]];
            bool leaves = !is_inside(s, e->dst) && !simple_loop(s->p, e->dst);
            if (!leaves) {
                stay = k->out[i];
                continue;
            }
            s->stack[s->depth++] = k->out[i];
            if (at != s->header || !pep_plan_can_end(f, e) || !take(s, s->out, &s->nout, 1))
                return false;
            s->depth--;
        }
        for (const struct pep_collapsed *inner;; stay = last_edge(&inner->out[0])) {
            if (s->depth == BLOCKS_MAX)
                return false;
            s->stack[s->depth++] = stay;
            at = f->edges.at[stay].dst;
            inner = at == s->header ? NULL : simple_loop(s->p, at);
            if (!inner)
                break;
            if (!take(s, s->back, &s->nback, BACK_MAX) || inner->out[0].count > BLOCKS_MAX)
                return false;
            s->begin = inner->out[0].begin;
            s->depth = inner->out[0].count - 1;
            memcpy(s->stack, inner->out[0].edges, s->depth * sizeof *s->stack);
        }
        if (at == s->header)
            return take(s, s->back, &s->nback, BACK_MAX) && s->nout == 1 && s->nback > 1;
        if (!is_inside(s, at))
            return false;
    }
}

/* pick_nest - a loop around simple ones that is simple itself counts its turns in a local, and flushes theirs. */
static void pick_nest(struct search *s)
{
    struct pep_plan *p = s->p;
    if (!entries_can_end(s) || !follow_nest(s) || !has_room(s, last_edge(&s->back[s->nback - 1])))
        return;
    for (uint32_t i = 0; i < s->nback; i++) {
        struct pep_collapsed *inner = simple_loop(p, s->p->f->edges.at[last_edge(&s->back[i])].dst);
        if (inner) {
            inner->around = (uint32_t)p->collapsed.count;
            inner->wide = true;
        }
    }
    s->back[0].counted = last_edge(&s->back[s->nback - 1]);
    keep(s, 1, PEP_NO_COUNTER);
}

void pep_collapse_pick(struct pep_plan *p, const struct pep_loops *loops, bool in_order)
{
    const struct pep_function *f = p->f;
    struct pep_arena scratch = PEP_ARENA_INIT;
    struct search *all = PEP_NEW_N(&scratch, struct search, loops->count + 1);
    for (size_t i = 0; i < loops->count; i++) {
        all[i].p = p;
        all[i].header = all[i].begin = loops->at[i].header;
    }
    for (uint32_t b = 0; loops->count && b < f->blocks.count; b++) {
        uint32_t l = loops->of_block[b];
        if (l != PEP_NO_BLOCK && all[l].nblocks < BLOCKS_MAX)
            all[l].blocks[all[l].nblocks] = b;
        if (l != PEP_NO_BLOCK)
            all[l].nblocks++;
    }
    for (size_t i = loops->count; i-- > 0;) { /* inner loops stand behind those around */
        uint32_t total;
        if (all[i].nblocks >= BLOCKS_MAX)
            continue;
        if (!loops->at[i].innermost && !in_order)
            pick_nest(&all[i]);
        else if (loops->at[i].innermost && entries_can_end(&all[i]) && follow(&all[i], all[i].header) && all[i].nback &&
                 (!in_order || repeats(&all[i])) && turns_often(&all[i]) && choose_edges(&all[i], &total))
            keep(&all[i], all[i].nback, total);
    }
    pep_arena_free(&scratch);
}

/* Path register at the end of a way; the last edge's value is not in it. */
static uint64_t register_at(const struct pep_function *f, const struct pep_loop_path *path)
{
    uint64_t r = f->blocks.at[path->begin].start;
    for (uint32_t i = 0; i + 1 < path->count; i++)
        r += f->edges.at[path->edges[i]].value;
    return r;
}

uint64_t pep_plan_loop_path(const struct pep_plan *p, const struct pep_collapsed *loop, uint32_t i)
{
    const struct pep_loop_path *path = &loop->back[i];
    return register_at(p->f, path) + p->f->edges.at[last_edge(path)].value;
}

static void flush(struct pep_plan *p, uint32_t edge, uint32_t index)
{
    for (uint32_t i = 0; i < p->collapsed.count; i++)
        if (p->collapsed.at[i].around == index)
            flush(p, edge, i);
    pep_plan_op(p, edge, PEP_OP_FLUSH, index);
}

/* What happens on an edge that leaves the loop, in front of what the mode wants there. */
static void leave_by(struct pep_plan *p, uint32_t index, const struct pep_loop_path *path)
{
    const struct pep_collapsed *loop = &p->collapsed.at[index];
    uint32_t e = last_edge(path), turn = twin(p->f, loop->back, loop->nback, e);
    struct pep_ops old = p->ops[e];
    p->ops[e] = (struct pep_ops){0};
    if (turn != PEP_NO_COUNTER && loop->total != PEP_NO_COUNTER)
        pep_plan_op(p, e, PEP_OP_LOCAL, loop->total);
    flush(p, e, index);
    if (turn != PEP_NO_COUNTER) /* the last turn was no turn */
        pep_plan_op(p, e, PEP_OP_TAKE, p->f->edges.at[turn].value);
    if (!loop->keeps_register)
        pep_plan_op(p, e, PEP_OP_SET, register_at(p->f, path));
    for (size_t i = 0; i < old.count; i++)
        pep_plan_op(p, e, (enum pep_op_kind)old.at[i].kind, old.at[i].value);
    pep_array_free(&old);
}

/* Takes the ends of paths off an edge in the loop, and all else where r is not read inside. */
static void clear(struct pep_plan *p, uint32_t edge, bool keeps_register)
{
    struct pep_ops *ops = &p->ops[edge];
    size_t n = 0;
    for (size_t i = 0; keeps_register && i < ops->count; i++)
        if (ops->at[i].kind != PEP_OP_END)
            ops->at[n++] = ops->at[i];
    ops->count = n;
}

void pep_collapse_plan(struct pep_plan *p)
{
    const struct pep_function *f = p->f;
    for (uint32_t i = 0; i < p->collapsed.count; i++) {
        const struct pep_collapsed *loop = &p->collapsed.at[i];
        const struct pep_block *h = &f->blocks.at[loop->header];
        for (uint32_t k = 0; k < loop->nback; k++)
            for (uint32_t n = 0; n < loop->back[k].count; n++)
                clear(p, loop->back[k].edges[n], loop->keeps_register);
        for (uint32_t k = 0; k < loop->nout; k++)
            for (uint32_t n = 0; n + 1 < loop->out[k].count; n++)
                clear(p, loop->out[k].edges[n], loop->keeps_register);
        for (uint32_t k = 0; k < h->nin && !loop->keeps_register; k++) {
            struct pep_ops *ops = &p->ops[h->in[k]];
            if (ops->count && pep_array_last(ops)->kind == PEP_OP_SET)
                ops->count--;
        }
        for (uint32_t k = 0; k < loop->nlocals; k++)
            pep_plan_op(p, loop->back[k].counted, PEP_OP_LOCAL, loop->first + k);
        for (uint32_t k = 0; loop->around == PEP_NO_COUNTER && k < loop->nout; k++)
            if (count_ending(loop->out, k, last_edge(&loop->out[k])) == 0)
                leave_by(p, i, &loop->out[k]);
    }
}
