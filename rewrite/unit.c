#include "rewrite/unit.h"
#include "pep/abi.h"
#include "rewrite/checks.h"
#include "rewrite/frames.h"
#include "rewrite/ops.h"
#include <inttypes.h>
#include <stddef.h>

/* Keeps the types in step with abi.h: the text below spells them out. */
_Static_assert(sizeof(struct pep_unit) == 64 + 16 * sizeof(void *),
               "the descriptor printed here must be that of abi.h");
_Static_assert(sizeof(struct pep_raw_node) == 32 && offsetof(struct pep_raw_node, onward) == 16,
               "the node printed here must be that of raw.h");

#define CALLER "__attribute__((weak, visibility(\"hidden\"), no_instrument_function)) "

/* The storage of what streams stand on at first. */
static const char *places_of(const struct pep_unitmap *map)
{
    return map->update == PEP_UPDATE_THREAD ? " __thread" : "";
}

/* Where the compiler checks calls through pointers it knows nothing of the runtime's functions, which it did not
 * compile.  So our own functions are not checked, and those here make the calls of the user's. */
static const char unguarded[] =
    "#pragma clang attribute push(__attribute__((no_sanitize(\"cfi-icall\", \"kcfi\"))), apply_to = function)\n";

static void callers(struct pep_buffer *out, bool has_paths)
{
    static const char *const told[] = {"count", "value", "target", "block"};
    static const char *const last[] = {"__pep_u64", "__pep_u64", "const void *", "unsigned"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        pep_buffer_printf(out, CALLER "void __pep_do_%s(struct __pep_unit *u, unsigned n, %s p) { u->%s(u, n, p); }\n",
                          told[i], last[i], told[i]);
    pep_buffer_adds(out, CALLER "__pep_u64 *__pep_do_attach(struct __pep_unit *u, __pep_u64 **t) "
                                "{ return u->attach(u, t); }\n");
    if (has_paths)
        pep_buffer_adds(out, CALLER "struct __pep_stream __pep_do_kpath(struct __pep_unit *u, unsigned f, struct "
                                    "__pep_stream s, __pep_u64 p) { return u->kpath(u, f, s, p); }\n");
}

static void aliases(struct pep_buffer *out, const struct pep_unitmap *map, uint64_t padded)
{
    static const char hidden[] = "__attribute__((weak, visibility(\"hidden\"), alias(";
    pep_buffer_printf(out, "extern struct __pep_unit __pep_ux __asm__(\"__pep_u_%016" PRIx64 "\") %s\"__pep_u\")));\n",
                      map->hash, hidden);
    if (map->ncounters)
        pep_buffer_printf(
            out, "extern __pep_u64 __pep_x[%" PRIu64 "] __asm__(\"__pep_c_%016" PRIx64 "\") %s\"__pep_c\")));\n",
            padded, map->hash, hidden);
    if (map->update == PEP_UPDATE_THREAD)
        pep_buffer_printf(out,
                          "extern __thread __pep_u64 *__pep_tx __asm__(\"__pep_t_%016" PRIx64 "\") %s\"__pep_t\")));\n",
                          map->hash, hidden);
    if (map->k)
        pep_buffer_printf(out,
                          "extern%s struct __pep_node __pep_originx[%" PRIu32 "] "
                          "__asm__(\"__pep_origin_%016" PRIx64 "\") %s\"__pep_origin\")));\n",
                          places_of(map), map->nfunctions, map->hash, hidden);
}

/* What streams stand on at first, and the step that code makes by itself (abi.h, struct pep_stream). */
static void streams(struct pep_buffer *out, const struct pep_unitmap *map)
{
    bool atomic = map->update == PEP_UPDATE_ATOMIC;
    pep_buffer_printf(
        out,
        "static%s struct __pep_node __pep_origin[%" PRIu32 "] __attribute__((used));\n"
        "static __attribute__((no_instrument_function)) struct __pep_stream __pep_kpath(struct __pep_unit "
        "*u, unsigned f, struct __pep_stream s, __pep_u64 p) { (void)u; (void)f; (void)p; return s; }\n"
        "static __attribute__((no_instrument_function)) void __pep_span(struct __pep_unit *u, unsigned f, struct "
        "__pep_span s, unsigned b, __pep_u64 n) { (void)u; (void)f; (void)s; (void)b; (void)n; }\n"
        "static __attribute__((no_instrument_function)) struct __pep_span __pep_turns(struct __pep_unit *u, unsigned "
        "f, struct __pep_span s, __pep_u64 p, __pep_u64 n, unsigned m) { (void)u; (void)f; (void)p; (void)n; (void)m; "
        "return s; }\n",
        places_of(map), map->nfunctions);
    pep_buffer_printf(
        out,
        "static __inline__ __attribute__((always_inline, unused, no_instrument_function)) struct __pep_stream "
        "__pep_step(struct __pep_unit *u, unsigned f, struct __pep_stream s, __pep_u64 p) "
        "{ struct __pep_node *n = (struct __pep_node *)((__typeof__(sizeof 0))s.at + (__typeof__(sizeof 0))%s); "
        "if (!__builtin_expect(n->path == (unsigned)p + 1, 1)) return u->kpath(u, f, s, p); "
        "%s; s.at = n; return s; }\n",
        atomic ? "__atomic_load_n(&s.at->onward, 0)" : "s.at->onward",
        atomic ? "(void)__atomic_fetch_add(&n->count, 1, 0)" : "n->count++");
}

/* How code adds to a span: numbers of b bits, of which the last that fits in begins at bit m; K - 1 stay of a full one.
 * Both are numbers that we know, and so are all that follow from them.  What was less than l has a counter when one
 * more is added: then its upper half is 0, since no number is. */
static void spans(struct pep_buffer *out, uint32_t k, bool atomic)
{
    enum { FEW_TURNS = 16 }; /* which take less than a call that adds them all */
    pep_buffer_printf(
        out,
        "static __inline__ __attribute__((always_inline, unused, no_instrument_function)) struct __pep_span "
        "__pep_add(struct __pep_unit *u, unsigned f, struct __pep_span s, __pep_u64 p, unsigned b, unsigned m) "
        "{ if (__builtin_expect((m < 64 ? s.low >> (m & 63) | (m + b > 64 ? s.high : 0) : s.high >> (m & 63)) != 0, "
        "0)) "
        "{ unsigned n = b * %" PRIu32 "; __pep_u64 one = 1, mark = (one << b) - 1; u->span(u, f, s, b, 1); "
        "if (n < 64) { s.low = (s.low & ((one << n) - 1)) | mark << n; s.high = n + b > 64 ? mark >> (64 - n) : 0; } "
        "else { s.high = (s.high & ((one << (n & 63)) - 1)) | mark << (n & 63); } } "
        "if (m + b > 64) s.high = s.high << b | s.low >> (64 - b); s.low = (s.low << b) + p + 1; return s; }\n"
        "static __inline__ __attribute__((always_inline, unused, no_instrument_function)) void "
        "__pep_last(struct __pep_unit *u, unsigned f, struct __pep_span s, __pep_u64 p, unsigned b, unsigned m, "
        "__pep_u64 *c, unsigned l) { if (s.low < l) %s; else u->span(u, f, __pep_add(u, f, s, p, b, m), b, 1); }\n"
        "static __inline__ __attribute__((always_inline, unused, no_instrument_function)) struct __pep_span "
        "__pep_turn(struct __pep_unit *u, unsigned f, struct __pep_span s, __pep_u64 p, __pep_u64 n, unsigned b, "
        "unsigned m) { if (n > %d) return u->turns(u, f, s, p, n, b | m << 6); "
        "while (n--) s = __pep_add(u, f, s, p, b, m); return s; }\n",
        k - 1, atomic ? "(void)__atomic_fetch_add(&c[(s.low << b) + p + 1], 1, 0)" : "c[(s.low << b) + p + 1]++",
        FEW_TURNS);
}

/* What the unit needs of the runtime beside its core (abi.h).  What is sampled goes to counters of all threads. */
static uint32_t parts_of(const struct pep_unitmap *map)
{
    bool sampled = map->how != PEP_HOW_EXHAUSTIVE, tells = map->event == PEP_EVENT_SUBPATHS, hashes = false;
    for (uint32_t i = 0; i < map->nfunctions; i++)
        hashes |= map->functions[i]->storage == PEP_STORE_HASH || map->functions[i]->storage == PEP_STORE_SPANS;
    return (sampled ? PEP_PART_SAMPLING : 0) | (map->k ? PEP_PART_FORESTS : 0) | (tells ? PEP_PART_SUBPATHS : 0) |
           (tells || (sampled ? map->k != 0 : map->update != PEP_UPDATE_SINGLE) ? PEP_PART_THREADS : 0) |
           (hashes ? PEP_PART_TABLES : 0) | (map->nsites ? PEP_PART_VALUES : 0);
}

/* The names stand in the order of enum pep_unit_parts. */
static void ask_for_parts(struct pep_buffer *out, uint32_t parts)
{
    static const char *const names[] = {"sampling", "forests", "subpaths", "threads", "tables", "values"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (parts >> i & 1)
            pep_buffer_printf(out,
                              "__attribute__((common, used, visibility(\"hidden\"))) char __pep_part_%s "
                              "__asm__(\"pep_part_%s\");\n",
                              names[i], names[i]);
}

/* In numbers: characters would follow -fexec-charset. */
static void name_profile(struct pep_buffer *out, const char *name)
{
    pep_buffer_adds(out, "__attribute__((weak, used, visibility(\"hidden\"))) char __pep_profile_default[] "
                         "__asm__(\"pep_profile_default\") = {");
    for (const char *p = name; *p; p++)
        pep_buffer_printf(out, "%d, ", *p);
    pep_buffer_adds(out, "0};\n");
}

void pep_unit_prologue(struct pep_buffer *out, const struct pep_unitmap *map, const struct pep_options *options,
                       bool has_inline)
{
    uint64_t per_page = PEP_COUNTER_ALIGN / sizeof(uint64_t);
    uint64_t padded = (map->ncounters + per_page - 1) / per_page * per_page;
    uint32_t parts = parts_of(map);
    bool tells = map->event == PEP_EVENT_SUBPATHS;
    bool recent = map->calls && map->nsites && pep_ops_remember(options);
    if (options->guarded)
        pep_buffer_adds(out, unguarded);
    pep_buffer_adds(out, "__extension__ typedef unsigned long long __pep_u64;\n"
                         "struct __pep_node { __pep_u64 count; unsigned path, next; __pep_u64 onward; unsigned child, "
                         "depth; };\n"
                         "struct __pep_stream { struct __pep_node *at; __pep_u64 generation; };\n"
                         "struct __pep_span { __pep_u64 low, high; };\n"
                         "struct __pep_recent { const void *f; __pep_u64 *n; };\n"
                         "struct __pep_unit { unsigned abi, bytes; __pep_u64 hash, ncounters; __pep_u64 *counters; "
                         "unsigned update, nfunctions, how, trigger, nsites, context, k, event; __pep_u64 parts; "
                         "void (*count)(struct __pep_unit *, unsigned, __pep_u64); "
                         "__pep_u64 *(*attach)(struct __pep_unit *, __pep_u64 **); "
                         "void (*value)(struct __pep_unit *, unsigned, __pep_u64); "
                         "void (*target)(struct __pep_unit *, unsigned, const void *); "
                         "struct __pep_stream (*kpath)(struct __pep_unit *, unsigned, struct __pep_stream, __pep_u64); "
                         "void (*span)(struct __pep_unit *, unsigned, struct __pep_span, unsigned, __pep_u64); "
                         "struct __pep_span (*turns)(struct __pep_unit *, unsigned, struct __pep_span, __pep_u64, "
                         "__pep_u64, unsigned); "
                         "struct __pep_recent *recent; void (*block)(struct __pep_unit *, unsigned, unsigned); "
                         "void *runtime[6]; };\n"
                         "extern void pep_unit_register(struct __pep_unit *) "
                         "__attribute__((weak, visibility(\"default\")));\n"
                         "extern void pep_unit_unregister(struct __pep_unit *) "
                         "__attribute__((weak, visibility(\"default\")));\n");
    if (map->ncounters)
        pep_buffer_printf(out, "static __pep_u64 __pep_c[%" PRIu64 "] __attribute__((aligned(%d), used));\n", padded,
                          PEP_COUNTER_ALIGN);
    if (recent)
        pep_buffer_printf(out, "static struct __pep_recent __pep_s[%" PRIu32 "] __attribute__((used));\n", map->nsites);
    if (map->update == PEP_UPDATE_THREAD)
        pep_buffer_adds(out, "static __thread __pep_u64 *__pep_t __attribute__((used));\n");
    pep_buffer_adds(
        out,
        "static __attribute__((no_instrument_function)) void __pep_count(struct __pep_unit *u, unsigned f, __pep_u64 "
        "p) "
        "{ (void)u; (void)f; (void)p; }\n"
        "static __attribute__((no_instrument_function)) __pep_u64 *__pep_attach(struct __pep_unit *u, __pep_u64 **t) "
        "{ (void)t; return u->counters; }\n"
        "static __attribute__((no_instrument_function)) void __pep_target(struct __pep_unit *u, unsigned s, const void "
        "*f) "
        "{ (void)u; (void)s; (void)f; }\n");
    if (map->k) {
        streams(out, map);
        spans(out, map->k, map->update == PEP_UPDATE_ATOMIC);
    }
    if (tells)
        pep_buffer_adds(out, "static __attribute__((no_instrument_function)) void __pep_block(struct __pep_unit *u, "
                             "unsigned b, unsigned l) { (void)u; (void)b; (void)l; }\n");
    pep_buffer_printf(out,
                      "static struct __pep_unit __pep_u __attribute__((used)) = { %du, sizeof (struct __pep_unit), "
                      "0x%016" PRIx64 "ull, %" PRIu32 "u, %s, %du, %" PRIu32 "u, %du, %du, %" PRIu32 "u, %" PRIu64
                      "u, %" PRIu32 "u, %uu, %" PRIu32 "u, __pep_count, __pep_attach, "
                      "__pep_count, __pep_target, %s, %s, %s, %s, %s, { 0, 0, 0, 0, 0, 0 } };\n",
                      PEP_ABI_VERSION, map->hash, map->ncounters, map->ncounters ? "__pep_c" : "0", map->update,
                      map->nfunctions, map->how, options->trigger, map->nsites, options->context, map->k,
                      (unsigned)map->event, parts, map->k ? "__pep_kpath" : "0", map->k ? "__pep_span" : "0",
                      map->k ? "__pep_turns" : "0", recent ? "__pep_s" : "0", tells ? "__pep_block" : "0");
    pep_buffer_adds(out, "static void __attribute__((constructor(101), no_instrument_function)) __pep_begin(void) "
                         "{ if (pep_unit_register) pep_unit_register(&__pep_u); }\n"
                         "static void __attribute__((destructor(101), no_instrument_function)) __pep_end(void) "
                         "{ if (pep_unit_unregister) pep_unit_unregister(&__pep_u); }\n");
    ask_for_parts(out, parts);
    if (options->profile)
        name_profile(out, options->profile);
    if (options->hints) /* a compiler that does not know them is to take the source as it is */
        pep_buffer_adds(out, "enum { __pep_hints = __builtin_expect_with_probability(1, 1, 0.5) };\n");
    pep_checks_prologue(out, options);
    if (options->context)
        pep_frames_prologue(out);
    if (has_inline)
        aliases(out, map, padded);
    if (options->guarded) {
        callers(out, map->k != 0);
        pep_buffer_adds(out, "#pragma clang attribute pop\n");
    }
}

void pep_unit_map(struct pep_buffer *out, const struct pep_buffer *record)
{
    enum { PER_LINE = 1024 };
    pep_buffer_adds(out, "__asm__(\".pushsection .pep_map,\\\"\\\"\\n\"\n");
    for (size_t i = 0; i < record->count; i++) {
        if (i % PER_LINE == 0)
            pep_buffer_adds(out, "\".ascii \\\"");
        unsigned char c = (unsigned char)record->at[i];
        char digits[] = {'\\', '\\', (char)('0' + (c >> 6)), (char)('0' + (c >> 3 & 7)), (char)('0' + (c & 7))};
        bool simple = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ' ' || c == '.';
        pep_buffer_add(out, simple ? (char *)&c : digits, simple ? 1 : sizeof digits);
        if (i % PER_LINE == PER_LINE - 1 || i + 1 == record->count)
            pep_buffer_adds(out, "\\\"\\n\"\n");
    }
    pep_buffer_adds(out, "\".popsection\\n\");\n");
}
