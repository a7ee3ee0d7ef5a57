/* unit.c - a whole translation unit: prelude, parse, functions, cross-check. */
#include "frontend/parse.h"
#include "frontend/standard.h"
#include "frontend/walk.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What gcc's headers use and clang does not know.  Each is replaced token by token, so offsets stay exact. */
static const char prelude[] = "#define _Float128 __float128\n"
                              "#define _Float64x long double\n"
                              "#define _Float32x double\n"
                              "#define _Float64 double\n"
                              "#define _Float32 float\n"
                              "#define _Decimal128 long double\n"
                              "#define _Decimal64 double\n"
                              "#define _Decimal32 float\n"
                              "#define __malloc__(...) __malloc__\n"
                              "#define __seg_fs __attribute__((address_space(257)))\n"
                              "#define __seg_gs __attribute__((address_space(256)))\n"
                              "#define __builtin_va_arg_pack() 0\n"
                              "#define __builtin_va_arg_pack_len() 0\n"
                              "#define __builtin_tgmath __pep_d\n"
                              "#define __atomic_load __pep_v\n"
                              "#define __atomic_store __pep_v\n"
                              "#define __atomic_exchange __pep_v\n"
                              "#define __atomic_compare_exchange __pep_b\n"
                              "#define __atomic_fetch_add __pep_l\n"
                              "#define __atomic_fetch_sub __pep_l\n"
                              "#define __atomic_fetch_and __pep_l\n"
                              "#define __atomic_fetch_or __pep_l\n"
                              "#define __atomic_fetch_xor __pep_l\n";
static const char prelude_c17[] = "double __pep_d(); void __pep_v(); long __pep_l(); _Bool __pep_b();\n";
static const char prelude_c23[] = "double __pep_d(...); void __pep_v(...); long __pep_l(...); _Bool __pep_b(...);\n";

/* Functions that do not return though their declaration, or the lack of one, does not say so. */
static const char *const noreturn_names[] = {
    "exit",           "_exit",           "_Exit",          "abort",
    "longjmp",        "_longjmp",        "siglongjmp",     "__builtin_unreachable",
    "__builtin_trap", "__builtin_abort", "__builtin_exit", "__builtin_longjmp",
    "quick_exit",     "pthread_exit",    "__assert_fail",
};
static const char *const twice_names[] = {
    "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "__builtin_setjmp", "vfork", "getcontext", "savectx",
};

struct definition {
    CXCursor cursor, body;
    uint32_t name;  /* token */
    uint32_t first; /* token where the declaration begins */
};

struct unit {
    struct pep_walk w;
    struct pep_parse *parse;
    struct pep_map emitted; /* names of inline functions whose code the unit holds */
    struct pep_map types;   /* names of the unit's types */
    struct pep_fields fields;
    struct pep_wanted wanted;
    bool gnu_inline; /* -fgnu89-inline, or a standard that means it */
    struct {
        PEP_ARRAY(struct definition);
    } definitions;
};

/* First token of the declaration around the name. */
static uint32_t declaration_begin(const struct pep_tokens *t, uint32_t name)
{
    uint32_t i = name;
    while (i > 0 && t->at[i - 1].kind != PEP_PRAGMA && (!t->at[i - 1].word || !strchr(";{}", t->at[i - 1].word)))
        i--;
    return i;
}

static uint32_t declaration_end(const struct pep_tokens *t, uint32_t name)
{
    uint32_t i = name;
    while (i < t->count && !(t->at[i].word && strchr(";{", t->at[i].word)))
        i = t->at[i].word == '(' && t->at[i].match != PEP_NO_TOKEN ? t->at[i].match + 1 : i + 1;
    return i;
}

/* Does the declaration say the word (PEP_W_NORETURN, PEP_W_TWICE) of this function?  In front of the name and in the
 * attributes behind it, but not in the types of its parameters. */
static bool says(const struct pep_tokens *t, uint32_t first, uint32_t name, uint8_t word)
{
    for (uint32_t i = first; i < name; i++)
        if (t->at[i].word == word)
            return true;
    for (uint32_t i = name + 1; i < t->count; i++) {
        uint8_t k = t->at[i].word;
        if (k && strchr(";{,", k))
            return false;
        if (k == word)
            return true;
        if (k == '(' && t->at[i - 1].word != PEP_W_ATTRIBUTE && t->at[i].match != PEP_NO_TOKEN &&
            !(i && t->at[i - 1].word == '('))
            i = t->at[i].match;
    }
    return false;
}

