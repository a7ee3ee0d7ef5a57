/* duplicate.c - which functions have duplicates, and where these can be entered. */
#include "rewrite/duplicate.h"
#include "cfgbuild/prior.h"
#include "frontend/scopes.h"
#include "rewrite/alive.h"
#include "rewrite/callbacks.h"
#include "rewrite/strips.h"
#include <stdlib.h>
#include <string.h>

/* Each door is a call with all locals that are in use, and code on both sides for them: so many in all after the first
 * one; and where innermost loops have doors too.  A loop that calls and has none is seen only where its function is
 * sampled from the beginning. */
enum { DOORS_MAX = 32, HANDED_MAX = 480, TOLD_DOORS_MAX = 63, TOLD_HANDED_MAX = 960 };
/* From then on an innermost loop is checked at each turn. */
enum { LONG_TURNS = 64 };
/* And where nobody knows how often it turns, from so many branches on. */
enum { MANY_BRANCHES = 3 };

/* --- what the text holds --- */

enum { TURNS = 1, CALLS = 2 };

/* How an innermost loop is checked. */
enum pace { UNCHECKED, BY_TURN, BY_ASKING, BY_STRIP };

struct loop {
    struct pep_node *node;
    unsigned busy; /* TURNS where it holds further loops, CALLS */
    enum pace pace;
    struct pep_strip strip;
};

/* Where a function's text runs: at its calls, or where it stands. */
enum place { UNKNOWN, PUT_IN_PLACE, CALLED };

struct survey {
    const struct pep_plan *plans; /* of the unit */
    enum place *places;           /* by function */
    struct pep_plan *p;
    const struct pep_tokens *t;
    struct {
        PEP_ARRAY(struct loop);
    } loops;
    struct {
        PEP_ARRAY(struct pep_node *);
    } computed;
    bool closed_jumps; /* a computed goto stands where nothing can be entered */
    uint32_t doors_max, handed_max;
    struct pep_scopes scopes;
    struct pep_alive alive;
    struct {
        PEP_ARRAY(struct pep_door);
    } doors;
};

static bool is_loop(const struct pep_node *n)
{
    return n->kind == PEP_NODE_WHILE || n->kind == PEP_NODE_FOR || (n->kind == PEP_NODE_DO && n->kid[1]->constant != 0);
}

/* Are the turns of loops told one by one? */
static bool tells_turns(const struct survey *s)
{
    return s->p->f->storage == PEP_STORE_FOREST || s->p->options->checks == PEP_CHECKS_EVERY;
}

/* Lists loops and computed gotos; gives what there is.  Into a statement expression nobody jumps. */
static unsigned look(struct survey *s, struct pep_node *n, bool closed)
{
    unsigned busy = n->calls ? CALLS : 0;
    bool inside = closed || n->kind == PEP_NODE_STATEMENT;
    for (uint32_t i = 0; i < n->nkids; i++)
        busy |= n->kid[i] ? look(s, n->kid[i], inside) : 0;
    if (is_loop(n) && !closed)
        pep_array_push(&s->loops, (struct loop){.node = n, .busy = busy});
    if (n->kind == PEP_NODE_COMPUTED) {
        pep_array_push(&s->computed, n);
        s->closed_jumps |= closed || n->kid[0]->kind != PEP_NODE_LEAF;
    }
    return is_loop(n) ? busy | TURNS : busy;
}

static bool has_calls(const struct pep_node *n)
{
    bool calls = n->calls;
    for (uint32_t i = 0; i < n->nkids && !calls; i++)
        calls = n->kid[i] && has_calls(n->kid[i]);
    return calls;
}

static bool has_turns(const struct pep_function *f)
{
    for (size_t e = 0; e < f->edges.count; e++)
        if (f->edges.at[e].cut)
            return true;
    return false;
}

static bool calls_out(const struct survey *s, const struct pep_tree *tree, const struct pep_node *part);

