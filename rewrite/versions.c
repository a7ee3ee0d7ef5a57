/* versions.c - the texts of the two versions of a function: checking code and duplicate; and of one that sorts call
 * back, the checking code without the check on entry. */
#include "cfgbuild/unitmap.h"
#include "rewrite/callbacks.h"
#include "rewrite/duplicate.h"
#include "rewrite/emit.h"
#include "rewrite/ops.h"
#include "rewrite/statics.h"
#include "rewrite/strips.h"
#include <inttypes.h>
#include <string.h>

static const char *name_of(const struct pep_plan *p, uint32_t local)
{
    return p->tree->whole.locals[local].name;
}

static bool is_fixed(const struct pep_plan *p, uint32_t local)
{
    return p->tree->whole.locals[local].fixed;
}

/* Does the duplicate use the caller's own object, and no copy of it? */
static bool is_lent(const struct pep_plan *p, uint32_t local)
{
    return is_fixed(p, local) && !p->tree->whole.locals[local].steady;
}

/* How the two versions speak with each other. */
struct protocol {
    const char *on;     /* what checking code tells the duplicate */
    const char *callee; /* what a duplicate tells another */
    const char *begin;  /* where the duplicate begins; a statement like those below */
    const char *leave;  /* at a back edge, up to the rest of the condition: not to go on in the duplicate */
    const char *strip;  /* the same at the end of a strip of turns */
    const char *idle;   /* elsewhere: whether nothing is recorded */
    const char *ticked; /* there in checking code: whether to call the duplicate */
    const char *left;   /* in checking code, where control comes back */
    const char *ended;  /* a declaration: the activation with checks that another duplicate called has ended */
};

/* While it records, a duplicate counts its regions down. */
static const struct protocol bursts = {
    .on = "1",
    .callee = "__pep_on",
    .begin = "if (__pep_on) __pep_on = __pep_burst; ",
    .leave = "__pep_on = __pep_next(__pep_on); if (!__pep_on && ",
    .strip = "__pep_on = __pep_strip_next(__pep_on); if (!__pep_on && ",
    .idle = "!__pep_on",
    .ticked = "__pep_strip_ticked",
    .left = "",
    .ended = "",
};
/* Where it tells sequences of paths, each bit is a region to come: whether that counts.  No loop has strips. */
static const struct protocol sequences = {
    .on = "1",
    .callee = "__pep_on & 1",
    .begin = "if (__pep_on) __pep_on = __pep_regions(__pep_d); ",
    .leave = "__pep_on = __pep_next(__pep_on); if (!__pep_on && ",
    .strip = "__pep_on = __pep_next(__pep_on); if (!__pep_on && ",
    .idle = "!__pep_on",
    .ticked = "__pep_ticked",
    .left = "",
    .ended = "",
};
/* It knows how deep it is (pep/abi.h: Subpaths). */
static const struct protocol stays = {
    .on = "2",
    .callee = "__pep_on + 2",
    .begin = "",
    .leave = "if (!__pep_next(__pep_on) && ",
    .strip = "if (!__pep_next(__pep_on) && ",
    .idle = "!__pep_open",
    .ticked = "__pep_ticked",
    .left = "__pep_left(); ",
    .ended = " unsigned __pep_g __attribute__((__cleanup__(__pep_ended))) = __pep_on;",
};

static const struct protocol *protocol_of(const struct pep_plan *p)
{
    return p->told ? &stays : p->options->event == PEP_EVENT_KPATHS ? &sequences : &bursts;
}

/* Is the duplicate told whether to record?  Else it always is. */
static bool is_told(const struct pep_plan *p)
{
    return p->quiet || p->ndoors;
}

static bool has_parameters(const struct pep_plan *p)
{
    return p->tree->whole.nlocals && p->tree->whole.locals[0].parameter;
}

/* What the duplicate is given beside the function's own arguments: whether to record, and where it has doors, what goes
 * through one of them, or a null pointer. */
static void add_ways(struct pep_buffer *out, const struct pep_plan *p, bool first, const char *on, const char *ways)
{
    if (is_told(p))
        pep_buffer_printf(out, "%s%s", first ? "" : ", ", on);
    if (p->ndoors)
        pep_buffer_printf(out, ", %s", ways);
}

