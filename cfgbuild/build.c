/* build.c - from the control tree to the graph: one walk in order of evaluation. */
#include "cfgbuild/tree.h"
#include <string.h>

/* The innermost switch around a statement. */
struct switching {
    uint32_t block; /* that dispatches */
    bool has_default;
};

struct builder {
    struct pep_function *f;
    struct pep_arena *arena;
    uint32_t here;                  /* block that is being filled; may be unreachable */
    uint32_t break_to, continue_to; /* blocks, or PEP_NO_BLOCK */
    bool roomy;                     /* the tree is */
    uint32_t hub;                   /* where computed gotos meet; PEP_NO_BLOCK before the first use */
    struct switching *switching;
    struct pep_node *statement; /* innermost statement, ... */
    uint32_t statement_block;   /* ... and the block where it began */
    unsigned unsequenced;       /* operands around us whose order is not fixed */
    const char *refusal;
};

static void statement(struct builder *b, struct pep_node *n);
static void value(struct builder *b, struct pep_node *n);

static uint32_t new_block(struct builder *b)
{
    return pep_cfg_add_block(b->f, PEP_BLOCK_PLAIN);
}

/* A site of the node, or NULL where another edge has it already. */
static struct pep_site *new_site(struct builder *b, struct pep_node *n, enum pep_arm arm)
{
    if (!n || n->site[arm])
        return NULL;
    struct pep_site *s = PEP_NEW(b->arena, struct pep_site);
    *s = (struct pep_site){n, (uint8_t)arm, PEP_NO_BLOCK};
    return n->site[arm] = s;
}

static struct pep_edge *add_edge(struct builder *b, uint32_t src, uint32_t dst, enum pep_edge_kind kind,
                                 struct pep_node *n, enum pep_arm arm)
{
    uint32_t e = pep_cfg_add_edge(b->f, src, dst, kind);
    b->f->edges.at[e].site = new_site(b, n, arm);
    b->f->edges.at[e].unordered = b->unsequenced > 0;
    return &b->f->edges.at[e];
}

/* The node, where the ends of its parts are to be sites. */
static struct pep_node *roomy(const struct builder *b, struct pep_node *n)
{
    return b->roomy ? n : NULL;
}

/* An edge from here; then we stand in `next`. */
static struct pep_edge *leave(struct builder *b, uint32_t dst, enum pep_edge_kind kind, struct pep_node *n,
                              enum pep_arm arm, uint32_t next)
{
    struct pep_edge *e = add_edge(b, b->here, dst, kind, n, arm);
    b->here = next;
    return e;
}

static void add_line(struct builder *b, struct pep_position p)
{
    struct pep_block *k = &b->f->blocks.at[b->here];
    if (!p.line)
        return;
    if (!k->position.line)
        k->position = p;
    if (k->nlines && k->lines[k->nlines - 1].line == p.line && k->lines[k->nlines - 1].file == p.file)
        return;
    if (!(k->nlines & (k->nlines - 1))) { /* full at each power of two */
        struct pep_position *more = PEP_NEW_N(b->arena, struct pep_position, k->nlines ? k->nlines * 2 : 1);
        if (k->nlines)
            memcpy(more, k->lines, k->nlines * sizeof *more);
        k->lines = more;
    }
    k->lines[k->nlines++] = p;
}

static void see(struct builder *b, struct pep_node *n)
{
    add_line(b, n->position);
    n->seen = true;
    n->block = b->here;
    if (n->calls)
        b->f->blocks.at[b->here].calls = true;
}

static void branch(struct builder *b, struct pep_node *n, uint32_t yes, uint32_t no)
{
    if (n->constant >= 0) {
        add_edge(b, b->here, n->constant ? yes : no, PEP_EDGE_FALL, NULL, 0);
        return;
    }
    n->decides = true;
    n->branch = b->here;
    b->f->blocks.at[b->here].kind = PEP_BLOCK_BRANCH;
    b->f->blocks.at[b->here].position = n->position;
    add_edge(b, b->here, yes, PEP_EDGE_TRUE, n, PEP_ARM_TRUE)->unlikely = n->expected == 0;
    add_edge(b, b->here, no, PEP_EDGE_FALSE, n, PEP_ARM_FALSE)->unlikely = n->expected == 1;
}

