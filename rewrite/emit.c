#include "rewrite/emit.h"
#include "rewrite/hints.h"
#include "rewrite/ops.h"
#include "rewrite/strips.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct emitter {
    struct pep_edits *edits;
    const struct pep_plan *p;
    const struct pep_version *v; /* or NULL */
    const struct pep_tokens *t;
    struct pep_buffer code, line, extra; /* scratch: an edge's code, an edit's text, what the version adds */
    unsigned serial;                     /* numbers the names we declare in the function */
    bool bare;                           /* the statement in front ends with a body without braces */
};

static void statement(struct emitter *m, struct pep_node *n);
static void expression(struct emitter *m, const struct pep_node *n);

/* --- places --- */

/* The code of an arm, or NULL; good until the next call. */
static bool is_plain(const struct emitter *m)
{
    return m->v && m->v->plain;
}

static bool has(const struct emitter *m, const struct pep_node *n, enum pep_arm arm)
{
    const struct pep_site *s = n->site[arm];
    return !is_plain(m) && s && s->edge != PEP_NO_BLOCK && m->p->ops[s->edge].count;
}

static const char *code(struct emitter *m, const struct pep_node *n, enum pep_arm arm)
{
    if (!has(m, n, arm))
        return NULL;
    pep_buffer_clear(&m->code);
    pep_ops_emit(&m->code, m->p, n->site[arm]->edge);
    return pep_buffer_text(&m->code);
}

static const struct pep_door *door_of(const struct emitter *m, const struct pep_node *n)
{
    for (uint32_t i = 0; m->v && i < m->p->ndoors; i++)
        if (m->p->doors[i].node == n)
            return &m->p->doors[i];
    return NULL;
}

/* What the version adds at a loop's door; "" where it has none. */
typedef void at_door(struct pep_buffer *out, const struct pep_plan *p, const struct pep_door *door);
static const char *extra(struct emitter *m, at_door *add, const struct pep_door *door)
{
    pep_buffer_clear(&m->extra);
    if (door)
        add(&m->extra, m->p, door);
    return pep_buffer_text(&m->extra);
}

/* The code in front of a jump: its edge's, then the version's; or NULL. */
static const char *code_before(struct emitter *m, const struct pep_node *n)
{
    const char *before = code(m, n, PEP_ARM_BEFORE);
    if (!m->v || n->kind != PEP_NODE_COMPUTED)
        return before;
    if (!before)
        pep_buffer_clear(&m->code);
    m->v->jump(&m->code, m->p, n);
    return m->code.count ? pep_buffer_text(&m->code) : NULL;
}

