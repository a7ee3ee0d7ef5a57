/* platform_bare.c - the runtime where there is no system: no files, no threads, no memory but a static pool.
 *
 * Units count into their own arrays, path tables lie in the pool, and pep_write hands all of it to the program.  Code
 * on several processors or in interrupts may count paths at the same time: each takes a table of its own for the
 * moment.  The size of the pool is PEP_BARE_MEMORY bytes, given when this file is compiled. */
#include "core.h"
#include "tick_none.h"

PEP_OF_PART(pep_forest_atomic);
PEP_OF_PART(pep_table_count_spare);
PEP_OF_PART(pep_table_span_spare);
PEP_OF_PART(pep_value_spare);

#ifndef PEP_BARE_MEMORY
#define PEP_BARE_MEMORY 65536
#endif

static char module_name[] = "";
struct pep_facts pep_facts = {.pid = 1, .page = PEP_COUNTER_ALIGN, .module = module_name, .main = true};

static uint64_t pool[PEP_BARE_MEMORY / sizeof(uint64_t)] __attribute__((__aligned__(16)));
static uintptr_t pool_used;

void pep_platform_start(void) {}

struct pep_host pep_platform_enter(void)
{
    struct pep_host saved = {0};

    return saved;
}

void pep_platform_leave(struct pep_host saved)
{
    (void)saved;
}

int pep_platform_begin(struct pep_platform_file *file, struct pep_raw_header **header, uint64_t bytes)
{
    (void)file, (void)header, (void)bytes;
    return -1;
}

int pep_platform_open(struct pep_platform_file *file)
{
    (void)file;
    return -1;
}

void pep_platform_close(struct pep_platform_file *file)
{
    (void)file;
}

int pep_platform_reserve(struct pep_platform_file *file, uint64_t offset, uint64_t bytes)
{
    (void)file, (void)offset, (void)bytes;
    return -1;
}

uint64_t pep_platform_size(struct pep_platform_file *file)
{
    (void)file;
    return 0;
}

void *pep_platform_map(struct pep_platform_file *file, uint64_t offset, uint64_t bytes, void *at)
{
    (void)file, (void)offset, (void)bytes, (void)at;
    return NULL;
}

void pep_platform_dense(void *data, uint64_t bytes)
{
    (void)data, (void)bytes;
}

void pep_platform_release(void *data, uint64_t bytes)
{
    (void)data, (void)bytes;
}

void pep_platform_look(void) {}

void *pep_platform_home(uint64_t bytes)
{
    (void)bytes;
    return NULL;
}

void *pep_platform_memory(uint64_t bytes, void *at)
{
    uintptr_t used;

    if (at || bytes > sizeof pool)
        return NULL;
    used = __atomic_fetch_add(&pool_used, (uintptr_t)PEP_ROUND(bytes, 16), __ATOMIC_RELAXED);
    if (used > sizeof pool - bytes) {
        __atomic_fetch_sub(&pool_used, (uintptr_t)PEP_ROUND(bytes, 16), __ATOMIC_RELAXED);
        return NULL;
    }
    return (char *)pool + used;
}

void pep_platform_forget(void *data, uint64_t bytes)
{
    (void)data, (void)bytes;
}

int pep_platform_sync(void *data, uint64_t bytes)
{
    (void)data, (void)bytes;
    return 0;
}

bool pep_platform_touched(struct pep_core *core, const void *data, uint64_t bytes)
{
    (void)core, (void)data, (void)bytes;
    return true;
}

int pep_platform_mapping(struct pep_mapping *mapping, uintptr_t address)
{
    (void)mapping, (void)address;
    return -1;
}

bool pep_platform_alive(uint64_t owner)
{
    (void)owner;
    return true;
}

uint64_t pep_platform_now(void)
{
    return 0;
}

void pep_platform_say(const char *what)
{
    (void)what;
}

void pep_platform_say_lost(void) {}

void pep_platform_end(void) {}

void pep_platform_policy(struct pep_policy *policy)
{
    (void)policy;
}

void pep_platform_forests(uint64_t *bytes)
{
    (void)bytes;
}

void pep_platform_subpaths(struct pep_subpath_law *law)
{
    (void)law;
}

/* Nobody provides thread-local memory: no contexts are taken. */
const struct pep_frame *pep_platform_frame(void)
{
    return NULL;
}

bool pep_platform_readable(const void *address)
{
    (void)address;
    return false;
}

/* No thread ends that anybody would tell of. */
void pep_platform_threads(void) {}

void *pep_platform_thread_get(void)
{
    return NULL;
}

int pep_platform_thread_set(void *value)
{
    (void)value;
    return -1;
}

/* All threads have what there is in common. */
PEP_PART_IS(threads);

void pep_thread_hook(struct pep_unit *unit)
{
    unit->count = pep_table_count_spare;
    unit->span = pep_table_span_spare;
    unit->value = pep_value_spare;
    unit->kpath = pep_forest_atomic;
}

void pep_thread_keep(void) {}