/* Do compilers put the function's text in place of its calls?  They do where it neither turns nor calls, and where it
 * is inline and calls only such. */
static bool is_put_in_place(const struct survey *s, uint32_t function)
{
    const struct pep_plan *p = &s->plans[function];
    enum place *place = &s->places[function];
    if (*place == UNKNOWN) {
        *place = CALLED; /* if it calls itself */
        if (p->mode && !p->f->reason && !has_turns(p->f) &&
            (!has_calls(p->tree->body) ||
             ((p->tree->whole.declared_inline || !p->tree->ncalls) && !calls_out(s, p->tree, p->tree->body))))
            *place = PUT_IN_PLACE;
    }
    return *place == PUT_IN_PLACE;
}

static bool is_short(const struct survey *s, const struct pep_tree *tree, uint32_t offset)
{
    for (uint32_t i = 0; i < tree->ncalls; i++)
        if (tree->calls[i].offset == offset)
            return is_put_in_place(s, tree->calls[i].callee);
    return false;
}

/* Is this memcpy(to, from, sizeof x), or with a number?  It is a load or a store. */
static bool is_access(const struct survey *s, uint32_t name)
{
    static const char *const words[] = {"memcpy", "memset", "memmove"};
    const struct pep_token *t = s->t->at;
    uint32_t close = t[name + 1].match, last = name + 2;
    if (close == PEP_NO_TOKEN || !pep_token_is_one(s->t, name, words, sizeof words / sizeof *words))
        return false;
    for (uint32_t i = last; i < close; i++) {
        if (t[i].word == ',')
            last = i + 1;
        i = pep_token_close(s->t, i);
    }
    return t[last].word == PEP_W_SIZEOF || (t[last].kind == PEP_NUMBER && last + 1 == close);
}

/* Does this part of a function call anything else? */
static bool calls_out(const struct survey *s, const struct pep_tree *tree, const struct pep_node *part)
{
    const struct pep_token *t = s->t->at;
    for (uint32_t i = pep_tokens_at(s->t, part->begin); t[i].end < part->end; i++) {
        bool callee = t[i].word == ')' || t[i].word == ']' || (t[i].kind == PEP_IDENTIFIER && !t[i].word);
        bool builtin = !strncmp(s->t->text + t[i].begin, "__builtin_", 10);
        if (t[i + 1].word == '(' && callee && !builtin && !is_short(s, tree, t[i].begin) && !is_access(s, i))
            return true;
    }
    return false;
}

/* The longest come first, and so outer ones before inner ones. */
static int by_length(const void *a, const void *b)
{
    const struct loop *x = a, *y = b;
    uint32_t first = x->node->end - x->node->begin, second = y->node->end - y->node->begin;
    if (first != second)
        return first > second ? -1 : 1;
    return x->node->begin < y->node->begin ? -1 : x->node->begin > y->node->begin;
}

static const struct pep_whole *whole(const struct survey *s)
{
    return &s->p->tree->whole;
}

/* The local that the name of a local means at an offset. */
static uint32_t meant(const struct survey *s, uint32_t local, uint32_t offset)
{
    const char *name = whole(s)->locals[local].name;
    return pep_scopes_find(&s->scopes, name, strlen(name), offset, PEP_SCOPE_BEHIND);
}

/* Is there a variable at the offset that cannot be named there?  It could not be handed over. */
static bool hides_some(const struct survey *s, uint32_t offset)
{
    for (uint32_t i = 0; i < whole(s)->nlocals; i++) {
        const struct pep_local *local = &whole(s)->locals[i];
        if (!local->foreign && local->begin <= offset && offset < local->end && meant(s, i, offset) != i)
            return true;
    }
    return false;
}

/* Do the door's locals have their names at the offset too? */
static bool sees_locals(const struct survey *s, const struct pep_door *door, uint32_t offset)
{
    for (uint32_t i = 0; i < door->nlocals; i++)
        if (meant(s, door->locals[i].local, offset) != door->locals[i].local)
            return false;
    return true;
}

