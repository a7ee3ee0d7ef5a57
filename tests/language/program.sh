#!/bin/sh
# program.sh COMPILER SOURCE WORK - one situation with one compiler behind: prints what is wrong, nothing where all is well.
#
# The program is built plainly and by the compiler under test, at -O0 and -O2, for every event and way to keep counters,
# some with values recorded too, some with calls; of these builds a sixth, which the source's name chooses, and of gcc
# the sequences that duplicates record at -O2, but in the long form.
# Output, exit code and what the compiler says have to be the same, duplicated code also where it is entered now and
# then; no function may be left out but those that the source names; and the counts have to be those the source expects
# (counts.py).  PEP_RUN is what runs programs of another machine, which may have no such type or register as the source
# wants.  The comment at the head of the source says what the build needs, each on a line of its own:
#     flags: WORD...           for both compilers;  gcc: WORD... and clang: WORD... for one of them
#     pep: WORD...             for the compiler under test
#     only: gcc                the other one does not take the program
#     left: FUNCTION: REASON   stays as it is, and this is what `pep doctor` says of it
#     counts: paths            the other events cannot tell them
#     phases: no, REASON       the checks that a run makes depend on those that are taken
#     sums: yes                all runs together take each check once, which is in one place for that: paths add up too
set -u
: "${PEP_LONG:=}" "${PEP_RUN:=}"
compiler=$1 source=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
name=$(basename "$source" .c)
case $compiler in *clang*) kind=clang ;; *) kind=gcc ;; esac

# said KEY - what the head of the source says under this key
said()
{
    sed -n "1,/\*\//s/^ \* $1: *\(.*[^ ]\) *$/\1/p" "$source"
}

only=$(said only)
case $only in '' | "$kind") ;; *) exit 0 ;; esac
flags="$(said flags | tr '\n' ' ') $(said $kind | tr '\n' ' ')"
counted=$(said counts)
own=$(said pep | tr '\n' ' ')
folder=$work/$name-$kind
rm -rf "$folder" && mkdir -p "$folder" && cp "$source" "$folder/" && cd "$folder" || exit 1
PEP_CC=$compiler
export PEP_CC
unset PEP_FLAGS

# told_lines FILE - a compiler's messages with their lines; columns count what was added on a line
told_lines()
{
    grep '^[^ ]' "$1" | sed 's/^\([^ :]*:[0-9]*\):[0-9]*:/\1:/'
}

# wrong TEXT - goes on; what is wrong in several builds is said once
wrong()
{
    printf '%s\t%s\n' "$*" "$how$level" >>wrong
}

# compiles_clean - the text that the compiler gets is as free of warnings as the source is; pep-cc would get by without
compiles_clean()
{
    # shellcheck disable=SC2086
    kept=$("$PEP_CC_UNDER_TEST" $flags $own -fpep=$events $way $level -fpep-keep -c "$name.c" -o kept.o 2>&1 |
        sed -n 's/.*temporary files are kept in //p')
    markers=
    [ $kind = gcc ] || markers=-Wno-gnu-line-marker
    # shellcheck disable=SC2086
    $compiler $flags $level $markers -c "$kept/$name.i" -o kept.o >kept.said 2>&1 ||
        wrong "the instrumented text draws: $(grep -m 1 error kept.said)"
    rm -rf "$kept"
}

# goes_between INTERVAL BURST [PHASE] - the program goes into duplicates and out of them all the time, and says the same
goes_between()
{
    PEP_JITTER=0 PEP_PHASE=${3:-0} PEP_INTERVAL=$1 PEP_BURST=$2 PEP_PROFILE=$folder/between.$1.${3:-burst} timeout 60 $PEP_RUN ./ours \
        >between.out 2>&1 </dev/null
    echo "exit code $?" >>between.out
    cmp -s plain.out between.out ||
        wrong "with interval $1, burst $2 it says something else: $(diff plain.out between.out | head -n 3 | tr '\n' ' ')"
}

# share INTERVAL - of estimates what was recorded of them
share()
{
    awk -v n="$1" '/"count": [0-9]/ { sub(/[0-9]+/, sprintf("%.17g", $2 / n)) } { print }'
}

# takes_each_once INTERVAL - with every INTERVALth check taken, each first one in its turn, everything is recorded once:
# of sequences, since functions without a duplicate count paths of loops in locals, and of those the lot draws; and of
# paths where the source says so
takes_each_once()
{
    for phase in 0 1 2; do
        [ $phase -ge "$1" ] || goes_between "$1" 1 $phase
    done
    case $phases$counted in edges* | no*) return ;; esac
    [ $event = kpaths ] || [ "$sums" = yes ] || return
    if "$PEP_UNDER_TEST" annotate --json "$name.c" ours "between.$1".[0-9] >estimates 2>told; then
        share "$1" <estimates >"every-$how$level-$1.json"
        answers="$answers every-$how$level-$1.json"
    else
        wrong "no counts: $(head -n 1 told)"
    fi
}

