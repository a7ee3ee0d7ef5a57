/* text.y - the grammar of a text profile; docs/format.md shows it in words. */
%define api.pure full
%define api.prefix {pep_text_}
%define parse.error custom
%param {void *scanner}
%parse-param {struct pep_text_parser *parser}

%code requires {
#include "profile/parser.h"
}

%union {
    uint64_t number;
    const char *string;
}

%token <number> NUMBER "a number"
%token <string> STRING "a string"
%token PEP "'pep'" PROFILE "'profile'" RUNS "'runs'" LOST "'lost'" SAMPLES "'samples'" FIRST "'first'" LAST "'last'"
%token BINARY "'binary'" UNIT "'unit'" IN "'in'" FUNCTION "'function'" CFG "'cfg'" PATHS "'paths'"
%token PATH "'path'" EDGE "'edge'" VALUE "'value'" OTHER "'other'" MAP "'map'"
%token TARGET "'target'" BLOCK "'block'" SEQUENCE "'sequence'" PRUNED "'pruned'" CONTEXT "'context'"
%token SUBPATHS "'subpaths'" ALL "'all'" BLOCKS "'blocks'" STAYS "'stays'" EXACT "'exact'" ROTATION "'rotation'"
%token XOR "'xor'" WEIGHTS "'weights'" TOLD "'told'" RECORDED "'recorded'" DROPPED "'dropped'" AGED "'aged'"
%token DISTANCE "'distance'" BYTES "'bytes'" PLACE "'place'" HALVES "'halves'"
%type <string> directory
%type <number> way encoding other

