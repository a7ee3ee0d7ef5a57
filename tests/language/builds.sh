# builds.sh - ways to compile and link; run.sh --builds reads it.  Sources are in builds/.
#
# Each test builds a program plainly and with the compiler under test, compares what the two say and give, asks that no
# function was left out, and holds the counts against those that the sources expect (counts.py).

PEP_LOG=$work/log
PEP_PROFILE=$work/profile
export PEP_LOG PEP_PROFILE
export PEP_FLAGS=-fpep-how=exhaustive
bad=0
cp -r "$here/builds/." "$work/" && cd "$work" || exit 1

wrong()
{
    bad=$((bad + 1))
    printf '%s (%s): %s\n' "$name" "$PEP_CC" "$*"
}

# build COMPILER SUFFIX - the test's commands, with @ for the suffix of what they make; each line starts with 'cc'
build()
{
    printf '%s\n' "$commands" | sed "s/@/$2/g" >commands
    while read -r cc line; do
        [ -n "$cc" ] || continue
        # shellcheck disable=SC2086 # a list of words
        "$1" $line || { wrong "$1 $line fails"; return 1; }
    done <commands
}

# check SOURCE... - of the test NAME whose COMMANDS make program.@ (and others), which is run with $arguments
check()
{
    rm -f log profile program.*
    build "$PEP_CC" plain && build "$PEP_CC_UNDER_TEST" ours || return
    for who in plain ours; do
        # shellcheck disable=SC2086
        (exec ./program.$who $(printf '%s' "$arguments" | sed "s/@/$who/g")) >$who.out 2>&1 </dev/null
        echo "exit code $?" >>$who.out
    done
    cmp -s plain.out ours.out || wrong "the program says something else: $(diff plain.out ours.out | head -n 3 | tr '\n' ' ')"
    # a copy of an inline function that another unit holds would only be there if the compiler inlined it
    left=$(sed 's#.*/##' log 2>/dev/null | grep -v -e '^inline_two.c: classify: inline, and another unit holds its code$' \
        -e "c: [a-z]*: an ifunc's resolver may run before there is memory of the thread$" -e '^simd_use.c: main: #pragma omp')
    [ -z "$left" ] || wrong "left out: $left"
    for source; do
        if "$PEP_UNDER_TEST" annotate --json "$source" profile >counts.json 2>told; then
            python3 -B "$here/counts.py" "$source" counts.json >told || wrong "$(cat told)"
        else
            wrong "no counts of $source: $(head -n 1 told)"
        fi
    done
}

# test_program NAME COMMANDS SOURCE...
test_program()
{
    name=$1 commands=$2
    shift 2
    check "$@"
}

pep_sample_all
turn=0 # in the short form each of these flags is for one of the compilers
for PEP_CC in gcc $(pep_clang); do
    export PEP_CC
    arguments=
    for flags in -O0 -O2 "-O1 -fpep-update=thread" "-O2 -fpep=edges" "-O2 -fpep-how=sampled" "-O0 -fpep-how=sampled" "-O2 -fpep-how=sampled -fpep-context=4" "-O2 -fpep-how=duplicated" "-O0 -fpep-how=duplicated"; do
        turn=$(((turn + 1) % 2))
        pep_long || [ $turn = 1 ] || continue
        PEP_FLAGS=-fpep-how=exhaustive
        case $flags in *-fpep*) PEP_FLAGS="$PEP_FLAGS ${flags#* }" ;; esac
        level=${flags%% *}
        test_program "inline $flags" "cc $level -c inline_one.c -o one.o
            cc $level -c inline_two.c -o two.o
            cc one.o two.o -o program.@" inline.h inline_one.c inline_two.c
        test_program "gnu_inline $flags" "cc $level gnu_inline.c -o program.@" gnu_inline.c
        test_program "symbols $flags" "cc $level symbols.c symbols_more.c -o program.@" symbols.c symbols_more.c
        arguments=./plugin.@.so
        test_program "plugin $flags" "cc $level -shared -fPIC plugin.c -o plugin.@.so
            cc $level plugin_host.c -o program.@ -ldl" plugin.c plugin_host.c
        arguments=
    done
    for how in exhaustive sampled; do
        PEP_FLAGS=-fpep-how=$how
        test_program "static $how" "cc -O1 -static inline_one.c inline_two.c -o program.@" inline.h inline_one.c
        test_program "static-pie $how" "cc -O1 -static-pie -fPIE inline_one.c inline_two.c -o program.@" inline.h
        test_program "no-pie $how" "cc -O1 -no-pie -fno-pic symbols.c symbols_more.c -o program.@" symbols.c
        test_program "sections $how" "cc -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections unused.c -o program.@" unused.c
        test_program "relocatable $how" "cc -O1 -c inline_one.c -o one.o
            cc -O1 -c inline_two.c -o two.o
            cc -nostdlib -r one.o two.o -o both.o
            cc both.o -o program.@" inline.h
        linker=
        [ "$PEP_CC" = gcc ] || linker=-fuse-ld=lld
        if $PEP_CC -O2 -flto $linker unused.c -o probe 2>/dev/null; then # lld has to be of clang's own version
            test_program "lto $how" "cc -O2 -flto $linker inline_one.c inline_two.c -o program.@" inline.h inline_two.c
            test_program "lto-in-steps $how" "cc -O2 -flto -c symbols.c -o one.o
                cc -O2 -flto -c symbols_more.c -o two.o
                cc -O2 -flto $linker one.o two.o -o program.@" symbols.c symbols_more.c
        fi
        test_program "intel $how" "cc -O1 -masm=intel inline_one.c inline_two.c -o program.@" inline.h
    done
    for PEP_FLAGS in "-fpep=subpaths -fpep-how=duplicated" -fpep-how=sampled; do
        test_program "hooks $PEP_FLAGS" "cc -O1 -c hooks.c -o hooks.o
            cc -O1 -finstrument-functions hooked.c hooks.o -o program.@"
    done
    for PEP_FLAGS in "-fpep=subpaths -fpep-how=duplicated" -fpep-how=duplicated -fpep-how=sampled; do
        test_program "dead-calls $PEP_FLAGS" "cc -O1 dead-calls.c -o program.@"
    done
    # clones are no copies of what counts
    PEP_FLAGS=-fpep-how=duplicated
    test_program declare-simd "cc -O2 -w -fopenmp-simd simd_use.c simd_def.c -o program.@"
    PEP_FLAGS=-fpep-how=exhaustive
    [ "$(uname -m)" != x86_64 ] || test_program resolver "cc -O1 -static -pthread resolved.c -o program.@" resolved.c
    test_program other-lines "cc -O1 other-lines.c -o program.@" grammar.y other-lines.c
    sed 's/$/\r/' unused.c >crlf.c
    test_program crlf "cc -O1 crlf.c -o program.@" crlf.c
done
[ $bad = 0 ]
