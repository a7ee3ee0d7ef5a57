# lib.sh - what the project's scripts share: messages, packages, configure and build, the cache.
#
# Source it from a script that has set pep_root to the top of the source tree:
#
#     pep_root=$(cd "$(dirname "$0")/.." && pwd)
#     . "$pep_root/tests/lib.sh"
#
# Variables a caller may set:
#     PEP_BUILD           build folder (build/ in the tree)
#     PEP_JOBS            how many jobs at once (the machine's processors)
#     PEP_CC_UNDER_TEST   the compiler the tests try ($PEP_BUILD/bin/pep-cc); gcc tries the scripts themselves
#     PEP_UNDER_TEST      the reader of profiles ($PEP_BUILD/bin/pep)
#     PEP_CACHE           where fetched sources are kept between runs (~/.cache/pep-cc)
#     PEP_SEED            what subpaths are drawn from (0: the same in each run)
#     PEP_FLAGS           flags for all that pep-cc compiles (-fpep-how=exhaustive)
# POSIX sh; every function gives 0 or ends the script with a message.

: "${PEP_BUILD:=$pep_root/build}"
: "${PEP_JOBS:=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}"
: "${PEP_CC_UNDER_TEST:=$PEP_BUILD/bin/pep-cc}"
: "${PEP_UNDER_TEST:=$PEP_BUILD/bin/pep}"
: "${PEP_CACHE:=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/pep-cc}"
# Most tests know how often everything runs, so they count everything; others say -fpep-how=sampled.
: "${PEP_FLAGS=-fpep-how=exhaustive}"
: "${PEP_SEED:=0}"
export PEP_BUILD PEP_JOBS PEP_CC_UNDER_TEST PEP_UNDER_TEST PEP_CACHE PEP_FLAGS PEP_SEED

pep_say()
{
    printf '%s\n' "== $*" >&2
}

pep_die()
{
    printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# pep_skip - ends a test that this machine cannot run; 77 is what tests/CMakeLists.txt tells ctest
pep_skip()
{
    printf '%s: skipped: %s\n' "$(basename "$0")" "$*" >&2
    exit 77
}

# pep_quietly LOG COMMAND... - runs a command whose output matters only where it fails
pep_quietly()
{
    pep_log=$1
    shift
    if ! "$@" >"$pep_log" 2>&1; then
        tail -n 40 "$pep_log" >&2
        pep_die "failed: $* (whole output: $pep_log)"
    fi
}

# pep_packages - the packages of packages.txt that are missing here
pep_missing_packages()
{
    sed 's/#.*//' "$pep_root/packages.txt" | while read -r package; do
        [ -z "$package" ] && continue
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=none
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

# pep_setup - installs what is missing, as root or through sudo; on other systems tells what is wanted
pep_setup()
{
    if ! command -v dpkg-query >/dev/null 2>&1; then
        pep_say "no dpkg here: install the equivalents of packages.txt yourself"
        return 0
    fi
    missing=$(pep_missing_packages)
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null 2>&1; then
        as_root=sudo
    else
        pep_die "these packages are missing, and only root can install them: apt-get install $missing"
    fi
    pep_say "installing $missing"
    mkdir -p "$PEP_CACHE"
    # shellcheck disable=SC2086 # both are lists of words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing \
        >"$PEP_CACHE/apt.log" 2>&1 ||
        { $as_root apt-get update >"$PEP_CACHE/apt.log" 2>&1 &&
            $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing \
                >>"$PEP_CACHE/apt.log" 2>&1; } ||
        { tail -n 20 "$PEP_CACHE/apt.log" >&2; pep_die "apt-get could not install: $missing"; }
}

# pep_build - configures $PEP_BUILD once and builds it
pep_build()
{
    mkdir -p "$PEP_BUILD"
    if [ ! -f "$PEP_BUILD/build.ninja" ]; then
        pep_say "configuring $PEP_BUILD"
        pep_quietly "$PEP_BUILD/configure.log" cmake -S "$pep_root" -B "$PEP_BUILD" -G Ninja \
            -DCMAKE_BUILD_TYPE="${PEP_BUILD_TYPE:-Release}"
    fi
    pep_say "building $PEP_BUILD"
    pep_quietly "$PEP_BUILD/build.log" cmake --build "$PEP_BUILD" -j "$PEP_JOBS"
}

# pep_work NAME - an empty folder for one test, below the build folder; prints its path
pep_work()
{
    pep_folder=$PEP_BUILD/work/$1
    rm -rf "$pep_folder"
    mkdir -p "$pep_folder"
    printf '%s\n' "$pep_folder"
}

# pep_is_ours - whether the compiler under test is pep-cc, and not a plain one that stands in to try the scripts
pep_is_ours()
{
    "$PEP_CC_UNDER_TEST" --version 2>/dev/null </dev/null | grep -q '' || pep_die "cannot run $PEP_CC_UNDER_TEST"
    case $(basename "$PEP_CC_UNDER_TEST") in
    pep-cc*) return 0 ;;
    *) return 1 ;;
    esac
}

# pep_way WAY - the flags for paths, edges, sampled or duplicated
pep_way()
{
    case $1 in
    sampled | duplicated) echo "-fpep-how=$1" ;;
    *) echo "-fpep-how=exhaustive -fpep=$1" ;;
    esac
}

# pep_sample_all - has programs with sample points take every one of them, so that they count as exhaustive ones do
pep_sample_all()
{
    export PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1
}

# pep_clang - prints the name of a clang, the newest there is
pep_clang()
{
    for clang in clang-19 clang-16 clang-14 clang; do
        command -v $clang && return 0
    done
    return 1
}

# pep_emulate MACHINE - has $PEP_CC build programs of another machine, which has that name in lib/pep, $PEP_RUN run them,
# and $PEP_RUN_STATIC static ones; gives 1 where that cannot be had here.  Those of a PC the kernel runs itself: threads
# hang in qemu-i386.
pep_emulate()
{
    case $1 in
    *-*) triple=${1%-*}-linux-${1#*-} ;;
    *) triple=$1-linux-gnu ;;
    esac
    folder=/usr/$triple emulator=qemu-${1%-*}
    [ "$1" != powerpc64le ] || emulator=qemu-ppc64le
    PEP_CC=$triple-gcc PEP_RUN="$emulator -L $folder" PEP_RUN_STATIC="$emulator -L $folder"
    case $1 in i?86) PEP_RUN="$folder/lib/ld-linux.so.2 --library-path $folder/lib" PEP_RUN_STATIC= ;; esac
    export PEP_CC PEP_RUN PEP_RUN_STATIC
    command -v "$PEP_CC" >/dev/null && $PEP_RUN --version >/dev/null 2>&1
}

# pep_long - whether all is wanted (tests/run.sh --long) and not the spread samples
pep_long()
{
    [ -n "${PEP_LONG:-}" ]
}

# pep_spread SHARE OF - from a list on standard input, line SHARE of every OF
pep_spread()
{
    awk -v share="$1" -v of="$2" '(NR - 1) % of == share % of'
}