static bool contains(const struct pep_node *n, uint32_t offset)
{
    return n->begin <= offset && offset < n->end;
}

static void add_door(struct survey *s, struct pep_door door)
{
    uint32_t handed = door.nlocals;
    for (size_t i = 0; i < s->doors.count; i++)
        handed += s->doors.at[i].nlocals;
    if (s->doors.count && (handed > s->handed_max || s->doors.count >= s->doors_max))
        return;
    door.number = (uint32_t)s->doors.count + 1;
    for (uint32_t i = 0; i < door.nlocals; i++)
        s->p->handed[door.locals[i].local] |= whole(s)->locals[door.locals[i].local].fixed;
    for (uint32_t q = door.around; q; q = s->doors.at[q - 1].around)
        s->doors.at[q - 1].inside |= UINT64_C(1) << door.number;
    pep_array_push(&s->doors, door);
}

/* --- loops --- */

/* Does every way back to the block end a path? */
static bool ends_turns(const struct pep_function *f, uint32_t block)
{
    const struct pep_block *k = &f->blocks.at[block];
    uint32_t uncut = 0;
    for (uint32_t i = 0; i < k->nin; i++)
        uncut += !f->edges.at[k->in[i]].cut;
    return k->is_start && uncut <= 1 && uncut < k->nin;
}

/* Where its names are those of the latch: behind the first part of a for. */
static uint32_t latch_offset(const struct survey *s, const struct pep_node *loop)
{
    uint32_t body = loop->kind == PEP_NODE_FOR ? loop->kid[3]->begin : loop->begin;
    return loop->kind == PEP_NODE_FOR ? s->t->at[pep_tokens_before(s->t, body)].begin : body;
}

/* Can the caller's variable be left behind?  A loop around declares a new one at each turn, of which only the end of
 * that turn leads back to the caller; and there is no room to notice that where a for does. */
static bool is_lost(const struct survey *s, const struct pep_local *local, const struct pep_door *door)
{
    uint32_t around = door->around;
    if (!local->fixed || local->parameter)
        return false;
    bool lost = local->stepping;
    for (size_t i = s->loops.count; i-- > 0;) { /* from the innermost one on */
        const struct pep_node *loop = s->loops.at[i].node;
        if (loop == door->node || !contains(loop, door->node->begin))
            continue;
        bool known = around && s->doors.at[around - 1].node == loop;
        if (contains(loop, local->declared))
            return lost || !known;
        around = known ? s->doors.at[around - 1].around : 0;
    }
    return lost;
}

/* How many of its statements and operands lead one way or another. */
static unsigned branches(const struct pep_node *n)
{
    unsigned count = n->kind == PEP_NODE_IF || n->kind == PEP_NODE_SWITCH || n->kind == PEP_NODE_COND ||
                     n->kind == PEP_NODE_AND || n->kind == PEP_NODE_OR || n->kind == PEP_NODE_GOTO;
    for (uint32_t i = 0; i < n->nkids; i++)
        count += n->kid[i] ? branches(n->kid[i]) : 0;
    return count;
}

/* Can it be left in its middle? */
static bool has_exits(const struct pep_node *n)
{
    return pep_strip_ways(n, false) & (PEP_WAY_BREAK | PEP_WAY_OUT);
}

/* A pragma, or an attribute, wants its loop right behind it, and the duplicate's text begins at the door. */
static bool is_spoken_for(const struct survey *s, const struct pep_node *loop)
{
    uint32_t first = pep_tokens_at(s->t, loop->begin);
    return first &&
           (s->t->at[first - 1].kind == PEP_PRAGMA || pep_tokens_attribute_ends(s->t, first - 1) != PEP_NO_TOKEN);
}