#define NO_WAYS "(void **)0" /* which a function without a prototype is to be given as a pointer too */

void pep_duplicate_call(struct pep_buffer *out, const struct pep_plan *p, const char *arguments)
{
    pep_buffer_printf(out, "__pep_dup_%s(%s", p->f->name, arguments);
    add_ways(out, p, !has_parameters(p), protocol_of(p)->on, NO_WAYS);
    pep_buffer_addc(out, ')');
}

/* __pep_dup_f(a, b, 1, WAYS) - an idle parameter is not named, since the compiler would not call it unused any more */
static void call(struct pep_buffer *out, const struct pep_plan *p, const char *ways)
{
    pep_buffer_printf(out, "__pep_dup_%s(", p->f->name);
    for (uint32_t i = 0; i < p->tree->whole.nlocals && p->tree->whole.locals[i].parameter; i++)
        pep_buffer_printf(out, "%s%s", i ? ", " : "", p->tree->whole.locals[i].idle ? "0" : name_of(p, i));
    add_ways(out, p, !has_parameters(p), protocol_of(p)->on, ways);
    pep_buffer_addc(out, ')');
}

/* __auto_type __pep_q = __pep_dup_f(a, b, 2, WAYS); __pep_left();  - the duplicate has been there */
static void visit(struct pep_buffer *out, const struct pep_plan *p, const char *ways)
{
    if (!p->tree->whole.returns_void)
        pep_buffer_adds(out, "__auto_type __pep_q = ");
    call(out, p, ways);
    pep_buffer_printf(out, "; %s", protocol_of(p)->left);
}

/* --- checking code --- */

static void checking_entry(struct pep_buffer *out, const struct pep_plan *p)
{
    if (p->quiet || p->options->checks == PEP_CHECKS_BACKEDGES)
        return;
    pep_buffer_adds(
        out, " int __pep_f __attribute__((__unused__)) = __extension__({ if (__builtin_expect(__pep_ticked(), 0)) ");
    if (p->tree->whole.returns_void || *protocol_of(p)->left) {
        pep_buffer_adds(out, "{ ");
        visit(out, p, NO_WAYS);
        pep_buffer_printf(out, "return%s; } ", p->tree->whole.returns_void ? "" : " __pep_q");
    } else {
        pep_buffer_adds(out, "return ");
        call(out, p, NO_WAYS);
        pep_buffer_adds(out, "; ");
    }
    pep_buffer_adds(out, "0; });");
}

static void take_back(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door)
{
    for (const struct pep_handed *h = door->locals; h < door->locals + door->nlocals; h++) {
        if (!h->back)
            continue;
        const char *name = name_of(p, h->local);
        if (h->step > 1)
            pep_buffer_printf(
                out, "%s = (__typeof__(%s))((__pep_c%" PRIu32 " & (__typeof__(%s))-%" PRIu32 ") | %" PRIu32 "); ", name,
                name, h->local, name, h->step, h->first);
        else
            pep_buffer_printf(out, "%s = __pep_c%" PRIu32 "; ", name, h->local);
    }
}

/* The door of the loop around, or NULL. */
static const struct pep_door *around(const struct pep_plan *p, const struct pep_door *door)
{
    return door->around ? &p->doors[door->around - 1] : NULL;
}

/* Copies; call the duplicate; it has come to the function's end, or to the end of a turn of a loop around, or to the
 * next turn, with what the copies are now. */
