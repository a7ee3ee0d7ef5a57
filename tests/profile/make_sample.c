/* make_sample DIR - write what the golden tests read into DIR: an object file `sample` with the sample's map, the bare
 * map, raw profiles of two runs, one of them in the other byte order, one that was cut short, one whose binary is gone
 * one whose binary was built anew, and one of a sampled build, `sampled`, whose counts are those of the second run; and
 * subpaths of one run, all of them and those in stays, of the builds `brute` and `stays`. */
#include "base/error.h"
#include "base/file.h"
#include "tests/profile/sample.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void save(const char *folder, const char *name, const struct pep_buffer *bytes, size_t count)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (pep_file_write(path, bytes->at, count))
        pep_fatal(PEP_EXIT_IO, "%s: %s", path, strerror(errno));
}

/* save_subpaths - of the run of that seed, with the object file of its build. */
static void save_subpaths(const char *folder, const char *name, enum pep_raw_subpath_way way)
{
    struct sample sample;
    struct pep_buffer raw = PEP_BUFFER_INIT;
    char path[4096], file[64], module[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(file, sizeof file, "%s.part", name);
    snprintf(module, sizeof module, "./%s", name);
    sample_make(&sample, 8, 100);
    sample_subpaths(NULL, &sample, way, PEP_RAW_ENCODING_EXACT, 2000);
    sample_raw_subpaths(&raw, &sample, module, 0);
    save(folder, file, &raw, raw.count);
    if (sample_elf(path, &sample, 0, 0))
        pep_fatal(PEP_EXIT_IO, "%s: cannot be written", path);
    pep_buffer_free(&raw);
    sample_free(&sample);
}

int main(int argc, char **argv)
{
    struct sample first, second;
    struct pep_buffer raw = PEP_BUFFER_INIT, swapped = PEP_BUFFER_INIT;
    if (argc != 2)
        pep_fatal(PEP_EXIT_USAGE, "usage: make_sample DIR");
    sample_make(&first, 1, 4000);
    sample_make(&second, 2, 6000);
    sample_raw(&raw, &first, "./sample", 0);
    sample_raw(&swapped, &second, "./sample", 1);
    save(argv[1], "sample.map", &first.record, first.record.count);
    save(argv[1], "sample.1.pepraw", &raw, raw.count);
    save(argv[1], "sample.2.pepraw", &swapped, swapped.count);
    char path[4096];
    snprintf(path, sizeof path, "%s/sample", argv[1]);
    if (sample_elf(path, &first, 0, 0))
        pep_fatal(PEP_EXIT_IO, "%s: cannot be written", path);
    save(argv[1], "cut.pepraw.part", &raw, 8192 + 320);
    second.map.directory = "/home/ada/before"; /* another map, so another hash */
    pep_buffer_clear(&second.record);
    pep_unitmap_encode(&second.record, &second.map);
    pep_buffer_clear(&raw);
    sample_raw(&raw, &second, "/nowhere/gone", 0);
    save(argv[1], "gone.part", &raw, raw.count);
    pep_buffer_clear(&raw);
    sample_raw(&raw, &second, "./sample", 0);
    save(argv[1], "changed.part", &raw, raw.count);
    second.map.how = PEP_HOW_SAMPLED;
    pep_buffer_clear(&second.record);
    pep_unitmap_encode(&second.record, &second.map);
    pep_buffer_clear(&raw);
    sample_raw(&raw, &second, "./sampled", 0);
    save(argv[1], "sampled.part", &raw, raw.count);
    snprintf(path, sizeof path, "%s/sampled", argv[1]);
    if (sample_elf(path, &second, 0, 0))
        pep_fatal(PEP_EXIT_IO, "%s: cannot be written", path);
    save_subpaths(argv[1], "brute", PEP_RAW_SUBPATH_ALL);
    save_subpaths(argv[1], "stays", PEP_RAW_SUBPATH_STAYS);
    pep_buffer_free(&raw);
    pep_buffer_free(&swapped);
    sample_free(&first);
    sample_free(&second);
    return 0;
}
