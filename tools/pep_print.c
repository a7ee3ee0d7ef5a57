#define _GNU_SOURCE
#include "tools/pep_print.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 12, SLOT = 32 };

/* What pep_print_file leaves out. */
static struct {
    const char *name;
    size_t length;
} folder;

void pep_print_folder(const char *name, size_t length)
{
    folder.name = name;
    folder.length = length;
}

const char *pep_print_file(const char *name)
{
    return folder.length && !strncmp(name, folder.name, folder.length) ? name + folder.length : name;
}

static char *next_slot(void)
{
    static char slots[SLOTS][SLOT];
    static unsigned next;
    return slots[next++ % SLOTS];
}

const char *pep_print_count(uint64_t n)
{
    char *s = next_slot() + SLOT - 1;
    *s = 0;
    for (int digits = 0;; digits++) {
        if (digits && digits % 3 == 0)
            *--s = ',';
        *--s = (char)('0' + n % 10);
        n /= 10;
        if (!n)
            return s;
    }
}

double pep_share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

const char *pep_print_share(uint64_t part, uint64_t whole)
{
    char *s = next_slot();
    double share = 100 * pep_share(part, whole);
    if (part && share < 0.05)
        snprintf(s, SLOT, "<0.1 %%");
    else
        snprintf(s, SLOT, "%.1f %%", share);
    return s;
}

const char *pep_print_percent(double share)
{
    char *s = next_slot();
    if (share < 0)
        return "n/a";
    if (share > 0 && share < 0.00005)
        return "<0.01 %";
    if (share < 1 && share >= 0.99995)
        return ">99.99 %";
    snprintf(s, SLOT, "%.2f %%", 100 * share);
    return s;
}

/* --- colour --- */

static bool colour_on;

static bool dumb_terminal(void)
{
    const char *terminal = getenv("TERM");
    return terminal && !strcmp(terminal, "dumb");
}

void pep_print_colour(enum pep_colour when)
{
    const char *no = getenv("NO_COLOR");
    colour_on = when == PEP_COLOUR_ALWAYS || (when == PEP_COLOUR_AUTO && isatty(1) && !(no && *no) && !dumb_terminal());
}

const char *pep_style(enum pep_style style)
{
    static const char *const escapes[] = {
        [PEP_STYLE_PLAIN] = "\033[0m",  [PEP_STYLE_HEAD] = "\033[1m", [PEP_STYLE_NAME] = "\033[1;36m",
        [PEP_STYLE_HOT] = "\033[1;31m", [PEP_STYLE_DIM] = "\033[2m",  [PEP_STYLE_GOOD] = "\033[32m",
        [PEP_STYLE_BAD] = "\033[31m",
    };
    return colour_on ? escapes[style] : "";
}

int pep_print_width(void)
{
    struct winsize size;
    if (!isatty(1) || ioctl(1, TIOCGWINSZ, &size) || size.ws_col < 40)
        return 110;
    return size.ws_col;
}

size_t pep_print_height(void)
{
    struct winsize size;
    if (!isatty(1) || dumb_terminal())
        return 0;
    return ioctl(1, TIOCGWINSZ, &size) || !size.ws_row ? 24 : size.ws_row;
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

int pep_print_columns(const char *s, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += !continues(s[i]);
    return columns;
}

int pep_print_wide(int width, const char *text)
{
    int columns = pep_print_columns(text, strlen(text));
    return columns > width ? columns : width;
}

int pep_print_field(int width, const char *text)
{
    size_t length = strlen(text);
    return width + (int)length - pep_print_columns(text, length);
}

int pep_print_cut(const char *s, size_t length, int columns)
{
    static const char dots[] = "...";
    int needed = pep_print_columns(s, length);
    bool cut = needed > columns;
    int left = cut ? columns - (int)strlen(dots) : needed;
    for (size_t i = 0; i < length && (left || continues(s[i])); i++) {
        left -= !continues(s[i]);
        putchar((unsigned char)s[i] < ' ' || s[i] == 0x7f ? ' ' : s[i]);
    }
    if (cut)
        fputs(dots, stdout);
    return cut ? columns : needed;
}

/* --- messages --- */

static bool progress_shown;

static void clear_progress(void)
{
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = false;
}

void pep_print_fault(const char *file, const struct pep_fault *fault)
{
    clear_progress();
    fflush(stdout);
    if (fault->at == PEP_FAULT_NOWHERE)
        fprintf(stderr, "pep: %s: %s\n", file, fault->text);
    else
        fprintf(stderr, "pep: %s: %s, at byte %zu\n", file, fault->text, fault->at);
}

void pep_print_notes(const char *file, const char *notes)
{
    clear_progress();
    fflush(stdout);
    enum { SHOWN = 5 };
    size_t told = 0;
    for (size_t n; *notes; notes += n + (notes[n] == '\n')) {
        n = strcspn(notes, "\n");
        if (told++ < SHOWN)
            fprintf(stderr, "pep: %s: %.*s\n", file, (int)n, notes);
    }
    if (told > SHOWN)
        fprintf(stderr, "pep: %s: and %zu more of the kind; 'pep doctor' tells all\n", file, told - SHOWN);
}

void pep_print_progress(const char *what, size_t done, size_t total)
{
    static struct timespec begin, shown;
    struct timespec now;
    if (done == total) { /* the next work has a second of its own */
        clear_progress();
        begin = (struct timespec){0};
    }
    if (done == total || !isatty(2) || clock_gettime(CLOCK_MONOTONIC, &now))
        return;
    if (!begin.tv_sec)
        begin = now;
    if (now.tv_sec - begin.tv_sec < 1 || now.tv_sec == shown.tv_sec)
        return;
    shown = now;
    fprintf(stderr, "\r\033[Kpep: %s %zu of %zu", what, done, total);
    fflush(stderr);
    progress_shown = true;
}

/* --- JSON --- */

json_t *pep_json_count(uint64_t n)
{
    char text[24];
    if (n <= INT64_MAX)
        return json_integer((json_int_t)n);
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    return json_string(text);
}

json_t *pep_json_hash(uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)n);
    return json_string(text);
}

json_t *pep_json_text(const char *s)
{
    json_t *text = json_string(s);
    if (text)
        return text;
    char *copy = strdup(s);
    for (char *p = copy; p && *p; p++) {
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    }
    text = json_string(copy ? copy : "");
    free(copy);
    return text;
}

void pep_json_print(json_t *root)
{
    json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(root);
}

void pep_json_print_line(json_t *root)
{
    json_dumpf(root, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(root);
}

int pep_print_end(int code)
{
    clear_progress();
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    if (errno != EPIPE)
        fprintf(stderr, "pep: standard output: %s\n", strerror(errno));
    return PEP_TOOL_ERROR;
}