static void insert(struct emitter *m, uint32_t offset, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void insert(struct emitter *m, uint32_t offset, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    pep_buffer_clear(&m->line);
    pep_buffer_vprintf(&m->line, format, ap);
    va_end(ap);
    pep_edits_insert(m->edits, offset, pep_buffer_text(&m->line));
}

/* The first token of what belongs to the statement behind this token: __extension__, [[...]], and __attribute__((...))
 * where no label has it; PEP_NO_TOKEN for none. */
static uint32_t prefix(const struct emitter *m, uint32_t token)
{
    if (pep_token_is(m->t, token, "__extension__"))
        return token;
    uint32_t first = pep_tokens_attribute_ends(m->t, token);
    bool label = first != PEP_NO_TOKEN && m->t->at[token].word == ')' && (!first || m->t->at[first - 1].word == ':');
    return label ? PEP_NO_TOKEN : first;
}

/* Where a statement's opener goes: behind the token before it, never on a pragma's line, and in front of a comment
 * that may say "fall through". */
static uint32_t anchor(const struct emitter *m, uint32_t offset)
{
    uint32_t token = pep_tokens_before(m->t, offset), first;
    while (token != PEP_NO_TOKEN && (first = prefix(m, token)) != PEP_NO_TOKEN)
        token = pep_tokens_before(m->t, m->t->at[first].begin);
    return token == PEP_NO_TOKEN ? 0 : m->t->at[token].end;
}

/* Does this brace close a compound statement that is nobody's body, so that all who reach its end pass its last
 * statement? */
static bool closes_plain_block(const struct emitter *m, uint32_t token)
{
    uint32_t open = m->t->at[token].word == '}' ? m->t->at[token].match : PEP_NO_TOKEN;
    uint8_t before = open != PEP_NO_TOKEN && open ? m->t->at[open - 1].word : 0;
    return before && before < 128 && strchr(";{}:", before);
}

/* The first token of the fallthrough attribute whose statement this semicolon ends; PEP_NO_TOKEN for another. */
static uint32_t fallthrough(const struct emitter *m, uint32_t semicolon)
{
    const struct pep_token *t = m->t->at;
    uint32_t open = semicolon && t[semicolon].word == ';' ? t[semicolon - 1].match : PEP_NO_TOKEN;
    for (uint32_t i = open; open != PEP_NO_TOKEN && i < semicolon; i++)
        if (t[i].word == PEP_W_FALLTHROUGH && open && t[open - 1].word == PEP_W_ATTRIBUTE)
            return open - 1;
        else if (t[i].word == PEP_W_FALLTHROUGH && t[open].word == '[' && t[open + 1].word == '[')
            return open;
    return PEP_NO_TOKEN;
}

/* The token that ends what is passed last in front of a case label. */
static uint32_t last_before(const struct emitter *m, uint32_t offset)
{
    uint32_t token = pep_tokens_before(m->t, offset);
    while (token != PEP_NO_TOKEN && closes_plain_block(m, token))
        token = pep_tokens_before(m->t, m->t->at[token].begin);
    return token;
}

/* The same for a case label: a fallthrough attribute has to stand right before it, or at the end of a block there. */
static uint32_t anchor_case(const struct emitter *m, uint32_t offset)
{
    uint32_t token = last_before(m, offset), attribute = token != PEP_NO_TOKEN ? fallthrough(m, token) : PEP_NO_TOKEN;
    return anchor(m, attribute != PEP_NO_TOKEN ? m->t->at[attribute].begin : offset);
}

/* The brace that closes the arm in front of the else that this one's arm belongs to; PEP_NO_TOKEN for none. */
static uint32_t arm_before(const struct emitter *m, uint32_t close)
{
    const struct pep_token *t = m->t->at;
    uint32_t i = t[close].match;
    if (i > 1 && t[i - 1].word == ')' && t[i - 1].match != PEP_NO_TOKEN)
        i = t[i - 1].match - 1; /* the if of else if */
    return i && i != PEP_NO_TOKEN && t[i - 1].word == PEP_W_ELSE ? pep_tokens_before(m->t, t[i - 1].begin)
                                                                 : PEP_NO_TOKEN;
}

/* take_fallthrough - takes out the fallthrough attributes at the ends of what the if in front of a case label does:
 * between them and the label stands code now.  Gives whether there were any. */
static bool take_fallthrough(struct emitter *m, uint32_t offset)
{
    const struct pep_token *t = m->t->at;
    bool taken = false;
    uint32_t close = last_before(m, offset);
    for (; close != PEP_NO_TOKEN && t[close].word == '}' && t[close].match != PEP_NO_TOKEN;
         close = arm_before(m, close)) {
        for (uint32_t i = t[close].match + 1; i < close; i++) {
            uint32_t first = t[i + 1].word == '}' ? fallthrough(m, i) : PEP_NO_TOKEN;
            if (first == PEP_NO_TOKEN)
                continue;
            pep_edits_replace(m->edits, t[first].begin, t[i].begin - t[first].begin, "");
            taken = true;
        }
    }
    return taken;
}

/* Does the statement end with a body that has no braces?  Code behind it would stand on the body's line and look as if
 * it belonged there: compilers warn of that, but not where a semicolon comes first. */
static bool is_bare(const struct emitter *m, const struct pep_node *n)
{
    while (n->kind == PEP_NODE_CASE || n->kind == PEP_NODE_LABEL)
        n = n->kid[0];
    if (n->kind != PEP_NODE_IF && n->kind != PEP_NODE_WHILE && n->kind != PEP_NODE_FOR)
        return false;
    const struct pep_node *last = n->kid[n->nkids - 1] ? n->kid[n->nkids - 1] : n->kid[n->nkids - 2];
    bool otherwise = n->kind == PEP_NODE_IF && last == n->kid[2], latch = n->kind == PEP_NODE_WHILE;
    bool braced = has(m, n, otherwise ? PEP_ARM_FALSE : PEP_ARM_TRUE) || (latch && has(m, n, PEP_ARM_LATCH)) ||
                  has(m, n, otherwise ? PEP_ARM_OTHER_END : PEP_ARM_END) ||
                  (n->kind == PEP_NODE_IF && has(m, n, PEP_ARM_FALSE));
    return last->kind != PEP_NODE_LIST && !braced;
}

/* Opens a statement that is to carry code in front of it, or behind; gives whether a brace has to be closed. */
static bool open_statement(struct emitter *m, const struct pep_node *n)
{
    const char *before = code_before(m, n);
    bool brace = !n->in_list && (before || has(m, n, PEP_ARM_AFTER));
    if (before && n->declaration) /* in C90 no statement may stand between declarations */
        insert(m, anchor(m, n->begin), " int __pep_d%u __attribute__((__unused__)) = __extension__({ %s0; });",
               ++m->serial, before);
    else if (before || brace)
        insert(m, anchor(m, n->begin), "%s %s", brace ? " {" : m->bare ? ";" : "", before ? before : "");
    m->bare = false;
    return brace;
}

static void close_statement(struct emitter *m, const struct pep_node *n, bool brace)
{
    if (brace)
        insert(m, n->end, " }");
}

/* The closing brace of a compound statement, which may be a digraph. */
static uint32_t brace_of(const struct emitter *m, const struct pep_node *list)
{
    return m->t->at[pep_tokens_before(m->t, list->end)].begin;
}

/* A compound statement, with code in front of its closing brace. */
static void list(struct emitter *m, struct pep_node *body, const struct pep_node *owner, enum pep_arm at_end)
{
    statement(m, body);
    const char *end = code(m, owner, at_end);
    if (end)
        insert(m, brace_of(m, body), "%s %s", body->nkids && is_bare(m, body->kid[body->nkids - 1]) ? ";" : "", end);
}

/* An arm that is a statement of its own, with code at its start and its end. */
static void arm(struct emitter *m, struct pep_node *body, bool brace, const struct pep_node *owner, int at_start,
                int at_end)
{
    bool start = at_start >= 0 && has(m, owner, (enum pep_arm)at_start);
    bool end = at_end >= 0 && has(m, owner, (enum pep_arm)at_end);
    brace |= start || end;
    if (brace)
        insert(m, anchor(m, body->begin), " { %s", start ? code(m, owner, (enum pep_arm)at_start) : "");
    statement(m, body);
    if (brace)
        insert(m, body->end, "%s %s}", end && is_bare(m, body) ? ";" : "",
               end ? code(m, owner, (enum pep_arm)at_end) : "");
}

/* --- expressions --- */

static void kids(struct emitter *m, const struct pep_node *n)
{
    for (uint32_t i = 0; i < n->nkids; i++)
        if (n->kid[i])
            expression(m, n->kid[i]);
}

/* The space that a word needs which is put between another and a parenthesis: return(f)(x). */
static const char *space(const struct emitter *m, uint32_t offset)
{
    unsigned char before = (unsigned char)m->t->text[offset - 1];
    return isalnum(before) || before == '_' ? " " : "";
}

/* What stands around a condition: parentheses, or a hint. */
struct around {
    const char *open;
    char close[16];
};

/* A duplicate runs seldom: it needs no hint. */
static struct around around(const struct emitter *m, const struct pep_node *n)
{
    struct around a = {"(", ")"};
    unsigned percent = m->v && !m->v->plain ? 0 : pep_hints_chance(m->p, n, m->t);
    if (percent) {
        a.open = "__builtin_expect_with_probability(!!(";
        snprintf(a.close, sizeof a.close, "), 1, 0.%02u)", percent % 100);
    }
    return a;
}

/* A condition with code on its outcomes or a hint: its value stays what it is in a condition. */
static void expression(struct emitter *m, const struct pep_node *n)
{
    bool yes = has(m, n, PEP_ARM_TRUE), no = has(m, n, PEP_ARM_FALSE);
    unsigned serial = 0;
    struct around a = around(m, n);
    if (n->value_of_elvis && (yes || no)) {
        serial = ++m->serial;
        /* the plus takes what may be a bit-field, whose type has no name, to the type that ?: gives it */
        insert(m, n->begin, "%s__extension__({ __auto_type __pep_v%u = %s(", space(m, n->begin), serial,
               n->integer ? "+" : "");
    } else if (yes || no) {
        insert(m, n->begin, "(%s", a.open);
    } else if (a.close[1]) {
        insert(m, n->begin, "%s%s", space(m, n->begin), a.open);
    }
    if (n->kind == PEP_NODE_STATEMENT)
        statement(m, n->kid[0]);
    else
        kids(m, n);
    if (serial) {
        insert(m, n->end, "); if (__pep_v%u) { %s", serial, yes ? code(m, n, PEP_ARM_TRUE) : "");
        insert(m, n->end, "} else { %s} __pep_v%u; })", no ? code(m, n, PEP_ARM_FALSE) : "", serial);
    } else if (yes && no) {
        insert(m, n->end, "%s ? __extension__({ %s1; })", a.close, code(m, n, PEP_ARM_TRUE));
        insert(m, n->end, " : __extension__({ %s0; }))", code(m, n, PEP_ARM_FALSE));
    } else if (yes) {
        insert(m, n->end, "%s && __extension__({ %s1; }))", a.close, code(m, n, PEP_ARM_TRUE));
    } else if (no) {
        insert(m, n->end, "%s || __extension__({ %s0; }))", a.close, code(m, n, PEP_ARM_FALSE));
    } else if (a.close[1]) {
        insert(m, n->end, "%s", a.close);
    }
}

/* --- statements --- */

static void if_statement(struct emitter *m, struct pep_node *n)
{
    bool brace = open_statement(m, n), otherwise = has(m, n, PEP_ARM_FALSE);
    expression(m, n->kid[0]);
    arm(m, n->kid[1], otherwise && !n->kid[2], n, PEP_ARM_TRUE, PEP_ARM_END);
    if (n->kid[2])
        arm(m, n->kid[2], false, n, PEP_ARM_FALSE, PEP_ARM_OTHER_END);
    else if (otherwise)
        insert(m, n->end, " else { %s}", code(m, n, PEP_ARM_FALSE));
    close_statement(m, n, brace);
}

/* Something stands in front of the loop's first turn, in a block that is opened for both. */
static bool has_before(const struct emitter *m, const struct pep_door *door)
{
    return door && m->v->before;
}

static void close_loop(struct emitter *m, const struct pep_node *n, const struct pep_door *door)
{
    if (has_before(m, door))
        insert(m, n->end, " }");
}

/* for (a; -> { a; ... for (; - so that something can stand in front of the first turn. */
static void split_for(struct emitter *m, const struct pep_node *n, const struct pep_door *door)
{
    uint32_t open = pep_tokens_at(m->t, n->begin) + 1, semicolon = open + 1;
    while (m->t->at[semicolon].word != ';')
        semicolon = pep_token_close(m->t, semicolon) + 1;
    pep_edits_replace(m->edits, n->begin, m->t->at[open].end - n->begin, "{ ");
    if (n->kid[0])
        expression(m, n->kid[0]);
    insert(m, m->t->at[semicolon].end, " %sfor (; ", extra(m, m->v->before, door));
}

/* The body of a loop, with what the version adds at its end. */
static void body(struct emitter *m, struct pep_node *n, const struct pep_node *owner, int at_start, int at_end,
                 const struct pep_door *door)
{
    bool ends = door && m->v->end && *extra(m, m->v->end, door);
    if (ends)
        insert(m, anchor(m, n->begin), " {");
    arm(m, n, false, owner, at_start, at_end);
    if (ends)
        insert(m, n->end, "%s %s}", is_bare(m, n) ? ";" : "", extra(m, m->v->end, door));
}

/* What the version adds before the loop steps; "" for nothing. */
static const char *before_step(struct emitter *m, const struct pep_door *door)
{
    return door && m->v->step ? extra(m, m->v->step, door) : "";
}

/* Checking code of a loop that becomes one over strips of turns. */
static bool is_stripped(const struct emitter *m, const struct pep_door *door)
{
    return door && door->strip.counter && !pep_strip_asks(&door->strip) && m->v->plain;
}

typedef void strip_text(struct pep_buffer *out, const struct pep_strip *strip, const char *latch);
static void insert_strip(struct emitter *m, uint32_t offset, strip_text *text, const struct pep_door *door)
{
    pep_buffer_clear(&m->line);
    text(&m->line, &door->strip, extra(m, m->v->latch, door));
    pep_edits_insert(m->edits, offset, pep_buffer_text(&m->line));
}

static void for_statement(struct emitter *m, struct pep_node *n)
{
    bool brace = open_statement(m, n), third = n->kid[2] != NULL;
    const struct pep_door *door = door_of(m, n);
    uint32_t open = pep_tokens_at(m->t, n->begin) + 1, close = m->t->at[open].match;
    if (has_before(m, door))
        split_for(m, n, door);
    else if (n->kid[0])
        expression(m, n->kid[0]);
    const char *step = before_step(m, door);
    if (*step) {
        insert(m, third ? n->kid[2]->begin : m->t->at[close].begin, " __extension__({ %s(void)0; })%s", step,
               third ? ", " : "");
        third = true;
    }
    for (int i = 1; i < 3; i++)
        if (n->kid[i])
            expression(m, n->kid[i]);
    if (has(m, n, PEP_ARM_LATCH))
        insert(m, m->t->at[close].begin, "%s__extension__({ %s(void)0; })", third ? ", " : " ",
               code(m, n, PEP_ARM_LATCH));
    third |= has(m, n, PEP_ARM_LATCH);
    if (is_stripped(m, door))
        insert_strip(m, n->kid[2]->begin, pep_strip_for, door);
    else if (door)
        insert(m, m->t->at[close].begin, "%s__extension__({ %s(void)0; })", third ? ", " : " ",
               extra(m, m->v->latch, door));
    body(m, n->kid[3], n, PEP_ARM_TRUE, PEP_ARM_END, door);
    if (is_stripped(m, door))
        insert(m, n->end, " }");
    close_loop(m, n, door);
    close_statement(m, n, brace);
}

static void while_statement(struct emitter *m, struct pep_node *n)
{
    bool brace = open_statement(m, n);
    const struct pep_door *door = door_of(m, n);
    const struct pep_token *word = &m->t->at[pep_tokens_at(m->t, n->begin)];
    if (has_before(m, door))
        insert(m, word->begin, "{ %s", extra(m, m->v->before, door));
    if (door) { /* while (c) -> for (; c; latch) */
        pep_edits_replace(m->edits, word->begin, word->end - word->begin, "for");
        insert(m, word[1].end, "; ");
    }
    expression(m, n->kid[0]);
    if (door) {
        insert(m, m->t->at[word[1].match].begin, "; __extension__({ %s", before_step(m, door));
        insert(m, m->t->at[word[1].match].begin, "%s(void)0; })", extra(m, m->v->latch, door));
    }
    body(m, n->kid[1], n, PEP_ARM_TRUE, PEP_ARM_LATCH, door);
    close_loop(m, n, door);
    close_statement(m, n, brace);
}

static void do_condition(struct emitter *m, struct pep_node *n, const struct pep_door *door)
{
    if (is_stripped(m, door)) { /* without operations, and no hint would be true of what it becomes */
        insert_strip(m, n->kid[1]->end, pep_strip_do, door);
        return;
    }
    const char *step = before_step(m, door);
    if (*step)
        insert(m, n->kid[1]->begin, "__extension__({ %s1; }) && ", step);
    if (door)
        insert(m, n->kid[1]->begin, "(");
    expression(m, n->kid[1]);
    if (door)
        insert(m, n->kid[1]->end, ") && __extension__({ %s1; })", extra(m, m->v->latch, door));
}

static void do_statement(struct emitter *m, struct pep_node *n)
{
    bool brace = open_statement(m, n);
    const struct pep_door *door = door_of(m, n);
    if (has_before(m, door))
        insert(m, n->begin, "{ %s", extra(m, m->v->before, door));
    if (is_stripped(m, door))
        insert(m, n->begin, "do { ");
    body(m, n->kid[0], n, -1, PEP_ARM_END, door);
    do_condition(m, n, door);
    close_loop(m, n, door);
    close_statement(m, n, brace);
}

/* The operand of a switch whose value is recorded; of a bit-field the promoted one, which has a type with a name. */
static void operand(struct emitter *m, const struct pep_node *n, uint32_t site)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    char name[24];
    snprintf(name, sizeof name, "__pep_v%u", ++m->serial);
    pep_ops_value(&text, m->p, site, name);
    insert(m, n->begin, "__extension__({ __auto_type %s = %s(", name, m->p->f->sites[site].is_bit_field ? "+" : "");
    expression(m, n);
    insert(m, n->end, "); %s%s; })", text.at, name);
    pep_buffer_free(&text);
}

