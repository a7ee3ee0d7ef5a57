/* shapes.c - ways to write statements that compilers warn of by their look: -Wdangling-else, -Wempty-body,
 * -Wmisleading-indentation, -Wmultistatement-macros, -Wparentheses-equality, and of -Wparentheses the assignment that
 * is a condition and the omitted middle operand.  Instrumented text has parentheses around conditions and braces around
 * arms.  And clang's -Wcompound-token-split-by-macro, of which preprocessed text keeps a space at best.
 *
 * More is found odd than any compiler warns of, which costs time, but well laid out text is not. */
#define _GNU_SOURCE
#include "frontend/parse.h"
#include <stdio.h>
#include <string.h>

static bool share_line(const struct pep_token *a, const struct pep_token *b)
{
    return a->line == b->line && a->file == b->file;
}

static bool is_first_on_line(const struct pep_tokens *t, const struct pep_token *token)
{
    return token == t->at || !share_line(token - 1, token);
}

static const struct pep_node *behind_labels(const struct pep_node *n)
{
    while (n->kind == PEP_NODE_LABEL || n->kind == PEP_NODE_CASE)
        n = n->kid[0];
    return n;
}

static bool is_empty(const struct pep_tokens *t, const struct pep_node *n)
{
    n = behind_labels(n);
    return n->kind == PEP_NODE_EXPRESSION && t->text[n->begin] == ';';
}

/* The part of a statement that the text behind it could be taken to belong to, or NULL. */
static const struct pep_node *last_arm(const struct pep_node *n)
{
    switch (n->kind) {
    case PEP_NODE_IF: return n->kid[2] ? n->kid[2] : n->kid[1];
    case PEP_NODE_FOR: return n->kid[3];
    case PEP_NODE_WHILE:
    case PEP_NODE_SWITCH: return n->kid[1];
    case PEP_NODE_LABEL:
    case PEP_NODE_CASE: return n->kid[0];
    default: return NULL;
    }
}

/* Reads the begin of the line of the source that a token is from; false where it cannot be read. */
static bool read_line(char *part, int size, const struct pep_tokens *t, const struct pep_token *token)
{
    bool found = false, begins = true;
    uint32_t line = 1;
    FILE *source = fopen(t->files.at[token->file], "re");
    while (source && !found && fgets(part, size, source)) {
        found = begins && line == token->line;
        begins = strchr(part, '\n') != NULL;
        line += begins;
    }
    if (source)
        fclose(source);
    return found;
}

/* Is the first word of a line that of the source too, as far as can be told, or of the expansion of a macro? */
static bool is_of_source(const struct pep_tokens *t, const struct pep_token *token)
{
    char part[256];
    return !read_line(part, sizeof part, t, token) ||
           !strncmp(part + strspn(part, " \t"), t->text + token->begin, token->end - token->begin);
}

/* Does this text stand in the source as it stands here? */
static bool stands_in_source(const struct pep_tokens *t, const struct pep_token *from, size_t end)
{
    char part[256];
    return read_line(part, sizeof part, t, from) &&
           memmem(part, strlen(part), t->text + from->begin, end - from->begin) != NULL;
}

/* How far in the line of the source begins that a token is from, as gcc and clang see it: tabs go to each eighth
 * column.  Preprocessed text has blanks for them, and markers around what a system header's macro makes, which move
 * it. */
static uint32_t indentation(const struct pep_tokens *t, const struct pep_token *token)
{
    char part[256];
    uint32_t columns = 0;
    if (!read_line(part, sizeof part, t, token))
        return token->column;
    for (const char *p = part; *p == ' ' || *p == '\t'; p++)
        columns = *p == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
    return columns + 1;
}

/* Does what stands at `next`, behind the end of a guard's arm, look as if it were guarded too?  A guard in the middle
 * of a line is of a macro, as is what follows.  Columns of the source are asked for where those of the text differ. */
