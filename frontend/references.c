/* references.c - which static functions are called by their names and in no other way.
 *
 * Such a function runs as often as its calls do, so that one with a single path needs no counter; and where nobody
 * calls it, as with most inline functions of headers, compilers drop it, and it is none of ours.  Doubt means no: a
 * name that stands anywhere but in front of '(' inside a body, that is declared once more there or as a parameter, that
 * stands inside an operand that is not evaluated, or in a string that may be an alias, makes the function one whose
 * address is taken. */
#include "frontend/parse.h"
#include "base/map.h"
#include <string.h>

struct references {
    struct pep_parse *parse;
    const struct pep_tokens *t;
    struct pep_map names; /* of candidates -> index of the tree */
    bool *unevaluated;    /* by token */
    struct pep_arena arena;
    struct {
        PEP_ARRAY(struct pep_call);
    } calls; /* of all bodies, in order of the text */
};

static bool is_end(const struct pep_tokens *t, uint32_t token)
{
    return t->at[token].word && strchr(";{}", t->at[token].word);
}

/* Whether an attribute of the declaration, or definition, of this name says that others know the function. */
static bool is_claimed_from_outside(const struct pep_tokens *t, uint32_t name)
{
    static const char *const names[] = {"constructor", "destructor", "used",      "retain", "alias",
                                        "ifunc",       "cleanup",    "interrupt", "signal", "weak"};
    uint32_t begin = name, end = name;
    while (begin && !is_end(t, begin - 1))
        begin--;
    while (end < t->count && !is_end(t, end))
        end++;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (pep_tokens_attribute(t, begin, end, names[k]))
            return true;
    return false;
}

static void mark_unevaluated(struct references *r, const bool *opaque)
{
    const struct pep_tokens *t = r->t;
    r->unevaluated = PEP_NEW_N(&r->arena, bool, t->count + 1);
    memcpy(r->unevaluated, opaque, t->count * sizeof *opaque);
    for (uint32_t i = 0; i + 1 < t->count; i++) {
        bool word = t->at[i].word == PEP_W_SIZEOF || t->at[i].word == PEP_W_OPAQUE ||
                    t->at[i].word == PEP_W_ATTRIBUTE || t->at[i].word == PEP_W_ASM;
        uint32_t match = t->at[i + 1].match;
        for (uint32_t k = i + 1; word && t->at[i + 1].word == '(' && match != PEP_NO_TOKEN && k < match; k++)
            r->unevaluated[k] = true;
    }
}

static void find_candidates(struct references *r)
{
    for (size_t i = 0; i < r->parse->functions.count; i++) {
        struct pep_tree *f = &r->parse->functions.at[i];
        uint64_t *known = pep_map_get(&r->names, f->name, strlen(f->name));
        f->taken = known || is_claimed_from_outside(r->t, pep_tokens_at(r->t, f->name_begin));
        if (known) /* two definitions of one name: which one is meant cannot be told from the name */
            r->parse->functions.at[*known].taken = true;
        pep_map_put(&r->names, f->name, strlen(f->name), i);
    }
}

static struct pep_tree *callee_of(struct references *r, uint32_t token, bool in_string)
{
    uint32_t trim = in_string ? 1 : 0;
    const struct pep_token *k = &r->t->at[token];
    if (k->end - k->begin <= 2 * trim)
        return NULL;
    uint64_t *index = pep_map_get(&r->names, r->t->text + k->begin + trim, k->end - k->begin - 2 * trim);
    return index ? &r->parse->functions.at[*index] : NULL;
}

/* Does a type stand in front, so that the name is declared once more?  `a * f(3);` as a statement counts as such. */
static bool is_declared(const struct pep_tokens *t, uint32_t token)
{
    uint32_t i = token - 1;
    while (t->at[i].word == '*')
        i--;
    bool word = t->at[i].kind == PEP_IDENTIFIER && (!t->at[i].word || t->at[i].word == PEP_W_TYPE);
    return word && (i == token - 1 || (t->at[i - 1].word && strchr(";{}", t->at[i - 1].word)) ||
                    t->at[i - 1].kind == PEP_IDENTIFIER);
}

/* How many parameters or arguments stand between these parentheses; those of `...` may be any. */
static uint32_t count_listed(const struct pep_tokens *t, uint32_t open)
{
    uint32_t close = t->at[open].match, count = close != open + 1;
    for (uint32_t i = open + 1; i < close; i++) {
        if (pep_token_is(t, i, "..."))
            return UINT32_MAX;
        count += t->at[i].word == ',';
        i = pep_token_close(t, i);
    }
    return count == 1 && pep_token_is(t, open + 1, "void") && close == open + 2 ? 0 : count;
}

/* Does a call give more arguments than the definition names, or fewer?  It may where only a declaration without
 * parameters stands in front of it; behind the definition, where duplicates stand, it may not.  A definition without
 * them lets it, but the duplicate of a static function names what it is told. */