static void enter(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door)
{
    const struct pep_handed *end = door->locals + door->nlocals;
    for (const struct pep_handed *h = door->locals; h < end; h++)
        if (h->apart && !is_lent(p, h->local))
            pep_buffer_printf(out, "__typeof__(%s) __pep_c%" PRIu32 "%s%s; ", name_of(p, h->local), h->local,
                              h->in ? " = " : "", h->in ? name_of(p, h->local) : "");
    pep_buffer_printf(out, "void *__pep_w[] = { (void *)%" PRIu32 "ul", door->number);
    for (const struct pep_handed *h = door->locals; h < end; h++) {
        if (is_lent(p, h->local))
            pep_buffer_printf(out, ", (void *)&%s", name_of(p, h->local));
        else if (h->apart)
            pep_buffer_printf(out, ", %s&__pep_c%" PRIu32, is_fixed(p, h->local) ? "(void *)" : "", h->local);
    }
    pep_buffer_adds(out, " }; ");
    visit(out, p, "__pep_w");
    for (const struct pep_door *q = around(p, door); q; q = around(p, q)) {
        pep_buffer_printf(out, "if (*__pep_w == (void *)%" PRIu32 "ul) { ", q->number);
        take_back(out, p, q);
        pep_buffer_printf(out, "goto __pep_l%" PRIu32 "; } ", q->number);
    }
    pep_buffer_printf(out, "if (*__pep_w) return%s; ", p->tree->whole.returns_void ? "" : " __pep_q");
    take_back(out, p, door);
}

/* Where the duplicate was called from a loop inside. */
static void checking_end(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door)
{
    (void)p;
    if (door->inside)
        pep_buffer_printf(out, "__pep_l%" PRIu32 ":; ", door->number);
}

static void checking_latch(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door)
{
    pep_buffer_adds(out, "if (__builtin_expect(");
    if (pep_strip_asks(&door->strip)) {
        pep_strip_ended(out, &door->strip);
        pep_buffer_adds(out, " && ");
    }
    pep_buffer_printf(out, "%s(), 0)) { ", door->strip.counter ? protocol_of(p)->ticked : "__pep_ticked");
    enter(out, p, door);
    pep_buffer_adds(out, "} ");
}

/* The door of computed gotos, which is the first one; or NULL. */
static const struct pep_door *door_of_jumps(const struct pep_plan *p)
{
    return p->ndoors && p->doors->node->kind == PEP_NODE_COMPUTED ? p->doors : NULL;
}

static void checking_jump(struct pep_buffer *out, const struct pep_plan *p, const struct pep_node *jump)
{
    const struct pep_door *door = door_of_jumps(p);
    if (!door)
        return;
    if (jump != door->node) {
        pep_buffer_adds(out, "if (__builtin_expect(__pep_ticked(), 0)) goto __pep_h; ");
        return;
    }
    pep_buffer_adds(out, "if (__builtin_expect(__pep_ticked(), 0)) { __pep_h:; ");
    enter(out, p, door);
    pep_buffer_adds(out, "} ");
}

static const struct pep_version checking = {
    .plain = true, .entry = checking_entry, .end = checking_end, .latch = checking_latch, .jump = checking_jump};

/* The same without a check on entry, for stubs of sorts (callbacks.h). */
static const struct pep_version bare = {
    .plain = true, .end = checking_end, .latch = checking_latch, .jump = checking_jump};

/* --- the duplicate --- */

static void duplicate_entry(struct pep_buffer *out, const struct pep_plan *p)
{
    if (!is_told(p))
        pep_buffer_printf(out, " const unsigned __pep_on = %s;", protocol_of(p)->on);
    if (!p->ndoors)
        return;
    if (p->quiet)
        pep_buffer_adds(out, protocol_of(p)->ended);
    pep_buffer_adds(out, " unsigned __pep_d = __pep_w ? (unsigned long)*__pep_w : 0;");
    for (uint32_t i = 0; i < p->tree->whole.nlocals; i++)
        if (p->handed[i])
            pep_buffer_printf(out, " void *__pep_p%" PRIu32 " = 0;", i);
    if (!p->tree->whole.returns_void) {
        pep_buffer_adds(out, " static __typeof__(");
        call(out, p, "__pep_w");
        pep_buffer_adds(out, ") __pep_z;");
    }
    pep_buffer_printf(out, " int __pep_f = __extension__({ %sswitch (__pep_d) {", protocol_of(p)->begin);
    for (uint32_t i = 0; i < p->ndoors; i++)
        pep_buffer_printf(out, " case %" PRIu32 ": goto __pep_d%" PRIu32 ";", p->doors[i].number, p->doors[i].number);
    pep_buffer_adds(out, " } 0; });");
}

