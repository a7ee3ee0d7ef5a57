#!/bin/sh
# places.sh PEP PEP_CC - branches that the preprocessor put into one line and column stay apart, in the source's order.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-places.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/golden/places.* "$work" && cd "$work" && mkdir system && mv places.h system || exit 1
unset PEP_PROFILE PEP_OFF
export PEP_FLAGS=-fpep-how=exhaustive
NO_COLOR=1
export NO_COLOR
"$pep_cc" -isystem system -o places places.c || exit 1
./places || exit 1
"$pep" annotate places.c ./places >out && "$pep" annotate places.inc ./places >>out || exit 1
# which columns they are is the preprocessor's affair
sed 's/column [0-9]* //' out >lines
diff -u "$here/golden/places.out" lines
