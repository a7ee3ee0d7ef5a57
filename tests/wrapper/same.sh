# same.sh - what every compiler behind has to pass: the same as the plain compiler, with a static map in the object.
# Sourced by run.sh.

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
    same x.c -o prog y.c -Wl,--as-needed,--warn-common,--fatal-warnings
    same x.c -o prog y.c -Wl,--fatal-warnings -Xlinker --warn-common
    same -c x.c y.c
    instrumented ours/x.o ours/y.o
    same -O2 x.c d/none.c -o prog
    same x.c -o prog
}

test_c_stages()
{
    same -E x.c
    same -E -dM -U__PEP__ y.c
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
        '-Wp,-MMD,d/w.d,-MT,t' '-Wp,-MD,d/w.d,-MP,-MQ,$x -Wp,-DX' '-MD -Wp,-MT,t' '-MF k.d' '-MD -MF /dev/null'; do
        # shellcheck disable=SC2086 # lists of words
        {
            same $options -c x.c
            same $options -c x.c -o d/z.o
            same $options -S x.c -o d/z.asm
            same $options -c x.c -o z
        }
    done
    same -Wp,-MMD,d/.a.d,-MT,d/a.o -c x.c -o d/a.o
    instrumented ours/d/a.o
    same -MD -c x.c -o d/a.b.o
    instrumented ours/d/a.b.o
    [ -s ours/d/a.b.d ] || fail "no d/a.b.d"
    same -MD -c x.c y.c
    same -MD -c x.c y.c -MF both.d
    same -MD y.c x.c -o prog
    same -MMD x.c -c -MF d/x.dep -o x.lo
    echo 'int f(int a) { int unused; return a ? 1 : 2; }' >in/u.c
    export DEPENDENCIES_OUTPUT=env.d
    same -Wall -c u.c
    unset DEPENDENCIES_OUTPUT
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

# all_warned KIND FORMAT WORD... - of each line of standard input, a name and what FORMAT makes a source of, the two
# compilers say the same, and where they are of that kind they say something
all_warned()
{
    kind=$1 format=$2
    shift 2
    while read -r name body; do
        # shellcheck disable=SC2059
        printf "$format" "$body" >"in/$name.c"
        same "$@" -c "$name.c"
        case $PEP_CC in *"$kind"*) grep -q warning err.plain || fail "$name: nothing is said of it" ;; esac
        instrumented "ours/$name.o"
        rm "in/$name.c"
    done
}

# what compilers see by the look of a statement, of which nothing is left in the instrumented text
test_c_warnings_of_shapes()
{
    all_warned gcc 'int g(int);\n#define BOTH(a) g(a); g(a + 1)\nint f(int a)\n{\n%b\n    return a;\n}\n' -Wall -Wextra <<'EOF'
dangling       if (a)\nif (a > 2)\ng(1);\nelse\ng(2);
deeper         if (a)\n g(1);\n g(2);
deeper-for     for (int i = 0; i < a; i++)\n g(i);\n g(2);
deeper-else    if (a) {\n g(1);\n} else\n g(3);\n g(2);
deeper-tabs    {\n    if (a)\n\tg(1);\n\tg(2);\n}
deeper-nested  for (int i = 0; i < a; i++)\n if (i)\n  g(1);\n else\n  g(i);\n g(2);
beside         while (a--) g(1); g(2);
macro          if (a)\n BOTH(a);
assign-if      if (a = g(a))\n g(1);
assign-while   while (a = g(a))\n g(1);
assign-for     for (; a = g(a);)\n g(1);
assign-do      do\n g(1);\nwhile (a = g(a));
empty-then     if (a);\ng(1);
empty-else     if (a)\ng(1);\nelse;\ng(2);
unused         a > 2 ? 1 : 2;
EOF
    # functions that stay as they are have lost their tabs
    for kept in 'static inline' inline '__attribute__((no_instrument_function))'; do
        all_warned gcc "$kept int kept(int n)\n{\n%b\n    return n;\n}\nint f(int a)\n{\n    return a > 2 ? 1 : 2;\n}\n" -Wall <<'EOF'
deeper-kept    if (n)\n\tn++;\n        n--;
EOF
    done
    printf 'int g(int);\nint f(int a, int b)\n{\n    return g(a < b ?: 3);\n}\n' >in/omitted.c
    same -Wall -c omitted.c
    instrumented ours/omitted.o
    all_warned gcc 'int f(int a)\n{\n    switch (a) {\n    %b\n    }\n    return a;\n}\n' -Wswitch-default <<'EOF'
no-default     case 1:\n return 2;
EOF
    printf '#define IS(a, b) ((a) == (b))\nint f(int a)\n{\n    if ((a == 3))\n        return 1;\n    return IS(a, 4);\n}\n' >in/wrapped.c
    same -c wrapped.c
    instrumented ours/wrapped.o
}

