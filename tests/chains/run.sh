#!/bin/sh
# run.sh [NAME...] - pep-cc in one chain with the tools that builds are made of: ccache, distcc, meson, libtool, make.
#
# One line a situation: 'ok', 'skip' where its tool is missing, or FAIL and what was wrong.  Each is a function c_NAME
# that runs in a folder of its own with the sources of this folder; NAME is a situation or a part of its name.
# Every situation also has to leave no temporary folder behind.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
pep_is_ours || pep_skip "$PEP_CC_UNDER_TEST is not pep-cc"

here=$pep_root/tests/chains
work=$(pep_work chains)
pep=$(basename "$PEP_CC_UNDER_TEST")
PATH=$(cd "$(dirname "$PEP_CC_UNDER_TEST")" && pwd):$PATH
TMPDIR=$work/tmp
LC_ALL=C
export PATH TMPDIR LC_ALL
unset PEP_LOG PEP_CC PEP_OFF PEP_VERBOSE PEP_PROFILE MAKEFLAGS MFLAGS CC CFLAGS LDFLAGS
export PEP_FLAGS=-fpep-how=exhaustive
for variable in $(env | sed -n 's/^\(CCACHE_[A-Z_]*\|DISTCC_[A-Z_]*\)=.*/\1/p'); do
    unset "$variable"
done

# --- tools of the situations; each runs in a subshell, which the first failure ends ---

fail()
{
    printf '%s\n' "$*" >>"$work/failed"
    exit 1
}

skip()
{
    printf '%s\n' "$*" >"$work/skipped"
    exit 0
}

need()
{
    for tool; do
        command -v "$tool" >/dev/null || skip "no $tool here"
    done
}

# run COMMAND... - has to succeed; its output in ./said
run()
{
    "$@" >said 2>&1 </dev/null || fail "$*: exit code $?: $(head -n 5 said | tr '\n' '~')"
}

equal()
{
    cmp -s "$1" "$2" || fail "$1 and $2 differ: $3"
}

differ()
{
    ! cmp -s "$1" "$2" || fail "$1 and $2 are the same: $3"
}

# counts PROGRAM FUNCTION... - it prints what it has to, and pep report knows these functions by its profile
counts()
{
    program=$1
    shift
    raw=$PWD/$(basename "$program").pepraw
    rm -f "$raw"
    [ "$(PEP_PROFILE=$raw "$program" 2>&1)" = 61 ] || fail "$program prints something else"
    [ -s "$raw" ] || fail "$program leaves no profile"
    "$PEP_UNDER_TEST" report --top=0 "$raw" >report 2>&1 || fail "pep report: $(head -n 3 report)"
    for function; do
        grep -q "  $function  .*\.c:[0-9]" report || fail "$program: $function is not in the report"
    done
}

# --- ccache ---

cache()
{
    need ccache gcc
    CCACHE_DIR=$PWD/cache
    export CCACHE_DIR
}

# hits NUMBER - so many compilations came out of the cache so far
hits()
{
    got=$(ccache --print-stats | awk '$1 ~ /^(direct|preprocessed)_cache_hit$/ { n += $2 } END { print n + 0 }')
    [ "$got" = "$1" ] || fail "$got hits of ccache, not $1: $2"
}

