#!/bin/sh
# run.sh [MACHINE...] - programs for other machines, little-endian and big, of 64 bits and 32, run by qemu, and for musl.
#
# Each has a runtime that is built as README says, and its own gcc behind pep-cc.  A program of threads and a child has
# the counts that its source states, and samples by the clock; calc's profile is the usual one; and the programs of
# tests/language do and count the same, in the short form one of eight.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"

pep_is_ours || pep_skip "only pep-cc has a runtime"
here=$pep_root/tests/machines
work=$(pep_work machines)
unset PEP_PROFILE PEP_OFF
failed=0

# runnable - the machines whose programs can be built and run here
runnable()
{
    for machine in aarch64 riscv64 s390x i686 arm-gnueabihf powerpc64le; do
        (pep_emulate $machine) && printf '%s ' $machine
    done
}

# run WAY... PROGRAM WORD... - runs a program that was built that way
run()
{
    runs=$PEP_RUN
    while case $1 in -*) true ;; *) false ;; esac; do
        [ "$1" != -static ] || runs=$PEP_RUN_STATIC
        shift
    done
    $runs "$@"
}

fail()
{
    pep_say "$machine: $*"
    failed=$((failed + 1))
}

# counts NAME WAY... - process.c, built that way, counts in both its processes as its source says
counts()
{
    name=$1
    shift
    rm -f profile.*
    "$PEP_CC_UNDER_TEST" -O1 -pthread -fpep-how=exhaustive "$@" -o "$name" process.c 2>said && [ ! -s said ] &&
        PEP_PROFILE=$PWD/profile.%p run "$@" "./$name" >out 2>&1 && [ "$(cat out)" = 0 ] &&
        [ "$(echo profile.* | wc -w)" -eq 2 ] || fail "$name: $(head -n 1 said) $(head -n 1 out), $(echo profile.*)"
    "$PEP_UNDER_TEST" annotate --json process.c "$name" profile.* >"$name.json" 2>said &&
        python3 -B "$pep_root/tests/language/counts.py" process.c "$name.json" || fail "$name: $(head -n 1 said)"
}

# ticks WAY... - a program that runs for half a second is sampled
ticks()
{
    "$PEP_CC_UNDER_TEST" -O1 -pthread "$@" -o ticks process.c && rm -f profile.* &&
        PEP_PROFILE=$PWD/profile.%p run "$@" ./ticks 500 >out 2>&1 && [ "$(cat out)" = 0 ] || fail "$*: $(head -n 1 out)"
    "$PEP_UNDER_TEST" report ticks profile.* >report 2>&1
    grep -q 'estimated from [1-9]' report || fail "$*: no samples: $(sed -n 2,3p report)"
}

# same_calc - calc prints and counts what it does when it is built by gcc for this machine
same_calc()
{
    "$PEP_CC_UNDER_TEST" -O1 -static -fpep-how=exhaustive -o calc calc.c &&
        PEP_PROFILE=$PWD/calc.raw run -static ./calc 300 | cmp - ../calc.out || fail "calc"
    "$PEP_UNDER_TEST" compare --path-accuracy=100% --edge-accuracy=100% ../calc.raw calc.raw >compared 2>&1 ||
        fail "$(sed -n 3,4p compared)"
}

# all - what there is to try, in a folder of its own; ends with the number of failures
all()
{
    mkdir "$work/$machine" && cd "$work/$machine" && cp "$here/process.c" "$pep_root/samples/calc.c" . || exit 1
    export PEP_FLAGS=
    counts arrays
    counts tables -fpep-array-limit=0
    counts edges -fpep=edges -static
    ticks -static
    ticks -fpep-how=duplicated
    same_calc
    exit $failed
}

machines=${*:-$(runnable)}
[ -n "$machines" ] || pep_skip "no qemu, or no compiler for what it runs"

# the tools that find runtimes beside themselves
cp -r "$PEP_BUILD/bin" "$work/bin" && mkdir "$work/lib" && cp -r "$PEP_BUILD/lib/pep" "$work/lib/pep" || exit 1
PEP_CC_UNDER_TEST=$work/bin/pep-cc PEP_UNDER_TEST=$work/bin/pep
compilers=
for machine in $machines; do
    compilers="$compilers;$(pep_emulate "$machine" && echo "$PEP_CC")"
done
pep_quietly "$work/configure.log" cmake -S "$pep_root" -B "$work/build" -G Ninja -DPEP_MACHINES="${compilers#;}"

PEP_CC=gcc "$PEP_CC_UNDER_TEST" -O1 -o "$work/calc" "$pep_root/samples/calc.c" &&
    PEP_PROFILE=$work/calc.raw "$work/calc" 300 >"$work/calc.out" || exit 1
for machine in $machines; do
    pep_quietly "$work/$machine.log" cmake --build "$work/build" --target "pep_rt_$machine"
    cp -r "$work/build/lib/pep/$machine" "$work/lib/pep/"
    (pep_emulate "$machine" && all) || failed=$((failed + 1))
    names=
    # strips: what is sampled is compiled with warnings for long and int of one size, too
    pep_long || names=strips\ $(for file in "$pep_root"/tests/language/*.c; do basename "$file" .c; done | pep_spread 3 8)
    # shellcheck disable=SC2086 # names
    PEP_BUILD=$work sh "$pep_root/tests/language/run.sh" --on "$machine" $names || failed=$((failed + 1))
done

# another C library: with the runtime as it is, and with one that it was built for
if [ $# = 0 ] && command -v musl-gcc >"$work/found"; then
    export PEP_CC=musl-gcc PEP_RUN='' PEP_RUN_STATIC=''
    (machine=musl && all) || failed=$((failed + 1))
    pep_quietly "$work/musl.log" cmake -S "$pep_root/rt" -B "$work/rt" -G Ninja -DCMAKE_C_COMPILER=musl-gcc
    pep_quietly "$work/musl.log" cmake --build "$work/rt"
    cp "$work/rt/lib/pep"/*.a "$work/lib/pep/"
    (machine=musl-built && all) || failed=$((failed + 1))
fi
[ $failed = 0 ]
