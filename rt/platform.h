/* platform.h - what the runtime's core asks of the system.
 *
 * One file of each archive answers: platform_posix.c and file_posix.c where there are files, platform_bare.c where
 * there is nothing.  The core calls no library itself.
 *
 * Everything may be called in a signal handler and in the child of a fork, so nothing here allocates with malloc or
 * waits for a lock.  Functions that can fail give 0 or a negative value; the reason is the platform's own business,
 * which says it to the user where that is due. */
#ifndef PEP_RT_PLATFORM_H
#define PEP_RT_PLATFORM_H
#include "pep/abi.h"
#include "pep/raw.h"
#include <stdbool.h>
#include <stddef.h>

/* What is known of the process.  pep_platform_start fills it, and again in the child of a fork. */
struct pep_facts {
    uint32_t pid;
    uint32_t page; /* of the system, bytes; PEP_COUNTER_ALIGN at least */
    uint64_t born; /* as in struct pep_raw_header */
    uint64_t space;
    uint64_t owner;     /* as in struct pep_raw_entry */
    const char *module; /* absolute path of the executable or shared library that this runtime is part of */
    const char *executable;
    uint64_t build;  /* of `module`, as in its entry */
    uintptr_t begin; /* where the first byte of `module` lies in memory */
    uintptr_t bytes; /* from there to its end; 0 where that is not known */
    bool main;       /* module is the executable */
    bool off;        /* the user wants no profile, or must not have one */
    bool pool;       /* the file is shared with other processes */
};
extern struct pep_facts pep_facts;

struct pep_platform_file {
    int handle;
};

enum { PEP_PLATFORM_NEW = 0, PEP_PLATFORM_JOINED = 1 };

void pep_platform_start(void);

/* Is this a child that was made without libc's knowing?  Then it counts anew from here on (renew.c); done by enter. */
void pep_platform_look(void);
/* errno belongs to the host, a thread of its that is cancelled has locks of its where we open files, and one of its
 * handlers may fork while a segment is half made: every way into the slow parts begins with enter and ends with leave,
 * and no signal comes between them. */
struct pep_host {
    int error, cancel;
    uint64_t signals; /* that were blocked before, */
    bool held;        /* if all are now */
};
struct pep_host pep_platform_enter(void);
void pep_platform_leave(struct pep_host saved);

/* Creates the profile file with its header and `bytes` behind it, or joins the file that is there.  Maps the header
 * and leaves the file open.  A file that is there is replaced at the last moment, when nothing can fail any more.
 * Says a line where it fails. */
int pep_platform_begin(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes);
/* Opens the file again. */
int pep_platform_open(struct pep_platform_file *file);
void pep_platform_close(struct pep_platform_file *file);
/* Makes room for all of [offset, offset + bytes), so that no later store can fail. */
int pep_platform_reserve(struct pep_platform_file *file, uint64_t offset, uint64_t bytes);
uint64_t pep_platform_size(struct pep_platform_file *file);
/* Maps file pages, shared and writable, at `at` or anywhere if that is NULL.  NULL where it fails: then what was at
 * `at` may be gone.  Few of them are expected to be touched: that brings each in alone. */
void *pep_platform_map(struct pep_platform_file *file, uint64_t offset, uint64_t bytes, void *at);
/* Most of these mapped pages will be touched, one after the other: that may bring in many. */
void pep_platform_dense(void *data, uint64_t bytes);
/* Gives the room of these mapped pages back to the disk, where that can be done; they are zero then. */
void pep_platform_release(void *data, uint64_t bytes);
/* An address for `bytes` to be mapped at that goes when the module is unloaded, so that a plugin that comes and goes
 * leaves no mappings; NULL where no such address is left. */
void *pep_platform_home(uint64_t bytes);
/* Zero pages of the process alone, at `at` or anywhere; or NULL. */
void *pep_platform_memory(uint64_t bytes, void *at);
void pep_platform_forget(void *data, uint64_t bytes);
int pep_platform_sync(void *data, uint64_t bytes);
/* What is known of the pages from `begin` on, at the time when that was asked. */
struct pep_core {
    uintptr_t begin, end;
    unsigned char pages[256];
};
/* False only where all bytes are certainly zero; cheaper than to read them. */
bool pep_platform_touched(struct pep_core *core, const void *data, uint64_t bytes);
/* What lies at an address: pages of one kind, and where in memory the first byte of their file is. */
struct pep_mapping {
    uintptr_t begin, end;
    uintptr_t file; /* 0: of no file that could be found again */
    uint64_t build; /* of the file, as in its entry */
    char path[4096 - 8 - 3 * sizeof(uintptr_t)];
};
/* -1 where nothing does, or that is not known. */
int pep_platform_mapping(struct pep_mapping *mapping, uintptr_t address);
/* Whether the owner of an entry may still run. */
bool pep_platform_alive(uint64_t owner);
uint64_t pep_platform_now(void);

/* One line on standard error: "pep: MODULE: what". */
void pep_platform_say(const char *what);
/* Said where the profile exists but had no room for this module. */
void pep_platform_say_lost(void);
/* The module ends, its units are about to go: writes the profile where pages could not be shared with the file. */
void pep_platform_end(void);

/* The user's wishes, where there are any, in place of the values that stand there. */
struct pep_policy;
void pep_platform_policy(struct pep_policy *policy);
/* The bytes that forests of sequences may take. */
void pep_platform_forests(uint64_t *bytes);
struct pep_subpath_law;
void pep_platform_subpaths(struct pep_subpath_law *law);
/* Begins to call pep_sampling_raise every so many nanoseconds while pep_sampling_state is running; -1 where nothing
 * ticks.  In the child of a fork it begins anew. */
int pep_platform_tick_begin(uint64_t nanoseconds);
/* pep_sampling_state has become ended: returns when nothing ticks any more, so that our memory may go. */
void pep_platform_tick_end(void);
/* Nanoseconds from some moment on; 0 where nothing ticks.  Uses no vector registers, and nothing of libc. */
uint64_t pep_platform_clock(void);
/* The calling thread's number, and how long a thread of the process has run, in nanoseconds: 0 is the calling one, or
 * nothing tells. */
uint32_t pep_platform_thread(void);
uint64_t pep_platform_ran(uint32_t thread);
/* Wakes the ticker where it waits for another value of *word: pep_tick or pep_sampling_state.  Uses no vector
 * registers. */
void pep_platform_wake(volatile uint32_t *word);

/* The innermost frame of the calling thread, or NULL. */
const struct pep_frame *pep_platform_frame(void);
/* Whether the memory there can be read: all of its page then. */
bool pep_platform_readable(const void *address);

/* One pointer a thread; at thread exit, where it is not NULL, pep_thread_exit gets it.  There are none before
 * pep_platform_threads. */
void pep_platform_threads(void);
void *pep_platform_thread_get(void);
int pep_platform_thread_set(void *value);
#endif
