/* base_test.c - the containers: growth, alignment, order, collisions, embedded NULs, whole files. */
#define _GNU_SOURCE
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/file.h"
#include "base/map.h"
#include "tests/unit/unit.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void arena_gives_aligned_zeroes(void **state)
{
    (void)state;
    struct pep_arena arena = PEP_ARENA_INIT;
    for (size_t bytes = 0; bytes < 5000; bytes += 37) {
        unsigned char *p = pep_arena_alloc(&arena, bytes);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, bytes);
    }
    char *large = pep_arena_alloc(&arena, 1 << 20);
    large[(1 << 20) - 1] = 1;
    assert_string_equal(pep_arena_printf(&arena, "%d-%s", 42, "x"), "42-x");
    assert_string_equal(pep_arena_strndup(&arena, "abcdef", 3), "abc");
    assert_true(arena.total >= 1 << 20);
    pep_arena_free(&arena);
    assert_int_equal(arena.total, 0);
    assert_non_null(pep_arena_alloc(&arena, 1));
    pep_arena_free(&arena);
}

static void array_keeps_elements_while_growing(void **state)
{
    (void)state;
    struct {
        PEP_ARRAY(uint64_t);
    } a = {0};
    for (uint64_t i = 0; i < 10000; i++)
        pep_array_push(&a, i * i);
    assert_int_equal(a.count, 10000);
    assert_true(a.room >= a.count);
    for (uint64_t i = 0; i < 10000; i++)
        assert_int_equal(a.at[i], i * i);
    uint64_t *more = pep_array_push_n(&a, 300);
    for (int i = 0; i < 300; i++)
        assert_int_equal(more[i], 0);
    assert_ptr_equal(pep_array_last(&a), &a.at[10299]);
    pep_array_free(&a);
    assert_null(a.at);
    assert_int_equal(a.room, 0);
}

static void buffer_holds_any_byte(void **state)
{
    (void)state;
    struct pep_buffer b = PEP_BUFFER_INIT;
    assert_string_equal(pep_buffer_text(&b), "");
    pep_buffer_add(&b, "a\0b", 3);
    assert_int_equal(b.count, 3);
    assert_memory_equal(b.at, "a\0b", 4);
    pep_buffer_clear(&b);
    for (int i = 0; i < 1000; i++)
        pep_buffer_printf(&b, "%d,", i);
    pep_buffer_addc(&b, '!');
    pep_buffer_adds(&b, "");
    assert_int_equal(b.count, 10 * 2 + 90 * 3 + 900 * 4 + 1);
    assert_int_equal(b.at[b.count], 0);
    assert_int_equal(strncmp(b.at, "0,1,2,", 6), 0);
    pep_buffer_free(&b);
    assert_null(b.at);
}

static void map_finds_what_was_put_in_order(void **state)
{
    (void)state;
    struct pep_map m = {0};
    uint64_t key;
    assert_null(pep_map_get(&m, "x", 1));
    for (key = 0; key < 20000; key++)
        *pep_map_put(&m, &key, sizeof key, 7) += key;
    for (key = 0; key < 20000; key++)
        assert_int_equal(*pep_map_get(&m, &key, sizeof key), key + 7);
    assert_null(pep_map_get(&m, &key, sizeof key));
    assert_int_equal(m.entries.count, 20000);
    for (size_t i = 0; i < m.entries.count; i++)
        assert_memory_equal(m.entries.at[i].key, &(uint64_t){i}, sizeof key);

    /* a key is its bytes and its length, not a string; a second put changes nothing */
    pep_map_put(&m, "a\0b", 3, 1);
    pep_map_put(&m, "a\0c", 3, 2);
    pep_map_put(&m, "a", 1, 3);
    pep_map_put(&m, "", 0, 4);
    assert_int_equal(*pep_map_put(&m, "a\0b", 3, 99), 1);
    assert_int_equal(*pep_map_get(&m, "a\0c", 3), 2);
    assert_int_equal(*pep_map_get(&m, "a", 1), 3);
    assert_int_equal(*pep_map_get(&m, "", 0), 4);
    pep_map_free(&m);
    assert_null(pep_map_get(&m, "a", 1));
}

