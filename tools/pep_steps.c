#include "tools/pep_steps.h"
#include "tools/pep_print.h"
#include <stdio.h>
#include <string.h>

struct pep_step *pep_steps_add(struct pep_steps *steps, struct pep_position position)
{
    pep_array_push(
        steps,
        (struct pep_step){.function = steps->in, .position = position, .first = position.line, .last = position.line});
    return pep_array_last(steps);
}

struct pep_buffer *pep_steps_row(struct pep_steps *steps, struct pep_position position)
{
    struct pep_step *last = steps->count ? pep_array_last(steps) : NULL;
    if (!last || (position.line && (last->position.file != position.file || last->position.line != position.line)))
        last = pep_steps_add(steps, position);
    if (last->outcome.count)
        pep_buffer_adds(&last->outcome, ", ");
    return &last->outcome;
}

void pep_steps_repeat(struct pep_steps *steps, uint32_t times)
{
    pep_array_push(steps, (struct pep_step){.kind = PEP_STEP_REPEAT, .times = times});
}

void pep_steps_end(struct pep_steps *steps)
{
    pep_array_push(steps, (struct pep_step){.kind = PEP_STEP_END});
}

void pep_steps_free(struct pep_steps *steps)
{
    for (size_t i = 0; i < steps->count; i++)
        pep_buffer_free(&steps->at[i].outcome);
    pep_array_free(steps);
}

/* Adds a source line without the blanks around it, tabs and other control characters as blanks; false where it is
 * unknown or empty. */
static bool add_line(struct pep_buffer *out, const struct pep_source_file *file, uint32_t line)
{
    size_t length;
    const char *s = pep_source_line(&length, file, line);
    if (!s)
        return false;
    while (length && (unsigned char)*s <= ' ')
        s++, length--;
    while (length && (unsigned char)s[length - 1] <= ' ')
        length--;
    for (size_t i = 0; i < length; i++)
        pep_buffer_addc(out, (unsigned char)s[i] < ' ' || s[i] == 0x7f ? ' ' : s[i]);
    return length != 0;
}

static const struct pep_source_file *source_of(const struct pep_step *step, struct pep_sources *sources)
{
    const struct pep_counted *c = step->function;
    return pep_source_open(sources, pep_counted_file(c, step->position.file), c->match.unit);
}

/* --- for people --- */

/* A row as it is printed. */
struct row {
    struct pep_buffer margin, place, text;
    const char *name, *outcome; /* the name of the function where it changes, else "" */
};

struct rows {
    PEP_ARRAY(struct row);
    int margin, place, name, text, outcome; /* columns of the widest */
};

/* The repetitions that are open: how often each, until the first row has told it. */
struct repeats {
    PEP_ARRAY(uint32_t);
};

/* add_margin - "   4 x" in the first row of what repeats, a bar in the others. */
static void add_margin(struct pep_buffer *out, struct repeats *open)
{
    char times[24];
    for (size_t i = 0; i < open->count; i++) {
        snprintf(times, sizeof times, "%u x", open->at[i]);
        pep_buffer_printf(out, "%6s ", open->at[i] ? times : "|");
        open->at[i] = 0;
    }
}

/* The line, and the next ones where it is short and goes on there: "ret =" alone tells nothing. */
static void add_statement(struct pep_buffer *out, const struct pep_source_file *file, uint32_t line)
{
    enum { ENOUGH = 40 };
    while (add_line(out, file, line++) && out->count < ENOUGH && strchr("=(,", out->at[out->count - 1]))
        if (out->at[out->count - 1] != '(')
            pep_buffer_addc(out, ' ');
}

static void add_row(struct rows *rows, const struct pep_step *step, const struct pep_counted *before,
                    struct repeats *open, bool named, struct pep_sources *sources)
{
    const char *file = pep_counted_file(step->function, step->position.file), *slash = strrchr(file, '/');
    bool changes = named && step->function != before;
    struct row row = {.name = changes ? step->function->counts->name : "", .outcome = pep_buffer_text(&step->outcome)};
    add_margin(&row.margin, open);
    add_statement(&row.text, source_of(step, sources), step->position.line);
    pep_buffer_printf(&row.place, "%s:%u", slash ? slash + 1 : file, step->first);
    if (step->last > step->first)
        pep_buffer_printf(&row.place, "-%u", step->last);
    rows->margin = pep_print_wide(rows->margin, pep_buffer_text(&row.margin));
    rows->place = pep_print_wide(rows->place, row.place.at);
    rows->name = pep_print_wide(rows->name, row.name);
    rows->text = pep_print_wide(rows->text, pep_buffer_text(&row.text));
    rows->outcome = pep_print_wide(rows->outcome, row.outcome);
    pep_array_push(rows, row);
}

