#!/bin/sh
# kpaths.sh [-s] [-i] [-p] [-f] [-n ROUNDS] [-c gcc|clang] [-k K]... [-w PROGRAM]... [-o PLOT.svg] [TABLE...] - what
# sequences of paths cost and what they hold, for several k (paper k-BLPP, section 4.2), as Markdown for docs/papers.md;
# the plot shows all of it:
#
#     overhead     CPU time to the plain build, and above it to that of Ball-Larus with a hash table (figure 8)
#     operations   those on hash tables, to Ball-Larus' (figure 9)
#     items        in the hash table of Ball-Larus, nodes of the slab forest (figure 11)
#     nodes        of the forest of iterations (figure 12)
#     degree       of its inner nodes, on average (figure 13)
#     depth        of its leaves, on average, in paths (figure 14)
#
# All of them without a name.  The programs are Lua, SQLite, zlib's minigzip and bzip2, and those of bench/programs.
# What is called hash is the paper's baseline: each path that ends is one update of a hash table, of every function,
# without loops counted in locals (which arrays alone can have) or functions counted by their callers; array is
# -fpep=paths as it comes.  So is k=K, where functions whose activations end one path have no sequences: they are counted
# in arrays, or by their callers.  With -p they are told as in the paper: counted in the hash table, each.  With -f the
# forest grows on line, as in the paper; else sequences are counted in spans, and the program has nodes of main alone.
#
# Operations are not counted while the program runs: forest.py tells how they follow from the counts.  All but overhead
# come from profiles of one short run, with the first compiler; the paths are those of the source, whatever compiles it.
# (Ten times as much work of bzip2 has thirty million nodes with k = 16, a gigabyte.)
#
# Seven rounds take most of a day.  -i takes instructions of one short run under callgrind in place of CPU time, which
# is the same on a busy machine, in an hour a compiler.  -k and -w take these k and programs alone.  -s tries the script
# in some minutes: small inputs, few of both.
. "$(dirname "$0")/bench.sh"
. "$pep_root/bench/tables.sh"

tables="overhead operations items nodes degree depth" options='' rounds='' plot='' compilers='' extent=full
counted='' form='' ks='' programs=''
usage="usage: kpaths.sh [-s] [-i] [-p] [-f] [-n ROUNDS] [-c gcc|clang] [-k K]... [-w PROGRAM]... [-o PLOT.svg] [TABLE...]"
while getopts sipfn:c:k:w:o: option; do
    case $option-${OPTARG:-} in
    s-*) extent=short options="$options -s" ;;
    i-*) counted=yes options="$options -i" ;;
    p-*) options="$options -p" form="$form -fpep-array-limit=0 -fpep-no-derive" ;;
    f-*) options="$options -f" form="$form -fpep-no-spans" ;;
    n-*) rounds=$OPTARG ;;
    c-gcc | c-clang) compilers=$OPTARG ;;
    k-*) ks="$ks $OPTARG" options="$options -k $OPTARG" ;;
    w-*) programs="$programs $OPTARG" options="$options -w $OPTARG" ;;
    o-*) plot=$OPTARG ;;
    *) echo "$usage" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
tables_begin bench-kpaths "$@"
[ -z "$counted" ] || command -v valgrind >/dev/null || pep_die "no valgrind here"
four="lua sqlite zlib bzip2"
if [ $extent = full ]; then
    : "${programs:=$four $loop_names}" "${ks:=2 3 4 6 8 11 16}"
    size=2
else
    : "${programs:=bzip2 heapsort montecarlo}" "${ks:=2 4 8}"
    size=0.2
fi
brief=0.02
[ -z "$counted" ] || size=$brief rounds=1

# the ways, of the compilers whose names are given
choose_ways()
{
    for name in $compilers; do
        eval "compiler=\"\$$name -O2\""
        echo "$name run $compiler"
        echo "$name+hash run pep $compiler -fpep=paths -fpep-how=exhaustive -fpep-array-limit=0 -fpep-no-collapse -fpep-no-derive"
        echo "$name+array run pep $compiler -fpep=paths -fpep-how=exhaustive"
        for k in $ks; do
            echo "$name+k=$k run pep $compiler -fpep=kpaths -fpep-how=exhaustive -fpep-k=$k $form"
        done
    done >"$work/ways"
}

# above_hash - of lines as for markdown, what hash adds to the plain build, and each k of that
above_hash()
{
    awk '
        $2 !~ /[+]/ { plain[$1, $2] = $3; next }
        $2 ~ /[+]array$/ { next }
        {
            base = $2; sub(/[+].*/, "", base)
            x = $3 - plain[$1, base]
            way = $2; sub(/[+]/, "-", way); sub(/-k=/, "-hash+k=", way)
            print $1, way, (x > 1e-9 ? x : 1e-9)
        }'
}

