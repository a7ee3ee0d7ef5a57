#include "rewrite/strips.h"
#include "rewrite/alive.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The bits of a counter that tell where in its strip it is. */
enum { LAST = PEP_STRIP - 1 };
/* A tenth of a millisecond. */
enum { BRIEF_TURNS = 64 * PEP_STRIP };

/* The variable that a token names, or PEP_NO_LOCAL. */
static uint32_t named(const struct pep_scopes *scopes, const struct pep_tokens *t, uint32_t token)
{
    const struct pep_token *k = &t->at[token];
    if (k->kind != PEP_IDENTIFIER || k->word)
        return PEP_NO_LOCAL;
    return pep_scopes_find(scopes, t->text + k->begin, k->end - k->begin, k->begin, PEP_SCOPE_BEHIND);
}

/* The same, of an integer type.  Nobody else knows its address. */
static uint32_t integer(const struct pep_plan *p, const struct pep_scopes *scopes, const struct pep_tokens *t,
                        uint32_t token)
{
    uint32_t local = named(scopes, t, token);
    if (local == PEP_NO_LOCAL || !p->tree->whole.locals[local].integer || p->tree->whole.locals[local].fixed)
        return PEP_NO_LOCAL;
    return local;
}

/* The value of a whole number or an enumerator; -1 for any other token, and for one that is too large. */
static int64_t number(const struct pep_plan *p, const struct pep_tokens *t, uint32_t token)
{
    const struct pep_token *k = &t->at[token];
    const struct pep_whole *w = &p->tree->whole;
    for (uint32_t i = 0; i < w->nenumerators && k->kind == PEP_IDENTIFIER; i++)
        if (w->enumerators[i].offset == k->begin)
            return w->enumerators[i].value;
    if (k->kind != PEP_NUMBER)
        return -1;
    char *end;
    unsigned long long value = strtoull(t->text + k->begin, &end, 0);
    bool whole = end + strspn(end, "uUlL") >= t->text + k->end;
    return whole && value <= INT64_MAX ? (int64_t)value : -1;
}

/* Is it assigned between the offsets? */
static bool is_changed(const struct pep_plan *p, uint32_t local, uint32_t begin, uint32_t end)
{
    const struct pep_whole *whole = &p->tree->whole;
    for (uint32_t i = pep_alive_mention(whole, begin); i < whole->nmentions && whole->mentions[i].offset < end; i++)
        if (whole->mentions[i].local == local && whole->mentions[i].assigns)
            return true;
    return false;
}

/* i++, ++i, i += 4, or the same downwards: the variable, and by how much it changes, less than a strip; or 0. */
static int step_of(const struct pep_plan *p, const struct pep_tokens *t, const struct pep_node *step, uint32_t *counter)
{
    uint32_t first = pep_tokens_at(t, step->begin), last = pep_tokens_before(t, step->end);
    bool prefix = pep_token_is(t, first, "++") || pep_token_is(t, first, "--");
    bool adds = !prefix && last == first + 2;
    uint32_t sign = prefix ? first : first + 1;
    int64_t by = adds ? number(p, t, last) : 1;
    *counter = prefix ? first + 1 : first;
    if ((!adds && last != first + 1) || by <= 0 || by >= PEP_STRIP)
        return 0;
    if (pep_token_is(t, sign, adds ? "+=" : "++"))
        return (int)by;
    return pep_token_is(t, sign, adds ? "-=" : "--") ? -(int)by : 0;
}

static unsigned way_of(const struct pep_node *n, bool in_switch)
{
    switch (n->kind) {
    case PEP_NODE_LABEL: return PEP_WAY_IN;
    case PEP_NODE_CASE: return in_switch ? 0 : PEP_WAY_IN;
    case PEP_NODE_BREAK: return in_switch ? 0 : PEP_WAY_BREAK;
    case PEP_NODE_RETURN:
    case PEP_NODE_GOTO: return PEP_WAY_OUT;
    default: return 0;
    }
}

unsigned pep_strip_ways(const struct pep_node *n, bool in_switch)
{
    unsigned ways = way_of(n, in_switch);
    for (uint32_t i = 0; i < n->nkids; i++)
        if (n->kid[i])
            ways |= pep_strip_ways(n->kid[i], in_switch || n->kind == PEP_NODE_SWITCH);
    return ways;
}

static bool has_assembly(const struct pep_tokens *t, const struct pep_node *n)
{
    for (uint32_t i = pep_tokens_at(t, n->begin); i < t->count && t->at[i].begin < n->end; i++)
        if (t->at[i].word == PEP_W_ASM)
            return true;
    return false;
}

static const char *spelled(const struct pep_plan *p, const struct pep_tokens *t, uint32_t token)
{
    return pep_arena_strndup(p->arena, t->text + t->at[token].begin, t->at[token].end - t->at[token].begin);
}

