#!/bin/sh
# guided.sh [PROGRAM...] - what a prior profile gains (-fpep-use): instructions by callgrind of bzip2, lua, sqlite and
# minigzip, built plainly, counting, and counting with the profile of that run; as ratio to the plain build, paths and
# edges.  The work is a twentieth of that of run.sh; some ten minutes.
. "$(dirname "$0")/bench.sh"
pep_is_ours || pep_skip "only pep-cc can be guided"
command -v valgrind >/dev/null || pep_skip "no valgrind here"
work=$(pep_work guided)
programs=${*:-$program_names}

for name in bzip2 lua zlib; do
    source=$(pep_fetch_source "$(program_package "$name")") || pep_die "the source of $name cannot be fetched"
    find "$source" -name '*.[ch]' -type f | LC_ALL=C sort | xargs cat
done >"$work/all"
head -c 1500000 "$work/all" >"$work/text"
sed 's/400000/12000/; s/60000/3000/; s/2000000/40000/' "$pep_root/bench/script.sql" >"$work/script.sql"
sed 's/500000 do/20000 do/; s/fib(31)/fib(22)/; s/sieve(3000000)/sieve(100000)/; s/words(1500000)/words(40000)/
    s/trees(15)/trees(8)/; s/queens(9)/queens(6)/; s/bodies(120000)/bodies(2000)/; s/methods(4500000)/methods(100000)/
    s/75000/7500/' "$pep_root/bench/script.lua" >"$work/script.lua"

# count INPUT OUTPUT COMMAND... - adds the instructions of the command to ./instructions
count()
{
    input=$1 output=$2
    shift 2
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" <"$input" >"$output" 2>said || pep_die "$*: $(tail -n 1 said)"
    sed -n 's/.*Collected : //p' said >>instructions
}

# measure NAME WAY COMPILER FLAGS - builds and runs; the profile is merged into WAY.pep beside the folder
measure()
{
    folder=$work/$1/$2
    program_copy "$1" "$folder" && program_build "$1" "$folder" "$3" "$4" || pep_die "see $folder/build.log"
    cd "$folder" || exit 1
    : >instructions
    PEP_PROFILE=$folder/counted.%p
    export PEP_PROFILE
    program=./$(program_binary "$1")
    case $1 in
    lua) count "$work/script.lua" output "$program" - ;;
    sqlite) count "$work/script.sql" output "$program" ;;
    *) count "$work/text" packed "$program" && count packed output "$program" -d ;;
    esac
    cmp -s "$work/$1/gcc/output" output || pep_die "$1 built by $2 prints something else"
    case $2 in gcc) ;; *) "$PEP_UNDER_TEST" merge -o "$work/$1/$2.pep" counted.* || pep_die "$2 leaves no profile" ;; esac
    awk -v name="$1" -v way="$2" '
        NR == FNR { plain[FNR] = $1; next }
        { ratio = ratio sprintf(" %.4f", $1 / plain[FNR]) }
        END { printf "%-8s %-14s%s\n", name, way, ratio }' "$work/$1/gcc/instructions" instructions
}

echo "# instructions to the plain build (of bzip2 and zlib: packing, unpacking)"
for name in $programs; do
    measure "$name" gcc gcc -O2
    for event in paths edges; do
        measure "$name" $event "$PEP_CC_UNDER_TEST" "-O2 -fpep-cc=gcc -fpep=$event"
        measure "$name" $event-guided "$PEP_CC_UNDER_TEST" "-O2 -fpep-cc=gcc -fpep=$event -fpep-use=$work/$name/$event.pep"
    done
done
