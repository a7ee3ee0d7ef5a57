/* walk.h - what the walkers over libclang's tree share (unit.c, statement.c, expression.c); nobody else includes it. */
#ifndef PEP_FRONTEND_WALK_H
#define PEP_FRONTEND_WALK_H
#include "base/map.h"
#include "cfgbuild/tree.h"
#include "frontend/lexer.h"
#include "frontend/libclang.h"
#include "frontend/parse.h"

struct pep_walk {
    const struct pep_libclang *l;
    const struct pep_tokens *t;
    struct pep_arena *arena;
    uint32_t shift;          /* bytes of the prelude in front of the text */
    uint32_t *branchings;    /* [i]: tokens before i that may branch, end a path or take a label's address */
    uint32_t *calls;         /* [i]: tokens before i that look like a call */
    bool optimizes;          /* the compiler does: a -O other than -O0 */
    bool packs, computes;    /* a pragma changes how structures lie, or what arithmetic gives, behind it */
    bool *claimed;           /* by token: met in the tree */
    bool *opaque;            /* by token: passed over */
    bool *untold;            /* by token: left as it is, and nobody counts how often it runs */
    struct pep_map noreturn; /* names of functions that do not return; 1: a declaration says so */
    struct pep_map twice;    /* names of those that return twice */
    struct pep_map said;     /* names of functions -> enum pep_said: attributes of all declarations */
    struct pep_map labels;   /* of the function: offset of the label -> index */
    struct {
        PEP_ARRAY(struct pep_label *);
    } label_list;
    struct pep_source_lines {
        struct pep_buffer text; /* of the file, empty where it cannot be read */
        uint32_t file, line;    /* which one, and the line that was looked up last; 0: none was */
        size_t at;              /* where that begins */
    } source;
    struct pep_tree *tree; /* the function */
    uint32_t scope_end;    /* offset where the innermost block ends */
    struct {
        PEP_ARRAY(struct pep_local);
    } locals; /* of the function */
    struct {
        PEP_ARRAY(struct pep_value_site);
    } sites; /* of the function */
    struct {
        PEP_ARRAY(struct pep_value_label);
    } value_labels; /* of the switches around, the innermost one's last */
    struct {
        PEP_ARRAY(struct pep_member);
    } members; /* of the function */
    struct {
        PEP_ARRAY(struct pep_call_expression);
    } call_expressions; /* of the function */
    struct {
        PEP_ARRAY(struct pep_callback);
    } callbacks;         /* of the function */
    bool *called;        /* by token: the parenthesis of a call that was met */
    const char *refusal; /* first reason against it, or NULL */
    bool needs_result;   /* some return wants the result type */
    bool wants_values;
};

/* What attributes say of a function, on its definition or another declaration. */
enum pep_said {
    PEP_SAID_NAKED = 1,
    PEP_SAID_LEAVE = 2,    /* it is not to be instrumented */
    PEP_SAID_LESS = 4,     /* its code may use less than the unit's */
    PEP_SAID_ALONE = 8,    /* a second version would need it too, or it means this one alone */
    PEP_SAID_INLINED = 16, /* always */
    PEP_SAID_EARLY = 32,   /* runs before the program is set up */
    PEP_SAID_TARGET = 64,  /* it may use more instructions than the unit */
    PEP_SAID_HERE = 128,   /* it is defined, and may be called with any arguments: what is always inlined may call what
                            * exists nowhere, where its arguments are not the constants that it is given */
};

struct pep_cursors {
    PEP_ARRAY(CXCursor);
};

/* The structs and unions whose members the unit accesses (fields.c). */
struct pep_fields {
    struct {
        PEP_ARRAY(struct pep_layout);
    } layouts;
    struct pep_map known; /* by where the field is declared: its layout << 32 | its place there */
    bool *met;            /* by token: the member expression was */
};

/* Byte range of a cursor in the text. */
void pep_walk_range(uint32_t *begin, uint32_t *end, const struct pep_walk *w, CXCursor c);
/* Copies the text and gives it back. */
char *pep_walk_spelling(struct pep_walk *w, CXString s);
/* Appends the direct children. */
void pep_walk_children(struct pep_cursors *kids, const struct pep_walk *w, CXCursor c);
bool pep_walk_is_expression(CXCursor c);
struct pep_node *pep_walk_node(struct pep_walk *w, enum pep_node_kind kind, uint32_t begin, uint32_t end);
/* Gives the node kids, and what it inherits from them. */
void pep_walk_adopt(struct pep_walk *w, struct pep_node *n, uint32_t count, struct pep_node *const *kids);
void pep_walk_refuse(struct pep_walk *w, const char *reason);
void pep_walk_claim(struct pep_walk *w, uint32_t token);
/* Passes over a part that is not evaluated or cannot be edited: its tokens count as met, label addresses are taken. */
void pep_walk_opaque(struct pep_walk *w, CXCursor c, uint32_t begin, uint32_t end);
/* Marks the tokens of a part that stays as it is. */
void pep_walk_leave_alone(struct pep_walk *w, uint32_t begin, uint32_t end);
/* The label a LabelRef cursor leads to; NULL with a refusal where it leads nowhere. */
struct pep_label *pep_walk_label(struct pep_walk *w, CXCursor label_ref);
struct pep_label *pep_walk_label_at(struct pep_walk *w, uint32_t offset);