%code {
#include "cfgbuild/unitmap.h"
#include "profile/forest.h"
#include "profile/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int pep_text_lex(PEP_TEXT_STYPE *value, void *scanner);
int pep_text_lex_init_extra(struct pep_text_parser *parser, void **scanner);
int pep_text_lex_destroy(void *scanner);
struct yy_buffer_state *pep_text__scan_bytes(const char *bytes, int count, void *scanner);

static void pep_text_error(void *scanner, struct pep_text_parser *parser, const char *message);

/* The unit and the function in hand are the last ones of the profile: it is sorted when all is read. */
static struct pep_unit_counts *last_unit(struct pep_text_parser *parser)
{
    return pep_array_last(&parser->profile->units);
}

/* Records are the open context's, which has no number of paths, or the last function's. */
static void add_record(struct pep_text_parser *parser, struct pep_record r)
{
    struct pep_counts *f = parser->depth ? NULL : pep_array_last(&last_unit(parser)->functions);
    if (f && r.kind == PEP_RECORD_PATH && f->npaths && r.key >= f->npaths)
        pep_text_fail(parser, "the path number is not below the function's number of paths, %llu",
                      (unsigned long long)f->npaths);
    else if (f)
        pep_array_push(&f->records, r);
    else
        pep_array_push(&parser->profile->contexts.at[parser->chain[parser->depth - 1]].records, r);
}

static void open_context(struct pep_text_parser *parser, uint64_t unit, uint64_t function)
{
    uint32_t parent = parser->depth ? parser->chain[parser->depth - 1] : PEP_NO_CONTEXT;
    if (function > UINT32_MAX)
        pep_text_fail(parser, "the function's index does not fit 32 bits");
    else if (parser->depth == PEP_CONTEXT_DEPTH)
        pep_text_fail(parser, "contexts are nested %d deep at most", PEP_CONTEXT_DEPTH);
    else
        parser->chain[parser->depth++] = pep_profile_add_context(parser->profile, parent, unit, (uint32_t)function);
}

/* site_of - a number that has to be a site's */
static uint32_t site_of(struct pep_text_parser *parser, uint64_t number)
{
    if (number > UINT32_MAX)
        pep_text_fail(parser, "the number of a site does not fit 32 bits");
    return (uint32_t)number;
}

static void add_path(struct pep_text_parser *parser, uint64_t path)
{
    if (parser->depth) {
        pep_text_fail(parser, "a context has no sequences of paths");
        return;
    }
    uint64_t npaths = pep_array_last(&last_unit(parser)->functions)->npaths;
    if (npaths && path >= npaths)
        pep_text_fail(parser, "the path number is not below the function's number of paths, %llu",
                      (unsigned long long)npaths);
    if (parser->sequence.count == PEP_SEQUENCE_LONGEST)
        pep_text_fail(parser, "a sequence has %d paths at most", PEP_SEQUENCE_LONGEST);
    pep_array_push(&parser->sequence, path);
}

static void add_nodes(struct pep_text_parser *parser, uint64_t count, uint32_t pruned)
{
    struct pep_counts *f = pep_array_last(&last_unit(parser)->functions);
    pep_forest_add(&f->sequences, parser->sequence.at, parser->sequence.count, count, pruned);
}

static void add_sequence(struct pep_text_parser *parser, uint64_t count)
{
    add_nodes(parser, count, 0);
}

static void add_mark(struct pep_text_parser *parser, uint64_t longer)
{
    if (!longer || longer > UINT32_MAX)
        pep_text_fail(parser, "no sequence of paths is so long");
    else
        add_nodes(parser, 0, (uint32_t)longer);
}

static void mark_all(struct pep_text_parser *parser)
{
    if (parser->depth)
        pep_text_fail(parser, "a context has no sequences of paths");
    else
        pep_array_last(&last_unit(parser)->functions)->sequences.pruned = true;
}

/* --- subpaths: the numbers of the text are not those of the profile --- */

static struct pep_subpath_total *last_total(struct pep_text_parser *parser)
{
    return pep_array_last(&parser->profile->subpaths.totals);
}

static void add_weight(struct pep_text_parser *parser, uint64_t weight)
{
    if (parser->weights > PEP_RAW_LENGTHS)
        pep_text_fail(parser, "there are weights for %d lengths at most", PEP_RAW_LENGTHS + 1);
    else if (weight > UINT32_MAX)
        pep_text_fail(parser, "a weight does not fit 32 bits");
    else
        last_total(parser)->weight[parser->weights++] = (uint32_t)weight;
}

static void name_subpath(struct pep_text_parser *parser, uint64_t number, uint32_t at)
{
    uint64_t *named = pep_map_put(&parser->subpaths, &number, sizeof number, at + UINT64_C(1));
    if (*named != at + UINT64_C(1))
        pep_text_fail(parser, "two subpaths have the number %llu", (unsigned long long)number);
}

static void add_place(struct pep_text_parser *parser, uint64_t number, uint64_t unit, uint64_t function, uint64_t block)
{
    if (function > UINT32_MAX || block > UINT32_MAX)
        pep_text_fail(parser, "the numbers of a function and its block do not fit 32 bits");
    else
        name_subpath(parser, number, pep_subpaths_add_block(&parser->profile->subpaths, unit, (uint32_t)function,
                                                            (uint32_t)block));
}

/* find_half - the place of a number; UINT32_MAX after a message. */
static uint32_t find_half(struct pep_text_parser *parser, uint64_t number)
{
    const struct pep_subpaths *s = &parser->profile->subpaths;
    const uint64_t *at = pep_map_get(&parser->subpaths, &number, sizeof number);
    if (!at)
        pep_text_fail(parser, "no subpath in front has the number %llu", (unsigned long long)number);
    else if (s->at[*at - 1].encoding)
        pep_text_fail(parser, "a half stands for others");
    else
        return (uint32_t)(*at - 1);
    return PEP_NO_SUBPATH;
}

static void add_halves(struct pep_text_parser *parser, uint64_t number, uint64_t left, uint64_t right)
{
    struct pep_subpaths *s = &parser->profile->subpaths;
    uint32_t halves[2] = {find_half(parser, left), find_half(parser, right)};
    if (parser->failed)
        return;
    if (s->at[halves[0]].n != s->at[halves[1]].n)
        pep_text_fail(parser, "two halves are of one length");
    else if (s->at[halves[0]].n == PEP_RAW_LENGTHS)
        pep_text_fail(parser, "a subpath has %d blocks at most", PEP_SUBPATH_LONGEST);
    else
        name_subpath(parser, number, pep_subpaths_add_halves(s, halves[0], halves[1], PEP_RAW_ENCODING_EXACT));
}

static int digit(char c)
{
    return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* add_hex - append the bytes that a string of hexadecimal digits stands for. */
static void add_hex(struct pep_text_parser *parser, const char *text)
{
    size_t n = strspn(text, "0123456789abcdefABCDEF");
    if (text[n] || n % 2) {
        pep_text_fail(parser, "a map is written as pairs of hexadecimal digits");
        return;
    }
    for (size_t i = 0; i < n; i += 2)
        pep_buffer_addc(&parser->map, (char)(digit(text[i]) << 4 | digit(text[i + 1])));
}
}

%%

file        : "'pep'" "'profile'" NUMBER[version] ';'
                {
                    if ($version != PEP_TEXT_VERSION)
                        pep_text_fail(parser, "text format version %llu, this pep reads version %d",
                                      (unsigned long long)$version, PEP_TEXT_VERSION);
                    if (parser->failed)
                        YYABORT;
                }
              items
            ;
items       : %empty
            | items item            { if (parser->failed) YYABORT; }
            ;
item        : "'runs'" NUMBER ';'   { parser->profile->runs = pep_count_add(parser->profile->runs, $2); }
            | "'lost'" NUMBER ';'   { parser->profile->lost = pep_count_add(parser->profile->lost, $2); }
            | "'samples'" NUMBER ';'
                                    { parser->profile->samples = pep_count_add(parser->profile->samples, $2); }
            | "'first'" NUMBER ';'  { parser->profile->first = $2; }
            | "'last'" NUMBER ';'   { parser->profile->last = $2; }
            | "'binary'" STRING ';' { pep_profile_add_binary(parser->profile, $2); }
            | "'unit'" NUMBER STRING directory
                                    { pep_profile_add_unit(parser->profile, $2, $3, $4); }
              '{' functions '}'
            | context
            | "'subpaths'" way encoding
                {
                    pep_array_push(&parser->profile->subpaths.totals,
                                   (struct pep_subpath_total){.way = (uint32_t)$way, .encoding = (uint32_t)$encoding});
                    parser->weights = 0;
                }
              '{' totals '}'
            | "'place'" NUMBER[number] NUMBER[unit] NUMBER[function] NUMBER[block]
                {
                    add_place(parser, $number, $unit, $function, $block);
                    if (parser->failed)
                        YYABORT;
                }
              sample ';'
            | "'halves'" NUMBER[number] NUMBER[left] NUMBER[right]
                {
                    add_halves(parser, $number, $left, $right);
                    if (parser->failed)
                        YYABORT;
                }
              sample_of ';'
            | "'map'" NUMBER        { pep_buffer_clear(&parser->map); }
              bytes ';'             { pep_profile_add_map(parser->profile, $2, pep_buffer_text(&parser->map),
                                                          parser->map.count); }
            ;
directory   : %empty                { $$ = ""; }
            | "'in'" STRING         { $$ = $2; }
            ;
functions   : %empty
            | functions function    { if (parser->failed) YYABORT; }
            ;
function    : "'function'" NUMBER[index] STRING[name] "'cfg'" NUMBER[hash] "'paths'" NUMBER[npaths]
                {
                    if ($index > UINT32_MAX) {
                        pep_text_fail(parser, "the function's index does not fit 32 bits");
                        YYABORT;
                    }
                    pep_profile_add_function(parser->profile, last_unit(parser), (uint32_t)$index, $name, $hash,
                                             $npaths);
                }
              '{' records '}'
            ;
records     : %empty
            | records record        { if (parser->failed) YYABORT; }
            ;
record      : "'path'" NUMBER[key] ':' NUMBER[count] ';'
                { add_record(parser, (struct pep_record){$key, $count, PEP_RECORD_PATH, 0}); }
            | "'edge'" NUMBER[key] ':' NUMBER[count] ';'
                { add_record(parser, (struct pep_record){$key, $count, PEP_RECORD_EDGE, 0}); }
            | "'value'" NUMBER[site] NUMBER[key] ':' NUMBER[count] ';'
                { add_record(parser, (struct pep_record){$key, $count, PEP_RECORD_VALUE, site_of(parser, $site)}); }
            | "'other'" NUMBER[site] ':' NUMBER[count] ';'
                { add_record(parser, (struct pep_record){site_of(parser, $site), $count, PEP_RECORD_OTHER, 0}); }
            | "'target'" NUMBER[site] STRING[name] ':' NUMBER[count] ';'
                {
                    add_record(parser, (struct pep_record){pep_profile_add_name(parser->profile, $name), $count,
                                                           PEP_RECORD_TARGET, site_of(parser, $site)});
                }
            | "'block'" NUMBER[key] ':' NUMBER[count] ';'
                { add_record(parser, (struct pep_record){$key, $count, PEP_RECORD_BLOCK, 0}); }
            | "'sequence'" NUMBER NUMBER
                {
                    parser->sequence.count = 0;
                    add_path(parser, $2);
                    add_path(parser, $3);
                    if (parser->failed)
                        YYABORT;
                }
              further ':' NUMBER[count] ';'  { add_sequence(parser, $count); }
            | "'pruned'" ';'        { mark_all(parser); }
            | "'pruned'" NUMBER     { parser->sequence.count = 0; add_path(parser, $2); if (parser->failed) YYABORT; }
              further ':' NUMBER[longer] ';'  { add_mark(parser, $longer); }
            ;
further     : %empty
            | further NUMBER        { add_path(parser, $2); if (parser->failed) YYABORT; }
            ;
context     : "'context'" NUMBER[unit] NUMBER[function]
                {
                    open_context(parser, $unit, $function);
                    if (parser->failed)
                        YYABORT;
                }
              '{' samples '}'       { parser->depth--; }
            ;
samples     : %empty
            | samples record        { if (parser->failed) YYABORT; }
            | samples context
            ;
way         : "'all'"               { $$ = PEP_RAW_SUBPATH_ALL; }
            | "'blocks'"            { $$ = PEP_RAW_SUBPATH_BLOCKS; }
            | "'stays'"             { $$ = PEP_RAW_SUBPATH_STAYS; }
            ;
encoding    : "'exact'"             { $$ = PEP_RAW_ENCODING_EXACT; }
            | other
            ;
other       : "'rotation'"          { $$ = PEP_RAW_ENCODING_ROTATION; }
            | "'xor'"               { $$ = PEP_RAW_ENCODING_XOR; }
            ;
totals      : %empty
            | totals total          { if (parser->failed) YYABORT; }
            ;
total       : "'weights'" weights ';'
            | "'told'" NUMBER ';'     { last_total(parser)->told = $2; }
            | "'recorded'" NUMBER ';' { last_total(parser)->recorded = $2; }
            | "'dropped'" NUMBER ';'  { last_total(parser)->dropped = $2; }
            | "'lost'" NUMBER ';'     { last_total(parser)->lost = $2; }
            | "'stays'" NUMBER ';'    { last_total(parser)->stays = $2; }
            | "'aged'" NUMBER ';'     { last_total(parser)->aged = $2; }
            | "'distance'" NUMBER ';' { last_total(parser)->distance = $2; }
            | "'bytes'" NUMBER ';'    { last_total(parser)->bytes = $2; }
            ;
weights     : %empty
            | weights NUMBER        { add_weight(parser, $2); if (parser->failed) YYABORT; }
            ;
sample      : %empty
            | ':' counts
            ;
sample_of   : sample
            | other ':' counts      { pep_array_last(&parser->profile->subpaths)->encoding = (uint8_t)$other; }
            ;
counts      : NUMBER[samples] NUMBER[estimate] NUMBER[variance]
                {
                    struct pep_subpath *at = pep_array_last(&parser->profile->subpaths);
                    at->samples = $samples;
                    at->estimate = $estimate;
                    at->variance = $variance;
                }
            ;
bytes       : %empty
            | bytes STRING          { add_hex(parser, $2); if (parser->failed) YYABORT; }
            ;

%%

void pep_text_fail(struct pep_text_parser *parser, const char *format, ...)
{
    char text[sizeof parser->fault->text];
    va_list ap;
    if (parser->failed)
        return;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    pep_fault_set(parser->fault, parser->at, "%s", text);
    parser->failed = true;
}

/* What Bison itself has to say: memory, in practice. */
static void pep_text_error(void *scanner, struct pep_text_parser *parser, const char *message)
{
    (void)scanner;
    pep_text_fail(parser, "%s", message);
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct pep_text_parser *parser)
{
    yysymbol_kind_t wanted[4];
    int n = yypcontext_expected_tokens(context, wanted, 4);
    char text[160] = "";
    (void)scanner;
    for (int i = 0; i < n; i++) {
        size_t used = strlen(text);
        const char *between = !i ? "" : i == n - 1 ? " or " : ", ";
        snprintf(text + used, sizeof text - used, "%s%s", between, yysymbol_name(wanted[i]));
    }
    if (n > 0)
        pep_text_fail(parser, "%s belongs here", text);
    else
        pep_text_fail(parser, "%s does not belong here",
                      yypcontext_token(context) == YYSYMBOL_YYEMPTY ? "this"
                                                                    : yysymbol_name(yypcontext_token(context)));
    return 0;
}

int pep_text_read(struct pep_profile *p, const char *text, size_t count, struct pep_fault *fault)
{
    struct pep_text_parser parser = {.profile = p, .fault = fault};
    void *scanner;
    if (count > INT32_MAX / 2)
        return pep_fault_set(fault, 0, "is too long for a text profile: 1 GiB is the limit");
    if (pep_text_lex_init_extra(&parser, &scanner))
        return pep_fault_set(fault, PEP_FAULT_NOWHERE, "out of memory");
    int result = 0;
    if (!pep_text__scan_bytes(text, (int)count, scanner))
        result = pep_fault_set(fault, PEP_FAULT_NOWHERE, "out of memory");
    else if (pep_text_parse(scanner, &parser) || parser.failed)
        result = parser.failed ? -1 : pep_fault_set(fault, parser.at, "is no text profile");
    pep_text_lex_destroy(scanner);
    pep_buffer_free(&parser.string);
    pep_buffer_free(&parser.map);
    pep_array_free(&parser.sequence);
    pep_map_free(&parser.subpaths);
    if (!result)
        pep_profile_sort(p);
    return result;
}
