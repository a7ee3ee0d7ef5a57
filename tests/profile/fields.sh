#!/bin/sh
# fields.sh PEP PEP_CC - a program counts its accesses to fields itself: pep report --fields has to say the same,
# whatever was recorded; and samples give shares that are near.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-fields.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here/fields/truth.c" "$here/fields/other.c" "$here/../../samples/calc.c" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
NO_COLOR=1 PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1 # sampled builds take all points
export NO_COLOR PEP_TRIGGER PEP_INTERVAL PEP_STRIDE
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

# counts FILE - of a report: "struct node 160 key READS WRITES" a line
counts()
{
    tr -d , <"$1" | awk '
        $3 == "size" { name = $1 " " $2 " " $4 }
        $1 == "cold" || $2 == "%" {
            reads = $1 == "cold" ? 2 : 3
            field = reads + ($(reads + 4) == "b" ? 6 : 5)
            print name, $field, $reads, $(reads + 1)
        }' | sort
}

for flags in "-fpep=fields -fpep-how=exhaustive" "-fpep=fields,edges -fpep-how=exhaustive -fpep-update=thread" \
    "-fpep=paths,fields -fpep-how=exhaustive -fpep-truncate=header -fpep-no-derive" \
    "-fpep=fields -fpep-how=exhaustive -fpep-path-limit=4 -fpep-array-limit=3 -fpack-struct" "-fpep=fields -fpep-how=sampled"; do
    rm -f ./*.pepraw truth
    # shellcheck disable=SC2086
    "$pep_cc" $flags -O2 -o truth truth.c other.c && ./truth | sort >expected || exit 1
    "$pep" report --fields --top=0 ./truth >report || fail "$flags: no report"
    counts report >got
    diff expected got >difference || { cat difference; fail "$flags: other counts than the program's own"; }
done
sed 1d report | diff -u "$here/fields/report.out" - || fail "the report looks otherwise"

# without the flag nothing is listed, and the counts are those of other builds
rm -f ./*.pepraw
"$pep_cc" -fpep-how=exhaustive -O2 -o truth truth.c other.c && ./truth >/dev/null || exit 1
"$pep" report --fields ./truth >report 2>&1 && fail "fields without -fpep=fields"

# samples have nearly the same shares, other input has not
unset PEP_STRIDE
PEP_INTERVAL=5003
for how in exhaustive sampled; do
    "$pep_cc" -fpep=fields -fpep-how=$how -O2 -o $how calc.c && PEP_PROFILE=$PWD/$how.raw ./$how >/dev/null || exit 1
done
"$pep" compare exhaustive.raw sampled.raw --field-accuracy=99.5% >compared 2>&1 || { cat compared; fail "samples"; }
rm -f half.raw
PEP_PROFILE=$PWD/half.raw ./exhaustive 1000 '1 + 2' >/dev/null || exit 1
"$pep" compare exhaustive.raw half.raw --field-accuracy=99.5% >compared 2>&1 && fail "other input has other shares"
grep -q '^pep: half.raw: field accuracy .* is below 99.5 %$' compared || { cat compared; fail "no word of it"; }
echo "$failed failed"
[ "$failed" -eq 0 ]
