#!/bin/sh
# subpaths.sh [--update] PEP PEP_CC - what pep subpaths says of loops whose hot subpaths are known, compared with
# subpaths/report.out: the same however it was compiled; near it where it was sampled; and while the program runs.
set -u
update=
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)/subpaths
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-subpaths.XXXXXX") || exit 1
running=
# shellcheck disable=SC2086
trap 'kill -9 $running 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cp "$here/loops.c" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS PEP_LENGTHS PEP_MEMORY PEP_INTERVAL PEP_STRIDE PEP_SAMPLE PEP_ENCODING PEP_AGING
NO_COLOR=1 PEP_SEED=0 # each run draws the same
export NO_COLOR PEP_SEED
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

# wait_for COMMAND... - until it holds, a minute at most
wait_for()
{
    for _ in $(seq 600); do
        "$@" && return 0
        sleep 0.1
    done
    fail "waited in vain for: $*"
}

# all of them: one thing is listed once, whatever its lengths and rotations
for flags in "-O2" "-O0 -fpep-update=thread" "-O1 -fPIC"; do
    # shellcheck disable=SC2086
    "$pep_cc" -fpep=subpaths -fpep-how=exhaustive $flags -o brute loops.c || exit 1
    : >report
    for what in turns alternates climb; do
        rm -f ./*.pepraw
        ./brute $what >/dev/null && "$pep" subpaths --threshold=5% brute | sed '1s/, first begun.*//' >>report
    done
    [ -z "$update" ] || cp report "$here/report.out"
    diff -u "$here/report.out" report || fail "$flags: says something else"
done

# a turn that is longer than all that is recorded: the pieces that follow one another are one, as far as they overlap
rm -f ./*.pepraw
PEP_LENGTHS=1:1,2:1 ./brute climb >/dev/null
[ "$("$pep" subpaths --threshold=5% -n0 brute | grep -c '^subpath ')" = 3 ] || fail "pieces of one loop are listed apart"

# samples: the same heads, and counts that are near
brute()
{
    mkdir -p "$1" && PEP_PROFILE=$work/$1/brute.raw PEP_LENGTHS=1:1,2:1,3:1,4:1,5:1 ./brute "$1" "$2" >/dev/null
}
brute alternates 1000000
brute climb 400000
for how in sampled duplicated; do
    "$pep_cc" -fpep=subpaths -fpep-how=$how -O2 -o $how loops.c || exit 1
    for what in alternates climb; do
        n=1000000
        [ $what = alternates ] || n=400000
        [ $how$what != duplicatedalternates ] || continue # it is a single region, entered once
        PEP_INTERVAL=31 PEP_PROFILE=$work/$what/$how.raw ./$how $what $n >/dev/null
        "$pep" compare --threshold=5% -n3 $what/brute.raw $what/$how.raw --subpath-accuracy=80% >compared 2>&1 ||
            { cat compared; fail "$how $what: far from the truth"; }
        "$pep" subpaths -n1 --threshold=50% $what/$how.raw | grep -q "^subpath 1 of $what\|^subpath 1 of .*climb" ||
            fail "$how $what: another is the hottest"
    done
done

# rotations count as one: the loop has one subpath a length, with a count for each of its blocks
PEP_ENCODING=rotation PEP_LENGTHS=2:1 PEP_PROFILE=$work/rotation.raw ./brute climb 1000 >/dev/null
"$pep" subpaths rotation.raw | grep -q '^Rotations were counted as one' || fail "no word of rotations"

# a program that runs is asked nothing, and goes on
"$pep_cc" -fpep=subpaths -fpep-how=sampled -O2 -o spin loops.c || exit 1
PEP_PROFILE=$work/spin.raw ./spin spin 5 >/dev/null & program=$!
running=$program
wait_for test -s spin.raw
"$pep" subpaths --interval=0.1 --follow spin.raw -n1 >seen 2>err & follower=$!
"$pep" subpaths --interval=0.1 --json --follow $program -n1 >seen.json 2>err.json & other=$!
running="$running $follower $other"
reports() { [ "$(grep -c '^subpath 1 of .*turns' seen)" -ge 3 ] && [ "$(grep -c '"recent_blocks":[1-9]' seen.json)" -ge 2 ]; }
wait_for reports
"$pep" subpaths -n1 spin.raw >look 2>&1 || { cat look; fail "a single look fails"; }
touch stop
wait $follower || fail "a follower ends with $?: $(cat err)"
wait $other || fail "a follower ends with $?: $(cat err.json)"
grep -q ' has ended$' seen || fail "does not tell the end"
sed -n 's/^about \([0-9,]*\) blocks ran.*/\1/p' seen | tr -d , | awk '$1 < last / 2 { exit 1 } { last = $1 } END { exit NR < 3 }' ||
    fail "the blocks do not grow"

