#!/bin/sh
# run.sh PROGRAM [sampled|duplicated|guided] - builds a real program by its own build files with the plain compiler and with the
# one under test, runs its tests and ours, and compares all they print.  The profile of the run has to be there and
# readable.
#
# Paths and calls are counted.  Sampled code runs the tests as users do and once more where every point is taken,
# duplicated code four times more: where every check is taken, every third, every seventh in bursts, every thousandth.
# Guided code is built twice, and is the same where a run of the tests spent its time; in the short form these are for
# bzip2 and lua alone.  No file may be left out.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"

name=${1:?usage: run.sh PROGRAM [sampled|duplicated]}
how=${2:-exhaustive}
work=$(pep_work "programs-$name-$how")
[ "$how" = exhaustive ] || pep_is_ours || pep_skip "only pep-cc samples and duplicates"
case $how$name in
exhaustive* | *bzip2 | *lua) ;;
*) pep_long || pep_skip "the long form takes it" ;;
esac

program_copy "$name" "$work/plain" || pep_skip "the source of $name cannot be fetched"
case $name in
bzip2) program_text 3000000 >"$work/plain/input" ;;
zlib) program_text 1000000 >"$work/plain/input" ;;
esac
cp -R "$work/plain" "$work/ours"

program_build "$name" "$work/plain" "${PEP_CC:-gcc}" || pep_die "the plain build fails: $work/plain/build.log"
export PEP_LOG="$work/log"
if [ "$how" = guided ]; then
    cp -R "$work/ours" "$work/first"
    export PEP_FLAGS="-fpep-how=exhaustive -fpep=paths,calls"
    program_build "$name" "$work/first" "$PEP_CC_UNDER_TEST" || pep_die "the build fails: $work/first/build.log"
    PEP_PROFILE=$work/first.%p program_test "$name" "$work/first" "$work/out-first"
    "$PEP_UNDER_TEST" merge -o "$work/prior.pep" "$work"/first.* || pep_die "the first run leaves no profile"
    export PEP_FLAGS="-fpep=paths,calls -fpep-use=$work/prior.pep"
else
    export PEP_FLAGS="-fpep-how=$how -fpep=paths,calls"
fi
program_build "$name" "$work/ours" "$PEP_CC_UNDER_TEST" || pep_die "the build fails: $work/ours/build.log"

# one tree's name must not show in outputs: both run at the same path
mv "$work/plain" "$work/tree"
program_test "$name" "$work/tree" "$work/out-plain"
mv "$work/tree" "$work/plain"
mv "$work/ours" "$work/tree"
PEP_PROFILE=$work/%p.pepraw
export PEP_PROFILE

# same NAME - the tests and their outputs, which are to be those of the plain program
same()
{
    program_test "$name" "$work/tree" "$work/out-$1"
    diff -r "$work/out-plain" "$work/out-$1" || pep_die "outputs differ: $work/out-plain and $work/out-$1"
    pep_say "$name, $1: $(ls "$work/out-$1" | wc -l) outputs equal"
}

same ours
! grep -s 'unit: .*rewrit' "$work/log" || pep_die "rewriting failed"
if [ "$how" = sampled ]; then
    pep_sample_all
    same every-point
elif [ "$how" != exhaustive ]; then
    export PEP_TRIGGER=counter
    for interval in 1 3 1000; do
        PEP_INTERVAL=$interval same "every-$interval"
    done
    PEP_INTERVAL=7 PEP_BURST=3 same bursts
fi

if pep_is_ours; then
    set -- "$work"/*.pepraw
    [ -f "$1" ] || pep_die "no profile was written to $work"
    "$PEP_UNDER_TEST" merge -o "$work/$name.pep" "$@" || pep_die "pep merge fails"
    "$PEP_UNDER_TEST" report "$work/tree/$(program_binary "$name")" "$work/$name.pep" >"$work/report" ||
        pep_die "pep report fails"
    [ -s "$work/report" ] || pep_die "pep report prints nothing"
    pep_say "$name: $# profiles merged and reported"
fi