# what statement expressions give and nobody uses, as in macros that assert: gcc says nothing of it, and what says nothing
# is not compiled for its messages
test_c_warnings_of_values()
{
    cat >in/v.c <<'EOF'
void g(const char *);
#define BUG(c) (__builtin_expect(!!(c), 0) ? ({ g(#c); 1; }) : 0)
int f(int a, int *p)
{
    BUG(a == 1);
    a > 2 ? ({ g("b"); a + 1; }) : *p;
    ({ g("c"); *p; });
    return BUG(a == 3);
}
EOF
    same -Wall -Wextra -c v.c
    instrumented ours/v.o
    case $PEP_CC in
    *gcc*)
        [ ! -s err.plain ] || fail "the compiler warns of it: $(cat err.plain)"
        mkdir counting
        printf '#!/bin/sh\ncase "$*" in *" -E "*) ;; *" -c "*) echo once >>compiled;; esac\nexec %s "$@"\n' "$PEP_CC" >counting/gcc
        chmod +x counting/gcc
        # and locals without a value, some of which are named in front of it, or lines with tabs and without
        cat >in/l.c <<'EOF'
struct link {
    struct link *next;
} *make(unsigned long);
int g(struct link *);
int f(struct link *head, int n)
{
    struct link *item, *back, *made;
    while (n--)
        g(head->next);
    made = make(sizeof *made);
    for (item = (__typeof__(item))made->next, back = item->next; item != head; item = back, back = item->next)
        g(made);
    if (n)
	g(made);
    made = head;
        if (n > 1)
		g(made);
	return n;
}
EOF
        for source in v l; do
            : >compiled
            PEP_CC=$PWD/counting/gcc "$pep" -O2 -fpep-how=duplicated -Wall -Wextra -c in/$source.c -o $source.o
            instrumented $source.o
            [ "$(grep -c once compiled)" = 1 ] || fail "$source.c is compiled $(grep -c once compiled) times"
        done
        ;;
    esac
    all_warned gcc 'void g(const char *);\nint f(int a, int *p)\n{\n    %b\n    return a + !p;\n}\n' -Wall <<'EOF'
arm       ({ if (a) a == 1; });
arms      a ? *p : 0;
beside    a && ({ g("a"); a + 1; });
comma     a ? ({ g("a"); a + 1; }) : (a, 0);
loop      ({ while (a--) *p; });
EOF
}

# what libclang is asked for; gcc has the first of them alone
test_c_warnings_of_clang()
{
    all_warned clang 'int f(int a)\n{\n    int b = 0;\n    %b\n    return a + b;\n}\n' -O2 -Wall <<'EOF'
unused    a && b;
overlap   if (a < 1 && a > 2) return 1;
still     for (int i = 0; a < 10;) { b++; (void)i; }
twice     for (int i = 0; i < a; i++) { b += i; i++; }
EOF
    all_warned clang '#define BEGIN (\n#define END )\n#define SET(v, e) BEGIN { v = (e); } END\n#define BRACE {\n#define SHUT }\nint f(int a)\n{\n    %b\n    return a;\n}\n' <<'EOF'
both      SET(a, a > 2 ? 1 : 2);
open      BEGIN { a = a > 2 ? 1 : 2; });
shut      ({ a = a > 2 ? 1 : 2; } END;
brace     ( BRACE a = a > 2 ? 1 : 2; SHUT );
EOF
}

