#!/bin/sh
# run.sh [NAME...] - a build that is numbered by an earlier run counts what the plain build counts: with the profile of
# this very program, with that profile turned round (flip.py), and with one that lost half of its functions; paths, in
# arrays and in the hash table, and edges.  Programs: samples/calc.c, those of tests/language - in the short form each
# with one of the three, which its name chooses -, some of csmith.
#
# Each is built once more for gcc to optimise by the first of these (-fpep-optimize).
#
# Then what it tells the compiler of branches, what gcc is told of its own graphs beside what gcc counts there itself
# (arcs.py), and what -fpep-use says of profiles that do not do, and that none of them
# breaks a build.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
pep_is_ours || pep_skip "only pep-cc reads profiles"
here=$pep_root/tests/prior
work=$(pep_work prior)
unset PEP_LOG PEP_CC PEP_OFF PEP_VERBOSE

cat >"$work/one" <<'END'
# one SOURCE HERE: prints what is wrong with this program
source=$1 here=$2
name=$(basename "$source" .c)
mkdir "$name" && cp "$source" "$name/$name.c" && cd "$name" || exit 1
said() { sed -n "1,/\*\//s/^ \* $1: *\(.*[^ ]\) *$/\1/p" "$name.c" | tr '\n' ' '; }
case $(said only) in '' | gcc*) ;; *) exit 0 ;; esac
counted=$(said counts)
flags="-w -g -O1 $(said flags) $(said gcc) $(said pep) $PEP_PRIOR_FLAGS"
# the words of calc; the others take none
words=
[ "$name" = calc ] && words="50 1+2*n (4-k)/6 1+ x<3?4:y"

# build_and_count NAME FLAG... - leaves NAME.edges, NAME.lines and NAME.out
build_and_count()
{
    build=$1
    shift
    rm -f "$build.raw"
    # shellcheck disable=SC2086 # lists of words
    "$PEP_CC_UNDER_TEST" $flags "$@" "$name.c" -o "$build" -lm >"$build.said" 2>&1 || { echo "$name: $build does not compile"; exit 0; }
    # half a profile may have nothing of so small a program
    grep -v '^pep-cc: warning: half: nothing of it is in half.pep' "$build.said" >"$build.more" &&
        echo "$name: $build: $(head -n 1 "$build.more")"
    # shellcheck disable=SC2086
    PEP_PROFILE=$PWD/$build.raw timeout 20 "./$build" $words >"$build.out" 2>&1 </dev/null
    echo "exit code $?" >>"$build.out"
    "$PEP_UNDER_TEST" edges --json '*' "$build" "$build.raw" >"$build.json" 2>>"$build.said" || echo "$name: $build: no edges"
    grep -v 'ends_path\|_hash' "$build.json" >"$build.edges"
    "$PEP_UNDER_TEST" annotate --json "$name.c" "$build" "$build.raw" >"$build.all" 2>>"$build.said" || echo "$name: $build: no lines"
    sed -n '/"lines"/,$p' "$build.all" >"$build.lines"
}

events="paths -fpep-array-limit=2 edges"
if [ -z "$PEP_LONG$counted" ] && [ "$name" != calc ]; then
    events=$(echo "$events" | cut -d ' ' -f $(($(echo "$name" | cksum | cut -d ' ' -f 1) % 3 + 1)))
fi
for event in $events; do
    case $event in paths | edges) flag=-fpep=$event ;; *) flag=$event ;; esac
    case $counted$event in '' | "$event$event" | paths | edges | -*) ;; *) continue ;; esac
    build_and_count plain "$flag"
    "$PEP_UNDER_TEST" merge -o right.pep plain.raw && "$PEP_UNDER_TEST" show --maps right.pep >right.text &&
        python3 -B "$here/flip.py" plain.json <right.text >flipped.text && "$PEP_UNDER_TEST" merge -o flipped.pep flipped.text &&
        "$PEP_UNDER_TEST" show --maps --function='*[a-m]' right.pep >half.text && "$PEP_UNDER_TEST" merge -o half.pep half.text ||
        echo "$name: $event: the profiles cannot be made"
    case $event in paths) priors="right flipped half" ;; edges) priors="right flipped" ;; *) priors=flipped ;; esac
    for prior in $priors optimized; do
        case $prior in
        optimized) build_and_count $prior "$flag" -fpep-use="${priors%% *}.pep" -fpep-optimize ;;
        *) build_and_count $prior "$flag" -fpep-use=$prior.pep ;;
        esac
        for kind in out edges lines; do
            cmp -s plain.$kind $prior.$kind ||
                echo "$name: $event, $prior profile: other $kind: $(diff plain.$kind $prior.$kind | head -n 3 | tr '\n' ' ')"
        done
        [ $prior = half ] || "$PEP_UNDER_TEST" doctor $prior 2>&1 | grep -q '^  guided ' || echo "$name: $prior: nothing is guided"
    done
    [ "$name$event" = calcpaths ] && cmp -s right flipped && echo "$name: $event: the profile makes no difference"
