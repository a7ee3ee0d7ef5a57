/* run.h - running other programs.
 *
 * A child gets the wrapper's environment, signal mask and signal actions as they were at the start, and signals that
 * end the wrapper are sent on to it (temp.h). */
#ifndef PEP_FRONTEND_RUN_H
#define PEP_FRONTEND_RUN_H
#include "base/buffer.h"
#include <stdbool.h>
#include <stdnoreturn.h>
#include <sys/types.h>

struct pep_run {
    const char *const *argv;    /* NULL-terminated; argv[0] is searched in PATH */
    const char *const *without; /* NULL-terminated names of variables to leave out of its environment, or NULL */
    bool capture;               /* keep standard output and error, for the caller to show or to drop */
    struct pep_buffer out, err; /* what was kept, freed by pep_run_free */
};

/* Runs to the end.  Gives the wait status, or -1 with errno where the program could not be started. */
int pep_run(struct pep_run *run);
/* Writes what was kept to standard output and error.  Ends with PEP_EXIT_IO where there is no room for the first. */
void pep_run_replay(const struct pep_run *run);
void pep_run_free(struct pep_run *run);

/* Waits for a child that pep_temp_child was told of, and clears that.  Gives the wait status. */
int pep_run_wait(pid_t child);
/* True for the end of a child by the wish of the user: a signal that we would have ended by as well. */
bool pep_run_interrupted(int status);
/* Ends this process as the child ended: the same code, or the same signal. */
noreturn void pep_run_leave(int status);
/* Becomes the other program; temporary files are removed before.  Ends with PEP_EXIT_COMPILER where it cannot. */
noreturn void pep_run_become(const char *const *argv);
#endif
