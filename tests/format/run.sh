#!/bin/sh
# run.sh - the style that a program can check: clang-format's view of the C files, the length of lines, the size of
# files, and script syntax.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
cd "$pep_root" || exit 1

bad=0
complain()
{
    printf '%s\n' "$*"
    bad=$((bad + 1))
}

files=$(find base cfgbuild frontend rewrite profile rt tools include bench samples tests -name "*.[chly]" \
    ! -path "*/golden/*" ! -path "*/language/*" | sort)
for file in $files; do
    [ "$(wc -l <"$file")" -le 800 ] || complain "$file: above 800 lines: it holds two things"
    awk -v file="$file" 'length($0) > 120 { printf "%s:%d: longer than 120 columns\n", file, FNR; bad = 1 }
        /[ \t]$/ { printf "%s:%d: blank at the end of a line\n", file, FNR; bad = 1 }
        /^ *\t/ && file !~ /\.[ly]$/ { printf "%s:%d: a tab indents\n", file, FNR; bad = 1 } END { exit bad }' "$file" ||
        bad=$((bad + 1))
done
for script in $(find tests bench samples -name '*.sh' | sort); do
    sh -n "$script" || complain "$script: does not parse"
done

# clang-format's versions do not agree with each other: .clang-format is held to version 14
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    for file in $(printf '%s\n' "$files" | grep '\.[ch]$'); do
        clang-format --dry-run --Werror "$file" >/dev/null 2>&1 || complain "$file: clang-format -i would change it"
    done
fi
[ "$bad" = 0 ] || pep_die "$bad complaints"