# a flag that means nothing here is told of once, by clang
test_c_warnings_of_flags()
{
    for options in -L/nowhere -shared -mthumb '-Werror -mthumb'; do
        # shellcheck disable=SC2086
        case $PEP_CC$options in *gcc*thumb) ;; *) same $options -c x.c ;; esac
    done
    case $PEP_CC in *clang*) grep -q "unused during" err.plain || fail "nothing is said of it" ;; esac
}

# what clang says only where it makes code
test_c_warnings_of_code()
{
    cat >in/v.c <<'EOF'
typedef int vector __attribute__((vector_size(32)));
vector f(vector a, int n)
{
    return n ? f(a, n - 1) : a;
}
EOF
    for options in '' '-Wall -Wextra'; do
        # shellcheck disable=SC2086
        same_lines $options -c v.c
        grep -q Wpsabi err.ours || fail "-Wpsabi is lost"
        instrumented ours/v.o
    done
    same -Wframe-larger-than=16 -c x.c
}

# what compilers say at the end of a unit, behind what was added there
test_c_warnings_of_ends()
{
    cat >in/w.c <<'EOF'
inline void nowhere(int a);
static int neither(int a);
int f(int a)
{
    while (a-- > 3)
        continue;
    return a;
}
EOF
    for how in sampled duplicated; do
        PEP_FLAGS=-fpep-how=$how same -Wall -c w.c
        [ "$(grep -c warning err.ours)" -ge 1 ] || fail "$how: the warnings are lost"
        instrumented ours/w.o
    done
}

# clang takes comments that C90 has not, but only where it compiles
test_c_line_comments()
{
    case $PEP_CC in *clang*) ;; *) return ;; esac
    cat >in/w.c <<'EOF'
#ifndef NOTHING
#endif // of NOTHING
// it isn't
int f(int a)
{
    // nor { is "this
    int b = a ? 1 : 2; // {
    return b //**/ 1
        ;
}
EOF
    for options in -std=c89 '-std=c90 -Werror' '-ansi -pedantic' '-std=gnu89 -pedantic' -std=c99; do
        for how in sampled duplicated; do
            # shellcheck disable=SC2086
            PEP_FLAGS=-fpep-how=$how same $options -c w.c
            instrumented ours/w.o
        done
    done
}

# the analyser follows all ways through a function, and finds less where ours are among them
test_c_warnings_of_analysis()
{
    case $PEP_CC in *gcc*) ;; *) return ;; esac
    cat >in/a.c <<'EOF'
#include <stdlib.h>
int *keep;
int unset(int n)
{
    int *p = malloc(4 * sizeof *p), s = 0;
    if (!p)
        return 0;
    keep = p;
    while (n-- > 0)
        s += n;
    return p[3] + s;
}
EOF
    PEP_FLAGS='-fpep=subpaths -fpep-how=exhaustive'
    export PEP_FLAGS
    for options in -fno-analyzer '-fno-analyzer -fanalyzer' -Werror -w ''; do
        # shellcheck disable=SC2086
        same -O1 -fanalyzer $options -c a.c -o a.o
    done
    grep -q Wanalyzer-use-of-uninitialized err.ours || fail "nothing is analysed"
    instrumented ours/a.o
    unset PEP_FLAGS
}

# a function that counts is neither pure nor const, and code that asks for a tick is not cold
test_c_warnings_of_attributes()
{
    case $PEP_CC in *gcc*) ;; *) return ;; esac
    cat >in/a.c <<'EOF'
void rare(void) __attribute__((cold));
int square(int x)
{
    return x > 3 ? x * x : x;
}
int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
void twice(int x)
{
    rare();
    if (x)
        rare();
}
EOF
    for how in exhaustive sampled duplicated; do
        for attribute in const pure cold; do
            PEP_FLAGS=-fpep-how=$how same -O2 -Wsuggest-attribute=$attribute -c a.c
            grep -q "attribute=$attribute\]" err.ours || fail "$attribute is not suggested"
            instrumented ours/a.o
            PEP_FLAGS=-fpep-how=$how same -O2 -Werror=suggest-attribute=$attribute -c a.c
        done
        PEP_FLAGS=-fpep-how=$how same -O2 -Wsuggest-attribute=pure -w -c a.c
        instrumented ours/a.o
    done
}

