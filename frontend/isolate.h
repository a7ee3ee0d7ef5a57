/* isolate.h - running a function of our own in a forked child.
 *
 * The function may crash, abort, hang, leak or use up its memory; the parent goes on.  What the function puts into
 * `out` comes back through a pipe, whole or not at all.  The child's standard output, and when `quiet` is set its
 * standard error, go to /dev/null, and it leaves no core file. */
#ifndef PEP_FRONTEND_ISOLATE_H
#define PEP_FRONTEND_ISOLATE_H
#include "base/buffer.h"
#include <stdbool.h>

enum pep_isolate_end {
    PEP_ISOLATE_DONE,    /* the function returned; result and out are its own */
    PEP_ISOLATE_CRASHED, /* a signal, an exit, or no complete answer */
    PEP_ISOLATE_TIMEOUT, /* ended by us */
    PEP_ISOLATE_FAILED,  /* no child or pipe could be made */
};

struct pep_isolate {
    int (*work)(struct pep_buffer *out, void *data); /* runs in the child */
    void *data;
    unsigned seconds; /* of wall time, and of the child's own, should its parent be killed; 0 for no limit */
    bool quiet;
    int result;            /* what work returned */
    struct pep_buffer out; /* freed by the caller */
    int signal;            /* that ended the child, or 0 */
};

enum pep_isolate_end pep_isolate(struct pep_isolate *job);
#endif
