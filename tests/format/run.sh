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

files=$(find base cfgbuild frontend rewrite profile rt tools include bench samples tests -name '*.[chly]' | sort)
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

# Compared without the columns of comments, without macros (braces in them look like blocks to clang-format) and
# without enumerations of one line (which version 14 breaks).
plain()
{
    sed -e ':a' -e '/\\$/{N;ba' -e '}' -e '/^ *#/d' -e 's/\([^ ]\)  */\1 /g'
}
if command -v clang-format >/dev/null; then
    work=$(pep_work format)
    for file in $(printf '%s\n' "$files" | grep '\.[ch]$'); do
        sed 's/^\( *\)enum .*{.*};$/\1int one_line;/' "$file" >"$work/file.c"
        plain <"$work/file.c" >"$work/is"
        clang-format --assume-filename="$pep_root/$file" <"$work/file.c" | plain >"$work/wanted"
        cmp -s "$work/is" "$work/wanted" || {
            complain "$file: clang-format would change it:"
            diff "$work/is" "$work/wanted" | sed -n '/^[<>]/p' | head -n 6
        }
    done
fi
[ "$bad" = 0 ] || pep_die "$bad complaints"