static bool has_token(const struct pep_tokens *t, uint32_t first, uint32_t end, const char *spelling)
{
    for (uint32_t i = first; i < end; i++)
        if (pep_token_is(t, i, spelling))
            return true;
    return false;
}

/* Does this declaration of a function make the unit hold its code, if it is inline?  C11 6.7.4: one without `inline`,
 * or with `extern`, does; in GNU C90 one without `extern`. */
static bool emits(const struct pep_tokens *t, uint32_t first, uint32_t name, bool gnu)
{
    bool is_extern = has_token(t, first, name, "extern");
    bool is_inline = has_token(t, first, name, "inline") || has_token(t, first, name, "__inline") ||
                     has_token(t, first, name, "__inline__");
    gnu |= has_token(t, first, name, "gnu_inline") || has_token(t, first, name, "__gnu_inline__");
    return gnu ? !is_extern : !is_inline || is_extern;
}

static enum CXChildVisitResult find_body(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (c.kind == CXCursor_CompoundStmt)
        *(CXCursor *)data = c;
    return CXChildVisit_Continue;
}

/* __attribute__((ifunc("f"))): takes note of f. */
static void take_resolver(struct unit *u, uint32_t first, uint32_t end)
{
    const struct pep_tokens *t = u->w.t;
    if (!pep_tokens_attribute(t, first, end, "ifunc"))
        return;
    for (uint32_t i = first; i + 2 < end; i++) {
        const struct pep_token *name = &t->at[i + 2];
        bool is = (pep_token_is(t, i, "ifunc") || pep_token_is(t, i, "__ifunc__")) && t->at[i + 1].word == '(' &&
                  name->kind == PEP_STRING && name->end - name->begin > 2;
        if (is)
            *pep_map_put(&u->w.said, t->text + name->begin + 1, name->end - name->begin - 2, 0) |= PEP_SAID_EARLY;
    }
}

/* Is this a definition in a system header whose arguments need not be constants?  Of an intrinsic those are `const
 * int`. */
static bool takes_variables(const struct pep_tokens *t, uint32_t name, uint32_t end)
{
    bool constant = false;
    if (end == t->count || t->at[end].word != '{' || t->at[name + 1].word != '(')
        return false;
    for (uint32_t i = name + 2; i <= t->at[name + 1].match && !constant; i++) {
        uint32_t first = i;
        while (i < t->at[name + 1].match && t->at[i].word != ',')
            i++;
        bool pointer = t->at[i - 1].word == '*' || t->at[i - 2].word == '*';
        for (uint32_t k = first; k < i && !pointer; k++)
            constant |= pep_token_is(t, k, "const") || pep_token_is(t, k, "enum");
    }
    return !constant;
}

static enum CXChildVisitResult top_level(CXCursor c, CXCursor parent, CXClientData data)
{
    struct unit *u = data;
    const struct pep_tokens *t = u->w.t;
    unsigned offset = 0;
    (void)parent;
    if (c.kind != CXCursor_FunctionDecl && c.kind != CXCursor_TypedefDecl)
        return CXChildVisit_Continue;
    u->w.l->getExpansionLocation(u->w.l->getCursorLocation(c), NULL, NULL, NULL, &offset);
    if (offset < u->w.shift)
        return CXChildVisit_Continue;
    uint32_t name = pep_tokens_at(t, offset - u->w.shift);
    if (name >= t->count || t->at[name].begin != offset - u->w.shift)
        return CXChildVisit_Continue;
    const char *text = t->text + t->at[name].begin;
    size_t length = t->at[name].end - t->at[name].begin;
    if (c.kind == CXCursor_TypedefDecl) {
        pep_map_put(&u->types, text, length, 1);
        return CXChildVisit_Continue;
    }
    uint32_t first = declaration_begin(t, name);
    bool pointer = name && t->at[name - 1].word == '*' && name > 1 && t->at[name - 2].word == '(';
    if (!pointer && says(t, first, name, PEP_W_NORETURN))
        *pep_map_put(&u->w.noreturn, text, length, 1) = 1;
    if (!pointer && says(t, first, name, PEP_W_TWICE))
        *pep_map_put(&u->w.twice, text, length, 1) = 1;
    if (emits(t, first, name, u->gnu_inline))
        pep_map_put(&u->emitted, text, length, 1);
    CXCursor body = c;
    uint32_t end = declaration_end(t, name);
    /* of a user's function the name may be what a macro of a system header makes of it, but not its brace */
    if (t->at[name].system && (end == t->count || t->at[end].system)) {
        if (u->wanted.whole && takes_variables(t, name, end))
            *pep_map_put(&u->w.said, text, length, 0) |= PEP_SAID_HERE;
        return CXChildVisit_Continue;
    }
    unsigned said = pep_walk_says(t, first, end);
    take_resolver(u, first, end);
    if (said)
        *pep_map_put(&u->w.said, text, length, 0) |= said;
    u->w.l->visitChildren(c, find_body, &body);
    if (body.kind == CXCursor_CompoundStmt) {
        struct definition d = {c, body, name, first};
        pep_array_push(&u->definitions, d);
        uint64_t *all = pep_map_put(&u->w.said, text, length, 0);
        bool kept = u->w.l->getCursorLinkage(c) == CXLinkage_Internal || !u->w.l->Cursor_isFunctionInlined(c);
        if (kept && !(*all & PEP_SAID_INLINED))
            *all |= PEP_SAID_HERE;
    }
    return CXChildVisit_Continue;
}

