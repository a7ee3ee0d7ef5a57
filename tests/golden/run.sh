#!/bin/sh
# run.sh [BUILD] [--bless] [NAME...] - golden pairs: what pep-cc makes of each x.c here.
#
# x.dump is its view of the functions (-fpep-dump=np), x.out the text that the compiler gets in place of x.c, without the
# declarations in front.  A line "pep: FLAG..." in the comment at the head of x.c gives flags; with a line
# "prior: COMMAND" it is built and run before, and numbered by that run.  --bless writes the answers anew: read the
# difference before it is committed.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
here=$pep_root/tests/golden
bless=
names=
for word; do
    case $word in
    --bless) bless=yes ;;
    */*) PEP_BUILD=$word ;;
    *) names="$names $word" ;;
    esac
done
. "$pep_root/tests/lib.sh"
pep_is_ours || pep_skip "only pep-cc rewrites"
work=$(pep_work golden)
unset PEP_LOG PEP_CC
export PEP_FLAGS="-fpep=paths -fpep-how=exhaustive -fpep-check=portable" # the same on all machines
cd "$work" || exit 1
comments="-Wimplicit-fallthrough=1 -Wno-implicit-fallthrough" # keep them: the answers are there to be read

# answer NAME - leaves NAME.dump and NAME.out here
answer()
{
    cp "$here/$1.c" . || exit 1
    flags=$(sed -n '1,/\*\//s/^ \* pep: *//p' "$1.c")
    before=$(sed -n '1,/\*\//s/^ \* prior: *//p' "$1.c")
    if [ -n "$before" ]; then
        rm -f ran
        # shellcheck disable=SC2086 # a list of words
        "$PEP_CC_UNDER_TEST" $flags "$1.c" -o "$1" && { PEP_PROFILE=$PWD/ran $before >/dev/null; "$PEP_UNDER_TEST" merge -o prior.pep ran; } ||
            pep_die "$1 cannot be run"
        flags="$flags -fpep-use=prior.pep"
    fi
    # shellcheck disable=SC2086 # a list of words
    folder=$("$PEP_CC_UNDER_TEST" $flags $comments -fpep-keep -fpep-verbose -fpep-dump=np -fpep-dump-file="$1.dump" -c "$1.c" 2>said |
        cat; sed -n 's/.*temporary files are kept in //p' said)
    grep -v 'temporary files' said >>"$1.dump"
    # the markers tell which lines are the file's own
    awk -v name="\"$1.c\"" '/^# [0-9]+ "/ { own = $3 == name; next } own' "$folder/$1.i" >"$1.out"
    rm -rf "$folder"
}

bad=0
for file in "$here"/*.c; do
    name=$(basename "$file" .c)
    case "$names " in ' ' | *" $name "*) ;; *) continue ;; esac
    answer "$name"
    for kind in dump out; do
        if [ -n "$bless" ]; then
            cp "$name.$kind" "$here/"
        elif ! diff -u "$here/$name.$kind" "$name.$kind" >difference; then
            bad=$((bad + 1))
            cat difference
        fi
    done
done
[ "$bad" = 0 ] || pep_die "$bad answers differ; run.sh --bless takes them over"
