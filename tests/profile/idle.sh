#!/bin/sh
# idle.sh PEP PEP_CC - statements that do nothing are no lines that ran: as gcov sees them.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-idle.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/idle/idle.c "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF
NO_COLOR=1
export NO_COLOR
command -v gcov >said && command -v gcc >>said || exit 77

gcc -w --coverage -o covered idle.c && ./covered && gcov -o covered-idle.gcda idle.c >said || exit 1
# for gcov the braces of a function may run
sed -n 's/^ *\([0-9-]*\): *\([1-9][0-9]*\):\(.*\)/\2 \1 \3/p' idle.c.gcov |
    awk '{ print $1, $3 ~ /^[{}]$/ ? "-" : $2 }' >truth

failed=0
for compiler in gcc clang-19; do
    command -v $compiler >said || continue
    export PEP_FLAGS=-fpep-how=exhaustive PEP_CC=$compiler
    "$pep_cc" -w -o idle idle.c && PEP_PROFILE=profile ./idle && "$pep" annotate idle.c ./idle profile >out || exit 1
    sed -n 's/^ *\([0-9,-]*\) .* \([1-9][0-9]*\) | .*/\2 \1/p' out | tr -d , >lines
    diff -u truth lines || failed=1
    rm profile
done
exit $failed
