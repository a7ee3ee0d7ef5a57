/* spans.h - sequences of paths that were counted several at a time (include/pep/abi.h, struct pep_span), as chains of
 * the forest that they stand for. */
#ifndef PEP_PROFILE_SPANS_H
#define PEP_PROFILE_SPANS_H
#include "cfgbuild/unitmap.h"
#include "profile/forest.h"
#include <pep/raw.h>

struct pep_counted_span {
    uint32_t function;
    uint32_t known;     /* paths in front that other spans count */
    uint64_t high, low; /* the numbers of its paths, the first one in the highest bits; 0: there is no other */
    uint64_t count;
};

struct pep_spans {
    PEP_ARRAY(struct pep_counted_span);
};

/* Takes the record of a function that is PEP_STORE_SPANS; false where it tells paths that the function has not. */
bool pep_spans_take(struct pep_spans *spans, const struct pep_raw_path *record, const struct pep_unitmap *map);
/* Appends the nodes that the spans are: how often each path came stands at the node that it ends.  Sorts the spans. */
void pep_spans_to_slabs(struct pep_slabs *slabs, struct pep_spans *spans, const struct pep_unitmap *map);
#endif
