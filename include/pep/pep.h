/* pep.h - what a program can ask of the profiler that is linked into it.
 *
 * All functions are defined by the runtime that pep-cc links; they may be called at any time, from any thread, and
 * act on the executable or shared library that calls them.  A program that must also build with a plain compiler
 * declares them weak or guards the calls by `#ifdef __PEP__`, which pep-cc defines. */
#ifndef PEP_H
#define PEP_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Brings what all threads counted so far to the disk.  Not needed for a complete profile: the file shows each count
 * as it is made, and only a crash of the machine could lose it; where it has no room for them, those of other threads
 * follow when the program ends.  Gives 0, or -1 where there is no file. */
int pep_dump(void);

/* Sets all counts of this module to zero, and begins anew.  Other threads had better not count meanwhile.  In a merge
 * pool it also drops what ended processes counted in the places that this one took over. */
void pep_reset(void);

/* Writes the profile through a callback in the format of raw.h, for platforms without files.  write gets consecutive
 * pieces and gives 0, or another value to stop, which pep_write gives back.  `data` is passed on.  One thread at a
 * time may be in it; all others may go on counting, and so may `write`. */
int pep_write(int (*write)(const void *bytes, size_t count, void *data), void *data);

/* Sampled and duplicated units only; for others they do nothing.  pep_pause: from now on no sample of this module is
 * taken, in any thread; a path that is being counted at that moment still may be.  pep_resume: sampling goes on, after
 * a timer's next tick; windows that were half done are completed then.  Calls do not nest.  Both may be called before
 * the module's constructors have run. */
void pep_pause(void);
void pep_resume(void);

/* The same units: raises the tick now, besides the timer or where there is none.  Each thread that comes to a
 * sample point then begins to take samples as the policy has it.  May be called in an interrupt or a signal handler;
 * does nothing while the tick is up or sampling is paused. */
void pep_tick_now(void);

/* The same units: sets the interval of the trigger `counter` (PEP_TRIGGER=counter, PEP_POLICY=interval, or compiled
 * in) in place of PEP_INTERVAL: checks or sample points from one sample, or window of samples, to the next, from 1 to
 * 2^30; more is taken as 2^30.  It holds from the next sample on: a distance that a thread is counting already is not
 * changed.  Where PEP_JITTER is not less, as much of it is heeded as is.  May be called as often as one likes once the
 * module's constructors have run.  Before, and where a timer ticks, it does nothing; there is no error to give back.
 * A sample counts for as many points as the interval that was set last has, or for as many as there were from one to
 * the next on average where these are more: where it was made shorter sums are right, and where it was made longer too
 * large.
 *
 * 0 ends sampling of this module for good, whatever the trigger, and may be given at any time.  No tick comes any more,
 * neither pep_resume nor a later interval has an effect, children of a fork do not sample either, and all that is left
 * of a check or sample point is its look at a flag, or its step of a countdown.
 *
 * Paper Arnold-Ryder: section 2.2, sample rates that are adjusted at run time; section 2, a sample condition that is
 * false for good. */
void pep_set_interval(uint64_t interval);

#ifdef __cplusplus
}
#endif
#endif
