#!/bin/sh
# run.sh [--gnu] [--of EVENTS] [COUNT [FIRST]] - random programs: COUNT of them (10, or 500 in the long form), seeds from
# FIRST, through gcc and clang, paths, edges and calls, counted, sampled and duplicated, -O0 and -O2; in the long form, and
# where they are named, sequences and subpaths too.  The checksum each program prints has to be the plain build's.  With
# --gnu they are gnu.py's, which csmith would not write, and what is duplicated takes each check once in some run.
set -u
here=$(cd "$(dirname "$0")" && pwd)
pep_root=$here/../..
. "$pep_root/tests/lib.sh"

kind=csmith events=
[ "${1:-}" = --gnu ] && { kind=gnu; shift; }
[ "${1:-}" = --of ] && { events=$2; shift 2; }

count=10 first=1
pep_long && count=500
count=${1:-$count}
first=${2:-$first}
work=$(pep_work "random-$kind")
[ $kind = gnu ] || command -v csmith >/dev/null || pep_skip "csmith is not installed"
every=no
[ -z "$events" ] && ! pep_long || every=yes
ways='exhaustive -fpep=paths
exhaustive -fpep=edges,calls
sampled -fpep=paths,calls
duplicated -fpep=paths,calls
duplicated -fpep=calls'
[ $kind-$every = csmith-no ] || ways="$ways
duplicated -fpep=subpaths
duplicated -fpep=kpaths"
[ $every = no ] || ways="$ways
exhaustive -fpep=subpaths
exhaustive -fpep=kpaths
sampled -fpep=subpaths"
ways=$(printf '%s\n' "$ways" | grep -e "-fpep=.*$events")
# between two checks that are taken, where it is not left to the clock
case $kind-$every in gnu-*) intervals='1 2 3' ;; csmith-yes) intervals='1 3 1000' ;; *) intervals= ;; esac
export ways intervals
include=$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)")

cat >"$work/one" <<'END'
ours=$1 is_ours=$2 work=$3 include=$4 compilers=$5 kind=$6 here=$7 seed=$8
folder=$work/$seed
mkdir "$folder" && cd "$folder" || exit 1
PEP_PROFILE=$folder/profile PEP_JITTER=0 PEP_LOG=$folder/log
export PEP_PROFILE PEP_JITTER PEP_LOG

# write COMPILER - the program; false where it is none for that compiler, or has no end that can be relied on
write()
{
    if [ $kind = gnu ]; then
        case $1 in *clang*) dialect=clang ;; *) dialect=gcc ;; esac
        python3 -B "$here/gnu.py" "$seed" $dialect >random.c || echo "seed $seed $dialect: gnu.py writes no program"
        $1 -w -O0 random.c -o plain 2>/dev/null && timeout 10 ./plain >plain.0 || return
    else
        csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >random.c || exit 1
    fi
    $1 -w -O1 -I"$include" random.c -o plain 2>/dev/null && timeout 10 ./plain >plain.out || return
    if [ $kind = gnu ]; then cmp -s plain.0 plain.out; else grep -q checksum plain.out; fi
}

for plain in $compilers; do
    write "$plain" || continue
    printf '%s\n' "$ways" | while read -r way; do
        flags="-fpep-cc=$plain -fpep-how=$way" environments=PEP_OFF=
        case $way in *duplicated*) [ -z "$intervals" ] || environments=$(printf 'PEP_INTERVAL=%s ' $intervals) ;; esac
        [ "$is_ours" = yes ] || flags=
        for level in -O0 -O2; do
            echo "$seed $plain $way $level" >>"$work/tried"
            # shellcheck disable=SC2086 # a list of words
            if ! "$ours" $flags -w $level -I"$include" random.c -o ours >ours.log 2>&1; then
                echo "seed $seed $plain $way $level: does not compile: $(head -n 1 ours.log)"
                continue
            fi
            if grep -qs 'unit: .*rewrit' log; then # the plain text was taken
                echo "seed $seed $plain $way $level: $(head -n 1 log)"
                rm log
            fi
            for environment in $environments; do
                case $environment in PEP_INTERVAL*) environment="PEP_TRIGGER=counter $environment" ;; esac
                # shellcheck disable=SC2086 # words
                env $environment timeout 60 ./ours >ours.out
                code=$?
                case $code-$way in 124-*exhaustive*subpaths) continue ;; esac # counting them all takes a hundred times as long
                if [ $code != 0 ]; then
                    echo "seed $seed $plain $way $level $environment: exit code $code"
                elif ! cmp -s plain.out ours.out; then
                    echo "seed $seed $plain $way $level $environment: $(cat ours.out), the plain one: $(cat plain.out)"
                fi
            done
        done
    done
done
cd "$work" && rm -rf "$folder"
END
is_ours=no
pep_is_ours && is_ours=yes
seq "$first" $((first + count - 1)) |
    xargs -P "$PEP_JOBS" -n 1 sh "$work/one" "$PEP_CC_UNDER_TEST" $is_ours "$work" "$include" "gcc $(pep_clang)" $kind "$here" \
        >"$work/failed" 2>"$work/noise"

[ -s "$work/tried" ] || pep_die "not one random program ends within ten seconds: $work/noise"
cat "$work/failed"
failed=$(wc -l <"$work/failed")
pep_say "$kind: $(wc -l <"$work/tried") runs, $failed differ"
[ "$failed" = 0 ]
