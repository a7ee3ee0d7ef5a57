/* pep_process.h - processes that run: whether one is there, and which profile it counts into.
 *
 * All of it is read from /proc; the process takes no notice. */
#ifndef PEP_TOOLS_PEP_PROCESS_H
#define PEP_TOOLS_PEP_PROCESS_H
#include "base/buffer.h"
#include "profile/fault.h"
#include <stdbool.h>
#include <stdint.h>

/* When it was started, in clock ticks since boot, or 0. */
uint64_t pep_process_born(uint32_t pid);
/* Whether the process that was born then (0: whenever) still runs; one that has ended and was not waited for does
 * not. */
bool pep_process_alive(uint32_t pid, uint64_t born);
/* The number of our pid namespace, or 0: pids of other ones mean nothing here. */
uint64_t pep_process_space(void);

enum { PEP_PROCESS_FOUND = 0, PEP_PROCESS_NONE = 1 };

/* Opens the profile that the process has mapped: PEP_PROCESS_FOUND, with its descriptor and its name; PEP_PROCESS_NONE
 * where there is none, or none yet, or -1; both with the fault. */
int pep_process_profile(int *fd, struct pep_buffer *name, uint32_t pid, struct pep_fault *fault);
#endif
