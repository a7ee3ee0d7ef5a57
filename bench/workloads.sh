# workloads.sh - what bench/ and tests/accuracy have the programs do; to be sourced after tests/programs/programs.sh.
#
# Every workload comes in sizes: `full` takes a few seconds, `short` about half a second, `training` less, on other
# data; all but calc and vectors also run for about so many seconds, such as 0.3 or 10.  Each does the same in every run.

# programs of ours that spend their time in loops, bench/programs/NAME.c
loop_names="fft heapsort moldyn raytrace matrix montecarlo lzw"

# workload_text FILE NAME... - what bzip2 and minigzip pack: the sources of these programs, of all four 16 MB of what
# people pack.  (Generated text is so regular that bzip2 falls back to a sort that it has for hopeless cases.)  Beside
# it FILE.training.
workload_text()
{
    text=$1
    shift
    for name; do
        source=$(pep_fetch_source "$(program_package "$name")") || pep_die "the source of $name cannot be fetched"
        find "$source" -name '*.[ch]' -type f | LC_ALL=C sort | xargs cat
    done >"$text"
    find "$pep_root" -path "$PEP_BUILD" -prune -o -name '*.[ch]' -type f -print | LC_ALL=C sort | xargs cat \
        >"$text.training"
}

# workload_own NAME - the source of a program of ours, which is one file; nothing for the others
workload_own()
{
    case $1 in
    calc) echo "$pep_root/samples/calc.c" ;;
    vectors*) echo "$pep_root/bench/vectors.c" ;;
    *) case " $loop_names " in *" $1 "*) echo "$pep_root/bench/programs/$1.c" ;; esac ;;
    esac
}

# workload_configure, workload_make, workload_build NAME FOLDER COMPILER FLAGS - as program_configure, but that it makes
# the folder, program_make and program_build
workload_configure()
{
    own=$(workload_own "$1")
    if [ -n "$own" ]; then
        mkdir -p "$2" && cp "$own" "$2"
    else
        program_copy "$1" "$2" && program_configure "$@"
    fi
}

workload_make()
{
    own=$(workload_own "$1")
    [ -n "$own" ] || { program_make "$@"; return; }
    # shellcheck disable=SC2086 # flags are words
    (cd "$2" && $3 $4 -o "$(basename "$own" .c)" "$(basename "$own")" -lm) >"$2/build.log" 2>&1
}

workload_build()
{
    workload_configure "$@" && workload_make "$@"
}

# workload_binary NAME - the executable, relative to the folder
workload_binary()
{
    own=$(workload_own "$1")
    if [ -n "$own" ]; then basename "$own" .c; else program_binary "$1"; fi
}

# workload_lasting NAME FOLDER SECONDS TEXT - the command that takes about that long
workload_lasting()
{
    amount=$(awk -v name="$1" -v seconds="$3" 'BEGIN {
        a_second["bzip2"] = 10e6; a_second["zlib"] = 27e6; a_second["sqlite"] = 100e3; a_second["lua"] = 0.6
        a_second["fft"] = 2400; a_second["heapsort"] = 120; a_second["moldyn"] = 1300; a_second["raytrace"] = 340
        a_second["matrix"] = 640; a_second["montecarlo"] = 12e6; a_second["lzw"] = 36
        if (name == "flex") {
            printf "%d", 145 * seconds ^ 0.55
            exit
        }
        amount = seconds * a_second[name]
        if (name != "lua" && amount < 1) amount = 1
        printf name == "lua" ? "%.3f" : "%d", amount }')
    # a text as long as it takes, which is several times the one at hand, or its beginning
    text="while cat $4; do :; done 2>/dev/null | head -c $amount"
    case $1 in
    bzip2) echo "$text | $2/bzip2 -9 >$2/packed && $2/bzip2 -d <$2/packed >$2/output" ;;
    zlib) echo "$text | $2/minigzip >$2/packed && $2/minigzip -d <$2/packed >$2/output" ;;
    sqlite)
        echo "sed 's/400000/$amount/; s/2000000/$((5 * amount))/' $pep_root/bench/script.sql | $2/sqlite3 >$2/output"
        ;;
    # the script itself, as often as it fits, or a part of it
    lua)
        awk -v amount="$amount" -v lua="$2/src/lua" -v script="$pep_root/bench/script.lua" -v output="$2/output" '
            BEGIN {
                if (amount < 0.75) printf "%s %s %d >%s", lua, script, 1 / amount + 0.5, output
                else printf "echo \"for _ = 1, %d do dofile([[%s]]) end\" | %s - >%s", amount + 0.5, script, lua, output
            }'
        ;;
    # not from a pipe, of which its filters would inherit what has been read ahead
    flex) echo "cd $2 && sh $pep_root/bench/scanner.sh src $amount >scanner.l && src/stage1flex -w -t scanner.l >output" ;;
    *) echo "$2/$1 $amount >$2/output" ;;
    esac
}

# workload NAME FOLDER SIZE TEXT - the command that is run; vectors:KERNEL is one kernel of bench/vectors.c
workload()
{
    case $1-$3 in
    *-[0-9]*) workload_lasting "$@" ;;
    bzip2-training) echo "$2/bzip2 <$4.training >$2/packed && $2/bzip2 -d <$2/packed >$2/output" ;;
    bzip2-*) echo "$2/bzip2 -9 <$4 >$2/packed && $2/bzip2 -d <$2/packed >$2/output" ;;
    calc-training) echo "$2/calc 600000 'k * 3 - 7' 'n < 7 ? n * 2 : k / 3' >$2/output" ;;
    calc-short) echo "$2/calc 3000000 >$2/output" ;;
    calc-full) echo "$2/calc 16000000 >$2/output" ;;
    lua-training) echo "$2/src/lua $pep_root/bench/script.lua 10 >$2/output" ;;
    lua-short) echo "$2/src/lua $pep_root/bench/script.lua 4 >$2/output" ;;
    lua-full) echo "$2/src/lua $pep_root/bench/script.lua >$2/output" ;;
    vectors-short) echo "$2/vectors 500 >$2/output" ;;
    vectors-*) echo "$2/vectors 8000 >$2/output" ;;
    vectors:*-short) echo "$2/vectors 2000 ${1#*:} >$2/output" ;;
    vectors:*) echo "$2/vectors 20000 ${1#*:} >$2/output" ;;
    sqlite-full) echo "$2/sqlite3 <$pep_root/bench/script.sql >$2/output" ;;
    sqlite-*) echo "sed 's/00000/0000/' $pep_root/bench/script.sql | $2/sqlite3 >$2/output" ;;
    zlib-training) echo "$2/minigzip <$4.training >$2/packed && $2/minigzip -d <$2/packed >$2/output" ;;
    zlib-*) echo "$2/minigzip <$4 >$2/packed && $2/minigzip -d <$2/packed >$2/output" ;;
    flex-training) workload_lasting "$1" "$2" 0.1 "$4" ;;
    # another seed
    *-training) workload_lasting "$1" "$2" 0.3 "$4" | sed 's/ >/ 5 >/' ;;
    *-short) workload_lasting "$1" "$2" 0.5 "$4" ;;
    *) workload_lasting "$1" "$2" 4 "$4" ;;
    esac
}
