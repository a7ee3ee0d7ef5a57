/* cputime.c - process CPU time of commands that are run in turns.
 *
 *     cputime ROUNDS NAME COMMAND [NAME COMMAND]...
 *
 * Runs every command once a round, through the shell, in an order that moves on by one from round to round, so that a
 * machine that slows down for a while slows all of them.  Prints a line a command, fields apart by tabs:
 *
 *     NAME  median CPU seconds  least CPU seconds  ratio  peak memory in KiB
 *
 * CPU time is user plus system time of the command and of all it waited for.  The ratio is the median over the rounds
 * of the command's time to another's in the same round: to that of the command whose name is this one's up to the first
 * plus sign, as gcc for gcc+paths, where there is one, else to the first command's.  Exit code 1 where a command
 * fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "cputime: error: %s '%s'%s%s\n", what, name, errno ? ": " : "", errno ? strerror(errno) : "");
    exit(1);
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Runs the command; gives its CPU time and raises *peak to its memory. */
static double run(const char *name, const char *command, long *peak)
{
    struct rusage usage;
    int status;
    errno = 0;
    pid_t child = fork();
    if (child < 0)
        fail("cannot start", name);
    if (!child) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR)
            fail("cannot wait for", name);
    errno = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fail("this command fails:", command);
    if (usage.ru_maxrss > *peak)
        *peak = usage.ru_maxrss;
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The command whose times are the measure of command c's. */
static int base(char **pairs, int commands, int c)
{
    size_t length = strcspn(pairs[2 * c], "+");
    for (int i = 0; i < commands; i++)
        if (strlen(pairs[2 * i]) == length && memcmp(pairs[2 * i], pairs[2 * c], length) == 0)
            return i;
    return 0;
}

/* Sorts in place. */
static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 0, commands = (argc - 2) / 2;
    if (rounds < 1 || commands < 1 || argc % 2) {
        fprintf(stderr, "usage: cputime ROUNDS NAME COMMAND [NAME COMMAND]...\n");
        return 2;
    }
    char **pairs = argv + 2;
    double *times = calloc((size_t)(rounds * commands), sizeof *times); /* of command c in round r: [c * rounds + r] */
    double *ratios = calloc((size_t)rounds, sizeof *ratios);
    long *peaks = calloc((size_t)commands, sizeof *peaks);
    if (!times || !ratios || !peaks)
        fail("no memory for", argv[1]);
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < commands; i++) {
            int c = (i + r) % commands;
            times[c * rounds + r] = run(pairs[2 * c], pairs[2 * c + 1], &peaks[c]);
        }
    /* Sorting a command's times forgets their rounds, so all ratios come first. */
    double *ratio = calloc((size_t)commands, sizeof *ratio);
    if (!ratio)
        fail("no memory for", argv[1]);
    for (int c = 0; c < commands; c++) {
        const double *mine = times + c * rounds, *its = times + base(pairs, commands, c) * rounds;
        for (int r = 0; r < rounds; r++)
            ratios[r] = its[r] > 0 ? mine[r] / its[r] : 0;
        ratio[c] = median(ratios, rounds);
    }
    for (int c = 0; c < commands; c++) {
        double middle = median(times + c * rounds, rounds);
        printf("%s\t%.3f\t%.3f\t%.4f\t%ld\n", pairs[2 * c], middle, times[c * rounds], ratio[c], peaks[c]);
    }
    free(times);
    free(ratios);
    free(peaks);
    free(ratio);
    return 0;
}