static void switch_statement(struct emitter *m, struct pep_node *n)
{
    bool brace = open_statement(m, n);
    if (n->value_site && !is_plain(m))
        operand(m, n->kid[0], n->value_site - 1);
    else
        expression(m, n->kid[0]);
    if (n->kid[1]->kind == PEP_NODE_LIST)
        list(m, n->kid[1], n, PEP_ARM_END);
    else
        arm(m, n->kid[1], false, n, -1, PEP_ARM_END);
    if (has(m, n, PEP_ARM_AT)) /* what falls to the end of the body must not come by our default */
        insert(m, brace_of(m, n->kid[1]), "%s default: %s", n->kid[1]->nkids ? " break;" : "", code(m, n, PEP_ARM_AT));
    close_statement(m, n, brace);
}

/* The offset behind a label's colon, and behind an attribute that belongs to the label. */
static uint32_t behind_label(const struct emitter *m, const struct pep_node *n)
{
    const struct pep_node *next = n->kid[0];
    uint32_t colon =
        n->kind == PEP_NODE_LABEL ? pep_tokens_at(m->t, n->begin) + 1 : pep_tokens_before(m->t, next->begin);
    while (colon != PEP_NO_TOKEN && m->t->at[colon].word != ':' && m->t->at[colon].begin > n->begin)
        colon = pep_tokens_before(m->t, m->t->at[colon].begin);
    uint32_t i = colon + 1;
    if (n->kind == PEP_NODE_LABEL && i + 1 < m->t->count && m->t->at[i].word == PEP_W_ATTRIBUTE &&
        m->t->at[i + 1].match != PEP_NO_TOKEN)
        return m->t->at[m->t->at[i + 1].match].end;
    return m->t->at[colon].end;
}