/* The integer that an expression is whatever happens; false where it is none. */
bool pep_walk_constant(uint64_t *value, struct pep_walk *w, CXCursor c);
/* A piece of a text for reports: one line, not too long. */
const char *pep_walk_text(struct pep_walk *w, const char *text, uint32_t begin, uint32_t end);

/* The case label from token `first` to its colon as the source has it, where that names a macro and the text has what
 * it stands for; NULL elsewhere, and where the source is not at hand (labels.c). */
const char *pep_walk_label_name(struct pep_walk *w, uint32_t first, uint32_t colon);

/* The sites of values (values.c).  Arguments that the body reads become sites. */
void pep_walk_arguments(struct pep_walk *w, CXCursor function, CXCursor body);
/* The operand of a switch becomes one, where it can be looked at and nobody notices; gives its number plus 1, or 0.
 * few_values: compilers hold the labels against the values. */
uint32_t pep_walk_operand(struct pep_walk *w, CXCursor operand, const struct pep_node *n, bool few_values);
/* Takes note of a case label, from low to high. */
void pep_walk_case(struct pep_walk *w, CXCursor low, CXCursor high, const char *text);
/* The end of the switch whose labels are those from `first` on. */
void pep_walk_cases(struct pep_walk *w, uint32_t site, size_t first);

/* Is a type, or what it points to or is an array of, an array of variable length? (locals.c) */
bool pep_walk_is_variable_length(const struct pep_walk *w, CXType type);
/* Takes note of what a declaration declares that goes from `begin` to `end` (locals.c). */
void pep_walk_locals(struct pep_walk *w, const struct pep_cursors *declared, uint32_t begin, uint32_t end);
/* What the attributes from one token up to another say of the function that is declared there, and what all
 * declarations of that name say: bits of enum pep_said (objections.c). */
unsigned pep_walk_says(const struct pep_tokens *t, uint32_t first, uint32_t end);
unsigned pep_walk_said(const struct pep_walk *w, const char *name);
/* Why the function has to be its only version, or NULL; `first` is the token where its declaration begins
 * (objections.c). */
const char *pep_walk_object(const struct pep_walk *w, uint32_t first);
/* volatile, inline: what may stand between asm and goto or its parentheses. */
bool pep_walk_qualifies_assembly(const struct pep_tokens *t, uint32_t i);
/* Is the variable whose declaration this asm stands in told which register to live in, as r in
 * register long r asm("r10")? */
bool pep_walk_names_register(const struct pep_tokens *t, uint32_t i);
/* Why assembly, whose word is token `i`, forbids it, or NULL; and has it so many operands that there may be no register
 * for the address of a variable? (assembly.c) */
const char *pep_walk_object_to_assembly(const struct pep_walk *w, uint32_t i);
bool pep_walk_crowds(const struct pep_walk *w, uint32_t i);
/* Why another version cannot be entered in the middle, or NULL. */
const char *pep_walk_object_to_doors(const struct pep_walk *w, CXCursor body);
/* Does the body give names to structs, unions, or constants of enums? */
bool pep_walk_names_types(const struct pep_walk *w);
/* May something in the body be executed again? */
bool pep_walk_turns(const struct pep_walk *w);
/* Fills in tree->whole once the body has been walked. */
void pep_walk_whole(struct pep_walk *w, CXCursor function, CXCursor body, uint32_t first);

/* An expression; never NULL. */
struct pep_node *pep_walk_expression(struct pep_walk *w, CXCursor c);
/* An expression that is used as a truth value: constants are found. */
struct pep_node *pep_walk_condition(struct pep_walk *w, CXCursor c);
/* A statement; in_list tells whether it may stand among others without braces. */
struct pep_node *pep_walk_statement(struct pep_walk *w, CXCursor c, bool in_list);

/* Fills the tree's members, call expressions and callbacks from its body, where they are wanted (evaluated.c). */
void pep_walk_evaluated(struct pep_walk *w, struct pep_fields *fields, const struct pep_wanted *wanted,
                        struct pep_tree *tree, CXCursor body);
/* Takes note of a call of a sort that calls back, of which these are the parts (callbacks.c). */
void pep_walk_callback(struct pep_walk *w, const struct pep_cursors *call);
/* Is a function the C library's own, whose header may define it?  A program's may be instrumented itself, and then it
 * has checks (callbacks.c). */
bool pep_walk_is_of_library(const struct pep_walk *w, CXCursor function);
/* Takes note of a member expression (fields.c). */
void pep_walk_member(struct pep_walk *w, struct pep_fields *fields, CXCursor c, enum pep_use use);
/* Takes note of a call of what the expression gives (calls.c); of a pointer it becomes a site. */
void pep_walk_call(struct pep_walk *w, CXCursor callee);
/* The expression inside of parentheses and conversions; with `casts` also of those that are written. */
CXCursor pep_walk_inside(const struct pep_walk *w, CXCursor c, bool casts);
#endif
