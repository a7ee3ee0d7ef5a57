#!/bin/sh
# coverage.sh PEP PEP_CC - the tracefile that pep export writes for lcov is the one that lcov makes of gcov's data, what
# the source marks left out; what was sampled, and may have run without being seen, is said to be so.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-coverage.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/lines/*.[ch] "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
command -v lcov >/dev/null || exit 77
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

lcov_with_branches()
{
    lcov --quiet --rc lcov_branch_coverage=1 "$@" 2>said || { cat said; fail "lcov $* failed"; }
}

# read_tracefile FILE: the records as lcov reads them, which adds up what several units have, in an order
read_tracefile()
{
    lcov_with_branches --add-tracefile "$1" --output-file read.info
    awk '/^SF:/ { file = $0 } { print file " " $0 }' read.info | sort
}

mkdir gcov && gcc --coverage -o gcov/lines lines.c other.c && gcov/lines >/dev/null || fail "gcc's program does not run"
lcov_with_branches --capture --directory gcov --output-file captured.info
read_tracefile captured.info >gcov.records
grep -q '/twice.h DA:3,500$' gcov.records || fail "lcov does not read gcov's data"
for event in paths edges; do
    rm -f ./*.pepraw
    PEP_FLAGS="-fpep-how=exhaustive -fpep=$event" "$pep_cc" -O2 -o lines lines.c other.c && ./lines >/dev/null &&
        "$pep" export --format=lcov -o written.info ./lines || fail "nothing for lcov, counting $event"
    read_tracefile written.info >pep.records
    diff -u gcov.records pep.records || fail "counting $event, lcov reads something else than of gcov"
    [ "$(grep -cx 'FNDA:500,twice' written.info)" -eq 1 ] || fail "a function of a header is not one"
done

rm -f ./*.pepraw
PEP_FLAGS=-fpep-how=sampled "$pep_cc" -O2 -o lines lines.c other.c && PEP_TRIGGER=counter PEP_INTERVAL=7 ./lines >/dev/null &&
    "$pep" export --format=lcov ./lines >out 2>said || fail "nothing of what was sampled"
grep -q '^pep: lines: was sampled: ' said || { cat said; fail "it does not say that samples do not see all"; }
grep -qx 'DA:34,0' out || fail "what never ran is not told"

mkdir away && mv lines.c away
"$pep" export --format=lcov ./lines 2>/dev/null | grep -qx "SF:lines.c" || fail "a source that is gone is not named"
"$pep" export --format=lcov -s away ./lines 2>/dev/null | grep -qx "SF:$work/away/lines.c" ||
    fail "a source that was moved is named where it was"

[ "$failed" -eq 0 ]