/* Is there no statement of the user's between this case label and the label or the brace in front?  Then nobody is
 * warned of falling into it, so our code must not be the reason for it. */
static bool follows_nothing(const struct emitter *m, uint32_t offset)
{
    unsigned depth = 0;
    for (uint32_t i = pep_tokens_before(m->t, offset); i != PEP_NO_TOKEN;
         i = pep_tokens_before(m->t, m->t->at[i].begin)) {
        uint8_t word = m->t->at[i].word;
        if (word == '{' && !depth--)
            return true;
        if (word == '}')
            depth++;
        else if (word != '{' && word != ';')
            return word == ':' && !depth;
    }
    return false;
}

/* An attribute right behind a label would be one of a declaration to clang. */
static bool follows_label(const struct emitter *m, uint32_t offset)
{
    uint32_t i = pep_tokens_before(m->t, offset);
    return i != PEP_NO_TOKEN && m->t->at[i].word == ':';
}

static void label_statement(struct emitter *m, struct pep_node *n)
{
    if (is_plain(m)) {
        statement(m, n->kid[0]);
        return;
    }
    bool brace = !n->in_list;
    const struct pep_site *at = n->site[PEP_ARM_AT];
    bool skip = at && at->edge != PEP_NO_BLOCK && m->p->skip[at->edge] && m->p->ops[at->edge].count;
    const char *before = code(m, n, PEP_ARM_BEFORE);
    const struct pep_site *from = n->site[PEP_ARM_BEFORE];
    bool jump = from && from->edge != PEP_NO_BLOCK && m->p->skip[from->edge];
    unsigned serial = jump ? ++m->serial : m->serial;
    bool taken = n->kind == PEP_NODE_CASE && (before || jump) && take_fallthrough(m, n->begin);
    if (before || brace || jump)
        insert(m, anchor_case(m, n->begin), "%s %s", brace ? " {" : m->bare ? ";" : "", before ? before : "");
    m->bare = false;
    if (jump)
        insert(m, anchor_case(m, n->begin), "goto __pep_l%u; ", serial);
    else if (n->kind == PEP_NODE_CASE && from && from->edge != PEP_NO_BLOCK &&
             (brace || taken || follows_nothing(m, n->begin)))
        insert(m, anchor_case(m, n->begin), "%s __attribute__((__fallthrough__)); ",
               follows_label(m, n->begin) ? ";" : "");
    if (has(m, n, PEP_ARM_AT))
        insert(m, behind_label(m, n), " %s", code(m, n, PEP_ARM_AT));
    if (skip)
        insert(m, behind_label(m, n), "__pep_l%u:; ", serial);
    bool in_list = n->kid[0]->in_list;
    n->kid[0]->in_list |= brace;
    statement(m, n->kid[0]);
    n->kid[0]->in_list = in_list;
    close_statement(m, n, brace);
}

