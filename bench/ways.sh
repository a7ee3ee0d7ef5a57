# ways.sh - programs that are built in several ways and run in turns; to be sourced after workloads.sh.
#
# A script calls bench_begin, writes its table to $work/ways and goes through it.  The table, a line each:
#
#     WAY HOW [VARIABLE=VALUE]... COMPILER... [FLAG]...
#
# WAY begins with the plain build that is its measure, up to the plus sign.  HOW is `run`, or for what is done with the
# build of another way `as=WAY`, and `perf=WAY` under perf record; these have no compiler.  The variables are for the
# run.  A compiler `pep X` is pep-cc in front of X; TRAINED is a profile of another input, EXPORTED what pep export makes
# of it for the compiler, and OWN the compiler's own profile of that input.

# bench_begin NAME - sets work, an empty folder with cputime and the text, and pep, the compiler under test
bench_begin()
{
    work=$(pep_work "$1") pep=$PEP_CC_UNDER_TEST
    "${PEP_CC:-gcc}" -O2 -o "$work/cputime" "$pep_root/bench/cputime.c" || pep_die "bench/cputime.c does not compile"
    # shellcheck disable=SC2086 # a list of names
    workload_text "$work/text" $program_names
    : >"$work/notes"
}

# bench_head COMMAND COMPILER... - how a table begins: the machine, the compilers, what was left out
bench_head()
{
    echo "# $(date -u +%F), $(uname -srm), $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)"
    command=$1
    shift
    for program in "$@" "$PEP_UNDER_TEST"; do
        echo "# $("$program" --version 2>/dev/null | head -n 1)"
    done
    echo "# $command"
    [ ! -f "$work/notes" ] || sed 's/^/# /' "$work/notes"
}

# skip PATTERN REASON - takes ways out of the table
skip()
{
    grep -v -e "$1" "$work/ways" >"$work/kept"
    cmp -s "$work/ways" "$work/kept" || echo "left out: $2" >>"$work/notes"
    mv "$work/kept" "$work/ways"
}

# ways [HOW] - the names of all, or of those
ways()
{
    awk -v how="${1:-}" '!how || $2 == how { print $1 }' "$work/ways"
}

# variant WAY NAME - sets how, base, folder, environment, and compiler and flags, which are of no meaning where the
# build is another's; the flags of pep-cc are empty while a plain compiler stands in for it
variant()
{
    read -r _ how compiler flags <<END
$(grep "^$1 " "$work/ways")
END
    base=${1%%+*} folder=$work/${2%%:*}/$1 environment=
    case $how in *=*) folder=$work/${2%%:*}/${how#*=} ;; esac
    flags="$flags "
    while case $compiler in *=*) ;; *) false ;; esac do
        environment="$environment$compiler " compiler=${flags%% *} flags=${flags#* }
    done
    flags=${flags% }
    if [ "$compiler" = pep ]; then
        compiler=$pep flags="-fpep-cc=$flags"
        # shellcheck disable=SC2001 # a pattern that the shell does not have
        pep_is_ours || flags=$(echo "$flags" | sed 's/-fpep[^ ]* *//g')
    fi
    profiles=$work/$2/$base
    flags=$(echo "$flags" | sed "s|=TRAINED|=$profiles.pep|; s|=EXPORTED|=$profiles.exported|; s|=OWN|=$profiles.own|")
}