c_ccache_in_front()
{
    cache
    run "$pep" -O2 -g -c main.c -o plain.o
    run ccache "$pep" -O2 -g -c main.c -o one.o
    hits 0 "the first compilation"
    run ccache "$pep" -O2 -g -c main.c -o two.o
    hits 1 "the second compilation"
    equal plain.o one.o "ccache changes the object"
    equal one.o two.o "the object from the cache"
    run ccache "$pep" -O2 -g -fpep=edges -c main.c -o edges.o
    hits 1 "other flags"
    differ one.o edges.o "ccache takes no note of -fpep flags"
    run ccache "$pep" -O2 -g -c scale.c -o scale.o
    run ccache "$pep" -O2 -g two.o scale.o -o prog
    counts ./prog main sum_to scale
    # ccache compares preprocessed text, in which __PEP__ has to be what it is for the compilation
    for value in 1 2; do
        printf '#ifdef __PEP__\nint f(int a) { return a ? %s : 0; }\n#endif\n' $value >macro.c
        run ccache "$pep" -c macro.c -o macro$value.o
    done
    hits 1 "text behind #ifdef __PEP__ has changed"
    differ macro1.o macro2.o "the object is that of the old text"
    # so is what is in a profile; the manual has this for it
    run "$pep" -O2 -g main.c scale.c -o prog
    PEP_PROFILE=$PWD/raw ./prog >/dev/null
    run "$PEP_UNDER_TEST" merge -o a.pep raw
    run "$PEP_UNDER_TEST" show --maps --function=scale a.pep
    mv said b.text
    run "$PEP_UNDER_TEST" merge -o b.pep b.text
    CCACHE_EXTRAFILES=$PWD/use.pep
    export CCACHE_EXTRAFILES
    cp a.pep use.pep
    run ccache "$pep" -O2 -g -fpep-use=use.pep -c main.c -o guided.o
    run ccache "$pep" -O2 -g -fpep-use=use.pep -c main.c -o again.o
    hits 2 "guided by the same profile"
    equal guided.o again.o "the object from the cache"
    cp b.pep use.pep
    run ccache "$pep" -O2 -g -fpep-use=use.pep -c main.c -o other.o
    hits 2 "guided by another profile"
    differ guided.o other.o "the object is that of the old profile"
    unset CCACHE_EXTRAFILES
    # the two variables are unknown to ccache; the manual has this for them
    run env PEP_FLAGS="-fpep-how=exhaustive -fpep=edges" CCACHE_NAMESPACE=edges ccache "$pep" -O2 -g -c main.c -o named.o
    equal edges.o named.o "CCACHE_NAMESPACE does not keep apart what PEP_FLAGS makes"
}

c_ccache_behind()
{
    cache
    run "$pep" -O2 -g -c main.c -o plain.o
    for object in one two; do
        run env PEP_CC='ccache gcc' "$pep" -O2 -g -c main.c -o $object.o
        equal plain.o $object.o "ccache changes the object"
    done
    hits 1 "the second compilation"
    run env PEP_CC='ccache gcc' PEP_FLAGS="-fpep-how=exhaustive -fpep=edges" "$pep" -O2 -g -c main.c -o edges.o
    hits 1 "other flags"
    differ one.o edges.o "PEP_FLAGS is lost"
    run env PEP_CC='ccache gcc' "$pep" -O2 -g two.o scale.c -o prog
    counts ./prog main sum_to scale
}

