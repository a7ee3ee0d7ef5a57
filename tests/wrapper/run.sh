#!/bin/sh
# run.sh [BUILD [NAME...]] - pep-cc against the compiler behind it: one line a test, 'ok' or what differs.
#
# Most tests run a command twice in equal folders, once with the plain compiler and once with pep-cc, and compare exit
# code, standard output, standard error, the names of all files, and the bytes of dependency files.  NAME is a test or a
# part of its name.  PEP_BEHIND lists the compilers behind (those of gcc-12, clang-14 and clang-19 that are there; the
# first runs every test, the others those in test_c_*).
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

# --- what every compiler behind has to pass ---

test_c_object()
{
    same -c x.c
    instrumented ours/x.o
    same -O2 -g -Wall -Wextra -c x.c -o d/z.o
    instrumented ours/d/z.o
    same -c ./d/../x.c -od/z
    same -xc -c x.c
    instrumented ours/x.o
    same -c x.c -o /dev/null
    same -c x.c -o no/such/folder/x.o
    same -c missing.c
}

test_c_assembly()
{
    same -S x.c
    grep -q pep_map ours/x.s || fail "x.s is not instrumented"
    same -S -o d/q.s x.c
    same -S -o - y.c -fverbose-asm -fno-such-option-at-all
    "$pep" -S -o - in/y.c >said
    says pep_map
}