done
END

cd "$work" || exit 1
PEP_PRIOR_FLAGS=
export PEP_PRIOR_FLAGS
for file in "$pep_root/samples/calc.c" "$pep_root"/tests/language/*.c; do
    name=$(basename "$file" .c)
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    echo "$file"
done | xargs -P "$PEP_JOBS" -I '{}' sh ./one '{}' "$here" >failed 2>noise

if command -v csmith >/dev/null && [ $# = 0 ]; then
    count=2
    pep_long && count=30
    PEP_PRIOR_FLAGS=-I$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)")
    for seed in $(seq 1 $count); do
        csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >"random$seed.c"
        # those that do not end are of no use here
        # shellcheck disable=SC2086
        gcc -w -O1 $PEP_PRIOR_FLAGS "random$seed.c" -o random && timeout 5 ./random >/dev/null && echo "$work/random$seed.c"
    done | xargs -P "$PEP_JOBS" -I '{}' sh ./one '{}' "$here" >>failed 2>>noise
fi

# --- what it says ---
fail()
{
    echo "$*" >>failed
}

# expect TEXT FLAG... - calc compiles, is instrumented, and says what has TEXT in it, on one line; '' for nothing
expect()
{
    text=$1
    shift
    rm -f calc.o
    "$PEP_CC_UNDER_TEST" -O1 "$@" -c calc.c -o calc.o >said 2>&1 || fail "$*: breaks the build"
    nm calc.o 2>/dev/null | grep -q pep_unit_register || fail "$*: calc.o is not instrumented"
    if [ -z "$text" ]; then
        [ ! -s said ] || fail "$*: says '$(head -n 1 said)'"
    else
        [ "$(wc -l <said)" = 1 ] && grep -q -- "$text" said || fail "$*: does not say '$text', but '$(cat said)'"
    fi
}

# hints HOW FLAG... - prints how many conditions of hints.c the compiler is told of, which draws no message
hints()
{
    how=$1
    shift
    # shellcheck disable=SC2046,SC2086 # lists of words
    kept=$("$PEP_CC_UNDER_TEST" $strict -O2 -fpep-how=$how "$@" -fpep-keep -c hints.c -o hints.o 2>&1 |
        sed -n 's/.*temporary files are kept in //p')
    # shellcheck disable=SC2086
    gcc $strict -O2 -c "$kept/hints.i" -o hints.o >&2 || echo "hints.c, $how: the text draws messages" >>failed
    grep -o '__builtin_expect_with_probability(!!' "$kept/hints.i" | wc -l
    rm -rf "$kept"
}

# expect_hints NUMBER HOW FLAG...
expect_hints()
{
    number=$1
    shift
    found=$(hints "$@")
    [ "$found" = "$number" ] || fail "hints.c, $*: the compiler is told of $found conditions, not of $number"
}

if [ -d hints ]; then
    cp hints/hints.c hints/*.pep .
    strict=$(sed -n '1,/\*\//s/^ \* \(flags\|gcc\): *//p' hints.c | tr '\n' ' ')
    for how in exhaustive sampled duplicated; do
        expect_hints 27 $how -fpep-use=right.pep
        expect_hints 27 $how -fpep-use=flipped.pep
        expect_hints 0 $how -fpep-use=right.pep -fpep-no-hints
        expect_hints 0 $how
    done
    # nothing of a function that is stale
    sed -i 's/    if (p) /    if (p \&\& d > -1) /' hints.c
    expect_hints 17 sampled -fpep-use=right.pep
fi