# what duplicates are handed is not used by that
test_c_warnings_of_parameters()
{
    cat >in/p.c <<'EOF'
enum none { NONE };
int g(int);
int f(int a, char **b, double c, enum none d, const int e)
{
    for (int i = 0; i < a; i++)
        g(i);
    return g(a);
}
EOF
    cat >in/arrays.c <<'EOF'
int g(int);
int main(int argc, char *argv[])
{
    for (int i = 0; i < argc; i++) {
        g(i);
    }
    return g(argc);
}
EOF
    cat >in/sized.c <<'EOF'
int g(int);
int f(int a, int b[restrict const static 2])
{
    for (int i = 0; i < a; i++) {
        g(i);
    }
    return g(a);
}
EOF
    for how in exhaustive sampled duplicated; do
        for name in p arrays sized; do
            PEP_FLAGS=-fpep-how=$how same -Wall -Wextra -c $name.c
            instrumented ours/$name.o
        done
    done
}

# gcc finds less of it where a function may leave for its other version at once
test_c_warnings_of_longjmp()
{
    cat >in/j.c <<'EOF'
#include <setjmp.h>
int step(void), more(int);
static jmp_buf env;
int f(int n)
{
    int broken = 0, back = setjmp(env);
    if (step() != back)
        for (int i = 0; i < n; i++) {
            if (more(i)) {
                broken = 1;
                break;
            }
            if (more(broken))
                broken += i;
        }
    if (broken)
        return 1;
    return more(n) + broken;
}
EOF
    for how in exhaustive sampled duplicated; do
        PEP_FLAGS=-fpep-how=$how same -O2 -Wall -Wextra -c j.c
        case $PEP_CC in *gcc*) grep -q Wclobbered err.ours || fail "$how: the warning is lost" ;; esac
        instrumented ours/j.o
    done

    cat >in/k.c <<'EOF'
#include <setjmp.h>
jmp_buf *buffer(void);
int use(void *);
int f(int op, int skip)
{
    void *vector = 0;
    if (op) {
        setjmp(*buffer());
        if (skip)
            goto done;
    call:
        if (skip)
            goto done;
        return use(vector);
    }
    vector = __builtin_alloca(1);
    goto call;
done:
    return 1;
}
EOF
    for way in '-fpep-how=exhaustive -fpep=subpaths' '-fpep=subpaths' '-fpep-how=exhaustive'; do
        PEP_FLAGS=$way same -O2 -Wall -Wextra -c k.c
        case $PEP_CC in *gcc*) grep -q Wclobbered err.ours || fail "$way: the warning is lost" ;; esac
        instrumented ours/k.o
    done
}

# it is the compiler that says what is wrong with a text, and it does so at once
test_c_errors()
{
    for text in 'if ((a  2) & 1) a++;' 'while ((a  2) == 1) a++;' 'do a++; while ((a  2) & 1);' \
        'for (a = (a  2); (a  2) & 1; a++) ;' 'switch ((a  2) & 1) { case 1  2: a++; }' 'return (a  2) ? a : (1;' \
        'if (a)) a++;' 'if ((a) a++;' 'for (;;;) a++;' 'a = ({ a  2; });' 'a ? (1  2) : ;' 'else a++;' \
        'asm("" : "=r"(a  2) :: ;' 'goto (a);' 'case 1: a++;' 'int b[(a  2)] = {[0 ... } = 1;' '{ { a++; }' 'a++; } }'; do
        printf 'int f(int a)\n{\n    %s\n    return a;\n}\n' "$text" >in/e.c
        for way in '-fpep-how=exhaustive' '-fpep-how=duplicated' '-fpep-how=exhaustive -fpep=subpaths'; do
            rm -f log
            PEP_FLAGS=$way PEP_LOG=$PWD/log same -Wall -Wextra -c e.c
            [ "$(cat rc.ours)" = 1 ] || fail "$way: $text: no error"
            ! grep rewriting log >said 2>/dev/null || fail "$way: $text: $(cat said)"
        done
    done
}

