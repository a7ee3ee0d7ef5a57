#!/bin/sh
# run.sh [PROGRAM...] - sampled profiles against perfect ones: rhythm.c, the sample calc, bzip2 and lua are
# built twice, every path counted and sampled, and do the same work; pep compare holds the estimates to bars.  bzip2 and
# lua are duplicated as well.
#
# The trigger `counter` gives the same profile in every run, so its bars are high, and two runs must agree to the byte;
# but lua's work depends a little on where its memory lies.  What the clock leads is judged by the median of several
# runs, and low enough for a machine that is busy.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"
. "$pep_root/bench/workloads.sh"

pep_is_ours || pep_skip "only pep-cc samples"
work=$(pep_work test-accuracy)
unset PEP_OFF PEP_POLICY PEP_SKIP PEP_TRIGGER PEP_TICK PEP_SAMPLES PEP_STRIDE PEP_INTERVAL PEP_JITTER PEP_COUNTER PEP_BURST
failed=

# build NAME HOW
build()
{
    flags="-O2 -fpep-cc=gcc -fpep=paths,fields -fpep-how=$2"
    if [ "$1" = rhythm ]; then
        # shellcheck disable=SC2086 # flags are words
        mkdir -p "$work/rhythm/$2" && cd "$work/rhythm/$2" && cp "$pep_root/tests/accuracy/rhythm.c" . &&
            "$PEP_CC_UNDER_TEST" $flags -o rhythm rhythm.c && echo './rhythm >output' >workload.sh && return 0
        pep_die "rhythm.c does not compile"
    fi
    workload_build "$1" "$work/$1/$2" "$PEP_CC_UNDER_TEST" "$flags" || pep_die "see $work/$1/$2/build.log"
    workload "$1" "$work/$1/$2" short "$work/text" >"$work/$1/$2/workload.sh"
}

# profile NAME HOW PROFILE [ENVIRONMENT]... - runs the workload; PROFILE is the sum of its processes' profiles
profile()
{
    (
        cd "$work/$1/$2" && rm -rf runs && mkdir runs || exit 1
        out=$3
        shift 3
        env "$@" PEP_PROFILE=runs/%p.pepraw sh ./workload.sh && "$PEP_UNDER_TEST" merge -o "$out" runs/*.pepraw
    ) || pep_die "$1 leaves no $2 profile under '$4'"
}

# judge NAME BARS ESTIMATE... - three figures, path, edge, absolute; of duplicated code also fields, a fourth bar
judge()
{
    program=$1 bars=$2
    shift 2
    # shellcheck disable=SC2086 # words
    set -- $bars "$@"
    path=$1 edge=$2 absolute=$3
    shift 3
    field=
    case $1 in [0-9]*) field=$1; shift ;; esac
    "$PEP_UNDER_TEST" compare -n 3 "$work/$program/perfect.pep" "$@" --path-accuracy="$path%" --edge-accuracy="$edge%" \
        --edge-absolute="$absolute%" ${field:+"--field-accuracy=$field%"} >"$work/$program/compared" 2>"$work/$program/said" && result="" || result=" FAILED"
    awk -v name="$program" -v policy="$policy" -v result="$result" '
        / (sampled|duplicated), / && !median { figures = $0 } / median$/ { figures = $0; median = 1 }
        END {
            split(figures, f, " ")
            printf "%-7s %-44s %9s %9s %9s %9s%s\n", name, policy, f[1], f[3], f[5], f[7], result
        }' "$work/$program/compared"
    if [ -n "$result" ]; then
        cat "$work/$program/said" "$work/$program/compared"
        failed=yes
    fi
}

# counted NAME BARS ENVIRONMENT... - sampled under a policy without a clock: the same bytes twice, but for times, and
# the bars
counted()
{
    counted_by sampled "$@"
}

# counted_by HOW NAME BARS ENVIRONMENT...
counted_by()
{
    how=$1 program=$2 bars=$3
    shift 3
    policy=$*
    [ "$how" = sampled ] || policy="$how, $policy"
    for again in 1 2; do
        profile "$program" "$how" "$work/$program/counted.$again" PEP_TRIGGER=counter "$@"
        "$PEP_UNDER_TEST" show --text "$work/$program/counted.$again" | grep -v -e '^first' -e '^last' \
            >"$work/$program/text.$again"
    done
    judge "$program" "$bars" "$work/$program/counted.1"
    [ "$program" != lua ] || return 0
    cmp -s "$work/$program/text.1" "$work/$program/text.2" && return 0
    echo "$program under $policy: two runs differ:"
    diff "$work/$program/text.1" "$work/$program/text.2" | head -n 10
    failed=yes
}

# timed NAME BARS ENVIRONMENT... - a policy that the clock leads: the median of three runs
timed()
{
    program=$1 bars=$2
    shift 2
    policy=$*
    for again in 1 2 3; do
        profile "$program" sampled "$work/$program/timed.$again" "$@"
    done
    judge "$program" "$bars" "$work/$program/timed.1" "$work/$program/timed.2" "$work/$program/timed.3"
}

workload_text "$work/text" bzip2 lua
printf '%-7s %-44s %9s %9s %9s %9s\n' program policy path edge absolute fields
[ $# -gt 0 ] || set -- rhythm calc bzip2 lua
for name; do
    build "$name" exhaustive
    build "$name" sampled
    case $name in bzip2 | lua) build "$name" duplicated ;; esac
    profile "$name" exhaustive "$work/$name/perfect.pep"
    case $name in
    rhythm)
        # windows that begin every 3200 points would meet one path of beat only, were it not for the skips
        counted rhythm "99.9 97 95" PEP_INTERVAL=3199 PEP_SAMPLES=1
        counted rhythm "99.9 99.5 99.5" PEP_INTERVAL=1599
        continue
        ;;
    calc)
        counted calc "99.9 99.5 99.5" PEP_INTERVAL=20000
        single="60 50 45" several="98 97 95"
        ;;
    bzip2)
        counted bzip2 "99 99 97.5" PEP_INTERVAL=5000
        counted bzip2 "99 99 97.5" PEP_INTERVAL=5000 PEP_POLICY=arnold-grove
        counted_by duplicated bzip2 "82 82 80 84" PEP_POLICY=interval
        single="50 50 30" several="92 90 45"
        ;;
    lua)
        counted lua "99.5 99.5 99" PEP_INTERVAL=20000
        counted_by duplicated lua "98.5 98.5 98 97" PEP_POLICY=interval
        single="60 60 40" several="94 94 70"
        ;;
    esac
    timed "$name" "$single" PEP_TICK=500us PEP_POLICY=timer
    timed "$name" "$several" PEP_TICK=500us PEP_POLICY=arnold-grove
    timed "$name" "$several" PEP_TICK=500us PEP_SAMPLES=64
    timed "$name" "$several" PEP_TICK=500us PEP_SAMPLES=256
done
[ -z "$failed" ] || exit 1