/* Does a part begin by saying that control does not come here?  Behind anything else it may only say that what stands
 * there does not return. */
static bool is_impossible(const struct pep_node *n)
{
    while (n->nkids && (n->kind == PEP_NODE_LIST || n->kind == PEP_NODE_EXPRESSION || n->kind == PEP_NODE_SAME))
        n = n->kid[0];
    return n->kind == PEP_NODE_NORETURN && n->never;
}

/* Where a part that a branch decides on begins. */
static void begin_arm(struct builder *b, uint32_t block, const struct pep_node *n)
{
    b->here = block;
    b->f->blocks.at[block].impossible = is_impossible(n);
}

/* Evaluates for truth, with the short circuits of && || !; control goes to `yes` or to `no`. */
static void condition(struct builder *b, struct pep_node *n, uint32_t yes, uint32_t no)
{
    uint32_t right;
    switch (n->kind) {
    case PEP_NODE_SAME: condition(b, n->kid[0], yes, no); break;
    case PEP_NODE_NOT: condition(b, n->kid[0], no, yes); break;
    case PEP_NODE_COMMA:
        value(b, n->kid[0]);
        condition(b, n->kid[1], yes, no);
        break;
    case PEP_NODE_AND:
        right = new_block(b);
        condition(b, n->kid[0], right, no);
        b->here = right;
        condition(b, n->kid[1], yes, no);
        break;
    case PEP_NODE_OR:
        right = new_block(b);
        condition(b, n->kid[0], yes, right);
        b->here = right;
        condition(b, n->kid[1], yes, no);
        break;
    default: value(b, n); branch(b, n, yes, no);
    }
}

/* A condition whose outcomes have arms of their own in the statement: where one edge alone leads there, code on it
 * goes into the arm and leaves the condition as it was. */
static void armed_condition(struct builder *b, struct pep_node *owner, struct pep_node *n, uint32_t yes, uint32_t no)
{
    size_t first = b->f->edges.count;
    condition(b, n, yes, no);
    for (int arm = PEP_ARM_TRUE; arm <= PEP_ARM_FALSE; arm++) {
        struct pep_edge *only = NULL;
        unsigned found = 0;
        for (size_t i = first; i < b->f->edges.count; i++) {
            if (b->f->edges.at[i].dst == (arm == PEP_ARM_TRUE ? yes : no)) {
                only = &b->f->edges.at[i];
                found++;
            }
        }
        if (found != 1 || (arm == PEP_ARM_FALSE && owner->kind != PEP_NODE_IF))
            continue;
        if (only->site)
            only->site->node->site[only->site->arm] = NULL;
        only->site = new_site(b, owner, (enum pep_arm)arm);
    }
}

static void no_return(struct builder *b)
{
    struct pep_node *n = b->here == b->statement_block ? b->statement : NULL;
    leave(b, PEP_EXIT, PEP_EDGE_NORETURN, n, PEP_ARM_BEFORE, new_block(b));
}

static void returns_twice(struct builder *b, const struct pep_node *call)
{
    struct pep_node *n = b->here == b->statement_block ? b->statement : NULL;
    uint32_t again = new_block(b);
    if (b->unsequenced || !call->sequenced)
        b->refusal = "setjmp among operands that have branches and no fixed order";
    leave(b, again, PEP_EDGE_FALL, n, PEP_ARM_BEFORE, again)->cut = PEP_CUT_JUMP;
    b->f->blocks.at[again].reload = true;
    b->f->calls_setjmp = true;
    b->statement_block = PEP_NO_BLOCK;
    add_line(b, b->statement->position);
}

static void values(struct builder *b, struct pep_node *n)
{
    for (uint32_t i = 0; i < n->nkids; i++)
        value(b, n->kid[i]);
}

