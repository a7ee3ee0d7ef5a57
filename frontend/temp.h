/* temp.h - the registry of temporary files, and what a signal does to the wrapper.
 *
 * All temporary files stand in one folder, made on first need in $TMPDIR, /tmp or the current folder.  Folder and files
 * are removed at exit, in pep_fatal, and when SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGPIPE ends the process; a forked
 * child never removes its parent's.  Signals that were ignored at start (nohup, background jobs) stay ignored.
 *
 * On such a signal the handler waits for the end of the child that was told by pep_temp_child, because a compiler
 * removes its own half-written output, and sends the signal on where that does not come soon; then it removes the files
 * and ends the process by the same signal, which is what a compiler's caller (make, a shell) wants to see. */
#ifndef PEP_FRONTEND_TEMP_H
#define PEP_FRONTEND_TEMP_H
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* The path of a new temporary file called `name` inside the folder; the file itself is the caller's to make.  The
 * string lives as long as the process.  Ends the process with PEP_EXIT_TEMP where no folder can be made. */
const char *pep_temp_path(const char *name);
/* Makes the folder, unless it is there; false where none can be made. */
bool pep_temp_ready(void);
/* Removes every file registered and the folder; the next pep_temp_path starts anew.  With pep_temp_keep the
 * files stay, and standard error is told where they are. */
void pep_temp_remove(void);
void pep_temp_keep(bool keep);

/* Installs the handlers; done by the two below as well. */
void pep_temp_watch(void);
/* The child that signals are sent on to, 0 for none.  Call it with signals held. */
void pep_temp_child(pid_t child);
/* Holds the signals named above, and lets them come again: *old keeps the mask. */
void pep_temp_hold(sigset_t *old);
void pep_temp_release(const sigset_t *old);
/* Gives a signal that we handle its default action back: for forked children, and before exec. */
void pep_temp_unwatch(void);
/* The signals that have a handler of ours: what posix_spawn has to reset. */
void pep_temp_watched(sigset_t *set);
#endif
