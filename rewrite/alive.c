#include "rewrite/alive.h"

static const struct pep_whole *whole(const struct pep_alive *a)
{
    return &a->p->tree->whole;
}

uint32_t pep_alive_mention(const struct pep_whole *w, uint32_t offset)
{
    uint32_t low = 0, high = w->nmentions;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (w->mentions[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* x = ..., which does not read x, as *x = ..., *(int *)x = ... and __imag__ x = ... do; "=r"(x). */
static bool is_written(const struct pep_tokens *t, uint32_t name)
{
    const struct pep_token *left = &t->at[name - 1];
    if (pep_token_output(t, name) == '=')
        return true;
    if (!pep_token_is(t, name + 1, "=") || left->word == '*' || (left->kind == PEP_IDENTIFIER && !left->word))
        return false;
    return left->word != ')' || pep_token_ends_head(t, name - 1);
}

/* sizeof(*x), typeof(x): it is named and not read, as in x = malloc(sizeof *x). */
static bool is_unread(const struct pep_tokens *t, uint32_t name)
{
    uint32_t left = name - 1;
    while (t->at[left].word == '(' || t->at[left].word == '*')
        left--;
    return t->at[left].word == PEP_W_SIZEOF;
}

/* Mentions between two offsets belong to a block.  Nothing tells in what order they are evaluated, so all that may be
 * read is read first. */
static void take(struct pep_alive *a, uint32_t begin, uint32_t end, uint32_t block)
{
    for (uint32_t i = pep_alive_mention(whole(a), begin); i < whole(a)->nmentions && whole(a)->mentions[i].offset < end;
         i++) {
        const struct pep_mention *m = &whole(a)->mentions[i];
        a->block[i] = block;
        if (block == PEP_NO_BLOCK)
            continue;
        uint32_t name = pep_tokens_at(a->t, m->offset);
        if (m->declares)
            pep_live_set(&a->live, block, m->local);
        else if (!is_written(a->t, name) && !is_unread(a->t, name))
            pep_live_use(&a->live, block, m->local);
    }
}

/* Sets the local that the name there means, unless it may mean another too. */
static void set_named(struct pep_alive *a, uint32_t offset, uint32_t block)
{
    uint32_t m = pep_alive_mention(whole(a), offset);
    bool one = m < whole(a)->nmentions && whole(a)->mentions[m].offset == offset &&
               (m + 1 == whole(a)->nmentions || whole(a)->mentions[m + 1].offset != offset);
    if (one && !whole(a)->mentions[m].declares)
        pep_live_set(&a->live, block, whole(a)->mentions[m].local);
}

/* What is certainly assigned by an expression without branches, there: it begins with x = or (x = or x = y =. */
static void take_assigned(struct pep_alive *a, uint32_t begin, uint32_t block)
{
    uint32_t i = pep_tokens_at(a->t, begin);
    while (a->t->at[i].word == '(')
        i++;
    for (; a->t->at[i].kind == PEP_IDENTIFIER && pep_token_is(a->t, i + 1, "=") && block != PEP_NO_BLOCK; i += 2)
        set_named(a, a->t->at[i].begin, block);
}

/* What assembly sets, once it has read what it reads. */
static void take_outputs(struct pep_alive *a, const struct pep_node *n, uint32_t block)
{
    for (uint32_t i = pep_tokens_at(a->t, n->begin); block != PEP_NO_BLOCK && a->t->at[i].begin < n->end; i++)
        if (a->t->at[i].kind == PEP_IDENTIFIER && pep_token_output(a->t, i))
            set_named(a, a->t->at[i].begin, block);
}

/* One after the other what commas divide, of a node without branches. */
static void take_operands(struct pep_alive *a, const struct pep_node *n, uint32_t block)
{
    uint32_t begin = n->begin;
    for (uint32_t i = pep_tokens_at(a->t, begin); i < a->t->count && a->t->at[i].begin < n->end; i++) {
        i = pep_token_close(a->t, i);
        const struct pep_token *k = &a->t->at[i];
        if (k->word == ',') {
            take(a, begin, k->begin, block);
            take_assigned(a, begin, block);
            begin = k->end;
        }
    }
    take(a, begin, n->end, block);
    take_assigned(a, begin, block);
    if (a->t->at[pep_tokens_at(a->t, n->begin)].word == PEP_W_ASM)
        take_outputs(a, n, block);
}

/* visit - uses and settings in order of evaluation; what stands beside the kids of a node counts as evaluated first,
 * which is as good: there is no door inside of an expression. */
static void visit(struct pep_alive *a, const struct pep_node *n, uint32_t block)
{
    uint32_t at = n->begin;
    if (n->seen)
        block = a->p->tree->blocks[n->block];
    for (uint32_t i = 0; i < n->nkids; i++) {
        if (!n->kid[i])
            continue;
        take(a, at, n->kid[i]->begin, block);
        at = n->kid[i]->end > at ? n->kid[i]->end : at;
    }
    if (n->nkids)
        take(a, at, n->end, block);
    else
        take_operands(a, n, block);
    for (uint32_t i = 0; i < n->nkids; i++) {
        uint32_t kid = n->kind != PEP_NODE_FOR || i < 2 ? i : i == 2 ? 3 : 2;
        if (n->kid[kid])
            visit(a, n->kid[kid], block);
    }
}

void pep_alive_find(struct pep_alive *a, const struct pep_plan *p, const struct pep_tokens *t)
{
    *a = (struct pep_alive){.p = p, .t = t};
    a->block = PEP_NEW_N(p->arena, uint32_t, whole(a)->nmentions + 1);
    pep_live_begin(&a->live, p->f, whole(a)->nlocals, p->arena);
    visit(a, p->tree->body, PEP_NO_BLOCK);
    pep_live_solve(&a->live, p->f);
    pep_loops_find(&a->loops, p->f);
}

void pep_alive_free(struct pep_alive *a)
{
    pep_loops_free(&a->loops);
}

static bool is_in_loop(const struct pep_alive *a, uint32_t header, uint32_t block)
{
    uint32_t loop = a->loops.of_block[block];
    while (loop != PEP_NO_BLOCK && a->loops.at[loop].header != header)
        loop = a->loops.at[loop].parent;
    return loop != PEP_NO_BLOCK;
}

/* What happens to a local: on some way to the door, on some way from it, on some way from it back to it; and whether it
 * is alive somewhere behind the door's loop. */
enum { MENTIONED = 1, AGAIN = 2, CHANGED = 4, BEHIND = 8 };

static void find_behind(uint8_t *fate, const struct pep_alive *a, uint32_t header)
{
    const struct pep_function *f = a->p->f;
    for (size_t e = 0; e < f->edges.count; e++) {
        uint32_t behind = f->edges.at[e].dst;
        if (!is_in_loop(a, header, f->edges.at[e].src) || is_in_loop(a, header, behind))
            continue;
        for (uint32_t i = 0; i < whole(a)->nlocals; i++)
            fate[i] |= pep_live_in(&a->live, behind, i) ? BEHIND : 0;
    }
}

/* fates - by local.  The operand of computed gotos is evaluated in front of the block where they meet.  From a closed
 * loop's door the ways back are those in the loop: who leaves it has lost the door. */
static uint8_t *fates(struct pep_door *door, const struct pep_alive *a, struct pep_arena *scratch)
{
    uint8_t *fate = PEP_NEW_N(scratch, uint8_t, whole(a)->nlocals + 1);
    bool *to = PEP_NEW_N(scratch, bool, a->p->f->blocks.count);
    bool *from = PEP_NEW_N(scratch, bool, a->p->f->blocks.count);
    pep_cfg_reach(to, a->p->f, door->block, true);
    pep_cfg_reach(from, a->p->f, door->block, false);
    for (uint32_t b = 0; b < a->p->f->blocks.count && !door->around; b++)
        door->closed &= !to[b] || !from[b] || is_in_loop(a, door->block, b);
    for (uint32_t i = 0; i < whole(a)->nmentions; i++) {
        const struct pep_mention *m = &whole(a)->mentions[i];
        uint32_t block = a->block[i];
        if (block == PEP_NO_BLOCK)
            continue;
        if (to[block] && (m->assigns || !m->declares))
            fate[m->local] |= MENTIONED;
        if (from[block] && !m->declares)
            fate[m->local] |= AGAIN;
        if (to[block] && from[block] && m->assigns && (!door->closed || is_in_loop(a, door->block, block)))
            fate[m->local] |= CHANGED;
    }
    if (door->node->kind == PEP_NODE_DO)
        find_behind(fate, a, door->block);
    return fate;
}

static bool is_mentioned(const struct pep_alive *a, const struct pep_node *n, uint32_t local)
{
    uint32_t i = pep_alive_mention(whole(a), n->begin);
    while (i < whole(a)->nmentions && whole(a)->mentions[i].offset < n->end && whole(a)->mentions[i].local != local)
        i++;
    return i < whole(a)->nmentions && whole(a)->mentions[i].offset < n->end;
}

/* Does the end of a turn need it, though the next turn may not? */
static bool ends_turn(const struct pep_alive *a, const struct pep_node *loop, uint32_t local, uint8_t fate)
{
    if (loop->kind == PEP_NODE_DO)
        return (fate & BEHIND) || is_mentioned(a, loop->kid[1], local);
    return loop->kind == PEP_NODE_FOR && loop->kid[2] && is_mentioned(a, loop->kid[2], local);
}

/* What becomes of a local at the door. */
static struct pep_handed hand(const struct pep_door *door, const struct pep_alive *a, uint32_t i, uint8_t fate)
{
    const struct pep_local *local = &whole(a)->locals[i];
    bool operand = door->node->kind == PEP_NODE_COMPUTED && is_mentioned(a, door->node, i);
    bool plain = !local->fixed && (operand || pep_live_in(&a->live, door->block, i));
    bool place = local->fixed && (operand || (fate & AGAIN)) && (local->parameter || (fate & MENTIONED));
    bool back = (fate & CHANGED) && (plain || (!local->fixed && ends_turn(a, door->node, i, fate)));
    return (struct pep_handed){
        .local = i, .in = plain || place, .back = back, .apart = local->fixed || back || !local->parameter};
}

void pep_alive_hand(struct pep_door *door, const struct pep_alive *a, uint32_t offset, const struct pep_door *around)
{
    struct pep_arena scratch = PEP_ARENA_INIT;
    const uint8_t *fate = fates(door, a, &scratch);
    bool *listed = PEP_NEW_N(&scratch, bool, whole(a)->nlocals + 1);
    door->locals = PEP_NEW_N(a->p->arena, struct pep_handed, whole(a)->nlocals + 1);
    for (uint32_t i = 0; around && i < around->nlocals; i++) {
        struct pep_handed h = hand(door, a, around->locals[i].local, fate[around->locals[i].local]);
        if (!around->locals[i].apart)
            continue;
        h.apart = listed[h.local] = true;
        door->locals[door->nlocals++] = h;
    }
    for (uint32_t i = 0; i < whole(a)->nlocals; i++) {
        const struct pep_local *local = &whole(a)->locals[i];
        struct pep_handed h = hand(door, a, i, fate[i]);
        if (!listed[i] && !local->foreign && local->begin <= offset && offset < local->end && (h.in || h.back))
            door->locals[door->nlocals++] = h;
    }
    pep_arena_free(&scratch);
}
