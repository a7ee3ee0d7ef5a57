/* tree.h - the control tree of one function: what the front end says of the text, and all the builder needs to know.
 *
 * Only what steers control is in the tree.  An expression without && || ?: statement expressions or calls that do not
 * return (or return twice) is a PEP_NODE_LEAF.  Offsets are bytes of the text and mean nothing here: begin is the
 * first byte, end the first one behind, with the closing ';' where a statement has one.
 *
 * The builder hangs sites on the nodes: node->site[arm] is the place in the text where exactly one edge of the graph
 * passes, and where the rewriter can put code.  What an arm means depends on the node:
 *
 *   arm       statement                            condition leaf          others
 *   BEFORE    in front of it
 *   TRUE      IF, WHILE, FOR: start of the body    where it is nonzero
 *   FALSE     IF: start of the else part           where it is zero
 *   LATCH     WHILE: end of the body, FOR: after the third expression; function: in front of the closing brace
 *   AT        CASE, LABEL: behind the colon (everybody who comes by the label or falls into it passes)
 *             SWITCH: a default label at the end of the body
 *   AFTER     behind an expression statement or asm goto; RETURN: between the value and the return
 *   END       end of the body of DO, FOR and SWITCH, of the then part of IF   where the tree is `roomy`
 *   OTHER_END end of the else part of IF                                      likewise
 */
#ifndef PEP_CFGBUILD_TREE_H
#define PEP_CFGBUILD_TREE_H
#include "cfgbuild/cfg.h"

enum pep_node_kind {
    /* statements and their kids */
    PEP_NODE_LIST,       /* compound statement: any number */
    PEP_NODE_EXPRESSION, /* expression or declaration statement, or empty: kids in order of evaluation */
    PEP_NODE_IF,         /* condition, then, else or NULL */
    PEP_NODE_WHILE,      /* condition, body */
    PEP_NODE_DO,         /* body, condition */
    PEP_NODE_FOR,        /* first or NULL, condition or NULL, third or NULL, body */
    PEP_NODE_SWITCH,     /* operand, body */
    PEP_NODE_CASE,       /* statement; case and default */
    PEP_NODE_LABEL,      /* statement */
    PEP_NODE_GOTO,
    PEP_NODE_COMPUTED, /* operand; computed goto */
    PEP_NODE_ASM_GOTO, /* no kids; `targets` */
    PEP_NODE_BREAK,
    PEP_NODE_CONTINUE,
    PEP_NODE_RETURN, /* value or NULL */
    /* expressions */
    PEP_NODE_LEAF,
    PEP_NODE_GROUP,     /* evaluates its kids, in order where `sequenced`, else in any order */
    PEP_NODE_NOT,       /* operand */
    PEP_NODE_SAME,      /* operand; the same value: parentheses, __builtin_expect */
    PEP_NODE_AND,       /* left, right */
    PEP_NODE_OR,        /* left, right */
    PEP_NODE_COND,      /* condition, second, third */
    PEP_NODE_ELVIS,     /* condition and value, second: GNU a ?: b */
    PEP_NODE_COMMA,     /* left, right */
    PEP_NODE_STATEMENT, /* list: a statement expression */
    PEP_NODE_NORETURN,  /* kids: arguments; then the path ends */
    PEP_NODE_TWICE,     /* kids: arguments; then control may come back again (setjmp) */
};

enum pep_arm {
    PEP_ARM_BEFORE,
    PEP_ARM_TRUE,
    PEP_ARM_FALSE,
    PEP_ARM_LATCH,
    PEP_ARM_AT,
    PEP_ARM_AFTER,
    PEP_ARM_END,
    PEP_ARM_OTHER_END,
    PEP_ARMS,
};

struct pep_node;

/* A place in the text that one edge passes; edge.site points here. */
struct pep_site {
    struct pep_node *node;
    uint8_t arm;   /* enum pep_arm */
    uint32_t edge; /* its index, or PEP_NO_BLOCK where the edge is unreachable */
};

/* A label of the function. */
struct pep_label {
    const char *name;
    uint32_t offset;
    bool address_taken;        /* by &&name or as a target of asm goto */
    uint32_t named;            /* how often that, or a goto, is so */
    struct pep_node *asm_goto; /* of which it is a target; NULL where it is of none */
    uint32_t block;            /* the builder's; PEP_NO_BLOCK before */
};

