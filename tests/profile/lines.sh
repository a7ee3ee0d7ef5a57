#!/bin/sh
# lines.sh PEP PEP_CC - the lines that pep export tells compilers are those that ran: llvm-profdata reads them, and clang
# and gcc compile by them, where these are there.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-lines.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/lines/*.[ch] "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

PEP_FLAGS=-fpep-how=exhaustive "$pep_cc" -O1 -o lines lines.c other.c && ./lines >said || fail "it does not run"
"$pep" export --format=llvm -o lines.prof ./lines || fail "nothing for clang"
diff - lines.prof <<'END' || fail "other lines than those that ran"
count:4066:2
 0: 2
 2: 2
 3: 2
 3.1: 992
 3.2: 990
 4: 990 odd:900 third:90
 5: 480
 6: 510
 7: 96
 9: 2
main:4:1
 0: 1
 3: 1
 4: 0
 5: 1
 6: 1
odd:1840:920
 0: 920
 2: 920
other:44:1
 0: 1
 2: 1
 2.1: 21
 3: 20
 4: 1
third:180:90
 0: 90
 2: 90
twice:1500:500
 0: 500
 2: 500
 3: 0
 4: 500
END
if command -v llvm-profdata-19 >/dev/null; then
    llvm-profdata-19 merge --sample --text -o again.prof lines.prof && llvm-profdata-19 show --sample again.prof >shown ||
        fail "llvm-profdata does not read it"
    grep -q '^Function: odd: 1840, 920, 2 sampled lines$' shown || fail "llvm-profdata reads something else"
fi
if command -v clang-19 >/dev/null; then
    clang-19 -O1 -fno-inline -Wall -Werror -fprofile-sample-use=lines.prof -S -emit-llvm -o lines.ll lines.c ||
        fail "clang does not compile by it"
    grep -q '"branch_weights", i32 900, i32 90}' lines.ll || fail "the pointer is not looked at for where it led"
    grep -q '"function_entry_count", i64 921}' lines.ll || fail "a function is entered more or less often"
fi
if [ "$(gcc -dumpversion 2>/dev/null | cut -d. -f1)" -ge 12 ] 2>/dev/null; then
    "$pep" export --format=gcc ./lines >lines.afdo || fail "nothing for gcc"
    gcc -O1 -fno-inline -Wall -Werror -fauto-profile=lines.afdo -fdump-tree-optimized=gcc.dump -S -o lines.s lines.c ||
        fail "gcc does not compile by it"
    grep -q '^;; Function count .*(hot)$' gcc.dump || fail "gcc does not know what is hot"
    grep -q 'if (is.* == odd)' gcc.dump || fail "gcc does not know where the pointer led"
fi

PEP_FLAGS=-fpep=calls "$pep_cc" -o calls lines.c other.c && ./calls >/dev/null || fail "it does not count calls"
"$pep" export --format=llvm ./calls >out 2>said && fail "calls alone have lines"
grep -qx 'pep: calls: calls were counted, no lines' said || { cat said; fail "it does not say why"; }

rm -f ./*.pepraw
PEP_FLAGS=-fpep-how=sampled "$pep_cc" -O1 -o idle lines.c other.c && PEP_TICK=1h ./idle >/dev/null || fail "it does not run"
"$pep" export --format=llvm ./idle >out 2>said && fail "a profile without samples is exported"
grep -qx 'pep: idle: no function was seen to run' said || { cat said; fail "it does not say that there is nothing"; }

[ "$failed" -eq 0 ]
