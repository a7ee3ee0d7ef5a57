/* objections.c - what forbids that there be two versions of a function, or that the other be entered in the middle. */
#include "frontend/walk.h"
#include <string.h>

struct rule {
    const char *word, *reason;
};

/* Words of the body that make a second version another function. */
static const struct rule singles[] = {
    {"__builtin_va_start", "a variable number of arguments"},
    {"__builtin_apply_args", "it calls with its own arguments"},
    {"__builtin_return_address", "it looks at its own frame"},
    {"__builtin_frame_address", "it looks at its own frame"},
    {"__builtin_setjmp", "it looks at its own frame"},
    {"__builtin_unwind_init", "it looks at its own frame"},
    {"__builtin_stack_save", "it looks at its own frame"},
};
static const struct rule shuts[] = {
    {"alloca", "alloca"},
    {"__builtin_alloca", "alloca"},
    {"__builtin_alloca_with_align", "alloca"},
    {"__builtin_alloca_with_align_and_max", "alloca"},
};
/* Attributes that a second version would need too, some of them to have the same type, or that mean this one alone. */
static const char *const attributes[] = {"target_clones",
                                         "optimize",
                                         "interrupt",
                                         "signal",
                                         "naked",
                                         "ifunc",
                                         "noreturn",
                                         "returns_twice",
                                         "ms_abi",
                                         "sysv_abi",
                                         "no_caller_saved_registers",
                                         "simd",
                                         "regparm",
                                         "nocf_check",
                                         "stack_protect",
                                         "no_stack_protector",
                                         "no_sanitize",
                                         "no_sanitize_address",
                                         "no_sanitize_thread",
                                         "no_sanitize_undefined",
                                         "zero_call_used_regs",
                                         "no_split_stack",
                                         "vector_size",
                                         "ext_vector_type",
                                         "address_space",
                                         "overloadable",
                                         "mode",
                                         "patchable_function_entry"};

static const char *find(const struct pep_tokens *t, uint32_t i, const struct rule *rules, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (pep_token_is(t, i, rules[k].word))
            return rules[k].reason;
    return NULL;
}

static bool declares_type(const struct pep_tokens *t, uint32_t i)
{
    if (!pep_token_is(t, i, "struct") && !pep_token_is(t, i, "union") && !pep_token_is(t, i, "enum"))
        return false;
    while (t->at[i + 1].word == PEP_W_ATTRIBUTE && t->at[i + 2].match != PEP_NO_TOKEN)
        i = t->at[i + 2].match;
    return t->at[i + 1].word == '{' || t->at[i + 2].word == '{';
}

/* Do these tokens call or assign? */
static bool has_effects(const struct pep_walk *w, uint32_t from, uint32_t to)
{
    bool effects = w->calls[to] != w->calls[from];
    for (uint32_t k = from; k < to && !effects; k++)
        effects = w->t->at[k].word == PEP_P_ASSIGN;
    return effects;
}

/* Behind struct S { ... } const the head begins with the const. */
static bool is_no_type(const struct pep_tokens *t, uint32_t i)
{
    static const char *const words[] = {"static", "extern", "inline", "__inline", "__inline__", "const", "volatile"};
    return t->at[i].word == PEP_W_ATTRIBUTE || pep_token_is_one(t, i, words, sizeof words / sizeof *words);
}

/* What __attribute__((target("..."))) says: a second version has it too, unless it makes one of several of one name.
 * Does it take away what the rest of the unit uses?  Then nothing is inlined into the function. */
static unsigned says_target(const struct pep_tokens *t, uint32_t first, uint32_t open)
{
    unsigned said = 0;
    if (!pep_tokens_attribute(t, first, open, "target"))
        return 0;
    for (uint32_t i = first; i + 2 < open; i++) {
        bool target = pep_token_is(t, i, "target") || pep_token_is(t, i, "__target__");
        const struct pep_token *list = &t->at[i + 2];
        for (const char *p = t->text + list->begin; target && list->kind == PEP_STRING && p < t->text + list->end;
             p++) {
            if (!strncmp(p, "no-", 3) || !strncmp(p, "general-regs-only", 17) || !strncmp(p, "arch=", 5))
                said |= PEP_SAID_LESS;
            if (!strncmp(p, "\"default\"", 9))
                said |= PEP_SAID_ALONE;
        }
    }
    return said | PEP_SAID_TARGET;
}

