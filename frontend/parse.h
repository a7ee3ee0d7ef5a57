/* parse.h - from preprocessed text to the control trees of its functions, with libclang's help.
 *
 * Runs in a child process (isolate.h), because libclang can crash on strange input.  libclang's errors are not looked
 * at: gcc's text is not always clang's.  What counts is the cross-check: every if, loop, jump, && || ? of a body must
 * have been met in the syntax tree, or the function gets a refusal and stays as it is.  Functions of system headers
 * are passed over. */
#ifndef PEP_FRONTEND_PARSE_H
#define PEP_FRONTEND_PARSE_H
#include "cfgbuild/tree.h"
#include "frontend/lexer.h"

struct pep_parse {
    struct {
        PEP_ARRAY(struct pep_tree);
    } functions;                /* the user's, in order of the text */
    struct pep_layout *layouts; /* that the members of the trees belong to */
    uint32_t nlayouts;
    struct pep_callee *callees; /* that the calls of the trees name, by name */
    uint32_t ncallees;
    bool warned; /* libclang warned of something that the arguments ask for */
    struct pep_arena arena;
};

/* Finds the static functions that are only called, and the calls (references.c). */
void pep_parse_references(struct pep_parse *parse, const struct pep_tokens *tokens, const bool *opaque);

/* Numbers the names of the callees (calls.c). */
void pep_parse_callees(struct pep_parse *parse);

/* Is anything written in a way that compilers may warn of, and that shows in this text alone (shapes.c)? */
bool pep_parse_is_odd(const struct pep_tree *tree, const struct pep_tokens *tokens);

/* Does any function, whether it stays as it is or not, look as if something were guarded that is not (shapes.c)? */
bool pep_parse_misleads(const struct pep_tokens *tokens);

/* What the front end is to find out besides, since it costs time; and what it cannot see. */
struct pep_wanted {
    bool whole;     /* what second versions of functions have to know: pep_tree.whole */
    bool fields;    /* the members that each function accesses */
    bool values;    /* the sites whose values are to be recorded */
    bool calls;     /* the calls, and the sites of pointers */
    bool callbacks; /* calls of sorts and searches that call back */
    bool regions;   /* pragmas of OpenMP or OpenACC mean something to the compiler */
    bool lasts;     /* the compiler warns where nobody uses what a statement expression gives: gcc does not */
};

/* arguments: for libclang, NULL-terminated.  Gives NULL, or why the text as a whole cannot be parsed. */
const char *pep_parse_unit(struct pep_parse *parse, const struct pep_tokens *tokens, const char *const *arguments,
                           struct pep_wanted wanted);
void pep_parse_free(struct pep_parse *parse);
#endif