/* Does the token end what may be called, where a parenthesis follows?  A type in parentheses is a cast, and the
 * compiler's own functions call nothing that is instrumented. */
static bool ends_callee(const struct unit *u, uint32_t token)
{
    const struct pep_tokens *t = u->w.t;
    const struct pep_token *k = &t->at[token];
    if (k->kind == PEP_IDENTIFIER)
        return !k->word && strncmp(t->text + k->begin, "__builtin_", 10) != 0;
    if (k->word != ')' || k->match == PEP_NO_TOKEN)
        return k->word == ')' || k->word == ']';
    const struct pep_token *first = &t->at[k->match + 1];
    return first->word != PEP_W_TYPE && first->word != PEP_W_SIZEOF &&
           !(first->kind == PEP_IDENTIFIER && !first->word &&
             pep_map_get(&u->types, t->text + first->begin, first->end - first->begin));
}

static bool changes_arithmetic(const struct pep_tokens *t, uint32_t i)
{
    static const char *const words[] = {"STDC",        "clang fp",   "float_control", "scalar_storage_order",
                                        "fenv_access", "fp_contract"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (pep_token_is_pragma(t, i, words[k]))
            return true;
    return false;
}

/* Prefix sums over the tokens: a range without branchings need not be looked into. */
static void count_tokens(const struct unit *u, struct pep_walk *w)
{
    const struct pep_tokens *t = w->t;
    w->branchings = PEP_NEW_N(w->arena, uint32_t, t->count + 1);
    w->calls = PEP_NEW_N(w->arena, uint32_t, t->count + 1);
    w->claimed = PEP_NEW_N(w->arena, bool, t->count + 1);
    w->opaque = PEP_NEW_N(w->arena, bool, t->count + 1);
    w->untold = PEP_NEW_N(w->arena, bool, t->count + 1);
    for (uint32_t i = 0; i < t->count; i++) {
        const struct pep_token *k = &t->at[i];
        uint8_t next = i + 1 < t->count ? t->at[i + 1].word : 0;
        bool name = k->kind == PEP_IDENTIFIER && !k->word;
        bool calls = (next == '(' && ends_callee(u, i)) || k->word == PEP_W_ASM;
        bool branching = k->word == PEP_P_AND || k->word == PEP_P_OR || k->word == '?' || k->word == '{' ||
                         (k->word >= PEP_W_IF && k->word <= PEP_W_CONTINUE);
        if (name && (next == '(' || next == ')')) {
            size_t length = k->end - k->begin;
            branching = pep_map_get(&w->noreturn, t->text + k->begin, length) ||
                        pep_map_get(&w->twice, t->text + k->begin, length);
            calls |= branching;
        }
        w->branchings[i + 1] = w->branchings[i] + branching;
        w->calls[i + 1] = w->calls[i] + calls;
        if (k->kind != PEP_PRAGMA)
            continue;
        w->packs |= pep_token_is_pragma(t, i, "pack") || pep_token_is_pragma(t, i, "scalar_storage_order");
        w->computes |= changes_arithmetic(t, i);
    }
}

/* Why the function must not be touched, from its attributes and pragmas; or NULL. */
static const char *objection(const struct pep_tokens *t, unsigned said, uint32_t open, uint32_t close, bool regions)
{
    if (said & PEP_SAID_NAKED)
        return "attribute naked: there is no room for a variable";
    if (said & PEP_SAID_LEAVE)
        return "attribute no_instrument_function asks for it";
    if (said & PEP_SAID_LESS)
        return "attribute target: its code may use less than the unit's";
    for (uint32_t i = open; i < close; i++)
        if (t->at[i].word == PEP_W_ASM && pep_walk_names_register(t, i))
            return "a variable that names its register, which a call of the profiler's would take";
    for (uint32_t i = open; i < close && regions; i++)
        if (pep_token_is_pragma(t, i, "omp") || pep_token_is_pragma(t, i, "acc"))
            return "#pragma omp or acc: threads would share the path register";
    return NULL;
}

/* int f(int, char *) - or the name, where the result is such that its type goes on behind the parameters */
static const char *pretty_name(struct pep_walk *w, const struct definition *d, const char *name, bool old_style)
{
    const char *result = pep_walk_spelling(w, w->l->getTypeSpelling(w->l->getCursorResultType(d->cursor)));
    const char *type = pep_walk_spelling(w, w->l->getTypeSpelling(w->l->getCursorType(d->cursor)));
    const char *shown = pep_walk_spelling(w, w->l->getCursorDisplayName(d->cursor)), *list = strrchr(type, '(');
    if (!*result || strchr(result, '(') || strchr(result, '['))
        return name;
    if (old_style || (list && (!strcmp(list, "(void)") || !strcmp(list, "()"))))
        shown = pep_arena_printf(w->arena, "%s%s", name, old_style ? "()" : list);
    return pep_arena_printf(w->arena, "%s%s%s", result, result[strlen(result) - 1] == '*' ? "" : " ", shown);
}

/* GNU C's nested functions, which libclang passes over: NAME(...) { where no statement begins with those words. */
static bool has_function_inside(const struct pep_tokens *t, uint32_t open, uint32_t close)
{
    for (uint32_t i = open + 2; i < close; i++) {
        uint32_t first = t->at[i].word == '{' && t->at[i - 1].word == ')' ? t->at[i - 1].match : PEP_NO_TOKEN;
        if (first == PEP_NO_TOKEN || first < open + 2)
            continue;
        const struct pep_token *name = &t->at[first - 1], *before = &t->at[first - 2];
        bool type =
            before->word == PEP_W_TYPE || before->word == '*' || (before->kind == PEP_IDENTIFIER && !before->word);
        if (name->kind == PEP_IDENTIFIER && !name->word && type)
            return true;
    }
    return false;
}

/* Every token that steers control must have been met. */
static void cross_check(struct pep_walk *w, uint32_t open, uint32_t close)
{
    for (uint32_t i = open; i < close; i++) {
        uint8_t k = w->t->at[i].word;
        bool steers = k == PEP_P_AND || k == PEP_P_OR || k == '?' || (k >= PEP_W_IF && k <= PEP_W_CONTINUE);
        if (steers && !w->claimed[i]) {
            pep_walk_refuse(w, pep_arena_printf(w->arena, "libclang does not see the '%.*s' in line %u",
                                                (int)(w->t->at[i].end - w->t->at[i].begin),
                                                w->t->text + w->t->at[i].begin, w->t->at[i].line));
            return;
        }
    }
}

static void take_labels(struct pep_walk *w, struct pep_tree *tree)
{
    tree->nlabels = (uint32_t)w->label_list.count;
    tree->labels = PEP_NEW_N(w->arena, struct pep_label *, w->label_list.count + 1);
    for (size_t i = 0; i < w->label_list.count; i++) {
        tree->labels[i] = w->label_list.at[i];
        tree->address_taken += tree->labels[i]->address_taken;
    }
    w->label_list.count = 0;
    pep_map_free(&w->labels);
}

static void take_sites(struct pep_walk *w, struct pep_tree *tree)
{
    tree->nsites = (uint32_t)w->sites.count;
    tree->sites = PEP_NEW_N(w->arena, struct pep_value_site, w->sites.count + 1);
    if (w->sites.count)
        memcpy(tree->sites, w->sites.at, w->sites.count * sizeof *tree->sites);
    w->sites.count = 0;
}

/* Does a word of the spelling stand in these tokens, where it may mean another thing? */
static bool names_any(const struct pep_tokens *t, uint32_t from, uint32_t to, const char *spelling)
{
    for (const char *word = spelling; *word;) {
        size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
        for (uint32_t i = from; i < to && length; i++)
            if (t->at[i].kind == PEP_IDENTIFIER && t->at[i].end - t->at[i].begin == length &&
                !memcmp(t->text + t->at[i].begin, word, length))
                return true;
        word += length ? length : 1;
    }
    return false;
}

/* How the result type can be spelled in the body: without the typedef names that may be hidden there.  clang has bool
 * for what compilers before C23 call _Bool alone. */
static const char *result_spelling(struct pep_walk *w, const struct definition *d, uint32_t close)
{
    CXType type = w->l->getCursorResultType(d->cursor);
    const char *spelling = pep_walk_spelling(w, w->l->getTypeSpelling(type));
    uint32_t name = pep_tokens_at(w->t, w->tree->name_begin);
    if (names_any(w->t, name + 1, close, spelling))
        spelling = pep_walk_spelling(w, w->l->getTypeSpelling(w->l->getCanonicalType(type)));
    return strcmp(spelling, "bool") ? spelling : "_Bool";
}

static void define(struct unit *u, const struct definition *d)
{
    struct pep_walk *w = &u->w;
    const struct pep_tokens *t = w->t;
    struct pep_tree tree = {0};
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, d->body);
    uint32_t open = pep_tokens_at(t, begin);
    if (open >= t->count || t->at[open].word != '{' || t->at[open].match == PEP_NO_TOKEN)
        return;
    uint32_t close = t->at[open].match;
    tree.name = pep_walk_spelling(w, w->l->getCursorSpelling(d->cursor));
    bool asks = u->wanted.lasts && has_token(t, open, close, "__PRETTY_FUNCTION__");
    tree.pretty = asks ? pretty_name(w, d, tree.name, t->at[open - 1].word == ';') : tree.name;
    tree.position = pep_token_position(t, d->name);
    tree.end_line = t->at[close].line;
    tree.first = t->at[d->first].begin;
    tree.name_begin = t->at[d->name].begin;
    tree.begin = begin;
    tree.end = t->at[close].end;
    tree.is_static = w->l->getCursorLinkage(d->cursor) == CXLinkage_Internal; /* an earlier declaration may tell */
    tree.is_inline = !tree.is_static && w->l->Cursor_isFunctionInlined(d->cursor);
    tree.resolves = pep_walk_said(w, tree.name) & PEP_SAID_EARLY;
    tree.must_jump = pep_tokens_attribute(t, open, close, "musttail");
    w->tree = &tree;
    w->needs_result = false;
    w->refusal = objection(t, pep_walk_said(w, tree.name), open, close, u->wanted.regions);
    /* Such a function has to be inlined to be there at all, and our code could be what makes it too large for that. */
    if (tree.is_inline && !pep_map_get(&u->emitted, tree.name, strlen(tree.name)) &&
        !pep_tokens_attribute(t, d->first, open, "always_inline"))
        w->refusal = PEP_REASON_ELSEWHERE;
    if (!w->refusal && has_function_inside(t, open, close))
        w->refusal = "a function stands inside it";
    w->wants_values = u->wanted.values;
    if (u->wanted.values && !w->refusal)
        pep_walk_arguments(w, d->cursor, d->body);
    if (!w->refusal) {
        tree.body = pep_walk_statement(w, d->body, true);
        cross_check(w, open, close);
    }
    if ((u->wanted.fields || u->wanted.calls || u->wanted.callbacks) && !w->refusal)
        pep_walk_evaluated(w, &u->fields, &u->wanted, &tree, d->body);
    take_sites(w, &tree);
    if (w->needs_result)
        tree.result = result_spelling(w, d, close);
    take_labels(w, &tree);
    if (!w->refusal && u->wanted.whole)
        pep_walk_whole(w, d->cursor, d->body, d->first);
    w->locals.count = 0;
    tree.refusal = w->refusal;
    if (!tree.is_inline && !tree.refusal && !tree.whole.single)
        *pep_map_put(&w->said, tree.name, strlen(tree.name), 0) |= PEP_SAID_HERE;
    w->tree = NULL;
    pep_array_push(&u->parse->functions, tree);
}

