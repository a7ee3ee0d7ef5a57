/* stays.c - when a thread is heard: which blocks begin a subpath, each with the same chance.
 *
 * Points - blocks of sampled units, checks of duplicated ones - are counted down by all threads together, and the
 * policy draws how many lie between two that are taken.  While a thread is heard the countdowns are *held*: they are
 * far below 0, so that each point comes here and is counted by itself, and what was left of them waits.  So all points
 * count, whoever passes them and whatever is going on.  A thread that sleeps while it is heard holds the others up, and
 * after a while they *release* the countdowns, which the thread finds when it goes on.  So does who finds that a thread
 * in the middle of its step has put one back to what it was before it was held: some blocks were not heard.  It may be
 * put back and forth before anybody looks, and then a subpath has a hole: one in a million, where all blocks of many
 * threads count down.
 *
 * Sampled (paper, figure 3): the point that is taken begins a subpath, and the thread is heard to its end; another may
 * begin meanwhile.
 *
 * Duplicated: the check that is taken begins a region, which is over at the next check of the same activation.  A
 * subpath is owned by its last check before it begins, of those whose activation is still there when its last block
 * begins; so each is owned by one check, and checks are all taken with the same chance.  In regions each block begins
 * a subpath with the chance 1/stride, and that counts if its owner was taken.  A stay lasts while there are regions
 * and subpaths under way, or until the activation is left with whose check it began.  `owners` are the activations
 * with checks that are still there: that one, and those below which have taken a check or come next below one that
 * has.
 *
 * Blocks of duplicates are counted down as well, held while a subpath is recorded and told only then.  So what is dear
 * is told blocks, and a stay in a loop that turns for long has few of them: better many stays with few subpaths each
 * than few with many, which are all of the same turns.  Which of them begin has no memory, since after one that does,
 * blocks are counted that lie behind the region.
 *
 * To see what lies behind a call, all of the call has to be heard.  That is not always done: a region passes `sure`
 * checks of others for certain, twice as many with the chance 1/2, thrice as many with 1/3, and so on; and what begins
 * behind them counts twice, thrice.  `sure` is what stays can afford: one check in 256 may be passed so.
 *
 * An activation is known by its depth: how many duplicates that checking code called are active in this stay, and the
 * level (abi.h) below that.  One that has checks says where it ends: to a duplicate by pep_gone, and where checking
 * code runs it that comes back to pep_left.  What longjmp passes over is gone where something at a lesser depth tells
 * of itself.
 *
 * A sort that is not instrumented is an activation too: it has a check at each of its calls back, lies below all levels
 * of who called it, and pep_callbacks_over says where it ends.  Without that a subpath through several calls back would
 * be owned by the check of who sorts, which is one in thousands.
 *
 * Compiled without vector registers: pep_begin_entry and pep_block_entry save none. */
#include "entry.h"
#include "policy.h"
#include "subpaths.h"

#define HELD       (INT32_MIN / 2)
#define PATIENCE   64         /* samples of others while the countdown is held all the time */
#define SLACK      1024       /* bytes of the stack, whatever registers a way to a check saves */
#define ROOM       (64 << 10) /* of the stack, in which a sort calls back, however deep it is in itself */
#define FOREIGN    UINT32_MAX /* the level of code that is not instrumented */
#define NEST_FIRST 0x40000000u

/* Checks of others that a stay passes for certain; how many times as many it may pass; and what is saved up. */
#ifndef PEP_SURE_MAX
#define PEP_SURE_MIN 8
#define PEP_SURE_MAX 128
#endif
#define TIMES_MAX  8192
#define CREDIT_MAX (8 * PEP_SURE_MAX)

volatile uint32_t pep_open;
volatile int32_t pep_skip;

/* --- what counts down --- */

struct line {
    volatile int32_t *left;
    uint32_t n;                  /* countdowns */
    int32_t due[PEP_COUNTDOWNS]; /* what was left of them when they were held */
    uint64_t holders;            /* above, a number that changes with each release; below, READY and how many hold it */
    uint32_t waited;             /* samples that others took since it is held */
};