unsigned pep_walk_says(const struct pep_tokens *t, uint32_t first, uint32_t end)
{
    unsigned said = 0;
    uint32_t i = first;
    while (i < end && t->at[i].word != PEP_W_ATTRIBUTE && !(t->at[i].word == '[' && t->at[i + 1].word == '['))
        i++;
    if (i == end)
        return 0;
    if (pep_tokens_attribute(t, i, end, "naked"))
        said |= PEP_SAID_NAKED;
    if (pep_tokens_attribute(t, i, end, "no_instrument_function") ||
        pep_tokens_attribute(t, i, end, "no_profile_instrument_function"))
        said |= PEP_SAID_LEAVE;
    said |= says_target(t, i, end);
    if (pep_tokens_attribute(t, i, end, "always_inline"))
        said |= PEP_SAID_INLINED;
    for (size_t k = 0; k < sizeof attributes / sizeof *attributes && !(said & PEP_SAID_ALONE); k++)
        if (pep_tokens_attribute(t, i, end, attributes[k]))
            said |= PEP_SAID_ALONE;
    return said;
}

unsigned pep_walk_said(const struct pep_walk *w, const char *name)
{
    const uint64_t *said = pep_map_get(&w->said, name, strlen(name));
    return said ? (unsigned)*said : 0;
}

/* The head: from the first token to the body's brace. */
static const char *object_to_head(const struct pep_walk *w, uint32_t first, uint32_t name, uint32_t open)
{
    const struct pep_tokens *t = w->t;
    static const char own[] = "an attribute that means this function alone";
    uint32_t list = name + 1;
    bool old_style = t->at[open - 1].word == ';';
    if (t->at[list].word != '(' || t->at[list].match == PEP_NO_TOKEN ||
        (old_style && t->at[t->at[list].match + 1].word == ')'))
        return "what it returns is declared around its name";
    /* f(a, b) { ... }, whose parameters nobody declares */
    if (!old_style && t->at[list + 1].kind == PEP_IDENTIFIER && !t->at[list + 1].word &&
        !pep_token_is(t, list + 1, "void") && (t->at[list + 2].word == ',' || t->at[list].match == list + 2))
        return "parameters that nobody declares";
    if (w->tree->is_inline)
        return "inline, and seen by other units";
    unsigned said = pep_walk_said(w, w->tree->name);
    if ((said & PEP_SAID_ALONE) || (first && pep_token_is_pragma(t, first - 1, "omp")) ||
        ((said & PEP_SAID_TARGET) && !pep_tokens_attribute(t, first, name, "target")))
        return own;
    bool typed = false;
    for (uint32_t i = first; i < open; i++) {
        if (t->at[i].kind == PEP_PRAGMA)
            return "a pragma in its declaration";
        if (declares_type(t, i))
            return "its declaration defines a type";
        if (t->at[i].word == PEP_W_SIZEOF && !pep_token_is(t, i, "sizeof"))
            return "its declaration asks what a type is";
        if (pep_token_is(t, i, "_Noreturn"))
            return own;
        if (pep_token_is(t, i, "..."))
            return "a variable number of arguments";
        /* int b[a++] */
        if (i > list && t->at[i].word == '[' && t->at[i].match != PEP_NO_TOKEN && has_effects(w, i, t->at[i].match))
            return "the size of a parameter does something";
        typed |= i < name && t->at[i].kind == PEP_IDENTIFIER && !is_no_type(t, i);
    }
    return typed ? NULL : "its declaration has no type, or defines it";
}

/* Is the name that of a label whose address is taken? */
static bool names_label(const struct pep_walk *w, uint32_t name)
{
    for (uint32_t i = 0; i < w->tree->nlabels; i++)
        if (w->tree->labels[i]->address_taken && pep_token_is(w->t, name, w->tree->labels[i]->name))
            return true;
    return false;
}

/* May this goto keep the address that it goes to, as goto *(p = &&l) does?  What an index does keeps none. */
static bool may_keep(const struct pep_walk *w, uint32_t from)
{
    const struct pep_token *t = w->t->at;
    for (uint32_t i = from; t[i].word != ';'; i++)
        if (t[i].word == '[' && t[i].match != PEP_NO_TOKEN)
            i = t[i].match;
        else if (t[i].word == PEP_P_ASSIGN || w->calls[i + 1] != w->calls[i])
            return true;
    return false;
}

