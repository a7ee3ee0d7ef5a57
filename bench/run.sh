#!/bin/sh
# run.sh [-n ROUNDS] [exhaustive|sampled] [PROGRAM...] - what instrumenting costs: bzip2, lua, sqlite and zlib's
# minigzip, built by their own build files in the ways of a table, run in turns.  Prints CPU time of the run, size of
# the code (the runtime included), CPU time and peak memory of the build, each as ratio to the plain -O2 build by the
# same compiler, and the geometric mean over the programs; of the run the greatest, too.
#
#     exhaustive   every path, every edge, beside gcov and the compilers' own counters (the default)
#     sampled      paths that are sampled: as they come, and numbered by an earlier run (-fpep-use); each also with
#                  PEP_OFF=1, which is the instrumentation alone; beside the compilers' own profiles and perf
#
# Seven rounds take about twenty minutes.  Numbers of a machine that does something else meanwhile are worth little: the
# ratio `run` is the median over the rounds of what ran side by side, `least` that of the least times, and the table
# ends with the spread of the plain builds (median to least time).
set -u
pep_root=$(cd "$(dirname "$0")/.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"
. "$pep_root/bench/workloads.sh"

# what is run as a command of cputime: sh run.sh --make NAME FOLDER COMPILER FLAGS
if [ "${1:-}" = --make ]; then
    shift
    program_make "$@"
    exit
fi

rounds=7 table=exhaustive
usage="usage: run.sh [-n ROUNDS] [exhaustive|sampled] [PROGRAM...]"
if [ "${1:-}" = -n ]; then
    rounds=${2:?$usage}
    shift 2
fi
case ${1:-} in
exhaustive | sampled)
    table=$1
    shift
    ;;
esac
programs=${*:-$program_names}
for name in $programs; do
    case " $program_names " in
    *" $name "*) ;;
    *) pep_die "no program '$name'; $usage" ;;
    esac
done
clang=$(pep_clang) || pep_die "no clang here"
[ -f "$PEP_BUILD/build.ninja" ] || pep_build

work=$(pep_work "bench-$table")
export PEP_CC_UNDER_TEST
"${PEP_CC:-gcc}" -O2 -o "$work/cputime" "$pep_root/bench/cputime.c" || pep_die "bench/cputime.c does not compile"
# shellcheck disable=SC2086 # a list of names
workload_text "$work/text" $program_names
: >"$work/notes"

# ways - the table's rows, a line each:
#
#     WAY HOW RUN MOST CODE BUILD COMPILER... [FLAG]...
#
# WAY begins with the plain build that is its measure, up to the plus sign.  HOW is `run`, or for what is done with the
# build of another way: off=WAY with PEP_OFF=1, perf=WAY under perf record.  What we set out for (docs/papers.md): the
# ratios of the run, mean and greatest, the code and the build.  A compiler `pep X` is pep-cc in front of X; TRAINED is
# a profile of another input.
ways()
{
    case $table in
    exhaustive)
        cat <<END
gcc                 run                  -     -     -    -    gcc
gcc+paths           run                  1.07  -     1.60 1.35 pep gcc -fpep-how=exhaustive -fpep=paths
gcc+edges           run                  1.07  -     1.60 1.35 pep gcc -fpep-how=exhaustive -fpep=edges
gcc+coverage        run                  -     -     -    -    gcc --coverage
gcc+generate        run                  -     -     -    -    gcc -fprofile-generate
clang               run                  -     -     -    -    $clang
clang+paths         run                  1.07  -     1.60 1.35 pep $clang -fpep-how=exhaustive -fpep=paths
clang+edges         run                  1.07  -     1.60 1.35 pep $clang -fpep-how=exhaustive -fpep=edges
clang+instr         run                  -     -     -    -    $clang -fprofile-instr-generate
END
        ;;
    sampled)
        cat <<END
