/* space.c - room in the profile file.
 *
 * Space is taken by adding to the header's `end` and is never given back.  A batch is what one set-up needs and holds
 * the file open meanwhile; the stock is what threads and tables draw from later, in pieces large enough that the file
 * is seldom opened.  Who finds the stock being refilled (another thread, or a signal handler in the middle of it)
 * takes exactly what it needs instead of waiting. */
#include "core.h"

#define STOCK_MIN ((uint64_t)64 << 10)
#define STOCK_MAX ((uint64_t)1 << 20)

struct stock {
    uint8_t *view;
    uint64_t offset;
    uint64_t bytes;
    uint64_t used;
};

static struct stock *stock;
static uint32_t stocking;
static uint64_t handed;

int pep_batch_open(struct pep_batch *batch)
{
    if (!batch->open && pep_platform_open(&batch->file) < 0)
        return -1;
    batch->open = true;
    return 0;
}

int pep_batch_reserve(struct pep_batch *batch, uint64_t bytes)
{
    uint64_t offset;

    if (batch->end - batch->offset >= bytes)
        return 0;
    if (pep_batch_open(batch) < 0)
        return -1;
    offset = __atomic_fetch_add(&pep_profile.header->end, bytes, __ATOMIC_RELAXED);
    if (pep_platform_reserve(&batch->file, offset, bytes) < 0)
        return -1;
    batch->offset = offset;
    batch->end = offset + bytes;
    return 0;
}

void *pep_batch_take(struct pep_batch *batch, uint64_t *offset, uint64_t bytes, void *at)
{
    void *data;

    if (pep_batch_reserve(batch, bytes) < 0 || pep_batch_open(batch) < 0)
        return NULL;
    *offset = batch->offset;
    data = pep_platform_map(&batch->file, batch->offset, bytes, at);
    if (data)
        batch->offset += bytes;
    return data;
}

void pep_batch_close(struct pep_batch *batch)
{
    if (batch->open)
        pep_platform_close(&batch->file);
    batch->open = false;
}

static void *stock_draw(struct stock *s, uint64_t *offset, uint64_t bytes)
{
    uint64_t used = __atomic_fetch_add(&s->used, bytes, __ATOMIC_RELAXED);

    if (used > s->bytes || s->bytes - used < bytes)
        return NULL;
    *offset = s->offset + used;
    return s->view + used;
}

static void stock_refill(struct pep_batch *batch, uint64_t bytes)
{
    uint64_t size = PEP_ROUND(handed + STOCK_MIN, STOCK_MIN);
    struct stock *s = pep_memory_take(sizeof *s);

    if (size > STOCK_MAX)
        size = STOCK_MAX;
    if (!s || size < bytes)
        return;
    s->view = pep_batch_take(batch, &s->offset, size, pep_platform_home(size));
    if (!s->view)
        return;
    s->bytes = size;
    handed += size;
    __atomic_store_n(&stock, s, __ATOMIC_RELEASE);
}

void *pep_space_take(struct pep_batch *batch, uint64_t *offset, uint64_t bytes)
{
    struct stock *s = __atomic_load_n(&stock, __ATOMIC_ACQUIRE);
    void *data = s ? stock_draw(s, offset, bytes) : NULL;

    if (!data && !__atomic_exchange_n(&stocking, 1, __ATOMIC_ACQUIRE)) {
        stock_refill(batch, bytes);
        __atomic_store_n(&stocking, 0, __ATOMIC_RELEASE);
        s = __atomic_load_n(&stock, __ATOMIC_ACQUIRE);
        data = s ? stock_draw(s, offset, bytes) : NULL;
    }
    return data ? data : pep_batch_take(batch, offset, bytes, NULL);
}

void pep_space_forget(void)
{
    stock = NULL;
    stocking = 0;
}
