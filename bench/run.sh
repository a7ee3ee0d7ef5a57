#!/bin/sh
# run.sh [-n ROUNDS] [PROGRAM...] - what instrumenting costs: bzip2, lua, sqlite and zlib's minigzip, built by their own
# build files in nine ways, run in turns.  One table: CPU time of the run, size of the code (the runtime included), CPU
# time and peak memory of the build; each as ratio to the plain build by the same compiler, with the geometric mean over
# the programs.
#
# Seven rounds take about twenty minutes.  Numbers of a machine that does something else meanwhile
# are worth little: the table ends with the spread of the plain builds (median to least time).
set -u
pep_root=$(cd "$(dirname "$0")/.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"

# what is run as a command of cputime: sh run.sh --make NAME FOLDER COMPILER FLAGS
if [ "${1:-}" = --make ]; then
    shift
    program_make "$@"
    exit
fi

rounds=7
if [ "${1:-}" = -n ]; then
    rounds=${2:?usage: run.sh [-n ROUNDS] [PROGRAM...]}
    shift 2
fi
programs=${*:-$program_names}
clang=$(pep_clang) || pep_die "no clang here"
[ -f "$PEP_BUILD/build.ninja" ] || pep_build

work=$(pep_work bench)
export PEP_CC_UNDER_TEST
"${PEP_CC:-gcc}" -O2 -o "$work/cputime" "$pep_root/bench/cputime.c" || pep_die "bench/cputime.c does not compile"
# What bzip2 and minigzip pack: the sources of the four programs, 16 MB of what people pack.  (Generated text is so
# regular that bzip2 falls back to a sort that it has for hopeless cases.)
for name in $program_names; do
    source=$(pep_fetch_source "$(program_package "$name")") || pep_die "the source of $name cannot be fetched"
    find "$source" -name '*.[ch]' -type f | LC_ALL=C sort | xargs cat
done >"$work/text"

# variant WAY - sets compiler, flags and what its ratio is to; the flags of pep-cc are empty while a plain compiler
# stands in for it
pep=$PEP_CC_UNDER_TEST
pep_is_ours && ours=yes || ours=
ways="gcc gcc+paths gcc+edges gcc+coverage gcc+generate clang clang+paths clang+edges clang+instr"
variant()
{
    base=${1%%+*}
    case $1 in
    gcc) compiler=gcc flags=-O2 ;;
    clang) compiler=$clang flags=-O2 ;;
    gcc+coverage) compiler=gcc flags="-O2 --coverage" ;;
    gcc+generate) compiler=gcc flags="-O2 -fprofile-generate" ;;
    clang+instr) compiler=$clang flags="-O2 -fprofile-instr-generate" ;;
    gcc+*) compiler=$pep flags="-O2${ours:+ -fpep-cc=gcc -fpep=${1#*+}}" ;;
    clang+*) compiler=$pep flags="-O2${ours:+ -fpep-cc=$clang -fpep=${1#*+}}" ;;
    esac
}

# What we set out for, from prototypes and the papers (docs/papers.md): run, code, build.
target()
{
    case $1 in
    *+paths | *+edges) echo "1.07 1.60 1.35" ;;
    *) echo "- - -" ;;
    esac
}

# workload NAME FOLDER - the command that is timed
workload()
{
    case $1 in
    bzip2) echo "$2/bzip2 -9 <$work/text >$2/packed && $2/bzip2 -d <$2/packed >$2/output" ;;
    lua) echo "$2/src/lua $pep_root/bench/script.lua >$2/output" ;;
    sqlite) echo "$2/sqlite3 <$pep_root/bench/script.sql >$2/output" ;;
    zlib) echo "$2/minigzip <$work/text >$2/packed && $2/minigzip -d <$2/packed >$2/output" ;;
    esac
}

# The rows: program way run(s) run-ratio code(bytes) build(s) memory(KiB)
: >"$work/rows"
for name in $programs; do
    set -- "$rounds"
    for way in $ways; do
        pep_say "building $name: $way"
        variant "$way"
        folder=$work/$name/$way
        program_copy "$name" "$folder" || pep_die "the source of $name cannot be fetched"
        program_configure "$name" "$folder" "$compiler" "$flags" || pep_die "see $folder/configure.log"
        "$work/cputime" 1 "$way" "sh $pep_root/bench/run.sh --make $name '$folder' '$compiler' '$flags'" \
            >"$folder/built" || pep_die "see $folder/build.log"
        set -- "$@" "$way" "PEP_PROFILE=$folder/profile LLVM_PROFILE_FILE=$folder/raw; \
            export PEP_PROFILE LLVM_PROFILE_FILE; $(workload "$name" "$folder")"
    done
    pep_say "running $name, $rounds rounds"
    "$work/cputime" "$@" >"$work/$name/times" || exit 1
    for way in $ways; do
        folder=$work/$name/$way
        cmp -s "$work/$name/gcc/output" "$folder/output" || pep_die "$name built by $way prints something else"
        code=$(size "$folder/$(program_binary "$name")" | awk 'NR == 2 { print $1 }')
        awk -F '\t' -v OFS='\t' -v name="$name" -v way="$way" -v code="$code" \
            'NR == FNR { if ($1 == way) { run = $2; least = $3 } next } { print name, way, run, least, code, $2, $5 }' \
            "$work/$name/times" "$folder/built" >>"$work/rows"
    done
done

echo "# $(date -u +%F), $(uname -srm), $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)"
for program in gcc "$clang" "$PEP_UNDER_TEST"; do
    echo "# $("$program" --version 2>/dev/null | head -n 1)"
done
echo "# sh bench/run.sh -n $rounds $programs; run: CPU seconds, median; the others: ratio to the plain build, - none"
for way in $ways; do
    echo "$way $(target "$way")"
done | awk -F '[ \t]' '
    NR == FNR { run[$1] = $2; code[$1] = $3; build[$1] = $4; next }
    FNR == 1 { printf "%-8s %-13s %8s %6s %6s %6s %6s\n", "program", "way", "run [s]", "run", "code", "build", "memory" }
    {
        base = $2; sub(/[+].*/, "", base)
        if (base == $2) { r[$1, $2] = $3; c[$1, $2] = $5; b[$1, $2] = $6; m[$1, $2] = $7; if ($3 / $4 > spread) spread = $3 / $4 }
        x[1] = $3 / r[$1, base]; x[2] = $5 / c[$1, base]; x[3] = $6 / b[$1, base]; x[4] = $7 / m[$1, base]
        printf "%-8s %-13s %8.2f %6.2f %6.2f %6.2f %6.2f\n", $1, $2, $3, x[1], x[2], x[3], x[4]
        for (i = 1; i <= 4; i++) sum[$2, i] += log(x[i])
        n[$2]++
        if (!($2 in seen)) { order[++ways] = $2; seen[$2] }
    }
    END {
        printf "\n%-22s %8s %6s %6s %6s %6s   %s\n", "geometric mean", "", "run", "code", "build", "memory", "target: run code build"
        for (w = 1; w <= ways; w++) {
            y = order[w]
            printf "%-22s %8s %6.2f %6.2f %6.2f %6.2f   %s %s %s\n", y, "", exp(sum[y, 1] / n[y]), exp(sum[y, 2] / n[y]),
                exp(sum[y, 3] / n[y]), exp(sum[y, 4] / n[y]), run[y], code[y], build[y]
        }
        printf "\nspread of the plain builds: up to %.1f %%\n", (spread - 1) * 100
    }' - "$work/rows"