gcc                 run                  -     -     -    -    gcc
gcc+sampled         run                  1.012 1.043 -    1.30 pep gcc -fpep-how=sampled
gcc+sampled+off     off=gcc+sampled      -     -     -    -    -
gcc+guided          run                  1.012 1.043 -    1.30 pep gcc -fpep-how=sampled -fpep-use=TRAINED
gcc+guided+off      off=gcc+guided       -     -     -    -    -
gcc+generate        run                  -     -     -    -    gcc -fprofile-generate
gcc+perf            perf=gcc             -     -     -    -    -
clang               run                  -     -     -    -    $clang
clang+sampled       run                  1.012 1.043 -    1.30 pep $clang -fpep-how=sampled
clang+sampled+off   off=clang+sampled    -     -     -    -    -
clang+guided        run                  1.012 1.043 -    1.30 pep $clang -fpep-how=sampled -fpep-use=TRAINED
clang+guided+off    off=clang+guided     -     -     -    -    -
clang+generate      run                  -     -     -    -    $clang -fprofile-generate
clang+bursts        run                  -     -     -    -    $clang -fprofile-generate -mllvm -sampled-instrumentation
END
        ;;
    esac
}

# skip PATTERN REASON - takes ways out of the table
skip()
{
    grep -v -e "$1" "$work/ways" >"$work/kept"
    cmp -s "$work/ways" "$work/kept" || echo "left out: $2" >>"$work/notes"
    mv "$work/kept" "$work/ways"
}

ways >"$work/ways"
pep=$PEP_CC_UNDER_TEST
if pep_is_ours; then
    ours=yes
    "$pep" -fpep-help | grep -q -e '-fpep-use' || skip guided "guided, as pep-cc does not know -fpep-use"
else
    ours=
fi
perf record -q -o "$work/perf.data" -F 1000 -- true >"$work/perf.log" 2>&1 ||
    skip +perf "perf, which cannot record here: $(tail -n 1 "$work/perf.log")"
echo 'int main(void) { return 0; }' >"$work/empty.c"
$clang -fprofile-generate -mllvm -sampled-instrumentation -c -o "$work/empty.o" "$work/empty.c" \
    >"$work/bursts.log" 2>&1 ||
    skip +bursts "bursts, which $clang does not know"
names=$(cut -d ' ' -f 1 "$work/ways")

# variant WAY NAME - sets how, base, folder, and compiler and flags, which are of no meaning where the build is
# another's; the flags of pep-cc are empty while a plain compiler stands in for it
variant()
{
    read -r _ how _ _ _ _ compiler flags <<END
$(grep "^$1 " "$work/ways")
END
    base=${1%%+*} folder=$work/$2/$1
    case $how in *=*) folder=$work/$2/${how#*=} ;; esac
    if [ "$compiler" = pep ]; then
        compiler=$pep flags="-O2${ours:+ -fpep-cc=$flags}"
    else
        flags="-O2${flags:+ $flags}"
    fi
    case $flags in *TRAINED) flags=${flags%TRAINED}$work/$2/$base.pep ;; esac
}