/* Did the duplicate come by one of these doors? */
static void came(struct pep_buffer *out, uint64_t doors)
{
    pep_buffer_printf(out, "0x%" PRIx64 "ull >> __pep_d & 1", doors);
}

static uint64_t with(const struct pep_door *door)
{
    return door->inside | UINT64_C(1) << door->number;
}

/* The values that the caller's locals have.  Who comes otherwise has left the loop, if he came by its door: of the
 * caller's loops only one around goes on. */
static void duplicate_before(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door)
{
    pep_buffer_printf(out, "if (0) { __pep_d%" PRIu32 ":; ", door->number);
    for (uint32_t i = 0, at = 1; i < door->nlocals; i++) {
        uint32_t local = door->locals[i].local;
        if (is_fixed(p, local))
            pep_buffer_printf(out, "__pep_p%" PRIu32 " = __pep_w[%" PRIu32 "]; ", local, at);
        else if (door->locals[i].in && !p->tree->whole.locals[local].parameter)
            pep_buffer_printf(out, "%s = *(__typeof__(%s) *)__pep_w[%" PRIu32 "]; ", name_of(p, local),
                              name_of(p, local), at);
        at += door->locals[i].apart;
    }
    pep_ops_enter(out, p, door->block);
    pep_buffer_adds(out, "} ");
    if (!door->around)
        return;
    pep_buffer_adds(out, "else if (");
    came(out, with(door));
    pep_buffer_printf(out, ") __pep_d = %" PRIu32 "; ", door->around);
}

/* Hands back what the caller's locals are now, and ends: at the end of a turn of that door, or 0, where it came. */
static void hand_back(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door, uint32_t turn)
{
    for (uint32_t i = 0, at = 1; i < door->nlocals; i++) {
        const struct pep_handed *h = &door->locals[i];
        if (h->back)
            pep_buffer_printf(out, "*(__typeof__(%s) *)__pep_w[%" PRIu32 "] = %s; ", name_of(p, h->local), at,
                              name_of(p, h->local));
        at += h->apart;
    }
    pep_buffer_printf(out, "*__pep_w = (void *)%" PRIu32 "ul; return%s; ", turn,
                      p->tree->whole.returns_void ? "" : " __pep_z");
}

/* Where nothing is to be recorded any more, and the caller is in a loop inside: back to the end of this one's turn.
 * __pep_d is the door of the innermost loop of the caller's that goes on, *__pep_w that by which the duplicate came. */
static void duplicate_step(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door)
{
    if (!door->inside)
        return;
    pep_buffer_printf(out, "if (%s && ", protocol_of(p)->idle);
    came(out, with(door));
    pep_buffer_printf(out, " && *__pep_w != (void *)%" PRIu32 "ul) { ", door->number);
    hand_back(out, p, door, door->number);
    pep_buffer_adds(out, "} ");
}

/* Where nothing is to be recorded any more, and the caller's loop can go on: back to it, with the values that its
 * locals have now.  A block that is told begins behind that, as it does where a door leads to it. */
static void duplicate_latch(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door)
{
    if (door->strip.counter) {
        pep_buffer_adds(out, "if (");
        pep_strip_ended(out, &door->strip);
        pep_buffer_adds(out, ") { ");
    }
    pep_buffer_printf(out, "%s__pep_d == %" PRIu32, door->strip.counter ? protocol_of(p)->strip : protocol_of(p)->leave,
                      door->number);
    if (door->inside)
        pep_buffer_printf(out, " && *__pep_w == (void *)%" PRIu32 "ul", door->number);
    pep_buffer_adds(out, ") { ");
    hand_back(out, p, door, 0);
    pep_buffer_printf(out, "} %s", door->strip.counter ? "} " : "");
    if (p->told)
        pep_ops_enter(out, p, door->block);
}

static void duplicate_jump(struct pep_buffer *out, const struct pep_plan *p, const struct pep_node *jump)
{
    const struct pep_door *door = door_of_jumps(p);
    if (!door)
        return;
    if (jump != door->node) {
        pep_buffer_adds(out, "goto __pep_h; ");
        return;
    }
    pep_buffer_adds(out, "__pep_h:; ");
    duplicate_latch(out, p, door);
    duplicate_before(out, p, door);
}

