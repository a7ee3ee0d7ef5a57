/* pep merge - add profiles up into one file. */
#include "base/buffer.h"
#include "base/file.h"
#include "profile/binary.h"
#include "profile/text.h"
#include "tools/pep_print.h"
#include "tools/pep_session.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int write_sum(struct pep_session *s, const struct pep_arguments *a)
{
    struct pep_buffer out = PEP_BUFFER_INIT;
    int code = PEP_TOOL_OK;
    if (a->no_maps)
        s->profile.maps.count = 0;
    if (a->text)
        pep_text_write(&out, &s->profile);
    else
        pep_binary_write(&out, &s->profile);
    if (pep_file_write(a->output, out.at, out.count)) {
        fprintf(stderr, "pep: %s: %s\n", a->output, strerror(errno));
        code = PEP_TOOL_ERROR;
    }
    pep_buffer_free(&out);
    return code;
}

/* carry_maps - gives the sum the maps of units of merged profiles that carried none; how many are missing. */
static size_t carry_maps(struct pep_session *s)
{
    size_t missing = 0;
    for (size_t i = 0; i < s->profile.units.count; i++) {
        const struct pep_mapset_unit *known = pep_mapset_find(&s->maps, s->profile.units.at[i].hash);
        if (known)
            pep_profile_add_map(&s->profile, known->map.hash, known->bytes, known->count);
        else
            missing++;
    }
    pep_profile_sort(&s->profile);
    return missing;
}

static void tell_nothing(const struct pep_arguments *a)
{
    fprintf(stderr, "pep: %s: not written, as nothing could be read\n", a->output);
}

/* complete - whether nothing is missing in the sum but what is to be left out. */
static bool complete(struct pep_session *s, const struct pep_arguments *a)
{
    size_t missing = a->no_maps ? 0 : carry_maps(s);
    if ((s->failed || s->missing) && !a->keep_going) {
        fprintf(stderr, "pep: %s: not written, as something would be missing; --keep-going leaves it out\n", a->output);
        return false;
    }
    if ((s->failed || s->missing) && !s->profile.units.count) {
        tell_nothing(a);
        return false;
    }
    if (missing)
        fprintf(stderr, "pep: %s: %zu unit%s no static map, and can be read only beside the program that ran\n",
                a->output, missing, missing == 1 ? " has" : "s have");
    return true;
}

int pep_verb_merge(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct pep_session session = {0};
    int code = PEP_TOOL_ERROR;
    if (!a->output)
        return pep_verb_usage(verb, "name the file to write with -o");
    bool loaded = !pep_session_load(&session, a->words, a->nwords);
    if (loaded && complete(&session, a))
        code = write_sum(&session, a);
    else if (!loaded && session.failed)
        tell_nothing(a);
    pep_session_free(&session);
    return code;
}
