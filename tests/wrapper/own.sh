# own.sh - what is pep-cc's own: its flags and failures, probes, fallbacks, signals, and builds by make and CMake.
# Sourced by run.sh.

test_probes()
{
    cp in/y.c in/conftest.c
    cp in/y.c in/autotest.c
    same -c conftest.c autotest.c
    plain_object ours/conftest.o
    plain_object ours/autotest.o
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
    for option in -ffreestanding -nostdlib -nostartfiles '-fno-pie -mcmodel=kernel' -D__KERNEL__ -D_LIBC_REENTRANT; do
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
    same -nodefaultlibs bare.c -nostartfiles -o bare
    nm ours/bare | grep -q pep_unit_register && fail "-nodefaultlibs links the runtime"
    same -m32 -c y.c
    echo 'int f(int a, int b) { return a > b ? a : b; } int main(void) { return f(2, 0) - 2; }' >in/abi.c
    same -mabi=ms abi.c -o abi
    ours/abi || fail "-mabi=ms: exit code $?"
}

# rustc names the libraries itself
test_own_libraries()
{
    echo "int main(int n, char **v) { return n > 1 && v ? 2 : 0; }" >in/libs.c
    same libs.c -o libs -lgcc_s -lc -nodefaultlibs
    nm ours/libs | grep -q pep_unit_register || fail "-nodefaultlibs -lc links no runtime"
    for options in '-nodefaultlibs' '-static -nodefaultlibs -lc' '-static-pie -nodefaultlibs -lc'; do
        # shellcheck disable=SC2086
        same libs.c -o libs $options
        [ ! -e ours/libs ] || ! nm ours/libs | grep -q pep_unit_register || fail "$options links the runtime"
    done
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

# libclang comes with the part of LLVM that it calls; without that part, or another libclang by request, all is the same
test_libclang()
{
    expect 0 "$pep" -O2 -c in/y.c -o y.o
    instrumented y.o
    mkdir -p tree/bin tree/lib/pep
    cp "$pep" tree/bin/pep-cc
    expect 0 tree/bin/pep-cc -O2 -c in/y.c -o whole.o
    cmp -s y.o whole.o || fail "the object differs with all of LLVM"
    PEP_LIBCLANG=libclang-19.so.19 expect 0 "$pep" -O2 -c in/y.c -o named.o
    cmp -s y.o named.o || fail "the object differs with a libclang by name"
    PEP_FLAGS=-fpep-verbose PEP_LIBCLANG=./none.so expect 0 "$pep" -O2 -c in/y.c -o plain.o
    plain_object plain.o
    says "in/y.c: not instrumented: unit: no libclang found"
    part=$(dirname "$pep")/../lib/pep/libpep_llvm.so
    [ -f "$part" ] || return
    LD_DEBUG=files LD_DEBUG_OUTPUT=loads "$pep" -O2 -c in/y.c -o y.o
    cat loads.* | grep 'calling init' >inits
    grep -q libpep_llvm inits || fail "libclang comes without our part of LLVM"
    ! grep -q libLLVM inits || fail "libclang brings all of LLVM: $(grep libLLVM inits)"
}

# has_parts PROGRAM PART... - it has these parts of the runtime, and no others
has_parts()
{
    program=$1
    shift
    nm "$program" | sed -n 's/.* [dD] pep_part_//p' | sort >has
    printf '%s\n' "$@" | sed '/^$/d' | sort | cmp -s - has || fail "$program has $(tr '\n' ' ' <has), not $*"
}

test_runtime_parts()
{
    expect 0 "$pep" -fpep=paths -fpep-how=exhaustive in/x.c in/y.c -o prog
    has_parts prog
    echo 'int c(int n, int (*f)(int)) { return n ? f(n) : 1; }' >in/pointer.c
    expect 0 "$pep" -fpep-how=exhaustive in/x.c in/y.c in/pointer.c -o prog
    has_parts prog values
    expect 0 "$pep" -fpep=paths -fpep-how=exhaustive -pthread -fpep-array-limit=0 in/x.c in/y.c -o prog
    has_parts prog tables threads
    expect 0 "$pep" -flto -O2 in/x.c in/y.c -o prog
    has_parts prog sampling
    expect 0 "$pep" -fpep=kpaths -fpep-how=exhaustive in/x.c in/y.c -o prog
    has_parts prog forests
    expect 0 "$pep" -fpep=subpaths -fpep-how=duplicated in/x.c in/y.c -o prog
    has_parts prog sampling subpaths threads
    # a library takes what its own objects need
    expect 0 "$pep" -fpep-how=exhaustive -shared -fPIC in/y.c -o y.so
    has_parts y.so
    expect 0 "$pep" -fpep=kpaths -fpep-how=duplicated -c in/x.c -o x.o
    expect 0 "$pep" -fpep-how=exhaustive x.o in/y.c -o prog
    has_parts prog sampling forests threads
}

# profile_of PROGRAM - what it leaves when each third check is taken, without names and times
profile_of()
{
    rm -f ./*.pepraw
    PEP_TRIGGER=counter PEP_INTERVAL=3 expect 0 "./$1"
    "${pep%-cc}" show ./*.pepraw 2>&1 | sed '/^binary /d; /^first /d; /^last /d; /^#/d'
}

# write_work FILE - loops, branches and calls through pointers
write_work()
{
    cat >"$1" <<'EOF'
static int add(int a, int b) { return a % 3 ? a + b : a - b; }
static int (*const choices[])(int, int) = {add, add};
int main(void)
{
    volatile int sum = 0;
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < i % 5; j++)
            sum = choices[j & 1](sum, j);
    for (int i = 0; i < 3000; i++)
        sum += i;
    return sum == 1;
}
EOF
}

# Where the compiler checks calls through pointers those of ours pass, and those of the program are checked as before.
test_c_guarded()
{
    write_work guarded.c
    cat >wrong.c <<'EOF'
static long other(long a) { return a; }
int main(int argc, char **argv)
{
    (void)argv;
    int (*volatile f)(int) = (int (*)(int))(argc ? other : 0);
    return f(0);
}
EOF
    $PEP_CC -fsanitize=kcfi -c guarded.c 2>/dev/null || return 0
    for flags in "-fpep=paths,calls,values -fpep-how=exhaustive" "-fpep=kpaths -fpep-how=exhaustive -fpep-update=thread" \
        "-fpep-how=exhaustive -fpep-array-limit=0" -fpep=paths,calls "-fpep-check=portable -fpep=paths,calls" \
        "-fpep=kpaths,calls,values,fields -fpep-how=duplicated" "-fpep-how=duplicated -fpep-trigger=counter" \
        "-fpep=subpaths -fpep-how=sampled" "-fpep=subpaths -fpep-how=duplicated"; do
        # shellcheck disable=SC2086
        {
            expect 0 "$pep" -O1 -fsanitize=kcfi -Wall -Wextra $flags guarded.c -o guarded
            says_nothing
            PEP_TRIGGER=counter PEP_INTERVAL=3 expect 0 ./guarded
            instrumented guarded
            expect 0 "$pep" -O1 -fsanitize=kcfi $flags wrong.c -o wrong
            expect 132 ./wrong
        }
    done
}

# An object whose hidden symbols a tool has made local, and all but one, counts as before.
test_made_local()
{
    command -v objcopy >/dev/null || return 0
    write_work made.c
    for flags in -fpep=paths,calls "-fpep=paths,calls -fpep-how=duplicated" "-fpep=edges -fpep-check=portable" \
        "-fpep-how=duplicated -fpep-trigger=counter" "-fpep=kpaths -fpep-how=duplicated" "-fpep=subpaths -fpep-how=sampled" \
        "-fpep=subpaths -fpep-how=duplicated"; do
        # shellcheck disable=SC2086
        expect 0 "$pep" -O1 $flags -c made.c
        expect 0 "$pep" made.o -o plainly
        profile_of plainly >plainly.txt
        grep -q ':' plainly.txt || fail "$flags: nothing was counted"
        for option in --localize-hidden --keep-global-symbol=main; do
            expect 0 objcopy $option made.o local.o
            expect 0 "$pep" local.o -o local
            profile_of local >local.txt
            case $flags in # what is heard of subpaths is drawn by lot
            *subpaths*) grep -q 'recorded [1-9]' local.txt ;;
            *) cmp -s plainly.txt local.txt ;;
            esac || fail "$flags: objcopy $option: another profile"
        done
    done
}

# Linkers that take nothing for common symbols are given all of the runtime; who links by hand is told.
test_runtime_parts_with_gold()
{
    command -v ld.gold >have || return 0
    expect 0 "$pep" -fuse-ld=gold in/x.c in/y.c -o prog
    has_parts prog sampling forests subpaths tables threads values
    for how in paths kpaths subpaths paths,values; do
        expect 0 "$pep" -fpep=$how -fpep-how=exhaustive -pthread -fuse-ld=gold in/x.c in/y.c -o prog
        rm -f prog.*.pepraw
        expect 1 ./prog
        ! grep '^pep:' said >told || fail "-fpep=$how: $(head -n 1 told)"
        ls prog.*.pepraw >/dev/null 2>&1 || fail "-fpep=$how: the profile has another name"
    done
    expect 0 "$pep" -c in/x.c in/y.c
    $PEP_CC -fuse-ld=gold x.o y.o -Wl,-u,pep_unit_register "$(dirname "$pep")/../lib/pep/libpep_rt.a" -o prog ||
        fail "gold cannot link the runtime"
    expect 1 ./prog
    says 'left out what an object needs of the runtime'
}

# lld from version 19 on is as gold, and an older one where it is told to be
test_runtime_parts_with_lld()
{
    command -v ld.lld >have || return 0
    expect 0 "$pep" -fuse-ld=lld -Wl,--no-fortran-common in/x.c in/y.c -o prog
    has_parts prog sampling forests subpaths tables threads values
    expect 1 ./prog
    ! grep '^pep:' said >told || fail "$(head -n 1 told)"
}

# Our objects in a library that the plain compiler links, by whatever linker there is: nobody counts, and nothing else
# happens.
test_plain_linkers()
{
    echo 'int five(int a) { return a > 3 ? 5 : 2; }' >in/five.c
    printf '#include <dlfcn.h>\nint main(int n, char **v)\n{\n    void *l = dlopen(v[n - 1], RTLD_NOW);\n%s\n}\n' \
        '    return l ? ((int (*)(int))dlsym(l, "five"))(4) : 1;' >in/opens.c
    expect 0 "$pep" -O2 -fPIC -c in/five.c -o five.o
    expect 0 $PEP_CC in/opens.c -o opens -ldl
    for linker in bfd gold lld; do
        $PEP_CC -shared -fuse-ld=$linker five.o -o five.so 2>/dev/null || continue
        expect 5 ./opens ./five.so
    done
}

# Where nobody sets a countdown that is through but the unit itself, all goes on as it was, what lies in registers too.
test_countdowns_alone()
{
    cat >in/again.c <<'EOF'
extern int pep_countdown[16] __attribute__((visibility("hidden")));
int again(int n) { for (int i = 0; i < 16; i++) pep_countdown[i] = 0; return n; }
EOF
    cat >in/alone.c <<'EOF'
int again(int);
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        int n = again(i);
        if (n & 1)
            sum += n;
        else
            sum -= n;
    }
    return sum;
}
EOF
    for flags in -fpep=subpaths "-fpep=subpaths -fpep-how=sampled" "-fpep-how=duplicated -fpep-trigger=counter"; do
        for level in -O0 -O2; do
            # shellcheck disable=SC2086
            expect 0 "$pep" $level $flags -c in/alone.c -o alone.o
            $PEP_CC $level in/again.c alone.o -o alone || fail "$flags: the plain compiler cannot link our object"
            expect 50 ./alone
        done
    done
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
    expect 100 "$pep" -Wpep-stal -c in/x.c
    says "did you mean '-Wpep-stale'"
    # the compiler would say that it does not know the option
    expect 0 "$pep" -Wpep-stale -Wno-pep-stale -c in/x.c
    says_nothing
    expect 0 "$pep" -fpep-help
    says '-fpep-use=FILE'
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
    # a link stands for the next compiler of its name, also where a launcher looks for that itself
    ln -s "$pep" masked/gcc-99
    ln -s "$pep" masked/clang-99
    mkdir further launching
    printf '#!/bin/sh\necho "$*" >>names\nexec gcc "$@"\n' >further/gcc-99
    printf '#!/bin/sh\necho launched >>names\nexec "$@"\n' >launching/ccache
    chmod +x further/gcc-99 launching/ccache
    (unset PEP_CC; PATH=$PWD/masked:$PWD/further:$PATH expect 0 gcc-99 -c in/y.c -o named.o)
    instrumented named.o
    grep -q named.o names || fail "the compiler of the link's name was not taken"
    rm names
    (PEP_CC='ccache gcc-99' PATH=$PWD/launching:$PWD/masked:$PWD/further:$PATH expect 0 gcc-99 -c in/y.c -o launched.o)
    instrumented launched.o
    grep -q launched names && grep -q launched.o names || fail "the launcher's compiler was not taken"
    # a launcher by the compiler's name has started us where it comes first, and is behind us where it comes later
    mkdir before
    printf '#!/bin/sh\necho before >>names\n[ -z "${once-}" ] || exit 111\nonce=1 exec "$further/gcc-99" "$@"\n' >before/icecc
    chmod +x before/icecc
    ln -s icecc before/gcc-99
    rm names
    (unset PEP_CC; further=$PWD/masked PATH=$PWD/before:$PWD/masked:$PWD/further:$PATH expect 0 gcc-99 -c in/y.c -o before.o)
    instrumented before.o
    [ "$(grep -cx before names)" = 1 ] || fail "the launcher in front was started again"
    rm names
    (unset PEP_CC; further=$PWD/further PATH=$PWD/masked:$PWD/before:$PWD/further:$PATH expect 0 gcc-99 -c in/y.c -o behind.o)
    instrumented behind.o
    grep -qx before names || fail "the launcher behind was passed over"
    (unset PEP_CC; PATH=$PWD/masked:$PATH expect 101 clang-99 -c in/y.c -o lost.o)
    says "behind the link 'clang-99'"
    printf '#!/bin/sh\ncase $1 in --version) echo something;; *) exec gcc "$@";; esac\n' >odd
    chmod +x odd
    PEP_CC=./odd expect 0 "$pep" -c in/y.c -o odd.o
    plain_object odd.o
    # what stands in front of a name may be a machine, and then nothing of ours is linked
    for name in odd-gcc odd-none-cc; do
        printf '#!/bin/sh\ncase $1 in -dumpmachine) echo odd-none;; *) exec gcc "$@";; esac\n' >$name
        chmod +x $name
        PEP_CC=./$name expect 0 "$pep" in/x.c in/y.c -o machine
        plain_object machine
        ! nm machine | grep -q pep_unit_register || fail "$name: the runtime is linked for another machine"
    done
    printf '#!/bin/sh\nexec gcc "$@"\n' >own-gcc
    chmod +x own-gcc
    PEP_CC=./own-gcc expect 0 "$pep" -c in/y.c -o own.o
    instrumented own.o
}

# all_counted OPTION... - no function of the source is left as it is
all_counted()
{
    rm -f left
    PEP_LOG=$PWD/left expect 0 "$pep" -fpep-how=duplicated -c "$@" -o counted.o
    [ ! -s left ] || fail "$PEP_CC $*: $(head -n 3 left | tr '\n' '~')"
}

# The standard of a unit is the compiler's own where none is named, C23 with gcc from 15 on.
test_c_standard()
{
    printf '%s\n' 'typedef int bool;' 'enum { false, true };' 'bool odd(int n) { if (n & 1) return true; return false; }' \
        >in/own.c
    printf '%s\n' 'int count(int bool, int true) { int n = 0; while (bool > true) n += bool--; return n; }' >in/names.c
    printf '%s\n' 'constexpr int limit = 3;' 'bool odd(int n) { if (n & limit) return true; return false; }' \
        'int f(int n, int) { return odd(n) ? 1 : odd(2) ? 2 : 3; }' >in/c23.c
    all_counted in/own.c
    all_counted in/names.c
    case $PEP_CC in *clang-19*) ;; *) return ;; esac # the one that knows C23
    printf '#!/bin/sh\nexec %s -std=c23 "$@"\n' "$PEP_CC" >today
    chmod +x today
    for option in -std=c23 --std=gnu2x; do
        all_counted $option in/c23.c
        (export PEP_CC="$PEP_CC $option"; all_counted in/c23.c)
    done
    PEP_CC=./today
    all_counted in/c23.c
    all_counted -std=c99 in/own.c
    all_counted -std=gnu89 in/own.c
}

test_dry()
{
    expect 0 "$pep" '-###' -DA='"b c"' in/x.c -c -o d.o
    says ' "-DA=\\"b c\\""'
    says ' -E '
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
    expect 0 "$pep" -E in/m.c -o m.i
    says_nothing
    expect 0 "$pep" -c m.i -o of_text.o
    cmp m.o of_text.o || fail "text that was preprocessed first makes another object"
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

test_c_profile_name()
{
    for how in '' -flto -static; do
        rm -rf prof own
        expect 0 "$pep" $how -fpep-profile="$PWD/prof/\"ä\\%b.%m" in/x.c in/y.c -o prog
        for run in 1 2; do
            expect 1 env -i ./prog
            expect 1 env -i PEP_PROFILE=own ./prog
        done
        set -- prof/*
        [ $# = 1 ] && [ "${1%.*}" = 'prof/"ä\prog' ] && [ -f own ] || fail "$how: $(ls prof own*)"
    done
    # of several names the first
    expect 0 "$pep" -c -fpep-profile=first in/x.c
    expect 0 "$pep" -c -fpep-profile=second.long in/y.c
    expect 0 "$pep" x.o y.o -o prog
    expect 1 ./prog
    [ -f first ] && [ ! -f second.long ] || fail "the second name: $(ls)"
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
    PEP_LOG=$log expect 0 "$pep" -c -x c /dev/null -o empty.o
    [ "$(wc -l <log)" = 2 ] || fail "the log has $(wc -l <log) lines"
    PEP_LOG=/no/such/folder/log expect 0 "$pep" in/x.c in/y.c -o prog
    says_nothing
    expect 0 "$pep" -fpep-verbose -c in/x.c
    says 'warning: in/x.c: not instrumented'
    echo 'int f(void) { return undeclared; }' >in/e.c
    PEP_LOG=$log expect 1 "$pep" -c in/e.c
    ! grep -q never said || fail "the rejected text's messages are shown"
    ! grep -q '/in/e.c: unit' log || fail "the user's own error is logged"
    # a function that may not use what the others may: nothing of ours can be inlined into it, and the rest is instrumented
    cat >in/less.c <<'EOF'
int f(int a) { return a ? 1 : 2; }
__attribute__((target("no-sse2,no-avx"))) int g(int a) { return a ? f(a) : 2; }
__attribute__((target("bmi2"))) __attribute__((optimize("no-tree-vectorize"))) int h(int a) { return a ? g(a) : 2; }
EOF
    PEP_CC=gcc
    rm log
    PEP_LOG=$log expect 0 "$pep" -c -O2 in/less.c
    instrumented less.o
    says_nothing
    [ "$(sed 's/.*less.c: \(.*target\):.*/\1/' log)" = 'g: attribute target' ] || fail "the log says: $(cat log)"
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
    command -v python3 >/dev/null || { echo '      (no python3 here: left out)' >>"$top/notes"; return 0; }
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
    expect 103 "$pep" -fpep-dump=c -fpep-dump-file=nowhere/dumped -c in/x.c
}

test_threads()
{
    for option in -pthread -fopenmp; do
        "$pep" $option -fpep-how=exhaustive -S in/y.c -o y.s
        grep -qw '__pep_t' y.s || fail "$option: not a counter for each thread"
        "$pep" $option -fpep-how=exhaustive -fpep-update=single -S in/y.c -o y.s
        ! grep -qw '__pep_t' y.s || fail "$option: -fpep-update=single is lost"
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
include(CheckIPOSupported)
check_ipo_supported()
add_library(y_whole STATIC y.c)
add_executable(whole x.c)
target_link_libraries(whole y_whole)
set_target_properties(y_whole whole PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
EOF
    expect 0 cmake -S project -B made -DCMAKE_C_COMPILER="$pep" -DCMAKE_BUILD_TYPE=Release
    expect 0 cmake --build made
    instrumented made/tiny made/liby.so made/whole
    expect 1 made/tiny
    find made/CMakeFiles -name '*.bin' | while IFS= read -r file; do plain_object "$file"; done
    no_temps
}

# pep-c++ links what pep-cc compiled; what ends in .c is C++ to it, as to any C++ compiler
test_cplusplus()
{
    command -v g++ >/dev/null || { echo '      (no g++ here: left out)' >>"$top/notes"; return 0; }
    cxx=${pep%pep-cc}pep-c++
    reader=${pep%-cc}
    cat >in/main.cpp <<'EOF'
#include <string>
extern "C" int choose(int a);
int main() { return std::string(choose(3), 'x').size() != 2; }
EOF
    echo 'int choose(int a) { return a > 2 ? 2 : a; }' >in/choose.c
    echo 'int choose(int a) { return a > 2 ? 2 : a; } template <class T> T same(T a) { return a; }' >in/mixed.c
    expect 0 "$pep" -c in/choose.c -o choose.o
    expect 0 "$cxx" -c in/main.cpp -o main.o
    expect 0 "$cxx" main.o choose.o -o whole
    PEP_PROFILE=whole.pepraw expect 0 ./whole
    [ -s whole.pepraw ] || fail "pep-c++ does not link the runtime"
    expect 0 g++ main.o choose.o -o half
    expect 0 ./half
    expect 1 "$reader" doctor half whole
    says '^unlinked .*half: '
    grep -q '^unlinked .*whole: ' said && fail "the doctor does not find the runtime"
    expect 1 "$reader" report half
    says 'has no runtime'
    expect 0 g++ -static main.o choose.o -o half
    expect 0 "$cxx" -static main.o choose.o -o whole
    expect 1 "$reader" doctor half whole
    says '^unlinked .*half: '
    grep -q '^unlinked .*whole: ' said && fail "the doctor does not find the runtime of a static program"
    expect 0 "$cxx" in/main.cpp -x c in/choose.c -o whole
    instrumented whole
    expect 0 "$cxx" -c in/mixed.c -o mixed.o
    plain_object mixed.o
    nm mixed.o | grep -q _Z6choosei || fail "pep-c++ compiles C: $(nm mixed.o)"
    PEP_FLAGS=-fpep-cc=g++ expect 0 "$pep" -c in/choose.c -o mixed.o
    nm mixed.o | grep -q _Z6choosei || fail "g++ behind pep-cc compiles C: $(nm mixed.o)"
    PEP_CXX=/no/such/compiler expect 101 "$cxx" -c in/main.cpp
    mkdir masks
    ln -s "$cxx" masks/g++
    PATH=$PWD/masks:$PATH expect 0 g++ main.o choose.o -o masked
    nm masked | grep -q ' [tT] pep_unit_register' || fail "a link of the name g++ is no pep-c++"
    command -v cmake >/dev/null || return 0
    mkdir project
    cp in/main.cpp in/choose.c project
    cat >project/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(mixed LANGUAGES C CXX)
add_executable(mixed main.cpp choose.c)
EOF
    expect 0 cmake -S project -B made -DCMAKE_C_COMPILER="$pep" -DCMAKE_CXX_COMPILER="$cxx"
    expect 0 cmake --build made
    PEP_PROFILE=mixed.pepraw expect 0 made/mixed
    [ -s mixed.pepraw ] || fail "CMake's program has no profile"
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

test_c_full()
{
    expect 103 sh -c '"$0" -S in/y.c -o - >/dev/full' "$pep"
    says 'standard output: No space left'
    expect 103 sh -c '"$0" -fpep-help >/dev/full' "$pep"
    expect 0 sh -c '"$0" -c in/y.c >/dev/full' "$pep"
}

test_closed()
{
    (cd in && "$pep" -c y.c <&- >&- 2>&-) || fail "closed descriptors end it"
    instrumented in/y.o
    expect 0 env TMPDIR=/no/such/folder "$pep" -c in/y.c
    instrumented y.o
}

# No folder can be written to but that of the object: then the build goes on without us.
test_no_folder()
{
    mkdir out
    unshare -m sh -c 'mount --bind "$1" /mnt && mount -t tmpfs -o ro none /tmp && cd /proc' sh "$PWD" 2>/dev/null || return
    case $pep in /tmp/*) return ;; esac
    expect 0 unshare -m sh -c 'mount --bind "$1" /mnt && mount -t tmpfs -o ro none /tmp && cd /proc && unset TMPDIR &&
        exec "$2" -c /mnt/in/y.c -o /mnt/out/y.o' sh "$PWD" "$pep"
    says_nothing
    plain_object out/y.o
}

# A caller that ignores the ends of children, as daemons do.
test_no_children()
{
    echo 'int main(void) { extern int nowhere(void); return nowhere(); }' >in/u.c
    expect 1 python3 -c 'import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])' \
        "$pep" in/u.c -o u
    says nowhere
}
