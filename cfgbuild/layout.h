/* layout.h - the structs and unions whose members a unit accesses, and where it does.
 *
 * A member expression (a.b, p->b) runs as often as the basic block that it stands in, and every && || ?: is an edge of
 * the graph.  So accesses need no code: the static map lists them by block, and whatever gives counts of blocks gives
 * theirs (profile/fields.h).
 *
 * A layout has all its members, those too that nobody accesses.  What is reached through members without a name is a
 * member of the struct around them, at its offset there, as it is written in the source. */
#ifndef PEP_CFGBUILD_LAYOUT_H
#define PEP_CFGBUILD_LAYOUT_H
#include <stdbool.h>
#include <stdint.h>

struct pep_field {
    const char *name, *type; /* as they are spelled: "next", "struct node *" */
    uint64_t offset, size;   /* bits; size 0 of a flexible array */
    bool is_bit_field;
};

/* A struct or union. */
struct pep_layout {
    const char *name; /* "struct node", the typedef's name where it has no tag, "struct (node.h:12)" without both */
    uint64_t size;    /* bytes */
    struct pep_field *fields; /* in order of the source */
    uint32_t nfields;
};

/* How often one execution of a block reads and writes a field: p->n++ does both. */
struct pep_access {
    uint32_t block, layout, field; /* layout: index in the unit; field: in the layout */
    uint32_t reads, writes;
};
#endif
