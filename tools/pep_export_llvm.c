/* pep export --format=llvm - a sample profile as text, for clang's -fprofile-sample-use and llvm-profdata:
 *
 *     FUNCTION:SUM OF ITS LINES:ENTRIES
 *      LINE[.PART]: COUNT [TARGET:COUNT]... */
#include "tools/pep_samples.h"
#include <inttypes.h>

void pep_export_llvm(struct pep_buffer *out, const struct pep_export *x)
{
    struct pep_samples s = {0};
    pep_samples_of(&s, x);
    for (size_t i = 0; i < s.count; i++) {
        const struct pep_sample *at = &s.at[i];
        uint64_t all;
        if (at->kind == PEP_SAMPLE_ENTRY) {
            pep_samples_function(&s, i, &all);
            pep_buffer_printf(out, "%s%s:%" PRIu64 ":%" PRIu64, i ? "\n" : "", at->function, all, at->count);
        } else if (at->kind == PEP_SAMPLE_LINE) {
            pep_buffer_printf(out, "\n %" PRIu32, at->line);
            if (at->part)
                pep_buffer_printf(out, ".%" PRIu32, at->part);
            pep_buffer_printf(out, ": %" PRIu64, at->count);
        } else {
            pep_buffer_printf(out, " %s:%" PRIu64, at->target, at->count);
        }
    }
    pep_buffer_adds(out, s.count ? "\n" : "");
    pep_samples_free(&s);
}
