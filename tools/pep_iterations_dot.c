/* pep iterations --format=dot - a picture of what follows what, drawn by Graphviz. */
#include "tools/pep_iterations.h"
#include "tools/pep_print.h"
#include <math.h>
#include <stdio.h>

/* From white to red: the square root keeps what is less hot apart from what is cold. */
static void put_node(const struct pep_tree *t, size_t root, size_t i, uint64_t whole)
{
    const struct pep_sequence *s = &t->at[i];
    printf("    n%zu_%zu [label=\"%llu\\n%s%s\", fillcolor=\"0.03 %.3f 1.0\"%s];\n", root, i,
           (unsigned long long)s->path, t->bound[i] ? "at least " : "", pep_print_count(s->count),
           0.6 * sqrt(pep_share(s->count, whole)), s->length == 1 ? ", shape=ellipse" : "");
}

/* Below each node stand those that follow it, each with its share of the one above. */
static void put_tree(const struct pep_tree *t, size_t root, uint64_t whole)
{
    struct {
        PEP_ARRAY(size_t);
    } way = {0}; /* from the root to the node in hand */
    for (size_t i = 0; i < t->count; i++) {
        const struct pep_sequence *s = &t->at[i];
        if (!t->left[i])
            continue;
        put_node(t, root, i, whole);
        way.count = s->length - 1;
        if (way.count) {
            size_t above = *pep_array_last(&way);
            double share = pep_share(s->count, t->at[above].count);
            share = share < 1 ? share : 1;
            printf("    n%zu_%zu -> n%zu_%zu [label=\" %.3g %%\", penwidth=%.2f, weight=%d];\n", root, above, root, i,
                   100 * share, 0.6 + 4 * share, 1 + (int)(99 * share));
        }
        pep_array_push(&way, i);
    }
    pep_array_free(&way);
}

void pep_iterations_dot(const struct pep_counted *c, const struct pep_arguments *a)
{
    struct pep_trees trees = {0};
    uint64_t whole = 0;
    pep_trees_find(&trees, &c->counts->sequences, a);
    for (size_t i = 0; i < c->derived.paths.count; i++)
        whole = pep_count_add(whole, c->derived.paths.at[i].count);
    printf("digraph iterations {\n    graph [label=\"%s: %s paths, and what follows each at least %.6g %% of the time",
           c->counts->name, pep_print_count(whole), 100 * pep_trees_threshold(a));
    if (trees.count > a->top)
        printf("\\n%llu of %zu paths, the hottest", (unsigned long long)a->top, trees.count);
    puts("\", labelloc=t, fontname=\"Helvetica\", fontsize=14, ranksep=0.4, nodesep=0.25];\n"
         "    node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=11];\n"
         "    edge [fontname=\"Helvetica\", fontsize=9, color=gray35, fontcolor=gray25];");
    for (size_t i = 0; i < trees.count && i < a->top; i++)
        put_tree(&trees.at[i], i, whole);
    puts("}");
    pep_trees_free(&trees);
}
