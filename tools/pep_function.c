#include "tools/pep_function.h"
#include "base/file.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <string.h>

/* Why there is nothing to show. */
static const char *reason(const struct pep_session *s, const char *word)
{
    if (pep_file_is_regular(word)) /* a program or profile: `pep paths prog` */
        return "is a file, and taken for the function's name, which comes first";
    if (pep_session_is_calls(s))
        return "calls were counted, no paths and edges; 'pep calls' shows them";
    if (pep_session_is_subpaths(s))
        return "subpaths were counted, no paths and edges; 'pep subpaths' shows them";
    return "no instrumented function of that name";
}

void pep_function_print_head(const struct pep_counted *c)
{
    const struct pep_position *at = &c->match.function->position;
    const char *file = pep_counted_file(c, at->file);
    printf("%s%s%s  %s:%u", pep_style(PEP_STYLE_HEAD), c->counts->name, pep_style(PEP_STYLE_PLAIN), file, at->line);
    if (strcmp(file, c->unit->name) != 0)
        printf(" in %s", c->unit->name);
    printf("%s%s   ", *c->which ? "  " : "", c->which);
    bool sampled = c->match.unit->map.how != PEP_HOW_EXHAUSTIVE;
    if (sampled && !c->derived.entries) /* the samples may know its loops alone */
        printf("entered by no sample");
    else
        printf("entered %s time%s%s", pep_print_count(c->derived.entries), c->derived.entries == 1 ? "" : "s",
               sampled ? " by the samples" : "");
}

json_t *pep_function_json(const struct pep_counted *c)
{
    const struct pep_position *at = &c->match.function->position;
    json_t *object = json_object();
    json_object_set_new(object, "name", pep_json_text(c->counts->name));
    json_object_set_new(object, "unit", pep_json_text(c->unit->name));
    json_object_set_new(object, "unit_hash", pep_json_hash(c->unit->hash));
    json_object_set_new(object, "file", pep_json_text(pep_counted_file(c, at->file)));
    json_object_set_new(object, "line", json_integer(at->line));
    return object;
}

bool pep_function_is_counted(const struct pep_counted *c)
{
    return c->derived.entries || c->derived.flow || c->derived.paths.count;
}

/* The function at *i or the next one behind it whose paths or edges are known; NULL where there is none. */
static const struct pep_counted *next_of(const struct pep_session *s, size_t *i)
{
    for (; *i < s->functions.count; ++*i) {
        const struct pep_counted *c = &s->functions.at[*i];
        if (pep_counted_knows_edges(c))
            return c;
    }
    return NULL;
}

/* Why there is nothing to show of those that were found, or NULL. */
static const char *lack(const struct pep_session *s, const struct pep_arguments *a,
                        const struct pep_function_view *view)
{
    const struct pep_counted *c;
    const char *first = NULL, *why;
    for (size_t i = 0; view->lacks && (c = next_of(s, &i)); i++) {
        if (!(why = view->lacks(c, a)))
            return NULL;
        first = first ? first : why;
    }
    return first;
}

/* show_all - the functions that were found; gives how many. */
static size_t show_all(const struct pep_session *s, const struct pep_arguments *a, struct pep_sources *sources,
                       const struct pep_function_view *view)
{
    json_t *list = a->json ? json_array() : NULL;
    const struct pep_counted *c;
    size_t found = 0, shown = 0;
    for (size_t i = 0; next_of(s, &i); i++)
        found++;
    for (size_t i = 0; (c = next_of(s, &i)); i++) {
        if (list) {
            json_array_append_new(list, view->json(c, a, sources));
        } else if (found == 1 || !view->tells || view->tells(c)) {
            if (shown++)
                putchar('\n');
            view->print(c, a, sources);
        }
    }
    if (!list && shown < found)
        printf("%s%s%s function%s: %s%s\n", shown ? "\n" : "", pep_style(PEP_STYLE_DIM), pep_print_count(found - shown),
               found - shown == 1 ? "" : "s", view->why, pep_style(PEP_STYLE_PLAIN));
    if (found && list)
        pep_json_print(list);
    else
        json_decref(list);
    return found;
}

int pep_function_show(const struct pep_verb *verb, const struct pep_arguments *a, const struct pep_function_view *view)
{
    struct pep_session session = {0};
    struct pep_sources sources = {.folders = &a->sources};
    int code = PEP_TOOL_ERROR;
    if (!a->nwords)
        return pep_verb_usage(verb, "name the function");
    bool loaded = !pep_session_load(&session, a->words + 1, a->nwords - 1);
    if (loaded)
        pep_session_functions(&session, a->words[0]);
    const char *why = loaded ? lack(&session, a, view) : NULL;
    if (why)
        pep_print_notes(a->words[0], why);
    else if (loaded && show_all(&session, a, &sources, view))
        code = session.failed ? PEP_TOOL_ERROR : PEP_TOOL_OK;
    else if (loaded || pep_file_is_regular(a->words[0]))
        pep_print_notes(a->words[0], reason(&session, a->words[0]));
    pep_sources_tell(&sources, &session.profile);
    pep_sources_free(&sources);
    pep_session_free(&session);
    return code;
}