static void value(struct builder *b, struct pep_node *n)
{
    uint32_t join, left, right;
    if (!n)
        return;
    see(b, n);
    switch (n->kind) {
    case PEP_NODE_AND:
    case PEP_NODE_OR:
        right = new_block(b);
        join = new_block(b);
        condition(b, n->kid[0], n->kind == PEP_NODE_AND ? right : join, n->kind == PEP_NODE_AND ? join : right);
        b->here = right;
        value(b, n->kid[1]);
        leave(b, join, PEP_EDGE_FALL, NULL, 0, join);
        break;
    case PEP_NODE_COND:
        left = new_block(b);
        right = new_block(b);
        join = new_block(b);
        condition(b, n->kid[0], left, right);
        begin_arm(b, left, n->kid[1]);
        value(b, n->kid[1]);
        leave(b, join, PEP_EDGE_FALL, NULL, 0, right);
        begin_arm(b, right, n->kid[2]);
        value(b, n->kid[2]);
        leave(b, join, PEP_EDGE_FALL, NULL, 0, join);
        break;
    case PEP_NODE_ELVIS:
        right = new_block(b);
        join = new_block(b);
        value(b, n->kid[0]);
        branch(b, n->kid[0], join, right);
        b->here = right;
        value(b, n->kid[1]);
        leave(b, join, PEP_EDGE_FALL, NULL, 0, join);
        break;
    case PEP_NODE_GROUP:
        b->unsequenced += !n->sequenced;
        values(b, n);
        b->unsequenced -= !n->sequenced;
        b->f->blocks.at[b->here].unordered |= !n->sequenced;
        break;
    case PEP_NODE_STATEMENT: {
        struct pep_node *outer = b->statement;
        uint32_t outer_block = b->statement_block;
        statement(b, n->kid[0]);
        b->statement = outer;
        b->statement_block = outer_block;
        break;
    }
    case PEP_NODE_NORETURN:
        values(b, n);
        if (!b->unsequenced && n->sequenced)
            no_return(b);
        break;
    case PEP_NODE_TWICE:
        values(b, n);
        returns_twice(b, n);
        break;
    default: /* LEAF, NOT, SAME, COMMA */ values(b, n);
    }
}

static uint32_t label_block(struct builder *b, struct pep_label *label)
{
    if (label->block == PEP_NO_BLOCK)
        label->block = new_block(b);
    return label->block;
}

/* The block where computed gotos meet, and asm gotos to labels that others name too.  A path ends on the way into it
 * and another begins there, so that a goto need not know the target and the label does the dispatch as a case label
 * does. */
static uint32_t hub(struct builder *b)
{
    if (b->hub == PEP_NO_BLOCK)
        b->hub = pep_cfg_add_block(b->f, PEP_BLOCK_COMPUTED);
    return b->hub;
}

/* Is this asm goto all that leads to its labels, but what falls into them?  Then it is a switch. */
static bool is_switch(const struct pep_node *asm_goto)
{
    bool own = asm_goto->ntargets > 0;
    for (uint32_t i = 0; i < asm_goto->ntargets; i++)
        own &= asm_goto->targets[i]->named == 1;
    return own;
}

static uint32_t dispatch_block(struct builder *b, struct pep_node *asm_goto)
{
    if (asm_goto->dispatch == PEP_NO_BLOCK)
        asm_goto->dispatch = pep_cfg_add_block(b->f, PEP_BLOCK_SWITCH);
    return asm_goto->dispatch;
}

/* Control goes to the hub from this statement; the first one gives the hub its place in the source. */
static void enter_hub(struct builder *b, struct pep_node *n, struct pep_node *site, uint32_t next)
{
    uint32_t to = hub(b);
    if (!b->f->blocks.at[to].position.line)
        b->f->blocks.at[to].position = n->position;
    leave(b, to, PEP_EDGE_JUMP, site, PEP_ARM_BEFORE, next)->cut = PEP_CUT_JUMP;
}