static void return_statement(struct emitter *m, struct pep_node *n)
{
    bool is_void = m->p->tree->result && !strcmp(m->p->tree->result, "void");
    if (!has(m, n, PEP_ARM_AFTER)) {
        bool brace = open_statement(m, n);
        kids(m, n);
        close_statement(m, n, brace);
        return;
    }
    const struct pep_token *word = &m->t->at[pep_tokens_at(m->t, n->begin)];
    unsigned serial = ++m->serial;
    const char *before = code(m, n, PEP_ARM_BEFORE);
    pep_buffer_clear(&m->line);
    pep_buffer_printf(&m->line, "{ %s", before ? before : "");
    if (!is_void)
        pep_buffer_printf(&m->line, "__typeof__(%s) __pep_v%u =", m->p->tree->result ? m->p->tree->result : "int",
                          serial);
    pep_edits_replace(m->edits, word->begin, word->end - word->begin, pep_buffer_text(&m->line));
    kids(m, n);
    insert(m, n->end, " %s", code(m, n, PEP_ARM_AFTER));
    if (is_void)
        insert(m, n->end, "return; }");
    else
        insert(m, n->end, "return __pep_v%u; }", serial);
}

/* Expression, declaration, jump: code in front, code behind. */
static void simple_statement(struct emitter *m, struct pep_node *n)
{
    bool brace = open_statement(m, n);
    kids(m, n);
    const char *after = code(m, n, PEP_ARM_AFTER);
    if (after && n->declaration) /* further declarations may follow, and in C90 no statement may stand between */
        insert(m, n->end, " int __pep_d%u __attribute__((__unused__)) = __extension__({ %s0; });", ++m->serial, after);
    else if (after)
        insert(m, n->end, " %s", after);
    close_statement(m, n, brace);
}