/* Addresses of labels are of one version: they may stand in constant tables that only gotos look into. */
static const char *object_to_labels(const struct pep_walk *w, uint32_t open, uint32_t close)
{
    const struct pep_tokens *t = w->t;
    for (uint32_t i = open + 1; i < close; i++) {
        uint8_t before = t->at[i - 1].word;
        /* behind parentheses it may stand after a cast */
        if (t->at[i].word != PEP_P_AND || !before || before == ']' || (before == ')' && !names_label(w, i + 1)))
            continue;
        uint32_t begin = i, table = 0;
        while (begin > open && !(t->at[begin].word == ';' || (t->at[begin].word == '}') ||
                                 (t->at[begin].word == '{' && t->at[begin - 1].word != PEP_P_ASSIGN &&
                                  t->at[begin - 1].word != ',' && t->at[begin - 1].word != '{')))
            begin--;
        if (pep_token_is(t, begin + 1, "goto") && !may_keep(w, begin + 1))
            continue;
        for (uint32_t k = begin + 1; k < i && !table; k++)
            if (t->at[k].word == '[')
                table = k - 1;
        if (!pep_token_is(t, begin + 1, "static") || !table)
            return "addresses of labels that may be kept";
        for (uint32_t k = open; k < close; k++) {
            if (k == table || !pep_tokens_alike(t, k, table))
                continue;
            uint32_t from = k;
            while (from > open && t->at[from].word != ';' && t->at[from].word != '{' && t->at[from].word != '}' &&
                   t->at[from].word != ':' && t->at[from].word != PEP_W_GOTO)
                from--;
            if (t->at[from].word != PEP_W_GOTO || t->at[k + 1].word != '[' || may_keep(w, from))
                return "addresses of labels that may be kept";
        }
    }
    return NULL;
}

static bool is_builtin(const struct pep_tokens *t, uint32_t i)
{
    return !strncmp(t->text + t->at[i].begin, "__builtin_", 10);
}

/* Does it call by name what is not known to exist?  What compilers call by themselves does, and asm inline (...) is no
 * call. */
static bool calls_elsewhere(const struct pep_walk *w, uint32_t open, uint32_t close)
{
    static const char *const existing[] = {"memcpy", "memmove", "memset",   "memcmp",
                                           "abort",  "inline",  "__inline", "__inline__"};
    const struct pep_tokens *t = w->t;
    bool any = false;
    for (uint32_t i = open; i < close && !any; i++) {
        if (t->at[i].kind != PEP_IDENTIFIER || t->at[i].word || t->at[i + 1].word != '(')
            continue;
        const char *name = t->text + t->at[i].begin;
        const uint64_t *said = pep_map_get(&w->said, name, t->at[i].end - t->at[i].begin);
        any = !is_builtin(t, i) && !(said && (*said & PEP_SAID_HERE)) &&
              !pep_token_is_one(t, i, existing, sizeof existing / sizeof *existing);
    }
    return any;
}

const char *pep_walk_object(const struct pep_walk *w, uint32_t first)
{
    const struct pep_tokens *t = w->t;
    uint32_t name = pep_tokens_at(t, w->tree->name_begin), open = pep_tokens_at(t, w->tree->begin);
    uint32_t close = t->at[open].match;
    const char *reason = object_to_head(w, first, name, open);
    if (!reason && w->computes)
        reason = "pragmas that change what arithmetic gives";
    if (!reason && w->tree->address_taken)
        reason = object_to_labels(w, open, close);
    /* Of its arguments the second version does not know that they are constants. */
    if (!reason && (pep_walk_said(w, w->tree->name) & PEP_SAID_INLINED) && calls_elsewhere(w, open, close))
        reason = "always inlined, so that what it calls may be dead and not exist";
    for (uint32_t i = open; i < close && !reason; i++) {
        if (t->at[i].word == PEP_W_ASM)
            reason = pep_walk_object_to_assembly(w, i);
        else if (w->packs && declares_type(t, i)) /* the second version stands behind the unit, where others hold */
            reason = "a structure that pragmas lay out";
        else if (t->at[i].kind == PEP_IDENTIFIER && !t->at[i].word)
            reason = find(t, i, singles, sizeof singles / sizeof *singles);
    }
    if (!reason && pep_tokens_attribute(t, open, close, "musttail"))
        reason = "a call that has to be a jump";
    return reason;
}

/* Compound literals: (T){...}. */
struct literals {
    const struct pep_walk *w;
    uint32_t open; /* the body's brace */
    bool *values; /* by token from there: braces of those that are used as values, so that none holds their addresses */
};