static void labelled(struct builder *b, struct pep_node *n)
{
    uint32_t block = label_block(b, n->label);
    leave(b, block, PEP_EDGE_FALL, n, PEP_ARM_BEFORE, block);
    add_line(b, n->position);
    if (n->label->address_taken) {
        struct pep_node *asm_goto = n->label->asm_goto;
        uint32_t from = asm_goto && is_switch(asm_goto) ? dispatch_block(b, asm_goto) : hub(b);
        add_edge(b, from, block, PEP_EDGE_COMPUTED, n, PEP_ARM_AT)->label = n->label->name;
    }
    statement(b, n->kid[0]);
}

/* A run of case labels is one edge: nothing tells them apart behind the last one. */
static void cases(struct builder *b, struct pep_node *n)
{
    enum { LABEL_MAX = 60 };
    uint32_t block = new_block(b);
    leave(b, block, PEP_EDGE_FALL, n, PEP_ARM_BEFORE, block);
    struct pep_node *last = n;
    bool is_default = n->is_default;
    const char *label = n->text;
    while (last->kid[0]->kind == PEP_NODE_CASE) {
        last = last->kid[0];
        is_default |= last->is_default;
        if (strlen(label) < LABEL_MAX)
            label = pep_arena_printf(b->arena, "%s, %s", label,
                                     strlen(label) + strlen(last->text) < LABEL_MAX ? last->text : "...");
    }
    begin_arm(b, block, last->kid[0]);
    add_line(b, n->position);
    b->switching->has_default |= is_default;
    add_edge(b, b->switching->block, block, is_default ? PEP_EDGE_DEFAULT : PEP_EDGE_CASE, last, PEP_ARM_AT)->label =
        label;
    statement(b, last->kid[0]);
}

static void switch_statement(struct builder *b, struct pep_node *n)
{
    struct switching s = {0, false}, *outer = b->switching;
    uint32_t outer_break = b->break_to, after = new_block(b);
    value(b, n->kid[0]);
    s.block = b->here;
    b->f->blocks.at[s.block].kind = PEP_BLOCK_SWITCH;
    b->f->blocks.at[s.block].position = n->position;
    b->switching = &s;
    b->break_to = after;
    b->here = new_block(b); /* what stands in front of the first label is not reached from above */
    statement(b, n->kid[1]);
    b->switching = outer;
    b->break_to = outer_break;
    leave(b, after, PEP_EDGE_FALL, roomy(b, n), PEP_ARM_END, after);
    if (!s.has_default) {
        bool room = n->kid[1]->kind == PEP_NODE_LIST && (!n->needs_no_default || b->f->blocks.at[s.block].reload);
        add_edge(b, s.block, after, PEP_EDGE_DEFAULT, room ? n : NULL, PEP_ARM_AT);
    }
}

static void loop_body(struct builder *b, struct pep_node *body, uint32_t break_to, uint32_t continue_to)
{
    uint32_t outer_break = b->break_to, outer_continue = b->continue_to;
    b->break_to = break_to;
    b->continue_to = continue_to;
    statement(b, body);
    b->break_to = outer_break;
    b->continue_to = outer_continue;
}

static void while_loop(struct builder *b, struct pep_node *n)
{
    uint32_t header = n->header = new_block(b), body = new_block(b), after = new_block(b);
    leave(b, header, PEP_EDGE_FALL, n, PEP_ARM_BEFORE, header);
    b->f->blocks.at[header].short_trip = n->short_trip;
    add_line(b, n->position);
    armed_condition(b, n, n->kid[0], body, after);
    b->here = body;
    loop_body(b, n->kid[1], after, header);
    leave(b, header, PEP_EDGE_FALL, n, PEP_ARM_LATCH, after);
}

static void do_loop(struct builder *b, struct pep_node *n)
{
    uint32_t header = n->header = new_block(b), test = new_block(b), after = new_block(b);
    leave(b, header, PEP_EDGE_FALL, n, PEP_ARM_BEFORE, header);
    b->f->blocks.at[header].short_trip = n->short_trip;
    loop_body(b, n->kid[0], after, test);
    /* a condition that is no branch has no room for what happens before the next turn */
    leave(b, test, PEP_EDGE_FALL, n->kid[1]->constant == 1 ? n : roomy(b, n), PEP_ARM_END, test);
    add_line(b, n->kid[1]->position);
    condition(b, n->kid[1], header, after);
    b->here = after;
}