static bool looks_guarded(const struct pep_tokens *t, const struct pep_token *guard, uint32_t end, uint32_t next)
{
    const struct pep_token *n = &t->at[next];
    bool labelled = n->word == PEP_W_CASE || n->word == PEP_W_DEFAULT ||
                    (n->kind == PEP_IDENTIFIER && next + 1 < t->count && t->at[next + 1].word == ':');
    if (labelled || n->word == '}' || n->word == ';' || n->kind == PEP_PRAGMA || guard->system ||
        !is_first_on_line(t, guard))
        return false;
    if (share_line(&t->at[end], n))
        return is_of_source(t, guard);
    return is_first_on_line(t, n) && (n->system || n->column != guard->column) &&
           indentation(t, n) != indentation(t, guard);
}

/* Does the statement go on behind this token with an arm, or with a condition and an arm? */
static bool is_head(const struct pep_token *token)
{
    return token->word == PEP_W_IF || token->word == PEP_W_ELSE || token->word == PEP_W_FOR ||
           token->word == PEP_W_WHILE || token->word == PEP_W_SWITCH;
}

static uint32_t behind_heads(const struct pep_tokens *t, uint32_t i, uint32_t close)
{
    while (i < close && is_head(&t->at[i])) {
        bool condition = t->at[i].word != PEP_W_ELSE && t->at[i + 1].word == '(';
        i = condition ? t->at[i + 1].match + 1 : i + 1;
    }
    return i;
}

/* Is this the `while` of do { ... } while (...);? */
static bool ends_do(const struct pep_tokens *t, uint32_t i)
{
    return t->at[i].word == PEP_W_WHILE && t->at[i - 1].word == '}' && t->at[t->at[i - 1].match - 1].word == PEP_W_DO;
}

/* misleads - whether anything between two braces is laid out so that it looks guarded and is not.  By the tokens, since
 * a function that stays as it is has no tree, and has lost its tabs and macros too. */
static bool misleads(const struct pep_tokens *t, uint32_t open, uint32_t close)
{
    bool any = false;
    for (uint32_t i = open + 1; i < close && !any; i++) {
        const struct pep_token *guard = &t->at[i];
        bool guards = is_head(guard) && !ends_do(t, i), braces = false;
        for (uint32_t head = i; head < close && is_head(&t->at[head]); head = i + 1) {
            i = behind_heads(t, head, close);
            braces = t->at[i].word == '{';
            for (; i < close && t->at[i].word != ';' && t->at[i].word != '}'; i++)
                if (t->at[i].match != PEP_NO_TOKEN && t->at[i].match > i) {
                    any |= t->at[i].word == '{' && misleads(t, i, t->at[i].match);
                    i = t->at[i].match;
                    if (braces)
                        break;
                }
            if (i + 1 >= close || t->at[i + 1].word != PEP_W_ELSE)
                break;
        }
        if (guards && !braces && i + 1 < close)
            any |= looks_guarded(t, guard, i, i + 1);
    }
    return any;
}

/* Is the body of a loop empty, and what follows in braces? */
static bool has_lost_body(const struct pep_tokens *t, const struct pep_node *n, const struct pep_node *next)
{
    return (n->kind == PEP_NODE_WHILE || n->kind == PEP_NODE_FOR) && is_empty(t, last_arm(n)) &&
           next->kind == PEP_NODE_LIST;
}

/* Is there an else, without a brace between, that the reader could take for that of the if around? */
static bool has_dangling_else(const struct pep_node *arm)
{
    for (; arm; arm = last_arm(arm))
        if (arm->kind == PEP_NODE_IF && arm->kid[2])
            return true;
    return false;
}

/* Is the condition an assignment without parentheses of its own? */
static bool assigns(const struct pep_tokens *t, const struct pep_node *condition)
{
    bool any = false;
    if (condition && condition->kind != PEP_NODE_SAME)
        for (uint32_t i = pep_tokens_at(t, condition->begin); t->at[i].begin < condition->end && !any; i++) {
            any = pep_token_is(t, i, "=");
            i = pep_token_close(t, i);
        }
    return any;
}

