#!/bin/sh
# duplicated.sh [-s] [-n ROUNDS] [-o PLOT.svg] [TABLE...] - what duplicated code costs and what it tells (paper
# Arnold-Ryder, section 4), as Markdown for docs/papers.md:
#
#     framework    checks, of which none takes a sample: all, on entry, at back edges (table 2)
#     vector       loops that compilers turn into vector code, kernel by kernel (vectors.c), and whether they still do
#     intervals    samples, overhead and accuracy by interval (table 4); the plot shows it
#     triggers     accuracy with the timer, one sample a tick and windows of 64, and with the counter at as many
#                  samples, its distances varied by half (table 5)
#     size         code and build time by what is duplicated (table 2)
#
# All of them without a name.  Costs are CPU time, size and build time as ratio to the plain build of the same compiler
# and optimisation, median over the rounds of what ran side by side (run.sh); accuracies are what pep compare tells,
# against a build that counts everything.  What pep-cc has no option for is left out, and named.
#
# Seven rounds of all tables take some hours of a quiet machine.  -s tries the script in two or three minutes: one round
# of small inputs, small programs alone, and -O2 but for the table vector.
set -u
pep_root=$(cd "$(dirname "$0")/.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"
. "$pep_root/bench/workloads.sh"
. "$pep_root/bench/ways.sh"

tables="framework vector intervals triggers size" rounds='' plot='' extent=full
usage="usage: duplicated.sh [-s] [-n ROUNDS] [-o PLOT.svg] [framework|vector|intervals|triggers|size]..."
while getopts sn:o: option; do
    case $option in
    s) extent=short ;;
    n) rounds=$OPTARG ;;
    o) plot=$OPTARG ;;
    *) echo "$usage" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
for table; do
    case " $tables " in *" $table "*) ;; *) pep_die "no table '$table'; $usage" ;; esac
done
[ -f "$PEP_BUILD/build.ninja" ] || pep_build
pep_is_ours || pep_die "only pep-cc duplicates"
gcc=$(command -v gcc-12 || command -v gcc) || pep_die "no gcc here"
clang=$(pep_clang) || pep_die "no clang here"
unset PEP_OFF PEP_POLICY PEP_SKIP PEP_TRIGGER PEP_TICK PEP_SAMPLES PEP_STRIDE PEP_INTERVAL PEP_JITTER PEP_COUNTER
unset PEP_BURST
bench_begin bench-duplicated
export PEP_CC_UNDER_TEST

if [ $extent = full ]; then
    programs="calc $program_names" levels="-O2 -O3"
else
    programs="calc bzip2" levels=-O2
    head -c 700000 "$work/text" >"$work/head" && mv "$work/head" "$work/text"
fi
: "${rounds:=$([ $extent = full ] && echo 7 || echo 1)}"
duplicated="-fpep-how=duplicated -fpep=paths,fields"
never=1073741824

# knows OPTION - whether pep-cc has it
knows()
{
    "$pep" -fpep-help | grep -q -e "^ *$1="
}

# knows_or_skip OPTION PATTERN - takes the ways out that need it
knows_or_skip()
{
    knows "$1" || skip "$2" "$(grep -c -e "$2" "$work/ways") rows, as pep-cc does not know $1"
}

# for_compilers LEVEL... - the table of ways: that on standard input for gcc and clang and each level, which BASE names
# and CC calls
for_compilers()
{
    sed 's/^/ /' >"$work/template"
    for level; do
        sed "s|BASE|gcc$level|g; s|CC|$gcc $level|g; s/^ //" "$work/template"
        sed "s|BASE|clang$level|g; s|CC|$clang $level|g; s/^ //" "$work/template"
    done >"$work/ways"
}

# choose_counter - sets counter: what makes the trigger count, compiled in where it can be
choose_counter()
{
    counter=''
    if knows -fpep-trigger; then
        counter=-fpep-trigger=counter
    else
        echo "the runtime counts, as pep-cc does not know -fpep-trigger" >"$work/notes"
    fi
}