static void statement(struct emitter *m, struct pep_node *n)
{
    switch (n->kind) {
    case PEP_NODE_LIST:
        m->bare = false;
        for (uint32_t i = 0; i < n->nkids; i++) {
            statement(m, n->kid[i]);
            m->bare = is_bare(m, n->kid[i]);
        }
        m->bare = false;
        break;
    case PEP_NODE_IF: if_statement(m, n); break;
    case PEP_NODE_WHILE: while_statement(m, n); break;
    case PEP_NODE_DO: do_statement(m, n); break;
    case PEP_NODE_FOR: for_statement(m, n); break;
    case PEP_NODE_SWITCH: switch_statement(m, n); break;
    case PEP_NODE_CASE:
    case PEP_NODE_LABEL: label_statement(m, n); break;
    case PEP_NODE_RETURN: return_statement(m, n); break;
    default: simple_statement(m, n);
    }
}

/* Arguments are its first sites. */
static uint32_t count_arguments(const struct pep_function *f)
{
    uint32_t n = 0;
    while (n < f->nsites && f->sites[n].kind == PEP_VALUE_ARGUMENT)
        n++;
    return n;
}

/* #pragma STDC, and clang's of the kind, stand in front of all else in their block. */
static bool wants_to_be_first(const struct pep_tokens *t, uint32_t i)
{
    return pep_token_is_pragma(t, i, "STDC") || pep_token_is_pragma(t, i, "clang fp") ||
           pep_token_is_pragma(t, i, "float_control");
}

