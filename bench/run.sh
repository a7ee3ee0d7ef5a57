#!/bin/sh
# run.sh [-n ROUNDS] [-c gcc|clang] [exhaustive|sampled|compiled|builds] [PROGRAM...]
# run.sh [-n ROUNDS] kpaths [OPTION|TABLE]...
#
# What instrumenting costs: bzip2, lua, sqlite and zlib's minigzip, built by their own build files in the ways of a
# table, run in turns.  Prints CPU time of the run, size of the code (the runtime included), CPU time and peak memory of
# the build, each as ratio to the plain -O2 build by the same compiler, and the geometric mean over the programs; of the
# run the greatest, too.
#
#     exhaustive   every path, every edge, beside gcov and the compilers' own counters (the default)
#     sampled      paths that are sampled: as they come, and by an earlier run (guided: -fpep-use); each also with
#                  PEP_OFF=1, which is the instrumentation alone; by that run without second versions (points); in
#                  duplicated code, as it comes and guided (twice); guided, with the compiler optimising by that run too
#                  (optimized: -fpep-optimize, gcc alone); beside the compilers' own profiles and perf
#     compiled     without counters: as the compiler optimises by what pep export makes of a sampled run, and by its own
#                  profile of such a run; beside optimized as above, which samples
#     builds       the builds alone, all of them in turns: the others build once
#     kpaths       sequences of paths, which have a script of their own: kpaths.sh
#
# Seven rounds take about twenty minutes.  Numbers of a machine that does something else meanwhile are worth little: the
# ratio `run` is the median over the rounds of what ran side by side, `least` that of the least times, and the table
# ends with the spread of the plain builds (median to least time).
. "$(dirname "$0")/bench.sh"

# what is run as a command of cputime: sh run.sh --make NAME FOLDER COMPILER FLAGS
if [ "${1:-}" = --make ]; then
    shift
    workload_make "$@"
    exit
fi

rounds=7 table=exhaustive
usage="usage: run.sh [-n ROUNDS] [-c gcc|clang] [exhaustive|sampled|compiled|builds] [PROGRAM...], run.sh [-n ROUNDS] kpaths [OPTION|TABLE]..."
if [ "${1:-}" = -n ]; then
    rounds=${2:?$usage}
    shift 2
fi
only=
if [ "${1:-}" = -c ]; then
    only=${2:?$usage}
    case $only in gcc | clang) ;; *) pep_die "$usage" ;; esac
    shift 2
fi
case ${1:-} in
exhaustive | sampled | compiled | builds)
    table=$1
    shift
    ;;
kpaths)
    shift
    exec sh "$pep_root/bench/kpaths.sh" -n "$rounds" "$@"
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
pep_build

bench_begin "bench-$table"
export PEP_CC_UNDER_TEST

# rows - see ways.sh
rows()
{
    case $table in
    exhaustive)
        cat <<END
gcc                 run               gcc -O2
gcc+paths           run               pep gcc -O2 -fpep=paths -fpep-how=exhaustive
gcc+edges           run               pep gcc -O2 -fpep=edges -fpep-how=exhaustive
gcc+coverage        run               gcc -O2 --coverage
gcc+generate        run               gcc -O2 -fprofile-generate
clang               run               $clang -O2
clang+paths         run               pep $clang -O2 -fpep=paths -fpep-how=exhaustive
clang+edges         run               pep $clang -O2 -fpep=edges -fpep-how=exhaustive
clang+instr         run               $clang -O2 -fprofile-instr-generate
END
        ;;
    sampled)
        cat <<END
gcc                 run               gcc -O2
gcc+sampled         run               pep gcc -O2 -fpep=paths -fpep-how=sampled
gcc+sampled+off     as=gcc+sampled    PEP_OFF=1
gcc+guided          run               pep gcc -O2 -fpep=paths -fpep-how=duplicated -fpep-duplicate=hot -fpep-use=TRAINED
gcc+guided+off      as=gcc+guided     PEP_OFF=1
gcc+guided+points   run               pep gcc -O2 -fpep=paths -fpep-how=sampled -fpep-use=TRAINED
gcc+optimized       run               pep gcc -O2 -fpep=paths -fpep-use=TRAINED -fpep-optimize
gcc+duplicated      run               pep gcc -O2 -fpep=paths -fpep-how=duplicated
gcc+guided+twice    run               pep gcc -O2 -fpep=paths -fpep-how=duplicated -fpep-use=TRAINED
gcc+generate        run               gcc -O2 -fprofile-generate
gcc+perf            perf=gcc
clang               run               $clang -O2
clang+sampled       run               pep $clang -O2 -fpep=paths -fpep-how=sampled
clang+sampled+off   as=clang+sampled  PEP_OFF=1
clang+guided        run               pep $clang -O2 -fpep=paths -fpep-how=duplicated -fpep-duplicate=hot -fpep-use=TRAINED
clang+guided+off    as=clang+guided   PEP_OFF=1
clang+guided+points run               pep $clang -O2 -fpep=paths -fpep-how=sampled -fpep-use=TRAINED
clang+duplicated    run               pep $clang -O2 -fpep=paths -fpep-how=duplicated
clang+guided+twice  run               pep $clang -O2 -fpep=paths -fpep-how=duplicated -fpep-use=TRAINED
clang+generate      run               $clang -O2 -fprofile-generate
clang+bursts        run               $clang -O2 -fprofile-generate -mllvm -sampled-instrumentation
END
        ;;
    compiled)
        cat <<END
