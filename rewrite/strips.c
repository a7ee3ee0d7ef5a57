#include "rewrite/strips.h"
#include "rewrite/alive.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The bits of a counter that tell where in its strip it is. */
enum { LAST = PEP_STRIP - 1 };

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

/* A number that a loop can only come to in more than a strip. */
static bool is_large(const struct pep_tokens *t, uint32_t token)
{
    const struct pep_token *k = &t->at[token];
    for (uint32_t i = k->begin; i < k->end; i++)
        if (t->text[i] == '.' || t->text[i] == '\'')
            return false;
    return k->kind == PEP_NUMBER && strtoull(t->text + k->begin, NULL, 0) > PEP_STRIP;
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

/* i++, ++i, i += 1 */
static bool is_increment(const struct pep_tokens *t, const struct pep_node *step, uint32_t counter)
{
    uint32_t first = pep_tokens_at(t, step->begin), last = pep_tokens_before(t, step->end);
    const struct pep_token *c = &t->at[counter];
    uint32_t name = pep_token_is(t, first, "++") ? first + 1 : first, length = c->end - c->begin;
    if (t->at[name].end - t->at[name].begin != length ||
        strncmp(t->text + t->at[name].begin, t->text + c->begin, length) != 0)
        return false;
    if (last == first + 1)
        return pep_token_is(t, name == first ? last : first, "++");
    return name == first && last == first + 2 && pep_token_is(t, first + 1, "+=") && pep_token_is(t, last, "1");
}

bool pep_strip_has_ways(const struct pep_node *n, bool in_switch, bool breaks)
{
    if (n->kind == PEP_NODE_LABEL || (n->kind == PEP_NODE_CASE && !in_switch) ||
        (n->kind == PEP_NODE_BREAK && !in_switch && breaks))
        return true;
    for (uint32_t i = 0; i < n->nkids; i++)
        if (n->kid[i] && pep_strip_has_ways(n->kid[i], in_switch || n->kind == PEP_NODE_SWITCH, breaks))
            return true;
    return false;
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

/* for (...; i < n; i++) */
static bool counts_up(struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                      const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    const struct pep_node *test = loop->kid[1], *step = loop->kid[2], *body = loop->kid[3];
    if (!test || !step)
        return false;
    uint32_t first = pep_tokens_at(t, test->begin), bound = first + 2;
    if (pep_tokens_before(t, test->end) != bound ||
        !(pep_token_is(t, first + 1, "<") || pep_token_is(t, first + 1, "<=")))
        return false;
    uint32_t counter = integer(p, scopes, t, first), limit = integer(p, scopes, t, bound);
    if (counter == PEP_NO_LOCAL || counter == limit || (limit == PEP_NO_LOCAL && !is_large(t, bound)))
        return false;
    *strip = (struct pep_strip){spelled(p, t, first), spelled(p, t, first + 1), spelled(p, t, bound)};
    return is_increment(t, step, first) && !is_changed(p, counter, body->begin, body->end) &&
           (limit == PEP_NO_LOCAL || !is_changed(p, limit, test->begin, body->end));
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
    if (counter == PEP_NO_LOCAL)
        return false;
    *strip = (struct pep_strip){.counter = spelled(p, t, first + 1)};
    return !is_changed(p, counter, body->begin, body->end);
}

bool pep_strip_find(struct pep_strip *strip, const struct pep_plan *p, const struct pep_node *loop,
                    const struct pep_scopes *scopes, const struct pep_tokens *t)
{
    const struct pep_node *body = loop->kid[loop->kind == PEP_NODE_FOR ? 3 : 0];
    if (loop->kind == PEP_NODE_WHILE || pep_strip_has_ways(body, false, true) || has_assembly(t, body))
        return false;
    return (loop->kind == PEP_NODE_FOR ? counts_up : counts_down)(strip, p, loop, scopes, t);
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

/* The type is the one in which the two are compared.  Nothing overflows: what is added to is less than the bound. */
void pep_strip_up(struct pep_buffer *out, const struct pep_strip *strip, const char *latch)
{
    const char *i = strip->counter, *n = strip->bound, *next = strip->relation[1] ? "" : " + 1";
    pep_buffer_printf(out, "__extension__({ if (%s %s %s) { %s} (void)0; })) ", i, strip->relation, n, latch);
    pep_buffer_printf(out, "{ const __typeof__(%s + %s) __pep_l = ", i, n);
    pep_buffer_printf(out, "(__typeof__(%s + %s))(%s | %d) < (__typeof__(%s + %s))%s ", i, n, i, LAST, i, n, n);
    pep_buffer_printf(out, "? (__typeof__(%s + %s))(%s | %d)%s ", i, n, i, LAST, next);
    pep_buffer_printf(out, ": (__typeof__(%s + %s))%s; for (; %s %s __pep_l; ", i, n, n, i, strip->relation);
}

void pep_strip_down(struct pep_buffer *out, const struct pep_strip *strip, const char *latch)
{
    pep_buffer_printf(out, " & %d); } while (%s && __extension__({ %s1; })", LAST, strip->counter, latch);
}

void pep_strip_ended(struct pep_buffer *out, const struct pep_strip *strip)
{
    pep_buffer_printf(out, "!(%s & %d)", strip->counter, LAST);
    if (strip->bound)
        pep_buffer_printf(out, " && %s %s %s", strip->counter, strip->relation, strip->bound);
}
