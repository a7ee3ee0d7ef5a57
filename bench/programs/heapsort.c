/* heapsort.c - heap sort (Williams, Floyd): a loop that goes down a tree, whose branches are as good as random.
 *
 *     heapsort TURNS [SEED]
 *
 * Each turn sorts 100,000 random numbers.  Prints a hash of them in order. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 100000 };

static uint64_t state;

/* Marsaglia's xorshift */
static uint32_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

/* Lets the number at i down to where neither child is larger. */
static void sift(uint32_t *heap, size_t i, size_t count)
{
    uint32_t number = heap[i];
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && heap[child + 1] > heap[child])
            child++;
        if (heap[child] <= number)
            break;
        heap[i] = heap[child];
    }
    heap[i] = number;
}

static void sort(uint32_t *numbers, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(numbers, i, count);
    while (count-- > 1) {
        uint32_t largest = numbers[0];
        numbers[0] = numbers[count];
        numbers[count] = largest;
        sift(numbers, 0, count);
    }
}

static int is_sorted(const uint32_t *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (numbers[i - 1] > numbers[i])
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    static uint32_t numbers[COUNT];
    long turns = argc > 1 ? atol(argv[1]) : 0;
    uint64_t hash = 0, sum = 0;
    int sorted = 1;
    if (turns < 1) {
        fprintf(stderr, "usage: heapsort TURNS [SEED]\n");
        return 2;
    }
    state = 88172645463325252u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    for (long turn = 0; turn < turns; turn++) {
        for (size_t i = 0; i < COUNT; i++)
            sum += numbers[i] = draw();
        sort(numbers, COUNT);
        sorted &= is_sorted(numbers, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            hash = 31 * hash + numbers[i];
            sum -= numbers[i];
        }
    }
    printf("%s, hash %016llx\n", !sorted ? "not sorted" : sum ? "other numbers" : "sorted", (unsigned long long)hash);
    return !sorted || sum;
}
