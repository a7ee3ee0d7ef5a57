#!/bin/sh
# run.sh PROGRAM|csmith - counts against gcov's: the program is built at -O0 by gcc --coverage and by the compiler under
# test, both do the same work, and compare.py holds entries of functions, lines and branches against each other.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"

name=${1:?usage: run.sh PROGRAM|csmith}
pep_is_ours || pep_skip "only pep-cc has counts"
work=$(pep_work "gcov-$name")

# gcov_counts FOLDER - all coverage data below FOLDER as $work/gcov.json, a line a unit, and as text in $work/gcov.txt
gcov_counts()
{
    (
        cd "$1" || exit 1
        find . -name '*.gcda' -execdir gcov --json-format --stdout --branch-probabilities {} + >"$work/gcov.json" 2>/dev/null
        find . -name '*.gcda' -execdir gcov --stdout --branch-probabilities --branch-counts {} + >"$work/gcov.txt" 2>/dev/null
    )
}

# compare NAME FOLDER PROGRAM PROFILE - FOLDER is where the sources lie
compare()
{
    "$PEP_UNDER_TEST" edges --json '*' "$3" "$4" >"$work/pep.json" 2>"$work/pep.log" ||
        pep_die "pep edges fails: $work/pep.log"
    setjmp=
    [ "$name" = lua ] && setjmp=--setjmp=luaD_rawrunprotected
    python3 -B "$pep_root/tests/gcov/compare.py" $setjmp --name "$1" --folder "$2" --tool "$PEP_UNDER_TEST" \
        "$work/gcov.json" "$work/gcov.txt" "$work/pep.json" "$3" "$4" || exit 1
}

random_programs()
{
    count=10
    pep_long && count=200
    include=$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)")
    [ -f "$include/csmith.h" ] || pep_skip "csmith is not installed"
    for seed in $(seq 1001 $((1000 + count))); do
        folder=$work/$seed
        rm -rf "$folder" && mkdir "$folder" && cd "$folder" || exit 1
        csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >random.c || exit 1
        gcc -w -O0 -g --coverage -I"$include" random.c -o covered && timeout 5 ./covered >covered.out 2>&1 || continue
        "$PEP_CC_UNDER_TEST" -w -O0 -g $(pep_way "$way") -I"$include" random.c -o ours ||
            pep_die "seed $seed does not compile"
        PEP_PROFILE=$folder/profile timeout 20 ./ours >ours.out 2>&1 || pep_die "seed $seed does not run"
        cmp -s covered.out ours.out || pep_die "seed $seed prints something else"
        gcov_counts .
        compare "$way, seed $seed" "$folder" "$folder/ours" "$folder/profile"
        cd "$work" && rm -rf "$folder"
    done
}

# build_and_run WAY COMPILER FLAGS - in $work/tree, always that path: names of files are in the counts, and nothing in
# the run may depend on them
build_and_run()
{
    cp -R "$work/plain" "$work/tree"
    program_build "$name" "$work/tree" "$2" "$3" || pep_die "the build fails: $work/tree/build.log"
    # what configure's probes and the build itself ran is not what both have in common
    find "$work/tree" -name '*.gcda' -delete
    rm -rf "$work/raw" && mkdir "$work/raw"
    PEP_REPEATABLE=yes PEP_PROFILE=$work/raw/%p.pepraw setarch -R sh -c ". '$pep_root/tests/lib.sh'; \
        . '$pep_root/tests/programs/programs.sh'; program_test $name '$work/tree' '$work/out-$1'"
}

real_program()
{
    program_copy "$name" "$work/plain" || pep_skip "the source of $name cannot be fetched"
    case $name in
    bzip2 | zlib) program_text 300000 >"$work/plain/input" ;;
    esac
    flags="-O0 -g"
    # gcov cannot count the entries of a function with computed goto, and a switch can stand in
    [ "$name" = lua ] && flags="$flags -DLUA_USE_JUMPTABLE=0 -I. -include $pep_root/tests/programs/lua_addresses.h"
    build_and_run covered gcc "$flags --coverage"
    gcov_counts "$work/tree"
    rm -rf "$work/tree"
    build_and_run ours "$PEP_CC_UNDER_TEST" "$flags $(pep_way "$way")"
    diff -r "$work/out-covered" "$work/out-ours" || pep_die "outputs differ"
    "$PEP_UNDER_TEST" merge -o "$work/all.pep" "$work"/raw/*.pepraw || pep_die "pep merge fails"
    compare "$way, $name" "$work/tree" "$work/tree/$(program_binary "$name")" "$work/all.pep"
}

export pep_root
pep_sample_all
for way in paths edges sampled duplicated; do
    case $way$name in duplicatedsqlite | sampledsqlite) pep_long || continue ;; esac # four minutes more
    if [ "$name" = csmith ]; then
        random_programs
    else
        real_program
        [ $way = duplicated ] || rm -rf "$work" && mkdir -p "$work"
    fi
done
pep_say "gcov and $name: counts agree"
