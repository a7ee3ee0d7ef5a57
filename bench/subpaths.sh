#!/bin/sh
# subpaths.sh [-s] [-i] [-n ROUNDS] [-c gcc|clang] [-w PROGRAM]... [TABLE...] - what sampled subpaths cost and how true
# they are (paper OSP, section 3.1), as Markdown for docs/papers.md:
#
#     inputs    blocks, subpaths of 2 to 32 blocks, distinct ones, and what it costs to count them all (table 1)
#     time      CPU time to the plain build: skipping in duplicated code, as the paper proposes, and in each block, as it
#               does (figure 3); with samples, and with the first of them too far away to come (table 2)
#     samples   subpaths in the sample, distinct ones, the gain, which is samples of each, and f: of so many blocks one
#               begins a subpath at the end of the run (table 3)
#     memory    peak of the process (table 4)
#     hottest   the ten hottest subpaths: ranks, estimates, errors (table 5)
#     encodings what the sample takes for one (section 2.2): pairs, and errors of the ten hottest, by encodings.py
#     stops     where the sample has the five hottest after each 6 % of the run (table 6)
#
# All of them without a name.  The programs are FFT, heap sort, MolDyn and RayTrace of bench/programs, flex and Lua.
# stays is -fpep=subpaths as it comes, in duplicated code; blocks is the paper's form, -fpep-how=sampled.  What the
# tables 1, 5 and 6 need counts all subpaths, which takes a hundred times the program's own time and more, so they run for
# a part of a second, table 5 for one, and take more samples: one check of 29 and then one block of 17, or one block of
# 1,009.
#
# A run up to a stop is a run of that part of the work: programs of bench/programs do theirs in equal turns, and samples
# are drawn alike in each run, so a shorter one is the begin of a longer one.  Those alone are in table 6.
#
# Seven rounds take some hours.  -i takes instructions under callgrind in place of time, of a shorter run, which are the
# same on a busy machine.  -w takes these programs alone.  -s tries the script in some minutes.
. "$(dirname "$0")/bench.sh"
. "$pep_root/bench/tables.sh"

tables="inputs time samples memory hottest encodings stops" options='' rounds='' compilers='' extent=full counted='' programs=''
usage="usage: subpaths.sh [-s] [-i] [-n ROUNDS] [-c gcc|clang] [-w PROGRAM]... [TABLE...]"
while getopts sin:c:w: option; do
    case $option-${OPTARG:-} in
    s-*) extent=short options="$options -s" ;;
    i-*) counted=yes options="$options -i" ;;
    n-*) rounds=$OPTARG ;;
    c-gcc | c-clang) compilers=$OPTARG ;;
    w-*) programs="$programs $OPTARG" options="$options -w $OPTARG" ;;
    *) echo "$usage" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
tables_begin bench-subpaths "$@"
unset PEP_MEMORY PEP_LENGTHS PEP_SAMPLE PEP_ENCODING PEP_AGING
[ -z "$counted" ] || command -v valgrind >/dev/null || pep_die "no valgrind here"
if [ $extent = full ]; then
    : "${programs:=fft heapsort moldyn raytrace flex lua}"
    size=4 truth=0.3 second=1
else
    : "${programs:=fft heapsort}"
    size=0.3 truth=0.02 second=0.02
fi
[ -z "$counted" ] || size=0.05 rounds=1
never=1073741824
# the paper's law, each length half as often as the one before, up to 32 blocks
law=PEP_LENGTHS=8,4,2,1,1

# choose_compiler - of tables for one: sets plain, and stays, blocks and all, how it builds
choose_compiler()
{
    compilers=${compilers%% *}
    eval "plain=\"\$$compilers -O2\""
    stays="pep $plain -fpep=subpaths -fpep-how=duplicated" blocks="pep $plain -fpep=subpaths -fpep-how=sampled"
    all="pep $plain -fpep=subpaths -fpep-how=exhaustive"
}

