#include "tools/pep_path.h"
#include "tools/pep_print.h"
#include "tools/pep_steps.h"
#include <stdio.h>
#include <string.h>

/* Copies the words of a label as it stands in the source: comments and line ends become one blank, and further cases
 * of a group lose their "case".  What is longer than the room ends in "...", behind a whole case where there is one:
 *     case 1, 2, 'a' ... 'f', ... */
static void tidy(char *out, size_t room, const char *label)
{
    static const char again[] = ", case ";
    size_t n = 0, whole = 0; /* whole: what the cases that fit entirely take */
    bool blank = false;
    while (*label && n + sizeof again + 4 < room) {
        if (label[0] == '/' && label[1] == '*') {
            const char *end = strstr(label + 2, "*/");
            label = end ? end + 2 : label + strlen(label);
            blank = true;
        } else if ((unsigned char)*label <= ' ' || *label == 0x7f) {
            label++;
            blank = true;
        } else if (!strncmp(label, ", ...", 5)) { /* the map has no more either */
            whole = n;
            break;
        } else if (!strncmp(label, again, strlen(again))) {
            label += strlen(again);
            whole = n;
            out[n++] = ',';
            blank = true;
        } else {
            if (blank && n)
                out[n++] = ' ';
            blank = false;
            out[n++] = *label++;
        }
    }
    if (*label && whole)
        strcpy(out + whole, ", ...");
    else
        strcpy(out + n, *label ? "..." : "");
}

const char *pep_path_outcome(const struct pep_edge *e)
{
    enum { SLOTS = 4, ROOM = 64 };
    static char slots[SLOTS][ROOM];
    static unsigned next;
    char *text = slots[next++ % SLOTS];
    switch (e->kind) {
    case PEP_EDGE_TRUE: return "true";
    case PEP_EDGE_FALSE: return "false";
    case PEP_EDGE_CASE:
    case PEP_EDGE_DEFAULT:
        tidy(text, ROOM, e->label ? e->label : e->kind == PEP_EDGE_CASE ? "case" : "default");
        return text;
    case PEP_EDGE_RETURN: return "returns";
    case PEP_EDGE_NORETURN: return "does not return";
    case PEP_EDGE_COMPUTED:
        *text = 0;
        if (!e->label || !strchr(e->label, ' ')) /* else it is a phrase: "asm goto falls through" */
            strcpy(text, "goto ");
        tidy(text + strlen(text), ROOM - 5, e->label ? e->label : "*");
        return text;
    default: return "goes on";
    }
}

/* Where a block begins: its first line; of one without text, where control goes on. */
static struct pep_position block_begin(const struct pep_function *f, uint32_t block)
{
    const struct pep_block *b = &f->blocks.at[block];
    for (size_t n = 0; n < f->blocks.count && !b->nlines && !b->position.line && b->nout == 1; n++)
        b = &f->blocks.at[f->edges.at[b->out[0]].dst];
    return b->nlines ? b->lines[0] : b->position;
}

/* The last line of a block: where it is left; or `before`, where the block has no text of its own. */
static struct pep_position block_end(const struct pep_function *f, uint32_t block, struct pep_position before)
{
    const struct pep_block *b = &f->blocks.at[block];
    struct pep_position end = b->nout > 1 || !b->nlines ? b->position : b->lines[b->nlines - 1];
    return end.line ? end : before;
}

/* The strongest reason why paths begin at a block. */
static enum pep_cut start_cut(const struct pep_function *f, uint32_t block)
{
    const struct pep_block *b = &f->blocks.at[block];
    enum pep_cut cut = PEP_CUT_LIMIT;
    for (uint32_t i = 0; i < b->nin; i++) {
        const struct pep_edge *e = &f->edges.at[b->in[i]];
        if (e->cut && e->cut < cut)
            cut = (enum pep_cut)e->cut;
    }
    return cut;
}

/* describe_start - how the path begins.  Gives how many of its edges that says: computed gotos meet in one block, which
 * has no text of its own, and what matters is the label behind it. */
static uint32_t describe_start(struct pep_steps *steps, const struct pep_function *f, const struct pep_path *path)
{
    struct pep_position at = block_begin(f, path->start);
    if (path->start == PEP_ENTRY) {
        pep_buffer_adds(pep_steps_row(steps, f->position), "entered");
        return 0;
    }
    switch (start_cut(f, path->start)) {
    case PEP_CUT_BACK:
    case PEP_CUT_HEADER: pep_buffer_printf(pep_steps_row(steps, at), "from the loop at %u", at.line); return 0;
    case PEP_CUT_JUMP: break;
    default: pep_buffer_adds(pep_steps_row(steps, at), "goes on from another path"); return 0;
    }
    const struct pep_edge *first = path->nedges ? &f->edges.at[path->edges[0]] : NULL;
    if (!first || f->blocks.at[path->start].kind != PEP_BLOCK_COMPUTED || first->cut) {
        pep_buffer_adds(pep_steps_row(steps, at), "comes back"); /* setjmp and its like */
        return 0;
    }
    const char *way = pep_path_outcome(first);
    bool jump = !strncmp(way, "goto ", 5);
    pep_buffer_printf(pep_steps_row(steps, block_begin(f, first->dst)), jump ? "from a goto to %s" : "%s",
                      jump ? way + 5 : way);
    return 1;
}