# comments are not lost where they matter, and nothing else where they do not
test_c_comments()
{
    cat >in/c.c <<'EOF'
#define NAMED
#define NAMED /* the same */
int f(int a, int n)
{
    switch (a) {
    case 1: n++; /* fall through */
    case 2: n *= 2; // fallthrough
    default: n++;
    }
    return n;
}
EOF
    cat >in/joined.c <<'EOF'
#define JOIN(a, b) a##b
#define MORE(a, ...) (a __VA_OPT__(+ 1))
int f(int JOIN(a /* one */, /* two */ b))
{
    return ab ? MORE(1, /* nothing */) : 0;
}
EOF
    cat >in/hidden.c <<'EOF'
#define STEP(n) n++; /* fall through: in a macro it says nothing */
int f(int a, int n)
{
    switch (a) {
    case 1: STEP(n)
    case 2: n *= 2;
    }
    return n;
}
EOF
    cat >in/text.c <<'EOF'
#include <stdio.h>
#define MORE(a, ...) (a __VA_OPT__(+ 1))
#define SAY(x) puts(#x)
int main(int argc, char **argv)
{
    switch (argc) {
    case 1: SAY(f(1, /* one */ 2, // two
                  3));
        /* fall through */
    default: argc = MORE(1, /* nothing */);
    }
    return !argv + argc;
}
EOF
    cat >in/lines.c <<'EOF'
#define SAY(x) #x
const char *f(int a)
{
    /* no fall through */
    return a ? SAY(g(1, /* of two
                         * lines */ 2)) : 0;
}
EOF
    for options in '' -Wextra '-Wimplicit-fallthrough=3 -Werror' '-W -pedantic-errors' -Wimplicit-fallthrough=1; do
        # shellcheck disable=SC2086
        same $options text.c -o text
        if [ -e plain/text ]; then
            for who in plain ours; do
                PEP_OFF=1 ./$who/text >text.$who
                echo "exit code $?" >>text.$who
            done
            cmp -s text.plain text.ours || fail "$options text.c: $(diff text.plain text.ours | tr '\n' '~')"
        fi
        # shellcheck disable=SC2086
        same $options -c c.c joined.c hidden.c lines.c
        for object in c.o joined.o lines.o; do
            [ ! -e plain/$object ] || instrumented ours/$object
        done
    done
}

test_c_sides()
{
    echo 'int main(void) { return 0; }' >in/one.c
    for options in '-g -gsplit-dwarf' --coverage '-ftest-coverage -fprofile-arcs' -fstack-usage; do
        # shellcheck disable=SC2086
        {
            same $options -c x.c
            instrumented ours/x.o
            same $options -c x.c -o d/z.o
            same $options x.c y.c -o prog
            same $options one.c -o one
        }
    done
    case $PEP_CC in *gcc*)
        same -fstack-usage -c x.c -o /dev/null
        (cd in && "$pep" -fstack-usage -S x.c -o - >/dev/null)
        rm in/x.su || fail "-S -o -: no x.su" ;;
    esac
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
    # what warns is compiled twice
    echo 'int f(int a) { int unused; if ((a == 3)) return 1; return a; }' >in/w.c
    for side in "-fstack-usage -fcallgraph-info=su,da" -fsave-optimization-record -fdump-tree-all "--coverage -dumpbase z"; do
        case $PEP_CC in *gcc*) same -O2 -Wall $side -c w.c -o d/w.o ;; esac
        no_temps
    done
    # a profile that is only read
    case $PEP_CC in *clang*)
        echo 'int main(void) { return 0; }' >in/read.c
        printf 'main:1:1\n 0: 1\n' >in/read.prof
        same -O1 -fprofile-sample-use=read.prof read.c y.c -c
        same -O1 -fprofile-sample-use=read.prof read.c -o read
        instrumented ours/read ;;
    esac
    # the profile is of the rewritten text
    echo 'int main(int argc, char **argv) { (void)argv; if ((argc == 3)) return 1; return 0; }' >m.c
    case $PEP_CC in *gcc*)
        for flags in -Wall "-Wall -Werror"; do
            rm -f m.gcda
            expect 0 "$pep" -O2 $flags -fprofile-generate -c m.c
            expect 0 "$pep" -fprofile-generate m.o -o m
            expect 0 ./m
            expect 0 "$pep" -O2 $flags -fprofile-use -c m.c
            says_nothing
        done ;;
    esac
}