gcc                 run               gcc -O2
gcc+sampled         run               pep gcc -O2 -fpep=paths,calls -fpep-how=sampled
gcc+exported        run               gcc -O2 -fauto-profile=EXPORTED
gcc+optimized       run               pep gcc -O2 -fpep=paths -fpep-use=TRAINED -fpep-optimize
gcc+own             run               gcc -O2 -fprofile-use -Wno-missing-profile -Wno-error=coverage-mismatch
clang               run               $clang -O2
clang+sampled       run               pep $clang -O2 -fpep=paths,calls -fpep-how=sampled
clang+exported      run               $clang -O2 -fprofile-sample-use=EXPORTED
clang+own           run               $clang -O2 -fprofile-use=OWN
END
        ;;
    builds)
        for c in gcc "$clang"; do
            x=$(basename "${c%%-*}")
            cat <<END
$x            run $c -O2
$x+paths      run pep $c -O2 -fpep=paths -fpep-how=exhaustive
$x+edges      run pep $c -O2 -fpep=edges -fpep-how=exhaustive
$x+sampled    run pep $c -O2 -fpep=paths -fpep-how=sampled
$x+guided     run pep $c -O2 -fpep=paths -fpep-how=duplicated -fpep-duplicate=hot -fpep-use=TRAINED
$x+duplicated run pep $c -O2 -fpep=paths -fpep-how=duplicated
END
        done
        echo "gcc+coverage run gcc -O2 --coverage"
        echo "clang+instr run $clang -O2 -fprofile-instr-generate"
        ;;
    esac
}

rows >"$work/ways"
[ -z "$only" ] || skip "^$(case $only in gcc) echo clang ;; clang) echo gcc ;; esac)" "all but $only"
if pep_is_ours; then
    "$pep" -fpep-help | grep -q -e '-fpep-use' || skip guided "guided, as pep-cc does not know -fpep-use"
fi
perf record -q -o "$work/perf.data" -F 1000 -- true >"$work/perf.log" 2>&1 ||
    skip +perf "perf, which cannot record here: $(tail -n 1 "$work/perf.log")"
echo 'int main(void) { return 0; }' >"$work/empty.c"
$clang -fprofile-generate -mllvm -sampled-instrumentation -c -o "$work/empty.o" "$work/empty.c" \
    >"$work/bursts.log" 2>&1 ||
    skip +bursts "bursts, which $clang does not know"

# print_builds - each build's CPU time, median, and the ratio to the plain one in the same round
print_builds()
{
    for name in $programs; do
        for way in $(ways); do
            build "$name" "$way"
        done
        set -- "$rounds"
        for way in $(ways); do
            variant "$way" "$name"
            set -- "$@" "$way" "$(make_of "$name")"
        done
        pep_say "building $name, $rounds rounds"
        "$work/cputime" "$@" | sed "s/^/$name\t/" >>"$work/builds"
    done
    bench_head "sh bench/run.sh -n $rounds ${only:+-c $only }$table $programs" gcc "$clang"
    awk '
        function target(way) { return way ~ /[+](paths|edges)$/ ? 1.35 : way ~ /[+](sampled|guided)$/ ? 1.30 : "-" }
        NR == 1 { printf "%-8s %-18s %9s %6s\n", "program", "way", "build [s]", "ratio" }
        { printf "%-8s %-18s %9.2f %6.3f\n", $1, $2, $3, $5 }
        { sum[$2] += log($5); if (!n[$2]++) order[++ways] = $2 }
        END {
            printf "\n%-18s %6s   %s\n", "geometric mean", "ratio", "target"
            for (w = 1; w <= ways; w++)
                printf "%-18s %6.3f   %s\n", order[w], exp(sum[order[w]] / n[order[w]]), target(order[w])
        }' "$work/builds"
}

if [ $table = builds ]; then
    print_builds
    exit
fi

# The rows: program way run(s) least(s) run-ratio code(bytes) build(s) memory(KiB)
: >"$work/rows"
for name in $programs; do
    run_ways "$name" "$rounds"
    for way in $(ways); do
        variant "$way" "$name"
        awk -F '\t' -v OFS='\t' -v name="$name" -v way="$way" -v code="$(code_of "$name")" '
            NR == FNR { if ($1 == way) { run = $2; least = $3; ratio = $4 } next }
            { print name, way, run, least, ratio, code, $2, $5 }' \
            "$work/$name.times" "$folder/built" >>"$work/rows"
    done
done

bench_head "sh bench/run.sh -n $rounds ${only:+-c $only }$table $programs" gcc "$clang"
echo "# run: CPU seconds, median; the others: ratio to the plain build, - none"
awk '
    # what we set out for (docs/papers.md): the ratios of the run, mean and greatest, the code and the build
    function target(way) {
        if (way ~ /[+](paths|edges)$/) return "1.07 - 1.60 1.35"
        return way ~ /[+](sampled|guided|optimized|duplicated|guided[+](points|twice))$/ ? "1.012 1.043 - 1.30" : "- - - -"
    }
    NR == 1 {
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
            printf "%-18s %6.3f %6.3f %6.3f %6.3f %6.2f %6.2f %6.2f   %s\n", y, x[1], max[y, 1],
                x[2], max[y, 2], x[3], x[4], x[5], target(y)
        }
        printf "\nspread of the plain builds: up to %.1f %%\n", (spread - 1) * 100
    }' "$work/rows"
