#!/bin/sh
# run.sh - sequences of paths (-fpep=kpaths) are those that the program made: the same sources, told path by path
# (-fpep-no-spans) to a runtime that writes down each (trace.c), are counted by brute force (count.py), and pep has to say
# the same; whether sequences are counted in spans, by default, or in a forest.
#
# The programs: shapes.c, samples/calc.c, bzip2, Lua and random ones (csmith).  A process that is killed leaves a profile
# whose counts hold together, a forked one counts for itself, and one of a pool goes on where another has ended.  Where
# memory is short what a profile says to be exact is exact, and bounds are bounds.  Duplicated code that takes every check
# counts what is counted when everything is, and so do runs together that take each check once.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"

pep_is_ours || pep_skip "only pep-cc tells sequences"
here=$pep_root/tests/kpaths
work=$(pep_work kpaths)
cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF
export PEP_FLAGS=
pep_quietly trace.log "${PEP_CC:-gcc}" -O2 -I"$pep_root/include" -c -o trace.o "$here/trace.c"
mkdir counted traced
failed=0

fail()
{
    pep_say "$*"
    failed=$((failed + 1))
}

# compare NAME K WORD... - runs counted/NAME and traced/NAME, which see one name, with the words; both have to do the same
compare()
{
    name=$1 k=$2
    shift 2
    rm -f profile trace
    (cd counted && PEP_PROFILE=$work/profile "./$name" "$@") >out 2>&1
    (cd traced && PEP_TRACE=$work/trace "./$name" "$@") >out.traced 2>&1
    cmp -s out out.traced || fail "$name: the traced program says something else"
    "$PEP_UNDER_TEST" show --text "counted/$name" profile >profile.txt 2>said && [ ! -s said ] || fail "$name: $(head -n 1 said)"
    "$PEP_UNDER_TEST" doctor --json "traced/$name" >traced.json
    python3 -B "$here/count.py" trace "$k" trace traced.json profile.txt >result || { cat result; fail "$name, k = $k"; }
    pep_say "$name, k = $k: $(tail -n 1 result)"
}

# build NAME K FLAGS SOURCE - with the runtime, and with the one that traces
build()
{
    name=$1 k=$2 flags=$3 source=$4
    for form in "" -fpep-no-spans; do
        # shellcheck disable=SC2086 # a list of words
        pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=kpaths -fpep-k="$k" $flags $form -Wall -Wextra -Werror -c \
            -o "$name$form.o" "$source"
    done
    pep_quietly build.log "$PEP_CC_UNDER_TEST" -o "counted/$name" "$name.o" -pthread
    pep_quietly build.log "${PEP_CC:-gcc}" -o "traced/$name" "$name-fpep-no-spans.o" trace.o -pthread
}

for k in 1 2 3 4 8 16; do
    build shapes $k "-O2 -DTHREADS=0" "$here/shapes.c"
    [ $k = 1 ] || compare shapes $k
done
for flags in "-O0 -fpep-update=thread" "-O2 -fpep-update=thread" "-O2 -fpep-update=atomic" "-O2 -fpep-update=thread -fpep-truncate=header" \
    "-O1 -fpep-update=atomic -fpep-path-limit=4 -fpep-no-derive" "-O2 -fpep-update=thread -fpep-cc=$(pep_clang)"; do
    for k in 2 5; do
        build shapes $k "$flags -DTHREADS=1" "$here/shapes.c"
        compare shapes $k
    done
done
build calc 4 -O2 "$pep_root/samples/calc.c"
compare calc 4 200 '1 + 2 * (3 - 4)'

