#!/bin/sh
# values.sh PEP PEP_CC - a program counts itself which values come by: pep report --values has to say the same, whatever
# way it was recorded; of a site with more values than places, how many came, and the frequent one.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-values.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here/values/truth.c" "$here/../../samples/calc.c" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
NO_COLOR=1 PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1 # sampled and duplicated builds take all there is
export NO_COLOR PEP_TRIGGER PEP_INTERVAL PEP_STRIDE
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

# counts FILE - of a report: "VALUE of SITE: COUNT" a line
counts()
{
    tr -d , <"$1" | awk '
        $1 == "argument" || $1 == "switch" { sub(/   .*/, ""); site = $0; next }
        $2 == "%" && site != "argument n of many" && $4 != "others" {
            print ($4 > 9223372036854775807 ? "-1" : $4) " of " site ": " $3
        }' | sort
}

for flags in "-fpep-how=exhaustive" "-fpep=edges,values -fpep-how=exhaustive -fpep-update=thread" \
    "-fpep-how=exhaustive -fpep-update=atomic -fpep-no-collapse" "-fpep-how=sampled" "-fpep-how=sampled -fpep-check=portable" \
    "-fpep-how=duplicated" "-fpep-how=duplicated -fpep-check=portable"; do
    for level in -O0 -O2; do
        rm -f ./*.pepraw truth
        # shellcheck disable=SC2086
        "$pep_cc" -fpep=values $flags $level -Wall -Wextra -o truth truth.c 2>said && ./truth 2>/dev/null | sort >expected ||
            exit 1
        [ ! -s said ] || { cat said; fail "$flags $level: the compiler says something"; }
        "$pep" report --values --top=0 ./truth >report || fail "$flags $level: no report"
        counts report >got
        diff expected got >difference || { cat difference; fail "$flags $level: other values than the program's own"; }
        grep -A2 '^argument n of many .* came 3,000$' report | grep -q ' 66.7 %  2,000 *77$' ||
            fail "$flags $level: the frequent one of many"
    done
done
sed 1d report | diff -u "$here/values/report.out" - || fail "the report looks otherwise"
"$pep" report --values -f paint ./truth | grep -q ' -3  case BLUE$' || fail "labels"

# merging keeps all of it, and compares with itself
"$pep" merge -o truth.pep ./truth ./*.pepraw && "$pep" report --values --top=0 truth.pep >merged
sed 1d merged >merged.1 && sed 1d report | cmp -s - merged.1 || fail "merged, the values are others"

# without the flag nothing is listed
rm -f ./*.pepraw
"$pep_cc" -fpep-how=exhaustive -O2 -o truth truth.c && ./truth >/dev/null 2>&1 || exit 1
"$pep" report --values ./truth >report 2>&1 && fail "values without -fpep=values"

# samples have nearly the same shares, other input has not
unset PEP_STRIDE
PEP_INTERVAL=1009
for how in exhaustive sampled duplicated; do
    "$pep_cc" -fpep=values -fpep-how=$how -O2 -o $how calc.c && PEP_PROFILE=$PWD/$how.raw ./$how >/dev/null || exit 1
done
"$pep" compare exhaustive.raw sampled.raw --value-accuracy=95% >compared 2>&1 || { cat compared; fail "samples"; }
"$pep" compare exhaustive.raw duplicated.raw --value-accuracy=95% >compared 2>&1 || { cat compared; fail "duplicates"; }
PEP_PROFILE=$PWD/half.raw ./exhaustive 1000 '1 + 2' >/dev/null || exit 1
"$pep" compare exhaustive.raw half.raw --value-accuracy=95% >compared 2>&1 && fail "other input has other shares"
grep -q '^pep: half.raw: value accuracy .* is below 95 %$' compared || { cat compared; fail "no word of it"; }
echo "$failed failed"
[ "$failed" -eq 0 ]