static bool calls(const struct pep_node *n)
{
    bool any = n->calls;
    for (uint32_t i = 0; i < n->nkids && !any; i++)
        any = n->kid[i] && calls(n->kid[i]);
    return any;
}

/* The first turn begins behind the first part, but what is put there stands in front of it. */
static void for_loop(struct builder *b, struct pep_node *n)
{
    value(b, n->kid[0]);
    bool straight = b->here == b->statement_block && !(b->roomy && n->kid[0] && calls(n->kid[0]));
    uint32_t header = n->header = new_block(b), body = new_block(b), step = new_block(b), after = new_block(b);
    b->f->blocks.at[b->here].unordered |= n->kid[0] && !n->kid[0]->sequenced;
    leave(b, header, PEP_EDGE_FALL, straight ? n : NULL, PEP_ARM_BEFORE, header);
    b->f->blocks.at[header].short_trip = n->short_trip;
    add_line(b, n->position);
    if (n->kid[1])
        armed_condition(b, n, n->kid[1], body, after);
    else
        add_edge(b, header, body, PEP_EDGE_FALL, n, PEP_ARM_TRUE);
    b->here = body;
    loop_body(b, n->kid[3], after, step);
    leave(b, step, PEP_EDGE_FALL, roomy(b, n), PEP_ARM_END, step);
    add_line(b, n->kid[2] ? n->kid[2]->position : n->position);
    value(b, n->kid[2]);
    leave(b, header, PEP_EDGE_FALL, n, PEP_ARM_LATCH, after);
}

static void if_statement(struct builder *b, struct pep_node *n)
{
    uint32_t then = new_block(b), otherwise = n->kid[2] ? new_block(b) : PEP_NO_BLOCK, join = new_block(b);
    armed_condition(b, n, n->kid[0], then, n->kid[2] ? otherwise : join);
    begin_arm(b, then, n->kid[1]);
    statement(b, n->kid[1]);
    leave(b, join, PEP_EDGE_FALL, roomy(b, n), PEP_ARM_END, join);
    if (n->kid[2]) {
        begin_arm(b, otherwise, n->kid[2]);
        statement(b, n->kid[2]);
        leave(b, join, PEP_EDGE_FALL, roomy(b, n), PEP_ARM_OTHER_END, join);
    }
}

static void return_statement(struct builder *b, struct pep_node *n)
{
    value(b, n->kid[0]);
    struct pep_node *site = n;
    enum pep_arm arm = PEP_ARM_BEFORE;
    if (b->here != b->statement_block) { /* the value has branches: the path ends on them, or behind the value */
        arm = PEP_ARM_AFTER;
        site = n->kid[0]->sequenced ? NULL : n;
    }
    leave(b, PEP_EXIT, PEP_EDGE_RETURN, site, arm, new_block(b));
}

static void asm_goto(struct builder *b, struct pep_node *n)
{
    bool own = is_switch(n);
    uint32_t next = new_block(b), from = own ? dispatch_block(b, n) : hub(b);
    if (own) {
        b->f->blocks.at[from].position = n->position;
        leave(b, from, PEP_EDGE_FALL, n, PEP_ARM_BEFORE, next);
    } else {
        enter_hub(b, n, n, next);
    }
    add_edge(b, from, next, PEP_EDGE_COMPUTED, n, PEP_ARM_AFTER)->label = "asm goto falls through";
}

static void expression_statement(struct builder *b, struct pep_node *n)
{
    values(b, n);
    if (b->f->blocks.at[b->here].reload) {
        uint32_t next = new_block(b);
        leave(b, next, PEP_EDGE_FALL, n, PEP_ARM_AFTER, next);
    }
}

static void jump(struct builder *b, struct pep_node *n, uint32_t to)
{
    if (to == PEP_NO_BLOCK)
        b->refusal = "a break or continue outside of loops";
    else
        leave(b, to, PEP_EDGE_JUMP, n, PEP_ARM_BEFORE, new_block(b));
}

