#!/bin/sh
# guided.sh [PROGRAM...] - what a prior profile gains (-fpep-use): instructions by callgrind of bzip2, lua, sqlite and
# minigzip, built plainly, counting, counting with numbers by the profile of that run, and also with its hints; as ratio
# to the plain build: paths and edges, and paths of sampled and duplicated code that records nothing.  The work is a
# part of that of run.sh; half an hour.  PEP_CC=clang-19 and the like measure another compiler.
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
# valgrind cannot read what clang says for debuggers
compiler=${PEP_CC:-gcc}
case $compiler in *clang*) level="-O2 -g0" ;; *) level=-O2 ;; esac

# count INPUT OUTPUT COMMAND... - adds the instructions of the command to ./instructions
count()
{
    input=$1 output=$2
    shift 2
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" <"$input" >"$output" 2>said || pep_die "$*: $(tail -n 1 said)"
    sed -n 's/.*Collected : //p' said >>instructions
}

# measure NAME WAY COMPILER FLAGS - builds and runs; the profile of what counts is merged into WAY.pep beside the folder
measure()
{
    folder=$work/$1/$2
    program_copy "$1" "$folder" && program_build "$1" "$folder" "$3" "$4" || pep_die "see $folder/build.log"
    cd "$folder" || exit 1
    : >instructions
    PEP_PROFILE=$folder/counted.%p
    export PEP_PROFILE
    case $2 in sampled* | duplicated*) export PEP_OFF=1 ;; *) unset PEP_OFF ;; esac
    program=./$(program_binary "$1")
    case $1 in
    lua) count /dev/null output "$program" "$pep_root/bench/script.lua" 60 ;;
    sqlite) count "$work/script.sql" output "$program" ;;
    *) count "$work/text" packed "$program" && count packed output "$program" -d ;;
    esac
    cmp -s "$work/$1/plain/output" output || pep_die "$1 built by $2 prints something else"
    case $2 in paths | edges) "$PEP_UNDER_TEST" merge -o "$work/$1/$2.pep" counted.* || pep_die "$2 leaves no profile" ;; esac
    awk -v name="$1" -v way="$2" '
        NR == FNR { plain[FNR] = $1; next }
        { ratio = ratio sprintf(" %.4f", $1 / plain[FNR]) }
        END { printf "%-8s %-20s%s\n", name, way, ratio }' "$work/$1/plain/instructions" instructions
}

echo "# instructions to the plain build (of bzip2 and zlib: packing, unpacking)"
for name in $programs; do
    measure "$name" plain "$compiler" "$level"
    for way in paths edges sampled duplicated; do
        case $way in
        paths | edges) event=$way how=exhaustive ;;
        *) event=paths how=$way ;;
        esac
        flags="$level -fpep-cc=$compiler -fpep=$event -fpep-how=$how" use=-fpep-use=$work/$name/$event.pep
        measure "$name" $way "$PEP_CC_UNDER_TEST" "$flags"
        measure "$name" $way-numbered "$PEP_CC_UNDER_TEST" "$flags $use -fpep-no-hints"
        measure "$name" $way-hinted "$PEP_CC_UNDER_TEST" "$flags $use"
    done
done