# arcs HOW - calc, whose text as it is rewritten to be optimised by a run gcc compiles once more, to count that run itself:
# what it was told of its arcs is what it counts, but for MOST percent, and it takes it all
arcs()
{
    most=$1 how=$2
    rm -rf arcs && mkdir arcs && cp calc/calc.c calc/right.pep arcs && cd arcs || exit 1
    kept=$(PEP_FLAGS= "$PEP_CC_UNDER_TEST" -O2 -fpep-how=$how -fpep-use=right.pep -fpep-optimize -fpep-keep -c calc.c -o calc.o 2>&1 |
        sed -n 's/.*temporary files are kept in //p')
    again="gcc -O2 -w -x cpp-output -c $kept/calc.i -fno-early-inlining -dumpdir $kept/ -dumpbase counts.c -dumpbase-ext .c"
    $again -Wmissing-profile -Wcoverage-mismatch -fprofile-use -o used.o 2>used
    grep -v 'Missing counts\|__pep_dup_' used | grep -q 'rofile\|mismatch' && fail "arcs, $how: $(grep rofile used | head -n 1)"
    mv "$kept/counts.gcda" told.gcda && $again -fprofile-generate -o counted.o || fail "arcs, $how: no graphs"
    "$PEP_CC_UNDER_TEST" counted.o -fprofile-generate -o counted -lm && PEP_OFF=1 ./counted 50 '1+2*n' '(4-k)/6' '1+' 'x<3?4:y' >/dev/null 2>&1
    gcov-dump -l told.gcda >told && gcov-dump -l "$kept/counts.gcda" >counted.dump
    python3 -B "$here/arcs.py" told counted.dump "$most" >said || fail "arcs, $how: $(cat said)"
    rm -rf "$kept" && cd ..
}

