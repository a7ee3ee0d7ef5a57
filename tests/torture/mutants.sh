# mutants.sh [COUNT [FIRST]] - part of run.sh: texts with mistakes in them, COUNT of them (30, or 3000 in the long form),
# seeds from FIRST.
#
# Each is a program of tests/language or one of gcc's own tests of which mutate.py changed some tokens.  It is compiled by
# gcc or clang and by the compiler under test, in one of the ways below; exit code and messages have to be equal, and the
# text may not be one that rewriting crashes or hangs on.  What the optimiser finds is not told alike of other code (README,
# Limits): uninitialized variables are not asked for.  Nor does the preprocessor alone know in what function it is.
work=$(pep_work torture-mutants)
tests=$(pep_fetch_torture) || pep_skip "gcc's tests cannot be fetched"

count=30
pep_long && count=3000
count=${1:-$count}
first=${2:-1}
find "$pep_root/tests/language" "$tests/gcc.c-torture/execute" "$tests/gcc.dg" -name '*.c' -size -40 |
    LC_ALL=C sort >"$work/files"

# one SEED - prints what differs first, nothing where all is alike
cat >"$work/one" <<'END'
ours=$1 is_ours=$2 here=$3 work=$4 clang=$5 seed=$6
mkdir "$work/$seed" && cd "$work/$seed" || exit 1
PEP_LOG=$work/$seed/log
export PEP_LOG

# compile WHO COMPILER... - WHO.err tells the exit code and what was said
compile()
{
    who=$1
    shift
    # shellcheck disable=SC2086 # lists of words
    LC_ALL=C "$@" $options -I"$(dirname "$file")" -c mutant.c -o object.o >said 2>&1
    echo "exit code $?" >>said
    sed 's#^[^ ]*/cc[A-Za-z0-9]*[.]s:#TEMP:#; /: In function /d' said | sort >"$who.err"
}

case $((seed % 4)) in
0) way='-fpep-how=exhaustive' ;;
1) way='-fpep-how=duplicated' ;;
2) way='-fpep-how=sampled -fpep=paths,calls,values' ;;
3) way='-fpep-how=exhaustive -fpep=subpaths' ;;
esac
case $((seed / 4 % 4)) in 0) plain=$clang ;; *) plain=gcc ;; esac
case $((seed / 16 % 4)) in
0) options=-O0 ;;
1) options='-O0 -std=gnu89' ;;
2) options=-O2 ;;
3) options='-O2 -std=c11 -pedantic' ;;
esac
options="$options -Wall -Wextra -Wno-uninitialized -Wno-maybe-uninitialized"

for change in 1 2 3 4; do # most are no C
    file=$(python3 -B "$here/mutate.py" "$seed.$change" "$work/files" 2>&1 >mutant.c)
    compile plain timeout 10 "$plain"
    if grep -q 'exit code 0' plain.err; then
        echo "$seed" >>"$work/valid"
        break
    fi
done
! grep -q 'exit code 124' plain.err || exit 0 # that compiler itself hangs
if [ "$is_ours" = yes ]; then
    # shellcheck disable=SC2086 # a list of words
    compile ours timeout 50 "$ours" "-fpep-cc=$plain" $way
else
    compile ours "$plain"
fi
echo "$seed" >>"$work/tried"
grep -hs 'unit: .*rewrit' log | sed "s|^.*unit|$seed $file $plain $way $options|"
first=$(diff plain.err ours.err | grep -m 1 -E '(warning|error): |exit code')
cmp -s plain.err ours.err || echo "$seed $file $plain $way $options: $first"
cd "$work" && rm -rf "$seed"
END
is_ours=no
pep_is_ours && is_ours=yes
seq "$first" $((first + count - 1)) |
    xargs -P "$PEP_JOBS" -n 1 sh "$work/one" "$PEP_CC_UNDER_TEST" $is_ours "$pep_root/tests/torture" "$work" "$(pep_clang)" \
        >"$work/failed" 2>"$work/noise"

[ -s "$work/valid" ] || pep_die "not one text is valid"
cat "$work/failed"
failed=$(wc -l <"$work/failed")
pep_say "torture mutants: $(wc -l <"$work/tried") texts, $(wc -l <"$work/valid") of them valid, $failed differ"
[ "$failed" = 0 ]