/* The function's variables, as declarations so that C90's order holds. */
static void declarations(struct emitter *m, const struct pep_node *body)
{
    const struct pep_plan *p = m->p;
    struct pep_buffer text = PEP_BUFFER_INIT;
    if (!is_plain(m))
        pep_ops_declare(&text, p);
    if (m->v && m->v->entry)
        m->v->entry(&text, p);
    const char *entry = code(m, body, PEP_ARM_BEFORE);
    uint32_t arguments = is_plain(m) ? 0 : count_arguments(p->f);
    if (entry || arguments) {
        pep_buffer_printf(&text, " int __pep_e __attribute__((__unused__)) = __extension__({ %s", entry ? entry : "");
        for (uint32_t i = 0; i < arguments; i++)
            pep_ops_value(&text, p, i, p->f->sites[i].name);
        pep_buffer_adds(&text, "0; });");
    }
    uint32_t brace = pep_tokens_at(m->t, body->begin);
    while (pep_token_is(m->t, brace + 1, "__label__")) /* local labels come first in their block */
        while (m->t->at[++brace].word != ';') {}
    uint32_t at = m->t->at[brace].end;
    if (brace + 1 < m->t->count && wants_to_be_first(m->t, brace + 1) && text.count) {
        /* behind the pragmas, in front of the next token */
        while (m->t->at[++brace].kind == PEP_PRAGMA) {}
        at = m->t->at[brace].begin;
        pep_buffer_addc(&text, ' ');
    }
    pep_edits_insert(m->edits, at, pep_buffer_text(&text));
    pep_buffer_free(&text);
}

