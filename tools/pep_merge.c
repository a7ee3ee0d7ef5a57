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

int pep_verb_merge(const struct pep_verb *verb, const struct pep_arguments *a)
{
    struct pep_session session = {0};
    int code = PEP_TOOL_ERROR;
    if (!a->output)
        return pep_verb_usage(verb, "name the file to write with -o");
    if (!pep_session_load(&session, a->words, a->nwords)) {
        if ((session.failed || session.missing) && !a->keep_going)
            fprintf(stderr, "pep: %s: not written, as something would be missing; --keep-going leaves it out\n",
                    a->output);
        else
            code = write_sum(&session, a);
    }
    pep_session_free(&session);
    return code;
}
