/* fields.h - how often each field of each struct or union was read and written.
 *
 * The static map lists what each block accesses (cfgbuild/layout.h), and pep_derive tells how often each block ran,
 * whatever was counted; so these counts are as exact, or as good an estimate, as those of the blocks.  Structs with one
 * name and one layout are one struct, in whatever units; those that differ in either stay apart.
 *
 * Life cycle: zero-initialise, pep_fields_add for each function, pep_fields_rank, read, pep_fields_free.  The maps have
 * to stay. */
#ifndef PEP_PROFILE_FIELDS_H
#define PEP_PROFILE_FIELDS_H
#include "base/buffer.h"
#include "base/map.h"
#include "cfgbuild/unitmap.h"
#include "profile/compare.h"

enum { PEP_CACHE_LINE = 64 }; /* bytes; a struct is taken to begin with one */

struct pep_field_count {
    const struct pep_field *field;
    uint64_t reads, writes;
    bool hot; /* one of the fewest that have 90 % of the struct's accesses */
};

struct pep_struct_count {
    const struct pep_layout *layout;
    uint64_t reads, writes;
    struct pep_field_count *fields; /* layout->nfields, in its order */
    uint64_t lines, needed;         /* cache lines that hold a hot field, and how many the hot fields would fill */
};

struct pep_field_counts {
    struct {
        PEP_ARRAY(struct pep_struct_count);
    } structs; /* of which a function that was added accesses a member; by accesses, then name, then size */
    uint64_t reads, writes;
    struct pep_map known; /* name and layout -> index into structs, until they are ranked */
    const struct pep_unitmap *map;
    struct {
        PEP_ARRAY(size_t);
    } rows; /* of the map's layouts: index into structs + 1, or 0 */
    struct pep_arena arena;
};

/* Adds what a function of the map accessed. */
void pep_fields_add(struct pep_field_counts *c, const struct pep_unitmap *map, const struct pep_function *f,
                    const struct pep_derived *derived);
void pep_fields_rank(struct pep_field_counts *c);
/* A weight for each field: its reads and writes, known by the names of struct and field. */
void pep_fields_weigh(struct pep_weights *weights, const struct pep_field_counts *c);
void pep_fields_free(struct pep_field_counts *c);
#endif
