#!/bin/sh
# iterations.sh [--update] PEP PEP_CC - what pep iterations says of loops whose turns repeat, compared with
# iterations/report.out and report.json; the same however it was compiled, and when two runs are merged.
set -u
update=
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)/iterations
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-iterations.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here/loops.c" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
NO_COLOR=1
export NO_COLOR
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

# to_json - the hash is that of what the compiler made of the source
to_json()
{
    "$pep" iterations --json thirds loops | sed 's/"0x[0-9a-f]*"/"0xHASH"/'
}

for flags in "-O2" "-O0 -fpep-update=thread" "-O1 -fpep-update=atomic -fpep-how=exhaustive"; do
    rm -f ./*.pepraw
    # shellcheck disable=SC2086
    "$pep_cc" -fpep=kpaths -fpep-k=6 $flags -o loops loops.c && ./loops >/dev/null || exit 1
    "$pep" iterations '[!m]*' --top=3 loops >report || fail "$flags: no report"
    if [ -n "$update" ]; then
        cp report "$here/report.out"
        to_json >"$here/report.json"
    fi
    diff -u "$here/report.out" report || fail "$flags: says something else"
done
to_json | diff -u "$here/report.json" - || fail "--json says something else"

"$pep" iterations --format=dot alternates loops >loops.dot || fail "no picture"
grep -q 'n0_0 -> n0_1 .label=" 9[0-9.]* %"' loops.dot || fail "the picture lacks what follows"
if command -v dot >/dev/null; then
    dot -Tsvg -o loops.svg loops.dot 2>said && [ ! -s said ] || fail "dot fails: $(head -n 1 said)"
    [ "$(grep -c 'class="edge"' loops.svg)" = "$(grep -c -e '->' loops.dot)" ] || fail "the picture lacks sequences"
fi
"$pep" iterations --format=pprof alternates loops 2>said && fail "--format"

# where memory is short counts are lower bounds, and say so
rm -f ./*.pepraw
sed 's/disorder(100)/disorder(5000)/' loops.c >many.c
"$pep_cc" -fpep=kpaths -fpep-k=20 -O2 -o many many.c && PEP_MEMORY=16k ./many >/dev/null &&
    "$pep" iterations --json disorder many >bounds.json || fail "a bound"
"$pep" iterations disorder many | grep -q 'some were pruned' || fail "nothing was pruned"
"$pep" iterations disorder many | grep -q ' at least ' && grep -q '"at_least": true' bounds.json || fail "no lower bound"
"$pep" merge -o bounds.pep many.*.pepraw && "$pep" iterations --json disorder bounds.pep | cmp -s - bounds.json ||
    fail "merging loses the marks"
rm -f ./*.pepraw && ./loops >/dev/null

# twice as much is twice as often: shares stay, and every count doubles
"$pep" merge -o one.pep loops.*.pepraw && ./loops >/dev/null && "$pep" merge -o two.pep loops.*.pepraw &&
    "$pep" show -f alternates one.pep | awk '$1 == "path" || $1 == "sequence" { $NF = 2 * $NF ";"; print }' >doubled &&
    "$pep" show -f alternates two.pep | awk '$1 == "path" || $1 == "sequence" { $1 = $1; print }' >sum || fail "no merging"
[ -s sum ] && cmp doubled sum || fail "two runs are not twice one"

"$pep" iterations --threshold=60% --top=0 disorder one.pep >strict; "$pep" iterations --threshold=1% --top=0 disorder one.pep >lax
[ "$(wc -l <strict)" -lt "$(wc -l <lax)" ] || fail "--threshold"
"$pep" iterations nobody one.pep >said 2>&1 && fail "a function that is not there"
"$pep_cc" -fpep=kpaths -fpep-how=sampled -c loops.c 2>said && fail "samples are no sequences"
grep -q 'is not for -fpep-how=sampled' said || fail "no word of it"
"$pep_cc" -fpep=kpaths -fpep-k=4097 -c loops.c 2>said && fail "sequences longer than the tools read"
grep -q 'takes 4096 paths at most' said || fail "no word of it"
# samples may have met what follows a path more often than the path; even so each sequence is one that was met
"$pep_cc" -fpep=kpaths -fpep-k=6 -fpep-how=duplicated -O2 -o few loops.c || exit 1
for interval in 3 7 40; do
    PEP_TRIGGER=counter PEP_JITTER=0 PEP_INTERVAL=$interval PEP_BURST=5 PEP_PROFILE=$PWD/few.raw ./few >/dev/null || exit 1
    "$pep" iterations --top=0 '*' few few.raw >report || fail "every ${interval}th: no report"
    "$pep" show few.raw | sed -n 's/^ *sequence \(.*\): .*/\1/p' | sort -u >met
    sed -n 's/^\([0-9][0-9 ]*\) of [a-z].*/\1/p' report | sort -u >told
    [ -s told ] && [ -z "$(comm -13 met told)" ] || fail "every ${interval}th: sequences that were not met: $(comm -13 met told)"
    rm few.raw
done
"$pep_cc" -fpep-how=exhaustive -o plain loops.c && PEP_PROFILE=$PWD/plain.raw ./plain >/dev/null &&
    ! "$pep" iterations same plain plain.raw >said 2>&1 && grep -q 'build with -fpep=kpaths$' said || fail "paths have no sequences"
echo "$failed failed"
[ "$failed" -eq 0 ]