/* The door of the loop around, by which the duplicate can be left as well; NULL where that has none, or may be jumped
 * into. */
static const struct pep_door *door_around(const struct survey *s, const struct pep_node *loop)
{
    const struct pep_node *around = NULL;
    for (size_t i = 0; i < s->loops.count; i++) /* the longest come first */
        if (s->loops.at[i].node != loop && contains(s->loops.at[i].node, loop->begin))
            around = s->loops.at[i].node;
    for (size_t i = 0; i < s->doors.count; i++)
        if (s->doors.at[i].node == around)
            return s->doors.at[i].closed ? &s->doors.at[i] : NULL;
    return NULL;
}

static void open_loop(struct survey *s, const struct loop *l)
{
    struct pep_node *loop = l->node;
    if (is_spoken_for(s, loop))
        return;
    struct pep_door door = {.node = loop,
                            .block = s->p->tree->blocks[loop->header],
                            .closed = !(pep_strip_ways(loop, false) & PEP_WAY_IN),
                            .strip = l->strip};
    const struct pep_door *around = door.closed ? door_around(s, loop) : NULL;
    door.around = around ? around->number : 0;
    if (door.block == PEP_NO_BLOCK || !ends_turns(s->p->f, door.block) || hides_some(s, latch_offset(s, loop)))
        return;
    for (size_t i = 0; i < s->doors.count; i++)
        /* what does the same in all turns may be turned round by the compiler; as a sample of blocks it is too large */
        if (l->busy == TURNS && contains(s->doors.at[i].node, loop->begin) && !branches(loop) && !s->p->told)
            return;
    pep_alive_hand(&door, &s->alive, latch_offset(s, loop), around);
    for (uint32_t i = 0; i < door.nlocals; i++)
        if (is_lost(s, &whole(s)->locals[door.locals[i].local], &door))
            return;
    for (size_t i = 0; i < s->loops.count; i++)
        if (contains(s->loops.at[i].node, loop->begin))
            pep_strip_tell_steps(&door, s->p, s->loops.at[i].node, &s->scopes, s->t);
    add_door(s, door);
}

/* --- computed gotos --- */

static bool same_text(const struct survey *s, const struct pep_node *a, const struct pep_node *b)
{
    uint32_t i = pep_tokens_at(s->t, a->begin), k = pep_tokens_at(s->t, b->begin);
    for (; s->t->at[i].begin < a->end && s->t->at[k].begin < b->end; i++, k++)
        if (!pep_tokens_alike(s->t, i, k))
            return false;
    return s->t->at[i].begin >= a->end && s->t->at[k].begin >= b->end;
}

/* Is there a variable at the second offset that is not there at the first, though a jump may lead to where it is? */
static bool keeps_more(const struct survey *s, uint32_t first, uint32_t second)
{
    for (uint32_t i = 0; i < whole(s)->nlocals; i++) {
        const struct pep_local *local = &whole(s)->locals[i];
        if (local->begin > second || second >= local->end || (local->begin <= first && first < local->end))
            continue;
        for (uint32_t l = 0; l < s->p->tree->nlabels; l++) {
            const struct pep_label *label = s->p->tree->labels[l];
            if (label->address_taken && local->begin <= label->offset && label->offset < local->end)
                return true;
        }
    }
    return false;
}

/* All of them are entered at the first: so they must say the same, and mean the same by it. */
static void open_jumps(struct survey *s)
{
    struct pep_function *f = s->p->f;
    struct pep_door door = {.node = s->computed.at[0]};
    for (uint32_t b = 0; b < f->blocks.count && !door.block; b++)
        if (f->blocks.at[b].kind == PEP_BLOCK_COMPUTED && f->blocks.at[b].is_start)
            door.block = b;
    if (!door.block || s->closed_jumps || hides_some(s, door.node->begin))
        return;
    pep_alive_hand(&door, &s->alive, door.node->begin, NULL);
    for (uint32_t i = 0; i < door.nlocals; i++) {
        const struct pep_local *local = &whole(s)->locals[door.locals[i].local];
        if (local->fixed && local->stepping)
            return;
    }
    for (size_t i = 1; i < s->computed.count; i++) {
        const struct pep_node *other = s->computed.at[i];
        if (!same_text(s, door.node, other) || !sees_locals(s, &door, other->begin) ||
            keeps_more(s, door.node->begin, other->begin))
            return;
    }
    add_door(s, door);
}

