#!/bin/sh
# contexts.sh PEP PEP_CC - a program counts its own calls by their callers: where every point is a sample, pep has to tell
# the same, as stacks, as a tree, merged, as text, and for pprof.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-contexts.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/contexts/*.[ch] "$here/../../tools/pprof.proto" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
NO_COLOR=1 PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1 # all points are samples
export NO_COLOR PEP_TRIGGER PEP_INTERVAL PEP_STRIDE
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

# stacks - those of the program's own functions, sorted
stacks()
{
    "$pep" export --format=collapsed ./truth | grep -vE "(^|;)(saw|tell|enter|leave|qsort|printf|str[a-z]*|pthread_[a-z_]*|_*setjmp|longjmp)( |;)|^(main|worker) 1$" |
        LC_ALL=C sort
}

for flags in "-fpep=calls" "-fpep=paths,calls" "-fpep=paths,calls -fpep-array-limit=0" \
    "-fpep=calls -fpep-truncate=header -fPIC" "-fpep=calls -static" "-fpep=calls -flto"; do
    for level in -O0 -O2; do
        rm -f ./*.pepraw truth
        # shellcheck disable=SC2086
        "$pep_cc" $flags -fpep-how=sampled -fpep-context=20 $level -Wall -Wextra -pedantic -pthread -o truth truth.c other.c \
            2>said && ./truth | LC_ALL=C sort >expected || exit 1
        [ ! -s said ] || { cat said; fail "$flags $level: the compiler says something"; }
        stacks >got
        diff expected got >difference || { cat difference; fail "$flags $level: other contexts than the program's own"; }
    done
done

# so many callers and no more
for callers in 1 2 3; do
    rm -f ./*.pepraw
    "$pep_cc" -fpep=calls -fpep-how=sampled -fpep-context=$callers -O2 -pthread -o truth truth.c other.c && ./truth >/dev/null ||
        exit 1
    "$pep" export --format=collapsed ./truth | tr -cd ';\n' | awk -v callers=$callers 'length() > most { most = length() }
        END { exit most != callers }' || fail "not $callers callers"
done
[ "$("$pep" export --format=collapsed ./truth | awk '/;climb;climb;leaf / { print $2 }')" = 5 ] || fail "the tops of a recursion"

# all that was called is there, whatever the form
rm -f ./*.pepraw
"$pep_cc" -fpep=calls -fpep-how=sampled -fpep-context=20 -O2 -pthread -o truth truth.c other.c && ./truth >/dev/null || exit 1
"$pep" export --format=collapsed ./truth >stacks
"$pep" merge -o one.pep ./truth ./*.pepraw && "$pep" merge -o two.pep one.pep one.pep || fail "no merge"
"$pep" export --format=collapsed one.pep | cmp -s stacks - || fail "merged, the contexts are others"
"$pep" export --format=collapsed two.pep >twice
awk '{ $NF *= 2; print }' stacks | cmp -s twice - || fail "two runs are not twice one"
"$pep" show --maps one.pep >one.txt && "$pep" merge -o again.pep one.txt && cmp -s one.pep again.pep ||
    fail "as text, the profile is another"
{ "$pep" calls --contexts=3 -n12 ./truth && "$pep" calls --contexts -f leaf -n3 ./truth; } |
    sed '/ runs\?, first begun /d' >shown
diff -u "$here/contexts/report.out" shown || fail "it looks otherwise"
"$pep" calls --contexts --json --top=0 ./truth | tr -d ' ' | grep -c '"name":' |
    grep -qx "$("$pep" calls --contexts --top=0 ./truth | grep -c ' %  ')" || fail "JSON has other contexts"
if command -v protoc >/dev/null; then
    "$pep" export --format=pprof ./truth | gunzip | protoc --decode=pep.pprof.Profile pprof.proto >decoded ||
        fail "protoc does not read it"
    [ "$(grep -c '^sample {' decoded)" -eq "$(wc -l <stacks)" ] || fail "pprof has other samples"
    awk '$1 == "value:" { all += $2 } END { print all + 0 }' decoded |
        grep -qx "$(awk '{ all += $NF } END { print all }' stacks)" || fail "pprof has another total"
fi

# a chain deeper than what is taken is told in pieces that overlap, each call once: main's 100 of one, theirs of two, ...
cat >chain.c <<'END'
static volatile int sum;
__attribute__((noinline)) static void four(void) { sum++; }
__attribute__((noinline)) static void three(void) { four(); sum++; }
__attribute__((noinline)) static void two(void) { three(); sum++; }
__attribute__((noinline)) static void one(void) { two(); sum++; }
int main(void)
{
    for (int i = 0; i < 100; i++)
        one();
    return 0;
}
END
for k in 1 2 3 9; do
    "$pep_cc" -fpep=paths,calls -fpep-how=sampled -fpep-context=$k -O1 -o chain chain.c && PEP_PROFILE=chain.raw ./chain &&
        "$pep" export --format=collapsed chain.raw | awk '{ all += $NF } END { exit all != 401 }' ||
        fail "$k callers: calls of a chain are told twice"
done

# of who was active, in pieces cut from such a chain, it is not said that nobody called it
for k in 2 9; do
    "$pep_cc" -fpep=paths,calls -fpep-how=sampled -fpep-context=$k -O1 -o chain chain.c && PEP_PROFILE=chain.raw ./chain &&
        "$pep" calls --contexts --top=0 chain.raw >shown$k || fail "no contexts of a chain"
done
[ "$(grep -c ' %  *-  ' shown2)" -eq 4 ] && grep -q '^- it was active, ' shown2 && ! grep ' %  *0  ' shown2 && ! grep ' -  \|^-' shown9 ||
    fail "calls that no sample tells of are told otherwise"

# what is asked wrongly is told
"$pep_cc" -fpep-context=3 -fpep-how=exhaustive -c other.c 2>said && fail "contexts of what is not sampled"
grep -q 'error: -fpep-context is for -fpep-how=sampled$' said || { cat said; fail "no word of it"; }
"$pep_cc" -fpep-context=256 -c other.c 2>said && fail "more callers than there can be"
grep -q 'error: -fpep-context takes 255 callers at most$' said || { cat said; fail "no word of it"; }
rm -f ./*.pepraw
"$pep_cc" -fpep=calls -O2 -pthread -o truth truth.c other.c && ./truth >/dev/null || exit 1
"$pep" calls --contexts ./truth >said 2>&1 && fail "contexts where none were taken"
grep -qx 'pep: truth: no sample took its callers; build with -fpep-context' said || { cat said; fail "no word of it"; }
"$pep" export --format=collapsed ./truth | awk -F';' 'NF != 2 { exit 1 }' || fail "without contexts stacks are pairs"
echo "$failed failed"
[ "$failed" -eq 0 ]