/* All countdowns are far below. */
#define READY UINT64_C(0x80000000)

/* Blocks of sampled units, checks of duplicated ones; and blocks of duplicates. */
static struct line points = {.left = pep_countdown, .n = PEP_COUNTDOWNS};
static struct line blocks = {.left = &pep_skip, .n = 1};

static uint32_t release_number(const struct line *line)
{
    return (uint32_t)(__atomic_load_n(&line->holders, __ATOMIC_ACQUIRE) >> 32);
}

/* How many hold it, of that value. */
static uint32_t holders_of(uint64_t holders)
{
    return (uint32_t)(holders & (READY - 1));
}

static bool is_held(const struct line *line)
{
    return holders_of(__atomic_load_n(&line->holders, __ATOMIC_RELAXED)) != 0;
}

static bool is_far_below(int32_t left)
{
    return left < HELD / 2;
}

static bool are_far_below(const struct line *line)
{
    uint32_t i;

    for (i = 0; i < line->n; i++)
        if (!is_far_below(line->left[i]))
            return false;
    return true;
}

/* The countdowns go on from what is left, up to where somebody else begins to hold them. */
static void go_on(struct line *line)
{
    int32_t left;
    uint32_t i;

    for (i = 0; i < line->n && !is_held(line); i++) {
        left = line->left[i];
        if (is_far_below(left))
            pep_countdown_set(&line->left[i], left, line->due[i]);
    }
}