/* An innermost loop without calls is one region, seen whole or not at all.  Where its turns are told one by one that is
 * too coarse; loops that count turn more often than those that wait for something. */
static void open_innermost(struct survey *s)
{
    s->doors_max = TOLD_DOORS_MAX;
    s->handed_max = TOLD_HANDED_MAX;
    for (int counts = 1; counts >= 0; counts--)
        for (size_t i = 0; i < s->loops.count; i++)
            if (!s->loops.at[i].busy && (s->loops.at[i].node->kind == PEP_NODE_FOR) == counts)
                open_loop(s, &s->loops.at[i]);
}

/* Did an innermost loop turn so often each time that it began in an earlier run, on average? */
static bool turned(const struct pep_function *f, uint32_t header, uint64_t times)
{
    if (header == PEP_NO_BLOCK)
        return false;
    const struct pep_turns prior = pep_prior_turns(f, header);
    return prior.turns && prior.turns / times >= prior.entries;
}

/* Does a loop do much in a turn, and turn until it is through?  One that can be left for several reasons waits for
 * something, and turns seldom. */
static bool does_much(const struct pep_node *loop)
{
    const struct pep_node *test = loop->kid[loop->kind == PEP_NODE_WHILE ? 0 : 1];
    const struct pep_node *body = loop->kid[loop->nkids - 1 - (loop->kind == PEP_NODE_DO)];
    return branches(body) >= MANY_BRANCHES && !has_exits(body) && !(test && branches(test));
}

/* Does it call a function with several ways?  Where such a call leaves a loop without doors its text comes in place of
 * the call, and what goes several ways in each turn is no vector code.  Of a function that is left out no ways are
 * known. */
static bool calls_branches(const struct survey *s, const struct pep_node *loop)
{
    const struct pep_tree *tree = s->p->tree;
    for (uint32_t i = 0; i < tree->ncalls; i++) {
        const struct pep_tree *callee = s->plans[tree->calls[i].callee].tree;
        if (contains(loop, tree->calls[i].offset) && callee && branches(callee->body))
            return true;
    }
    return false;
}

/* What is met at each turn costs more than it tells where a loop turns seldom.  So of those that no prior has seen turn
 * few have a check in each turn; and only searches ask in each turn for the end of a strip, since others may be vector
 * code.  Where all blocks are told neither pays. */
static enum pace find_pace(const struct survey *s, struct loop *l)
{
    const struct pep_function *f = s->p->f;
    bool counts = pep_strip_find(&l->strip, s->p, l->node, &s->scopes, s->t), exits = has_exits(l->node);
    if (pep_strip_asks(&l->strip) && (!exits || s->p->told)) {
        l->strip = (struct pep_strip){0};
        counts = false;
    }
    bool ways = !l->strip.brief && (branches(l->node) || calls_branches(s, l->node));
    if (l->busy || (counts && !exits && !ways && pep_strip_is_even(s->p, l->node, &s->scopes, s->t)))
        return UNCHECKED;
    if (f->guided && !turned(f, s->p->tree->blocks[l->node->header], counts ? PEP_STRIP / 4 : LONG_TURNS))
        return UNCHECKED;
    if (counts)
        return pep_strip_asks(&l->strip) ? BY_ASKING : BY_STRIP;
    return f->guided || (does_much(l->node) && !s->p->told) ? BY_TURN : UNCHECKED;
}

