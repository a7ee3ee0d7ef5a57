#!/bin/sh
# modes.sh PEP PEP_CC - one program, one input, every way to count it: the edges of each function have to be the same,
# whether they were counted or follow from paths, whatever ends a path and wherever the counts are kept; pep compare
# has to say so too, though the units have other hashes.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-modes.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here/../../samples/calc.c" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF
export PEP_FLAGS=-fpep-how=exhaustive
export PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1 # all points are taken
failed=0 first=

for mode in -fpep=paths -fpep-array-limit=3 -fpep-truncate=header -fpep-update=thread -fpep-update=atomic -fpep=edges \
    "-fpep=edges -fpep-update=thread" -fpep-path-limit=4 -fpep-how=sampled "-fpep-how=sampled -fpep-check=portable" \
    "-fpep-how=sampled -fpep-truncate=header" "-fpep-how=sampled -fpep-array-limit=3" "-fpep-how=sampled -fpep=edges" \
    "-fpep-how=sampled -fpep-no-collapse" -fpep-how=duplicated "-fpep-how=duplicated -fpep-check=portable" \
    "-fpep-how=duplicated -fpep-truncate=header" "-fpep-how=duplicated -fpep-array-limit=3"; do
    rm -f ./*.pepraw calc
    # shellcheck disable=SC2086
    "$pep_cc" $mode -O2 -o calc calc.c && ./calc 50 '1 + 2 * n' '(4 - k) / 6' >/dev/null || exit 1
    # which edges end a path, and so the hash of the graph, differ between the modes
    "$pep" edges --json '*' ./calc | grep -v 'ends_path\|_hash' >edges || failed=$((failed + 1))
    grep -q '"count": [1-9]' edges || failed=$((failed + 1))
    if [ -z "$first" ]; then
        first=$mode
        mv edges expected
        "$pep" merge -o first.pep ./calc || failed=$((failed + 1))
    elif ! cmp -s expected edges; then
        diff expected edges | head -20
        echo "$mode: other edges than $first"
        failed=$((failed + 1))
    fi
    if [ "$mode" = -fpep=edges ] && ! { ! "$pep" paths run ./calc >said 2>&1 && grep -q "edges were counted, no paths" said; }; then
        cat said
        failed=$((failed + 1))
    fi
    case $mode in
    *edges* | *truncate* | *path-limit* | *collapse*) paths= ;; # paths of their own, or none
    *) paths=--path-accuracy=1 ;;
    esac
    if ! "$pep" compare first.pep ./calc $paths --edge-accuracy=1 --edge-absolute=1 >compared 2>&1; then
        cat compared
        echo "$mode: pep compare finds a difference from $first"
        failed=$((failed + 1))
    fi
    [ -z "$paths" ] || ! grep -q 'left out\|missing' compared || { cat compared; failed=$((failed + 1)); }
done

# another input is another profile; a function that was changed is left out, and the others are as they were
rm -f ./*.pepraw
./calc 50 'n / 3' >/dev/null && "$pep" compare first.pep ./calc --edge-accuracy=1 >compared 2>&1 && failed=$((failed + 1))
sed 's/if (top == DEPTH)/if (top == DEPTH || top < 0)/' calc.c >changed.c && mv changed.c calc.c && rm -f ./*.pepraw
"$pep_cc" -O2 -o calc calc.c && ./calc 50 '1 + 2 * n' '(4 - k) / 6' >/dev/null || exit 1
"$pep" compare first.pep ./calc --path-accuracy=1 --edge-accuracy=1 >compared 2>&1 || failed=$((failed + 1))
grep -q ': 1 function changed between the builds, left out, with .* flow: run$' compared || {
    cat compared
    failed=$((failed + 1))
}
# samples that are counted out stand for all points between them, so they add up to what there was, and those of another
# distance as well
adds_up()
{
    "$pep" report --json -n1 "$@" | awk -v want="$times" -v exact="$exact" '
        /^  "flow"/ { got = $2 + 0; if (!exact) print got; else if (got < want * exact * .95 || got > want * exact * 1.05)
            print got " for " want * exact }'
}

exact='' times=1
unset PEP_INTERVAL PEP_STRIDE
for mode in -fpep-how=exhaustive -fpep-how=sampled -fpep-how=duplicated "-fpep=kpaths -fpep-how=duplicated"; do
    rm -f ./*.pepraw calc
    # shellcheck disable=SC2086
    "$pep_cc" $mode -O2 -o calc calc.c || exit 1
    for interval in 300 2000; do
        PEP_INTERVAL=$interval PEP_PROFILE=$interval.pepraw ./calc 400000 '1 + 2 * n' '(4 - k) / 6' >/dev/null &&
            "$pep" merge -o $interval.pep $interval.pepraw ./calc || exit 1
    done
    [ -n "$exact" ] || { exact=$(adds_up 300.pep); continue; }
    said=$(adds_up 300.pep; adds_up 2000.pep; times=2; adds_up 300.pep 2000.pep)
    [ -z "$said" ] || { echo "$mode: branch flow $said"; failed=$((failed + 1)); }
done

PEP_INTERVAL=50000 PEP_PROFILE=few.pepraw ./calc 400000 '1 + 2 * n' >/dev/null && "$pep" report ./calc few.pepraw >said
grep -q 'or a smaller PEP_INTERVAL' said || { cat said; failed=$((failed + 1)); }

echo "$failed failed"
[ "$failed" -eq 0 ]