/* Is the condition a comparison in parentheses of its own, which are for an assignment?  ((x == 1)) */
static bool wraps(const struct pep_tokens *t, const struct pep_node *condition)
{
    uint32_t open = condition && condition->kind != PEP_NODE_SAME ? pep_tokens_at(t, condition->begin) : 0;
    bool any = false;
    if (!open || t->at[open].word != '(' || t->at[open].match == PEP_NO_TOKEN ||
        t->at[t->at[open].match].end != condition->end)
        return false;
    for (uint32_t i = open + 1; i < t->at[open].match && !any; i++) {
        any = pep_token_is(t, i, "==");
        i = pep_token_close(t, i);
    }
    return any && stands_in_source(t, &t->at[open], condition->end);
}

/* May the value be a truth, so that it is 1 wherever it is taken? */
static bool compares(const struct pep_tokens *t, const struct pep_node *n)
{
    static const char *const operators[] = {"<", ">", "<=", ">=", "==", "!=", "!", "&&", "||"};
    for (uint32_t i = pep_tokens_at(t, n->begin); t->at[i].begin < n->end; i++)
        for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
            if (pep_token_is(t, i, operators[k]))
                return true;
    return false;
}

/* Do ({ or }) stand apart as they do not in the source, since a macro brought one of them?  #define BEGIN ( makes "( {"
 * of BEGIN { */
static bool splits(const struct pep_tokens *t, uint32_t open)
{
    uint32_t brace = open + 1, end = t->at[open].match;
    if (t->at[open].word != '(' || t->at[brace].word != '{' || end == PEP_NO_TOKEN)
        return false;
    return (t->at[open].end != t->at[brace].begin && !stands_in_source(t, &t->at[open], t->at[brace].end)) ||
           (t->at[end - 1].end != t->at[end].begin && !stands_in_source(t, &t->at[end - 1], t->at[end].end));
}

static bool holds_split(const struct pep_tokens *t, const struct pep_node *body)
{
    bool any = false;
    for (uint32_t i = pep_tokens_at(t, body->begin); i < t->count && t->at[i].begin < body->end && !any; i++)
        any = splits(t, i);
    return any;
}

static bool is_odd(const struct pep_tokens *t, const struct pep_node *n)
{
    switch (n->kind) {
    case PEP_NODE_LIST:
        for (uint32_t i = 0; i + 1 < n->nkids; i++)
            if (has_lost_body(t, n->kid[i], n->kid[i + 1]))
                return true;
        return false;
    case PEP_NODE_IF:
        return assigns(t, n->kid[0]) || wraps(t, n->kid[0]) || has_dangling_else(n->kid[1]) || is_empty(t, last_arm(n));
    case PEP_NODE_WHILE: return assigns(t, n->kid[0]) || wraps(t, n->kid[0]);
    case PEP_NODE_FOR: return assigns(t, n->kid[1]);
    case PEP_NODE_DO: return assigns(t, n->kid[1]) || is_empty(t, n->kid[0]);
    case PEP_NODE_SWITCH: return is_empty(t, n->kid[1]);
    case PEP_NODE_ELVIS: return compares(t, n->kid[0]);
    default: return false;
    }
}

static bool holds_odd(const struct pep_tokens *t, const struct pep_node *n)
{
    bool odd = is_odd(t, n);
    for (uint32_t i = 0; i < n->nkids && !odd; i++)
        odd = n->kid[i] && holds_odd(t, n->kid[i]);
    return odd;
}

bool pep_parse_is_odd(const struct pep_tree *tree, const struct pep_tokens *tokens)
{
    return tree->body && (holds_odd(tokens, tree->body) || holds_split(tokens, tree->body));
}

bool pep_parse_misleads(const struct pep_tokens *tokens)
{
    bool any = false;
    for (uint32_t i = 0; i < tokens->count && !any; i++) {
        if (tokens->at[i].word != '{' || tokens->at[i].match == PEP_NO_TOKEN)
            continue;
        any = !tokens->at[i].system && misleads(tokens, i, tokens->at[i].match);
        i = tokens->at[i].match;
    }
    return any;
}