/* Else a loop that may turn very often is seen in parts where that costs next to nothing, and what may be vector code
 * stays as it is.  With a prior it is known which do: few large samples tell too little of them, so their turns are
 * checked one by one if need be.  Where there is no room for all, strips come first. */
static void open_long(struct survey *s)
{
    for (size_t i = 0; i < s->loops.count; i++)
        s->loops.at[i].pace = find_pace(s, &s->loops.at[i]);
    for (enum pace pace = BY_STRIP; pace; pace--)
        for (size_t i = 0; i < s->loops.count && s->doors.count < s->doors_max; i++)
            if (s->loops.at[i].pace == pace)
                open_loop(s, &s->loops.at[i]);
}

/* Where a loop has a door its header is told behind the check of the turn (versions.c), not on each way there. */
static void tell_behind_check(struct pep_plan *p, const struct pep_door *door)
{
    const struct pep_block *k = &p->f->blocks.at[door->block];
    for (uint32_t i = 0; i < k->nin; i++) {
        const struct pep_site *site = p->f->edges.at[k->in[i]].site;
        if (site && (site->node != door->node || site->arm != PEP_ARM_BEFORE))
            p->ops[k->in[i]].count = 0;
    }
}

static void open_doors(struct pep_plan *plans, struct pep_plan *p, enum place *places, const struct pep_tokens *tokens)
{
    struct survey s = {
        .plans = plans, .places = places, .p = p, .t = tokens, .doors_max = DOORS_MAX, .handed_max = HANDED_MAX};
    p->handed = PEP_NEW_N(p->arena, bool, p->tree->whole.nlocals + 1);
    if (p->tree->whole.shut || p->f->calls_setjmp || p->options->checks == PEP_CHECKS_ENTRIES)
        return;
    look(&s, p->tree->body, false);
    pep_scopes_index(&s.scopes, p->tree->whole.locals, p->tree->whole.nlocals, p->arena);
    pep_alive_find(&s.alive, p, tokens);
    for (size_t i = 0; i < s.loops.count; i++)
        if (!calls_out(&s, p->tree, s.loops.at[i].node))
            s.loops.at[i].busy &= TURNS;
    if (s.loops.count)
        qsort(s.loops.at, s.loops.count, sizeof *s.loops.at, by_length);
    if (s.computed.count)
        open_jumps(&s);
    for (size_t i = 0; i < s.loops.count; i++)
        if (s.loops.at[i].busy)
            open_loop(&s, &s.loops.at[i]);
    if (tells_turns(&s))
        open_innermost(&s);
    else
        open_long(&s);
    p->ndoors = (uint32_t)s.doors.count;
    p->doors = PEP_NEW_N(p->arena, struct pep_door, s.doors.count + 1);
    if (s.doors.count)
        memcpy(p->doors, s.doors.at, s.doors.count * sizeof *s.doors.at);
    for (uint32_t i = 0; p->told && i < p->ndoors; i++)
        tell_behind_check(p, &p->doors[i]);
    pep_array_free(&s.doors);
    pep_array_free(&s.loops);
    pep_array_free(&s.computed);
    pep_alive_free(&s.alive);
    pep_scopes_free(&s.scopes);
}

/* --- the unit --- */

bool pep_duplicate_exists(const struct pep_plan *p)
{
    return p->mode && p->record == PEP_RECORD_GUARDED && !p->f->reason &&
           (p->f->storage != PEP_STORE_DERIVED || p->passes);
}

static void pass_on(struct pep_plan *p)
{
    p->passes = true;
    p->has_counters = p->has_register = false;
    for (size_t e = 0; e < p->f->edges.count; e++)
        p->ops[e].count = 0;
}

static bool calls_duplicates(const struct pep_plan *plans, const struct pep_plan *p)
{
    bool any = false;
    for (uint32_t k = 0; k < p->tree->ncalls; k++)
        any |= pep_duplicate_exists(&plans[p->tree->calls[k].callee]);
    return any;
}