# judged - of lines as for markdown, how k = 8 keeps to what we set out for
judged()
{
    awk -v four="$four" '
        BEGIN { for (i = split(four, name, " "); i > 0; i--) is_one[name[i]] }
        { value[$1, $2] = $3; base = $2; sub(/[+].*/, "", base) }
        $2 ~ /[+]k=8$/ {
            if (!(base in n)) order[++bases] = base
            n[base]++
            x = value[$1, $2] / value[$1, base]
            if (value[$1, $2] < value[$1, base "+hash"]) below[base]++
            else above[base] = above[base] " " $1
            if (x > most[base]) { most[base] = x; which[base] = $1 }
            if ($1 in is_one) { sum[base] += log(x); of[base]++ }
        }
        END {
            print ""
            for (i = 1; i <= bases; i++) {
                b = order[i]
                printf "- %s, k = 8: less than hash in %d of %d programs%s; the most is %s, %.2f (target: 2.0)", b,
                    below[b], n[b], (above[b] == "" ? "" : " (not" above[b] ")"), which[b], most[b]
                if (of[b]) printf "; mean of the %d real ones %.2f (target: 1.25)", of[b], exp(sum[b] / of[b])
                print ""
            }
        }'
}

# plotted FIGURE [ratio] - keeps of lines PROGRAM WAY VALUE those of the first compiler for the plot, or their ratios to
# that of hash
plotted()
{
    awk -v figure="$1" -v ratio="${2:-}" -v compiler="${compilers%% *}" '
        index($2, compiler) != 1 { next }
        $2 ~ /hash$/ { hash[$1] = $3 }
        $2 ~ /k=/ { k = $2; sub(/.*=/, "", k); print figure, $1, k, (ratio ? $3 / hash[$1] : $3) }
    ' >>"$work/../plotted"
}

table_overhead()
{
    choose_ways
    for name in $programs; do
        if [ -n "$counted" ]; then
            count_ways "$name" "$size"
        else
            run_ways "$name" "$rounds" "$size"
        fi
        times_of "$name" >>"$work/rows"
    done
    head_of overhead
    if [ -n "$counted" ]; then
        printf 'Millions of instructions, and ratios of them:\n\n'
        markdown "%.0f" <"$work/rows"
    else
        markdown "%.2f s" <"$work/rows"
    fi
    judged <"$work/rows"
    printf '\nAbove the plain build, to what hash is above it:\n\n'
    above_hash <"$work/rows" >"$work/above"
    markdown "$([ -n "$counted" ] && echo %.0f || echo '%.2f s')" <"$work/above"
    plotted 8 ratio <"$work/above"
}

# measured - profiles of each program by each k and by hash, once for all tables that come of them:
# $work/../measured has lines PROGRAM WAY FIGURE VALUE
measured()
{
    [ ! -f "$work/../measured" ] || return 0
    choose_ways
    size=$brief
    for name in $programs; do
        for way in $(ways run | grep -e "^${compilers%% *}+\(hash\|k=\)"); do
            profile "$name" "$way" "$way"
            k=${way##*=}
            [ "$k" != "$way" ] || k=0
            {
                python3 -B "$pep_root/bench/forest.py" "$k" "$work/$name/raw"/*.pepraw
                "$PEP_UNDER_TEST" show --text "$work/$name/$way.pep" | awk -f "$pep_root/bench/kpaths_shape.awk"
            } | sed "s/^/$name $way /" >>"$work/measured"
            rm -rf "$work/$name/raw" "$work/$name/$way.pep"
        done
    done
    mv "$work/measured" "$work/../measured"
}

# rows_of WORD - lines PROGRAM WAY VALUE, in $work/rows
rows_of()
{
    awk -v word="$1" '$3 == word { print $1, $2, $4 }' "$work/../measured" >"$work/rows"
}

# absolute FORMAT - lines PROGRAM WAY VALUE as a table of these values
absolute()
{
    awk -v format="$1" '
        {
            if (!($1 in program)) { program[$1]; programs[++p] = $1 }
            if (!($2 in way)) { way[$2]; ways[++w] = $2 }
            value[$1, $2] = $3
        }
        END {
            printf "| |"
            for (i = 1; i <= p; i++) printf " %s |", programs[i]
            printf "\n|---|"
            for (i = 1; i <= p; i++) printf "---|"
            for (k = 1; k <= w; k++) {
                printf "\n| %s |", ways[k]
                for (i = 1; i <= p; i++)
                    printf value[programs[i], ways[k]] == "" ? " - |" : " " format " |", value[programs[i], ways[k]]
            }
            print ""
        }'
}

# shape TABLE WORD FIGURE FORMAT - a table of what the forests are like
shape()
{
    measured
    rows_of "$2"
    plotted "$3" <"$work/rows"
    head_of "$1"
    grep -v '+hash ' "$work/rows" | absolute "$4"
}

table_operations()
{
    measured
    rows_of operations
    plotted 9 ratio <"$work/rows"
    head_of operations
    sed 's/+hash /-hash /; s/+k=/-hash+k=/' "$work/rows" | markdown "%d"
}

table_items()
{
    shape items nodes 11 "%d"
    printf '\nItems of hash tables, roots of forests among them:\n\n'
    rows_of items
    absolute "%d" <"$work/rows"
}

table_nodes()
{
    shape nodes sequences 12 "%d"
}

table_degree()
{
    shape degree degree 13 "%.2f"
}

table_depth()
{
    shape depth depth 14 "%.2f"
}

tables_print "$@"
[ -z "$plot" ] || awk -f "$pep_root/bench/svg.awk" -f "$pep_root/bench/kpaths.awk" "$work/plotted" >"$plot"