c_two_folders()
{
    mkdir one two
    cp ./*.[ch] one
    cp ./*.[ch] two
    for options in -O2 '-O2 -g'; do
        for folder in one two; do
            # shellcheck disable=SC2086 # a list of words
            (cd $folder && run "$pep" $options -ffile-prefix-map="$PWD"=/src -c "$PWD/main.c" -o main.o) || exit 1
            grep -q pep_unit_register $folder/main.o || fail "$options: the object is not instrumented"
            ! grep -q -F "$work" $folder/main.o || fail "$options: the folder's name is in the object"
        done
        equal one/main.o two/main.o "$options: the folder is in the object"
    done
    cache
    CCACHE_BASEDIR=$PWD
    export CCACHE_BASEDIR
    for folder in one two; do
        (cd $folder && run ccache "$pep" -O2 -I"$PWD" -c "$PWD/main.c" -o main.o) || exit 1
    done
    hits 1 "the same text in another folder"
    equal one/main.o two/main.o "the object from the cache"
    for folder in one two; do
        (cd $folder && run ccache "$pep" -O2 -g -I"$PWD" -c "$PWD/main.c" -o main.o) || exit 1
    done
    hits 1 "debug information names the folder"
    for folder in one two; do
        grep -q -F "$PWD/$folder" $folder/main.o || fail "$folder/main.o does not name its folder"
    done
}

# --- distcc ---

# serve VARIABLE=VALUE... - starts a server on the loopback device for distcc to use.  As root it becomes another user,
# who may not come into the build folder: so it works in a folder outside.
serve()
{
    need distcc distccd gcc
    mkdir "$outside/tmp" "$outside/bin"
    chmod 1777 "$outside/tmp"
    cp "$PEP_CC_UNDER_TEST" "$outside/bin/pep-cc"
    echo "$outside/bin/pep-cc" >"$outside/commands"
    DISTCC_DIR=$PWD/state
    DISTCC_FALLBACK=0
    DISTCC_VERBOSE=0
    export DISTCC_DIR DISTCC_FALLBACK DISTCC_VERBOSE
    mkdir "$DISTCC_DIR"
    port=$((20000 + $$ % 20000))
    for try in 1 2 3 4 5 6 7 8; do
        port=$((port + try))
        : >"$outside/log"
        chmod 666 "$outside/log"
        (cd "$outside" && exec env PATH="$outside/bin:$PATH" TMPDIR="$outside/tmp" "$@" distccd --no-detach --daemon \
            --listen 127.0.0.1 --allow 127.0.0.1 --port $port --jobs 2 --log-file "$outside/log" --log-level=info) \
            >server.out 2>&1 &
        echo $! >"$work/server"
        for tick in $(seq 300); do
            grep -q 'daemon started' "$outside/log" && break 2
            kill -0 "$(cat "$work/server")" 2>/dev/null || break
            sleep 0.1
        done
        end_server
    done
    [ -s "$work/server" ] || skip "distccd does not start: $(tail -n 1 "$outside/log" server.out | tr '\n' ' ')"
    DISTCC_HOSTS=127.0.0.1:$port
    export DISTCC_HOSTS
}

end_server()
{
    [ ! -s "$work/server" ] || kill "$(cat "$work/server")" 2>/dev/null
    rm -f "$work/server"
}

# served NUMBER PATTERN - so many compilations were the server's so far
served()
{
    got=$(grep -c "COMPILE_OK.*$2" "$outside/log")
    [ "$got" = "$1" ] || fail "$got compilations by the server, not $1: $(tail -n 2 "$outside/log" | tr '\n' '~')"
}

c_distcc_behind()
{
    serve
    PEP_CC='distcc gcc'
    export PEP_CC
    for unit in main scale; do
        run "$pep" -O2 -g -c $unit.c
        run env PEP_CC=gcc "$pep" -O2 -g -c $unit.c -o plain.o
        equal $unit.o plain.o "distcc changes the object"
    done
    served 2 '[.]i$'
    run "$pep" -g main.o scale.o -o prog
    counts ./prog main sum_to scale
    printf 'int f(void)\n{\n    return undeclared;\n}\n' >wrong.c
    ! "$pep" -c wrong.c >said 2>&1 || fail "an error in the source is lost"
    grep -q '^wrong.c:3:.*undeclared' said || fail "the error is not shown: $(head -n 3 said)"
}

c_distcc_in_front()
{
    # text is preprocessed here, by pep-cc -E, and instrumented there
    serve DISTCC_CMDLIST="$outside/commands"
    printf '#ifndef __PEP__\n#error no\n#endif\n' >>main.c
    for unit in main scale; do
        run distcc pep-cc -O2 -g -c $unit.c
        run pep-cc -O2 -g -c $unit.c -o plain.o
        equal $unit.o plain.o "the server makes another object"
    done
    served 2 "$outside/bin/pep-cc"
    run distcc pep-cc -g main.o scale.o -o prog
    counts ./prog main sum_to scale
}

# --- meson ---

c_meson()
{
    need meson ninja gcc
    PEP_LOG=$PWD/left
    export PEP_LOG
    CC=gcc run meson setup plain
    CC=$pep run meson setup ours
    equal plain/config.h ours/config.h "the checks have other answers"
    grep -q '#define HAVE_MMAP' ours/config.h || fail "the checks find nothing"
    run ninja -C ours
    [ ! -s left ] || fail "left as it is: $(head -n 3 left)"
    counts ours/prog main sum_to scale
    run ninja -C ours
    grep -q 'no work' said || fail "a second build has something to do"
    touch scale.h
    run ninja -C ours
    ! grep -q 'no work' said || fail "a header that changed is not noticed"
}

# --- libtool ---

# lt WORD... - the libtool that configure makes for CC=pep-cc: it links shared libraries with the compiler in it
lt()
{
    run sh ./libtool --quiet --tag=CC "$@"
}

c_libtool()
{
    need libtool gcc
    sed "s/^\(\(LT\)\{0,1\}CC\)=.*/\1=\"$pep\"/" "$(command -v libtool)" >libtool
    for unit in scale main; do
        lt --mode=compile "$pep" -O2 -g -c $unit.c -o $unit.lo
    done
    lt --mode=link "$pep" -g -o libscale.la scale.lo -rpath "$PWD/installed"
    lt --mode=link "$pep" -g -o prog main.lo libscale.la
    lt --mode=link "$pep" -g -static -o static main.lo libscale.la
    [ -f .libs/libscale.so ] && [ -f .libs/libscale.a ] || fail "not both libraries are there"
    counts ./prog main sum_to scale
    ldd .libs/prog | grep -q libscale || fail "the program is not linked to the shared library"
    counts ./static main sum_to scale
    # ./prog is a script; libtool knows the program that it starts
    run sh ./libtool --mode=execute "$PEP_UNDER_TEST" report --top=0 ./prog prog.pepraw
    grep -q '  scale  ' said || fail "pep report does not know the program by libtool"
    run "$PEP_UNDER_TEST" report --top=0 ./prog prog.pepraw
    grep -q '  scale  ' said || fail "pep report does not know the program by its script"
    run "$PEP_UNDER_TEST" doctor ./libscale.la
    grep -q '^scale.c ' said || fail "pep doctor does not know the library by its text"
    mkdir installed
    lt --mode=install cp libscale.la "$PWD/installed/libscale.la"
    lt --mode=install cp prog "$PWD/installed/prog"
    counts installed/prog main sum_to scale
}

