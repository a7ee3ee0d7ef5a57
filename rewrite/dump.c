#include "rewrite/dump.h"
#include "base/error.h"
#include "cfgbuild/prior.h"
#include "rewrite/ops.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>

void pep_dump_open(struct pep_dump *d, const struct pep_options *options)
{
    d->letters = options->dump ? options->dump : "";
    d->file = stderr;
    if (*d->letters && options->dump_file && !(d->file = fopen(options->dump_file, "a")))
        pep_fatal(PEP_EXIT_IO, "%s: %s", options->dump_file, strerror(errno));
}

static void show(struct pep_dump *d, struct pep_buffer *text)
{
    fwrite(pep_buffer_text(text), 1, text->count, d->file);
    pep_buffer_free(text);
}

void pep_dump_tokens(struct pep_dump *d, const struct pep_tokens *tokens)
{
    struct pep_buffer out = PEP_BUFFER_INIT;
    if (strchr(d->letters, 't'))
        pep_tokens_dump(&out, tokens);
    show(d, &out);
}

static const char *block_kind(uint8_t kind)
{
    static const char *const names[] = {"entry", "exit", "plain", "branch", "switch", "computed"};
    return names[kind];
}

static const char *edge_kind(uint8_t kind)
{
    static const char *const names[] = {"fall", "true",     "false",  "case",    "default",
                                        "jump", "computed", "return", "noreturn"};
    return names[kind];
}

static const char *cut_name(uint8_t cut)
{
    static const char *const names[] = {"", " cut:back", " cut:header", " cut:jump", " cut:limit"};
    return names[cut];
}

static void dump_accesses(struct pep_buffer *out, const struct pep_dump *d, const struct pep_function *f,
                          uint32_t block)
{
    for (uint32_t i = 0; i < f->naccesses; i++) {
        const struct pep_access *a = &f->accesses[i];
        const struct pep_layout *l = &d->layouts[a->layout];
        if (a->block == block)
            pep_buffer_printf(out, "    %s.%s read %" PRIu32 " written %" PRIu32 "\n", l->name,
                              l->fields[a->field].name, a->reads, a->writes);
    }
}

static void dump_calls(struct pep_buffer *out, const struct pep_dump *d, const struct pep_function *f, uint32_t block)
{
    for (uint32_t i = 0; i < f->ncalls; i++) {
        const struct pep_call_site *c = &f->calls[i];
        if (c->block == block)
            pep_buffer_printf(out, "    calls %s\n",
                              c->callee == PEP_NO_CALLEE ? f->sites[c->site].name : d->callees[c->callee].name);
    }
}

static void dump_sites(struct pep_buffer *out, const struct pep_function *f)
{
    static const char *const kinds[] = {
        [PEP_VALUE_ARGUMENT] = "argument", [PEP_VALUE_SWITCH] = "switch", [PEP_VALUE_TARGET] = "pointer"};
    for (uint32_t i = 0; i < f->nsites; i++) {
        const struct pep_value_site *s = &f->sites[i];
        pep_buffer_printf(out, "  values of %s %s: %u bits%s", kinds[s->kind], s->name, s->bits,
                          s->is_signed ? ", signed" : "");
        for (uint32_t k = 0; k < s->nlabels; k++)
            pep_buffer_printf(out, "%s%s = %" PRIi64, k ? ", " : "; ", s->labels[k].text, (int64_t)s->labels[k].low);
        pep_buffer_addc(out, '\n');
    }
}

void pep_dump_function(struct pep_dump *d, const struct pep_plan *plan)
{
    const struct pep_function *f = plan->f;
    struct pep_buffer out = PEP_BUFFER_INIT;
    bool cfg = strchr(d->letters, 'c'), numbers = strchr(d->letters, 'n'), ops = strchr(d->letters, 'p');
    bool derived = f->storage == PEP_STORE_DERIVED;
    if (cfg || numbers || ops)
        pep_buffer_printf(&out, "function %s", f->name);
    if (numbers || ops)
        pep_buffer_printf(&out, " paths %" PRIu64 " counters %" PRIu32 "+%" PRIu32, f->npaths, f->base, f->ncounters);
    if ((numbers || ops) && f->storage == PEP_STORE_STREAM)
        pep_buffer_printf(&out, " blocks %" PRIu32 "+%zu", f->first_block, f->blocks.count);
    if (cfg || numbers || ops)
        pep_buffer_adds(&out, derived ? " derived from its callers" : "");
    if (ops && plan->record == PEP_RECORD_GUARDED)
        pep_buffer_printf(&out, " duplicated, %s%" PRIu32 " doors", plan->quiet ? "quiet, " : "", plan->ndoors);
    if (ops && plan->record == PEP_RECORD_GUARDED && plan->tree->whole.shut)
        pep_buffer_printf(&out, " (%s)", plan->tree->whole.shut);
    if (ops && plan->record == PEP_RECORD_OFFER && plan->tree->whole.single)
        pep_buffer_printf(&out, " not duplicated (%s)", plan->tree->whole.single);
    if (cfg || numbers || ops)
        pep_buffer_adds(&out, f->guided ? " guided\n" : f->stale ? " stale\n" : "\n");
    if (cfg || numbers || ops)
        dump_sites(&out, f);
    for (uint32_t b = 0; (cfg || numbers || ops) && b < f->blocks.count; b++) {
        const struct pep_block *k = &f->blocks.at[b];
        pep_buffer_printf(&out, "  block %" PRIu32 " %s", b, block_kind(k->kind));
        for (uint32_t i = 0; cfg && i < k->nlines; i++)
            pep_buffer_printf(&out, "%s%" PRIu32, i ? "," : " lines ", k->lines[i].line);
        if (numbers && k->is_start)
            pep_buffer_printf(&out, " start %" PRIu64, k->start);
        if (numbers)
            pep_buffer_printf(&out, " paths %" PRIu64, k->npaths);
        if (ops && k->counter != PEP_NO_COUNTER)
            pep_buffer_printf(&out, " counter %" PRIu32, k->counter);
        pep_buffer_addc(&out, '\n');
        dump_accesses(&out, d, f, b);
        dump_calls(&out, d, f, b);
        for (uint32_t i = 0; i < k->nout; i++) {
            const struct pep_edge *e = &f->edges.at[k->out[i]];
            pep_buffer_printf(&out, "    -> %" PRIu32 " %s%s", e->dst, edge_kind(e->kind), cut_name(e->cut));
            if (e->label)
                pep_buffer_printf(&out, " (%s)", e->label);
            if (numbers)
                pep_buffer_printf(&out, " value %" PRIu64, e->value);
            if (numbers && f->guided)
                pep_buffer_printf(&out, " ran %" PRIu64, pep_prior_count(f, e));
            if (ops && !derived && plan->ops[k->out[i]].count) {
                pep_buffer_adds(&out, " { ");
                pep_ops_emit(&out, plan, k->out[i]);
                pep_buffer_adds(&out, "}");
            }
            pep_buffer_addc(&out, '\n');
        }
    }
    show(d, &out);
}

void pep_dump_edits(struct pep_dump *d, const struct pep_edits *edits)
{
    struct pep_buffer out = PEP_BUFFER_INIT;
    if (strchr(d->letters, 'e'))
        pep_edits_dump(&out, edits);
    show(d, &out);
}

void pep_dump_close(struct pep_dump *d)
{
    if (d->file && d->file != stderr)
        fclose(d->file);
}