static void statement(struct builder *b, struct pep_node *n)
{
    if (n->kind == PEP_NODE_LIST) {
        for (uint32_t i = 0; i < n->nkids; i++)
            statement(b, n->kid[i]);
        return;
    }
    bool label = n->kind == PEP_NODE_LABEL || n->kind == PEP_NODE_CASE;
    if (!label && n->kind != PEP_NODE_WHILE && n->kind != PEP_NODE_DO)
        see(b, n);
    b->statement = n;
    b->statement_block = b->here;
    switch (n->kind) {
    case PEP_NODE_EXPRESSION: expression_statement(b, n); break;
    case PEP_NODE_IF: if_statement(b, n); break;
    case PEP_NODE_WHILE: while_loop(b, n); break;
    case PEP_NODE_DO: do_loop(b, n); break;
    case PEP_NODE_FOR: for_loop(b, n); break;
    case PEP_NODE_SWITCH: switch_statement(b, n); break;
    case PEP_NODE_CASE:
        if (b->switching)
            cases(b, n);
        else
            b->refusal = "a case label outside of switch";
        break;
    case PEP_NODE_LABEL: labelled(b, n); break;
    case PEP_NODE_GOTO: jump(b, n, label_block(b, n->label)); break;
    case PEP_NODE_COMPUTED:
        value(b, n->kid[0]);
        b->f->blocks.at[b->here].unordered |= !n->kid[0]->sequenced;
        enter_hub(b, n, b->here == b->statement_block ? n : NULL, new_block(b));
        break;
    case PEP_NODE_ASM_GOTO: asm_goto(b, n); break;
    case PEP_NODE_BREAK: jump(b, n, b->break_to); break;
    case PEP_NODE_CONTINUE: jump(b, n, b->continue_to); break;
    case PEP_NODE_RETURN: return_statement(b, n); break;
    default: b->refusal = "an unknown kind of statement";
    }
}

/* Is this block all that the block before it may lead to? */
static bool is_only_way(const struct pep_function *f, const struct pep_block *before)
{
    bool other = false;
    for (uint32_t i = 0; i < before->nout; i++)
        other |= !f->blocks.at[f->edges.at[before->out[i]].dst].impossible;
    return !other;
}

/* A branch that leads nowhere but to __builtin_unreachable() is a promise to the compiler, which evaluates no condition
 * for it: nor may we make it one by counting.  Gives whether edges are gone. */
static bool drop_impossible(struct pep_function *f)
{
    size_t kept = 0, n = f->edges.count;
    bool *gone = PEP_NEW_N(f->arena, bool, n + 1);
    for (size_t b = 0; b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        bool decided = k->impossible;
        for (uint32_t i = 0; i < k->nin && decided; i++) {
            const struct pep_block *before = &f->blocks.at[f->edges.at[k->in[i]].src];
            decided = (before->kind == PEP_BLOCK_BRANCH || before->kind == PEP_BLOCK_SWITCH) && !is_only_way(f, before);
        }
        for (uint32_t i = 0; i < k->nin && decided; i++)
            gone[k->in[i]] = true;
    }
    for (size_t b = 0; b < f->blocks.count; b++) {
        struct pep_block *k = &f->blocks.at[b];
        if (k->kind != PEP_BLOCK_BRANCH || !(gone[k->out[0]] || gone[k->out[1]]))
            continue;
        k->kind = PEP_BLOCK_PLAIN;
        f->edges.at[k->out[gone[k->out[0]]]].kind = PEP_EDGE_FALL;
    }
    for (size_t e = 0; e < n; e++)
        if (!gone[e])
            f->edges.at[kept++] = f->edges.at[e];
    f->edges.count = kept;
    return kept < n;
}

/* Finishes the graph.  Sites of edges that it drops lead nowhere; those that are left get their new index. */
static void settle(struct pep_function *f, struct pep_tree *tree)
{
    size_t n = f->blocks.count;
    tree->blocks = PEP_NEW_N(f->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        f->blocks.at[i].origin = i;
        tree->blocks[i] = PEP_NO_BLOCK;
    }
    pep_cfg_finish(f);
    if (drop_impossible(f))
        pep_cfg_finish(f);
    for (uint32_t i = 0; i < f->blocks.count; i++)
        tree->blocks[f->blocks.at[i].origin] = i;
    for (size_t i = 0; i < f->edges.count; i++)
        if (f->edges.at[i].site)
            f->edges.at[i].site->edge = (uint32_t)i;
}