/* What is called is looked at where it is a pointer: p->f(x) becomes ({ __auto_type v = p->f; ...; v; })(x).  Last of
 * all, so that this stands inside of whatever begins at the same place. */
static void pointers(struct emitter *m)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    char name[24];
    for (uint32_t i = 0; i < m->p->tree->ncall_expressions; i++) {
        const struct pep_call_expression *c = &m->p->tree->call_expressions[i];
        if (c->name)
            continue;
        snprintf(name, sizeof name, "__pep_v%u", ++m->serial);
        pep_buffer_clear(&text);
        pep_ops_target(&text, m->p, c->site, name);
        insert(m, c->begin, "%s__extension__({ __auto_type %s = ", space(m, c->begin), name);
        insert(m, c->end, "; %s%s; })", text.at, name);
    }
    pep_buffer_free(&text);
}

void pep_emit_function(struct pep_edits *edits, const struct pep_plan *p, const struct pep_version *version,
                       const struct pep_tokens *tokens)
{
    struct emitter m = {.edits = edits, .p = p, .v = version, .t = tokens};
    struct pep_node *body = p->tree->body;
    declarations(&m, body);
    list(&m, body, body, PEP_ARM_LATCH);
    if (!is_plain(&m))
        pointers(&m);
    pep_buffer_free(&m.code);
    pep_buffer_free(&m.line);
    pep_buffer_free(&m.extra);
}