/* The variable that a for steps, which changes nowhere else in a turn; or PEP_NO_LOCAL. */
static uint32_t stepped(struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                        const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    const struct pep_node *test = loop->kid[1], *body = loop->kid[3];
    uint32_t name = 0;
    int step = loop->kid[2] ? step_of(p, t, loop->kid[2], &name) : 0;
    uint32_t counter = step ? integer(p, scopes, t, name) : PEP_NO_LOCAL;
    if (counter == PEP_NO_LOCAL || is_changed(p, counter, body->begin, body->end) ||
        (test && is_changed(p, counter, test->begin, test->end)))
        return PEP_NO_LOCAL;
    *strip = (struct pep_strip){.counter = spelled(p, t, name), .step = step};
    return counter;
}

/* May the loop begin far from a small number?  Not where it begins at another one. */
static bool begins_far(const struct pep_plan *p, const struct pep_node *loop, uint32_t counter,
                       const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    uint32_t i = pep_tokens_at(t, loop->begin) + 2;
    if (t->at[i].word == ';')
        return true;
    for (; t->at[i].word != ';'; i++)
        if (number(p, t, i) > PEP_STRIP || (t->at[i].kind == PEP_IDENTIFIER && !t->at[i].word && number(p, t, i) < 0 &&
                                            named(scopes, t, i) != counter))
            return true;
    return false;
}

/* Is the bound made of numbers, and of variables that no turn changes?  far: it may take more than a strip to come to
 * it. */
static bool keeps_bound(bool *far, uint32_t counter, const struct pep_plan *p, const struct pep_node *loop,
                        const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    static const char *const words[] = {"+", "-", "*", "/", "%", "<<", ">>", "(", ")"};
    const struct pep_node *test = loop->kid[1], *body = loop->kid[3];
    uint32_t last = pep_tokens_before(t, test->end);
    *far = false;
    for (uint32_t i = pep_tokens_at(t, test->begin) + 2; i <= last; i++) {
        uint32_t limit = integer(p, scopes, t, i);
        int64_t n = number(p, t, i);
        bool keeps = limit != PEP_NO_LOCAL && limit != counter && !is_changed(p, limit, test->begin, body->end);
        if (!keeps && n < 0 && !pep_token_is_one(t, i, words, sizeof words / sizeof *words))
            return false;
        *far |= keeps || n > PEP_STRIP;
    }
    return true;
}

/* for (i = 4096; ...): the number that the counter begins with, or -1. */
static int64_t first_value(const struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                           const struct pep_tokens *t)
{
    uint32_t i = pep_tokens_at(t, loop->begin) + 2;
    for (; t->at[i].word != ';'; i++)
        i = pep_token_close(t, i);
    bool begins = pep_token_is(t, i - 2, "=") && pep_token_is(t, i - 3, strip->counter) &&
                  !pep_token_is(t, i - 4, ".") && !pep_token_is(t, i - 4, "->");
    return begins ? number(p, t, i - 1) : -1;
}

/* for (i = 0; i < 4096; ...): do compilers know how often it turns, and is that not for long? */
static bool is_brief(const struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                     const struct pep_tokens *t)
{
    int64_t first = first_value(strip, p, loop, t), last = number(p, t, pep_tokens_before(t, loop->kid[1]->end));
    return first >= 0 && last >= 0 && llabs(last - first) <= BRIEF_TURNS;
}

/* for (...; i < n; i++), with a bound that no turn changes. */
static void find_bound(struct pep_strip *strip, uint32_t counter, const struct pep_plan *p, const struct pep_node *loop,
                       const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    const struct pep_node *test = loop->kid[1];
    if (!test)
        return;
    uint32_t first = pep_tokens_at(t, test->begin), relation = first + 1, last = pep_tokens_before(t, test->end);
    bool up = strip->step > 0, far;
    if (last <= relation || integer(p, scopes, t, first) != counter ||
        !(pep_token_is(t, relation, up ? "<" : ">") || pep_token_is(t, relation, up ? "<=" : ">=")) ||
        !keeps_bound(&far, counter, p, loop, scopes, t) || !(far || (!up && begins_far(p, loop, counter, scopes, t))))
        return;
    struct pep_buffer bound = PEP_BUFFER_INIT;
    for (uint32_t i = relation + 1; i <= last; i++)
        pep_buffer_printf(&bound, "%s%s", i == relation + 1 ? "" : " ", spelled(p, t, i));
    strip->relation = spelled(p, t, relation);
    strip->bound = pep_arena_printf(p->arena, last == relation + 1 ? "%s" : "(%s)", bound.at);
    strip->brief = last == relation + 1 && is_brief(strip, p, loop, t);
    pep_buffer_free(&bound);
}

/* do ... while (--n) */
static bool counts_down(struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                        const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    const struct pep_node *body = loop->kid[0], *test = loop->kid[1];
    uint32_t first = pep_tokens_at(t, test->begin);
    if (pep_tokens_before(t, test->end) != first + 1 || !pep_token_is(t, first, "--"))
        return false;
    uint32_t counter = integer(p, scopes, t, first + 1);
    if (counter == PEP_NO_LOCAL || is_changed(p, counter, body->begin, body->end))
        return false;
    strip->counter = spelled(p, t, first + 1);
    return true;
}