# --- make ---

# tree - sixteen units in four folders, a makefile in each
tree()
{
    cat >Makefile <<'EOF'
CFLAGS = -O2 -g -MMD
FOLDERS = a b c d
LIBRARIES = $(FOLDERS:=/part.a)
prog: main.o scale.o $(LIBRARIES)
	$(CC) -g -o $@ main.o scale.o $(LIBRARIES)
$(LIBRARIES): folders
folders: $(FOLDERS)
$(FOLDERS):
	@$(MAKE) -C $@ part.a CFLAGS='$(CFLAGS) -I..'
.PHONY: folders $(FOLDERS)
-include *.d
EOF
    for folder in a b c d; do
        mkdir $folder
        cat >$folder/Makefile <<'EOF'
part.a: $(patsubst %.c,%.o,$(wildcard *.c))
	ar rcs $@ $^
-include *.d
EOF
        for unit in 1 2 3 4; do
            {
                echo '#include <stdio.h>'
                echo '#include <stdlib.h>'
                sed "/#include/d; s/scale/scale_$folder$unit/" scale.c
                for i in 0 1 2 3 4 5 6 7 8 9; do
                    echo "int more_$folder$unit$i(int *a, int n) { int s = 0; for (int i = 0; i < n; i++)"
                    echo "    if (a[i] > $i && a[i] < n) s += a[i]; else if (a[i] == $i) putchar(s); return s; }"
                done
            } >$folder/u$unit.c
        done
    done
}