static bool gives_others(const struct pep_tokens *t, const struct pep_tree *callee, uint32_t call)
{
    uint32_t name = pep_tokens_at(t, callee->name_begin), open = name + 1;
    if (t->at[open].word != '(' || t->at[call + 1].match == PEP_NO_TOKEN ||
        (t->at[open].match == open + 1 && !callee->is_static))
        return false;
    uint32_t named = count_listed(t, open);
    return named != UINT32_MAX && named != count_listed(t, call + 1);
}

/* One mention of a name, in this function's body or (body NULL) outside of all. */
static void mention(struct references *r, uint32_t token, struct pep_tree *callee, const struct pep_tree *body)
{
    const struct pep_tokens *t = r->t;
    bool member = token && (pep_token_is(t, token - 1, ".") || pep_token_is(t, token - 1, "->"));
    bool called = token + 1 < t->count && t->at[token + 1].word == '(';
    /* A member, the definition. */
    if (member || t->at[token].begin == callee->name_begin)
        return;
    /* A declaration. */
    if (!body && called) {
        callee->taken |= is_claimed_from_outside(t, token);
        return;
    }
    if (!called || !body || body->refusal || r->unevaluated[token] || is_declared(t, token)) {
        callee->taken = true;
        return;
    }
    struct pep_call call = {(uint32_t)(callee - r->parse->functions.at), t->at[token].begin};
    pep_array_push(&r->calls, call);
}

/* object_to_calls - finds a reason against a duplicate.  A name that something else has too may stand for that. */
static void object_to_calls(struct references *r, struct pep_tree *f)
{
    for (uint32_t k = 0; k < f->ncalls && !f->whole.single; k++) {
        const struct pep_tree *callee = &r->parse->functions.at[f->calls[k].callee];
        if (!callee->taken && gives_others(r->t, callee, pep_tokens_at(r->t, f->calls[k].offset)))
            f->whole.single = "a call with other arguments than its function takes";
    }
}

/* drop_unused - takes away the functions that nobody calls who may run himself */
static void drop_unused(struct pep_parse *parse)
{
    enum { UNUSED = UINT32_MAX };
    uint32_t n = (uint32_t)parse->functions.count, nreached = 0;
    uint32_t *number = PEP_NEW_N(&parse->arena, uint32_t, n + 1), *reached = PEP_NEW_N(&parse->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        number[i] = parse->functions.at[i].only_called ? UNUSED : 0;
        if (!number[i])
            reached[nreached++] = i;
    }
    for (uint32_t i = 0; i < nreached; i++) {
        const struct pep_tree *f = &parse->functions.at[reached[i]];
        for (uint32_t k = 0; k < f->ncalls; k++) {
            if (number[f->calls[k].callee] == UNUSED)
                reached[nreached++] = f->calls[k].callee;
            number[f->calls[k].callee] = 0;
        }
    }
    parse->functions.count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (number[i] != UNUSED) {
            number[i] = (uint32_t)parse->functions.count++;
            parse->functions.at[number[i]] = parse->functions.at[i];
        }
    for (size_t i = 0; i < parse->functions.count; i++)
        for (uint32_t k = 0; k < parse->functions.at[i].ncalls; k++)
            parse->functions.at[i].calls[k].callee = number[parse->functions.at[i].calls[k].callee];
}

void pep_parse_references(struct pep_parse *parse, const struct pep_tokens *tokens, const bool *opaque)
{
    struct references r = {.parse = parse, .t = tokens};
    size_t next = 0, ncalls = 0;
    find_candidates(&r);
    mark_unevaluated(&r, opaque);
    for (uint32_t i = 0; i < tokens->count; i++) {
        uint32_t begin = tokens->at[i].begin;
        while (next < parse->functions.count && parse->functions.at[next].end <= begin)
            next++;
        const struct pep_tree *body = next < parse->functions.count ? &parse->functions.at[next] : NULL;
        if (body && begin < body->begin)
            body = NULL;
        bool string = tokens->at[i].kind == PEP_STRING && i && tokens->at[i - 1].word == '(';
        if (tokens->at[i].kind != PEP_IDENTIFIER && !string)
            continue;
        struct pep_tree *callee = callee_of(&r, i, string);
        bool parameter = !body && next < parse->functions.count && parse->functions.at[next].name_begin < begin;
        if (callee && (parameter || (string && !body)))
            callee->taken = true;
        else if (callee && !string)
            mention(&r, i, callee, body);
    }
    for (size_t i = 0; i < parse->functions.count; i++) { /* the calls lie in order, and so do the bodies */
        struct pep_tree *f = &parse->functions.at[i];
        size_t first = ncalls;
        f->only_called = f->is_static && !f->refusal && !f->taken;
        while (ncalls < r.calls.count && r.calls.at[ncalls].offset < f->end)
            ncalls++;
        f->ncalls = (uint32_t)(ncalls - first);
        f->calls = PEP_NEW_N(&parse->arena, struct pep_call, f->ncalls + 1);
        if (f->ncalls)
            memcpy(f->calls, r.calls.at + first, f->ncalls * sizeof *f->calls);
        object_to_calls(&r, f);
    }
    drop_unused(parse);
    pep_array_free(&r.calls);
    pep_map_free(&r.names);
    pep_arena_free(&r.arena);
}
