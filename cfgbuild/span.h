/* span.h - sequences of paths as code and runtime count them: spans of a few path numbers in one key (abi.h). */
#ifndef PEP_CFGBUILD_SPAN_H
#define PEP_CFGBUILD_SPAN_H
#include <stdint.h>

enum {
    PEP_SPAN_BITS = 128,
    PEP_SPAN_WORD = 64,  /* a span that fits in one is cheaper to add to */
    PEP_SPAN_NEW = 4,    /* paths that a span adds to k: with more, fewer come again; with less, more are counted */
    PEP_SPAN_LEAST = 2,  /* of those, where numbers are wide */
    PEP_SPAN_SHORT = 512 /* counters at most that a function has for spans of one path or a few */
};

/* Of a function with so many paths: each takes `bits` of a span, which has up to `items`; 0 items where the paths are
 * too many.  All ones are no path but the mark, in front of k - 1 paths that another span counts. */
struct pep_span_form {
    uint32_t bits, items;
    uint32_t shorter; /* a last span that is less, as a number, has a counter of its own */
};

static inline struct pep_span_form pep_span_form(uint64_t npaths, uint32_t k)
{
    struct pep_span_form form = {2, 0, 0};
    while (form.bits < PEP_SPAN_BITS / 2 && npaths > (UINT64_C(1) << form.bits) - 2)
        form.bits++;
    if (k < 2 || PEP_SPAN_BITS / form.bits < (uint64_t)k + PEP_SPAN_LEAST)
        return form;
    form.items = (PEP_SPAN_WORD / form.bits < k + PEP_SPAN_LEAST ? PEP_SPAN_BITS : PEP_SPAN_WORD) / form.bits;
    if (form.items > k + PEP_SPAN_NEW)
        form.items = k + PEP_SPAN_NEW;
    for (uint64_t n = UINT64_C(1) << form.bits; n <= PEP_SPAN_SHORT; n <<= form.bits)
        form.shorter = (uint32_t)n;
    return form;
}
#endif