/* Bodies that the tree does not have: libclang drops some declarations without a word. */
static void find_missing(struct unit *u)
{
    const struct pep_tokens *t = u->w.t;
    size_t known = u->parse->functions.count, next = 0;
    for (uint32_t i = 1; i < t->count; i++) {
        if (t->at[i].word != '{' || t->at[i].match == PEP_NO_TOKEN)
            continue;
        while (next < known && u->parse->functions.at[next].begin < t->at[i].begin)
            next++;
        bool met = next < known && u->parse->functions.at[next].begin == t->at[i].begin;
        if (!met && !t->at[i].system && t->at[i - 1].word == ')' && t->at[i - 1].match != PEP_NO_TOKEN) {
            uint32_t name = t->at[i - 1].match;
            name = name ? name - 1 : 0;
            if (t->at[name].kind == PEP_IDENTIFIER && t->at[name].word != PEP_W_ATTRIBUTE && !t->at[name].word &&
                !t->at[name].system) {
                struct pep_tree tree = {.refusal = "libclang does not see this function"};
                tree.name =
                    pep_arena_strndup(u->w.arena, t->text + t->at[name].begin, t->at[name].end - t->at[name].begin);
                tree.position = pep_token_position(t, name);
                tree.begin = t->at[i].begin;
                tree.end = t->at[t->at[i].match].end;
                pep_array_push(&u->parse->functions, tree);
            }
        }
        i = t->at[i].match;
    }
}

