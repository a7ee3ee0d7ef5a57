#!/bin/sh
# run.sh [BUILD [NAME...]] - pep-cc against the compiler behind it: one line a test, 'ok' or what differs.
#
# Most tests run a command twice in equal folders, once with the plain compiler and once with pep-cc, and compare exit
# code, standard output, standard error, the names of all files, and the bytes of dependency files.  NAME is a test or a
# part of its name.  PEP_BEHIND lists the compilers behind (those of gcc-12, clang-19 and, in the long form, clang-14 that
# are there; the first runs every test, the others those in test_c_*).
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-${PEP_BUILD:-$pep_root/build}}" && pwd) || exit 1
[ $# -gt 0 ] && shift
pep=${PEP_CC_UNDER_TEST:-$build/bin/pep-cc}
[ -x "$pep" ] || { echo "run.sh: $pep is not there: build first" >&2; exit 1; }
top=$(mktemp -d "${TMPDIR:-/tmp}/wrapper.XXXXXX") || exit 1
trap 'rm -rf "$top"' EXIT
trap 'exit 1' INT TERM HUP
unset PEP_FLAGS PEP_LOG MAKEFLAGS MFLAGS DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES
mkdir "$top/tmp"
TMPDIR=$top/tmp
LC_ALL=C.UTF-8
export TMPDIR LC_ALL

# --- tools of the tests ---

# fail TEXT - the test goes on; its line says what was wrong first
fail()
{
    printf '      %s\n' "$*" >>"$top/failures"
}

# same WORD... - the two compilers do the same for this command line in the files of ./in
same()
{
    for who in plain ours; do
        rm -rf work
        cp -a in work
        case $who in
        plain) compiler=$PEP_CC ;;
        ours) compiler=$pep ;;
        esac
        (cd work && exec $compiler "$@" >../out.$who 2>../err.raw </dev/null)
        echo $? >rc.$who
        # a linker names temporary objects
        sed "s#$TMPDIR/[^ :]*#TEMP#g; s#+0x[0-9a-f]*#+OFFSET#" err.raw >err.$who
        [ $in_order = yes ] || { grep -v '^ \|In file included' err.$who | sort >err.raw; mv err.raw err.$who; }
        find work | LC_ALL=C sort >files.$who
        rm -rf "$who"
        mv work "$who"
    done
    for what in rc out err files; do
        cmp -s $what.plain $what.ours ||
            fail "$*: $what: $(diff $what.plain $what.ours | head -n 6 | tr '\n' '~')"
    done
    find plain -name '*.d' -type f | while IFS= read -r file; do
        cmp -s "$file" "ours${file#plain}" || fail "$*: $file differs"
    done
}

# same_lines WORD... - the same, but that the lines of standard error may come in another order and without their context
same_lines()
{
    in_order=no
    same "$@"
    in_order=yes
}
in_order=yes

# instrumented FILE... - each object carries a static map
instrumented()
{
    for file; do
        readelf -SW "$file" 2>/dev/null | grep -q '\.pep_map' || fail "$file is not instrumented"
    done
}

plain_object()
{
    for file; do
        [ -s "$file" ] || fail "$file is not there"
        ! readelf -SW "$file" 2>/dev/null | grep -q '\.pep_map' || fail "$file is instrumented"
    done
}

# expect CODE COMMAND... - its exit code; output in ./said
expect()
{
    code=$1
    shift
    "$@" >said 2>&1 </dev/null
    got=$?
    [ $got = "$code" ] || fail "$*: exit code $got, not $code: $(head -n 3 said | tr '\n' '~')"
}

says()
{
    grep -q -e "$1" said || fail "does not say '$1': $(head -n 3 said | tr '\n' '~')"
}

says_nothing()
{
    [ ! -s said ] || fail "says: $(head -n 3 said | tr '\n' '~')"
}

no_temps()
{
    [ -z "$(ls -A "$TMPDIR")" ] || { fail "temporary files are left: $(ls "$TMPDIR")"; rm -rf "$TMPDIR"; mkdir "$TMPDIR"; }
}

sources()
{
    mkdir -p in/d
    cat >in/x.h <<'EOF'
#define LIMIT 3
EOF
    cat >in/x.c <<'EOF'
#include <stdio.h>
#include "x.h"
int twice(int);
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < LIMIT * argc; i++)
        sum += i & 1 ? twice(i) : -1;
    (void)argv;
    printf("%d\n", sum);
    return sum == 0;
}
EOF
    cat >in/y.c <<'EOF'
int twice(int n)
{
    if (n > 1000)
        return 0;
    return 2 * n;
}
EOF
}

. "$pep_root/tests/wrapper/same.sh"
. "$pep_root/tests/wrapper/own.sh"

# --- the run ---

tests=$(sed -n 's/^\(test_[a-z_]*\)()$/\1/p' "$pep_root/tests/wrapper/same.sh" "$pep_root/tests/wrapper/own.sh")
passed=0
failed=0

run_test()
{
    rm -rf "$top/failures" "$top/notes" "$top/here"
    mkdir "$top/here"
    cd "$top/here" || exit 1
    (sources; "$1") >"$top/output" 2>&1 || :
    if [ -s "$top/output" ] && [ ! -s "$top/failures" ]; then
        sed 's/^/      /' "$top/output" | head -n 5 >"$top/failures"
    fi
    (no_temps)
    if [ -s "$top/failures" ]; then
        failed=$((failed + 1))
        printf 'FAIL  %s (%s)\n' "${1#test_}" "$PEP_CC"
        head -n 8 "$top/failures"
    else
        passed=$((passed + 1))
        printf 'ok    %s (%s)\n' "${1#test_}" "$PEP_CC"
        [ ! -s "$top/notes" ] || cat "$top/notes"
    fi
}

is_wanted()
{
    name=$1
    shift
    [ $# -gt 0 ] || return 0
    for part; do
        case $name in *"$part"*) return 0 ;; esac
    done
    return 1
}

first=yes
for PEP_CC in ${PEP_BEHIND:-gcc-12 gcc clang-19 ${PEP_LONG:+clang-14}}; do
    command -v "$PEP_CC" >/dev/null || continue
    [ -n "${PEP_BEHIND:-}" ] || [ "$PEP_CC" != gcc ] || [ -n "$first" ] || continue
    export PEP_CC
    for test in $tests; do
        case $first$test in yes* | test_c_*) is_wanted "$test" "$@" && run_test "$test" ;; esac
    done
    first=
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