# each run draws something else, unless it is told what to draw from
cat >once.c <<'END'
static volatile int sum;
int main(void)
{
    for (int i = 0; i < 20000; i++)
        sum += i % 7 ? i & 1 ? 1 : 2 : 3;
    return 0;
}
END
"$pep_cc" -fpep=subpaths -fpep-how=sampled -O2 -o drawn once.c && PEP_INTERVAL=97 && export PEP_INTERVAL || exit 1
drawn() { PEP_PROFILE=drawn.raw ./drawn && "$pep" show --text drawn.raw | sed '/^first\|^last/d'; }
(unset PEP_SEED && drawn >first && drawn >second) && ! cmp -s first second || fail "two runs draw the same"
PEP_SEED=7
drawn >first && drawn >second && cmp first second || fail "two runs of one seed differ"
unset PEP_INTERVAL

# many short runs, merged, tell of as many blocks as ran
cat >short.c <<'END'
static volatile unsigned sum;
__attribute__((noinline)) void bits(unsigned x)
{
    for (int i = 0; i < 2; i++) {
        if (x & 1) sum += x; else sum ^= x;
        if (x & 2) sum += x; else sum ^= x;
        if (x & 4) sum += x; else sum ^= x;
        if (x & 8) sum += x; else sum ^= x;
    }
}
int main(void)
{
    void (*volatile call)(unsigned) = bits;
    for (unsigned i = 0; i < 2000; i++)
        call(i * 2654435761u >> 8);
    return 0;
}
END
blocks() { "$pep" subpaths --samples=1 "$1" | sed -n 's/^\(about \)*\([0-9,]*\) blocks ran.*/\2/p' | tr -d ,; }
"$pep_cc" -fpep=subpaths -fpep-how=exhaustive -O1 -o counted short.c && PEP_PROFILE=all.raw ./counted &&
    "$pep_cc" -fpep=subpaths -fpep-how=duplicated -O1 -o short short.c || exit 1
for seed in $(seq 300); do
    PEP_SEED=$seed PEP_INTERVAL=2003 PEP_PROFILE="$work/short.%m.raw" ./short
done
awk -v all="$(blocks all.raw)" -v told="$(blocks short.*.raw)" 'BEGIN { exit told < 150 * all || told > 450 * all }' ||
    fail "300 short runs tell of $(blocks short.*.raw) blocks, and each has $(blocks all.raw)"

# so do many children of one process: each draws what is its own
cat >forks.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
END
sed 's/^int main(void)/int work(void)/; s/ 2000;/ 20;/' short.c >>forks.c
cat >>forks.c <<'END'
int main(void)
{
    for (int i = 0; i < 2000; i++) {
        if (!fork())
            return work();
        wait(0);
    }
    return 0;
}
END
"$pep_cc" -fpep=subpaths -fpep-how=duplicated -O1 -o forks forks.c && PEP_SEED=11 PEP_INTERVAL=101 PEP_PROFILE="$work/forks.%m.raw" ./forks
awk -v all="$(blocks all.raw)" -v told="$(blocks forks.*.raw)" 'BEGIN { exit told < 10 * all || told > 30 * all }' ||
    fail "2,000 children tell of $(blocks forks.*.raw) blocks, of which 100 have $(blocks all.raw)"

# many samples of few stays are alike, which their ranges do not know
sed 's/i < 2; i++/i < 10000; i++/; s/ 2000;/ 100;/' short.c >long.c
"$pep_cc" -fpep=subpaths -fpep-how=duplicated -O1 -o long long.c && PEP_INTERVAL=20 PEP_PROFILE=long.raw ./long || exit 1
"$pep" subpaths long long.raw | grep -q '^Ranges are too narrow: the samples come from [0-9]* stays in' || fail "no word of few stays"
"$pep" subpaths short short.*.raw | grep 'too narrow' && fail "a word of few stays, where there are many"

# a run without a sample has nothing to show, but was built to
PEP_INTERVAL=1000000000 PEP_PROFILE=empty.raw ./drawn
"$pep" subpaths drawn empty.raw 2>&1 | grep -q ': the run was too short for a sample;' || fail "no word of a run too short"
"$pep" subpaths empty.raw 2>&1 | grep -q ', or ran too short for a sample$' || fail "it says how it was built, which nobody knows"
"$pep" report drawn empty.raw | grep -qx 'no subpath was recorded' || fail "pep report takes it for another profile"

# where none begins
cat >labels.c <<'END'
void **kept;
int run(const unsigned char *p, int n)
{
    static void *table[] = {&&more, &&stop};
    kept = table;
    goto *kept[*p];
more:
    goto *kept[--n == 0];
stop:
    return n;
}
int main(void)
{
    return run((const unsigned char *)"", 9);
}
END
"$pep_cc" -fpep=subpaths -O2 -o labels labels.c || exit 1
"$pep" doctor labels | grep -q '  run: .*; no subpath begins in it$' || fail "the doctor does not tell where none begins"

# other verbs say where to look
"$pep" report spin.raw | grep -q "'pep subpaths' lists them" || fail "no word of pep subpaths"
"$pep" subpaths -n0 nowhere >/dev/null 2>&1 && fail "a profile that is not there"
echo "$failed failed"
[ "$failed" -eq 0 ]
