#include "rewrite/mark.h"
#include "cfgbuild/prior.h"
#include "rewrite/plan.h"
#include <string.h>

/* decides - whether compilers name the token for a branch, whose block it does not tell, or for nothing */
static bool decides(const struct pep_token *t)
{
    switch (t->word) {
    case PEP_P_AND:
    case PEP_P_OR:
    case PEP_W_IF:
    case PEP_W_ELSE:
    case PEP_W_WHILE:
    case PEP_W_DO:
    case PEP_W_FOR:
    case PEP_W_SWITCH:
    case PEP_W_CASE:
    case PEP_W_DEFAULT: return true;
    default:
        return t->kind == PEP_PRAGMA || (t->kind == PEP_PUNCTUATOR && t->word < 128 && strchr("(){};,?:!", t->word));
    }
}

void pep_mark_function(struct pep_marks *marks, const struct pep_plan *p, const struct pep_tokens *tokens)
{
    const struct pep_function *f = p->f;
    struct pep_marked marked = {f->name, PEP_MARK_FIRST + (uint32_t)marks->counts.count, (uint32_t)f->blocks.count};
    bool ran = false;
    uint64_t *edges = PEP_NEW_N(p->arena, uint64_t, f->edges.count + 1);
    for (size_t i = 0; i < f->edges.count; i++)
        ran |= (edges[i] = pep_prior_count(f, &f->edges.at[i])) != 0;
    if (!f->guided || (!ran && !f->idle)) /* few samples do not tell that it never runs */
        return;
    pep_flow_blocks(pep_array_push_n(&marks->counts, marked.nblocks), edges, f);
    pep_array_push(&marks->functions, marked);
    for (uint32_t i = pep_tokens_at(tokens, p->tree->begin); i < tokens->count && tokens->at[i].begin < p->tree->end;
         i++) {
        uint32_t block;
        if (decides(&tokens->at[i]) || !pep_cfg_block_at(&block, p->tree, tokens->at[i].begin))
            marks->lines[i] = PEP_MARK_UNKNOWN;
        else
            marks->lines[i] = block == PEP_NO_BLOCK ? (uint32_t)PEP_MARK_NEVER : marked.first + block;
    }
}

/* go_to - leaves the text on the line, of a token that stands where it is on that one's own */
static void go_to(struct pep_buffer *out, uint32_t *at, uint32_t line, const struct pep_tokens *t, uint32_t token)
{
    if (*at == line)
        return;
    pep_buffer_addc(out, '\n');
    if (line)
        pep_buffer_printf(out, "# %u \"" PEP_MARK_FILE "\"\n", line);
    else
        pep_tokens_marker(out, t, token, t->at[token].system ? " 3" : "");
    *at = line;
}

void pep_mark_apply(struct pep_buffer *out, const struct pep_marks *marks, const struct pep_edits *edits,
                    const struct pep_tokens *t)
{
    size_t edit = 0, from = t->count ? t->at[0].line_begin : 0; /* up to there the text is copied */
    uint32_t at = 0;
    for (uint32_t i = 0; i <= t->count; i++) {
        size_t begin = i < t->count ? t->at[i].begin : t->length;
        uint32_t line = i < t->count ? marks->lines[i] : 0;
        for (; edit < edits->count && edits->at[edit].offset <= begin; edit++) {
            const struct pep_edit *e = &edits->at[edit];
            if (!line && !at)
                pep_buffer_add(out, t->text + from, e->offset - from);
            else
                go_to(out, &at, PEP_MARK_UNKNOWN, t, i);
            pep_buffer_add(out, edits->texts.at + e->begin, e->length);
            from = (size_t)e->offset + e->removed;
        }
        if (from > begin) /* the token is gone */
            continue;
        if (!line && !at) {
            pep_buffer_add(out, t->text + from, begin - from);
        } else {
            if (begin > from)
                pep_buffer_addc(out, ' ');
            if (i < t->count)
                go_to(out, &at, line, t, i);
        }
        from = begin;
        if (i < t->count) {
            bool own = t->at[i].kind == PEP_PRAGMA && at; /* a line of its own, and what follows it is on the next */
            if (own)
                pep_buffer_addc(out, '\n');
            pep_buffer_add(out, t->text + begin, t->at[i].end - begin);
            if (own)
                pep_buffer_addc(out, '\n');
            if (own || (at && memchr(t->text + begin, '\n', t->at[i].end - begin)))
                at = UINT32_MAX;
            from = t->at[i].end;
        }
    }
}

void pep_marks_free(struct pep_marks *marks)
{
    pep_array_free(&marks->counts);
    pep_array_free(&marks->functions);
}