static const struct pep_version duplicate = {.entry = duplicate_entry,
                                             .before = duplicate_before,
                                             .step = duplicate_step,
                                             .latch = duplicate_latch,
                                             .jump = duplicate_jump};

/* --- the heads of the texts behind --- */

/* A version under a name of its own. */
struct text {
    const char *name; /* in front of the function's */
    const struct pep_version *version;
    bool is_duplicate; /* it is cold, and told more than its own parameters */
};
static const struct text duplicated = {"__pep_dup_", &duplicate, true};
static const struct text unchecked = {"__pep_bare_", &bare, false};

static bool is_left_out(const struct pep_tokens *t, uint32_t i)
{
    static const char *const words[] = {"static", "extern", "inline", "__inline", "__inline__", "__extension__"};
    return pep_token_is_one(t, i, words, sizeof words / sizeof *words);
}

/* target("...") of the attributes in front of a function. */
static void add_targets(struct pep_buffer *out, const struct pep_tokens *t, uint32_t first, uint32_t name)
{
    for (uint32_t i = first; i < name; i++) {
        if (t->at[i + 1].word != '(' || !(pep_token_is(t, i, "target") || pep_token_is(t, i, "__target__")))
            continue;
        pep_buffer_adds(out, ", ");
        for (uint32_t end = t->at[i + 1].match; i <= end; i++)
            pep_tokens_add(out, t, i);
    }
}

/* The function's declaration under another name, in one line, that of a duplicate with parameters more.  In the old
 * style a declaration does not tell the parameters that the definition has.  A duplicate is never inlined; of an inline
 * function it is inline all the same, since gcc -O0 keeps any other static function, with all that it refers to.  gcc
 * says that the two do not go together, but not behind, where the text is that of a system header. */
static void head(struct pep_buffer *out, const struct pep_plan *p, const struct text *text, const struct pep_tokens *t,
                 bool defines)
{
    uint32_t name = pep_tokens_at(t, p->tree->name_begin), open = pep_tokens_at(t, p->tree->begin);
    uint32_t list = name + 1, close = t->at[list].match;
    bool parameters = has_parameters(p), old_style = p->tree->whole.old_style;
    bool vanishes = !text->is_duplicate || p->tree->whole.declared_inline, told = text->is_duplicate && is_told(p);
    pep_buffer_printf(out, "%sstatic %s__attribute__((%s%s__unused__, __no_instrument_function__",
                      pep_token_is(t, pep_tokens_at(t, p->tree->first), "__extension__") ? "__extension__ " : "",
                      vanishes ? "__inline__ " : "",
                      text->is_duplicate && (defines || !vanishes) ? "__noinline__, " : "",
                      text->is_duplicate ? "__cold__, " : "");
    add_targets(out, t, pep_tokens_at(t, p->tree->first), name);
    pep_buffer_adds(out, ")) ");
    for (uint32_t i = pep_tokens_at(t, p->tree->first); i < open; i++) {
        bool attribute = t->at[i].word == PEP_W_ATTRIBUTE || (t->at[i].word == '[' && t->at[i + 1].word == '[');
        if (attribute && (i < list || i > close)) { /* a parameter's may be what makes its type */
            i = t->at[t->at[i].word == '[' ? i : i + 1].match;
            continue;
        }
        if (is_left_out(t, i) && !(i > list && pep_token_is(t, i, "inline"))) /* which is a parameter's name in C89 */
            continue;
        if (i == name)
            pep_buffer_adds(out, text->name);
        if (i == close && !parameters && !old_style && !told)
            pep_buffer_adds(out, "void");
        if (i == close && text->is_duplicate && (defines || !old_style))
            add_ways(out, p, !parameters, old_style ? "__pep_on" : "unsigned __pep_on",
                     old_style ? "__pep_w" : "void **__pep_w");
        if (i > close && old_style && !defines)
            break;
        pep_tokens_add(out, t, i);
        if (i == list && (!parameters || (old_style && !defines)))
            i = close - 1;
    }
    if (old_style && defines && text->is_duplicate)
        pep_buffer_printf(out, "%s%s", told ? "unsigned __pep_on; " : "", p->ndoors ? "void **__pep_w; " : "");
}

