/* parser.h - what text.l and text.y share: the state of one reading of a text profile. */
#ifndef PEP_PROFILE_PARSER_H
#define PEP_PROFILE_PARSER_H
#include "base/buffer.h"
#include "base/map.h"
#include "profile/fault.h"
#include "profile/profile.h"
#include <stdbool.h>

struct pep_text_parser {
    struct pep_profile *profile;
    struct pep_fault *fault;
    bool failed;              /* the first fault is told, the rest would be its echo */
    size_t at, end;           /* the token in hand: first byte, and the one behind it */
    size_t string_at;         /* where the string in hand begins */
    struct pep_buffer string; /* the string being read */
    struct {
        PEP_ARRAY(uint64_t);
    } sequence;                               /* the paths of the one in hand */
    struct pep_buffer map;                    /* the bytes of the map in hand */
    uint32_t chain[PEP_CONTEXT_DEPTH], depth; /* contexts that are open, outermost first; none within units */
    struct pep_map subpaths;                  /* number in the text -> index in the profile, plus 1 */
    unsigned weights;                         /* of the total in hand */
};

/* Tells the fault at the token in hand. */
void pep_text_fail(struct pep_text_parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
