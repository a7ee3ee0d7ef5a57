#!/bin/sh
# calls.sh [-s] [-n ROUNDS] [-c gcc|clang] [-k FILE] [-o PLOT.svg] [TABLE...] - what call graphs cost and how true they
# are (paper: Arnold and Grove, section 6), as Markdown for docs/papers.md:
#
#     grid        overhead / accuracy by stride and samples, calls alone, the mean over bzip2, lua, sqlite and minigzip
#                 (table 2); the plot shows it
#     programs    the same by program, in runs of one second and of ten, for calls alone and for calls beside paths: one
#                 sample a tick, the default, and the paper's two choices (table 3)
#     overhead    CPU time and code by what is counted, and what calls add to paths
#
# All of them without a name.  Accuracy is the call accuracy of pep compare, in percent, against a build that counts
# all calls of the same work; overhead is CPU time to the same round's of the plain build, and in the grid, which is one
# build under many policies, of that build with PEP_OFF=1: what its checks cost is a line of its own.
#
# A round of the grid takes twenty minutes of a quiet machine, one of programs ten, one of overhead three; builds come on
# top.  -k keeps what is measured, a row of the grid a program, in FILE, and a grid that finds it there does not measure
# it again.  -s tries the script in a few minutes: one round of short runs of two programs, and a grid of three by three.
. "$(dirname "$0")/bench.sh"
. "$pep_root/bench/tables.sh"

tables="grid programs overhead" rounds='' plot='' kept='' extent=full compilers=''
usage="usage: calls.sh [-s] [-n ROUNDS] [-c gcc|clang] [-k FILE] [-o PLOT.svg] [grid|programs|overhead]..."
while getopts sn:c:k:o: option; do
    case $option-${OPTARG:-} in
    s-*) extent=short ;;
    n-*) rounds=$OPTARG ;;
    c-gcc | c-clang) compilers=$OPTARG ;;
    k-*) kept=$OPTARG ;;
    o-*) plot=$OPTARG ;;
    *) echo "$usage" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
tables_begin bench-calls "$@"
if [ $extent = full ]; then
    programs=$program_names lengths="1 10"
    strides="1 3 7 15 31 63 127 255 511 1023 2047 4095 8191"
    counts="1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192"
else
    programs="bzip2 zlib" lengths="0.2 1"
    strides="1 31 1023" counts="1 32 1024"
fi
alone=-fpep=calls beside=-fpep=paths,calls

# choose_compiler - of a table for one: sets plain, sampled and exact, how it builds
choose_compiler()
{
    compilers=${compilers%% *}
    eval "plain=\"\$$compilers -O2\""
    sampled="pep $plain -fpep-how=sampled" exact="pep $plain -fpep-how=exhaustive"
}

# policy NAME - how a policy is asked for: one by its name, as it is by default, and Arnold-Grove as STRIDExSAMPLES, where
# each sample counts once, as in the paper
policy()
{
    case $1 in
    *x*) echo "PEP_POLICY=arnold-grove PEP_STRIDE=${1%x*} PEP_SAMPLES=${1#*x} PEP_PACE=0" ;;
    *) echo "PEP_POLICY=$1" ;;
    esac
}

