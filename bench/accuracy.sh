#!/bin/sh
# accuracy.sh [-n RUNS] [-c COMPILER] [-p POLICY]... [-o PLOT.svg] [PROGRAM...] - how true sampled profiles are, and what they cost.
#
# Each program - the sample calc, bzip2, lua, sqlite, zlib's minigzip - is built twice: every path counted, which gives
# the perfect profile, and sampled.  The sampled build then does the same work again and again under the policies of
# the list below, in turns.  Prints the medians over the runs of what pep compare tells, and what sampling costs, as
# ratio to the CPU time of the same binary with PEP_OFF=1:
#
#     run        the median over the rounds of what ran side by side
#     least      that of the least times
#     reckoned   the time at points and in the ticker alone, in a program that never waits: from how many points the
#                policy is asked about after a tick, and what a point and a tick cost.  The row `counter` asks about all
#                points there are, the row 50us ticks all the time: these costs stand out on a busy machine too.  What
#                a window does to the code that runs after it is not in it (docs/papers.md).
#
# Last come the means over the programs, which the plot shows too: accuracies over the reckoned time.  Ten runs of all
# take about half an hour, of one policy (-p) and the two that costs are reckoned from six minutes.  The ticker follows the clock, not the CPU time: where other work takes the processor
# meanwhile there are more samples to a second of CPU time.
. "$(dirname "$0")/bench.sh"

# policies - a line each: NAME, GROUP (a curve of the plot, - for none), environment.  The paper's, PEP(SAMPLES,STRIDE),
# one of them with samples that count once, as there; ticks; windows that begin anywhere behind the tick; what is not led
# by time, the bound of what the sample points themselves could do; and many ticks.
policies()
{
    cat <<END
PEP(1,1)            policy PEP_POLICY=timer
arnold-grove(64,17) other  PEP_POLICY=arnold-grove
PEP(16,17)          policy PEP_SAMPLES=16
PEP(64,17)          policy PEP_SAMPLES=64
PEP(64,17)-unpaced  -      PEP_PACE=0
PEP(256,17)         policy PEP_SAMPLES=256
PEP(1024,17)        policy PEP_SAMPLES=1024
(64,17)-20ms        tick   PEP_TICK=20ms
(64,17)-10ms        tick   PEP_TICK=10ms
(64,17)-4ms         tick   PEP_TICK=4ms
(64,17)-2ms         tick   PEP_TICK=2ms
(64,17)-1ms         tick   PEP_TICK=1ms
PEP(64,1009)        -      PEP_STRIDE=1009
PEP(1024,1009)-10ms -      PEP_SAMPLES=1024 PEP_STRIDE=1009 PEP_TICK=10ms
counter             -      PEP_TRIGGER=counter PEP_INTERVAL=100000
PEP(1,1)-50us       -      PEP_POLICY=timer PEP_TICK=50us
END
}

runs=10 compiler=gcc only='' plot=
while getopts n:c:p:o: option; do
    case $option in
    n) runs=$OPTARG ;;
    c) compiler=$OPTARG ;;
    p) only="$only $OPTARG" ;;
    o) plot=$OPTARG ;;
    *) echo "usage: accuracy.sh [-n RUNS] [-c COMPILER] [-p POLICY]... [-o PLOT.svg] [PROGRAM...]" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
programs=${*:-calc $program_names}
pep_build
pep_is_ours || pep_die "only pep-cc samples"

bench_begin accuracy
policies | awk -v only="$only counter PEP(1,1)-50us " '
    only ~ /^ counter/ || index(only, " " $1 " ")' >"$work/policies"
for policy in $only; do
    grep -qF "$policy " "$work/policies" || pep_die "no policy '$policy'"
done

# build_how NAME HOW - with its workload beside it, as a script
build_how()
{
    pep_say "building $1: $2"
    workload_build "$1" "$work/$1/$2" "$PEP_CC_UNDER_TEST" "-O2 -fpep-cc=$compiler -fpep=paths -fpep-how=$2" ||
        pep_die "see $work/$1/$2/build.log"
    workload "$1" "$work/$1/$2" full "$work/text" >"$work/$1/$2/workload.sh"
}

# run_of NAME POLICY ENVIRONMENT - the command that is timed: one run, which leaves its profiles in a new folder
run_of()
{
    mkdir -p "$work/$1/profiles/$2"
    echo "run=\$(mktemp -d '$work/$1/profiles/$2/XXXXXX') &&
        $3 PEP_PROFILE=\$run/%p.pepraw sh $work/$1/sampled/workload.sh"
}

