#include "rewrite/hints.h"
#include "cfgbuild/prior.h"

/* A condition that goes both ways more often than that stays untold: told, compilers make a jump of what they would
 * have computed without one, and that jump is mispredicted. */
enum { FEW = 32, SELDOM = 10 /* percent */ };

/* What a hint around it would hide or spoil: an assignment without parentheses, of which compilers warn; the value of
 * an a ?: b; setjmp; what is constant only where the compiler sees it bare. */
static bool stays_bare(const struct pep_node *condition, const struct pep_tokens *t)
{
    unsigned depth = 0;
    if (condition->value_of_elvis || condition->kind == PEP_NODE_TWICE)
        return true;
    for (uint32_t i = pep_tokens_at(t, condition->begin); i < t->count && t->at[i].begin < condition->end; i++) {
        if (t->at[i].match != PEP_NO_TOKEN)
            depth += t->at[i].match > i ? 1u : -1u;
        if (t->at[i].word == PEP_W_OPAQUE || (!depth && pep_token_is(t, i, "=")))
            return true;
    }
    return false;
}

/* Never quite sure: what one run did not do another one may, and where gcc is told so it takes functions apart. */
unsigned pep_hints_chance(const struct pep_plan *p, const struct pep_node *condition, const struct pep_tokens *tokens)
{
    const struct pep_function *f = p->f;
    if (!p->options->hints || !f->guided || !condition->decides)
        return 0;
    uint32_t block = p->tree->blocks[condition->branch];
    if (block == PEP_NO_BLOCK || f->blocks.at[block].kind != PEP_BLOCK_BRANCH || f->blocks.at[block].reload ||
        stays_bare(condition, tokens))
        return 0;
    const uint32_t *out = f->blocks.at[block].out;
    uint64_t yes = pep_prior_count(f, &f->edges.at[out[0]]), no = pep_prior_count(f, &f->edges.at[out[1]]);
    if (yes + no < FEW)
        return 0;
    unsigned percent = (unsigned)((yes * 100 + (yes + no) / 2) / (yes + no)); /* counts have at most 43 bits */
    if (percent > SELDOM && percent < 100 - SELDOM)
        return 0;
    return percent < 1 ? 1 : percent > 99 ? 99 : percent;
}

void pep_hints_mark(struct pep_edits *edits, const struct pep_plan *p, const struct pep_tokens *tokens)
{
    uint32_t first = pep_tokens_at(tokens, p->tree->first);
    bool room = tokens->at[first].word != '[' && !pep_token_is(tokens, first, "__extension__"); /* which come first */
    if (p->options->hints && p->f->idle && room)
        pep_edits_insert(edits, p->tree->first, "__attribute__((__cold__)) ");
}
