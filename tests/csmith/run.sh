#!/bin/sh
# run.sh [COUNT [FIRST]] - random programs: COUNT of them (20, or 500 in the long form), seeds from FIRST, through gcc
# and clang, paths, edges and calls, counted, sampled and duplicated, -O0 and -O2.  The checksum each program prints has to be the plain build's.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"

count=20
pep_long && count=500
count=${1:-$count}
first=${2:-1}
work=$(pep_work csmith)
command -v csmith >/dev/null || pep_skip "csmith is not installed"
include=$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)")

cat >"$work/one" <<'END'
ours=$1 is_ours=$2 work=$3 include=$4 compilers=$5 seed=$6
folder=$work/$seed
mkdir "$folder" && cd "$folder" || exit 1
PEP_PROFILE=$folder/profile
export PEP_PROFILE
csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >random.c || exit 1
for plain in $compilers; do
    $plain -w -O1 -I"$include" random.c -o plain && timeout 10 ./plain >plain.out || continue
    grep -q checksum plain.out || continue # it has no end, which the compiler may take for one
    for way in "-fpep-how=exhaustive -fpep=paths" "-fpep-how=exhaustive -fpep=edges,calls" \
        "-fpep-how=sampled -fpep=paths,calls" "-fpep-how=duplicated -fpep=paths,calls" "-fpep-how=duplicated -fpep=calls"; do
        flags="-fpep-cc=$plain $way"
        [ "$is_ours" = yes ] || flags=
        for level in -O0 -O2; do
            echo "$seed $plain $way $level" >>"$work/tried"
            # shellcheck disable=SC2086 # a list of words
            if ! "$ours" $flags -w $level -I"$include" random.c -o ours >ours.log 2>&1; then
                echo "seed $seed $plain $way $level: does not compile: $(head -n 1 ours.log)"
                continue
            fi
            timeout 60 ./ours >ours.out
            code=$?
            if [ $code != 0 ]; then
                echo "seed $seed $plain $way $level: exit code $code"
            elif ! cmp -s plain.out ours.out; then
                echo "seed $seed $plain $way $level: $(cat ours.out), the plain one: $(cat plain.out)"
            fi
        done
    done
done
cd "$work" && rm -rf "$folder"
END
is_ours=no
pep_is_ours && is_ours=yes
seq "$first" $((first + count - 1)) |
    xargs -P "$PEP_JOBS" -n 1 sh "$work/one" "$PEP_CC_UNDER_TEST" $is_ours "$work" "$include" "gcc $(pep_clang)" \
        >"$work/failed" 2>"$work/noise"

[ -s "$work/tried" ] || pep_die "not one random program ends within ten seconds: $work/noise"
cat "$work/failed"
failed=$(wc -l <"$work/failed")
pep_say "csmith: $(wc -l <"$work/tried") runs, $failed differ"
[ "$failed" = 0 ]
