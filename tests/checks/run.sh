#!/bin/sh
# run.sh [PROGRAM...] - of duplicated code, property 1 of the paper (Arnold-Ryder, section 2): no more checks are executed
# than functions are entered and back edges taken.
#
# calc, bzip2 and lua run twice: everything counted, which tells entries and back edges, and duplicated with every check
# a sample, so that the runtime's own count of points is that of all checks.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"
. "$pep_root/bench/workloads.sh"

pep_is_ours || pep_skip "only pep-cc has checks"
work=$(pep_work checks)
unset PEP_OFF PEP_POLICY PEP_SKIP PEP_TRIGGER PEP_TICK PEP_SAMPLES PEP_STRIDE PEP_INTERVAL PEP_JITTER PEP_COUNTER PEP_BURST
failed=

# run NAME KIND FLAGS - leaves $work/NAME/KIND.pep
run()
{
    workload_build "$1" "$work/$1/$2" "$PEP_CC_UNDER_TEST" "-O2 -fpep-cc=gcc $3" || pep_die "see $work/$1/$2/build.log"
    (
        cd "$work/$1/$2" && rm -rf runs && mkdir runs || exit 1
        case $1 in
        calc) command="./calc 20000" ;;
        bzip2) command="./bzip2 <$work/text >packed && ./bzip2 -d <packed >unpacked" ;;
        lua) command="src/lua $pep_root/tests/programs/language.lua" ;;
        esac
        PEP_PROFILE=runs/%p.pepraw sh -c "$command" >output && "$PEP_UNDER_TEST" merge -o "../$2.pep" runs/*.pepraw
    ) || pep_die "$1, $2, does not run"
}

export PEP_TRIGGER=counter PEP_INTERVAL=1
program_text 200000 >"$work/text"
[ $# -gt 0 ] || set -- calc bzip2 lua
for name; do
    run "$name" counted "-fpep-how=exhaustive -fpep=edges"
    binary=$(program_binary "$name")
    "$PEP_UNDER_TEST" edges --json '*' "$work/$name/counted/${binary:-$name}" "$work/$name/counted.pep" \
        >"$work/$name/edges" || pep_die "pep edges fails"
    for truncate in default header; do
        flags=-fpep-how=duplicated
        [ $truncate = default ] || flags="$flags -fpep-truncate=$truncate"
        run "$name" $truncate "$flags"
        "$PEP_UNDER_TEST" show --json "$work/$name/$truncate"/runs/*.pepraw >"$work/$name/shown" || pep_die "pep show fails"
        told=$(python3 -B "$pep_root/tests/checks/bound.py" "$work/$name/edges" "$work/$name/shown") || failed=yes
        printf '%-7s %-8s %s\n' "$name" $truncate "$told"
    done
done
[ -z "$failed" ]