static int by_place(const void *a, const void *b)
{
    const struct pep_tree *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void add_names(struct pep_map *m, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pep_map_put(m, names[i], strlen(names[i]), 0);
}

static bool is_optimized(const char *const *arguments)
{
    bool optimized = false;
    for (; *arguments; arguments++)
        if (!strncmp(*arguments, "-O", 2))
            optimized = strcmp(*arguments, "-O0") != 0;
    return optimized;
}

/* Does an association of the _Generic around these tokens name the type? */
static bool associates(const struct pep_tokens *t, uint32_t from, uint32_t end, const char *type)
{
    size_t length = strlen(type);
    for (uint32_t i = from; i + 1 < end; i++) {
        uint32_t begin = t->at[i + 1].begin, behind = pep_tokens_at(t, begin + (uint32_t)length);
        i = pep_token_close(t, i);
        if (t->at[i].word == ',' && !strncmp(t->text + begin, type, length) && pep_token_is(t, behind, ":") &&
            t->at[behind - 1].end == begin + length)
            return true;
    }
    return false;
}

/* _Generic((x), float: f, _Float32: g) associates one type twice where the prelude has been applied, and clang drops
 * the expression: the later one gets a type that nothing else has, in letters as many as its own. */
static void tell_types_apart(char *text, const struct pep_tokens *t, uint32_t open, uint32_t close)
{
    static const struct {
        const char *name, *means, *unlike;
    } types[] = {
        {"_Float32", "float", "void****"},
        {"_Float64", "double", "char****"},
        {"_Float32x", "double", "void*****"},
        {"_Float64x", "long double", "char*****"},
        {"_Decimal32", "float", "void******"},
        {"_Decimal64", "double", "char******"},
        {"_Decimal128", "long double", "void*******"},
    };
    for (uint32_t i = open + 1; i < close; i++) {
        i = pep_token_close(t, i);
        for (size_t k = 0; k < sizeof types / sizeof *types && t->at[i].word == ','; k++) {
            if (!associates(t, i, i + 2, types[k].name))
                continue;
            bool twice = associates(t, open + 1, close, types[k].means);
            for (size_t j = 0; j < sizeof types / sizeof *types; j++)
                twice |= !strcmp(types[j].means, types[k].means) && associates(t, open + 1, i, types[j].name);
            if (twice)
                memcpy(text + t->at[i + 1].begin, types[k].unlike, strlen(types[k].name));
        }
    }
}

static uint32_t skip_digits(const char *text, uint32_t i, uint32_t end, bool hex)
{
    while (i < end && (hex ? isxdigit((unsigned char)text[i]) : isdigit((unsigned char)text[i])))
        i++;
    return i;
}

/* Where the suffix of a floating constant begins, and where digits can be put in that leave its value: in front of
 * those of the exponent, or behind all. */
static uint32_t find_suffix(uint32_t *pad, const char *text, const struct pep_token *number)
{
    uint32_t i = number->begin, end = number->end;
    bool hex = end - i > 2 && text[i] == '0' && (text[i + 1] | 0x20) == 'x';
    i = skip_digits(text, hex ? i + 2 : i, end, hex);
    if (i < end && text[i] == '.')
        i = skip_digits(text, i + 1, end, hex);
    *pad = i;
    if (i + 1 < end && (text[i] | 0x20) == (hex ? 'p' : 'e')) {
        *pad = i + 1 + (strchr("+-", text[i + 1]) != NULL);
        i = skip_digits(text, *pad, end, false);
    }
    return i;
}

/* A constant of a type that clang does not know would take the statement that it is in with it: it becomes one of the
 * type that the prelude has instead, or of one as good, and no shorter, as offsets are to stay exact. */
static void tell_constant(char *text, const struct pep_token *number)
{
    static const struct {
        const char *suffix, *instead;
    } suffixes[] = {{"f32", "f"},  {"f64", ""}, {"f128", "l"}, {"f32x", ""},
                    {"f64x", "l"}, {"df", "f"}, {"dd", ""},    {"dl", "l"}};
    uint32_t pad, at = find_suffix(&pad, text, number), length = number->end - at;
    for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++) {
        size_t zeros = length - strlen(suffixes[k].instead);
        if (length != strlen(suffixes[k].suffix) || strncasecmp(text + at, suffixes[k].suffix, length))
            continue;
        memmove(text + pad + zeros, text + pad, at - pad);
        memset(text + pad, '0', zeros);
        memcpy(text + at + zeros, suffixes[k].instead, length - zeros);
        return;
    }
}