# interrupt SIGNAL WHOM NUMBER - ends a build from the start when it has begun so many compilations; WHOM is make alone,
# or its whole group as by a key at the terminal
interrupt()
{
    find . -name '*.[oda]' -exec rm {} +
    : >make.out
    # a shell's background jobs ignore SIGINT, and hand that on
    setsid env --default-signal=INT make -j4 CC="$pep" >make.out 2>&1 </dev/null &
    pid=$!
    for tick in $(seq 500); do
        [ "$(grep -c ' -c ' make.out)" -lt "$3" ] || break
        sleep 0.02
    done
    case $2 in
    make) kill -s "$1" $pid ;;
    group) kill -s "$1" -- -$pid ;;
    esac 2>/dev/null
    if wait $pid 2>/dev/null; then
        rm prog
        return 0
    fi
    struck=$((struck + 1))
    # what make had started may still be at work
    for tick in $(seq 300); do
        kill -s 0 -- -$pid 2>/dev/null || break
        sleep 0.05
    done
    # (a cc*.s is gcc's own: the driver removes it, and cc1, which no signal reached, makes it anew)
    left=$(find "$TMPDIR" -maxdepth 1 -name 'pep-*')
    [ -z "$left" ] || fail "SIG$1 to $2: temporary folders are left: $left"
    for object in ./*.o ./*/*.o; do
        [ ! -e "$object" ] || cmp -s "$object" "../objects/$object" || fail "SIG$1 to $2: $object is half-written"
    done
}

c_make_interrupted()
{
    need make gcc setsid seq
    env --default-signal=INT true 2>/dev/null || skip "env has no --default-signal"
    tree
    # in this very folder, for the folder is in the objects
    run make -j4 CC="$pep"
    counts ./prog main sum_to scale
    mkdir ../objects
    cp -R . ../objects
    rm prog
    struck=0
    interrupt INT group 1
    interrupt INT make 3
    interrupt TERM make 6
    interrupt HUP group 9
    interrupt INT group 12
    [ $struck -ge 4 ] || fail "only $struck of 5 builds were interrupted in time"
    [ ! -e prog ] || fail "the program is there after interruptions"
    run make -j4 CC="$pep"
    for object in ./*.o ./*/*.o; do
        equal "$object" "../objects/$object" "the build goes on otherwise"
    done
    counts ./prog main sum_to scale
}

# --- the run ---

outside=$(mktemp -d /tmp/chains.XXXXXX) || exit 1
chmod 755 "$outside"
trap 'end_server; rm -rf "$outside"' EXIT
trap 'exit 1' INT TERM HUP
passed=0
failed=0

run_situation()
{
    rm -rf "$work/failed" "$work/skipped" "$TMPDIR" "${outside:?}"/*
    mkdir -p "$TMPDIR" "$work/$1/in"
    cp "$here"/*.[ch] "$here/meson.build" "$work/$1/in"
    (cd "$work/$1/in" && "c_$1") || echo "it ends with an error" >>"$work/failed"
    end_server
    left=$(find "$TMPDIR" -maxdepth 1 -name 'pep-*')
    [ -z "$left" ] || echo "temporary folders are left: $left" >>"$work/failed"
    if [ -s "$work/failed" ]; then
        failed=$((failed + 1))
        printf 'FAIL  %s: %s\n' "$1" "$(head -n 1 "$work/failed")"
    elif [ -s "$work/skipped" ]; then
        printf 'skip  %s: %s\n' "$1" "$(cat "$work/skipped")"
    else
        passed=$((passed + 1))
        printf 'ok    %s\n' "$1"
    fi
}

for situation in $(sed -n 's/^c_\([a-z_]*\)()$/\1/p' "$here/run.sh"); do
    wanted=${1-$situation}
    for part in "$@"; do
        case $situation in *"$part"*) wanted=$situation ;; esac
    done
    [ "$wanted" != "$situation" ] || run_situation "$situation"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