struct pep_node {
    uint8_t kind;          /* enum pep_node_kind */
    int8_t constant;       /* of a condition: its truth where it is an integer constant, else -1 */
    int8_t expected;       /* of a condition: the truth that __builtin_expect tells, else -1 */
    bool sequenced;        /* of an expression: all of its branches are evaluated in one fixed order */
    bool in_list;          /* of a statement: it may stand among others without braces */
    bool declaration;      /* EXPRESSION: a declaration */
    bool is_default;       /* CASE: a default label */
    bool needs_no_default; /* SWITCH: over an enumeration or a truth value; compilers warn by the labels */
    bool calls;            /* calls some function */
    bool never;            /* NORETURN: __builtin_unreachable, so that control does not come here at all */
    bool ends;             /* a path may end inside: loops, jumps and labels of statement expressions */
    bool short_trip;       /* of a loop: it counts in 32 bits at most, so that it cannot turn more often than that */
    bool value_of_elvis;   /* the first kid of an ELVIS: its value is used, not just its truth */
    bool integer;          /* the same kid: it has an integer type */
    uint32_t value_site;   /* SWITCH: the site of its operand, plus 1; 0 where values are not recorded */
    uint32_t begin, end;   /* offsets */
    struct pep_position position; /* line 0: nothing runs there */
    struct pep_node **kid;
    uint32_t nkids;
    const char *text;           /* CASE: "case 3"; GOTO, LABEL: the name */
    struct pep_label *label;    /* LABEL, GOTO */
    struct pep_label **targets; /* ASM_GOTO */
    uint32_t ntargets;
    uint32_t dispatch; /* ASM_GOTO: the block from which it goes to labels of its own; the builder's */
    struct pep_site *site[PEP_ARMS];
    uint32_t header; /* of a loop: the block where a turn begins, by the builder's own number */
    bool decides;    /* of a condition: a block branches on it, ... */
    uint32_t branch; /* ... the one of this number, by the builder's own */
    bool seen;       /* the builder came by; ... */
    uint32_t block;  /* ... and was in this block, by its own number */
};

/* A direct call of another function of the unit. */
struct pep_call {
    uint32_t callee; /* index of its tree in the unit */
    uint32_t offset; /* of the name */
};

/* An automatic variable or a parameter; or what hides one, such as a static variable. */
struct pep_local {
    const char *name;
    uint32_t declared;   /* offset of the name where it is declared */
    uint32_t begin, end; /* the name means it in between: from behind its declaration to the end of its block */
    bool parameter;
    bool idle;          /* a parameter, scalar or array, that the body does not name: 0 does as well */
    bool foreign;       /* the name means something else that is declared there, and hides a variable outside */
    bool stepping;      /* declared by a for */
    bool in_register;   /* so declared: its address cannot be had */
    bool fixed;         /* its address may be known, or its value may not be assigned: no copy can stand in its place */
    bool steady;        /* a constant scalar whose address nobody knows: a copy does where it is only read */
    bool integer;       /* it has an integer type of 64 bits at most */
    bool constant;      /* of a static variable: it never changes */
    bool shared;        /* static: declared in front of the function, it is one variable for all versions */
    uint32_t statement; /* of a variable: where its declaration begins, which may declare others too; else 0 */
};

/* Where a local is mentioned. */
struct pep_mention {
    uint32_t offset, local;
    bool declares; /* it begins here */
    bool assigns;  /* it may be given another value; of a declaration, it has an initialiser */
};

/* Where an enumerator is named. */
struct pep_enumerator {
    uint32_t offset;
    int64_t value;
};

/* What a second version of a function has to know of the first (frontend/locals.c). */
struct pep_whole {
    const char *single; /* why the function has to be its only version, or NULL */
    const char *shut;   /* why another version cannot be entered in the middle, or NULL */
    bool returns_void;
    bool old_style;           /* its parameters are declared behind their names */
    bool declared_inline;     /* so that, static and unused, it is left out even where nothing is optimised */
    struct pep_local *locals; /* in order of the text, parameters first */
    uint32_t nlocals;
    struct pep_mention *mentions; /* in order of the text */
    uint32_t nmentions;
    struct pep_enumerator *enumerators;
    uint32_t nenumerators;
};

