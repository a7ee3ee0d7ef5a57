/* keys.c - a program with an allocator of its own that counts, and more keys of threads than libc has places for: it
 * asks the allocator for more in each thread that begins to count. */
#include "unit.h"
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 64

UNIT(demo, 0x6b, 2, PEP_UNIT_THREAD)

static _Alignas(16) char memory[1 << 20];
static size_t used;

void *malloc(size_t bytes)
{
    size_t at = __atomic_fetch_add(&used, (bytes + 15) & ~(size_t)15, __ATOMIC_RELAXED);

    HIT_THREAD(demo, 0);
    PATH(demo, 1, 3);
    return at + bytes <= sizeof memory ? memory + at : NULL;
}

/* Nothing is given twice. */
void *calloc(size_t count, size_t bytes)
{
    return malloc(count * bytes);
}

void *realloc(void *old, size_t bytes)
{
    void *new = malloc(bytes);

    if (old && new)
        memmove(new, old, bytes < (size_t)(memory + sizeof memory - (char *)old) ? bytes : 0);
    return new;
}

void free(void *old)
{
    (void)old;
}

static void make_keys(int argc, char **argv, char **environment)
{
    pthread_key_t key;
    int i;

    (void)argc, (void)argv, (void)environment;
    for (i = 0; i < KEYS; i++)
        pthread_key_create(&key, NULL);
}

/* before the runtime has its own */
__attribute__((section(".preinit_array"), used)) static void (*const before)(int, char **, char **) = make_keys;

static void *work(void *data)
{
    HIT_THREAD(demo, 1);
    PATH(demo, 2, 5);
    return data;
}

int main(void)
{
    pthread_t thread;
    int i;

    for (i = 0; i < 20; i++) {
        if (pthread_create(&thread, NULL, work, NULL) != 0)
            return 9;
        pthread_join(thread, NULL);
    }
    return 0;
}