/* describe_end - how the path's last edge ends it; `before` is the last line that the path came by. */
static void describe_end(struct pep_steps *steps, const struct pep_function *f, const struct pep_edge *e,
                         struct pep_position before)
{
    struct pep_position from = block_end(f, e->src, before), to = block_begin(f, e->dst);
    bool branch = pep_derive_is_branch(f, e);
    switch (e->cut) {
    case PEP_CUT_NONE:
        if (branch || (e->kind != PEP_EDGE_RETURN && e->kind != PEP_EDGE_NORETURN))
            return;
        pep_buffer_adds(pep_steps_row(steps, from), pep_path_outcome(e));
        return;
    case PEP_CUT_BACK: pep_buffer_printf(pep_steps_row(steps, from), "back to %u", to.line); return;
    case PEP_CUT_HEADER: pep_buffer_printf(pep_steps_row(steps, from), "to the loop at %u", to.line); return;
    case PEP_CUT_JUMP:
        if (f->blocks.at[e->dst].kind == PEP_BLOCK_COMPUTED)
            pep_buffer_adds(pep_steps_row(steps, from), "jumps");
        else if (e->kind == PEP_EDGE_FALL)
            pep_buffer_adds(pep_steps_row(steps, from), "calls what may come back twice");
        else
            pep_buffer_printf(pep_steps_row(steps, from), "jumps to %u", to.line);
        return;
    default: pep_buffer_printf(pep_steps_row(steps, from), "goes on at %u, as another path", to.line);
    }
}

/* Does the path before say where this one begins?  Of a computed goto only the path behind says the label. */
static bool is_told(const struct pep_function *f, const struct pep_path *path)
{
    return path->start != PEP_ENTRY && start_cut(f, path->start) != PEP_CUT_JUMP;
}

/* describe_path - the rows of a path; goes_on: behind those of the path before. */
static void describe_path(struct pep_steps *steps, const struct pep_function *f, uint64_t number, struct pep_path *walk,
                          bool goes_on)
{
    if (pep_cfg_regenerate(walk, f, number))
        return;
    bool silent = goes_on && is_told(f, walk);
    uint32_t told = silent ? 0 : describe_start(steps, f, walk);
    struct pep_position last = silent ? block_begin(f, walk->start) : pep_array_last(steps)->position;
    for (uint32_t i = told; i < walk->nedges; i++) {
        const struct pep_edge *e = &f->edges.at[walk->edges[i]];
        last = block_end(f, e->src, last);
        if (pep_derive_is_branch(f, e))
            pep_buffer_adds(pep_steps_row(steps, f->blocks.at[e->src].position), pep_path_outcome(e));
    }
    if (walk->nedges)
        describe_end(steps, f, &f->edges.at[walk->edges[walk->nedges - 1]], last);
}

/* describe - the rows of paths that follow one another. */
static void describe(struct pep_steps *steps, const struct pep_counted *c, const uint64_t *numbers, size_t n)
{
    const struct pep_function *f = c->match.function;
    struct pep_path walk = {0};
    steps->in = c;
    walk.edges = pep_array_grow(NULL, 0, &(size_t){0}, f->blocks.count + 1, sizeof *walk.edges);
    for (size_t i = 0; i < n; i++)
        describe_path(steps, f, numbers[i], &walk, i > 0);
    pep_array_release(walk.edges);
}

void pep_path_print_head(const struct pep_counted *c, const struct pep_derived_path *path, uint64_t whole,
                         const char *which)
{
    printf("%spath %llu of %s%s   freq %s   branches %u   flow %s%s%s%s%s\n", pep_style(PEP_STYLE_NAME),
           (unsigned long long)path->number, c->counts->name, pep_style(PEP_STYLE_PLAIN), pep_print_count(path->count),
           path->nbranches, pep_style(PEP_STYLE_HOT), pep_print_share(path->flow, whole), pep_style(PEP_STYLE_PLAIN),
           *which ? "   " : "", which);
}

size_t pep_path_print(const struct pep_counted *c, const struct pep_derived_path *path, struct pep_sources *sources,
                      size_t limit)
{
    struct pep_steps steps = {0};
    describe(&steps, c, &path->number, 1);
    pep_steps_print(&steps, sources, limit);
    if (steps.count > limit)
        printf("    ... %zu further line%s; 'pep paths %s --path=%llu' shows all\n", steps.count - limit,
               steps.count - limit == 1 ? "" : "s", c->counts->name, (unsigned long long)path->number);
    size_t rows = steps.count > limit ? limit + 1 : steps.count;
    pep_steps_free(&steps);
    return rows;
}

void pep_path_print_sequence(const struct pep_counted *c, const uint64_t *numbers, size_t n,
                             struct pep_sources *sources)
{
    struct pep_steps steps = {0};
    describe(&steps, c, numbers, n);
    pep_steps_print(&steps, sources, SIZE_MAX);
    pep_steps_free(&steps);
}

json_t *pep_path_steps(const struct pep_counted *c, const uint64_t *numbers, size_t n, struct pep_sources *sources)
{
    struct pep_steps steps = {0};
    describe(&steps, c, numbers, n);
    json_t *list = pep_steps_json(&steps, sources);
    pep_steps_free(&steps);
    return list;
}

json_t *pep_path_json(const struct pep_counted *c, const struct pep_derived_path *path, uint64_t whole,
                      struct pep_sources *sources)
{
    json_t *object = json_object();
    json_object_set_new(object, "function", pep_json_text(c->counts->name));
    json_object_set_new(object, "unit", pep_json_text(c->unit->name));
    json_object_set_new(object, "unit_hash", pep_json_hash(c->unit->hash));
    json_object_set_new(object, "number", pep_json_count(path->number));
    json_object_set_new(object, "count", pep_json_count(path->count));
    json_object_set_new(object, "branches", json_integer(path->nbranches));
    json_object_set_new(object, "flow", pep_json_count(path->flow));
    json_object_set_new(object, "share", json_real(pep_share(path->flow, whole)));
    json_object_set_new(object, "steps", pep_path_steps(c, &path->number, 1, sources));
    return object;
}