/* What is derived from its callers records nothing, but duplicates are to call duplicates: without one of it, those
 * that it calls would have to check. */
static void find_passing(struct pep_plan *plans, uint32_t n)
{
    for (bool more = true; more;) {
        more = false;
        for (struct pep_plan *p = plans; p < plans + n; p++)
            if (p->record == PEP_RECORD_GUARDED && p->f->storage == PEP_STORE_DERIVED && !p->passes &&
                !p->options->hooked && calls_duplicates(plans, p)) {
                pass_on(p);
                more = true;
            }
    }
}

/* One sample point says as much as the check would, wherever its paths end: no loop, and nothing to add up before. */
static bool is_light(const struct pep_plan *p)
{
    return !has_turns(p->f) && !p->has_register && p->f->storage == PEP_STORE_ARRAY && !p->f->nsites;
}

enum mark { UNSEEN, OPEN, DONE };

/* Somebody in a circle of calls has to check. */
static void break_circles(struct pep_plan *plans, uint32_t i, uint8_t *marks)
{
    marks[i] = OPEN;
    for (uint32_t k = 0; k < plans[i].tree->ncalls; k++) {
        uint32_t callee = plans[i].tree->calls[k].callee;
        if (!plans[callee].quiet)
            continue;
        if (marks[callee] == OPEN)
            plans[callee].quiet = false;
        else if (marks[callee] == UNSEEN)
            break_circles(plans, callee, marks);
    }
    marks[i] = DONE;
}

void pep_duplicate_settle(struct pep_plan *plans, uint32_t n, const struct pep_tokens *tokens, struct pep_arena *arena)
{
    uint8_t *marks = PEP_NEW_N(arena, uint8_t, n + 1);
    enum place *places = PEP_NEW_N(arena, enum place, n + 1);
    find_passing(plans, n);
    for (uint32_t i = 0; i < n; i++)
        if (pep_duplicate_exists(&plans[i]))
            open_doors(plans, &plans[i], places, tokens);
    for (uint32_t i = 0; i < n; i++)
        plans[i].quiet = /* hooks hear of no duplicate */
            pep_duplicate_exists(&plans[i]) && plans[i].tree->only_called && !plans[i].options->hooked;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; plans[i].mode && !pep_duplicate_exists(&plans[i]) && k < plans[i].tree->ncalls; k++)
            plans[plans[i].tree->calls[k].callee].quiet = false;
    for (uint32_t i = 0; i < n; i++)
        if (plans[i].quiet && marks[i] == UNSEEN)
            break_circles(plans, i, marks);
    for (uint32_t i = 0; i < n; i++) {
        bool calls = false;
        if (!pep_duplicate_exists(&plans[i]) || plans[i].quiet || plans[i].options->duplicate == PEP_DUPLICATE_FULL ||
            !is_light(&plans[i]))
            continue;
        for (uint32_t k = 0; k < plans[i].tree->ncalls; k++)
            calls |= plans[plans[i].tree->calls[k].callee].quiet;
        if (!calls)
            plans[i].record = PEP_RECORD_OFFER;
    }
    pep_callbacks_settle(plans, n, tokens);
}

const char *pep_duplicate_excuse(const struct pep_plan *p)
{
    const struct pep_whole *whole = &p->tree->whole;
    bool asked = p->options->how == PEP_HOW_DUPLICATED && p->options->duplicate != PEP_DUPLICATE_NONE;
    if (!asked || p->f->storage == PEP_STORE_DERIVED)
        return NULL;
    if (whole->single)
        return pep_arena_printf(p->arena, "not duplicated: %s", whole->single);
    if (p->record == PEP_RECORD_GUARDED && whole->shut && has_turns(p->f))
        return pep_arena_printf(p->arena, "duplicated, but loops stay in the version they begin in: %s", whole->shut);
    return NULL;
}