# head_of TABLE - its title, and how it came about
head_of()
{
    printf '\n### %s\n\n' "$1"
    bench_head "sh bench/duplicated.sh$([ $extent = full ] || echo ' -s') -n $rounds $1" "$gcc" "$clang" |
        sed 's/^# /    /'
    echo
}

# markdown FORMAT - lines PROGRAM WAY VALUE as a table, a row a way: ratios, their geometric mean and the greatest; of
# the plain build the value, by the format
markdown()
{
    awk -v format="$1" '
        {
            if (!($1 in program)) { program[$1]; programs[++p] = $1 }
            if (!($2 in way)) { way[$2]; ways[++w] = $2 }
            value[$1, $2] = $3
        }
        END {
            printf "| |"
            for (i = 1; i <= p; i++) { sub(/^.*:/, "", programs[i]); printf " %s |", programs[i] }
            printf " mean | most |\n|---|"
            for (i = 1; i <= p + 2; i++) printf "---|"
            for (i in program) { name = i; sub(/^.*:/, "", name); full[name] = i }
            for (k = 1; k <= w; k++) {
                base = ways[k]; sub(/[+].*/, "", base)
                printf "\n| %s |", ways[k]
                sum = most = 0
                for (i = 1; i <= p; i++) {
                    x = value[full[programs[i]], ways[k]]
                    if (base == ways[k]) { printf " " format " |", x; continue }
                    x /= value[full[programs[i]], base]
                    printf " %.3f |", x
                    sum += log(x)
                    if (x > most) most = x
                }
                if (base == ways[k]) printf " | |"
                else printf " %.3f | %.3f |", exp(sum / p), most
            }
            print ""
        }'
}

# times_of NAME - lines for markdown: the median of the plain build, and what the median of the ratios makes of it
times_of()
{
    awk -F '\t' -v name="$1" '
        $1 !~ /[+]/ { plain[$1] = $2 }
        { way[NR] = $1; ratio[NR] = $4 }
        END {
            for (i = 1; i <= NR; i++) {
                base = way[i]; sub(/[+].*/, "", base)
                print name, way[i], way[i] == base ? plain[base] : ratio[i] * plain[base]
            }
        }' "$work/$1.times"
}

table_framework()
{
    # shellcheck disable=SC2086 # words
    for_compilers $levels <<END
BASE                   run CC
BASE+timer             run PEP_OFF=1 pep CC $duplicated
BASE+timer-entries     run PEP_OFF=1 pep CC $duplicated -fpep-checks=entries
BASE+timer-backedges   run PEP_OFF=1 pep CC $duplicated -fpep-checks=backedges
BASE+counter           run PEP_INTERVAL=$never pep CC $duplicated -fpep-trigger=counter
BASE+counter-entries   run PEP_INTERVAL=$never pep CC $duplicated -fpep-trigger=counter -fpep-checks=entries
BASE+counter-backedges run PEP_INTERVAL=$never pep CC $duplicated -fpep-trigger=counter -fpep-checks=backedges
BASE+sampled           run PEP_OFF=1 pep CC -fpep=paths -fpep-how=sampled
END
    knows_or_skip -fpep-checks -fpep-checks
    knows_or_skip -fpep-trigger -fpep-trigger
    for name in $programs vectors; do
        run_ways "$name" "$rounds" $extent
        times_of "$name"
    done >"$work/rows"
    head_of framework
    markdown "%.2f s" <"$work/rows"
}