if [ $# = 0 ] && gcov-dump --version 2>/dev/null | grep -q ' 1[2-9]\.'; then
    arcs 1 exhaustive
    arcs 5 sampled
    arcs 5 duplicated
fi

if [ $# = 0 ]; then
    cp calc/calc.c . && cp calc/right.pep . && cp calc/plain.raw .
    expect '' -fpep-use=right.pep
    expect '' -fpep-use=right.pep -Wpep-stale
    "$PEP_UNDER_TEST" doctor calc.o | grep -q '^  guided \([0-9]*\) of \1 functions$' || fail "doctor: $("$PEP_UNDER_TEST" doctor calc.o)"
    expect 'pep-cc: warning: missing.pep: No such file' -fpep-use=missing.pep
    expect 'pep-cc: warning: calc.c: is no merged profile' -fpep-use=calc.c
    expect 'pep-cc: warning: plain.raw: is a raw profile; .pep merge' -fpep-use=plain.raw
    "$PEP_UNDER_TEST" show right.pep >bare.text && "$PEP_UNDER_TEST" merge -o bare.pep bare.text
    expect 'pep-cc: warning: bare.pep: does not carry the static map of calc.c' -fpep-use=bare.pep
    : >empty.pep
    expect 'pep-cc: warning: empty.pep: is no merged profile' -fpep-use=empty.pep
    size=$(wc -c <right.pep)
    for cut in 1 40 $((size / 2)) $((size - 1)); do
        head -c "$cut" right.pep >cut.pep
        expect 'pep-cc: warning: cut.pep: ' -fpep-use=cut.pep
    done
    for at in 20 200 $((size / 2)) $((size - 5)); do
        { head -c "$at" right.pep; printf '\252'; tail -c +$((at + 2)) right.pep; } >damaged.pep
        cmp -s right.pep damaged.pep || expect 'pep-cc: warning: damaged.pep: ' -fpep-use=damaged.pep
    done
    # once for a command, however many sources it has
    cp calc.c other.c
    "$PEP_CC_UNDER_TEST" -fpep-use=missing.pep -c calc.c other.c >said 2>&1 || fail "two sources: breaks the build"
    [ "$(wc -l <said)" = 1 ] || fail "two sources: says $(cat said)"

    # a source that has changed, and one that the profile never saw
    sed 's/b ? a \/ b : 0/b > 0 \&\& a ? a \/ b : 0/' calc/calc.c >calc.c
    cmp -s calc.c other.c && fail "calc.c has changed, and this test has not"
    expect '' -fpep-use=right.pep
    expect 'pep-cc: warning: calc.c: changed since right.pep, .*-D, and is built as without it: divide \[-Wpep-stale\]' \
        -fpep-use=right.pep -Wpep-stale
    "$PEP_UNDER_TEST" doctor calc.o | grep -q '^  guided [0-9]* of [0-9]* functions, stale: divide$' || fail "doctor does not tell the stale one"
    expect '' -fpep-use=right.pep -Wpep-stale -Wno-pep-stale
    mv other.c calc/other.c && cp calc/other.c calc.c
    "$PEP_CC_UNDER_TEST" -fpep-use=right.pep -Wpep-stale -c calc/other.c -o other.o 2>said
    grep -q 'warning: calc/other.c: nothing of it is in right.pep \[-Wpep-stale\]' said || fail "another unit: says $(cat said)"
    "$PEP_CC_UNDER_TEST" -fpep-use=right.pep other.o -o other 2>said
    [ "$(cat said)" = 'pep-cc: warning: other: nothing of it is in right.pep; it is built as without it' ] || fail "another program: says $(cat said)"
    "$PEP_CC_UNDER_TEST" -c calc/other.c -o plain.o && cmp -s plain.o other.o || fail "another unit: is not built as without a profile"

    # only gcc is told, where it optimises, and has no profile of its own
    for flags in -O0 '-O2 -fpep-no-optimize' '-O2 -gsplit-dwarf' '-O2 -fpep-cc=clang-19'; do
        # shellcheck disable=SC2086
        "$PEP_CC_UNDER_TEST" -fpep-use=right.pep $flags -c calc.c -o calc.o && "$PEP_CC_UNDER_TEST" -fpep-use=right.pep -fpep-optimize \
            $flags -c calc.c -o other.o && cmp calc.o other.o || fail "-fpep-optimize $flags: is another build"
    done
    "$PEP_CC_UNDER_TEST" -O2 -fpep-use=right.pep -c calc.c -o calc.o && "$PEP_CC_UNDER_TEST" -O2 -fpep-use=right.pep -fpep-optimize \
        -c calc.c -o other.o && ! cmp -s calc.o other.o || fail "-fpep-optimize: is the same build"
    expect '' -fpep-optimize

    # samples are taken in second versions of what is hot, and where nothing is known as without a profile
    PEP_FLAGS= "$PEP_CC_UNDER_TEST" -fpep-use=right.pep -c calc/other.c -o other.o 2>said
    PEP_FLAGS= "$PEP_CC_UNDER_TEST" -c calc/other.c -o plain.o && cmp -s plain.o other.o || fail "sampled: is not built as without a profile"
    (cd calc && PEP_FLAGS= "$PEP_CC_UNDER_TEST" -O1 -fpep-use=right.pep -c calc.c -o ../calc.o) &&
        "$PEP_UNDER_TEST" doctor calc.o | grep -q 'paths cut at back edges, calls, duplicated$' || fail "hot: $("$PEP_UNDER_TEST" doctor calc.o)"
    nm calc.o | grep -q __pep_dup_run || fail "hot: nothing has a second version"

    # names are compared as the map has them
    mkdir moved && cp calc.c moved && (cd moved && "$PEP_CC_UNDER_TEST" -O1 -ffile-prefix-map="$PWD"=. "$PWD/calc.c" -o calc &&
        PEP_PROFILE=$PWD/raw ./calc 50 '1+2*n' >/dev/null && "$PEP_UNDER_TEST" merge -o ../moved.pep raw) || fail "moved: no profile"
    mkdir again && cp calc.c again && "$PEP_CC_UNDER_TEST" -O1 -ffile-prefix-map="$PWD/again"=. -fpep-use=moved.pep -Wpep-stale \
        -c "$PWD/again/calc.c" -o calc.o 2>said
    [ ! -s said ] && "$PEP_UNDER_TEST" doctor calc.o | grep -q '^  guided ' || fail "moved: $(cat said)"

    # a build in another folder, that names its sources by their whole path; of those that are called so, the nearest
    mkdir -p former/lib former/src later/src && cp calc.c former/src && cp calc.c later/src
    echo 'int none(int n) { return n ? 1 : 2; }' >former/lib/calc.c
    (cd former && "$PEP_CC_UNDER_TEST" -O1 "$PWD/lib/calc.c" "$PWD/src/calc.c" -o calc &&
        PEP_PROFILE=$PWD/raw ./calc 50 '1+2*n' >/dev/null && "$PEP_UNDER_TEST" merge -o ../former.pep raw) || fail "former: no profile"
    "$PEP_CC_UNDER_TEST" -O1 -fpep-use=former.pep -Wpep-stale -c "$PWD/later/src/calc.c" -o calc.o 2>said
    [ ! -s said ] && "$PEP_UNDER_TEST" doctor calc.o | grep -q '^  guided ' || fail "another folder: $(cat said)"
    "$PEP_CC_UNDER_TEST" -O1 -fpep-use=former.pep -Wpep-stale -c later/src/calc.c -o calc.o 2>said
    grep -q 'nothing of it is in former.pep' said || fail "a relative name: says $(cat said)"
fi

cat failed noise
pep_say "prior: $(find . -name right -type f | wc -l) programs, $(wc -l <failed) wrong"
[ ! -s failed ] && [ ! -s noise ]
