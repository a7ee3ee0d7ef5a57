/* parts_test.c - the parts of the wrapper one by one: words, options, the sorted command line, messages of two steps,
 * functions in a child of their own. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "frontend/cmdline.h"
#include "frontend/isolate.h"
#include "frontend/lexer.h"
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- words --- */

/* split - the words joined by '|' */
static char *split(struct pep_arena *arena, const char *text, enum pep_words_rule rule, int expected)
{
    struct pep_words words = {0};
    struct pep_buffer out = PEP_BUFFER_INIT;
    assert_int_equal(pep_words_split(&words, arena, text, rule), expected);
    for (size_t i = 0; i < words.count; i++)
        pep_buffer_printf(&out, "%s%s", i ? "|" : "", words.at[i]);
    char *joined = pep_arena_strdup(arena, pep_buffer_text(&out));
    pep_buffer_free(&out);
    pep_array_free(&words);
    return joined;
}

static void test_split(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    assert_string_equal(split(&arena, " a  b\tc\n", PEP_WORDS_SHELL, 0), "a|b|c");
    assert_string_equal(split(&arena, "a\\ b 'c d'\"e 'f\"", PEP_WORDS_SHELL, 0), "a b|c de 'f");
    assert_string_equal(split(&arena, "'a\\b' ''", PEP_WORDS_SHELL, 0), "a\\b|");
    assert_string_equal(split(&arena, "'a\\b'", PEP_WORDS_RESPONSE, 0), "ab");
    assert_string_equal(split(&arena, "", PEP_WORDS_SHELL, 0), "");
    assert_string_equal(split(&arena, "a 'b c", PEP_WORDS_SHELL, -1), "a|b c");
    pep_arena_free(&arena);
}

static void test_print(void **state)
{
    (void)state;
    struct pep_buffer out = PEP_BUFFER_INIT;
    const char *const words[] = {"gcc", "-DA=\"b $c\"", "", "x.c", NULL};
    pep_words_print(&out, words);
    assert_string_equal(out.at, " gcc \"-DA=\\\"b \\$c\\\"\" \"\" x.c\n");
    pep_buffer_free(&out);
}

/* --- options --- */

static void expect_option(const char *word, int result, const char *message)
{
    struct pep_options options;
    struct pep_buffer error = PEP_BUFFER_INIT;
    pep_options_init(&options);
    assert_int_equal(pep_options_parse(&options, word, &error), result);
    if (message)
        assert_non_null(strstr(pep_buffer_text(&error), message));
    else
        assert_int_equal(error.count, 0);
    pep_buffer_free(&error);
}

static void test_options(void **state)
{
    (void)state;
    expect_option("-O2", 0, NULL);
    expect_option("-fpeephole2", 0, NULL);
    expect_option("-fpep=edges", 1, NULL);
    expect_option("-fpep-array-limit=0x10", 1, NULL);
    expect_option("-fpep", -1, "'-fpep='");
    expect_option("-fpep=", -1, "paths|edges");
    expect_option("-fpep-path-limit=0", -1, "1 at least");
    expect_option("-fpep-path-limit=1k", -1, "takes a number");
    expect_option("-fpep-path-limit=99999999999999999999", -1, "takes a number");
    expect_option("-fpep-cc=", -1, "takes a value");
    expect_option("-fpep-dump=", -1, "takes a value");
    expect_option("-fpep-dump=c,np", 1, NULL);
    expect_option("-fpep-dump=cz", -1, "takes the letters");
    expect_option("-fpep-upd", -1, "did you mean '-fpep-update='");
    expect_option("-fpep-update", -1, "did you mean '-fpep-update='");
    expect_option("-fpep-no-colapse", -1, "'-fpep-no-collapse'");
    expect_option("-fpep-verbose=1", -1, "'-fpep-verbose'");
    expect_option("-fpep-use=prior.pep", 1, NULL);
    expect_option("-fpep-no-hints", 1, NULL);
    expect_option("-fpep-use=", -1, "takes a value");
    expect_option("-Wpep-stale", 1, NULL);
    expect_option("-Wno-pep-stale", 1, NULL);
    expect_option("-Wpep-stalk", -1, "'-Wpep-stale'");
    expect_option("-Wpedantic", 0, NULL);
    expect_option("-Wp,-D,pep", 0, NULL);
    expect_option("-fpep-quite-another-thing", -1, "-fpep-help lists all");
}

/* -fpep= takes a list; the last flag says all. */
static void test_event_list(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        int result;
        uint8_t event;
        bool fields;
    } cases[] = {
        {"-fpep=edges,fields", 1, 2, true}, {"-fpep=fields", 1, 1, true},   {"-fpep=fields,edges", 1, 2, true},
        {"-fpep=paths", 1, 1, false},       {"-fpep=edges", 1, 2, false},   {"-fpep=paths,edges", -1, 0, false},
        {"-fpep=fields,", -1, 0, false},    {"-fpep=,edges", -1, 0, false}, {"-fpep=fields,fields", -1, 0, false},
        {"-fpep=field", -1, 0, false},
    };
    struct pep_options options;
    struct pep_buffer error = PEP_BUFFER_INIT;
    pep_options_init(&options);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(pep_options_parse(&options, cases[i].word, &error), cases[i].result);
        if (cases[i].result > 0) {
            assert_int_equal(options.event, cases[i].event);
            assert_int_equal(options.fields, cases[i].fields);
        }
    }
    pep_buffer_free(&error);
}