test_c_program()
{
    same x.c y.c -o prog
    instrumented ours/prog
    same x.c y.c
    [ "$(cd ours && ./a.out)" = "$(cd plain && ./a.out)" ] || fail "a.out prints something else"
    (cd ours && ls ./*.o >/dev/null 2>&1) && fail "objects are left"
    same x.c -o prog y.c -lm -Wl,--as-needed
    same -c x.c y.c
    instrumented ours/x.o ours/y.o
    same -O2 x.c d/none.c -o prog
    same x.c -o prog
}

test_c_stages()
{
    same -E x.c
    same -E -dM y.c
    same -M x.c
    same -MM x.c -o x.dep
    same -fsyntax-only x.c
    same --version
    same -v
    same -dumpversion
    same -dumpmachine
    same -print-file-name=libc.a
    same -print-prog-name=ld
    same -print-search-dirs
    same
    same -c
    same -o x
    same -c -x
}

test_c_depend()
{
    for options in -MD -MMD '-MD -MP' '-MD -MF k.d' '-MMD -MFd/k.d' '-MD -MT a -MT b' '-MD -MQ $x' '-Wp,-MD,d/w.d' \
        '-Wp,-MMD,d/w.d,-MT,t' '-MF k.d' '-MD -MF /dev/null'; do
        # shellcheck disable=SC2086 # lists of words
        {
            same $options -c x.c
            same $options -c x.c -o d/z.o
            same $options -S x.c -o d/z.asm
            same $options -c x.c -o z
        }
    done
    same -MD -c x.c -o d/a.b.o
    instrumented ours/d/a.b.o
    [ -s ours/d/a.b.d ] || fail "no d/a.b.d"
    same -MD -c x.c y.c
    same -MD -c x.c y.c -MF both.d
    same -MD y.c x.c -o prog
    same -MMD x.c -c -MF d/x.dep -o x.lo
}

test_c_warnings()
{
    cat >in/w.c <<'EOF'
#warning once
#include "w.h"
int f(int a)
{
    int unused;
    return a;
}
EOF
    cat >in/w.h <<'EOF'
#pragma GCC warning "in the header"
#pragma message "told"
#define TWICE 1
#define TWICE 2
EOF
    # what the preprocessor says comes before what the compiler says, so the order may differ
    for options in -Wall '-Wall -Wno-unused' -w; do
        # shellcheck disable=SC2086
        same_lines $options -c w.c
        instrumented ours/w.o
    done
    same_lines -Wall -c w.c
    grep -c 'warning: .*once' err.ours >count
    [ "$(cat count)" = 1 ] || fail "#warning comes $(cat count) times"
    same -Wall -Werror -c w.c
    [ "$(cat rc.ours)" = 1 ] || fail "-Werror is lost"
    echo 'int f(void) { return undeclared; }' >in/e.c
    same -c e.c
    same -c e.c y.c
    echo '#include "nowhere.h"' >in/e.c
    same -c e.c
    same -c -MD e.c
    same e.c y.c -o prog
    same x.c e.c y.c
}

test_c_sides()
{
    for options in '-g -gsplit-dwarf' --coverage '-ftest-coverage -fprofile-arcs' -fstack-usage; do
        # shellcheck disable=SC2086
        {
            same $options -c x.c
            instrumented ours/x.o
            same $options -c x.c -o d/z.o
            same $options x.c y.c -o prog
        }
    done
    for options in -save-temps -save-temps=obj -save-temps=cwd; do
        same $options x.c y.c -o prog
        case $PEP_CC in
        *gcc*)
            same $options -c x.c
            same $options -c x.c -o d/z.o
            instrumented ours/d/z.o
            ;;
        *) # clang makes no .bc of preprocessed text
            rm -rf ours
            cp -a in ours
            (cd ours && expect 0 "$pep" $options -c x.c && says_nothing)
            grep -q pep_map ours/x.i && grep -q pep_map ours/x.s || fail "$options: no x.i and x.s of ours"
            ;;
        esac
    done
    same -pipe -c x.c
    instrumented ours/x.o
}

test_c_inputs()
{
    echo '.globl g
g:' >in/a.s
    echo '#define N g2
.globl N
N:' >in/b.S
    echo 'int in_i(int a) { return a ? 1 : 2; }' >in/p.i
    echo 'int in_txt(int a) { return a ? 1 : 2; }' >in/t.txt
    same -c a.s
    same -c b.S
    same -c p.i
    instrumented ours/p.o
    same -c -x c t.txt
    instrumented ours/t.o
    same -c -x c t.txt -x none a.s y.c
    instrumented ours/t.o ours/y.o
    same x.c y.c a.s b.S p.i -x c t.txt -o prog
    instrumented ours/prog
    same -c x.h
    same -c y.c x.h
    same -c -x c /dev/null -o null.o
    mkfifo fifo
    cat in/y.c >fifo &
    expect 0 "$pep" -c -x c fifo -o fifo.o
    [ -s fifo.o ] || fail "no object of a pipe"
    (cd in && $PEP_CC -c y.c)
    same x.c y.o -o prog
    same y.o x.c
    same -c x.c y.o
    rm in/y.o
}

test_c_response()
{
    printf '%s\n' '-O2 -DNAME="a\ b" -c' "'x.c'" >in/args
    same @args
    instrumented ours/x.o
    printf '%s\n' '-o "d/name of it.o" @args' >in/outer
    same @outer
    instrumented 'ours/d/name of it.o'
    same @missing
    cp -a in work
    echo '-fpep=edges -c x.c' >work/ours
    (cd work && expect 0 "$pep" @ours && says_nothing; instrumented x.o)
    rm -rf work
}

test_c_debug()
{
    same -g -c x.c
    for which in plain ours; do
        readelf --debug-dump=info $which/x.o 2>/dev/null |
            sed -n 's/.*DW_AT_\(name\|comp_dir\) *: //p' | head -n 2 | sed 's/.*): //' | sort >$which.names
    done
    cmp -s plain.names ours.names || fail "$(diff plain.names ours.names | tr '\n' ' ')"
    strings -a ours/x.o | grep "$TMPDIR" && fail "the temporary folder is in the object"
    same -g3 -c x.c
    instrumented ours/x.o
    same -g -c x.c -ffile-prefix-map="$(pwd)"=/src
    strings -a ours/x.o | grep -q "$(pwd)" && fail "-ffile-prefix-map is lost"
}

test_c_names()
{
    echo 'int f(int a) { return a && 1; }' >in/plain
    printf 'a b.c\nq"t'"'"'.c\n$(x);.c\nä€.c\n-I.c\nback\\slash.c\n' | while IFS= read -r name; do
        cp in/plain "in/$name"
        same -c -MD "./$name"
        instrumented "ours/${name%.c}.o"
        same -c "./$name" -o "d/$name.o"
        rm "in/$name"
    done
    name='new
line.c'
    cp in/plain "in/$name"
    same -c "$name"
    rm "in/$name"
    printf 'int f(int a)\r\n{\r\n    if (a)\r\n        return 1;\r\n    return __LINE__;\r\n}\r\n' >in/crlf.c
    same -Wall -c crlf.c
    instrumented ours/crlf.o
    printf '#line 100 "other.y"\nint f(int a)\n{\n    int unused;\n    return a ? 1 : 2;\n}\n' >in/line.c
    same -Wall -g -c line.c
    instrumented ours/line.o
    printf 'int f(int a) { return a ? 1 : 2; }' >in/open.c
    same -Wall -c open.c
    instrumented ours/open.o
    : >in/empty.c
    same -c empty.c
}

test_c_links()
{
    (cd in && $PEP_CC -fPIC -c x.c y.c)
    for options in '' -static -pie -no-pie '-Wl,--gc-sections' -pthread -s; do
        # shellcheck disable=SC2086
        same $options x.o y.o -o prog
        (cd ours && ./prog >../said)
        [ $? = 1 ] || fail "$options: exit code"
    done
    same -shared y.o -o liby.so
    same -r x.o y.o -o both.o
    same -nostdlib -Wl,-r x.o -o both.o
    same x.o -o prog
    rm in/x.o in/y.o
    same -shared -fPIC y.c -o liby.so
    instrumented ours/liby.so
    nm -D ours/liby.so | grep -q pep_unit && fail "the runtime's names are exported"
    same -static x.c y.c -o prog
    same -pie -fPIE x.c y.c -o prog
    same -O2 -flto x.c y.c -o prog
    (cd ours && ./prog >../said)
    [ $? = 1 ] || fail "-flto: exit code"
    same -O2 -flto -c x.c
    same -fsanitize=undefined -c x.c
    same -fsanitize=address x.c y.c -o prog
    same -L. -lnone x.c y.c -o prog
}

# --- our own part ---

test_probes()
{
    cp in/y.c in/conftest.c
    same -c conftest.c
    plain_object ours/conftest.o
    same conftest.c x.c -o conftest
    plain_object ours/conftest
    for folder in CMakeFiles/CMakeScratch/TryCompile-abc CMakeFiles/3.25.1/CompilerIdC meson-private/tmp1; do
        mkdir -p "in/$folder"
        cp in/y.c "in/$folder/test.c"
        same -c "$folder/test.c" -o "$folder/test.o"
        plain_object "ours/$folder/test.o"
    done
    expect 0 "$pep" -fpep-force -c in/conftest.c -o forced.o
    instrumented forced.o
    PEP_FLAGS=-fpep-verbose expect 0 "$pep" -c in/conftest.c -o quiet.o
    says_nothing
}

test_freestanding()
{
    for option in -ffreestanding -nostdlib -nostartfiles '-fno-pie -mcmodel=kernel'; do
        # shellcheck disable=SC2086
        same $option -c y.c
        plain_object ours/y.o
    done
    same -fno-builtin -c y.c
    instrumented ours/y.o
    expect 0 "$pep" -ffreestanding -fpep-force -c in/y.c -o y.o
    instrumented y.o
    echo 'void _start(void) { for (;;) ; }' >in/bare.c
    same -nostdlib -static bare.c -o bare
    nm ours/bare | grep -q pep_unit_register && fail "-nostdlib links the runtime"
    same -m32 -c y.c
}

test_runtime()
{
    expect 0 "$pep" in/x.c in/y.c -o prog
    nm prog | grep -q ' [tT] pep_unit_register' || fail "the runtime is not linked"
    (cd in && $PEP_CC -c x.c y.c)
    expect 0 "$pep" in/x.o in/y.o -o prog
    nm prog | grep -q ' [tT] pep_unit_register' || fail "the runtime is not linked to objects"
    expect 0 "$pep" -c in/x.c in/y.c
    $PEP_CC x.o y.o -o prog || fail "the plain compiler cannot link our objects"
    PEP_OFF=1 expect 1 ./prog
}

test_flags()
{
    expect 100 "$pep" -fpep-upd=thread -c in/x.c
    says "did you mean '-fpep-update='"
    expect 100 "$pep" -fpep-cutoff -c in/x.c
    says 'unknown option'
    expect 100 "$pep" -fpep=nothing -c in/x.c
    says 'paths|edges'
    expect 100 "$pep" -fpep-array-limit=-1 -c in/x.c
    PEP_FLAGS=-O2 expect 100 "$pep" -c in/x.c
    says 'PEP_FLAGS'
    PEP_FLAGS='"-fpep=edges' expect 100 "$pep" -c in/x.c
    PEP_FLAGS='  "-fpep=edges"  -fpep-update='\''atomic'\' expect 0 "$pep" -c in/x.c
    says_nothing
    instrumented x.o
    expect 0 "$pep" -fpep-help
    says '-fpep-truncate='
    [ -z "$(ls -- *.c 2>/dev/null)" ] || fail "files appear"
}

test_behind()
{
    PEP_CC=nothing-of-that-name expect 101 "$pep" -c in/x.c
    PEP_CC=nothing-of-that-name expect 0 "$pep" -fpep-cc="$PEP_CC" -c in/x.c
    PEP_CC='env LANG=C "gcc" -DEXTRA' expect 0 "$pep" -c in/x.c
    instrumented x.o
    PEP_CC="$pep" expect 100 "$pep" -c in/x.c
    PEP_CC="env $pep" expect 100 "$pep" -c in/x.c
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$pep" >script
    chmod +x script
    PEP_CC=./script expect 100 "$pep" -c in/x.c
    says 'again'
    # a folder of PATH where gcc is pep-cc
    mkdir masked
    ln -s "$pep" masked/gcc
    (unset PEP_CC; PATH=$PWD/masked:$PATH expect 0 gcc -c in/y.c -o masked.o)
    instrumented masked.o
    printf '#!/bin/sh\ncase $1 in --version) echo something;; *) exec gcc "$@";; esac\n' >odd
    chmod +x odd
    PEP_CC=./odd expect 0 "$pep" -c in/y.c -o odd.o
    plain_object odd.o
}

test_dry()
{
    expect 0 "$pep" '-###' -DA='"b c"' in/x.c -c -o d.o
    says ' "-DA=\\"b c\\""'
    says ' -E -CC'
    says ' -x cpp-output'
    [ ! -e d.o ] || fail "-### compiles"
    expect 0 "$pep" '-###' in/x.c in/y.c -o prog
    says ' -o prog "-Wl,-u,pep_unit_register"'
    [ ! -e prog ] || fail "-### links"
    no_temps
}

test_macro()
{
    printf '#ifndef __PEP__\n#error no\n#endif\nint f(int a) { return a ? __PEP__ : 2; }\n' >in/m.c
    expect 0 "$pep" -c in/m.c
    instrumented m.o
}

test_same_object()
{
    mkdir one two
    for folder in one two; do
        cp in/x.c in/x.h $folder
        (cd $folder && "$pep" -O2 -c x.c)
    done
    cmp one/x.o two/x.o || fail "another folder makes another object"
    (cd one && "$pep" -O2 -c x.c -o again.o)
    cmp one/x.o one/again.o || fail "a second run makes another object"
}

test_rejected()
{
    # a compiler that takes everything but what we rewrote
    cat >picky <<'EOF'
#!/bin/sh
for word; do
    case $word in
    cpp-output) echo "x.c:1:1: error: never shown" >&2; exit 1 ;;
    esac
done
exec gcc "$@"
EOF
    chmod +x picky
    PEP_CC="$PWD/picky"
    log=$PWD/log
    cp in/x.c 'in/odd
name.c'
    PEP_LOG=$log expect 0 "$pep" -c in/x.c
    says_nothing
    plain_object x.o
    grep -q '/in/x.c: unit: .*does not compile' log || fail "the log says: $(cat log)"
    PEP_LOG=$log expect 0 "$pep" -c 'in/odd
name.c'
    [ "$(wc -l <log)" = 2 ] || fail "the log has $(wc -l <log) lines"
    PEP_LOG=/no/such/folder/log expect 0 "$pep" in/x.c in/y.c -o prog
    says_nothing
    expect 0 "$pep" -fpep-verbose -c in/x.c
    says 'warning: in/x.c: not instrumented'
    echo 'int f(void) { return undeclared; }' >in/e.c
    PEP_LOG=$log expect 1 "$pep" -c in/e.c
    ! grep -q never said || fail "the rejected text's messages are shown"
    ! grep -q '/in/e.c: unit' log || fail "the user's own error is logged"
    no_temps
}

test_crash()
{
    # parentheses nested so deep that libclang ends the process or gives up
    awk 'BEGIN { printf "int f(int n) { return "; for (i = 0; i < 20000; i++) printf "("; printf "n";
        for (i = 0; i < 20000; i++) printf ")"; print "; }" }' >in/deep.c
    expect 0 "$pep" -c in/deep.c
    says_nothing
    [ -s deep.o ] || fail "no object"
    no_temps
}

# sleeper STEP - a compiler that sleeps in the step whose command has the word
sleeper()
{
    cat >sleeper <<EOF
#!/bin/sh
for word; do
    case \$word in
    $1) echo half >half.o; trap 'rm -f half.o; trap - TERM; kill -TERM \$\$' TERM
        : >started; sleep 20 & wait ;;
    esac
done
exec gcc "\$@"
EOF
    chmod +x sleeper
}

test_signals()
{
    cat >"$top/interrupt.py" <<'EOF'
import os, signal, subprocess, sys, time
number = getattr(signal, "SIG" + sys.argv[1])
child = subprocess.Popen(sys.argv[2:], preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
while not os.path.exists("started"):
    time.sleep(0.01)
if number == signal.SIGTERM:  # to pep-cc alone, as kill(1) does
    child.send_signal(number)
else:  # to all of them, as a terminal does
    signal.signal(number, signal.SIG_IGN)
    os.killpg(0, number)
print(-child.wait() == number)
EOF
    for step in -E cpp-output; do
        for signal in TERM INT HUP; do
            rm -f started half.o
            sleeper $step
            # not through the shell's own background jobs: they ignore SIGINT
            PEP_CC=$PWD/sleeper setsid python3 "$top/interrupt.py" $signal "$pep" -c in/x.c >ended 2>&1
            [ "$(cat ended)" = True ] || fail "$step: SIG$signal: ends otherwise: $(cat ended)"
            [ ! -e x.o ] || fail "$step: SIG$signal: an object is left"
            [ $signal != TERM ] || [ ! -e half.o ] || fail "$step: SIG$signal: half an object is left"
            no_temps
        done
    done
}

test_keep()
{
    expect 0 "$pep" -fpep-keep -c in/x.c
    says 'temporary files are kept in'
    folder=$(sed -n 's/.* kept in //p' said)
    [ -s "$folder/x.i" ] || fail "no x.i in $folder"
    rm -rf "$folder"
    no_temps
}

test_dump()
{
    expect 0 "$pep" -fpep-dump=c -c in/x.c
    [ -s said ] || fail "-fpep-dump=c prints nothing"
    expect 0 "$pep" -fpep-dump=c -fpep-dump-file=dumped -c in/x.c
    says_nothing
    [ -s dumped ] || fail "-fpep-dump-file= writes nothing"
}

test_threads()
{
    for option in -pthread -fopenmp; do
        "$pep" $option -S in/y.c -o y.s && "$pep" -fpep-update=thread -S in/y.c -o t.s
        "$pep" -S in/y.c -o s.s
        grep -q 'pep_t' y.s || fail "$option: not a counter for each thread"
        "$pep" $option -fpep-update=single -S in/y.c -o y.s
        ! grep -q '__pep_t' y.s || fail "$option: -fpep-update=single is lost"
    done
}

test_colours()
{
    printf 'int f(int a)\n{\n    int unused;\n    return a ? 1 : 2;\n}\n' >in/w.c
    command -v script >/dev/null || return 0
    TERM=xterm script -qec "$pep -Wall -c in/w.c" /dev/null >said </dev/null
    grep -q "$(printf '\033')" said || fail "a terminal gets no colours"
    TERM=xterm script -qec "$pep -Wall -fdiagnostics-color=never -c in/w.c" /dev/null >said </dev/null
    ! grep -q "$(printf '\033\\[')" said || fail "-fdiagnostics-color=never is lost"
}

test_make()
{
    mkdir build
    for i in 1 2 3 4 5 6 7 8; do
        sed "s/twice/twice$i/" in/y.c >build/y$i.c
    done
    printf 'int main(void) { return 0; }\n' >build/main.c
    cat >build/Makefile <<'EOF'
CFLAGS = -O1 -Wall -Wextra -Werror -MMD
OBJECTS = main.o y1.o y2.o y3.o y4.o y5.o y6.o y7.o y8.o
prog: $(OBJECTS)
	$(CC) -o $@ $(OBJECTS)
EOF
    sed -i 's/int twice\([0-9]\)(int n)/int twice\1(int); &/' build/y?.c
    expect 0 make -s -j4 -C build CC="$pep" PEP_FLAGS=-fpep=edges
    says_nothing
    instrumented build/prog build/y8.o
    (cd build && expect 0 ./prog)
    no_temps
}

test_configure()
{
    cat >configure <<'EOF'
#!/bin/sh
# the way autoconf tries a compiler
echo 'int main(void) { return 0; }' >conftest.c
$CC -o conftest conftest.c >log 2>&1 && ./conftest || exit 2
[ -s log ] && exit 3
$CC -E conftest.c >/dev/null || exit 4
echo 'int f(void) { int unused; return 0; }' >conftest.c
$CC -Werror -Wall -c conftest.c 2>/dev/null && exit 5
echo 'int main(void) { return no_such_function(); }' >conftest.c
$CC -o conftest conftest.c 2>/dev/null && exit 6
$CC -fno-such-option-at-all -c conftest.c 2>/dev/null && exit 7
echo 'int x;' | $CC -c -x c - -o conftest.o || exit 8
rm -f conftest*
EOF
    CC=$pep expect 0 sh configure
    [ "$(ls -d conftest* 2>/dev/null)" = '' ] || fail "left: $(ls)"
}

test_cmake()
{
    command -v cmake >/dev/null || return 0
    mkdir project
    cp in/x.c in/x.h in/y.c project
    cat >project/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(tiny LANGUAGES C)
include(CheckCSourceCompiles)
check_c_source_compiles("int main(void) { return 0; }" WORKS)
include(CheckCCompilerFlag)
check_c_compiler_flag(-Wno-such-warning NO_SUCH)
if(NOT WORKS)
  message(FATAL_ERROR "it does not work")
endif()
add_library(y SHARED y.c)
add_executable(tiny x.c)
target_link_libraries(tiny y)
EOF
    expect 0 cmake -S project -B made -DCMAKE_C_COMPILER="$pep" -DCMAKE_BUILD_TYPE=Release
    expect 0 cmake --build made
    instrumented made/tiny made/liby.so
    expect 1 made/tiny
    find made/CMakeFiles -name '*.bin' | while IFS= read -r file; do plain_object "$file"; done
    no_temps
}

test_ccache()
{
    command -v ccache >/dev/null || { echo '      (no ccache here: left out)' >>"$top/notes"; return 0; }
    CCACHE_DIR=$PWD/cache
    export CCACHE_DIR
    (cd in && expect 0 ccache "$pep" -c x.c -o one.o && expect 0 ccache "$pep" -c x.c -o two.o)
    instrumented in/one.o in/two.o
    cmp in/one.o in/two.o || fail "ccache gives another object"
    PEP_CC='ccache gcc' expect 0 "$pep" -c in/x.c
    instrumented x.o
}

test_closed()
{
    (cd in && "$pep" -c y.c <&- >&- 2>&-) || fail "closed descriptors end it"
    instrumented in/y.o
    expect 0 env TMPDIR=/no/such/folder "$pep" -c in/y.c
    instrumented y.o
}

# --- the run ---

tests=$(sed -n 's/^\(test_[a-z_]*\)()$/\1/p' "$0")
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
for PEP_CC in ${PEP_BEHIND:-gcc-12 gcc clang-19 clang-14}; do
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