static enum CXChildVisitResult look_at_literal(CXCursor c, CXCursor parent, CXClientData data)
{
    struct literals *literals = data;
    const struct pep_walk *w = literals->w;
    const struct pep_token *t = w->t->at;
    (void)parent;
    if (c.kind != CXCursor_CompoundLiteralExpr)
        return CXChildVisit_Recurse;
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, c);
    uint32_t first = pep_tokens_at(w->t, begin), behind = pep_tokens_at(w->t, end), brace = t[first].match + 1;
    enum CXTypeKind kind = w->l->getCanonicalType(w->l->getCursorType(c)).kind;
    while (t[first - 1].word == '(' && t[first - 1].match == behind) {
        first--;
        behind++;
    }
    /* its members may be arrays, whose addresses are what they give */
    literals->values[brace - literals->open] = kind != CXType_ConstantArray && kind != CXType_IncompleteArray &&
                                               t[first - 1].word != '&' && t[behind].word != '.';
    return CXChildVisit_Recurse;
}

/* Whether control may come to the label, which is this token, from behind it. */
static bool is_come_back_to(const struct pep_walk *w, const struct pep_label *label, uint32_t token, uint32_t close)
{
    bool found = label->address_taken;
    for (uint32_t i = token; i < close && !found; i++)
        found = w->t->at[i].word == PEP_W_GOTO && pep_token_is(w->t, i + 1, label->name);
    return found;
}

static bool jumps_back(const struct pep_walk *w, uint32_t close)
{
    bool back = w->tree->address_taken;
    for (uint32_t k = 0; k < w->tree->nlabels && !back; k++)
        back = is_come_back_to(w, w->tree->labels[k], pep_tokens_at(w->t, w->tree->labels[k]->offset), close);
    return back;
}

/* Is there a compound literal that may be used after the turn in which it came to be?  It lives as long as the block
 * around it: in the head of a loop as long as the loop, and jumps back leave no block at all.  But where it is made
 * in a duplicate it goes with the duplicate's frame. */
static bool has_lasting_literal(const struct pep_walk *w, CXCursor body, uint32_t open, uint32_t close)
{
    const struct pep_token *t = w->t->at;
    struct literals literals = {w, open, NULL};
    uint32_t head = open; /* where the heads of loops that were met end */
    enum { UNKNOWN, NO, YES } back = UNKNOWN;
    for (uint32_t i = open + 1; i < close; i++) {
        if ((t[i].word == PEP_W_FOR || t[i].word == PEP_W_WHILE) && t[i + 1].word == '(' && t[i + 1].match > head)
            head = t[i + 1].match;
        if (t[i].word != '{' || t[i - 1].word != ')' || pep_token_ends_head(w->t, i - 1))
            continue;
        if (i > head && back == UNKNOWN)
            back = jumps_back(w, close) ? YES : NO;
        if (i > head && back == NO)
            continue;
        if (!literals.values) {
            literals.values = PEP_NEW_N(w->arena, bool, close - open);
            w->l->visitChildren(body, look_at_literal, &literals);
        }
        if (!literals.values[i - open])
            return true;
    }
    return false;
}

/* first_turn - the first token that may be met more than once: where the first loop is, or label of a jump back. */
static uint32_t first_turn(const struct pep_walk *w, uint32_t open, uint32_t close)
{
    const struct pep_token *t = w->t->at;
    uint32_t first = close, i = open;
    for (uint32_t k = 0; k < w->tree->nlabels; k++) {
        uint32_t label = pep_tokens_at(w->t, w->tree->labels[k]->offset);
        if (label < first && is_come_back_to(w, w->tree->labels[k], label, close))
            first = label;
    }
    while (i < first && t[i].word != PEP_W_FOR && t[i].word != PEP_W_WHILE && t[i].word != PEP_W_DO)
        i++;
    return i;
}

/* Puts down the variables that what alloca gives is assigned to, or to a member of which. */
static void find_holders(struct pep_map *holders, const struct pep_tokens *t, uint32_t open, uint32_t close)
{
    uint32_t held = 0; /* the variable that the statement assigned to last */
    for (uint32_t i = open; i < close; i++) {
        if (t->at[i].word == ';') {
            held = 0;
        } else if (t->at[i].word == PEP_P_ASSIGN) {
            held = i - 1;
            while (t->at[held - 1].word == '.' || pep_token_is(t, held - 1, "->"))
                held -= 2;
        } else if (held && find(t, i, shuts, sizeof shuts / sizeof *shuts)) {
            pep_map_put(holders, t->text + t->at[held].begin, t->at[held].end - t->at[held].begin, 1);
        }
    }
}