static void test_update_given(void **state)
{
    (void)state;
    struct pep_options options;
    struct pep_buffer error = PEP_BUFFER_INIT;
    pep_options_init(&options);
    assert_false(options.update_given);
    pep_options_parse(&options, "-fpep-update=single", &error);
    assert_true(options.update_given);
    pep_buffer_free(&error);
}

/* --- the command line --- */

static struct pep_arena line_arena;

static void read_line(struct pep_cmdline *line, const char *text)
{
    struct pep_words words = {0};
    struct pep_buffer error = PEP_BUFFER_INIT;
    pep_words_split(&words, &line_arena, text, PEP_WORDS_SHELL);
    assert_int_equal(pep_cmdline_read(line, &line_arena, pep_words_vector(&words), NULL, &error), 0);
    pep_array_free(&words);
}

static void free_line(struct pep_cmdline *line)
{
    pep_array_free(&line->args);
    pep_array_free(&line->original);
}

/* roles - a letter an argument, in the order of enum pep_arg_role */
static const char *roles(const char *text)
{
    struct pep_cmdline line;
    read_line(&line, text);
    char *out = PEP_NEW_N(&line_arena, char, line.args.count + 1);
    for (size_t i = 0; i < line.args.count; i++)
        out[i] = "aprdclLioMx"[line.args.at[i].role];
    free_line(&line);
    return out;
}

static void test_roles(void **state)
{
    (void)state;
    assert_string_equal(roles("-O2 -c x.c -o x.o"), "aMio");
    assert_string_equal(roles("-Ia -I b -DX -D Y -Wp,-DX -include c.c x.c"), "ppppppi");
    assert_string_equal(roles("-finput-charset=x"), "r");
    assert_string_equal(roles("-MD -MF f -MFf -MT t -MP"), "ddddd");
    assert_string_equal(roles("-lm -l m -Lx -L x -Wl,-s -Xlinker -s a.o b.a"), "LLllllLL");
    assert_string_equal(roles("-Wa,-a -save-temps -fdump-tree-all -dumpbase x"), "cccc");
    assert_string_equal(roles("-x c a -xnone b.c --param x=1 -std=c99 -static"), "xixiaal");
    assert_string_equal(roles("-Xclang -c -mllvm -o"), "aa");
    assert_string_equal(roles("-Xclang -include-pch -Xclang a.pch -Xclang -load -Xclang a.so"), "ppaa");
}

static void test_reasons(void **state)
{
    (void)state;
    struct pep_cmdline line;
    read_line(&line, "-c -");
    assert_non_null(line.verbatim);
    free_line(&line);
    read_line(&line, "-E");
    assert_true(line.no_code);
    free_line(&line);
    read_line(&line, "-pthread -shared -Wl,-z,now,-r");
    assert_true(line.threads && line.no_runtime);
    free_line(&line);
    read_line(&line, "-Wl,-rpath,/r -Xlinker -rpath");
    assert_false(line.no_runtime);
    free_line(&line);
    read_line(&line, "-ffreestanding");
    assert_non_null(line.plain);
    free_line(&line);
    read_line(&line, "-fno-inline-atomics");
    assert_non_null(line.plain);
    free_line(&line);
    read_line(&line, "-ffreestanding -fpep-force");
    assert_null(line.plain);
    free_line(&line);
    read_line(&line, "--target=aarch64-linux-gnu");
    assert_string_equal(line.machine, "aarch64");
    free_line(&line);
    read_line(&line, "--target=x86_64-w64-mingw32"); /* no machine that has our runtime */
    assert_string_equal(line.machine, "x86_64-w64-mingw32");
    free_line(&line);
    read_line(&line, "-S -c");
    assert_int_equal(line.mode, PEP_MODE_ASSEMBLY);
    free_line(&line);
}

static void test_clang_options(void **state)
{
    (void)state;
    struct pep_cmdline line;
    struct pep_words words = {0};
    read_line(&line, "-O2 -std=gnu99 -Wall -target x86_64-linux-gnu -D std=x -funsigned-char -include -ansi");
    pep_cmdline_clang(&words, &line_arena, &line);
    assert_int_equal(words.count, 4);
    assert_string_equal(words.at[0], "-O2");
    assert_string_equal(words.at[1], "-std=gnu99");
    assert_string_equal(words.at[2], "--target=x86_64-linux-gnu");
    assert_string_equal(words.at[3], "-funsigned-char");
    pep_array_free(&words);
    free_line(&line);
}

static void test_stem(void **state)
{
    (void)state;
    assert_string_equal(pep_cmdline_stem(&line_arena, "d.e/x.tab.c"), "d.e/x.tab");
    assert_string_equal(pep_cmdline_stem(&line_arena, "d.e/x"), "d.e/x");
    assert_string_equal(pep_cmdline_stem(&line_arena, ".c"), ".c");
}

