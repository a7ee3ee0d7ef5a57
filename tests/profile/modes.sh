#!/bin/sh
# modes.sh PEP PEP_CC - one program, one input, every way to count it: the edges of each function have to be the same,
# whether they were counted or follow from paths, whatever ends a path and wherever the counts are kept.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-modes.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here/../../samples/calc.c" "$work" && cd "$work" || exit 1
unset PEP_FLAGS PEP_PROFILE PEP_OFF
failed=0 first=

for mode in -fpep=paths -fpep-array-limit=3 -fpep-truncate=header -fpep-update=thread -fpep-update=atomic -fpep=edges \
    "-fpep=edges -fpep-update=thread" "-fpep-path-limit=4"; do
    rm -f ./*.pepraw calc
    # shellcheck disable=SC2086
    "$pep_cc" $mode -O2 -o calc calc.c && ./calc 50 '1 + 2 * n' '(4 - k) / 6' >/dev/null || exit 1
    # which edges end a path, and so the hash of the graph, differ between the modes
    "$pep" edges --json '*' ./calc | grep -v 'ends_path\|cfg_hash' >edges || failed=$((failed + 1))
    grep -q '"count": [1-9]' edges || failed=$((failed + 1))
    if [ -z "$first" ]; then
        first=$mode
        mv edges expected
    elif ! cmp -s expected edges; then
        diff expected edges | head -20
        echo "$mode: other edges than $first"
        failed=$((failed + 1))
    fi
done
echo "$failed failed"
[ "$failed" -eq 0 ]