/* Parses prelude and text.  Options that this libclang does not take are dropped in a second try, but for -std. */
static CXTranslationUnit parse_text(const struct pep_libclang *l, CXIndex index, struct pep_buffer *text,
                                    const char *const *arguments, bool unnamed_c23)
{
    struct {
        PEP_ARRAY(const char *);
    } argv = {0};
    static const char *const ours[] = {
        "-x", "c", "-undef", "-nostdinc", "-ferror-limit=0", "-Wno-everything", "-fbracket-depth=1024"};
    int version = pep_libclang_version(l);
    struct CXUnsavedFile file = {"/pep/in.c", pep_buffer_text(text), (unsigned long)text->count};
    CXTranslationUnit tu = NULL;
    for (int attempt = 0; attempt < 2 && !tu; attempt++) {
        argv.count = 0;
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
            pep_array_push(&argv, ours[i]);
        if (version && version < 19 && !attempt)
            pep_array_push(&argv, "-fdouble-square-bracket-attributes");
        if (unnamed_c23)
            pep_array_push(&argv, "-std=gnu2x");
        for (const char *const *a = arguments; *a; a++)
            if (!attempt || !strncmp(*a, "-std=", 5))
                pep_array_push(&argv, *a);
        if (l->parseTranslationUnit2(index, file.Filename, argv.at, (int)argv.count, &file, 1, CXTranslationUnit_None,
                                     &tu))
            tu = NULL;
    }
    pep_array_free(&argv);
    return tu;
}