static void let_go(struct line *line, struct pep_hold *h)
{
    uint64_t now = __atomic_load_n(&line->holders, __ATOMIC_RELAXED), then;

    h->is_held = false;
    do {
        if (now >> 32 != h->release)
            return;
        then = holders_of(now) == 1 ? now & ~(READY | (READY - 1)) : now - 1;
    } while (!__atomic_compare_exchange_n(&line->holders, &now, then, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (!holders_of(then))
        go_on(line);
}

static void release(struct line *line)
{
    uint64_t now = __atomic_load_n(&line->holders, __ATOMIC_RELAXED);

    while (!__atomic_compare_exchange_n(&line->holders, &now, ((now >> 32) + 1) << 32, 1, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
        continue;
    if (holders_of(now))
        go_on(line);
}

static void put_far_below(struct line *line)
{
    int32_t left;
    uint32_t i;

    for (i = 0; i < line->n; i++) {
        left = __atomic_exchange_n(&line->left[i], HELD, __ATOMIC_ACQ_REL);
        if (!is_far_below(left))
            line->due[i] = left < 0 ? 0 : left;
    }
}

/* Those that have counted down far since they were put there, before they overflow. */
static void put_back(struct line *line)
{
    uint32_t i;

    for (i = 0; i < line->n; i++)
        if (line->left[i] < HELD + HELD / 2)
            line->left[i] = HELD;
}

/* Some thread in the middle of its step has put one back to what it was before all were held. */
static bool is_torn(const struct line *line)
{
    return (__atomic_load_n(&line->holders, __ATOMIC_RELAXED) & READY) && !are_far_below(line);
}

/* Several that begin at once all see to it that they are heard. */
static void hold(struct line *line, struct pep_hold *h)
{
    uint64_t now;

    if (is_torn(line))
        release(line);
    now = __atomic_add_fetch(&line->holders, 1, __ATOMIC_ACQ_REL);
    h->is_held = true;
    h->release = (uint32_t)(now >> 32);
    if (holders_of(now) == 1)
        line->waited = 0;
    if (now & READY)
        return;
    put_far_below(line);
    /* Who let go may just have set one of them back. */
    if (!are_far_below(line))
        put_far_below(line);
    while (now >> 32 == h->release &&
           !__atomic_compare_exchange_n(&line->holders, &now, now | READY, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        continue;
}

void pep_stays_release(void)
{
    release(&points);
    release(&blocks);
}

static bool is_released(const struct line *line, const struct pep_hold *h)
{
    return h->is_held && release_number(line) != h->release;
}

/* Has all been heard that this thread did?  In this order: who releases what is torn puts it far below again after. */
static bool is_sound(const struct line *line, const struct pep_hold *h)
{
    bool torn;

    if (!h->is_held)
        return true;
    torn = is_torn(line);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return !torn && !is_released(line, h);
}

static struct pep_random blocks_random;

/* Blocks of duplicates up to the next that is taken.  They have no memory: which of them count depends on those before
 * that began. */
static int32_t blocks_draw(void)
{
    return (int32_t)(pep_random_distance(&blocks_random, pep_subpath_law.stride) - 1);
}

/* What is left up to the next, where they are told one by one. */
static int32_t heard_left;

static void blocks_begin(void)
{
    pep_skip = blocks_draw();
    heard_left = blocks_draw();
}

/* The first is drawn too: else each run, however short, would begin a subpath with the first block that it tells. */
void pep_stays_settle(void)
{
    blocks_random.state = pep_policy.seed;
    blocks_begin();
}

/* Whether one of the countdowns, which are not held, has come to its end. */
static bool expire(struct line *line)
{
    int32_t left = pep_skip;

    if (line == &points)
        return pep_policy_expire();
    return left < 0 && pep_countdown_set(&pep_skip, left, blocks_draw());
}

/* The same of those that are told one by one. */
static bool hear(struct line *line)
{
    if (line == &points)
        return pep_policy_hear();
    if (--heard_left >= 0)
        return false;
    heard_left = blocks_draw();
    return true;
}

/* A point has come here: whether it is taken.  h: the thread's; NULL where it is not known. */
static bool is_due(struct line *line, const struct pep_hold *h)
{
    bool is_others = !h || !h->is_held;

    if (is_others && is_torn(line))
        release(line);
    if (!is_held(line)) {
        go_on(line);
        return expire(line);
    }
    if (!hear(line))
        return false;
    put_back(line);
    if (is_others && ++line->waited > PATIENCE)
        release(line);
    return true;
}

/* Whether a subpath that begins is to count.  Where the sample holds what it has, that shows at its end. */
static bool is_scaled(struct pep_listener *l)
{
    const struct pep_raw_subpaths *head = l->profiler ? l->profiler->pairs.head : NULL;

    l->scale = head && head->sample == PEP_RAW_SAMPLE_CONCISE ? head->scale : 0;
    return pep_random_scaled(&l->random, l->scale);
}

/* --- being heard --- */

static void open(struct pep_listener *l)
{
    __atomic_fetch_add(&pep_open, 1, __ATOMIC_RELAXED);
    hold(&points, &l->stay);
}

static void close(struct pep_listener *l)
{
    if (l->profiler)
        pep_recording_drop(l->profiler);
    __atomic_fetch_sub(&pep_open, 1, __ATOMIC_RELAXED);
    let_go(&points, &l->stay);
    if (l->recording.is_held)
        let_go(&blocks, &l->recording);
}

static void leave(struct pep_listener *l)
{
    if (l->torn) {
        l->torn = 0;
        if (l->stay.is_held)
            close(l);
    }
    pep_listener_leave(l);
}

static void remember(struct pep_profiler *p, const struct pep_unit *unit, uint32_t block)
{
    struct pep_told *told = &p->last.blocks[p->at & p->last_mask];

    told->unit = (uint32_t)unit->hash;
    told->unit_above = (uint32_t)(unit->hash >> 32);
    told->number = block;
    p->pairs.head->told++;
}

void pep_stays_leave(struct pep_listener *l)
{
    if (l->stay.is_held)
        close(l);
}

void pep_stays_renew(void)
{
    struct pep_listener *l = pep_listener_find();

    pep_stays_release();
    pep_open = 0;
    pep_listener_alone();
    if (pep_policy.seed) { /* the child draws something else */
        blocks_random.state += pep_facts.pid;
        blocks_begin();
    }
    if (!l)
        return;
    l->stay.is_held = l->recording.is_held = false;
    if (pep_policy.seed)
        l->random.state += pep_facts.pid;
}

/* --- sampled --- */

/* What claims a profiler uses vector registers; blocks tell from anywhere. */
#if defined __x86_64__ && !defined PEP_BARE
#include <cpuid.h>

enum { STATES = 0xE7 }; /* x87, SSE, AVX, AVX-512 */

static uint32_t state_bytes(void)
{
    uint32_t a, b, c, d, i, most = 576;

    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
        return 0;
    for (i = 2; i < 8; i++)
        if (STATES >> i & 1 && __get_cpuid_count(13, i, &a, &b, &c, &d) && a + b > most)
            most = a + b;
    return most;
}

static struct pep_profiler *claim(struct pep_listener *l)
{
    uint32_t bytes = state_bytes(), i;
    uint64_t room[(bytes ? bytes : 512) / sizeof(uint64_t) + 8], *area = room;
    struct pep_profiler *p;

    area += (64 - (uintptr_t)room % 64) % 64 / sizeof(uint64_t);
    for (i = 64; i < 72 && bytes; i++)
        area[i] = 0;
    if (bytes)
        __asm__ volatile("xsave64 (%0)" ::"r"(area), "a"(STATES), "d"(0) : "memory");
    else
        __asm__ volatile("fxsave64 (%0)" ::"r"(area) : "memory");
    p = pep_profiler_claim(l);
    if (bytes)
        __asm__ volatile("xrstor64 (%0)" ::"r"(area), "a"(STATES), "d"(0) : "memory");
    else
        __asm__ volatile("fxrstor64 (%0)" ::"r"(area) : "memory");
    return p;
}
#else
static struct pep_profiler *claim(struct pep_listener *l)
{
    return pep_profiler_claim(l);
}
#endif

static void subpath_begin(struct pep_listener *l)
{
    static const struct pep_owner itself = {0, 1};

    if (!l->profiler && !claim(l))
        return;
    if (!l->stay.is_held)
        open(l);
    pep_recording_begin(l->profiler, &l->random, l->scale, &itself, 1);
}

void pep_hear_sampled(struct pep_unit *unit, uint32_t block, uint32_t level)
{
    struct pep_listener *l = pep_listener_find();
    struct pep_profiler *p;

    (void)level;
    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(&points, NULL);
        return;
    }
    if (!is_sound(&points, &l->stay))
        close(l);
    if (is_due(&points, &l->stay) && is_scaled(l))
        subpath_begin(l);
    p = l->profiler;
    if (l->stay.is_held) {
        remember(p, unit, block);
        pep_recording_end(p);
        p->at++;
        if (!p->recorders)
            close(l);
    }
    leave(l);
}

/* --- stays --- */

static uint64_t depth(uint32_t nest, uint32_t level)
{
    return (uint64_t)nest << 32 | (level & ~UINT32_C(1));
}

static struct pep_owner *innermost(struct pep_listener *l)
{
    return &l->owners[l->nowners - 1];
}

/* The owner's check is taken. */
static void region_begin(struct pep_listener *l, struct pep_owner *owner)
{
    struct pep_region *region = &l->regions[owner - l->owners];
    uint64_t times = (UINT64_C(1) << 32) / ((pep_random_next(&l->random) >> 32) + 1);
    uint32_t sure;

    l->credit += pep_policy.interval / 256;
    l->credit = l->credit < CREDIT_MAX ? l->credit : CREDIT_MAX;
    sure = l->credit / (CREDIT_MAX / PEP_SURE_MAX);
    region->sure = sure < PEP_SURE_MIN ? PEP_SURE_MIN : sure;
    region->passes = region->sure * (uint32_t)(times < TIMES_MAX ? times : TIMES_MAX);
    region->passed = 0;
    owner->times = 1;
    l->begins = true;
}

static void stay_begin(struct pep_listener *l, uint32_t level, uintptr_t stack)
{
    open(l);
    l->nest = NEST_FIRST;
    l->stack = stack;
    l->stays++;
    l->nowners = 1;
    l->owners[0].depth = depth(l->nest, level);
    region_begin(l, &l->owners[0]);
}

/* An activation below has met a check. */
static void pass(struct pep_listener *l, struct pep_owner *owner)
{
    struct pep_region *region = &l->regions[owner - l->owners];

    if (!owner->times)
        return;
    l->credit -= l->credit > 0;
    owner->times = ++region->passed < region->passes ? 1 + region->passed / region->sure : 0;
}

/* The activation at this depth has met a check that is not taken. */
static void region_end(struct pep_listener *l, uint64_t at)
{
    struct pep_owner *owner = innermost(l);

    if (owner->depth == at)
        owner->times = 0;
    else if (owner->times)
        l->owners[l->nowners++] = (struct pep_owner){at, 0};
}

/* A check in the stay.  The last owner there is room for is one that has taken none. */
static void meet(struct pep_listener *l, uint64_t at)
{
    bool is_known = innermost(l)->depth == at, begins = false;
    uint32_t i;

    for (i = 0; i < l->nowners; i++)
        if (l->owners[i].depth < at)
            pass(l, &l->owners[i]);
    if (l->nowners + !is_known < PEP_OWNERS && is_due(&points, &l->stay)) {
        if (!is_known)
            l->owners[l->nowners++].depth = at;
        region_begin(l, innermost(l));
    } else {
        region_end(l, at);
    }
    for (i = 0; i < l->nowners; i++)
        begins |= l->owners[i].times != 0;
    l->begins = begins;
    if (!begins && !l->recording.is_held)
        close(l);
}

/* All activations that lie deeper are gone, and where another one begins, what was as deep. */
static bool is_gone(const struct pep_owner *owner, uint64_t at, bool begins)
{
    return owner->depth > at || (owner->depth == at && begins);
}

static uint32_t left_of(const struct pep_owner *owners, uint32_t n, uint64_t at, bool begins)
{
    while (n && is_gone(&owners[n - 1], at, begins))
        n--;
    return n;
}

static void forget(struct pep_listener *l, uint64_t at, bool begins)
{
    struct pep_profiler *p = l->profiler;
    uint32_t i;

    if (!is_gone(innermost(l), at, begins) && !l->recording.is_held)
        return;
    l->nowners = left_of(l->owners, l->nowners, at, begins);
    if (!l->nowners) {
        close(l);
        return;
    }
    for (i = 0; l->recording.is_held && i < p->recorders; i++)
        p->recordings[i].nowners = left_of(p->recordings[i].owners, p->recordings[i].nowners, at, begins);
}

static void tell(struct pep_listener *l, const struct pep_unit *unit, uint32_t block, uint32_t level, bool begins)
{
    struct pep_profiler *p = l->profiler;

    if (!p && !(p = pep_profiler_claim(l))) {
        close(l);
        return;
    }
    p->pairs.head->stays += l->stays;
    l->stays = 0;
    /* At level 2 no activation begins but by a check and a call that is counted. */
    if (level != PEP_LEVEL_UNKNOWN)
        forget(l, depth(l->nest, level), level & 1 && level > 3);
    if (!l->stay.is_held)
        return;
    begins = begins && l->begins && is_scaled(l);
    if (begins)
        pep_recording_begin(p, &l->random, l->scale, l->owners, l->nowners);
    if (!p->recorders)
        return;
    if (!l->recording.is_held)
        hold(&blocks, &l->recording);
    remember(p, unit, block);
    if (begins || p->at == p->next) {
        if (!is_sound(&points, &l->stay) || !is_sound(&blocks, &l->recording)) {
            close(l);
            return;
        }
        pep_recording_end(p);
    }
    p->at++;
    if (!p->recorders) {
        let_go(&blocks, &l->recording);
        if (!l->begins)
            close(l);
    }
}

void pep_hear_stays(struct pep_unit *unit, uint32_t block, uint32_t level)
{
    struct pep_listener *l = pep_listener_find();
    bool begins;

    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(&blocks, NULL);
        return;
    }
    /* what has not been heard shows before a subpath ends */
    if (is_released(&points, &l->stay) || is_released(&blocks, &l->recording))
        close(l);
    begins = is_due(&blocks, &l->recording);
    if (l->stay.is_held)
        tell(l, unit, block, level, begins);
    leave(l);
}

/* A check that is met; at: the depth it has in the stay, if there is one. */
static bool check(struct pep_listener *l, uint64_t at, uint32_t level, uintptr_t stack)
{
    bool is_sort = l->stay.is_held && level == FOREIGN && l->owners[0].depth == at;

    if (l->stay.is_held && (!is_sound(&points, &l->stay) || stack > l->stack + (is_sort ? ROOM : SLACK)))
        close(l);
    if (l->stay.is_held)
        forget(l, at, false);
    if (l->stay.is_held)
        meet(l, at);
    else if (is_due(&points, &l->stay))
        stay_begin(l, level, stack);
    if (is_sort && l->stay.is_held) /* what it calls back lies below; who is met above is where longjmp led to */
        l->stack = stack;
    return l->stay.is_held;
}

unsigned pep_begin(void)
{
    struct pep_listener *l = pep_listener_find();
    bool into;

    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(&points, NULL);
        return 0;
    }
    if (l->stay.is_held)
        l->nest++;
    into = check(l, depth(l->nest, 2), 2, (uintptr_t)__builtin_frame_address(0));
    leave(l);
    return into && l->stay.is_held;
}

unsigned pep_stay(uint32_t level)
{
    struct pep_listener *l = pep_listener_find();
    bool on;

    if (pep_open && !is_held(&points)) /* the caller has not counted it, and who is heard sleeps */
        pep_countdown[0]--;
    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(&points, NULL);
        return 0;
    }
    on = check(l, depth(l->nest, level), level, (uintptr_t)__builtin_frame_address(0));
    leave(l);
    return on && l->stay.is_held;
}

void pep_gone(uint32_t level)
{
    struct pep_listener *l = pep_listener_find();

    if (!l || !l->stay.is_held || !pep_listener_enter(l))
        return;
    if (l->stay.is_held)
        forget(l, depth(l->nest, level), true);
    leave(l);
}

unsigned pep_callback(unsigned leads)
{
    struct pep_listener *l = pep_listener_find();
    bool into;

    if (!l || !pep_listener_enter(l)) {
        if (!l)
            is_due(&points, NULL);
        return 0;
    }
    into = check(l, depth(l->nest, FOREIGN), FOREIGN, (uintptr_t)__builtin_frame_address(0)) && leads;
    if (into)
        l->nest++;
    leave(l);
    return into && l->stay.is_held;
}

void pep_callbacks_over(void)
{
    pep_gone(FOREIGN);
}

void pep_left(void)
{
    struct pep_listener *l = pep_listener_find();

    if (!l || !l->stay.is_held || !pep_listener_enter(l))
        return;
    if (l->stay.is_held) {
        l->nest--;
        forget(l, depth(l->nest, FOREIGN), false);
    }
    leave(l);
}

unsigned (*pep_to_begin)(void) = pep_begin;
unsigned (*pep_to_stay)(uint32_t) = pep_stay;
void (*pep_to_gone)(uint32_t) = pep_gone;
unsigned (*pep_to_callback)(unsigned) = pep_callback;
void (*pep_to_callbacks_over)(void) = pep_callbacks_over;
void (*pep_to_left)(void) = pep_left;

#ifdef __x86_64__
PEP_ENTRY("pep_begin_entry", "", "pep_begin", "neg %eax\n", "", "128");
PEP_ENTRY("pep_block_entry", "mov %rax,%rdi\nmov 16(%rbp),%rsi\n", "pep_hear_sampled", "", "mov 24(%rbp),%rax\n",
          "144");

void (*pep_to_begin_entry)(void) = pep_begin_entry;
void (*pep_to_block_entry)(void) = pep_block_entry;
#endif