/* The permissions that a file with these has when it is replaced. */
static mode_t mode_after_write(const char *path, mode_t mode)
{
    struct stat status;
    assert_int_equal(chmod(path, mode), 0);
    assert_int_equal(pep_file_write(path, "x", 1), 0);
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

static void file_comes_back_as_written(void **state)
{
    (void)state;
    char folder[] = "/tmp/pep-unit-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    struct pep_buffer out = PEP_BUFFER_INIT, in = PEP_BUFFER_INIT;
    for (int i = 0; i < 100000; i++)
        pep_buffer_add(&out, &i, sizeof i);
    assert_int_equal(pep_file_write(path, out.at, out.count), 0);
    assert_int_equal(pep_file_read(&in, path), 0);
    assert_int_equal(in.count, out.count);
    assert_memory_equal(in.at, out.at, out.count);
    assert_int_equal(mode_after_write(path, 0600), 0600);
    assert_int_equal(mode_after_write(path, 0666), 0666);
    assert_int_equal(pep_file_write(path, "", 0), 0);
    pep_buffer_clear(&in);
    assert_int_equal(pep_file_read(&in, path), 0);
    assert_int_equal(in.count, 0);
    assert_string_equal(pep_file_base(path), "file");
    assert_string_equal(pep_file_base("file"), "file");
    unlink(path);

    /* a failed write leaves neither the file nor a temporary one, and says why */
    assert_int_equal(pep_file_read(&in, path), -1);
    assert_int_equal(errno, ENOENT);
    snprintf(path, sizeof path, "%s/none/file", folder);
    assert_int_equal(pep_file_write(path, "x", 1), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(rmdir(folder), 0);
    pep_buffer_free(&out);
    pep_buffer_free(&in);
}

static void leave_a_mark(void)
{
    if (write(STDOUT_FILENO, "hook", 4) != 4)
        _exit(1);
}

/* Runs action in a child whose two outputs go into `text`; gives its exit code. */
static int in_child(struct pep_buffer *text, void (*action)(void))
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        action();
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(pep_file_read_fd(text, ends[0]), 0);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void die(void)
{
    pep_at_fatal(leave_a_mark);
    pep_fatal(PEP_EXIT_IO, "cannot read '%s'", "x.c");
}

static void point(void)
{
    pep_error_at("filter", "function ~ and\n", 11, "a name or a string belongs after '%s'", "~");
}

static void messages_name_the_program_and_the_place(void **state)
{
    (void)state;
    struct pep_buffer text = PEP_BUFFER_INIT;
    assert_int_equal(in_child(&text, die), PEP_EXIT_IO);
    assert_non_null(strstr(pep_buffer_text(&text), "pep: error: cannot read 'x.c'\n"));
    assert_non_null(strstr(pep_buffer_text(&text), "hook"));
    pep_buffer_clear(&text);
    assert_int_equal(in_child(&text, point), 0);
    assert_non_null(strstr(pep_buffer_text(&text), "filter:1:12: error: a name or a string belongs after '~'\n"));
    /* the caret stands under the byte */
    const char *line = strstr(pep_buffer_text(&text), "function ~ and"), *caret = strchr(pep_buffer_text(&text), '^');
    assert_non_null(line);
    assert_non_null(caret);
    const char *start = line;
    while (start > text.at && start[-1] != '\n')
        start--;
    const char *caret_start = caret;
    while (caret_start[-1] != '\n')
        caret_start--;
    assert_int_equal(caret - caret_start, line - start + 11);
    pep_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_aligned_zeroes), cmocka_unit_test(array_keeps_elements_while_growing),
        cmocka_unit_test(buffer_holds_any_byte),      cmocka_unit_test(map_finds_what_was_put_in_order),
        cmocka_unit_test(file_comes_back_as_written), cmocka_unit_test(messages_name_the_program_and_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