static void make_rows(struct rows *rows, const struct pep_steps *steps, struct pep_sources *sources)
{
    const struct pep_counted *before = NULL;
    struct repeats open = {0};
    for (size_t i = 0; i < steps->count; i++) {
        const struct pep_step *step = &steps->at[i];
        if (step->kind == PEP_STEP_REPEAT) {
            pep_array_push(&open, step->times);
        } else if (step->kind == PEP_STEP_END) {
            open.count--;
        } else {
            add_row(rows, step, before, &open, steps->named, sources);
            before = step->function;
        }
    }
    pep_array_free(&open);
}

enum pep_style pep_steps_style(const char *outcome)
{
    const char *first = strncmp(outcome, "from ", 5) ? NULL : strstr(outcome, ", ");
    outcome = first ? first + 2 : outcome;
    if (!strncmp(outcome, "true", 4))
        return PEP_STYLE_GOOD;
    return !strncmp(outcome, "false", 5) ? PEP_STYLE_BAD : PEP_STYLE_DIM;
}

static void print_row(const struct rows *rows, const struct row *r)
{
    printf("    %-*s%s%-*s%s  ", rows->margin, pep_buffer_text(&r->margin), pep_style(PEP_STYLE_DIM),
           pep_print_field(rows->place, r->place.at), r->place.at, pep_style(PEP_STYLE_PLAIN));
    if (rows->name)
        printf("%s%-*s%s  ", pep_style(PEP_STYLE_NAME), pep_print_field(rows->name, r->name), r->name,
               pep_style(PEP_STYLE_PLAIN));
    int used = pep_print_cut(pep_buffer_text(&r->text), r->text.count, rows->text);
    if (*r->outcome)
        printf("%*s  %s%s%s", rows->text - used, "", pep_style(pep_steps_style(r->outcome)), r->outcome,
               pep_style(PEP_STYLE_PLAIN));
    putchar('\n');
}

size_t pep_steps_print(const struct pep_steps *steps, struct pep_sources *sources, size_t limit)
{
    struct rows rows = {0};
    make_rows(&rows, steps, sources);
    int room = pep_print_width() - 4 - rows.margin - rows.place - 2 - (rows.name ? rows.name + 2 : 0) - 2 -
               (rows.outcome < 24 ? rows.outcome : 24);
    if (rows.text > room)
        rows.text = room > 16 ? room : 16;
    for (size_t i = 0; i < rows.count; i++) {
        if (i < limit)
            print_row(&rows, &rows.at[i]);
        pep_buffer_free(&rows.at[i].margin);
        pep_buffer_free(&rows.at[i].place);
        pep_buffer_free(&rows.at[i].text);
    }
    size_t count = rows.count;
    pep_array_free(&rows);
    return count;
}

/* --- for programs --- */

static json_t *line_json(const struct pep_step *step, bool named, struct pep_sources *sources)
{
    struct pep_buffer text = PEP_BUFFER_INIT;
    json_t *object = json_object();
    add_line(&text, source_of(step, sources), step->position.line);
    if (named)
        json_object_set_new(object, "function", pep_json_text(step->function->counts->name));
    json_object_set_new(object, "file", pep_json_text(pep_counted_file(step->function, step->position.file)));
    json_object_set_new(object, "line", json_integer(step->position.line));
    if (named) {
        json_object_set_new(object, "first", json_integer(step->first));
        json_object_set_new(object, "last", json_integer(step->last));
    }
    json_object_set_new(object, "text", pep_json_text(pep_buffer_text(&text)));
    json_object_set_new(object, "outcome", pep_json_text(pep_buffer_text(&step->outcome)));
    pep_buffer_free(&text);
    return object;
}

/* list_json - the steps from *at on, up to the end of their repetition; *at moves behind it. */
static json_t *list_json(const struct pep_steps *steps, size_t *at, struct pep_sources *sources)
{
    json_t *list = json_array();
    while (*at < steps->count) {
        const struct pep_step *step = &steps->at[(*at)++];
        if (step->kind == PEP_STEP_END)
            break;
        if (step->kind == PEP_STEP_LINE) {
            json_array_append_new(list, line_json(step, steps->named, sources));
            continue;
        }
        json_t *object = json_object();
        json_object_set_new(object, "times", json_integer(step->times));
        json_object_set_new(object, "steps", list_json(steps, at, sources));
        json_array_append_new(list, object);
    }
    return list;
}

json_t *pep_steps_json(const struct pep_steps *steps, struct pep_sources *sources)
{
    size_t at = 0;
    return list_json(steps, &at, sources);
}