static bool leads_on(const struct pep_function *f, uint32_t block)
{
    bool leads = false;
    for (size_t i = 0; i < f->edges.count; i++)
        leads |= f->edges.at[i].src == block;
    return leads;
}

const char *pep_cfg_build(struct pep_function *f, struct pep_tree *tree, struct pep_arena *arena)
{
    struct builder b = {.f = f,
                        .arena = arena,
                        .break_to = PEP_NO_BLOCK,
                        .continue_to = PEP_NO_BLOCK,
                        .roomy = tree->roomy,
                        .hub = PEP_NO_BLOCK,
                        .statement_block = PEP_NO_BLOCK};
    f->arena = arena;
    f->name = tree->name;
    f->position = tree->position;
    f->end_line = tree->end_line;
    f->is_static = tree->is_static;
    f->is_inline = tree->is_inline;
    pep_cfg_add_block(f, PEP_BLOCK_ENTRY);
    pep_cfg_add_block(f, PEP_BLOCK_EXIT);
    for (uint32_t i = 0; i < tree->nlabels; i++) {
        tree->labels[i]->block = PEP_NO_BLOCK;
        if (tree->labels[i]->asm_goto)
            tree->labels[i]->asm_goto->dispatch = PEP_NO_BLOCK;
    }
    b.here = PEP_ENTRY;
    uint32_t first = new_block(&b);
    leave(&b, first, PEP_EDGE_FALL, tree->body, PEP_ARM_BEFORE, first);
    add_line(&b, tree->position);
    statement(&b, tree->body);
    leave(&b, PEP_EXIT, PEP_EDGE_RETURN, tree->body, PEP_ARM_LATCH, PEP_EXIT);
    if (!b.refusal && b.hub != PEP_NO_BLOCK && !leads_on(f, b.hub))
        b.refusal = "a computed goto, and no label that it could go to";
    if (b.refusal)
        return b.refusal;
    settle(f, tree);
    return NULL;
}

/* The statement of a list that is the last to begin at the offset or before it: lists may be long. */
static uint32_t statement_at(const struct pep_node *list, uint32_t offset)
{
    uint32_t low = 0, high = list->nkids;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (list->kid[middle]->begin <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const struct pep_node *kid_at(const struct pep_node *n, uint32_t offset)
{
    bool many = n->kind == PEP_NODE_LIST && n->nkids;
    uint32_t first = many ? statement_at(n, offset) : 0, end = many ? first + 1 : n->nkids;
    for (uint32_t i = first; i < end; i++)
        if (n->kid[i] && n->kid[i]->begin <= offset && offset < n->kid[i]->end)
            return n->kid[i];
    return NULL;
}

bool pep_cfg_block_at(uint32_t *block, const struct pep_tree *tree, uint32_t offset)
{
    const struct pep_node *n = tree->body, *found = NULL;
    for (; n; n = kid_at(n, offset))
        if (n->seen)
            found = n;
    if (found)
        *block = tree->blocks[found->block];
    return found;
}

/* left: so many blocks can be on the way back; where there are more, it goes round for ever. */
static bool can_hoist(const struct pep_function *f, const struct pep_edge *e, size_t left)
{
    const struct pep_block *k = &f->blocks.at[e->src];
    if (e->src == PEP_ENTRY || k->nout != 1 || k->unordered || k->reload || !left)
        return false;
    for (uint32_t i = 0; i < k->nin; i++) {
        const struct pep_edge *in = &f->edges.at[k->in[i]];
        if (!in->site && !can_hoist(f, in, left - 1))
            return false;
    }
    return true;
}

bool pep_cfg_can_hoist(const struct pep_function *f, const struct pep_edge *e)
{
    return can_hoist(f, e, f->blocks.count);
}
