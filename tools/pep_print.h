/* pep_print.h - how `pep` writes to people: numbers, colours, columns, progress; and to programs: JSON. */
#ifndef PEP_TOOLS_PEP_PRINT_H
#define PEP_TOOLS_PEP_PRINT_H
#include "profile/fault.h"
#include "tools/pep_verb.h"
#include <jansson.h>
#include <stdint.h>

/* --- numbers: text in a slot that stays good for the next dozen calls --- */
/* 1,204,331 */
const char *pep_print_count(uint64_t n);
/* 8.1 %; of a whole that is zero 0.0 % */
const char *pep_print_share(uint64_t part, uint64_t whole);
/* 94.12 %, of a share 0 .. 1; what is not quite nothing or all reads <0.01 % or >99.99 %; below 0 n/a */
const char *pep_print_percent(double share);
double pep_share(uint64_t part, uint64_t whole); /* 0 .. 1 */

/* --- colour: the escape that begins a style, or "" where colour is off --- */
enum pep_style {
    PEP_STYLE_PLAIN,
    PEP_STYLE_HEAD,
    PEP_STYLE_NAME,
    PEP_STYLE_HOT,
    PEP_STYLE_DIM,
    PEP_STYLE_GOOD,
    PEP_STYLE_BAD
};
void pep_print_colour(enum pep_colour when);
const char *pep_style(enum pep_style style);

/* --- names of source files: those in the folder, or below it, without it; its name ends with a slash --- */
void pep_print_folder(const char *name, size_t length);
const char *pep_print_file(const char *name);

/* Columns of the terminal, or 110 where standard output is none. */
int pep_print_width(void);
/* Its rows, or 0 where standard output is no terminal whose cursor can be moved. */
size_t pep_print_height(void);
/* Columns that s fills, which is UTF-8. */
int pep_print_columns(const char *s, size_t length);
/* The width of a column that was so wide, with this text in it too; and the field width that printf, which counts
 * bytes, is to be given for the text in a column of that width. */
int pep_print_wide(int width, const char *text);
int pep_print_field(int width, const char *text);
/* Prints s in at most `columns`, 4 at least: of what does not fit as much as does, and three dots.  What is no
 * character is a space.  Returns the columns that it filled. */
int pep_print_cut(const char *s, size_t length, int columns);

/* --- messages on standard error --- */
/* pep: FILE: what is wrong, at byte N */
void pep_print_fault(const char *file, const struct pep_fault *fault);
/* pep: FILE: each line of notes; of many the first five, and how many more */
void pep_print_notes(const char *file, const char *notes);
/* A line that is written over, on a terminal, when the work has lasted a second; done == total takes it away. */
void pep_print_progress(const char *what, size_t done, size_t total);

/* --- JSON --- */
/* A count; above 2^63-1 a string of digits, as JSON readers would lose its end. */
json_t *pep_json_count(uint64_t n);
/* A hash: "0x" and 16 digits. */
json_t *pep_json_hash(uint64_t n);
/* A string; bytes that are no UTF-8 are replaced by '?'. */
json_t *pep_json_text(const char *s);
/* Prints and releases it. */
void pep_json_print(json_t *root);
/* The same on one line. */
void pep_json_print_line(json_t *root);
/* Flushes standard output; gives the exit code, PEP_TOOL_ERROR with a message where it could not be written. */
int pep_print_end(int code);
#endif
