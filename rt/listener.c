/* listener.c - who tells of blocks: what each thread has.  Compiled without vector registers. */
#include "policy.h"
#include "subpaths.h"

static uint32_t numbered;

#ifdef PEP_BARE
/* Nobody provides thread-local memory: who comes while another is heard is not. */
static struct pep_listener mine;

static struct pep_listener *listener_own(void)
{
    return &mine;
}

void pep_listener_drop(struct pep_listener *l)
{
    (void)l;
}

void pep_listener_alone(void) {}
#else
/* In an executable the linker makes this an access without a call. */
static __thread struct pep_listener mine;

#ifdef __x86_64__
/* As with windows (policy.c); but a place stays its thread's to the end, and who finds none is not heard. */
#define PLACES 256

static struct place {
    uint64_t thread;
    struct pep_listener listener;
} places[PLACES];

static uint64_t thread_self(void)
{
    uint64_t thread;

    __asm__("mov %%fs:0,%0" : "=r"(thread));
    return thread;
}

static struct pep_listener *listener_place(void)
{
    uint64_t thread = thread_self(), none, i, first = thread * UINT64_C(0x9E3779B97F4A7C15) >> 56;
    struct place *p;

    for (i = 0; i < PLACES; i++)
        if (__atomic_load_n(&places[(first + i) % PLACES].thread, __ATOMIC_RELAXED) == thread)
            return &places[(first + i) % PLACES].listener;
    for (i = 0; i < PLACES; i++) {
        p = &places[(first + i) % PLACES];
        none = 0;
        if (__atomic_compare_exchange_n(&p->thread, &none, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return &p->listener;
    }
    return NULL;
}

static struct pep_listener *listener_own(void)
{
    return pep_facts.main ? &mine : listener_place();
}

void pep_listener_alone(void)
{
    uint64_t thread = thread_self(), i;

    for (i = 0; i < PLACES; i++)
        if (places[i].thread != thread) {
            places[i].listener = (struct pep_listener){0};
            places[i].thread = 0;
        }
}

void pep_listener_drop(struct pep_listener *l)
{
    *l = (struct pep_listener){0};
    if (!pep_facts.main)
        __atomic_store_n(&((struct place *)((char *)l - offsetof(struct place, listener)))->thread, 0,
                         __ATOMIC_RELEASE);
}
#else
static struct pep_listener *listener_own(void)
{
    return &mine;
}

void pep_listener_drop(struct pep_listener *l)
{
    *l = (struct pep_listener){0};
}

void pep_listener_alone(void) {}
#endif
#endif

struct pep_listener *pep_listener_find(void)
{
    struct pep_listener *l = listener_own();

    if (l && !l->random.state)
        l->random.state = ((uint64_t)__atomic_add_fetch(&numbered, 1, __ATOMIC_RELAXED) << 32) + pep_policy.seed;
    return l;
}
