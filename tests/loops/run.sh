#!/bin/sh
# run.sh [PROGRAM...] - the programs of bench/programs print the same however they are instrumented, and what was counted
# in all ways that tell edges gives the same edges.  The short form takes four of them; the long one all, clang, -O3, and
# flex on its own scanner as well.
#
# Sampled and duplicated code runs twice: as users run it, for what it prints; and with every point or check taken, which
# counts as exhaustive code does.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"
. "$pep_root/bench/workloads.sh"

pep_is_ours || pep_skip "only pep-cc counts"
work=$(pep_work loops)
unset PEP_OFF PEP_POLICY PEP_SKIP PEP_TRIGGER PEP_TICK PEP_SAMPLES PEP_STRIDE PEP_INTERVAL PEP_JITTER PEP_COUNTER PEP_BURST
export PEP_FLAGS= PEP_MEMORY=1m
failed=0

fail()
{
    pep_say "$*"
    failed=$((failed + 1))
}

# run WAY - in its folder; its profiles are new ones, and so is its output
run()
{
    rm -rf "$work/$name/$1/runs"
    PEP_PROFILE=$work/$name/$1/runs/%p.pepraw \
        sh -c "$(workload "$name" "$work/$name/$1" 0.03 /dev/null)" || fail "$name, $1: does not run"
    cmp "$work/$name/plain/output" "$work/$name/$1/output" || fail "$name, $1: prints something else"
}

# edges WAY - of its profiles; which of them end a path, and so the hashes of graph and unit and the order of units, differ
# between the ways
edges()
{
    "$PEP_UNDER_TEST" edges --json '*' "$work/$name/$1/$(workload_binary "$name")" "$work/$name/$1/runs"/*.pepraw |
        grep -v 'ends_path\|_hash' | LC_ALL=C sort >"$work/$name/$1/edges"
    grep -q '"count": [1-9]' "$work/$name/$1/edges" || fail "$name, $1: nothing is counted"
    # flex forks, and a path that is under way then ends twice
    [ "$name-$1" = flex-edges ] || cmp "$work/$name/paths/edges" "$work/$name/$1/edges" || fail "$name, $1: other edges"
}

# program NAME COMPILER FLAGS
program()
{
    name=$1 compiler=$2 flags=$3
    rm -rf "${work:?}/$name"
    workload_build "$name" "$work/$name/plain" "$compiler" "$flags" || pep_die "see $work/$name/plain/build.log"
    sh -c "$(workload "$name" "$work/$name/plain" 0.03 /dev/null)" || pep_die "$name does not run"
    for way in paths edges kpaths sampled duplicated subpaths-exhaustive subpaths-sampled subpaths-duplicated; do
        case $way in
        kpaths) how="-fpep=kpaths -fpep-k=8" ;;
        subpaths-*) how="-fpep=subpaths -fpep-how=${way#*-}" ;;
        *) how=$(pep_way $way) ;;
        esac
        workload_build "$name" "$work/$name/$way" "$PEP_CC_UNDER_TEST" "-fpep-cc=$compiler $flags $how" ||
            pep_die "see $work/$name/$way/build.log"
        run $way
        case $way in
        sampled | duplicated)
            PEP_TRIGGER=counter PEP_INTERVAL=1000 run $way
            export PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1
            run $way
            unset PEP_TRIGGER PEP_INTERVAL PEP_STRIDE
            ;;
        esac
        case $way in subpaths-*) ;; *) edges $way ;; esac
    done
    pep_say "$name, $compiler $flags: $(head -n 1 "$work/$name/plain/output")"
}

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2086 # names
    set -- ${loop_names%% matrix*}
    ! pep_long || set -- $loop_names flex
fi
for program; do
    program "$program" "${PEP_CC:-gcc}" -O2
    if pep_long; then
        program "$program" "${PEP_CC:-gcc}" -O3
        clang=$(pep_clang) && program "$program" "$clang" -O2
    fi
done
pep_say "loops: $failed failed"
[ $failed -eq 0 ]