/* --- their bodies --- */

/* Quiet functions are called as duplicates, and told whether to record. */
static void redirect_calls(struct pep_edits *edits, const struct pep_plan *plans, const struct pep_plan *p,
                           const struct pep_tokens *t)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    for (uint32_t i = 0; i < p->tree->ncalls; i++) {
        const struct pep_call *c = &p->tree->calls[i];
        uint32_t open = pep_tokens_at(t, c->offset) + 1;
        if (!plans[c->callee].quiet)
            continue;
        pep_buffer_clear(&text);
        add_ways(&text, &plans[c->callee], t->at[open].match == open + 1, protocol_of(p)->callee, NO_WAYS);
        pep_edits_insert(edits, c->offset, "__pep_dup_");
        pep_edits_insert(edits, t->at[t->at[open].match].begin, text.at);
    }
    pep_buffer_free(&text);
}

/* The innermost loop around whose turns declare the local anew, of those that the duplicate can be left by; or NULL. */
static const struct pep_door *turn_of(const struct pep_plan *p, const struct pep_local *local)
{
    const struct pep_door *turn = NULL;
    for (const struct pep_door *door = p->doors; door < p->doors + p->ndoors; door++) { /* the longest come first */
        const struct pep_node *n = door->node,
                              *body = n->nkids ? n->kid[n->kind == PEP_NODE_DO ? 0 : n->nkids - 1] : NULL;
        if (door->inside && body->begin <= local->declared && local->declared < body->end)
            turn = door;
    }
    return turn;
}

/* Where a fixed local is declared, another comes to be, which the caller does not know of.  This stands in front, since
 * what is declared with it may take its address. */
static void notice_locals(struct pep_edits *edits, const struct pep_plan *p)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    for (uint32_t i = 0; i < p->tree->whole.nlocals; i++) {
        if (!p->handed[i] || p->tree->whole.locals[i].parameter)
            continue;
        pep_buffer_clear(&text);
        const struct pep_door *turn = turn_of(p, &p->tree->whole.locals[i]);
        pep_buffer_printf(
            &text,
            "int __pep_k%" PRIu32 " = __extension__({ if (__pep_p%" PRIu32 ") __pep_p%" PRIu32 " = 0, __pep_d = ", i, i,
            i);
        if (turn) {
            came(&text, with(turn));
            pep_buffer_printf(&text, " ? %" PRIu32 " : ", turn->number);
        }
        pep_buffer_adds(&text, "0; 0; }); ");
        pep_edits_insert(edits, p->tree->whole.locals[i].statement, text.at);
    }
    pep_buffer_free(&text);
}

/* Where a fixed local is mentioned that may be the caller's. */
static void redirect_locals(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    for (uint32_t i = 0; i < p->tree->whole.nmentions; i++) {
        const struct pep_mention *use = &p->tree->whole.mentions[i];
        const struct pep_token *k = &t->at[pep_tokens_at(t, use->offset)];
        const char *name = name_of(p, use->local);
        if (!p->handed[use->local] || use->declares)
            continue;
        pep_buffer_clear(&text);
        pep_buffer_printf(&text, "(*(__typeof__(%s) *)(__pep_p%" PRIu32 " ? __pep_p%" PRIu32 " : (void *)&%s))", name,
                          use->local, use->local, name);
        pep_edits_replace(edits, k->begin, k->end - k->begin, text.at);
    }
    pep_buffer_free(&text);
}

