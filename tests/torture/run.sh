#!/bin/sh
# run.sh EVENT single|thread|sampled|contexts|duplicated [SHARE OF] - gcc's own tests, those that are executed, through the
# compiler under test.  run.sh --warnings [SHARE OF]: those of its warnings (warnings.sh); --compile [SHARE OF]: those that
# need only compile (compile.sh); --mutants [COUNT [FIRST]]: texts with mistakes in them (mutants.sh).
#
# Every file that compiles, runs and exits with 0 under the plain compiler at -O0 and -O2 has to do the same when the
# compiler under test builds it with -fpep=EVENT, sampled, with contexts, duplicated or with counters of that kind.  What
# is duplicated runs with several intervals between the checks that are taken; and the rewritten text has to compile.
# With SHARE and OF only the files number SHARE,
# SHARE + OF, SHARE + 2 OF, ... are tried; without them every 160th, or all in the long form.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"

plain=${PEP_CC:-gcc}
case ${1:-} in --*) part=${1#--}; shift; . "$pep_root/tests/torture/$part.sh"; exit ;; esac
event=${1:?usage: run.sh EVENT single|thread|sampled|contexts|duplicated [SHARE OF]}
update=${2:?usage: run.sh EVENT single|thread|sampled|contexts|duplicated [SHARE OF]}
work=$(pep_work "torture-$event-$update")
tests=$(pep_fetch_torture) || pep_skip "gcc's tests cannot be fetched"
# Tests of something else than what a program means: they ask how well the optimiser does.
#   990208-1    whether a function is inlined twice shows in the address of its label; counters can tip the decision
#   return-addr prints addresses of its stack, which hold more with counters in the frames
#   bcp-1, inline-8
#               whether a call is inlined, so that __builtin_constant_p knows its argument; a duplicate is cold
#   ssa-ccp-12, strlenopt-81
#               call what is nowhere unless what stores have left is known; a block tells itself between them
#   c99-func-3  whether __func__ is a string constant; that of a duplicate is one
#   macro1      has a toupper of its own, and gcc knows what toupper gives where it does not inline it (plain: -fno-inline)
#   matrix-2, matrix-6, ipa-sra-1
#               print what pointers hold
#   20010122-1, pr17377
#               hold return addresses against those of other calls, of which some are made by a duplicate
#   c99-complit-1
#               compares addresses of compound literals of turns that are over, in two versions of the function
#   builtin-sprintf, sibcall-*
#               whether calls are left out, and whether those in the end are jumps: with blocks told, they are not
#   cwsc1       reads a register that nothing was put into, where the function begins; a block tells itself there
#   modref-*, builtin-object-size-*, builtin-dynamic-object-size-*
#               what the optimiser knows of an object behind a call
excused="990208-1|return-addr|bcp-1|inline-8|ssa-ccp-12|strlenopt-81|c99-func-3|macro1|matrix-2|matrix-6|ipa-sra-1\
|20010122-1|pr17377|c99-complit-1|builtin-sprintf|sibcall-[0-9]*|cwsc1|modref-[0-9]*|builtin-(dynamic-)?object-size-[0-9]*"

share=${3:-0}
of=160
pep_long && of=1
of=${4:-$of}

flags=
: "${PEP_INTERVAL:=0}"
intervals=$PEP_INTERVAL
if [ "$update" = duplicated ]; then
    export PEP_TRIGGER=counter
    intervals="1 2 3 7 1000"
fi
export intervals tests
if pep_is_ours; then
    flags="-fpep-how=exhaustive -fpep=$event -fpep-update=$update"
    case $update in
    sampled | duplicated) flags="-fpep-how=$update -fpep=$event" ;;
    contexts) flags="-fpep-how=sampled -fpep=$event -fpep-context=8" ;;
    esac
fi

# one FILE OF THE LIST - prints its name and what went wrong; nothing where all is well or the plain compiler fails
cat >"$work/one" <<'END'
plain=$1 ours=$2 flags=$3 work=$4 file=$5
name=$(echo "$file" | sed "s#^$tests/##; s#/#-#g; s#\.c\$##")
options=$(sed -n 's/.*{ dg-\(additional-\)\{0,1\}options "\([^"]*\)" *}.*/\2/p' "$file" | tr '\n' ' ')
folder=$work/$name
mkdir "$folder" && cd "$folder" || exit 1
PEP_PROFILE=$folder/profile PEP_LOG=$folder/log
export PEP_PROFILE PEP_LOG
for level in -O0 -O2; do
    rm -f ./*.gcda # of tests of -fprofile-arcs: libgcov says that it is not of this build
    # shellcheck disable=SC2086 # lists of words
    $plain -w $options $level "$file" -o plain -lm >/dev/null 2>&1 && timeout 20 ./plain >plain.out 2>&1 || continue
    echo "$name $level" >>"$work/tried"
    # shellcheck disable=SC2086
    if ! "$ours" $flags -w $options $level "$file" -o ours -lm >ours.log 2>&1; then
        echo "$name $level: does not compile: $(head -n 1 ours.log)"
        continue
    fi
    if grep -qs 'unit: .*rewrit' log; then # the plain text was taken
        echo "$name $level: $(head -n 1 log)"
        rm log
    fi
    for interval in $intervals; do
        PEP_INTERVAL=$interval timeout 240 ./ours >ours.out 2>&1
        code=$?
        [ $code = 0 ] && cmp -s plain.out ours.out || break
    done
    if [ $code != 0 ]; then
        echo "$name $level: exit code $code with interval $interval"
    elif ! cmp -s plain.out ours.out; then
        echo "$name $level: another output with interval $interval"
    elif [ -n "$flags" ] && [ ! -f profile ]; then
        echo "$name" >>"$work/unprofiled"
    fi
done
cd "$work" && rm -rf "$folder"
END
{
    find "$tests/gcc.c-torture/execute" -maxdepth 1 -name '*.c'
    find "$tests/gcc.dg" "$tests/c-c++-common" -name '*.c' -exec grep -l 'dg-do run' {} +
} | grep -vE '/(asan|hwasan|ubsan|guality)/' | sort | pep_spread "$share" "$of" | grep -vE "/($excused)\.c$" |
    xargs -P "$PEP_JOBS" -n 1 sh "$work/one" "$plain" "$PEP_CC_UNDER_TEST" "$flags" "$work" >"$work/failed" 2>"$work/noise"

[ -s "$work/tried" ] || pep_die "not one test passes with $plain"
cat "$work/failed"
failed=$(wc -l <"$work/failed")
tried=$(wc -l <"$work/tried")
pep_say "torture $event $update: $tried runs of the plain compiler, $failed differ"
[ -f "$work/unprofiled" ] && pep_say "without a profile: $(sort -u "$work/unprofiled" | tr '\n' ' ')"
[ "$failed" = 0 ]
