#include "tools/pep_branch.h"
#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <string.h>

static uint64_t sum_of(const struct pep_line_branch *b)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < b->ways.count; i++)
        sum = pep_count_add(sum, b->ways.at[i].count);
    return sum;
}

static bool two_way(const struct pep_line_branch *b)
{
    return b->ways.count == 2 && b->ways.at[0].kind == PEP_EDGE_TRUE;
}

const char *pep_branch_outcome(const struct pep_line_way *way)
{
    const struct pep_edge e = {.kind = way->kind, .label = way->label};
    return pep_path_outcome(&e);
}

const char *pep_branch_column(const struct pep_line_branch *branches, size_t n, const char *never)
{
    static char text[32];
    uint64_t whole = n == 1 ? sum_of(branches) : 0;
    if (!n)
        return "";
    if (n > 1)
        snprintf(text, sizeof text, "%zu branches", n);
    else if (!two_way(branches))
        return branches->ways.at[0].kind == PEP_EDGE_COMPUTED ? "gotos" : "switch";
    else if (!whole)
        return never;
    else
        snprintf(text, sizeof text, "%s true", pep_print_share(branches->ways.at[0].count, whole));
    return text;
}

/* Of a large switch the ways that were never taken are only counted. */
enum { SMALL_SWITCH = 8 };

/* tell_ways - place: which branch of its line it is; "" where it is the only one. */
static void tell_ways(const struct pep_line_branch *branch, const char *place, const char *never, pep_branch_way *tell,
                      void *data)
{
    uint64_t whole = sum_of(branch);
    char text[128];
    size_t others = 0;
    if (!*place && two_way(branch))
        return;
    for (size_t i = 0; i < branch->ways.count; i++) {
        const struct pep_line_way *way = &branch->ways.at[i];
        if (!way->count && branch->ways.count > SMALL_SWITCH) {
            others++;
            continue;
        }
        snprintf(text, sizeof text, "%s%s", place, pep_branch_outcome(way));
        tell(pep_print_count(way->count), whole ? pep_print_share(way->count, whole) : never, text, data);
    }
    if (others) {
        snprintf(text, sizeof text, "%zu %sways", others, others < branch->ways.count ? "further " : "");
        tell("0", never, text, data);
    }
}

void pep_branch_ways(const struct pep_line_branch *branches, size_t n, size_t length, const char *never,
                     pep_branch_way *way, void *data)
{
    /* what a macro stands for has columns that are none of the line's */
    bool numbered = n && branches[n - 1].column > length;
    for (size_t i = 0; i < n; i++) {
        char place[32] = "";
        if (n > 1 && numbered)
            snprintf(place, sizeof place, "branch %zu ", i + 1);
        else if (n > 1)
            snprintf(place, sizeof place, "column %u ", branches[i].column);
        tell_ways(&branches[i], place, never, way, data);
    }
}
