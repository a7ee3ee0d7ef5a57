/* fuzz_readers - the readers under libFuzzer.  The first byte tells whether hashes are repaired, the rest is the file.
 *
 *     cmake -DPEP_FUZZ=ON -DPEP_SANITIZE=ON -DCMAKE_C_COMPILER=clang-19 -B build-fuzz
 *     cmake --build build-fuzz --target profile_fuzz_readers profile_make_sample
 *     build-fuzz/bin/profile_fuzz_readers -max_len=16000 CORPUS
 *
 * profile_make_sample DIR gives files to begin with; put a byte in front of each. */
#include "tests/profile/damage.h"
#include "tests/profile/sample.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t count);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t count)
{
    static struct sample sample, subpaths;
    static struct pep_mapset maps;
    struct pep_fault fault;
    if (!sample.record.count) {
        sample_make(&sample, 3, 100);
        pep_mapset_add_bytes(&maps, sample.record.at, sample.record.count, "sample", &fault);
        sample_make(&subpaths, 4, 10);
        sample_subpaths(NULL, &subpaths, PEP_RAW_SUBPATH_ALL, PEP_RAW_ENCODING_EXACT, 5);
        pep_mapset_add_bytes(&maps, subpaths.record.at, subpaths.record.count, "sample", &fault);
    }
    if (!count)
        return 0;
    unsigned char *copy = malloc(count);
    if (!copy)
        return 0;
    memcpy(copy, bytes + 1, count - 1);
    if (bytes[0] & 1)
        damage_repair(copy, count - 1);
    damage_read(copy, count - 1, &maps);
    free(copy);
    return 0;
}
