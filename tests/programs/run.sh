#!/bin/sh
# run.sh PROGRAM - builds a real program by its own build files with the plain compiler and with the one under test,
# runs its tests and ours, and compares all they print.  The profile of the run has to be there and readable.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"

name=${1:?usage: run.sh PROGRAM}
work=$(pep_work "programs-$name")

program_copy "$name" "$work/plain" || pep_skip "the source of $name cannot be fetched"
case $name in
bzip2) program_text 3000000 >"$work/plain/input" ;;
zlib) program_text 1000000 >"$work/plain/input" ;;
esac
cp -R "$work/plain" "$work/ours"

program_build "$name" "$work/plain" "${PEP_CC:-gcc}" || pep_die "the plain build fails: $work/plain/build.log"
program_build "$name" "$work/ours" "$PEP_CC_UNDER_TEST" || pep_die "the build fails: $work/ours/build.log"

# one tree's name must not show in outputs: both run at the same path
mv "$work/plain" "$work/tree"
program_test "$name" "$work/tree" "$work/out-plain"
mv "$work/tree" "$work/plain"
mv "$work/ours" "$work/tree"
PEP_PROFILE=$work/%p.pepraw
export PEP_PROFILE
program_test "$name" "$work/tree" "$work/out-ours"

diff -r "$work/out-plain" "$work/out-ours" || pep_die "outputs differ: $work/out-plain and $work/out-ours"
pep_say "$name: $(ls "$work/out-ours" | wc -l) outputs equal"

if pep_is_ours; then
    set -- "$work"/*.pepraw
    [ -f "$1" ] || pep_die "no profile was written to $work"
    "$PEP_UNDER_TEST" merge -o "$work/$name.pep" "$@" || pep_die "pep merge fails"
    "$PEP_UNDER_TEST" report "$work/tree/$(program_binary "$name")" "$work/$name.pep" >"$work/report" ||
        pep_die "pep report fails"
    [ -s "$work/report" ] || pep_die "pep report prints nothing"
    pep_say "$name: $# profiles merged and reported"
fi