static CXTranslationUnit parse_as(struct unit *u, CXIndex index, const char *const *arguments,
                                  const struct pep_standard *standard)
{
    const struct pep_tokens *t = u->w.t;
    struct pep_buffer text = PEP_BUFFER_INIT;
    pep_buffer_adds(&text, prelude);
    pep_buffer_adds(&text, standard->c23 ? prelude_c23 : prelude_c17);
    u->w.shift = (uint32_t)text.count;
    pep_buffer_add(&text, t->text, t->length);
    for (uint32_t i = 0; i + 1 < t->count; i++)
        if (t->at[i].word == PEP_W_OPAQUE && pep_token_is(t, i, "_Generic") && t->at[i + 1].match != PEP_NO_TOKEN)
            tell_types_apart(text.at + u->w.shift, t, i + 1, t->at[i + 1].match);
        else if (t->at[i].kind == PEP_NUMBER)
            tell_constant(text.at + u->w.shift, &t->at[i]);
    CXTranslationUnit tu = parse_text(u->w.l, index, &text, arguments, standard->c23 && !standard->named);
    pep_buffer_free(&text);
    return tu;
}

static unsigned count_errors(const struct unit *u, CXTranslationUnit tu)
{
    unsigned n = tu ? u->w.l->getNumDiagnostics(tu) : 0, count = 0;
    for (unsigned i = 0; i < n; i++)
        count += u->w.l->getDiagnosticSeverity(u->w.l->getDiagnostic(tu, i)) == CXDiagnostic_Error;
    return count;
}

/* Is what stands there the value of a statement expression, in ({ f(); 1; }), or has the statement one beside it, in
 * n ? ({ f(); 1; }) : 0;  - the place being that of a statement which is no more than a value? */
static bool is_beside(const struct pep_tokens *t, uint32_t offset)
{
    uint32_t at = pep_tokens_at(t, offset), end = at, i;
    bool list = false, arm = false;
    while (end + 2 < t->count && t->at[end].word != ';' && t->at[end].word != '}')
        end = pep_token_close(t, end) + 1;
    for (i = at; i > 0 && t->at[i - 1].word != ';' && t->at[i - 1].word != '{' && t->at[i - 1].word != '}'; i--) {
        arm |= t->at[i - 1].word == '?';
        if (t->at[i - 1].match != PEP_NO_TOKEN && t->at[i - 1].match < i - 1) {
            i = t->at[i - 1].match + 1;
            list |= t->at[i - 1].word == '(' && t->at[i].word == '{';
        }
    }
    bool last =
        end + 2 < t->count && t->at[end].word == ';' && t->at[end + 1].word == '}' && t->at[end + 2].word == ')';
    return (last || (arm && list)) && (t->at[i].kind != PEP_IDENTIFIER || !t->at[i].word);
}

