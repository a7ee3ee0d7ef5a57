#!/bin/sh
# jumps.sh PEP PEP_CC - how pep tells of paths that begin and end at gotos to addresses and at setjmp.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-jumps.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here/golden/jumps.c" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF
export PEP_FLAGS=-fpep-how=exhaustive
NO_COLOR=1
export NO_COLOR
"$pep_cc" -O1 -o jumps jumps.c && ./jumps >/dev/null && "$pep" paths --top=0 '*' ./jumps >out || exit 1
# lines and ways are the subject; numbers of paths follow from how the graph is cut
sed -n 's/^path [0-9]* of/path of/; /^path/p; /^    /p' out >lines
diff -u "$here/golden/jumps.out" lines