# run_kept NAME - run_ways, whose profiles stay
run_kept()
{
    rm -rf "$work/$1"/*.runs
    keep_runs=yes
    run_ways "$1" "$rounds" "$size"
    keep_runs=''
}

# ratio_of NAME WAY - its CPU time, from run_ways
ratio_of()
{
    awk -F '\t' -v way="$2" '$1 == way { print $4 }' "$work/$1.times"
}

# judged NAME WAY - the ratio of its CPU time, and the call accuracy of its runs
judged()
{
    name=$1 way=$2
    set --
    for run in "$work/$name/$way.runs"/*; do
        "$PEP_UNDER_TEST" merge -o "$run.pep" "$run"/*.pepraw || pep_die "$way leaves no profile of $name"
        set -- "$@" "$way.runs/$(basename "$run")"
    done
    echo "$(ratio_of "$name" "$way") $(accuracy "$name" "$@" | awk '{ print $5 }')"
}

table_grid()
{
    choose_compiler
    size=${lengths%% *} rows=${kept:-$work/rows}
    touch "$rows" || pep_die "cannot write $rows"
    for name in $programs; do
        for samples in $counts; do
            ! grep -q "^$name $samples " "$rows" || continue
            {
                echo "off run PEP_OFF=1 $sampled $alone"
                echo "off+plain run $plain"
                echo "off+exact run $exact $alone"
                for stride in $strides; do
                    echo "off+$stride as=off $(policy "${stride}x$samples")"
                done
            } >"$work/ways"
            [ -f "$work/$name/perfect.pep" ] || profile "$name" off+exact perfect
            run_kept "$name"
            for way in plain exact; do
                echo "$name $samples $way $(ratio_of "$name" "off+$way")"
            done >"$work/row"
            for stride in $strides; do
                echo "$name $samples $stride $(judged "$name" "off+$stride")"
            done >>"$work/row"
            # a row at once, so that one that was broken off is measured anew
            cat "$work/row" >>"$rows"
        done
    done
    head_of grid
    awk -v names="$programs" -v strides="$strides" -v counts="$counts" -v means="$work/means" '
        BEGIN {
            split(names, name, " ")
            for (i in name) wanted[name[i]]
            columns = split(strides, stride, " ")
            lines = split(counts, samples, " ")
        }
        !($1 in wanted) || $5 == "null" { next }
        $3 == "plain" || $3 == "exact" { whole[$3] += log($4); of[$3]++; next }
        { ratio[$3, $2] += log($4); accuracy[$3, $2] += $5; n[$3, $2]++ }
        END {
            printf "| samples \\ stride |"
            for (c = 1; c <= columns; c++) printf " %d |", stride[c]
            printf "\n|---|"
            for (c = 1; c <= columns; c++) printf "---|"
            print ""
            for (r = 1; r <= lines; r++) {
                printf "| %d |", samples[r]
                for (c = 1; c <= columns; c++) {
                    y = stride[c] SUBSEP samples[r]
                    if (!n[y]) { printf " - |"; continue }
                    overhead = 100 * (exp(ratio[y] / n[y]) - 1)
                    printf " %.1f/%.0f |", overhead, accuracy[y] / n[y]
                    print stride[c], samples[r], overhead, accuracy[y] / n[y] >means
                }
                print ""
            }
            plain = exp(-whole["plain"] / of["plain"])
            printf "\nTo the plain build, with PEP_OFF=1: %.1f %%; where all calls are counted: %.1f %%.\n",
                100 * (plain - 1), 100 * (plain * exp(whole["exact"] / of["exact"]) - 1)
        }' "$rows"
    [ -z "$plot" ] || awk -f "$pep_root/bench/svg.awk" -f "$pep_root/bench/calls.awk" "$work/means" >"$plot"
}

table_programs()
{
    choose_compiler
    chosen="timer pep 3x16 7x32"
    {
        echo "plain run $plain"
        for event in calls both; do
            flags=$alone
            [ $event = calls ] || flags=$beside
            echo "plain+$event-off run PEP_OFF=1 $sampled $flags"
            for policy in $chosen; do
                echo "plain+$event-$policy as=plain+$event-off $(policy "$policy")"
            done
            echo "plain+$event-exact run $exact $flags"
        done
    } >"$work/ways"
    for size in $lengths; do
        for name in $programs; do
            profile "$name" plain+calls-exact perfect
            run_kept "$name"
            for event in calls both; do
                echo "$event $size $name off $(ratio_of "$name" "plain+$event-off") null"
                for policy in $chosen exact; do
                    echo "$event $size $name $policy $(judged "$name" "plain+$event-$policy")"
                done
            done
        done
    done >"$work/rows"
    head_of programs
    awk '
        function label(program, size) {
            if (program != "") return program ", " size " s"
            return size == "" ? "mean" : "mean, " size " s"
        }
        # a figure counts for its program, for the mean of its length, and for that of all
        function add(y) {
            ratio[y] += log($5); n[y]++
            if ($6 != "null") { accuracy[y] += $6; of[y]++ }
        }
        function row(line, i, y) {
            printf "| %s |", line
            for (i = 1; i <= p; i++) {
                y = events[k] SUBSEP policies[i] SUBSEP line
                printf " %.1f", 100 * (exp(ratio[y] / n[y]) - 1)
                if (of[y]) printf "/%.0f", accuracy[y] / of[y]
                printf " |"
            }
            print ""
        }
        {
            if (!($1 in event)) { event[$1]; events[++e] = $1 }
            if (!($4 in policy)) { policy[$4]; policies[++p] = $4 }
            line = label($3, $2)
            if (!(line in seen)) { seen[line]; lines[++l] = line; size[l] = $2 }
            add($1 SUBSEP $4 SUBSEP line)
            add($1 SUBSEP $4 SUBSEP label("", $2))
            add($1 SUBSEP $4 SUBSEP label("", ""))
        }
        END {
            head["off"] = "checks alone"; head["timer"] = "one a tick"; head["pep"] = "default"
            head["3x16"] = "stride 3, samples 16"; head["7x32"] = "stride 7, samples 32"; head["exact"] = "all counted"
            for (k = 1; k <= e; k++) {
                printf "%s%s:\n\n| |", (k == 1 ? "" : "\n"), events[k] == "calls" ? "Calls alone" : "Calls beside paths"
                for (i = 1; i <= p; i++) printf " %s |", head[policies[i]]
                printf "\n|---|"
                for (i = 1; i <= p; i++) printf "---|"
                print ""
                for (i = 1; i <= l; i++) {
                    row(lines[i])
                    if (size[i + 1] != size[i]) row(label("", size[i]))
                }
                row(label("", ""))
            }
        }' "$work/rows"
}

# added TITLE - of lines as for markdown, what calls add to paths
added()
{
    awk -v title="$1" '
        { value[$1, $2] = $3 }
        $2 ~ /[+]both/ {
            paths = $2; sub(/both/, "paths", paths)
            x = value[$1, $2] / value[$1, paths]
            if (!n[$2]++) order[++ways] = $2
            row[$2] = row[$2] sprintf(" %s %+.1f %%,", $1, 100 * (x - 1))
            sum[$2] += log(x)
        }
        END {
            printf "\n%s that calls add to paths:\n\n", title
            for (w = 1; w <= ways; w++) {
                y = order[w]
                printf "- %s:%s mean %+.1f %%\n", y, row[y], 100 * (exp(sum[y] / n[y]) - 1)
            }
        }'
}

table_overhead()
{
    for_compilers "" <<END
BASE             run CC -O2
BASE+paths       run pep CC -O2 -fpep-how=sampled -fpep=paths
BASE+paths-off   as=BASE+paths PEP_OFF=1
BASE+both        run pep CC -O2 -fpep-how=sampled $beside
BASE+both-off    as=BASE+both PEP_OFF=1
BASE+calls       run pep CC -O2 -fpep-how=sampled $alone
BASE+calls-off   as=BASE+calls PEP_OFF=1
BASE+paths-exact run pep CC -O2 -fpep-how=exhaustive -fpep=paths
BASE+both-exact  run pep CC -O2 -fpep-how=exhaustive $beside
BASE+calls-exact run pep CC -O2 -fpep-how=exhaustive $alone
END
    [ $extent = full ] || size=${lengths%% *}
    for name in $programs; do
        run_ways "$name" "$rounds" "$size"
        times_of "$name" >>"$work/rows"
        sizes_of "$name" >>"$work/sizes"
    done
    head_of overhead
    markdown "%.2f s" <"$work/rows"
    added "CPU time" <"$work/rows"
    printf '\nCode, without the runtime:\n\n'
    markdown "%d" <"$work/sizes"
    added Code <"$work/sizes"
}

tables_print "$@"
