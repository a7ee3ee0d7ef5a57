#!/bin/sh
# json.sh - docs/man/pep-json.5 describes each member of the JSON that pep writes, in the section of its verb: those
# that the sources of the verb set, and those in its golden output; and none that nobody writes.  It runs no pep.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-json.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

# The page describes a member behind .BI name " type", several behind .BI "name, name" " type": lines "SECTION name".
awk '/^\.SH / { section = $2 }
    /^\.BI / { names = split($0, part, "\"") == 5 ? part[2] : $2; n = split(names, name, ", *")
        for (i = 1; i <= n; i++) print section, name[i] }' "$root/docs/man/pep-json.5" | sort -u >"$work/named"

upper() { echo "$1" | tr '[:lower:]' '[:upper:]'; }

# has WHERE NAME SECTION... - one of the sections describes the member
has()
{
    where=$1 name=$2
    shift 2
    for section; do
        grep -qx "$section $name" "$work/named" && return
    done
    fail "$where: pep-json.5 does not describe $name in $*"
}

for file in "$root"/tools/pep_*.c; do
    base=${file##*/pep_}
    case $base in
    fields.c | values.c | follow.c) sections=REPORT ;;
    contexts.c) sections=CALLS ;;
    function.c | path.c | steps.c) sections=OBJECTS ;;
    sampled.c) sections=SHOW ;;
    subpaths.c) sections='SUBPATHS OBJECTS' ;; # totals are written by other verbs too
    *) sections=$(upper "${base%%[._]*}") ;;
    esac
    # names that stand where they are set, and those that --follow gets from a view
    tr '\n' ' ' <"$file" | grep -Eo 'json_object_set_new\([a-z]+, *"[a-z_]+"|"recent_[a-z]+"' | sed 's/"$//; s/.*"//' |
        sort -u >"$work/names"
    while read -r name; do
        # shellcheck disable=SC2086
        has "tools/pep_$base" "$name" $sections
    done <"$work/names"
done
for file in "$here"/golden/*json*.out "$here"/iterations/report.json; do
    base=${file##*/}
    verb=${base%%-*}
    [ "$base" != report.json ] || verb=iterations
    sed -n 's/^ *"\([a-z_]*\)":.*/\1/p' "$file" | sort -u >"$work/names"
    while read -r name; do
        has "$base" "$name" "$(upper "$verb")" OBJECTS
    done <"$work/names"
done
while read -r section name; do
    grep -qF "\"$name\"" "$root"/tools/pep_*.c || fail "pep-json.5: nobody writes $name, in $section"
done <"$work/named"

count=$(wc -l <"$work/named")
[ "$count" -gt 200 ] || fail "pep-json.5 describes hardly any member"
echo "$count members, $failed failed"
[ "$failed" -eq 0 ]