# train NAME BASE - the profile that guides the builds of BASE: of a run of its sampled build on another input
train()
{
    [ -f "$work/$1/$2.pep" ] && return 0
    mkdir "$work/$1/$2+trained"
    PEP_PROFILE=$work/$1/$2+trained/%p.pepraw sh -c "$(workload "$1" "$work/$1/$2+sampled" training "$work/text")" &&
        "$PEP_UNDER_TEST" merge -o "$work/$1/$2.pep" "$work/$1/$2+trained"/*.pepraw
}

# build NAME WAY
build()
{
    pep_say "building $1: $2"
    case $flags in *-fpep-use=*) train "$1" "$base" || pep_die "no profile to guide $2 of $1" ;; esac
    program_copy "$1" "$folder" || pep_die "the source of $1 cannot be fetched"
    program_configure "$1" "$folder" "$compiler" "$flags" || pep_die "see $folder/configure.log"
    "$work/cputime" 1 "$2" "sh $pep_root/bench/run.sh --make $1 '$folder' '$compiler' '$flags'" \
        >"$folder/built" || pep_die "see $folder/build.log"
    workload "$1" "$folder" full "$work/text" >"$folder/workload.sh"
}

# command_of - how the way at hand is run
command_of()
{
    case $how in
    off=*) echo "PEP_OFF=1 sh $folder/workload.sh" ;;
    perf=*) echo "perf record -q -o $folder/perf.data -F 1000 -- sh $folder/workload.sh" ;;
    *) echo "PEP_PROFILE=$folder/profile LLVM_PROFILE_FILE=$folder/raw sh $folder/workload.sh" ;;
    esac
}

# The rows: program way run(s) least(s) run-ratio code(bytes) build(s) memory(KiB)
: >"$work/rows"
for name in $programs; do
    set -- "$rounds"
    for way in $names; do
        variant "$way" "$name"
        case $how in run) build "$name" "$way" ;; esac
        set -- "$@" "$way" "$(command_of)"
    done
    pep_say "running $name, $rounds rounds"
    "$work/cputime" "$@" >"$work/$name/times" || exit 1
    for way in $names; do
        variant "$way" "$name"
        cmp -s "$work/$name/gcc/output" "$folder/output" || pep_die "$name built by $way prints something else"
        code=$(size "$folder/$(program_binary "$name")" | awk 'NR == 2 { print $1 }')
        awk -F '\t' -v OFS='\t' -v name="$name" -v way="$way" -v code="$code" '
            NR == FNR { if ($1 == way) { run = $2; least = $3; ratio = $4 } next }
            { print name, way, run, least, ratio, code, $2, $5 }' \
            "$work/$name/times" "$folder/built" >>"$work/rows"
    done
done

echo "# $(date -u +%F), $(uname -srm), $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)"
for program in gcc "$clang" "$PEP_UNDER_TEST"; do
    echo "# $("$program" --version 2>/dev/null | head -n 1)"
done
echo "# sh bench/run.sh -n $rounds $table $programs"
echo "# run: CPU seconds, median; the others: ratio to the plain build, - none"
sed 's/^/# /' "$work/notes"
awk '
    NR == FNR { run[$1] = $3; most[$1] = $4; code[$1] = $5; build[$1] = $6; next }
    FNR == 1 {
        head = "%-8s %-18s %8s %6s %6s %6s %6s %6s\n"
        printf head, "program", "way", "run [s]", "run", "least", "code", "build", "memory"
    }
    {
        base = $2; sub(/[+].*/, "", base)
        if (base == $2) {
            l[$1, $2] = $4; c[$1, $2] = $6; b[$1, $2] = $7; m[$1, $2] = $8
            if ($3 / $4 > spread) spread = $3 / $4
        }
        x[1] = $5; x[2] = $4 / l[$1, base]; x[3] = $6 / c[$1, base]; x[4] = $7 / b[$1, base]; x[5] = $8 / m[$1, base]
        printf "%-8s %-18s %8.2f %6.3f %6.3f %6.2f %6.2f %6.2f\n", $1, $2, $3, x[1], x[2], x[3], x[4], x[5]
        for (i = 1; i <= 5; i++) sum[$2, i] += log(x[i])
        for (i = 1; i <= 2; i++) if (x[i] > max[$2, i]) max[$2, i] = x[i]
        n[$2]++
        if (!($2 in seen)) { order[++ways] = $2; seen[$2] }
    }
    END {
        head = "\n%-18s %6s %6s %6s %6s %6s %6s %6s   %s\n"
        printf head, "geometric mean", "run", "most", "least", "most", "code", "build", "memory",
            "target: run most code build"
        for (w = 1; w <= ways; w++) {
            y = order[w]
            for (i = 1; i <= 5; i++) x[i] = exp(sum[y, i] / n[y])
            printf "%-18s %6.3f %6.3f %6.3f %6.3f %6.2f %6.2f %6.2f   %s %s %s %s\n", y, x[1], max[y, 1],
                x[2], max[y, 2], x[3], x[4], x[5], run[y], most[y], code[y], build[y]
        }
        printf "\nspread of the plain builds: up to %.1f %%\n", (spread - 1) * 100
    }' "$work/ways" "$work/rows"
