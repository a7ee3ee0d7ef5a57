# tables.sh - scripts that print tables in Markdown, each by a function table_NAME; to be sourced after bench.sh.
#
# A script sets tables, the names of all, usage, extent (`full`, or `short` to try it), and rounds and compilers, names,
# which may be empty; where it has more options than -s, sets options to what heads of tables tell of them; calls
# tables_begin with the names that the user wants, and in the end tables_print.  A table has a folder of its own in
# work, with builds of its own.

# tables_begin FOLDER TABLE... - sets work, gcc, clang, and size, that of the workloads
tables_begin()
{
    folder=$1
    shift
    for table; do
        case " $tables " in *" $table "*) ;; *) pep_die "no table '$table'; $usage" ;; esac
    done
    pep_build
    pep_is_ours || pep_die "only pep-cc does what is measured"
    size=$extent
    : "${compilers:=gcc clang}" "${rounds:=$([ $extent = full ] && echo 7 || echo 1)}"
    gcc=$(command -v gcc-12 || command -v gcc) || pep_die "no gcc here"
    clang=$(pep_clang) || [ "${compilers%clang}" = "$compilers" ] || pep_die "no clang here"
    unset PEP_OFF PEP_POLICY PEP_SKIP PEP_TRIGGER PEP_TICK PEP_SAMPLES PEP_STRIDE PEP_INTERVAL PEP_JITTER PEP_COUNTER
    unset PEP_BURST
    bench_begin "$folder"
    export PEP_CC_UNDER_TEST
}

# tables_print [TABLE]... - all without a name
tables_print()
{
    # shellcheck disable=SC2086 # names
    [ $# -gt 0 ] || set -- $tables
    for table; do
        (
            work=$work/$table
            mkdir "$work" && cp "$work/../cputime" "$work/../text" "$work" && "table_$table"
        ) || exit 1
    done
}

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

# for_compilers LEVEL... - the table of ways: that on standard input for each compiler and level, which BASE names and
# CC calls
for_compilers()
{
    sed 's/^/ /' >"$work/template"
    for level; do
        for name in $compilers; do
            eval "compiler=\$$name"
            sed "s|BASE|$name$level|g; s|CC|$compiler $level|g; s/^ //" "$work/template"
        done
    done >"$work/ways"
}

# head_of TABLE - its title, and how it came about
head_of()
{
    printf '\n### %s\n\n' "$1"
    set -- "sh bench/$(basename "$0")${options-$([ $extent = full ] || echo ' -s')} -n $rounds $1"
    for name in $compilers; do
        eval "set -- \"\$@\" \"\$$name\""
    done
    bench_head "$@" | sed 's/^# /    /'
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

# profile NAME WAY LABEL [VARIABLE=VALUE]... - a run, whose profile becomes $work/NAME/LABEL.pep; LABEL.taken says how
# many samples it has, of how many points
profile()
{
    build "$1" "$2" "$size"
    raw=$work/$1/raw out=$work/$1/$3 name=$1
    rm -rf "$raw"
    shift 3
    env "$@" PEP_PROFILE="$raw/%p.pepraw" sh "$folder/$name.sh" || pep_die "$name does not run with $*"
    "$PEP_UNDER_TEST" merge -o "$out.pep" "$raw"/*.pepraw || pep_die "$name leaves no profile with $*"
    "$PEP_UNDER_TEST" show --json -f main "$raw"/*.pepraw | awk '
        /"points":/ { points += $2 } /"taken":/ { taken += $2 }
        END { print taken + 0, points + 0 }' >"$out.taken"
}

# accuracy NAME LABEL... - median accuracies in percent, or null: path edge absolute field call
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
        /_accuracy"|"edge_absolute"/ {
            gsub(/[",:]|_accuracy/, "")
            x[$1] = $2 == "null" ? "null" : 100 * $2
        }
        END { print x["path"], x["edge"], x["edge_absolute"], x["field"], x["call"] }'
}

# runtime_of - bytes of code that the way at hand adds to a program without any
runtime_of()
{
    echo 'int main(void) { return 0; }' >"$work/empty.c"
    for program in "$gcc" "$compiler $flags"; do
        $program -O2 -o "$work/empty" "$work/empty.c" >"$work/empty.log" 2>&1 || pep_die "see $work/empty.log"
        size "$work/empty" | awk 'NR == 2 { print $1 }'
    done | awk 'NR == 1 { plain = $1 } END { print $1 - plain }'
}

# sizes_of NAME - lines for markdown: bytes of code of what was built, without the runtime
sizes_of()
{
    for way in $(ways run); do
        variant "$way" "$1"
        echo "$1 $way $(($(code_of "$1") - $(runtime_of)))"
    done
}
