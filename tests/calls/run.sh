#!/bin/sh
# run.sh PROGRAM - the perfect call graph against callgrind's counts of calls, one pair of functions after the other: own,
# calc, bzip2, lua, zlib or, in the long form, sqlite, at -O0; of calc gprof judges as well.
#
# The program is built plainly, with -fpep=calls and with -fpep=paths,calls, and does the same work each time, the plain
# one under valgrind.  own is tests/profile/calls, which has what enters a program from outside: a constructor, a thread,
# qsort's comparison, a handler of signals.  truth.py has what may differ, and why; beyond that
#   -fno-builtin            else the compiler makes putchar of printf("\n")
#   LD_BIND_NOW             else the first call of each library's function is one of the loader
#   lua_addresses.h         else the place of its memory tells how long lua searches in a table
#   no error, no coroutine  of a frame that longjmp leaves it is not known how far it came (pep-calls(1)); so Lua runs
#                           bench/script.lua and not language.lua
#   bench/script.sql        prints no number that needs more than the 64 bits that valgrind has for a long double
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"
. "$pep_root/bench/workloads.sh"

name=${1:?usage: run.sh PROGRAM}
pep_is_ours || pep_skip "only pep-cc has counts"
command -v valgrind >/dev/null || pep_skip "valgrind is not installed"
[ "$name" != sqlite ] || pep_long || pep_skip "the long form takes it"
work=$(pep_work "calls-$name")
flags="-O0 -g -fno-builtin"
unset PEP_OFF
export LD_BIND_NOW=1 PEP_CC=gcc

case $name in
own) binary=own command="./own" ;;
calc) binary=calc command="./calc 2000" ;;
bzip2) binary=bzip2 command="./bzip2 -9" ;;
lua)
    binary=src/lua command="src/lua $pep_root/bench/script.lua 100"
    flags="$flags -I. -include $pep_root/tests/programs/lua_addresses.h"
    ;;
zlib) binary=minigzip command="./minigzip -9" ;;
sqlite) binary=sqlite3 command="./sqlite3" ;;
*) pep_die "no program of that name: $name" ;;
esac
case $name in
sqlite) sed 's/00000/000/' "$pep_root/bench/script.sql" >"$work/input" ;;
*) program_text 100000 >"$work/input" ;;
esac

# build WAY COMPILER FLAGS
build()
{
    folder=$work/$1
    if [ "$name" = own ]; then
        mkdir "$folder" && cp "$pep_root"/tests/profile/calls/*.[ch] "$folder" &&
            # shellcheck disable=SC2086 # flags are words
            (cd "$folder" && $2 $3 -pthread -o own truth.c other.c) >"$folder/build.log" 2>&1
    else
        workload_build "$name" "$folder" "$2" "$3"
    fi || pep_die "the build fails: $folder/build.log"
}

# run WAY COMMAND... - in the folder of that build
run()
{
    (cd "$work/$1" && shift && { "$@" <"$work/input"; echo "exit code $?"; } >output 2>errors)
}

# judge JUDGE FILE JSON... - leaves a line for each profile, and more where they differ
judge()
{
    (cd "$work" && python3 -B "$pep_root/tests/calls/truth.py" "$1" "$(basename "$binary")" "$2" calls.json paths.json) ||
        failed=yes
}

failed=
build plain gcc "$flags"
# shellcheck disable=SC2086 # a command is words
run plain valgrind --quiet --tool=callgrind --callgrind-out-file="$work/callgrind.out" $command
for way in calls paths; do
    events=calls
    [ $way = calls ] || events=$way,calls
    build $way "$PEP_CC_UNDER_TEST" "$flags -fpep-how=exhaustive -fpep=$events"
    # shellcheck disable=SC2086
    PEP_PROFILE=$work/$way.raw run $way $command
    [ "$name" = own ] || cmp -s "$work/plain/output" "$work/$way/output" || pep_die "$name, $way, says something else"
    "$PEP_UNDER_TEST" calls --json --top=0 "$work/$way/$binary" "$work/$way.raw" >"$work/$way.json" ||
        pep_die "pep calls fails"
done
judge callgrind callgrind.out
if [ "$name" = calc ]; then
    build gprof gcc "-O0 -g -pg"
    # shellcheck disable=SC2086
    run gprof $command
    gprof -b -q "$work/gprof/calc" "$work/gprof/gmon.out" >"$work/gprof.out" || pep_die "gprof fails"
    judge gprof gprof.out
fi
[ -z "$failed" ]
