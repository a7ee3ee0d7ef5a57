#!/bin/sh
# run.sh - blocks tell themselves (-fpep=subpaths) in the order in which the program runs them: shapes.c, linked with a
# runtime that writes down what it hears (trace.c), says by itself where it is (check.py).  Sampled, a countdown that is
# always through hears the same; duplicated, stays that begin anywhere hear pieces of it (stays.py).
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"

pep_is_ours || pep_skip "only pep-cc tells of blocks"
here=$pep_root/tests/subpaths
work=$(pep_work subpaths)
cd "$work" || exit 1
export PEP_FLAGS=
pep_quietly trace.log "${PEP_CC:-gcc}" -std=c11 -Wall -Wextra -Werror -O2 -I"$pep_root/include" -c -o trace.o "$here/trace.c"
failed=0

fail()
{
    pep_say "$*"
    failed=$((failed + 1))
}

# build NAME FLAGS - shapes.c, with the runtime that traces; NAME.dump is how its blocks follow one another
build()
{
    rm -f "$1.dump"
    # shellcheck disable=SC2086 # a list of words
    pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=subpaths $2 -fpep-dump=cp -fpep-dump-file="$1.dump" -Wall -Wextra \
        -Werror -c -o "$1.o" "$here/shapes.c"
    pep_quietly build.log "${PEP_CC:-gcc}" -o "$1" "$1.o" trace.o
}

pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=edges,calls -fpep-how=exhaustive -fpep-dump=cp -fpep-dump-file=calls.dump \
    -c -o calls.o "$here/shapes.c"

pep_quietly build.log "${PEP_CC:-gcc}" -O1 -o plain -DPLAIN "$here/shapes.c"
./plain 40 >plain.out

for PEP_CC in gcc $(pep_clang); do
    export PEP_CC
    for flags in -O0 -O2; do
        build shapes "-fpep-how=exhaustive $flags"
        PEP_TRACE=all ./shapes 40 >out && cmp -s out plain.out || fail "$PEP_CC $flags: the program says something else"
        told=$(python3 -B "$here/check.py" shapes.dump calls.dump all 2>&1) || fail "$PEP_CC $flags"
        pep_say "$PEP_CC $flags: $told"
        for check in portable auto; do
            build sampled "-fpep-how=sampled -fpep-check=$check $flags"
            PEP_TRACE=some ./sampled 40 >out && cmp -s out plain.out || fail "$PEP_CC $flags, sampled: the program says something else"
            cmp all some || fail "$PEP_CC $flags, sampled, check $check: another stream"
        done
        PEP_TRACE=all ./shapes 60 stays >stays.out
        for check in portable auto; do
            build stays "-fpep-how=duplicated -fpep-check=$check $flags"
            PEP_TRACE=some ./stays 40 >out && cmp -s out plain.out || fail "$PEP_CC $flags, duplicated: the program says something else"
            rm -f some.*
            for seed in 1 2 3 4 5 6 7 8; do
                PEP_SEED=$seed PEP_TRACE=some.$seed ./stays 60 stays >out && cmp -s out stays.out ||
                    fail "$PEP_CC $flags, duplicated, seed $seed: the program says something else"
            done
            told=$(python3 -B "$here/stays.py" stays.dump all some.* 2>&1) || fail "$PEP_CC $flags, duplicated, check $check"
            pep_say "$PEP_CC $flags, duplicated, check $check: $told"
        done
    done
done

pep_say "subpaths: $failed failed"
[ $failed -eq 0 ]