# train NAME BASE - the profile that guides the builds of BASE: of ten runs of its sampled build on another input, as one
# run of half a second has few samples; and what pep export makes of it for the compiler
train()
{
    [ -f "$work/$1/$2.pep" ] && return 0
    mkdir "$work/$1/$2+trained"
    run=$(workload "$1" "$work/$1/$2+sampled" training "$work/text")
    for again in 1 2 3 4 5 6 7 8 9 10; do
        PEP_PROFILE=$work/$1/$2+trained/$again.%p.pepraw sh -c "$run" || return 1
    done
    case $2 in gcc) form=gcc ;; *) form=llvm ;; esac
    "$PEP_UNDER_TEST" merge -o "$work/$1/$2.pep" "$work/$1/$2+trained"/*.pepraw &&
        "$PEP_UNDER_TEST" export --format=$form -o "$work/$1/$2.exported" "$work/$1/$2.pep"
}

# train_own NAME BASE - the compiler's own profile of one such run: of clang a file, of gcc files that lie beside the
# objects to come
train_own()
{
    origin=$work/$1/$2+generate
    workload_build "$1" "$origin" "$compiler" "-O2 -fprofile-generate" || return 1
    LLVM_PROFILE_FILE=$origin/raw sh -c "$(workload "$1" "$origin" training "$work/text")" || return 1
    if [ "$2" = gcc ]; then
        mkdir -p "$folder" && (cd "$origin" && find . -name '*.gcda' -exec tar -cf - {} +) | tar -C "$folder" -xf -
    else
        "$(dirname "$(readlink -f "$(command -v "$compiler")")")/llvm-profdata" merge -o "$work/$1/$2.own" "$origin/raw"
    fi
}

# prepare NAME WAY - all that comes before compiling
prepare()
{
    variant "$2" "$1"
    case $flags in
    *-fpep-use=* | *-fauto-profile=* | *-sample-use=*) train "$1" "$base" ;;
    *-fprofile-use*) train_own "$1" "$base" ;;
    esac || pep_die "no profile for $2 of $1"
    workload_configure "$1" "$folder" "$compiler" "$flags" || pep_die "see $folder/configure.log"
}

# make_of NAME - the command that compiles the way at hand, a second time too
make_of()
{
    echo "sh $pep_root/bench/run.sh --make $1 '$folder' '$compiler' '$flags'"
}

# build NAME WAY [SIZE] - compiles, where that is not done yet, and leaves in the folder what cputime tells of it,
# `built`, and the workload as a script
build()
{
    variant "$2" "$1"
    if [ ! -f "$folder/built" ]; then
        pep_say "building ${1%%:*}: $2"
        prepare "$1" "$2"
        "$work/cputime" 1 "$2" "$(make_of "$1")" >"$folder/made" || pep_die "see $folder/build.log"
        mv "$folder/made" "$folder/built"
    fi
    workload "$1" "$folder" "${3:-full}" "$work/text" >"$folder/$1.sh"
}

# command_of NAME WAY - how it is run; with keep_runs each run leaves its profiles in a folder of its own,
# $work/NAME/WAY.runs/*
command_of()
{
    variant "$2" "$1"
    before='' profile=$folder/profile
    if [ -n "${keep_runs:-}" ]; then
        mkdir -p "$work/$1/$2.runs"
        before="run=\$(mktemp -d '$work/$1/$2.runs/XXXXXX') && " profile='$run/%p.pepraw'
    fi
    case $how in
    perf=*) echo "perf record -q -o $folder/perf.data -F 1000 -- sh $folder/$1.sh" ;;
    *) echo "${before}PEP_PROFILE=$profile LLVM_PROFILE_FILE=$folder/raw $environment sh $folder/$1.sh" ;;
    esac
}

# run_ways NAME ROUNDS [SIZE] - builds what the table builds, and runs all in turns: $work/NAME.times.  All have to
# print the same.
run_ways()
{
    name=$1 rounds=$2 size=${3:-full} output=
    for way in $(ways run); do
        build "$name" "$way" "$size"
    done
    set -- "$rounds"
    for way in $(ways); do
        set -- "$@" "$way" "$(command_of "$name" "$way")"
    done
    pep_say "running $name, $rounds rounds"
    "$work/cputime" "$@" >"$work/$name.times" || exit 1
    for way in $(ways run); do
        variant "$way" "$name"
        cmp -s "${output:=$folder/output}" "$folder/output" || pep_die "$name built by $way prints something else"
    done
}

# count_ways NAME [SIZE] - as run_ways, one run each, whose CPU time is replaced by millions of instructions: those of the
# program under callgrind, of all its processes, but not of others that feed it.  perf cannot be counted so.
count_ways()
{
    name=$1 size=${2:-full} output=
    : >"$work/$name.counted"
    for way in $(ways | grep -v "^[^ ]*+perf"); do
        variant "$way" "$name"
        [ "$how" != run ] || build "$name" "$way" "$size"
        pep_say "counting $name: $way"
        rm -rf "$work/$name/callgrind"
        mkdir -p "$work/$name/callgrind"
        valgrind -q --tool=callgrind --callgrind-out-file="$work/$name/callgrind/%p" --trace-children=yes \
            sh -c "$(command_of "$name" "$way")" 2>"$work/$name/said" ||
            pep_die "$name built by $way fails: $(tail -n 1 "$work/$name/said")"
        awk -v way="$way" -v binary="/$(workload_binary "$name")" '
            sub(/^cmd: */, "/") { ours = index($0 " ", binary " ") }
            /^summary:/ && ours { n += $2 }
            END { print way, n / 1e6 }' "$work/$name/callgrind"/* >>"$work/$name.counted"
        cmp -s "${output:=$folder/output}" "$folder/output" || pep_die "$name built by $way prints something else"
    done
    awk -v OFS='\t' '
        $1 !~ /[+]/ { plain[$1] = $2 }
        { base = $1; sub(/[+].*/, "", base); print $1, $2, $2, $2 / plain[base], 0 }
    ' "$work/$name.counted" >"$work/$name.times"
}

# code_of NAME - bytes of code of the way at hand
code_of()
{
    size "$folder/$(workload_binary "$1")" | awk 'NR == 2 { print $1 }'
}