/* What libclang finds unused, and gcc does not. */
static bool is_unused_beside(const struct unit *u, CXDiagnostic diagnostic)
{
    static const char unused[] = "expression result unused";
    CXString said = u->w.l->getDiagnosticSpelling(diagnostic);
    const char *text = u->w.l->getCString(said);
    bool is = text && !strncmp(text, unused, sizeof unused - 1);
    unsigned offset = 0;
    u->w.l->disposeString(said);
    u->w.l->getExpansionLocation(u->w.l->getDiagnosticLocation(diagnostic), NULL, NULL, NULL, &offset);
    return is && offset > u->w.shift && is_beside(u->w.t, offset - u->w.shift);
}

static bool has_warnings(const struct unit *u, CXTranslationUnit tu)
{
    unsigned n = u->w.l->getNumDiagnostics(tu);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic diagnostic = u->w.l->getDiagnostic(tu, i);
        if (u->w.l->getDiagnosticSeverity(diagnostic) == CXDiagnostic_Warning &&
            (u->wanted.lasts || !is_unused_beside(u, diagnostic)))
            return true;
    }
    return false;
}

/* In the likelier standard; if that has errors, in the other one where that has fewer. */
static CXTranslationUnit parse_likelier(struct unit *u, CXIndex index, const char *const *arguments,
                                        struct pep_standard standard)
{
    CXTranslationUnit tu = parse_as(u, index, arguments, &standard);
    unsigned errors = count_errors(u, tu);
    if (!standard.in_doubt || !errors)
        return tu;
    uint32_t shift = u->w.shift;
    standard.c23 = !standard.c23;
    CXTranslationUnit other = parse_as(u, index, arguments, &standard);
    if (other && count_errors(u, other) < errors)
        return other;
    u->w.shift = shift;
    return tu;
}

const char *pep_parse_unit(struct pep_parse *parse, const struct pep_tokens *tokens, const char *const *arguments,
                           struct pep_wanted wanted)
{
    const char *why = NULL;
    struct unit u = {.parse = parse, .wanted = wanted};
    *parse = (struct pep_parse){0};
    u.w.t = tokens;
    struct pep_standard standard;
    pep_standard_find(&standard, tokens, arguments);
    u.gnu_inline = standard.gnu_inline;
    u.w.optimizes = is_optimized(arguments);
    u.w.arena = &parse->arena;
    u.w.l = pep_libclang_open(&why);
    if (!u.w.l)
        return why;
    /* Neither index nor tree is given back: the process ends soon, and taking the tree apart would cost as much as
     * walking it. */
    CXIndex index = u.w.l->createIndex(0, 0);
    CXTranslationUnit tu = parse_likelier(&u, index, arguments, standard);
    if (tu) {
        add_names(&u.w.noreturn, noreturn_names, sizeof noreturn_names / sizeof *noreturn_names);
        add_names(&u.w.twice, twice_names, sizeof twice_names / sizeof *twice_names);
        u.w.l->visitChildren(u.w.l->getTranslationUnitCursor(tu), top_level, &u);
        count_tokens(&u, &u.w);
        for (size_t i = 0; i < u.definitions.count; i++)
            define(&u, &u.definitions.at[i]);
        find_missing(&u);
        /* of what it takes for errors compilers say nothing */
        parse->warned = has_warnings(&u, tu);
        if (parse->functions.count)
            qsort(parse->functions.at, parse->functions.count, sizeof *parse->functions.at, by_place);
        pep_parse_references(parse, tokens, u.w.opaque);
        pep_parse_callees(parse);
        parse->layouts = u.fields.layouts.at;
        parse->nlayouts = (uint32_t)u.fields.layouts.count;
    } else {
        why = "libclang cannot parse it";
    }
    pep_array_free(&u.definitions);
    pep_map_free(&u.w.noreturn);
    pep_map_free(&u.w.twice);
    pep_map_free(&u.w.said);
    pep_map_free(&u.emitted);
    pep_map_free(&u.types);
    pep_map_free(&u.fields.known);
    pep_array_free(&u.w.label_list);
    pep_buffer_free(&u.w.source.text);
    pep_array_free(&u.w.locals);
    pep_array_free(&u.w.sites);
    pep_array_free(&u.w.members);
    pep_array_free(&u.w.callbacks);
    pep_array_free(&u.w.call_expressions);
    pep_array_free(&u.w.value_labels);
    return tu ? NULL : why;
}

void pep_parse_free(struct pep_parse *parse)
{
    pep_array_free(&parse->functions);
    pep_array_release(parse->layouts);
    pep_array_release(parse->callees);
    pep_arena_free(&parse->arena);
}