enum pep_use { PEP_USE_READ = 1, PEP_USE_WRITE = 2, PEP_USE_BOTH = PEP_USE_READ | PEP_USE_WRITE };

/* A member expression that is evaluated. */
struct pep_member {
    uint32_t layout, field; /* index in the unit, in the layout */
    uint32_t offset;        /* of the member's name */
    uint8_t use;            /* enum pep_use */
};

/* A call that is evaluated. */
struct pep_call_expression {
    const char *name;    /* of the function, or NULL: it goes through a pointer */
    uint32_t callee;     /* index of the name in the unit, or PEP_NO_CALLEE */
    uint32_t site;       /* of a pointer: its site in the tree */
    uint32_t begin, end; /* offsets of what is called */
    struct pep_position position;
};

/* A call of a sort or a search of the C library, which is given a function by its name alone, as the last argument. */
struct pep_callback {
    uint32_t name, argument; /* offsets */
    bool returns;            /* a pointer */
};

/* A user's function as the front end gives it. */
struct pep_tree {
    const char *name;
    const char *pretty;           /* what clang's __PRETTY_FUNCTION__ says, where the body asks for it; else the name */
    struct pep_position position; /* of the name */
    uint32_t end_line;
    bool is_static, is_inline; /* is_inline: `inline` without static, so that other units see it too */
    bool resolves;             /* an ifunc's: a static program runs it before there is memory of the thread */
    /* Set by who builds: blocks are told where they begin.  So the edges behind parts of statements get sites too, and
     * none has its site in front of calls that it follows. */
    bool roomy;
    bool must_jump;                  /* it makes a call that has to be a jump: nothing of its own outlives that */
    const char *result;              /* how the result type is spelled, for __typeof__; "void" where it is void */
    const char *refusal;             /* why the function must stay as it is, or NULL; then body is NULL */
    uint32_t first;                  /* offset where its declaration begins */
    uint32_t name_begin, begin, end; /* offsets: name token, body's brace, behind the closing brace */
    struct pep_node *body;           /* LIST */
    struct pep_label **labels;
    uint32_t nlabels;
    uint32_t address_taken; /* labels that are */
    bool taken;             /* something else than a call mentions it, as far as the unit tells */
    bool only_called;       /* static and not taken: every mention of it is a call that is in some tree's `calls` */
    struct pep_call *calls; /* of functions of the unit, left out or not, in order of the text */
    uint32_t ncalls;
    struct pep_whole whole;
    struct pep_member *members; /* where the front end was asked for them */
    uint32_t nmembers;
    struct pep_call_expression *call_expressions; /* where the front end was asked for them: a call before those that
                                                     stand inside of it */
    uint32_t ncall_expressions;
    struct pep_callback *callbacks; /* likewise */
    uint32_t ncallbacks;
    struct pep_value_site *sites; /* where the front end was asked for them */
    uint32_t nsites;
    uint32_t *blocks; /* the builder's: final number of each of its blocks, or PEP_NO_BLOCK */
};

/* Builds blocks and edges of the function from its tree, with sites; the graph is finished (pep_cfg_finish) but not
 * truncated.  Gives NULL, or why the function cannot be instrumented. */
const char *pep_cfg_build(struct pep_function *f, struct pep_tree *tree, struct pep_arena *arena);
/* The block that a place in the function is executed with; PEP_NO_BLOCK where it is never reached.  false where the
 * tree does not tell. */
bool pep_cfg_block_at(uint32_t *block, const struct pep_tree *tree, uint32_t offset);
/* Lists the accesses that the tree's members make, by block: f->accesses.  What is never reached drops out. */
void pep_cfg_list_accesses(struct pep_function *f, const struct pep_tree *tree);
/* Lists the calls of the tree, by block: f->calls. */
void pep_cfg_list_calls(struct pep_function *f, const struct pep_tree *tree);
/* Of an edge without a site: may what has to happen on it happen on the edges that lead to its source instead? */
bool pep_cfg_can_hoist(const struct pep_function *f, const struct pep_edge *e);
#endif