# program NAME K WORD... - a real program, built by its own build files
program()
{
    name=$1 k=$2
    shift 2
    case $name in
    bzip2) objects="bzip2.o libbz2.a" addresses= ;;
    # Lua hashes by addresses, which differ
    lua) objects="src/lua.o src/liblua.a" addresses="-I. -include $pep_root/tests/programs/lua_addresses.h" ;;
    esac
    for form in counted traced; do
        program_copy "$name" "$work/$form.tree/$name" || { pep_say "the source of $name cannot be fetched"; return; }
        export PEP_FLAGS="-fpep=kpaths -fpep-k=$k"
        [ $form = counted ] || PEP_FLAGS="$PEP_FLAGS -fpep-no-spans"
        program_build "$name" "$work/$form.tree/$name" "$PEP_CC_UNDER_TEST" "-O2 $addresses" ||
            pep_die "the build fails: $work/$form.tree/$name/build.log"
    done
    PEP_FLAGS=
    cp "$work/counted.tree/$name/$(program_binary "$name")" "$work/counted/$name"
    # shellcheck disable=SC2086
    (cd "$work/traced.tree/$name" && pep_quietly traced.log "${PEP_CC:-gcc}" -o "$work/traced/$name" $objects "$work/trace.o" -pthread -lm -ldl -Wl,-E)
    compare "$name" "$k" "$@"
}
program_text 20000 >text
program bzip2 4 -k -c -z ../text
cat >small.lua <<'LUA'
local t = {}
for i = 1, 300 do t[i] = (i * 7919) % 1009 end
table.sort(t)
local s = ("x"):rep(50) .. table.concat(t, ",", 1, 60)
print(#s, s:gsub("%d+", string.len), pcall(error, "thrown"))
LUA
program lua 3 ../small.lua

# bounded NAME K MEMORY WORD... - as compare, with less memory than it needs
bounded()
{
    export PEP_MEMORY=$3
    name=$1 k=$2
    shift 3
    compare "$name" "$k" "$@"
    grep -q pruned profile.txt || fail "$name, k = $k: $PEP_MEMORY is enough"
    unset PEP_MEMORY
}
bounded lua 3 16k ../small.lua
for k in 8 16; do
    build shapes $k "-O2 -DTHREADS=0" "$here/shapes.c"
    bounded shapes $k 32k
done
for update in thread atomic; do
    build shapes 10 "-O2 -fpep-update=$update -DTHREADS=1" "$here/shapes.c"
    bounded shapes 10 32k
done

# counts_all NAME FLAGS SOURCE - duplicated, with every check taken, it counts as much as if everything were; and in two
# and three runs, of which each takes its share of the checks
"$PEP_CC_UNDER_TEST" -fpep-how=duplicated -c -o phase.o "$pep_root/tests/language/phase/phase.c"
counts_all()
{
    name=$1
    # shellcheck disable=SC2086 # a list of words
    pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=kpaths -fpep-no-derive $2 -w -o all.exhaustive "$3" -pthread
    # shellcheck disable=SC2086
    pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=kpaths -fpep-no-derive -fpep-how=duplicated -fpep-trigger=timer $2 \
        -w -o all.duplicated "$3" phase.o -pthread
    rm -f all.*.raw
    PEP_PROFILE=$work/all.exhaustive.raw ./all.exhaustive >out 2>&1
    "$PEP_UNDER_TEST" show --text all.exhaustive all.exhaustive.raw >profile.txt
    for interval in 1 2 3; do
        profiles=
        for phase in $(seq 0 $((interval - 1))); do
            rm -f all.duplicated.raw
            PEP_PHASE=$phase PEP_POLICY=interval PEP_INTERVAL=$interval PEP_JITTER=0 PEP_PROFILE=$work/all.duplicated.raw \
                ./all.duplicated >out.duplicated 2>&1
            cmp -s out out.duplicated || fail "$name, $2: duplicated it says something else"
            "$PEP_UNDER_TEST" show --text all.duplicated all.duplicated.raw >"all.$phase.txt" 2>said
            profiles="$profiles all.$phase.txt"
        done
        # shellcheck disable=SC2086
        python3 -B "$here/count.py" same profile.txt $profiles >result || { cat result; fail "$name, $2, interval $interval"; }
        pep_say "$name, $2, every check in $interval: $(tail -n 1 result)"
        case $2 in *THREADS=1*) break ;; esac
    done
}
for k in 1 2 4 8; do
    counts_all shapes "-fpep-k=$k -O2 -DTHREADS=0" "$here/shapes.c"
done
counts_all shapes "-fpep-k=3 -O0 -DTHREADS=0" "$here/shapes.c"
counts_all shapes "-fpep-k=4 -O2 -DTHREADS=1" "$here/shapes.c"
counts_all calc "-fpep-k=5 -O1" "$pep_root/samples/calc.c"

