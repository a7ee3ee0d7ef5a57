#include "profile/parts.h"
#include "base/count.h"

static bool is_kept(const struct pep_function *f, const struct pep_position *at)
{
    return at->file == f->position.file && at->line >= f->position.line && at->line <= f->end_line &&
           at->line - f->position.line <= UINT16_MAX;
}

/* The counts of the edges that lead into a block, but for those that close a loop; *turns: of these. */
static uint64_t entered(const struct pep_function *f, const struct pep_block *k, const uint64_t *counts,
                        uint64_t *turns, bool *is_header)
{
    uint64_t sum = *turns = 0;
    *is_header = false;
    for (uint32_t i = 0; i < k->nin; i++) {
        bool back = f->edges.at[k->in[i]].cut == PEP_CUT_BACK;
        uint64_t *to = back ? turns : &sum;
        *is_header |= back;
        *to = pep_count_add(*to, counts[k->in[i]]);
    }
    return sum;
}

void pep_parts_of(const struct pep_function *f, const uint64_t *counts, pep_parts_visit *visit, void *data)
{
    struct pep_arena arena = {0};
    uint32_t lines = f->end_line > f->position.line ? f->end_line - f->position.line + 1 : 1;
    struct {
        uint32_t parts, block; /* how many, and which was last */
    } *seen = pep_arena_alloc(&arena, lines * sizeof *seen);
    for (uint32_t b = 0; b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        if (b == PEP_ENTRY || b == PEP_EXIT || k->kind == PEP_BLOCK_COMPUTED)
            continue;
        bool is_header;
        uint64_t turns, comes = entered(f, k, counts, &turns, &is_header);
        for (uint32_t i = 0; i <= k->nlines; i++) {
            struct pep_part part = {.at = i < k->nlines ? &k->lines[i] : &k->position, .block = b};
            part.line = part.at->line - f->position.line;
            if (!is_kept(f, part.at) || seen[part.line].block == b)
                continue;
            uint32_t *parts = &seen[part.line].parts;
            seen[part.line].block = b;
            if (!i && !*parts && is_header) {
                part.part = (*parts)++;
                part.block = PEP_NO_BLOCK;
                part.count = comes;
                visit(&part, data);
                part.block = b;
                part.is_whole = true;
            }
            part.is_whole |= !*parts;
            part.part = (*parts)++;
            part.count = pep_count_add(comes, turns);
            visit(&part, data);
        }
    }
    pep_arena_free(&arena);
}