# told NAME LABEL - what is told of the profile as a whole: lines WORD VALUE
told()
{
    "$PEP_UNDER_TEST" subpaths --json -n 1 "$work/$1/$2.pep" | awk '
        /"subpaths":/ { exit }
        /"(samples|distinct|told|distance)":/ { gsub(/[",:]/, ""); print $1, $2 }'
}

table_inputs()
{
    choose_compiler
    cat >"$work/ways" <<END
plain     run $plain
plain+all run $law $all
END
    for name in $programs; do
        run_ways "$name" 1 "$truth"
        size=$truth profile "$name" plain+all perfect "$law"
        {
            awk -F '\t' '{ print $1, $2 }' "$work/$name.times"
            told "$name" perfect
        } | sed "s/^/$name /"
    done >"$work/rows"
    head_of inputs
    awk '
        { x[$1, $2] = $3; if (!($1 in seen)) { seen[$1]; program[++n] = $1 } }
        END {
            print "| program | blocks | subpaths | distinct | plain | all counted |"
            print "|---|---|---|---|---|---|"
            for (i = 1; i <= n; i++) {
                p = program[i]
                printf "| %s | %.0f | %.0f | %d | %.2f s | %.1f s |\n", p, x[p, "told"], x[p, "samples"], x[p, "distinct"],
                    x[p, "plain"], x[p, "plain+all"]
            }
        }' "$work/rows"
}

# sampled_ways - for the tables of cost
sampled_ways()
{
    for_compilers "" <<END
BASE             run CC -O2
BASE+stays       run pep CC -O2 -fpep=subpaths -fpep-how=duplicated
BASE+stays-none  as=BASE+stays PEP_INTERVAL=$never
BASE+blocks      run pep CC -O2 -fpep=subpaths -fpep-how=sampled
BASE+blocks-none as=BASE+blocks PEP_INTERVAL=$never
END
}

table_time()
{
    sampled_ways
    for name in $programs; do
        if [ -n "$counted" ]; then
            count_ways "$name" "$size"
        else
            run_ways "$name" "$rounds" "$size"
        fi
        times_of "$name" >>"$work/rows"
    done
    head_of time
    [ -z "$counted" ] || printf 'Millions of instructions, and ratios of them:\n\n'
    markdown "$([ -n "$counted" ] && echo %.0f || echo '%.2f s')" <"$work/rows"
}

table_samples()
{
    choose_compiler
    cat >"$work/ways" <<END
stays  run $stays
blocks run $blocks
END
    for name in $programs; do
        for way in $(ways); do
            profile "$name" "$way" "$way"
            told "$name" "$way" | sed "s/^/$name $way /"
        done
    done >"$work/rows"
    head_of samples
    awk '
        { y = $1 " | " $2; x[y, $3] = $4; if (!(y in seen)) { seen[y]; order[++rows] = y } }
        END {
            print "| program | skipping in | blocks told | samples | distinct | gain | f |"
            print "|---|---|---|---|---|---|---|"
            for (r = 1; r <= rows; r++) {
                y = order[r]
                gain = x[y, "distinct"] ? x[y, "samples"] / x[y, "distinct"] : 0
                printf "| %s | %.0f | %.0f | %d | %.2f | %d |\n", y, x[y, "told"], x[y, "samples"], x[y, "distinct"], gain,
                    x[y, "distance"]
            }
        }' "$work/rows"
}

table_memory()
{
    sampled_ways
    grep -v -e -none "$work/ways" >"$work/kept" && mv "$work/kept" "$work/ways"
    for name in $programs; do
        run_ways "$name" 1 "$size"
        awk -F '\t' -v name="$name" '{ print name, $1, $5 }' "$work/$name.times" >>"$work/rows"
    done
    head_of memory
    awk '
        {
            x[$1, $2] = $3
            if (!($1 in seen)) { seen[$1]; program[++n] = $1 }
            if ($2 !~ /[+]/ && !($2 in known)) { known[$2]; base[++b] = $2 }
        }
        END {
            print "| program | compiler | plain | stays | more | blocks | more |"
            print "|---|---|---|---|---|---|---|"
            for (i = 1; i <= n; i++)
                for (k = 1; k <= b; k++) {
                    p = x[program[i], base[k]]
                    s = x[program[i], base[k] "+stays"]
                    o = x[program[i], base[k] "+blocks"]
                    printf "| %s | %s | %d KiB | %d KiB | %d KiB | %d KiB | %d KiB |\n", program[i], base[k], p, s,
                        s - p, o, o - p
                }
        }' "$work/rows"
}

# judged NAME WAY TOP - profiles WAY and compares it with perfect.pep: lines of fields apart by tabs of the hottest by
# count, their rank, that in the sample or -, samples, estimate, count, error in percent, blocks and where they begin;
# and `accuracy` and the overlap in percent
judged()
{
    case $2 in stays) interval='PEP_INTERVAL=29 PEP_STRIDE=17' ;; *) interval=PEP_INTERVAL=1009 ;; esac
    # shellcheck disable=SC2086 # words
    size=$truth profile "$1" "$2" "$2" "$law" $interval
    "$PEP_UNDER_TEST" compare --json --sort=count -n "$3" "$work/$1/perfect.pep" "$work/$1/$2.pep" | awk -v OFS='\t' '
        /"subpath_accuracy":/ && !told++ { sub(/,$/, ""); print "accuracy", $2 == "null" ? "-" : 100 * $2 }
        /"subpaths": \[/ { inside = 1 }
        inside && /"[a-z_]+": [0-9n]/ { word = $1; gsub(/[":]/, "", word); sub(/,$/, ""); x[word] = $2 }
        inside && /"begins":/ {
            sub(/^.*"begins": "/, "")
            sub(/",?$/, "")
            gsub(/[^ ]*\//, "") # folders
            print x["rank"], (x["estimated_rank"] == "null" ? "-" : x["estimated_rank"]), x["samples"],
                x["estimated_count"], x["count"], sprintf("%.2f", 100 * x["error"]), x["length"], $0
        }'
}

# judged_ways - for these tables
judged_ways()
{
    choose_compiler
    cat >"$work/ways" <<END
all    run $all
stays  run $stays
blocks run $blocks
END
}

table_hottest()
{
    judged_ways
    head_of hottest
    part=$truth truth=$second
    for name in $programs; do
        size=$truth profile "$name" all perfect "$law"
        for way in stays blocks; do
            judged "$name" $way 10 >"$work/judged"
            awk -F '\t' -v name="$name" -v way=$way '
                $1 == "accuracy" {
                    printf "%s, %s; overlap of all that is hot: %.1f %%\n\n", name, way, $2
                    print "| rank | in the sample | samples | estimate | count | error | blocks | begins in |"
                    print "|---|---|---|---|---|---|---|---|"
                    next
                }
                { printf "| %s | %s | %s | %s | %s | %s %% | %s | %s |\n", $1, $2, $3, $4, $5, $6, $7, $8 }
                END { print "" }' "$work/judged"
        done
    done
    truth=$part
}

# listed NAME LABEL - all subpaths of the profile, as JSON
listed()
{
    "$PEP_UNDER_TEST" subpaths --json --all --top=0 --samples=0 "$work/$1/$2.pep" >"$work/$1/$2.json"
}

table_encodings()
{
    judged_ways
    head_of encodings
    echo '| program | encoding | distinct | f | error, mean | most | subpaths in these ten |'
    echo '|---|---|---|---|---|---|---|'
    for name in $programs; do
        size=$truth profile "$name" all perfect "$law"
        listed "$name" perfect
        for encoding in exact rotation xor; do
            size=$truth profile "$name" stays $encoding "$law" PEP_ENCODING=$encoding PEP_INTERVAL=29 PEP_STRIDE=17
            listed "$name" $encoding
            told "$name" $encoding | awk -v name="$name" -v encoding=$encoding -v judged="$(
                python3 "$pep_root/bench/encodings.py" "$work/$name/perfect.json" $encoding "$work/$name/$encoding.json"
            )" '
                { x[$1] = $2 }
                END {
                    split(judged, y)
                    printf "| %s | %s | %d | %d | %s %% | %s %% | %d |\n", name, encoding, x["distinct"], x["distance"],
                        y[1], y[2], y[3]
                }'
        done
    done
}

table_stops()
{
    judged_ways
    head_of stops
    whole=$truth
    for name in $programs; do
        case " $loop_names " in *" $name "*) ;; *) continue ;; esac
        for part in 6 12 18 24 30 36; do
            truth=$(awk -v part=$part -v whole="$whole" 'BEGIN { print whole * part / 36 }')
            size=$truth profile "$name" all perfect "$law"
            judged "$name" stays 5 | sed "s/^/$part	/"
        done | awk -F '\t' -v name="$name" '
            $2 == "accuracy" { part[++n] = $1; next }
            { rank[$2, n] = $3 }
            END {
                printf "%s:\n\n| true rank |", name
                for (i = 1; i <= n; i++) printf " %d %% |", part[i]
                printf "\n|---|"
                for (i = 1; i <= n; i++) printf "---|"
                print ""
                for (r = 1; r <= 5; r++) {
                    printf "| %d |", r
                    for (i = 1; i <= n; i++) printf " %s |", rank[r, i]
                    print ""
                }
                print ""
            }'
    done
    truth=$whole
}

tables_print "$@"