table_vector()
{
    for_compilers -O3 <<END
BASE                run CC
BASE+duplicated     run pep CC $duplicated
BASE+duplicated+off as=BASE+duplicated PEP_OFF=1
BASE+sampled        run pep CC -fpep=paths -fpep-how=sampled
BASE+sampled+off    as=BASE+sampled PEP_OFF=1
BASE+exhaustive     run pep CC -fpep=paths -fpep-how=exhaustive
END
    kernels="matrix saxpy dot stencil prefix filter"
    for kernel in $kernels; do
        run_ways "vectors:$kernel" "$rounds" $extent
        times_of "vectors:$kernel"
    done >"$work/rows"
    head_of vector
    markdown "%.2f s" <"$work/rows"
    # the compilers' own words are no witness, as messages come from the source itself
    printf '\nVector arithmetic in each kernel, instructions (x86-64), duplicates aside:\n\n| |'
    # shellcheck disable=SC2086 # words
    printf ' %s |' $kernels
    printf '\n|---|---|---|---|---|---|---|\n'
    for way in $(ways run); do
        variant "$way" vectors
        objdump -d --no-show-raw-insn "$folder/vectors" | awk -v way="$way" -v kernels="$kernels" '
            /^[0-9a-f]+ </ { f = $2; gsub(/^<|[>._].*/, "", f) }
            $2 ~ /^v?((add|sub|mul)ps|p(add|sub|mul)[a-z]+)$/ { n[f]++ }
            END {
                printf "| %s |", way
                for (i = 1; i <= split(kernels, k, " "); i++) printf " %d |", n[k[i]]
                print ""
            }'
    done
}

