# warnings.sh [SHARE OF] - part of run.sh: gcc's own tests of its warnings, compiled by the compiler under test: what is said is the same.
#
# Every file of gcc.dg and c-c++-common that expects a warning, or none where one could be, is compiled with its options
# by the plain compiler and by the one under test; exit code and standard error have to be equal.  SHARE and OF as in
# run.sh; without them every 24th file, or all in the long form.
work=$(pep_work torture-warnings)
tests=$(pep_fetch_torture) || pep_skip "gcc's tests cannot be fetched"
# What the optimiser finds, or looks for in files of its own, is not told alike of other code (README, Limits); and
# -Wlogical-op and -Wduplicated-branches look at whole expressions and arms.
inexact='-Winline|-Wsuggest-attribute|-Wlogical-op|-Wduplicated-branches|-fprofile-use|-fbranch-probabilities|--coverage'
#   Wbidi-chars-1, -2, c90-empty-macro-args, strify2, pr89410-1, -2
#               the preprocessor's, without the line that tells the function
#   pr67730, pr67854, pr81779, atomic-invalid-2
#               about a macro of a system header, in a text where nothing else tells that it is one
#   cast-function-1, invalid-call-1, pr60647-2, pr89566, transparent-union-4
#               about arguments and types of calls that are looked at as those through pointers are
#   pr69771, Wimplicit-fallthrough-12, -35, Wmultistatement-macros-7, -13
#               shapes too rare to be worth a look
#   pr69543-3, -4, uninit-pr19430-2, Warray-bounds-14, Wfree-nonheap-object-6, Wstringop-overflow-20, builtin-sprintf-warn-22,
#   uninit-42, uninit-pr101300
#               the optimiser's
excused="Wbidi-chars-[12]|c90-empty-macro-args|strify2|pr89410-[12]|pr67730|pr67854|pr81779|atomic-invalid-2|cast-function-1\
|invalid-call-1|pr60647-2|pr89566|transparent-union-4|pr69771|Wimplicit-fallthrough-(12|35)|Wmultistatement-macros-(7|13)\
|pr69543-[34]|uninit-pr19430-2|Warray-bounds-14|Wfree-nonheap-object-6|Wstringop-overflow-20|builtin-sprintf-warn-22\
|uninit-42|uninit-pr101300"

share=${1:-0}
of=24
pep_long && of=1
of=${2:-$of}

# one FILE OF THE LIST - prints its name and what differs first, nothing where all is alike
cat >"$work/one" <<'END'
plain=$1 ours=$2 tests=$3 work=$4 inexact=$5 file=$6
name=$(echo "$file" | sed "s#^$tests/##; s#/#-#g; s#\.c\$##")
options=$(sed -n 's/.*{ *dg-\(additional-\)\{0,1\}options "\([^"]*\)" *}.*/\2/p' "$file" | tr '\n' ' ')
echo " $options" | grep -qE -e " ($inexact)" && exit 0
folder=$work/$name
mkdir "$folder" && cd "$folder" || exit 1
echo "$name" >>"$work/tried"
for who in plain ours; do
    compiler=$plain
    [ $who = ours ] && compiler=$ours
    # shellcheck disable=SC2086 # lists of words
    LC_ALL=C $compiler $options -c "$file" -o object.o >/dev/null 2>said
    echo "exit code $?" >>said
    sed 's#/tmp/cc[A-Za-z0-9]*#TEMP#' said >"$who.err"
done
cmp -s plain.err ours.err || echo "$name: $(diff plain.err ours.err | sed -n 2p)"
cd "$work" && rm -rf "$folder"
END
find "$tests/gcc.dg" "$tests/c-c++-common" -name '*.c' -exec grep -lE 'dg-(warning|bogus)' {} + | grep -v /analyzer/ | sort |
    grep -vE "/($excused)\.c$" | pep_spread "$share" "$of" |
    xargs -P "$PEP_JOBS" -n 1 sh "$work/one" "$plain" "$PEP_CC_UNDER_TEST" "$tests" "$work" "$inexact" >"$work/failed" 2>"$work/noise"

[ -s "$work/tried" ] || pep_die "not one test was tried"
cat "$work/failed"
failed=$(wc -l <"$work/failed")
pep_say "torture warnings: $(wc -l <"$work/tried") files, of $failed something else is said"
[ "$failed" = 0 ]