bool pep_strip_find(struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                    const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    const struct pep_node *body = loop->kid[loop->kind == PEP_NODE_FOR ? 3 : 0];
    *strip = (struct pep_strip){0};
    unsigned ways = pep_strip_ways(body, false);
    if (loop->kind == PEP_NODE_WHILE || (ways & PEP_WAY_IN) || has_assembly(t, body))
        return false;
    bool breaks = ways & PEP_WAY_BREAK;
    if (loop->kind == PEP_NODE_DO)
        return !breaks && counts_down(strip, p, loop, scopes, t);
    uint32_t counter = stepped(strip, p, loop, scopes, t);
    if (counter != PEP_NO_LOCAL && !breaks)
        find_bound(strip, counter, p, loop, scopes, t);
    return counter != PEP_NO_LOCAL;
}

/* Is the token a variable that the body assigns? */
static bool is_worked_out(const struct pep_plan *p, const struct pep_node *body, const struct pep_scopes *scopes,
                          const struct pep_tokens *t, uint32_t token)
{
    uint32_t local = named(scopes, t, token);
    return local != PEP_NO_LOCAL && is_changed(p, local, body->begin, body->end);
}

bool pep_strip_is_even(const struct pep_plan *p, const struct pep_node *loop, const struct pep_scopes *scopes,
                       const struct pep_tokens *t)
{
    const struct pep_node *body = loop->kid[loop->kind == PEP_NODE_FOR ? 3 : 0];
    uint32_t end = 0; /* of the subscript */
    for (uint32_t i = pep_tokens_at(t, body->begin); i < t->count && t->at[i].begin < body->end; i++) {
        bool inside = i < end;
        if (inside && (t->at[i].word == '[' || is_worked_out(p, body, scopes, t, i)))
            return false;
        if (!inside && t->at[i].word == '[')
            end = t->at[i].match;
    }
    return true;
}

void pep_strip_tell_steps(struct pep_door *door, const struct pep_plan *p, const struct pep_node *loop,
                          const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    struct pep_strip strip;
    if (loop->kind != PEP_NODE_FOR || (pep_strip_ways(loop->kid[3], false) & PEP_WAY_IN))
        return;
    uint32_t counter = stepped(&strip, p, loop, scopes, t);
    int64_t first = counter == PEP_NO_LOCAL ? -1 : first_value(&strip, p, loop, t);
    for (uint32_t i = 0; i < door->nlocals && first >= 0; i++) {
        struct pep_handed *h = &door->locals[i];
        if (h->local != counter)
            continue;
        h->step = (uint32_t)(strip.step & -strip.step);
        h->first = (uint32_t)(first & (h->step - 1));
    }
}

bool pep_strip_asks(const struct pep_strip *strip)
{
    return strip->step && !strip->bound;
}

/* The type is the one in which the two are compared.  Nothing overflows, since the bound is no nearer than the end of
 * the strip, or that is not used. */
void pep_strip_for(struct pep_buffer *out, const struct pep_strip *strip, const char *latch)
{
    const char *i = strip->counter, *n = strip->bound, *relation = strip->relation;
    bool up = strip->step > 0, includes = relation[1];
    struct pep_buffer end = PEP_BUFFER_INIT; /* the last value of the strip */
    pep_buffer_printf(&end, up ? "(%s | %d)" : includes ? "((%s | %d) - %d)" : "(((%s - 1) | %d) - %d)", i, LAST, LAST);
    pep_buffer_printf(out, "__extension__({ if (%s %s %s) { %s} (void)0; })) ", i, relation, n, latch);
    pep_buffer_printf(out, "{ const __typeof__(%s + %s) __pep_l = ", i, n);
    pep_buffer_printf(out, "(__typeof__(%s + %s))%s %c (__typeof__(%s + %s))%s ", i, n, end.at, *relation, i, n, n);
    pep_buffer_printf(out, "? (__typeof__(%s + %s))%s%s ", i, n, end.at, up && !includes ? " + 1" : "");
    pep_buffer_printf(out, ": (__typeof__(%s + %s))%s; for (; %s %s __pep_l; ", i, n, n, i, relation);
    pep_buffer_free(&end);
}

void pep_strip_do(struct pep_buffer *out, const struct pep_strip *strip, const char *latch)
{
    pep_buffer_printf(out, " & %d); } while (%s && __extension__({ %s1; })", LAST, strip->counter, latch);
}

/* The counter has stepped over the end, by less than it steps. */
void pep_strip_ended(struct pep_buffer *out, const struct pep_strip *strip)
{
    int step = strip->step, down = 0;
    if (step < 0) {
        step = -step;
        down = strip->bound ? step - !strip->relation[1] : 0;
    }
    if (step > 1)
        pep_buffer_printf(out, "((%s + %d) & %d) < %d", strip->counter, down, LAST, step);
    else if (down)
        pep_buffer_printf(out, "!((%s + 1) & %d)", strip->counter, LAST);
    else
        pep_buffer_printf(out, "!(%s & %d)", strip->counter, LAST);
    if (strip->bound)
        pep_buffer_printf(out, " && %s %s %s", strip->counter, strip->relation, strip->bound);
}
