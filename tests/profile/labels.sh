#!/bin/sh
# labels.sh PEP PEP_CC - a case whose label is a macro's has its name, where the source is at hand.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-labels.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/labels/labels.* "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF
NO_COLOR=1
export NO_COLOR

# labels PROGRAM - its cases and how often they were taken
labels()
{
    rm -f profile && PEP_PROFILE=profile "./$1" && "$pep" edges named "$1" profile 2>said |
        sed -n 's/^ *\(case .*\|default\)  *\([0-9][0-9]*\)  *[0-9.]* %$/\2 \1/p' | sed 's/ *$//'
}

failed=0
for compiler in gcc clang-19; do
    command -v $compiler >said || continue
    export PEP_FLAGS=-fpep-how=exhaustive PEP_CC=$compiler
    "$pep_cc" -w -o labels labels.c && labels labels >shown || exit 1
    diff -u "$here/labels/labels.out" shown || failed=1
    "$pep_cc" -E labels.c -o away.i && mkdir away && mv labels.c labels.inc away && "$pep_cc" -w -o away.out away.i &&
        labels away.out >shown || exit 1
    grep -q '32 case 1$' shown && ! grep -q '[A-Z][A-Z]' shown || { cat shown; failed=1; }
    mv away/* . && rm -r away
done
exit $failed
