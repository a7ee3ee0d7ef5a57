#!/bin/sh
# duplicated.sh [-s] [-n ROUNDS] [-c gcc|clang] [-O 2|3] [-w PROGRAM]... [-o PLOT.svg] [TABLE...] - what duplicated code
# costs and what it tells (paper Arnold-Ryder, section 4), as Markdown for docs/papers.md:
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
# Seven rounds of all tables take some hours of a quiet machine.  -c, -O and -w take this compiler, level and these
# programs alone.  -s tries the script in two or three minutes: one round of small inputs, small programs alone unless
# -w names others, and -O2 but for the table vector.
. "$(dirname "$0")/bench.sh"
. "$pep_root/bench/tables.sh"

tables="framework vector intervals triggers size" rounds='' plot='' compilers='' extent=full options='' levels=''
programs=''
usage="usage: duplicated.sh [-s] [-n ROUNDS] [-c gcc|clang] [-O 2|3] [-w PROGRAM]... [-o PLOT.svg] [TABLE...]"
while getopts sn:c:O:w:o: option; do
    case $option-${OPTARG:-} in
    s-*) extent=short options="$options -s" ;;
    n-*) rounds=$OPTARG ;;
    c-gcc | c-clang) compilers=$OPTARG ;;
    O-2 | O-3) levels=-O$OPTARG options="$options $levels" ;;
    w-*) programs="$programs $OPTARG" options="$options -w $OPTARG" ;;
    o-*) plot=$OPTARG ;;
    *) echo "$usage" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
tables_begin bench-duplicated "$@"

if [ $extent = full ]; then
    : "${programs:=calc $program_names}" "${levels:=-O2 -O3}"
else
    : "${programs:=calc bzip2}" "${levels:=-O2}"
    head -c 700000 "$work/text" >"$work/head" && mv "$work/head" "$work/text"
fi
duplicated="-fpep-how=duplicated -fpep=paths,fields"
never=1073741824

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
        run_ways "$name" "$rounds" "$size"
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
        run_ways "vectors:$kernel" "$rounds" "$size"
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

# accuracy_at JITTER - of the name, way, kind and interval at hand
accuracy_at()
{
    label=$kind-$interval-$1
    profile "$name" "$way" "$label" PEP_TRIGGER=counter "PEP_INTERVAL=$interval" "PEP_JITTER=$1"
    echo "$name $kind $interval $1 $(cat "$work/$name/$label.taken") $(accuracy "$name" "$label")"
}

table_intervals()
{
    compilers=gcc events=-fpep=paths,calls,fields
    intervals="1 10 100 1000 10000 100000"
    choose_counter
    {
        echo "gcc-O2 run $gcc -O2"
        echo "gcc-O2+exhaustive run pep $gcc -O2 -fpep-how=exhaustive $events"
        for kind in combined full none; do
            flags="-fpep-how=duplicated $events $counter" way=gcc-O2+$kind-never
            [ $kind = combined ] || flags="$flags -fpep-duplicate=$kind"
            echo "$way run PEP_TRIGGER=counter PEP_INTERVAL=$never pep $gcc -O2 $flags"
            for interval in $intervals; do
                echo "gcc-O2+$kind-$interval as=$way PEP_TRIGGER=counter PEP_INTERVAL=$interval"
            done
        done
    } >"$work/ways"
    knows -fpep-duplicate || skip '+full\|+none' "full and none, as pep-cc does not know -fpep-duplicate"
    for name in $programs; do
        run_ways "$name" "$rounds" "$size"
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
            for (i = 7; i <= 11; i++) if ($i != "null") { sum[y, i] += $i; of[y, i]++ }
        }
        END {
            printf "| duplicates | interval | samples | sampling | total | paths | edges | edges, absolute | fields |"
            print " calls |\n|---|---|---|---|---|---|---|---|---|---|"
            for (r = 1; r <= rows; r++) {
                y = order[r]; interval = kind = y
                sub(/.* /, "", interval); sub(/ [0-9]+$/, "", kind)
                total[y] = 100 * (exp(total[y] / n[y]) - 1)
                printf "| %s | %d | %.0f |", kind, interval, taken[y] / n[y]
                if (kind ~ /jittered/) printf " | |"
                else printf " %.1f %% | %.1f %% |", 100 * (exp(sampling[y] / n[y]) - 1), total[y]
                sub(/ /, "-", kind)
                printf "%s %s %s", kind, interval, total[y] >means
                for (i = 7; i <= 11; i++) {
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
    compilers=gcc
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

table_size()
{
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
        sizes_of "$name" >>"$work/sizes"
    done >"$work/rows"
    head_of size
    printf 'Code, without the runtime:\n\n'
    markdown "%d" <"$work/sizes"
    printf '\nCPU time of the build:\n\n'
    markdown "%.2f s" <"$work/rows"
}

tables_print "$@"