# profile NAME WAY LABEL [VARIABLE=VALUE]... - a run, whose profile becomes $work/NAME/LABEL.pep; LABEL.taken says how
# many samples it has, of how many points
profile()
{
    build "$1" "$2" $extent
    raw=$work/$1/raw out=$work/$1/$3 name=$1
    rm -rf "$raw"
    shift 3
    env "$@" PEP_PROFILE="$raw/%p.pepraw" sh "$folder/$name.sh" || pep_die "$name does not run with $*"
    "$PEP_UNDER_TEST" merge -o "$out.pep" "$raw"/*.pepraw || pep_die "$name leaves no profile with $*"
    "$PEP_UNDER_TEST" show --json -f main "$raw"/*.pepraw | awk '
        /"points":/ { points += $2 } /"taken":/ { taken += $2 }
        END { print taken + 0, points + 0 }' >"$out.taken"
}

# accuracy NAME LABEL... - median accuracies in percent, or null: path edge absolute field
accuracy()
{
    (
        cd "$work/$1" || exit 1
        shift
        for label; do
            set -- "$@" "$label.pep"
            shift
        done
        "$PEP_UNDER_TEST" compare --json -n 1 perfect.pep "$@"
    ) | awk '
        /"min": \{/ { exit }
        /_accuracy"|"edge_absolute"/ { gsub(/[",:]/, ""); x[$1] = $2 == "null" ? "null" : 100 * $2 }
        END { print x["path_accuracy"], x["edge_accuracy"], x["edge_absolute"], x["field_accuracy"] }'
}

# accuracy_at JITTER - of the name, way, kind and interval at hand
accuracy_at()
{
    label=$kind-$interval-$1
    profile "$name" "$way" "$label" PEP_TRIGGER=counter "PEP_INTERVAL=$interval" "PEP_JITTER=$1"
    echo "$name $kind $interval $1 $(cat "$work/$name/$label.taken") $(accuracy "$name" "$label")"
}

table_intervals()
{
    intervals="1 10 100 1000 10000 100000"
    choose_counter
    {
        echo "gcc-O2 run $gcc -O2"
        echo "gcc-O2+exhaustive run pep $gcc -O2 -fpep-how=exhaustive -fpep=paths,fields"
        for kind in combined full none; do
            flags="$duplicated $counter" way=gcc-O2+$kind-never
            [ $kind = combined ] || flags="$flags -fpep-duplicate=$kind"
            echo "$way run PEP_TRIGGER=counter PEP_INTERVAL=$never pep $gcc -O2 $flags"
            for interval in $intervals; do
                echo "gcc-O2+$kind-$interval as=$way PEP_TRIGGER=counter PEP_INTERVAL=$interval"
            done
        done
    } >"$work/ways"
    knows -fpep-duplicate || skip '+full\|+none' "full and none, as pep-cc does not know -fpep-duplicate"
    for name in $programs; do
        run_ways "$name" "$rounds" $extent
        profile "$name" gcc-O2+exhaustive perfect
        for way in $(ways | grep -e '-never$'); do
            kind=${way#*+} kind=${kind%-never}
            for interval in $intervals; do
                accuracy_at 0
                # what runs in step with an interval is seen too often or not at all
                [ "$kind" != combined ] || [ "$interval" = 1 ] || accuracy_at "$((interval / 2))"
            done
        done
    done >"$work/accuracies"
    for name in $programs; do
        sed "s/^/$name /" "$work/$name.times"
    done >"$work/all.times"
    head_of intervals
    awk -v means="$work/means" '
        NR == FNR { ratio[$1, $2] = $5; next }
        {
            y = ($4 ? "jittered " : "") $2 " " $3
            if (!n[y]++) order[++rows] = y
            taken[y] += $5
            total[y] += log(ratio[$1, "gcc-O2+" $2 "-" $3])
            sampling[y] += log(ratio[$1, "gcc-O2+" $2 "-" $3] / ratio[$1, "gcc-O2+" $2 "-never"])
            for (i = 7; i <= 10; i++) if ($i != "null") { sum[y, i] += $i; of[y, i]++ }
        }
        END {
            print "| duplicates | interval | samples | sampling | total | paths | edges | edges, absolute | fields |"
            print "|---|---|---|---|---|---|---|---|---|"
            for (r = 1; r <= rows; r++) {
                y = order[r]; interval = kind = y
                sub(/.* /, "", interval); sub(/ [0-9]+$/, "", kind)
                total[y] = 100 * (exp(total[y] / n[y]) - 1)
                printf "| %s | %d | %.0f |", kind, interval, taken[y] / n[y]
                if (kind ~ /jittered/) printf " | |"
                else printf " %.1f %% | %.1f %% |", 100 * (exp(sampling[y] / n[y]) - 1), total[y]
                sub(/ /, "-", kind)
                printf "%s %s %s", kind, interval, total[y] >means
                for (i = 7; i <= 10; i++) {
                    x = of[y, i] ? sum[y, i] / of[y, i] : 0
                    printf " %.1f %% |", x
                    printf " %s", x >means
                }
                print ""
                print "" >means
            }
        }' "$work/all.times" "$work/accuracies"
    [ -z "$plot" ] || awk -f "$pep_root/bench/svg.awk" -f "$pep_root/bench/duplicated.awk" "$work/means" >"$plot"
}

table_triggers()
{
    choose_counter
    cat >"$work/ways" <<END
gcc-O2+exhaustive run pep $gcc -O2 -fpep-how=exhaustive -fpep=paths,fields
gcc-O2+timer      run pep $gcc -O2 $duplicated
gcc-O2+counter    run pep $gcc -O2 $duplicated $counter
END
    for name in $programs; do
        profile "$name" gcc-O2+exhaustive perfect
        profile "$name" gcc-O2+counter points PEP_TRIGGER=counter PEP_INTERVAL=100
        read -r _ points <"$work/$name/points.taken"
        for policy in timer pep; do
            labels='' taken=0
            for round in $(seq "$rounds"); do
                profile "$name" gcc-O2+timer "$policy.$round" PEP_POLICY=$policy
                read -r more _ <"$work/$name/$policy.$round.taken"
                taken=$((taken + more)) labels="$labels $policy.$round"
            done
            taken=$((taken / rounds)) interval=$((points / (taken > 0 ? taken : 1)))
            # shellcheck disable=SC2086 # words
            echo "$name $policy $taken - $(accuracy "$name" $labels)"
            profile "$name" gcc-O2+counter "$policy.counter" PEP_TRIGGER=counter PEP_INTERVAL=$interval \
                PEP_JITTER=$((interval / 2))
            read -r taken _ <"$work/$name/$policy.counter.taken"
            echo "$name $policy-counter $taken $interval $(accuracy "$name" "$policy.counter")"
        done
    done >"$work/accuracies"
    head_of triggers
    awk '
        function row(name, y, taken, interval, i) {
            printf "| %s | %s | %.0f | %s |", name, title[y], taken, interval
            for (i = 5; i <= 8; i++) printf (x[i] == "null" ? " %s |" : " %.1f %% |"), x[i]
            print ""
        }
        BEGIN {
            title["timer"] = "timer, one a tick"; title["pep"] = "timer, windows"
            title["timer-counter"] = title["pep-counter"] = "counter, jittered"
            print "| program | trigger | samples | interval | paths | edges | edges, absolute | fields |"
            print "|---|---|---|---|---|---|---|---|"
        }
        {
            if (!n[$2]++) order[++rows] = $2
            for (i = 5; i <= 8; i++) {
                x[i] = $i
                if ($i != "null") { sum[$2, i] += $i; of[$2, i]++ }
            }
            all[$2] += $3
            row($1, $2, $3, $4)
        }
        END {
            for (r = 1; r <= rows; r++) {
                for (i = 5; i <= 8; i++) x[i] = of[order[r], i] ? sum[order[r], i] / of[order[r], i] : "null"
                row("mean", order[r], all[order[r]] / n[order[r]], "")
            }
        }' "$work/accuracies"
}

# runtime_of - bytes of code that the way at hand adds to a program without any
runtime_of()
{
    for program in "$gcc" "$compiler $flags"; do
        $program -O2 -o "$work/empty" "$work/empty.c" >"$work/empty.log" 2>&1 || pep_die "see $work/empty.log"
        size "$work/empty" | awk 'NR == 2 { print $1 }'
    done | awk 'NR == 1 { plain = $1 } END { print $1 - plain }'
}

table_size()
{
    echo 'int main(void) { return 0; }' >"$work/empty.c"
    # shellcheck disable=SC2086 # words
    for_compilers $levels <<END
BASE            run CC
BASE+combined   run pep CC $duplicated
BASE+full       run pep CC $duplicated -fpep-duplicate=full
BASE+partial    run pep CC $duplicated -fpep-duplicate=partial
BASE+none       run pep CC $duplicated -fpep-duplicate=none
BASE+sampled    run pep CC -fpep=paths -fpep-how=sampled
BASE+exhaustive run pep CC -fpep=paths -fpep-how=exhaustive
END
    knows_or_skip -fpep-duplicate -fpep-duplicate
    : >"$work/sizes"
    for name in $programs; do
        set -- "$rounds"
        for way in $(ways); do
            prepare "$name" "$way"
            set -- "$@" "$way" "$(make_of "$name")"
        done
        pep_say "building $name, $rounds rounds"
        "$work/cputime" "$@" >"$work/$name.times" || exit 1
        times_of "$name"
        for way in $(ways); do
            variant "$way" "$name"
            echo "$name $way $(($(code_of "$name") - $(runtime_of)))" >>"$work/sizes"
        done
    done >"$work/rows"
    head_of size
    variant "gcc-O2+combined" calc
    printf 'Code, without the %d bytes of the runtime:\n\n' "$(runtime_of)"
    markdown "%d" <"$work/sizes"
    printf '\nCPU time of the build:\n\n'
    markdown "%.2f s" <"$work/rows"
}

# shellcheck disable=SC2086 # names
[ $# -gt 0 ] || set -- $tables
for table; do
    # each in a shell of its own, with builds of its own
    (work=$work/$table && mkdir "$work" && cp "$work/../cputime" "$work/../text" "$work" && "table_$table") || exit 1
done