/* The function has one name. */
static void redirect_names(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *t)
{
    struct pep_buffer text = PEP_BUFFER_INIT, pointer = PEP_BUFFER_INIT, pretty = PEP_BUFFER_INIT;
    pep_buffer_printf(&text, "\"%s\"", p->f->name);
    pep_buffer_printf(&pretty, "\"%s\"", p->tree->pretty);
    pep_buffer_printf(&pointer, "((const char *)%s)", text.at);
    for (uint32_t i = pep_tokens_at(t, p->tree->begin); i < t->count && t->at[i].begin < p->tree->end; i++) {
        bool call = pep_token_is(t, i, "__builtin_FUNCTION") && t->at[i + 1].word == '(' && t->at[i + 2].word == ')';
        bool is_pretty = pep_token_is(t, i, "__PRETTY_FUNCTION__");
        if (call || is_pretty || pep_token_is(t, i, "__func__") || pep_token_is(t, i, "__FUNCTION__"))
            pep_edits_replace(edits, t->at[i].begin, t->at[call ? i + 2 : i].end - t->at[i].begin,
                              call        ? pointer.at
                              : is_pretty ? pretty.at
                                          : text.at);
    }
    pep_buffer_free(&text);
    pep_buffer_free(&pointer);
    pep_buffer_free(&pretty);
}

static bool is_marker(const char *line, size_t length)
{
    return length > 2 && line[0] == '#' && line[1] == ' ' && line[2] >= '0' && line[2] <= '9';
}

/* Adds lines; what stands in a system header draws no warning, and the user was warned of it before. */
static void add_hushed(struct pep_buffer *out, const char *text, size_t count)
{
    for (const char *end = text + count; text < end;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = newline ? (size_t)(newline - text) : (size_t)(end - text);
        size_t kept = length;
        bool marker = is_marker(text, length);
        while (marker && kept && text[kept - 1] != '"')
            kept--;
        pep_buffer_add(out, text, kept);
        pep_buffer_adds(out, marker ? " 3\n" : newline ? "\n" : "");
        text += length + (newline != NULL);
    }
}

static void declare(struct pep_buffer *out, const struct pep_plan *p, const struct text *text,
                    const struct pep_tokens *tokens)
{
    head(out, p, text, tokens, false);
    pep_buffer_adds(out, "; ");
}

static void define(struct pep_buffer *out, const struct pep_plan *plans, const struct pep_plan *p,
                   const struct text *text, const struct pep_tokens *tokens)
{
    struct pep_edits edits = {0};
    struct pep_buffer body = PEP_BUFFER_INIT;
    pep_buffer_addc(out, '\n');
    pep_tokens_marker(out, tokens, pep_tokens_at(tokens, p->tree->begin), " 3");
    head(out, p, text, tokens, true);
    if (text->is_duplicate)
        notice_locals(&edits, p);
    pep_emit_function(&edits, p, text->version, tokens);
    if (text->is_duplicate) {
        redirect_calls(&edits, plans, p, tokens);
        redirect_locals(&edits, p, tokens);
    }
    pep_statics_rename(&edits, p, tokens);
    pep_callbacks_redirect(&edits, p, tokens);
    redirect_names(&edits, p, tokens);
    if (!strcmp(p->f->name, "main") && !p->tree->whole.returns_void) /* it may end without saying so (C11 5.1.2.2.3) */
        pep_edits_insert(&edits, tokens->at[pep_tokens_before(tokens, p->tree->end)].begin, " return 0; ");
    pep_edits_apply(&body, &edits, tokens->text, p->tree->begin, p->tree->end);
    add_hushed(out, body.at, body.count);
    pep_edits_free(&edits);
    pep_buffer_free(&body);
}

void pep_duplicate_emit(struct pep_edits *edits, struct pep_buffer *behind, const struct pep_plan *plans,
                        const struct pep_plan *p, const struct pep_tokens *tokens)
{
    struct pep_buffer front = PEP_BUFFER_INIT;
    pep_statics_declare(&front, p, tokens);
    pep_callbacks_declare(&front, p);
    declare(&front, p, &duplicated, tokens);
    if (p->called_back)
        declare(&front, p, &unchecked, tokens);
    pep_edits_insert(edits, p->tree->first, front.at);
    pep_buffer_free(&front);
    pep_emit_function(edits, p, &checking, tokens);
    pep_statics_rename(edits, p, tokens);
    pep_callbacks_redirect(edits, p, tokens);
    define(behind, plans, p, &duplicated, tokens);
    if (p->called_back)
        define(behind, plans, p, &unchecked, tokens);
    pep_callbacks_define(behind, plans, p, tokens);
    pep_buffer_addc(behind, '\n');
}
