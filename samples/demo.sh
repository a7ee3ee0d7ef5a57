#!/bin/sh
# demo.sh - sets up, builds pep-cc, and profiles the sample with it: every command it types is shown.
set -eu
pep_root=$(cd "$(dirname "$0")/.." && pwd)
. "$pep_root/tests/lib.sh"

pep_setup
pep_build

demo=$(pep_work demo)
cp "$pep_root/samples/calc.c" "$demo"
cd "$demo"
PATH=$PEP_BUILD/bin:$PATH
unset PEP_FLAGS # the tests' own

show()
{
    printf '\n$ %s\n' "$*"
    "$@"
}

show pep-cc -O2 -g -o calc calc.c
show ./calc 2000000
show ls
show pep report ./calc