# measure NAME POLICY - the row: name policy group path edge absolute hit ticks points run least(s) off(s) tick(s)
measure()
{
    estimates=
    for run in "$work/$1/profiles/$2"/*/; do
        "$PEP_UNDER_TEST" merge -o "${run%/}.pep" "$run"*.pepraw || pep_die "a profile of $1 under $2 cannot be read"
        estimates="$estimates ${run%/}.pep"
        "$PEP_UNDER_TEST" show --json -f main "$run"*.pepraw |
            awk '
                /"ticks":/ { n += $2 } /"points":/ { p += $2 } /"tick_ns":/ { t = $2 }
                END { print n + 0, p + 0, t / 1e9 }'
    done >"$work/$1/$2.sampling"
    # shellcheck disable=SC2086 # a list of files
    "$PEP_UNDER_TEST" compare --json "$work/$1/perfect.pep" $estimates >"$work/$1/$2.json" || exit 1
    awk -v name="$1" -v policy="$2" '
        function median(values, n, i, j, t) {
            for (i = 2; i <= n; i++)
                for (j = i; j > 1 && values[j] < values[j - 1]; j--) {
                    t = values[j]; values[j] = values[j - 1]; values[j - 1] = t
                }
            return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
        }
        FILENAME ~ /policies$/ { if ($1 == policy) group = $2; next }
        FILENAME ~ /times$/ {
            split($0, f, "\t")
            if (f[1] == "off") off = f[3]
            if (f[1] == "off+" policy) { least = f[3]; ratio = f[4] }
            next
        }
        FILENAME ~ /sampling$/ { ticks[++s] = $1; points[s] = $2; tick = $3; next }
        /"estimates"/ { inside = 1 }
        /"median"|"functions": \[/ { inside = 0 }
        inside && /"path_accuracy":/ { path[++n] = $2 + 0 }
        inside && /"edge_accuracy":/ { edge[n] = $2 + 0 }
        inside && /"edge_absolute":/ { absolute[n] = $2 + 0 }
        inside && /"hot_paths_hit":/ { hit[n] = $2 + 0 }
        END {
            print name, policy, group, median(path, n), median(edge, n), median(absolute, n), median(hit, n),
                median(ticks, s), median(points, s), ratio, least, off, tick
        }' "$work/policies" "$work/$1/times" "$work/$1/$2.sampling" "$work/$1/$2.json" >>"$work/rows"
}

: >"$work/rows"
for name in $programs; do
    build_how "$name" exhaustive
    build_how "$name" sampled
    mkdir "$work/$name/perfect"
    PEP_PROFILE=$work/$name/perfect/%p.pepraw sh "$work/$name/exhaustive/workload.sh" &&
        "$PEP_UNDER_TEST" merge -o "$work/$name/perfect.pep" "$work/$name/perfect"/*.pepraw ||
        pep_die "no perfect profile of $name"
    set -- "$runs" off "$(run_of "$name" off PEP_OFF=1)"
    while read -r policy _ environment; do
        set -- "$@" "off+$policy" "$(run_of "$name" "$policy" "$environment")"
    done <"$work/policies"
    pep_say "running $name, $runs rounds"
    "$work/cputime" "$@" >"$work/$name/times" || exit 1
    cmp -s "$work/$name/exhaustive/output" "$work/$name/sampled/output" || pep_die "$name, sampled, prints something else"
    while read -r policy _; do
        measure "$name" "$policy"
    done <"$work/policies"
done

bench_head "sh bench/accuracy.sh -n $runs -c $compiler $programs; medians, accuracies in percent" "$compiler"
awk -v means="$work/means" '
    # a program that never waits meets every tick; ticks that are too near each other are fewer than asked for
    function reckoned() {
        return $13 < 0.001 ? ($9 * point[$1] + $8 * tick[$1]) / $12 : ($9 / $8 * point[$1] + tick[$1]) / $13
    }
    NR == FNR {
        if ($2 == "counter") point[$1] = ($11 - $12) / $9
        if ($2 == "PEP(1,1)-50us") {
            tick[$1] = ($11 - $12 - $9 * point[$1]) / $8
            if (tick[$1] < 0) tick[$1] = 0
        }
        next
    }
    FNR == 1 {
        head = "%-8s %-20s %8s %8s %8s %6s %8s %8s %8s %8s %8s\n"
        printf head, "program", "policy", "path", "edge", "absolute", "hit", "ticks", "points", "run", "least",
            "reckoned"
        line = "%-8s %-20s %8.2f %8.2f %8.2f %6s %8s %8s %8.3f %8.3f %8.4f\n"
    }
    {
        x[1] = 100 * $4; x[2] = 100 * $5; x[3] = 100 * $6
        x[4] = $10; x[5] = $11 / $12; x[6] = 1 + reckoned()
        thousands = sprintf($9 < 1e5 ? "%.1fk" : "%.0fk", $9 / 1000)
        printf line, $1, $2, x[1], x[2], x[3], $7, $8, thousands, x[4], x[5], x[6]
        for (i = 1; i <= 3; i++) sum[$2, i] += x[i]
        for (i = 4; i <= 6; i++) sum[$2, i] += log(x[i])
        if (!n[$2]++) { order[++policies] = $2; group[$2] = $3 }
    }
    END {
        print ""
        for (p = 1; p <= policies; p++) {
            y = order[p]
            for (i = 1; i <= 3; i++) x[i] = sum[y, i] / n[y]
            for (i = 4; i <= 6; i++) x[i] = exp(sum[y, i] / n[y])
            printf line, "mean", y, x[1], x[2], x[3], "", "", "", x[4], x[5], x[6]
            print y, group[y], x[1], x[2], x[3], 100 * (x[6] - 1) >means
        }
        print ""
        for (name in point)
            printf "%s: %.1f ns a point, %.1f us a tick\n", name, point[name] * 1e9, tick[name] * 1e6 | "sort"
    }' "$work/rows" "$work/rows"
[ -z "$plot" ] || awk -f "$pep_root/bench/svg.awk" -f "$pep_root/bench/accuracy.awk" "$work/means" >"$plot"