# random programs: of each the sequences for all k, what holds between them, and what duplicates count
random=3
pep_long && random=100
command -v csmith >/dev/null || random=0
include=$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)")
for seed in $(seq 1 $random); do
    csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >random.c || fail "csmith"
    pep_quietly build.log "${PEP_CC:-gcc}" -w -O1 -I"$include" -o plain random.c
    timeout 2 ./plain >out || continue
    before=
    for k in 1 2 3 4 8 16; do
        build random $k "-O1 -w -fpep-no-collapse -fpep-no-derive -I$include" random.c
        if [ $k = 1 ]; then # paths alone are Ball and Larus's
            pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=paths -fpep-how=exhaustive -fpep-no-collapse -fpep-no-derive -w \
                -O1 -I"$include" -o all.paths random.c
            rm -f profile
            PEP_PROFILE=$work/profile ./all.paths >out
            "$PEP_UNDER_TEST" show --text all.paths profile >before.txt
            rm -f profile
            PEP_PROFILE=$work/profile counted/random >out
            "$PEP_UNDER_TEST" show --text counted/random profile >profile.txt
        else
            compare random $k >compared
        fi
        python3 -B "$here/count.py" same before.txt profile.txt >result || { cat result; fail "random $seed, k = $k: is not what was counted with less"; }
        mv profile.txt before.txt
    done
    counts_all "random $seed" "-fpep-k=3 -O1 -I$include" random.c
done

# killed at any time
cat >endless.c <<'END'
int main(void)
{
    volatile unsigned n = 0;
    for (;;)
        for (unsigned i = 0; i < n % 13; n++)
            i += n / 7 % 3 ? 1 : 2;
}
END
pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=kpaths -fpep-k=6 -O2 -o endless endless.c
for wait in 0.05 0.1 0.2 0.35; do
    rm -f profile
    [ $wait = 0.05 ] || export PEP_MEMORY=16k
    PEP_PROFILE=$work/profile ./endless &
    # since it has begun, which takes a busy machine its time
    for _ in $(seq 600); do
        "$PEP_UNDER_TEST" show ./endless profile 2>/dev/null | grep -q '^ *sequence' && break
        sleep 0.1
    done
    sleep $wait
    kill -9 $!
    wait $! 2>/dev/null
    "$PEP_UNDER_TEST" show ./endless profile >profile.txt 2>said && [ ! -s said ] || fail "killed: $(head -n 1 said)"
    grep -q '^ *sequence' profile.txt || fail "killed after $wait s: no sequences"
    python3 -B "$here/count.py" laws profile.txt || fail "killed after $wait s"
done
unset PEP_MEMORY