/* Is it the address that the variable of this name holds, and not what lies there? */
static bool is_address(const struct pep_tokens *t, uint32_t name)
{
    return t->at[name - 1].word == '&' ||
           (t->at[name - 1].word != '*' && t->at[name + 1].word != '[' && !pep_token_is(t, name + 1, "->"));
}

/* Calls of functions that may be assembly. */
struct handed {
    const struct pep_walk *w;
    struct pep_map holders; /* names of variables that hold memory of alloca */
    bool stack;             /* one is given such memory */
};

static enum CXChildVisitResult look_at_call(CXCursor c, CXCursor parent, CXClientData data)
{
    struct handed *handed = data;
    const struct pep_walk *w = handed->w;
    (void)parent;
    if (c.kind != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXCursor callee = w->l->getCursorReferenced(c);
    if (callee.kind != CXCursor_FunctionDecl || w->l->getCursorDefinition(callee).kind == CXCursor_FunctionDecl ||
        pep_walk_is_of_library(w, callee))
        return CXChildVisit_Recurse;
    uint32_t begin, end;
    pep_walk_range(&begin, &end, w, c);
    uint32_t first = pep_tokens_at(w->t, begin), behind = pep_tokens_at(w->t, end);
    if (is_builtin(w->t, first))
        return CXChildVisit_Recurse;
    for (uint32_t i = first; i < behind && !handed->stack; i++) {
        const struct pep_token *token = &w->t->at[i];
        handed->stack = token->kind == PEP_IDENTIFIER && is_address(w->t, i) &&
                        pep_map_get(&handed->holders, w->t->text + token->begin, token->end - token->begin);
    }
    return handed->stack ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* What is taken from the stack in a duplicate goes with its frame.  No door leads to what is taken before all turns;
 * but assembly may make it the stack (libffi calls so), and what it calls overwrites all that is below, where the
 * frame of a duplicate is that was entered behind it. */
const char *pep_walk_object_to_doors(const struct pep_walk *w, CXCursor body)
{
    const struct pep_tokens *t = w->t;
    const char *reason = NULL;
    uint32_t open = pep_tokens_at(t, w->tree->begin), close = t->at[open].match, turn = first_turn(w, open, close);
    bool takes = false;
    for (uint32_t i = open; i < close && !reason; i++) {
        if (t->at[i].word == PEP_W_ASM && pep_walk_crowds(w, i))
            reason = "assembly that may want every register";
        if (t->at[i].kind != PEP_IDENTIFIER || t->at[i].word)
            continue;
        reason = find(t, i, shuts, sizeof shuts / sizeof *shuts);
        if (reason && i < turn) {
            reason = NULL;
            takes = true;
        }
        if (!reason && declares_type(t, i))
            reason = "a type of its own";
    }
    if (!reason && takes) {
        struct handed handed = {.w = w};
        find_holders(&handed.holders, t, open, close);
        w->l->visitChildren(body, look_at_call, &handed);
        pep_map_free(&handed.holders);
        reason = handed.stack ? "memory of alloca that may be made a stack" : NULL;
    }
    if (!reason && pep_tokens_attribute(t, open, close, "cleanup"))
        reason = "attribute cleanup";
    if (!reason && has_lasting_literal(w, body, open, close))
        reason = "a compound literal that may be used in later turns";
    return reason;
}

bool pep_walk_names_types(const struct pep_walk *w)
{
    const struct pep_tokens *t = w->t;
    uint32_t open = pep_tokens_at(t, w->tree->begin), close = t->at[open].match;
    bool named = false;
    for (uint32_t i = open; i < close && !named; i++)
        named = (declares_type(t, i) && (t->at[i + 1].word != '{' || pep_token_is(t, i, "enum"))) ||
                ((pep_token_is(t, i, "struct") || pep_token_is(t, i, "union")) && t->at[i + 2].word == ';');
    return named;
}

bool pep_walk_turns(const struct pep_walk *w)
{
    const struct pep_tokens *t = w->t;
    uint32_t open = pep_tokens_at(t, w->tree->begin), close = t->at[open].match;
    bool turns = w->tree->address_taken > 0;
    for (uint32_t i = open; i < close && !turns; i++)
        turns = t->at[i].word == PEP_W_FOR || t->at[i].word == PEP_W_WHILE || t->at[i].word == PEP_W_DO;
    return turns;
}