phases=$(said phases | cut -d ' ' -f 1)
"$PEP_CC_UNDER_TEST" -fpep-how=duplicated -c "$here/phase/phase.c" -o phase.o
sums=$(said sums) counting="-fpep-check=portable -fpep-trigger=counter"
# shellcheck disable=SC2086 # words
[ "$sums" != yes ] || "$PEP_CC_UNDER_TEST" -fpep-how=duplicated $counting -c "$here/phase/phase.c" -o counting.o

said left | sort >left.wanted
answers=
turn=$(($(printf '%s' "$name-$kind" | cksum | cut -d ' ' -f 1) % 6))
for level in -O0 -O2; do
    how=plain
    # shellcheck disable=SC2086 # lists of words
    if ! $compiler $flags -g $level "$name.c" -o plain -lm >plain.said 2>&1; then
        [ -n "$PEP_RUN" ] || wrong "$(head -n 1 plain.said)"
        continue
    fi
    $PEP_RUN ./plain >plain.out 2>&1 </dev/null
    echo "exit code $?" >>plain.out
    for event in paths edges kpaths; do
        for update in single thread sampled contexts duplicated; do
            how=$event-$update
            way="-fpep-how=exhaustive -fpep-update=$update" events=$event
            object=
            case $update in
            sampled) way=-fpep-how=sampled ;;
            contexts) way="-fpep-how=sampled -fpep-context=4" ;;
            duplicated)
                way=-fpep-how=duplicated object=phase.o
                [ "$sums$event" != yespaths ] || way="$way $counting" object=counting.o
                # what is derived from calls is estimated, a little too high, where not all of the callers is recorded
                [ $level = -O0 ] || way="$way -fpep-no-derive"
                ;;
            esac
            case $how$level in
            paths-*) ;;
            kpaths-duplicated-O2) way="$way -fpep-trigger=timer" ;; # as phase.o is built
            *-sampled* | *-contexts* | *-duplicated* | kpaths-single-O0 | kpaths-thread-O2) continue ;;
            esac
            case $how$level in
            edges-single-O2 | paths-thread-O2 | paths-sampled-O0 | paths-duplicated-O2) events=$event,values ;;
            edges-thread-O0 | paths-single-O2 | paths-sampled-O2 | paths-duplicated-O0) events=$event,calls ;;
            esac
            turn=$(((turn + 1) % 6))
            case $PEP_LONG$turn$kind-$how$level$sums in
            yes* | 0* | *gcc-kpaths-duplicated-O2 | *gcc-paths-duplicated-O2yes) ;;
            *) continue ;;
            esac
            answer=$how$level.json
            rm -f log profile between.*
            # shellcheck disable=SC2086
            PEP_LOG=$folder/log "$PEP_CC_UNDER_TEST" $flags $own -fpep=$events $way -g $level "$name.c" \
                $object -o ours -lm >ours.said 2>&1
            told_lines plain.said >plain.lines
            told_lines ours.said >ours.lines
            cmp -s plain.lines ours.lines ||
                wrong "the compiler says something else: $(diff plain.lines ours.lines | head -n 3 | tr '\n' ' ')"
            case $level$flags in -O2*-Werror*) compiles_clean ;; esac
            sed "s#^.*/$name\.c: ##" log 2>/dev/null | sort -u >left
            cmp -s left.wanted left || wrong "left out: $(diff left.wanted left | grep '^[<>]' | head -n 3 | tr '\n' ' ')"
            PEP_PROFILE=$folder/profile timeout 60 $PEP_RUN ./ours >ours.out 2>&1 </dev/null
            echo "exit code $?" >>ours.out
            cmp -s plain.out ours.out ||
                wrong "the program says something else: $(diff plain.out ours.out | head -n 3 | tr '\n' ' ')"
            if [ $update = duplicated ]; then
                takes_each_once 2
                takes_each_once 3
                goes_between 3 2
                (export PEP_OFF=1 && goes_between 1 1) # stays in checking code
            fi
            case $counted in '' | "$event" | "${event#k}") ;; *) continue ;; esac
            if "$PEP_UNDER_TEST" annotate --json "$name.c" ours profile >"$answer" 2>told; then
                answers="$answers $answer"
            else
                wrong "no counts: $(head -n 1 told)"
            fi
        done
    done
done
[ ! -f wrong ] || awk -F '\t' -v name="$name ($kind): " '{ where[$1] = where[$1] " " $2 }
    END { for (text in where) print name text " (" substr(where[text], 2) ")" }' wrong
# shellcheck disable=SC2086
python3 -B "$here/counts.py" "$name.c" $answers
