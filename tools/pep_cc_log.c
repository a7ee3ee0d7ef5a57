#define _GNU_SOURCE
#include "base/error.h"
#include "base/file.h"
#include "tools/pep_cc.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* add_line - "FILE: TEXT" as one line, whatever the file is called */
static void add_line(struct pep_buffer *out, const char *source, const char *text, size_t length)
{
    char here[4096];
    if (source[0] != '/' && getcwd(here, sizeof here))
        pep_buffer_printf(out, "%s/", here);
    for (const char *p = source; *p; p++)
        pep_buffer_adds(out, *p == '\n' ? "\\n" : (char[]){*p, 0});
    pep_buffer_printf(out, ": %.*s\n", (int)length, text);
}

void pep_cc_log(const struct pep_cc *cc, const char *source, const char *notes)
{
    const char *path = getenv("PEP_LOG");
    bool logged = path && *path;
    struct pep_buffer lines = PEP_BUFFER_INIT;
    while (*notes) {
        size_t length = strcspn(notes, "\n");
        if (length && cc->line.options.verbose)
            pep_warn("%s: not instrumented: %.*s", source, (int)length, notes);
        if (length && logged)
            add_line(&lines, source, notes, length);
        notes += length + (notes[length] == '\n');
    }
    /* One write in append mode, so that the lines of parallel compilations do not mix.  A log that cannot be written
     * is no reason to break a build. */
    int fd = lines.count ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    if (fd >= 0) {
        pep_file_write_fd(fd, lines.at, lines.count);
        close(fd);
    } else if (lines.count && cc->line.options.verbose) {
        pep_warn("%s: %s", path, strerror(errno));
    }
    pep_buffer_free(&lines);
}
