# compile.sh [SHARE OF] - part of run.sh: gcc's own tests that need only compile, by the compiler under test: each does, and
# by its rewritten text.
#
# Every file of gcc.c-torture/compile that the plain compiler takes at -O2 is compiled in each of the ways below; the exit
# code has to be 0, and no file may be left as it is because the rewriting failed, or its text does not compile.  SHARE and
# OF as in run.sh; without them every 48th file, or all in the long form.
work=$(pep_work torture-compile)
tests=$(pep_fetch_torture) || pep_skip "gcc's tests cannot be fetched"
#   limits-caselabels  100,000 labels, which take longer than the compiler under test gives itself
#   pr96796            gives a function, of which no parameters are declared, structures where it takes integers
excused="limits-caselabels|pr96796"

share=${1:-0}
of=48
pep_long && of=1
of=${2:-$of}

# one FILE OF THE LIST - prints its name and what went wrong, nothing where all is well
cat >"$work/one" <<'END'
plain=$1 ours=$2 work=$3 file=$4
name=$(basename "$file" .c)
options=$(sed -n 's/.*{ *dg-\(additional-\)\{0,1\}options "\([^"]*\)" *}.*/\2/p' "$file" | tr '\n' ' ')
mkdir "$work/$name" && cd "$work/$name" || exit 1
PEP_LOG=$work/$name/log
export PEP_LOG
# shellcheck disable=SC2086 # lists of words
if $plain -w $options -O2 -c "$file" -o plain.o >/dev/null 2>&1; then
    echo "$name" >>"$work/tried"
    while read -r way; do
        rm -f log
        $ours $way -w $options -O2 -c "$file" -o ours.o >said 2>&1 || echo "$name $way: exit code $?: $(head -n 1 said)"
        grep -hs 'unit: .*rewrit' log | sed "s|^.*unit|$name $way|"
    done <<WAYS
-fpep-how=exhaustive -fpep=edges
-fpep-how=sampled -fpep=paths,calls
-fpep-how=duplicated -fpep=paths,values
-fpep-how=exhaustive -fpep=subpaths
-fpep-how=duplicated -fpep=kpaths
WAYS
fi
cd "$work" && rm -rf "$name"
END
find "$tests/gcc.c-torture/compile" -name '*.c' | sort | grep -vE "/($excused)\.c$" | pep_spread "$share" "$of" |
    xargs -P "$PEP_JOBS" -n 1 sh "$work/one" "$plain" "$PEP_CC_UNDER_TEST" "$work" >"$work/failed" 2>"$work/noise"

[ -s "$work/tried" ] || pep_die "not one test was tried"
cat "$work/failed"
failed=$(wc -l <"$work/failed")
pep_say "torture compile: $(wc -l <"$work/tried") files, $failed failures"
[ "$failed" = 0 ]