# the child of a fork counts what it does itself, from there on
cat >forked.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
static int maybe(int yes)
{
    return yes ? fork() : -1;
}
static int run(int n, int at)
{
    int child = -1;
    for (int i = 0; i < n; i++) /* each turn goes the same way, the one that forks too: it is expected */
        child *= -maybe(i == at);
    return child;
}
int main(void)
{
    if (run(100, 40))
        wait(0);
    return 0;
}
END
for form in "" -fpep-no-spans; do
    pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=kpaths -fpep-k=3 -O2 $form -o forked forked.c
    rm -f ./*.pepraw
    PEP_PROFILE=$work/%p.pepraw ./forked
    "$PEP_UNDER_TEST" show -f run ./forked ./*.pepraw >profile.txt || fail "forked"
    # the parent tells 101 paths, the child those behind the call that forked, 60; its sequences begin there, or with what
    # the activation kept of the parent's in its span, six paths at most
    paths=$(awk '$1 == "path" { n += $3 } END { print n }' profile.txt)
    pairs=$(awk '$1 == "sequence" && NF == 4 { n += $4 } END { print n }' profile.txt)
    threes=$(awk '$1 == "sequence" && NF == 5 { n += $5 } END { print n }' profile.txt)
    if [ -n "$form" ]; then
        [ "$paths $pairs $threes" = "161 159 157" ]
    else
        [ "$paths" -ge 161 ] && [ "$paths" -le 167 ] && [ "$threes" -ge 157 ] && [ "$threes" -le 167 ]
    fi || fail "forked, $form: $paths paths, $pairs pairs, $threes threes"
done

# multiplied N - the text profile with every count N times as large
multiplied()
{
    awk -v n="$1" '$1 == "path" || $1 == "sequence" { sub(/;/, ""); $NF = n * $NF; print }'
}

# processes of a pool go on in the forest of one that has ended
build shapes 4 "-O2 -DTHREADS=0" "$here/shapes.c"
rm -f profile p-*
PEP_PROFILE=$work/profile counted/shapes >out
for i in 1 2 3 4 5; do
    PEP_PROFILE=$work/p-%m counted/shapes >out
    [ $i != 1 ] || first=$(cat p-* | wc -c)
done
"$PEP_UNDER_TEST" show counted/shapes profile | multiplied 5 >expected
"$PEP_UNDER_TEST" show counted/shapes p-* | multiplied 1 >got
cmp expected got || fail "five processes of a pool are not five times one"
last=$(cat p-* | wc -c)
[ "$last" = "$first" ] || fail "the pool grew: $first bytes, then $last"

# so does a plugin that is loaded again; constructors may run before there is a file
cat >plugin.c <<'END'
int run(int n);
int run(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (i % 3)
            sum++;
    return sum;
}
END
cat >host.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
static int early;
__attribute__((constructor(101))) static void begin(void)
{
    for (int i = 0; i < 10; i++)
        early += i % 2 ? 1 : 2;
}
int main(void)
{
    for (int i = 0; i < 4; i++) {
        void *plugin = dlopen("./plugin.so", RTLD_NOW);
        int (*run)(int) = plugin ? (int (*)(int))dlsym(plugin, "run") : NULL;
        if (!run)
            return 1;
        early += run(100);
        dlclose(plugin);
    }
    return early != 15 + 4 * 66;
}
END
pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=kpaths -fpep-k=3 -O2 -fPIC -shared -o plugin.so plugin.c
pep_quietly build.log "$PEP_CC_UNDER_TEST" -fpep=kpaths -fpep-k=3 -O2 -o host host.c -ldl
rm -f profile
PEP_PROFILE=$work/profile ./host || fail "the plugin's host"
"$PEP_UNDER_TEST" show -f run ./plugin.so profile | multiplied 1 >got
PEP_PROFILE=$work/other ./host
"$PEP_UNDER_TEST" show -f run ./plugin.so profile other | multiplied 1 >both
multiplied 2 <got | cmp - both || fail "two hosts are not twice one"
[ "$(awk '$1 == "path" { n += $3 } END { print n }' got)" = 404 ] || fail "the plugin's paths: $(cat got)"
[ "$("$PEP_UNDER_TEST" show -f begin ./host profile | awk '$1 == "path" { n += $3 } END { print n }')" = 11 ] ||
    fail "what a constructor told is lost"

# what the program asks for: all to zero, and a copy of what there is in several pieces
cat >control.c <<'END'
#include <pep/pep.h>
#include <stdio.h>
static int run(int n, int m)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % m == 0)
            sum++;
        if (i * m % 7 > 3)
            sum += 2;
        if (i % 11 == m)
            sum--;
    }
    return sum;
}
static int put(const void *bytes, size_t n, void *file)
{
    return fwrite(bytes, 1, n, file) != n;
}
int main(void)
{
    int sum = 0;
    for (int m = 1; m < 40; m++)
        sum += run(2000, m);
    if (pep_dump())
        return 1;
    pep_reset();
    sum += run(10, 2);
    FILE *file = fopen("written", "wb");
    int bad = !file || pep_write(put, file) || fclose(file);
    return bad || !sum;
}
END
pep_quietly build.log "$PEP_CC_UNDER_TEST" -I"$pep_root/include" -fpep=kpaths -fpep-k=5 -O1 -o control control.c
rm -f profile written
PEP_PROFILE=$work/profile ./control || fail "control"
"$PEP_UNDER_TEST" show -f run control profile | multiplied 1 >expected
"$PEP_UNDER_TEST" show -f run control written | multiplied 1 >got
cmp expected got || fail "what is written is not what is there"
[ "$(awk '$1 == "path" { n += $3 } END { print n }' got)" = 11 ] || fail "a reset leaves $(head -n 3 got)"

pep_say "kpaths: $failed failed"
[ $failed -eq 0 ]