# as build systems have it: with gcc where it lies, with clang by name, or told to clang proper (CMake)
test_c_precompiled()
{
    echo '#ifndef TWICE
#define TWICE(x) ((x) + (x))
static inline int pick(int a) { return a > 3 ? a : 3; }
#endif' >in/pre.h
    : >in/pre.h.c
    echo 'int last(int a) { return TWICE(a) > 10 ? pick(a) : 1; }' >in/pre.c
    same -x c-header pre.h -o pre.h.gch
    (cd in && $PEP_CC -x c-header pre.h -o pre.h.gch)
    case $PEP_CC in
    *gcc*) set -- "-Winvalid-pch -include pre.h" "-fpch-preprocess -include pre.h" ;; # CMake and Meson
    *)
        header="-Xclang -include -Xclang pre.h"
        # shellcheck disable=SC2086
        (cd in && $PEP_CC $header -Xclang -emit-pch -x c-header pre.h.c -o pre.h.pch)
        set -- "-include-pch pre.h.gch" "-Xclang -include-pch -Xclang pre.h.pch $header" ;;
    esac
    for options in "$@"; do
        # shellcheck disable=SC2086
        same $options -c pre.c
        instrumented ours/pre.o
    done
    case $PEP_CC in *gcc*)
        mv in/pre.h in/elsewhere.h
        PEP_LOG=$PWD/log same -fpch-preprocess -include pre.h -c pre.c
        plain_object ours/pre.o
        grep -q 'precompiled alone' log || fail "it is not told that there is no text of a header" ;;
    esac
}

test_c_charset()
{
    printf '#include <stdio.h>\nint main(int c, char **v) { (void)v; puts(c > 1 ? "" : "\374"); return 0; }\n' >in/latin.c
    for input in latin.c latin.i; do
        case $PEP_CC in *gcc*) ;; *) return ;; esac # clang knows one
        same -finput-charset=ISO-8859-1 $input -o latin
        [ "$(ours/latin)" = "$(plain/latin)" ] || fail "$input: another string"
        cp in/latin.c in/latin.i
        sed -i 's/#include <stdio.h>/int puts(const char *);/' in/latin.i
    done
    instrumented ours/latin
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
    same -Werror -MD -c y.c a.s
    case $PEP_CC in *clang*) same -o prog -- x.c y.c ;; esac
    same -c p.i
    instrumented ours/p.o
    readelf -s ours/p.o | grep -q 'FILE .* p.i$' || fail "p.i, which has no line markers, names no unit"
    same -c -x c t.txt
    instrumented ours/t.o
    same -c -x c t.txt -x none a.s y.c
    instrumented ours/t.o ours/y.o
    same x.c y.c a.s b.S p.i -x c t.txt -o prog
    instrumented ours/prog
    same -c x.h
    same -c y.c x.h
    same x.h
    same x.h -o of_x
    same -x c-header y.c
    same -c -x c /dev/null -o null.o
    mkfifo fifo
    cat in/y.c >fifo &
    expect 0 "$pep" -c -x c fifo -o fifo.o
    [ -s fifo.o ] || fail "no object of a pipe"
    (cd in && $PEP_CC -c y.c)
    same x.c y.o -o prog
    same y.o x.c
    same -c x.c y.o
    same -O2 -c x.c -o object.o -L. -Wl,-z,now y.o -lm # some build files give the linker's words everywhere
    instrumented ours/object.o
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
    echo 'const char *f(int a) { return a ? __builtin_FILE() : __FILE__; }' >in/directory.c
    for option in -fmacro-prefix-map -ffile-prefix-map; do
        same -c directory.c $option=directory=/src
        for which in plain ours; do
            readelf -p .rodata -p .rodata.str1.1 $which/directory.o 2>/dev/null | grep '\.c$' | sort >$which.names
        done
        cmp -s plain.names ours.names || fail "$option is lost: $(tr '\n' ' ' <ours.names)"
    done
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