/* --- messages --- */

/* --- isolation --- */

enum { LARGE = 5 * 1000 * 1000 };

static int answer(struct pep_buffer *out, void *data)
{
    for (int i = 0; i < *(int *)data; i++)
        pep_buffer_addc(out, (char)('a' + i % 26));
    return 7;
}

static int crash(struct pep_buffer *out, void *data)
{
    (void)data;
    pep_buffer_adds(out, "half");
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return 0;
}

static int leave(struct pep_buffer *out, void *data)
{
    pep_buffer_adds(out, "half");
    _exit(*(int *)data);
    return 0;
}

static int hang(struct pep_buffer *out, void *data)
{
    (void)out, (void)data;
    for (;;)
        pause();
    return 0;
}

static int turn(struct pep_buffer *out, void *data)
{
    (void)out;
    for (bool told = false;; told = true)
        if (!told && write(*(int *)data, "", 1) != 1)
            return 1;
}

static void test_isolate(void **state)
{
    (void)state;
    int count = LARGE;
    struct pep_isolate job = {.work = answer, .data = &count, .seconds = 60, .quiet = true};
    assert_int_equal(pep_isolate(&job), PEP_ISOLATE_DONE);
    assert_int_equal(job.result, 7);
    assert_int_equal(job.out.count, LARGE);
    assert_int_equal(job.out.at[LARGE - 1], 'a' + (LARGE - 1) % 26);
    pep_buffer_free(&job.out);
    count = 0;
    assert_int_equal(pep_isolate(&job), PEP_ISOLATE_DONE);
    assert_int_equal(job.out.count, 0);
    pep_buffer_free(&job.out);
}

static void test_isolate_ends(void **state)
{
    (void)state;
    int code = 0;
    struct pep_isolate job = {.work = crash, .quiet = true};
    assert_int_equal(pep_isolate(&job), PEP_ISOLATE_CRASHED);
    assert_int_equal(job.signal, SIGSEGV);
    pep_buffer_free(&job.out);
    for (code = 0; code < 2; code++) {
        job = (struct pep_isolate){.work = leave, .data = &code, .quiet = true};
        assert_int_equal(pep_isolate(&job), PEP_ISOLATE_CRASHED);
        pep_buffer_free(&job.out);
    }
    job = (struct pep_isolate){.work = hang, .seconds = 1, .quiet = true};
    assert_int_equal(pep_isolate(&job), PEP_ISOLATE_TIMEOUT);
    pep_buffer_free(&job.out);
}

/* The child is the only one that holds the pipe's end once its parent is dead. */
static void test_isolate_alone(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    assert_int_not_equal(parent, -1);
    if (!parent) {
        struct pep_isolate job = {.work = turn, .data = &ends[1], .seconds = 1};
        pep_isolate(&job);
        _exit(0);
    }
    close(ends[1]);
    char byte;
    assert_int_equal(read(ends[0], &byte, 1), 1);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    struct pollfd end = {.fd = ends[0], .events = POLLIN};
    assert_int_equal(poll(&end, 1, 60000), 1);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

/* --- tokens --- */

static bool may_define(const char *text)
{
    struct pep_tokens tokens = {0};
    pep_tokens_scan(&tokens, text, strlen(text), false);
    bool may = pep_tokens_may_define(&tokens);
    pep_tokens_free(&tokens);
    return may;
}

static void test_may_define(void **state)
{
    (void)state;
#define HEADER "# 1 \"t.c\"\n# 1 \"/usr/include/h.h\" 1 3 4\nstatic inline int g(int a) { return a; }\n# 2 \"t.c\" 2\n"
    assert_false(may_define(""));
    assert_false(may_define("struct s { int a; enum { A } b; } v[] = { [1] = { .a = 2 } };"));
    assert_false(may_define("enum e { A, B };\nint f(int (*)(void));"));
    assert_false(may_define(HEADER "int table[] = { 1, 2 };"));
    assert_true(may_define(HEADER "int f(void) { return 1; }"));
    assert_true(may_define("int f(a) int a; { return a; }"));
    assert_true(may_define("int f(void) __attribute__((cold)) { return 1; }"));
    assert_true(may_define("# 1 \"t.c\"\n# 1 \"/usr/include/h.h\" 1 3 4\nint a;\n# 2 \"t.c\" 2\n# 2 \"t.c\" 3 4\n"
                           "int f(void) { return 1; }")); /* by a macro of the header */
#undef HEADER
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split),         cmocka_unit_test(test_print),         cmocka_unit_test(test_options),
        cmocka_unit_test(test_event_list),    cmocka_unit_test(test_update_given),  cmocka_unit_test(test_roles),
        cmocka_unit_test(test_reasons),       cmocka_unit_test(test_clang_options), cmocka_unit_test(test_stem),
        cmocka_unit_test(test_isolate),       cmocka_unit_test(test_isolate_ends),  cmocka_unit_test(test_may_define),
        cmocka_unit_test(test_isolate_alone),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pep_arena_free(&line_arena);
    return failed;
}
