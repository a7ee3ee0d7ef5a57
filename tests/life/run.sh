#!/bin/sh
# run.sh BUILD_DIR [TEST...] - the runtime through the life of processes: one line a test, exit code 1 where one fails.
# Each test is a function test_NAME; it fails by a command that fails, and skips itself by `skip REASON`.
set -u
[ $# -ge 1 ] || { echo "usage: run.sh BUILD_DIR [TEST...]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
rt=$(cd "$1" && pwd)/lib/pep
root=$here/../..
shift
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-life.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
bin=$work/bin
mkdir "$bin"
unset PEP_PROFILE PEP_OFF PEP_VERBOSE
unset PEP_MEMORY PEP_LENGTHS PEP_SAMPLE PEP_ENCODING PEP_AGING
unset PEP_TICK PEP_SAMPLES PEP_STRIDE PEP_POLICY PEP_SKIP PEP_TRIGGER PEP_INTERVAL PEP_COUNTER PEP_BURST
export PEP_JITTER=0 # distances are equal but where a test wants others
export PEP_SEED=0   # and each run draws the same
CC=${CC:-cc}

# build NAME SOURCE FLAGS... - the references of units are weak: -u brings the runtime in, as pep-cc does
build() {
  name=$1 source=$2
  shift 2
  $CC -O1 -g -Wall -I"$root/include" -I"$here" -o "$bin/$name" "$here/$source" "$@" -Wl,-u,pep_unit_register "$rt/libpep_rt.a" -pthread
}
build_all() {
  $CC -O1 -Wall -I"$root/include" -o "$bin/rawsum" "$here/rawsum.c" || return 1
  $CC -O1 -Wall -o "$bin/deny" "$here/deny.c" || return 1
  build library-a.so library.c -shared -fPIC || return 1
  build library-b.so library.c -shared -fPIC -DKEY=0x2b || return 1
  build library-c.so library.c -shared -fPIC -DKEY=0x1b || return 1
  for name in end fork fork-threads fork-loader spawn threads constructors closed-fds handler steps paths pool control moves plugins values targets cancel keys fold; do
    build $name $name.c || return 1
  done
  build threads-atomic threads.c -DATOMIC || return 1
  for way in 0 1 2; do
    build subpaths-$way subpaths.c -DWAY=$way || return 1
    $CC -O1 -Wall -I"$root/include" -I"$here" -o "$bin/subpaths-bare-$way" "$here/subpaths.c" -DWAY=$way \
      -Wl,-u,pep_unit_register "$rt/libpep_rt_bare.a" -pthread || return 1
    build subpaths-$way.so subpaths.c -shared -fPIC -DPLUGIN -DKEY=0xd1 -DWAY=$way || return 1
  done
  build end-static end.c -static || return 1
  build threads-static threads.c -static || return 1
  build threads-sanitized threads.c -fsanitize=thread 2>/dev/null || rm -f "$bin/threads-sanitized"
  build constructors-static constructors.c -static -DSTATIC || return 1
  build targets-no-pie targets.c -no-pie || return 1
  build targets-static targets.c -static 2>/dev/null || return 1
  build targets-static-pie targets.c -static-pie 2>/dev/null || return 1
  $CC -O1 -Wall -I"$root/include" -I"$here" -no-pie -o "$bin/targets-bare" "$here/targets.c" \
    -Wl,-u,pep_unit_register "$rt/libpep_rt_bare.a" -pthread || return 1
  # without a runtime, as a program's plugins often are
  $CC -O1 -Wall -I"$root/include" -I"$here" -shared -fPIC -o "$bin/library-d.so" "$here/library.c" || return 1
  build linked linked.c "$bin/library-a.so" || return 1
  build room room.c -Wno-prio-ctor-dtor || return 1
  build room.so room.c -Wno-prio-ctor-dtor -shared -fPIC -DLIBRARY || return 1
  build library-sampled.so library-sampled.c -shared -fPIC || return 1
  for name in points deal registers disturb ticks checks contexts outrun; do
    build $name $name.c || return 1
  done
  build points-counted points.c -DCOUNTS_DOWN || return 1
  build points-calls points.c -DEVENT=PEP_UNIT_CALLS || return 1
  build checks-counted checks.c -DCOUNTS_DOWN || return 1
  build ticks-static ticks.c -static 2>/dev/null || return 1
  build old-runtime odd.c -DVERSION=99 || return 1
  build unaligned odd.c || return 1
  $CC -O1 -Wall -I"$root/include" -I"$here" -o "$bin/without" "$here/end.c" || return 1
  $CC -O1 -Wall -I"$root/include" -I"$here" -o "$bin/bare" "$here/control.c" -Wl,-u,pep_unit_register \
    "$rt/libpep_rt_bare.a" || return 1
  $CC -O1 -Wall -I"$root/include" -I"$here" -o "$bin/points-bare" "$here/points.c" -Wl,-u,pep_unit_register \
    "$rt/libpep_rt_bare.a" || return 1
  $CC -O1 -Wall -I"$root/include" -I"$here" -o "$bin/counted-bare" "$here/points.c" -DCOUNTS_DOWN \
    -Wl,-u,pep_unit_register "$rt/libpep_rt_bare.a" || return 1
}

skip() { echo "$*" >"$work/skipped"; exit 0; }
# expect TEXT COMMAND... - the command's output is the text, line for line
expect() {
  wanted=$1
  shift
  got=$("$@" 2>&1)
  [ "$got" = "$wanted" ] && return 0
  printf 'wanted:\n%s\ngot from %s:\n%s\n' "$wanted" "$*" "$got"
  return 1
}
# code NUMBER COMMAND... - the command exits with the number; its standard error goes to the file err
code() {
  wanted=$1
  shift
  "$@" 2>err
  got=$?
  [ "$got" = "$wanted" ] && return 0
  echo "wanted exit code $wanted, got $got from $*"
  return 1
}
quiet() { ! grep -v -E '^(Aborted|Terminated|Killed|Segmentation fault)' err; }
# said REASON - exactly one line on standard error, with the reason
said() {
  [ "$(wc -l <err)" = 1 ] && grep -q "^pep: .*$1" err || { echo "not one line with $1:"; cat err; return 1; }
}
files() { ls -A | grep -v '^err$' | wc -l; }
rawsum() { "$bin/rawsum" "$@"; }
# of_site SITE FILE... - all counts of its values
of_site() { site=$1 && shift && rawsum "$@" | awk -v site="$site" '$2 == site { n += $4 } END { print n + 0 }'; }
# await CONDITION - until the shell command holds; how long that takes is the machine's affair
await() {
  tries=0
  until eval "$1" >/dev/null 2>&1; do
    [ $((tries += 1)) -le 10000 ] || { echo "in vain: $1"; return 1; }
  done
}
# killed SECONDS CONDITION COMMAND... - the command is killed that long after the condition holds
killed() {
  pause=$1 condition=$2
  shift 2
  "$@" & pid=$!
  await "$condition"
  holds=$?
  sleep $pause
  kill -9 $pid
  wait $pid 2>/dev/null
  return $holds
}
end_counts='e1 0 7
e1 2 1
e1 f1 1000 5'

ends() { code "$2" "$bin/end" "$1" && quiet && expect "$end_counts" rawsum end.*.pepraw && expect "1 $3 0" rawsum -h end.*; }
test_exit() { ends exit 3 1; }
test__exit() { ends _exit 3 0; }
test_quick_exit() { ends quick-exit 3 0; }
test_abort() { (ulimit -c 0; ends abort 134 0); }
test_sigterm() { ends sigterm 143 0; }
test_sigkill() { ends sigkill 137 0; }
test_sigsegv() { (ulimit -c 0; ends sigsegv 139 0); }
test_off() { PEP_OFF=1 code 3 "$bin/end" && quiet && [ "$(files)" = 0 ]; }
test_no_runtime() { code 3 "$bin/without" && quiet && [ "$(files)" = 0 ]; }

test_fork() {
  code 0 "$bin/fork" && quiet && [ "$(files)" = 3 ] || return 1
  for f in fork.*; do rawsum $f | grep -v ' f0 [0-9]* 1$' | tr '\n' ';'; rawsum -t $f; done | sort >sums
  expect "f0 0 2;f0 f0 5 2;f1 0 3;307
f0 1 1;f1 1 2;6
f0 3 1;1" cat sums
}
# Other threads count, attach and end while one forks again and again.
test_fork_threads() {
  "$bin/fork-threads" >wanted && expect "$(cat wanted)" rawsum -t fork-threads.* && [ "$(files)" = 42 ] || return 1
  rm wanted
  for f in fork-threads.*; do rawsum $f | sed -n '/^ff 1 /p'; done | sort | uniq -c >sums
  expect '     40 ff 1 100' cat sums
}
# Of the loader nothing is asked in a child: its lock may be that of a thread which is not there.
test_fork_in_loader() {
  for name in p.%m.pepraw m.%p.pepraw; do
    PEP_PROFILE=$name code 0 timeout -s KILL 10 "$bin/fork-loader" && quiet && expect 2 rawsum -t [mp].* || return 1
    rm -f [mp].*
  done
}
spawns() {
  code "$2" "$bin/spawn" "$1" "$bin/end" exit && quiet && expect "$end_counts" rawsum end.*.pepraw &&
    expect "$3" rawsum spawn.*.pepraw && [ "$(files)" = 2 ]
}
test_exec() { spawns exec 3 '5a 0 1'; }
test_vfork_exec() { spawns vfork-exec 0 '5a 0 2
5a 1 1'; }
test_posix_spawn() { spawns posix-spawn 0 '5a 0 2'; }
test_popen() { spawns popen 0 '5a 0 2'; }
test_daemon() {
  code 0 "$bin/spawn" daemon x x && quiet || return 1
  await '[ "$(rawsum -t spawn.*)" = 2 ]'
  expect '5a 0 1
5a 1 1' rawsum spawn.*.pepraw && [ "$(files)" = 2 ]
}
# The second image of a process whose name is fixed counts beside the first one.
test_exec_same_name() {
  PEP_PROFILE=same.pepraw code 3 "$bin/spawn" exec "$bin/end" exit && quiet && [ "$(files)" = 1 ] &&
    expect "5a 0 1
$end_counts" rawsum same.pepraw
}

test_64_threads() {
  code 0 "$bin/threads" 64 1 10000 && quiet && expect '7d 0 640000' sh -c "$bin/rawsum threads.* | head -1" &&
    expect 1280130 rawsum -t threads.*
}
test_64_threads_atomic() {
  code 0 "$bin/threads-atomic" 64 1 5000 && quiet && expect 640130 rawsum -t threads-atomic.*
}
# The runtime opens files where the host has no cancellation point, and may hold a lock.
test_thread_cancelled() {
  code 0 timeout 20 "$bin/cancel" && quiet && expect 2808 rawsum -t cancel.*
}
# Threads that come one after the other count in the same places.
test_thread_exit() {
  code 0 "$bin/threads" 3 200 50 && quiet && expect 61202 rawsum -t threads.* && [ "$(rawsum -s threads.*)" -le 10 ]
}
# A segment that goes from thread to thread is no race.
test_threads_sanitized() {
  [ -x "$bin/threads-sanitized" ] || skip "the compiler has no ThreadSanitizer"
  code 0 "$bin/threads-sanitized" 3 20 50 && quiet && expect 6122 rawsum -t threads-sanitized.*
}
# What makes room for a key's value may count.
test_threads_keys() {
  code 0 "$bin/keys" && quiet && rawsum keys.* >sums && grep -x '6b 1 20' sums && grep -x '6b f2 5 20' sums &&
    [ "$(rawsum -s keys.*)" -le 6 ]
}
test_threads_outlive_main() {
  for i in 1 2 3 4 5; do
    code 0 "$bin/threads" 4 1 0 detach && quiet || return 1
    [ "$(rawsum -t threads.*)" -gt 1000 ] || return 1
    rm threads.*
  done
}
test_constructors() {
  code 0 "$bin/constructors" && quiet && expect 'c0 0 1
c0 1 1
c0 2 1
c0 3 1
c0 4 1
c0 5 1
c0 f0 6 1
c1 0 1
c1 5 1' rawsum constructors.*
}
test_static() {
  code 3 "$bin/end-static" && quiet && expect "$end_counts" rawsum end-static.* &&
    expect "$bin/end-static" rawsum -m end-static.* &&
    code 0 "$bin/threads-static" 8 2 1000 && quiet && expect 32034 rawsum -t threads-static.* &&
    code 0 "$bin/constructors-static" && quiet && expect 9 rawsum -t constructors-static.*
}
test_linked_library() {
  code 0 "$bin/linked" && quiet && [ "$(files)" = 1 ] && expect '11 0 1
1b 1 4
1b f0 9 4
11b 1 4' rawsum linked.* && expect "$bin/library-a.so
$bin/linked" rawsum -m linked.* && expect '1 1 0' rawsum -h linked.*
}
test_dlopen_dlclose() {
  code 0 "$bin/plugins" 100 "$bin/library-a.so" && quiet && [ "$(files)" = 1 ] && expect '11b 1 200
1b 1 200
1b f0 9 200
d1 0 100' sh -c "$bin/rawsum plugins.* | LC_ALL=C sort" || return 1
  # what the first copy left, each later one takes over
  [ "$(rawsum -s plugins.*)" -le 6 ] && rm plugins.* && code 0 "$bin/plugins" -100 "$bin/library-a.so" && quiet
}
test_two_libraries() {
  (cd "$bin" && cp library-c.so "$OLDPWD/other.so")
  code 0 "$bin/plugins" 2 ./other.so "$bin/library-a.so" "$bin/library-b.so" && quiet && [ "$(files)" = 2 ] &&
    expect '1b 1 8' sh -c "$bin/rawsum plugins.* | grep '^1b 1 '" &&
    expect '2b 1 4' sh -c "$bin/rawsum plugins.* | grep '^2b 1 '" &&
    expect "$PWD/other.so" sh -c "$bin/rawsum -m plugins.* | grep other"
}

test_closed_fds() { code 0 "$bin/closed-fds" && [ "$(files)" = 1 ] && expect 2 rawsum -t closed-fds.*; }
# Not even while the profile is set up: what the program writes to a closed standard error may not go there.
test_closed_fds_never_used() {
  code 0 "$bin/deny" low "$bin/closed-fds"
  [ "$got" != 77 ] || skip "filters are not permitted"
  [ "$got" = 0 ] && expect 2 rawsum -t closed-fds.*
}
test_signal_handler() {
  for how in single thread; do
    timeout 60 "$bin/handler" $how >wanted || return 1
    expect "$(cat wanted)" rawsum -t handler.* && [ "$(rawsum -s handler.*)" -le 6 ] || return 1
    rm handler.*
  done
}
# At each instruction of counting a handler may make the table larger, and fork, and the child goes on.
test_handler_at_each_step() {
  code 3 "$bin/steps" single small 1000 >/dev/null || { [ $got = 77 ] && skip "the processor cannot step"; return 1; }
  for how in single thread; do
    for what in small large new value; do
      n=1
      while "$bin/steps" $how $what $n >wanted; got=$?; [ $got = 0 ]; do
        read -r file total <wanted
        expect $total rawsum -t $file || { echo "$how, $what, step $n"; return 1; }
        rm -f steps.*
        n=$((n + 1))
      done
      rm -f steps.*
      [ $got = 3 ] && [ $n -gt 20 ] || { echo "$how, $what, step $n: exit code $got"; return 1; }
    done
  done
}
test_fork_in_handler() { code 0 timeout 60 "$bin/handler" forks && quiet; }
test_hash_growth() {
  code 0 "$bin/paths" 200000 3 && quiet && expect 600000 rawsum -t paths.* &&
    expect 200000 sh -c "$bin/rawsum paths.* | wc -l" && expect 1 sh -c "$bin/rawsum paths.* | awk '{print \$4}' | uniq | wc -l"
}
# What is counted while there is no descriptor goes to the file as soon as there is one.
test_hash_no_descriptors() {
  (ulimit -n 64; code 0 "$bin/paths" 100 3 closed) && quiet && expect 1300 rawsum -t paths.* && expect 1100 sh -c "$bin/rawsum paths.* | wc -l"
}
# A later process goes on with a large table, and with what was told to it last.
test_hash_pool() {
  size=''
  for i in 1 2 3; do
    PEP_PROFILE='p-%m' "$bin/paths" 100000 1 && [ "$(stat -c %s p-*)" = "${size:=$(stat -c %s p-*)}" ] || return 1
  done
  expect 300000 rawsum -t p-* && expect '100000 3' sh -c "$bin/rawsum p-* | awk '{ n[\$4]++ } END { for (c in n) print n[c], c }'"
}
# Killed in the middle of growing: nothing that was counted may be missing or there twice, but for the one that was on
# its way from those told last to its record.
test_hash_growth_killed() {
  for i in 1 2 3 4 5 6 7 8; do
    killed 0.0$i '[ "$(rawsum -t paths.*)" -gt 0 ]' "$bin/paths" 300000 100 && [ "$(files)" = 1 ] || return 1
    rawsum paths.* | awk '{ n[$4]++; sum += $3 / 2 ^ 20 }
      END { for (c in n) even = even || n[c] + n[c + 1] >= NR - 1; exit !even || sum != NR * (NR - 1) / 2 }' ||
      { echo "counts differ by more than one, or a path is missing"; return 1; }
    rm -f paths.*
  done
}

# three UNIT N - what `values few N` leaves
three() { printf "$1 v0 1 $2\n$1 v1 2 $2\n$1 v2 3 $2\n"; }
test_values() {
  for how in few killed written; do
    code $([ $how = killed ] && echo 137 || echo 0) "$bin/values" $how 100 >written && quiet &&
      expect "$(three b0 100)" rawsum values.* || return 1
    [ $how != written ] || expect "$(three b0 100)" rawsum written || return 1
    rm values.*
  done
  code 0 "$bin/values" reset 100 && quiet && expect 'b0 v0 5 100' rawsum values.*
}
# The frequent one is known exactly, and how many there were; the pages of the file are few.
test_values_many() {
  code 0 "$bin/values" many 100000 && quiet && expect 200000 rawsum -t values.* && expect 3 rawsum -s values.* &&
    expect 'b0 v3 7 100000' sh -c "$bin/rawsum values.* | grep 'v3 7 '"
}
test_values_threads() {
  code 0 "$bin/values" threads 1000 && quiet && expect "$(three b1 8000)" rawsum values.* &&
    [ "$(rawsum -s values.*)" -le 6 ]
}
test_values_fork() {
  code 0 "$bin/values" forked 100 && quiet && [ "$(files)" = 2 ] || return 1
  for f in values.*; do expect "$(three b0 100)" rawsum $f || return 1; done
}
test_values_pool() {
  for i in 1 2 3; do PEP_PROFILE=%b.%m.pepraw code 0 "$bin/values" few 100 && quiet || return 1; done
  [ "$(files)" = 1 ] && expect "$(three b0 300)" rawsum values.* && expect 3 rawsum -s values.*
}
# Who comes in the middle records elsewhere.
test_values_handler() {
  handled=$("$bin/values" handler 1000000) && [ "$handled" -gt 0 ] &&
    expect "$(three b0 1000000 | sed "1s/1000000/$((1000000 + handled))/")" rawsum values.*
}

# Subpaths: all there are of 20 turns of ten blocks, in two threads, ...
subpaths() { way=$1 && shift && code "${wanted_code-0}" "$bin/subpaths-$way" "$@" >out && quiet; }
# pairs FILE... - how often there were the subpaths of two blocks, summed up
pairs() { rawsum -b "$@" | awk 'NF == 3 { n[$2 " " $3] += $1 } END { for (p in n) print p, n[p] }' | sort -n; }
# cycle N M - pairs of N turns, and M ends of threads or processes
cycle() { for b in 0 1 2 3 4 5 6 7 8; do echo "$b $((b + 1)) $1"; done && echo "9 0 $(($1 - $2))"; }
test_subpaths() {
  subpaths 0 turns 1000 && expect "$(cycle 1000 1)" pairs subpaths-0.* && [ "$(ls *.pepraw | wc -l)" = 1 ] &&
    expect 10 sh -c "$bin/rawsum -b subpaths-0.* | awk 'NF == 17 { print (\$1 == 999 || \$1 == 998) }' | grep -c 1"
}
test_subpaths_killed() { wanted_code=137 subpaths 0 killed 1000 && expect "$(cycle 1000 1)" pairs subpaths-0.*; }
test_subpaths_threads() {
  subpaths 0 threads 1000 && expect "$(cycle 32000 32)" pairs subpaths-0.* && rm subpaths-0.* &&
    subpaths 0 one-by-one 10 && expect "$(cycle 1000 100)" pairs subpaths-0.* && expect 1 rawsum -s subpaths-0.*
}
test_subpaths_fork() {
  subpaths 0 forked 100 && [ "$(ls *.pepraw | wc -l)" = 2 ] || return 1
  for f in subpaths-0.*; do pairs $f; done | sort -n | uniq -c | awk '{ print $1, $2, $3, $4 }' >sums
  [ "$(grep -c '^1 [0-8] [0-9] 100$' sums)" = 9 ] && [ "$(grep -c '^1 [0-8] [0-9] 200$' sums)" = 9 ]
}
test_subpaths_pool() {
  for i in 1 2 3; do PEP_PROFILE=%b.%m.pepraw subpaths 0 turns 100 || return 1; done
  [ "$(ls *.pepraw | wc -l)" = 1 ] && expect "$(cycle 300 3)" pairs *.pepraw && expect 1 rawsum -s *.pepraw || return 1
  # what means something else goes elsewhere
  PEP_LENGTHS=1 PEP_PROFILE=%b.%m.pepraw subpaths 0 turns 100 && expect "$(cycle 400 4)" pairs *.pepraw &&
    expect 2 rawsum -s *.pepraw
}
test_subpaths_grow_unseen() { code 0 "$bin/subpaths-0" undisturbed 20000 && quiet; }
test_subpaths_reset() { subpaths 0 reset 100 && expect "$(cycle 100 0)" pairs subpaths-0.*; }
test_subpaths_written() {
  subpaths 0 written 100 && expect "$(cycle 100 1)" pairs out && expect "$(cycle 100 1)" pairs subpaths-0.*
}
test_subpaths_bare() {
  subpaths bare-0 written 100 && expect "$(cycle 100 1)" pairs out || return 1
  for way in 1 2; do
    subpaths bare-$way written 16000000 && [ "$(pairs out | wc -l)" = 10 ] || return 1
  done
}
test_subpaths_plugins() {
  unset PEP_JITTER
  for way in 0 1 2; do
    PEP_INTERVAL=5 subpaths $way plugins 50 "$bin/subpaths-$way.so" && [ "$(ls *.pepraw | wc -l)" = 1 ] &&
      [ "$(rawsum -s subpaths-$way.*)" -le 3 ] || return 1
    [ $way != 0 ] || expect "$(cycle 5000 50)" pairs subpaths-0.* || return 1
    [ "$(pairs subpaths-$way.* | wc -l)" -ge 3 ] || return 1
    rm *.pepraw
  done
}
# A table that grows by doubling loses nothing, not even where the process is killed; nor does it outgrow its bound.
test_subpaths_growth() {
  PEP_MEMORY=24k subpaths 0 many 3000 && rawsum -b subpaths-0.* | grep -q 'scale: 3000 [0-9]* [1-9][0-9]* 0$' || return 1
  rm subpaths-0.*
  for i in 1 2 3 4 5 6; do
    killed 0.$i 'rawsum -b subpaths-0.* | grep "^told.* scale: [0-9][0-9][0-9]"' \
      env PEP_LENGTHS=1,1,1 "$bin/subpaths-0" many 1000000000 || return 1
    # but for the last block
    rawsum -b subpaths-0.* | awk '/^told/ { told += $5; lost += $7; next } NF == 3 { n += $1 }
      END { exit !(told > 100 && !lost && told - n >= 0 && told - n <= 2) }' || { echo "counts are missing"; return 1; }
    rm -f subpaths-0.*
  done
}
# No subpath has a hole where a handler came, whatever it interrupted.
test_subpaths_handler() {
  for way in 0 1 2; do
    PEP_INTERVAL=11 subpaths $way handler 300000 && [ "$(cat out)" -gt 0 ] || return 1
    pairs subpaths-$way.* | awk '$1 < 10 && $2 < 10 && $2 != ($1 + 1) % 10 || $1 >= 100 && $2 >= 100 && $2 != $1 + 1 &&
      !($1 == 104 && $2 == 100) || $1 < 10 && $2 > 100 || $1 >= 100 && $1 < 104 && $2 < 10 { print "a hole:", $0 }' >holes
    expect '' cat holes || return 1
    rm subpaths-$way.*
  done
}
# Threads are heard one beside the other, as many subpaths of all as there should be, and each hears itself alone; but
# where all blocks of 32 threads count one word down, a few have a hole.
test_subpaths_sampled() {
  for way in 1 2; do
    PEP_INTERVAL=97 PEP_STRIDE=8 subpaths $way threads 20000 && [ "$(rawsum -s subpaths-$way.*)" -le 33 ] || return 1
    pairs subpaths-$way.* | awk -v way=$way '{ all += $3; if ($2 != ($1 + 1) % 10) holes += $3 }
      END { exit !(all > (way == 1 ? 12000 : 2000) && holes <= all / 300) }' ||
      { echo "too few, or holes"; pairs subpaths-$way.*; return 1; }
    rm subpaths-$way.*
  done
}
# The same run gives the same profile, where it draws the same; else another one.
test_subpaths_same() {
  for way in 1 2; do
    for i in 1 2; do
      PEP_INTERVAL=97 subpaths $way turns 20000 && rawsum -b subpaths-$way.* >run-$i && rm subpaths-$way.* || return 1
    done
    [ -s run-1 ] && cmp run-1 run-2 || return 1
    (unset PEP_SEED && PEP_JITTER=96 PEP_INTERVAL=97 subpaths $way turns 20000) && rawsum -b subpaths-$way.* >run-2 &&
      rm subpaths-$way.* && ! cmp -s run-1 run-2 || return 1
  done
}
# What is told while the program pauses is not heard.
test_subpaths_paused() {
  PEP_INTERVAL=11 subpaths 1 paused 1000 && [ "$(pairs subpaths-1.* | wc -l)" -ge 10 ] &&
    expect '' sh -c "$bin/rawsum -b subpaths-1.* | awk 'NF == 3 && \$3 != (\$2 + 1) % 10'"
}
# Killed in the middle of thinnings: what the file says is sound, and not little.
test_subpaths_thinning_killed() {
  for i in 1 2 3 4 5 6 7 8; do
    for sample in concise hold; do
      killed 0.00$i 'rawsum -b subpaths-1.* | grep "^told.* [1-9][0-9]*$"' \
        env PEP_SAMPLE=$sample PEP_MEMORY=24k PEP_INTERVAL=3 PEP_LENGTHS=1 "$bin/subpaths-1" many 1000000000 || return 1
      rawsum -b subpaths-1.* >all && [ "$(wc -l <all)" -gt 20 ] || return 1
      rm -f subpaths-1.*
    done
  done
}
# A thread sleeps while it is heard: the checks of others go on being counted, and each eleventh is taken.
test_subpaths_sleeper() {
  PEP_INTERVAL=11 PEP_STRIDE=1 PEP_LENGTHS=1 subpaths 2 sleeper 44000 &&
    pairs subpaths-2.* | awk '{ n += $3 } END { print n; exit !(n > 39000 && n < 41000) }'
}
# What a sort calls back leaves it by longjmp: who is met higher on the stack is not part of the sort.
test_subpaths_jumps() {
  unset PEP_JITTER
  PEP_INTERVAL=7 PEP_STRIDE=1 PEP_LENGTHS=1 subpaths 2 jumps 20000 &&
    pairs subpaths-2.* | awk '{ n += $3 } $1 < 10 && $2 >= 100 { print "a hole:", $0; n = 0; exit } END { exit !(n > 30000) }'
}
test_subpaths_off() { PEP_OFF=1 subpaths 0 turns 10 && PEP_OFF=1 subpaths 1 turns 10 && [ "$(ls *.pepraw 2>/dev/null)" = '' ]; }

# resolved FILE... - targets by their names: lines "UNIT vSITE FILE NAME COUNT", where one is in a file but not at the
# begin of a function "FILE:ADDRESS", in no file "?"
resolved() {
  rawsum -c "$@" >raw || return 1
  cut -d ' ' -f 3 raw | sort -u | while read -r file; do
    [ "$file" != '?' ] || continue
    # addresses count from the first segment's; of an executable that is not moved it is not 0
    first=$(readelf -lW "$file" | awk '$1 == "LOAD" && !n++ { print $3 }')
    { nm "$file"; nm -D "$file"; } 2>/dev/null | sed 's/@.*//' | while read -r address kind name; do
      case $kind in [TtWi]) printf '%s %x %s\n' "${file##*/}" $((0x$address - first)) "$name" ;; esac
    done | grep -E ' (mine|mine_too|qsort|library_work)$' || return 1
  done | sort -u >names
  awk 'FILENAME == "names" { name[$1, $2] = $3; next }
    { sub(".*/", "", $3); what = $3 == "?" ? "?" : $3 " " (($3, $4) in name ? name[$3, $4] : "at " $4) }
    { sum[$1 " " $2 " " what] += $5 } END { for (key in sum) print key, sum[key] }' names raw | LC_ALL=C sort
}
libc=$(ldd "$(command -v ls)" | sed -n 's/.*\/\(libc\.[^ ]*\) .*/\1/p')
# mine UNIT N [PROGRAM [FILE]] - what `targets own` leaves; foreign: and `targets foreign`, whose qsort is in the file
mine() { printf "$1 v0 ${3-targets} mine $2\n$1 v1 ${3-targets} mine_too $2\n"; }
foreign() { mine "$@"; printf "$1 v2 ${4-$libc} qsort $2\n"; }
targets() { code 0 "$bin/$program" "$@" >out && quiet; }
test_targets() {
  for program in targets targets-no-pie; do
    targets foreign && expect "$(foreign b4 100 $program)" resolved $program.* && expect 1 sh -c "$bin/rawsum -m $program.* |
      grep -c '^$bin/$program$'" || return 1
  done
  for program in targets-static targets-static-pie; do
    targets foreign && expect "$(foreign b4 100 $program $program)" resolved $program.* || return 1
  done
}
test_targets_nowhere() {
  program=targets
  targets nowhere && expect 'b4 v0 ? 100
b4 v1 ? 100' resolved targets.* && expect "$bin/targets" rawsum -m targets.* && rm targets.* &&
    targets many && resolved targets.* | grep -v v0 >sums && expect 'b4 v1 targets mine_too 100
b4 v2 ? 100' cat sums
}
# Each copy of a library has the name of its file, with a runtime and without; where another one with a runtime was
# before, too.
test_targets_plugins() {
  program=targets
  targets plugins "$bin/library-a.so" "$bin/library-a.so" "$bin/library-b.so" "$bin/library-d.so" "$bin/library-d.so" &&
    expect 'b4 v0 library-a.so library_work 200
b4 v0 library-b.so library_work 100
b4 v0 library-d.so library_work 200' resolved targets.* || return 1
  # or it shows nothing
  [ "$(sort -u out | wc -l)" -lt 5 ]
}
test_targets_fork() {
  program=targets
  targets forked && [ "$(ls targets.* | wc -l)" = 2 ] || return 1
  for f in targets.*; do expect "$(foreign b4 100)" resolved $f || return 1; done
}
test_targets_threads() {
  program=targets
  targets threads && expect "$(foreign b5 800)" resolved targets.*
}
test_targets_handler() {
  program=targets
  targets handler && expect "$(foreign b4 100 | sed "\$s/100/$((100 + $(cat out)))/")" resolved targets.*
}
test_targets_sampled() {
  program=targets
  PEP_TRIGGER=counter PEP_POLICY=interval PEP_INTERVAL=1 targets sampled && expect "$(foreign b6 100)" resolved targets.* &&
    rm targets.* && PEP_TRIGGER=counter PEP_POLICY=interval PEP_INTERVAL=10 targets sampled &&
    expect "$(foreign b6 10)" resolved targets.*
}
# Several programs of one pool, and a library that is in the file already.
test_targets_pool() {
  program=targets
  export PEP_PROFILE=%b.%m.pepraw
  for i in 1 2 3; do targets plugins "$bin/library-a.so" && targets foreign || return 1; done
  expect "b4 v0 library-a.so library_work 300
$(foreign b4 300)" resolved targets.* && expect 3 sh -c "$bin/rawsum -m targets.* | wc -l"
}
# Where nothing can be looked up, our own file is known all the same.
test_targets_closed() {
  program=targets
  code 0 "$bin/targets" chroot
  [ "$got" != 77 ] || skip "chroot is not permitted"
  [ "$got" = 0 ] && expect "$(mine b4 200)
b4 v2 ? 100" resolved targets.*
}
# What pep_write gives has the same modules; where there is no file at all it is our own.
test_targets_written() {
  program=targets
  targets written && expect "$(foreign b4 100)" resolved out && rm targets.* &&
    PEP_PROFILE=/dev/null targets written && expect "$(mine b4 100)
b4 v2 ? 100" resolved out && code 0 "$bin/deny" map "$bin/targets" foreign
  [ "$got" != 77 ] || skip "filters are not permitted"
  [ "$got" = 0 ] && expect "$(mine b4 100)
b4 v2 ? 100" resolved targets.*
}
# Without a system there are addresses alone.
test_targets_bare() {
  code 0 "$bin/targets-bare" written >out && quiet && expect 'b4 v0 ? 100
b4 v1 ? 100
b4 v2 ? 100' resolved out && expect "$(nm "$bin/targets-bare" | sed -n 's/^0*\(.*\) T mine$/b4 v0 ? \1 100/p')" \
    sh -c "$bin/rawsum -c out | grep v0"
}
test_targets_off() {
  program=targets
  PEP_OFF=1 targets foreign && [ "$(files)" = 1 ]
}

test_patterns() {
  mkdir t && TMPDIR=$PWD/t PEP_PROFILE='%t/deep/er/%b-%h-100%%-%q' code 3 "$bin/end" && quiet &&
    [ -f "t/deep/er/end-$(uname -n)-100%-%q" ] || return 1
  PEP_PROFILE=u/v/ code 3 "$bin/end" && quiet && [ -f u/v/end.*.pepraw ] || return 1
  PEP_VERBOSE=1 PEP_PROFILE='a/%q%z' code 3 "$bin/end" && said '%q has no meaning' && [ -f 'a/%q%z' ]
}
test_long_pattern() {
  long=$(head -c 5000 /dev/zero | tr '\0' x)
  PEP_PROFILE=$long code 3 "$bin/end" && said 'File name too long' || return 1
  PEP_PROFILE=$(echo "$long" | cut -c 1-300) code 3 "$bin/end" && said 'File name too long'
}
test_dev_null() { PEP_PROFILE=/dev/null code 3 "$bin/end" && quiet && [ "$(files)" = 0 ]; }
test_foreign_file() {
  echo precious >mine
  PEP_PROFILE=mine code 3 "$bin/end" && said 'Not a profile' && expect precious cat mine
}
# A profile of an ended process is replaced, that of a living one is not.
test_fixed_name() {
  PEP_PROFILE=x code 3 "$bin/end" && PEP_PROFILE=x code 3 "$bin/end" && quiet && expect "$end_counts" rawsum x &&
    [ "$(files)" = 1 ] && PEP_PROFILE=y code 0 "$bin/fork" && quiet && [ "$(ls y*|wc -l)" = 3 ] && expect 'f0 0 2' sh -c "$bin/rawsum y | head -1"
}
test_moves() {
  code 0 "$bin/moves" && quiet && [ "$(files)" = 2 ] && expect 5002 rawsum -t moves.* || return 1
  rm moves.*
  code 0 "$bin/moves" chroot
  [ $? = 0 ] || { grep -q 77 err || skip "chroot is not permitted"; }
  # the file cannot grow in there; what has its place goes on counting
  expect '30 0 1' sh -c "$bin/rawsum moves.* | head -1"
}
# What cannot be written leaves the older profile as it was.
# A process that has given up its user, and is executed again: the file is that user's.
test_no_permission() {
  as=
  [ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
  chmod 755 "$work" "$bin" && mkdir -m 777 all && cd all || return 1
  code 3 env PEP_PROFILE=x "$bin/end" && chmod 444 x && code 3 $as env PEP_PROFILE="$PWD/x" "$bin/end" && quiet &&
    set -- x.* && [ $# = 1 ] && expect "$(rawsum x)" rawsum "$1"
}
test_no_folder() { PEP_PROFILE=/proc/none/x code 3 "$bin/end" && said '; the program runs without a profile'; }
test_not_a_folder() { echo >f; PEP_PROFILE=f/x code 3 "$bin/end" && said 'Not a directory'; }
test_full_disk() {
  mkdir m && mount -t tmpfs -o size=16k none m 2>/dev/null || skip "mount is not permitted"
  result=1
  PEP_PROFILE=m/x code 3 "$bin/end" && quiet && cp m/x before && dd if=/dev/zero of=m/fill bs=4k 2>/dev/null
  PEP_PROFILE=m/x code 3 "$bin/end" && said 'No space left on device' && cmp m/x before && [ "$(ls -A m)" = 'fill
x' ] && result=0
  umount m
  return $result
}
# Threads that come when the disk is full count in memory, and their counters reach the file when they end; what tables
# lose is said in the file.
test_disk_fills_later() {
  mkdir m && mount -t tmpfs -o size=100k none m 2>/dev/null || skip "mount is not permitted"
  PEP_PROFILE=m/x code 0 "$bin/threads" 64 1 2000 && quiet && expect '7d 0 128000' sh -c "$bin/rawsum m/x | head -1" &&
    [ "$(rawsum -h m/x | cut -d ' ' -f 3)" -gt 0 ]
  result=$?
  umount m
  return $result
}
# What stands beside the file goes to it once, whoever counts meanwhile.
test_disk_full_threads() {
  for how in ends dump; do
    code 0 "$bin/fold" $how >wanted && quiet && expect "$(cat wanted)" rawsum -t fold.* && rm fold.* || return 1
  done
}
# on_disk FROM TO FILE - KB on the disk
on_disk() { kb=$(du -k "$3" | cut -f 1) && [ "$kb" -ge "$1" ] && [ "$kb" -le "$2" ] || { echo "$3 takes $kb KB"; return 1; }; }
room_counts='a0 153600 1
a0 154111 1'
# A profile has the room of all its counters while somebody counts; of those without samples none when it ends.
test_room() {
  fallocate -l 8k holes && fallocate -p -l 4k holes 2>/dev/null || skip "files have no holes here"
  code 0 env $every PEP_PROFILE=x "$bin/room" && quiet && expect "$room_counts" rawsum x && on_disk 0 400 x || return 1
  code 0 env $every PEP_PROFILE=p-%m "$bin/room" && quiet && expect "$room_counts
a0 460800 1" rawsum p-* && on_disk 4000 4200 p-*
}
# And of one that comes back all of it again, with what it had.
test_room_of_plugin() {
  for end in 0 137; do
    code $end env $every PEP_PROFILE=x "$bin/room" "$bin/room.so" $([ $end = 0 ] || echo kill) && quiet &&
      on_disk 4000 8400 x && expect "$room_counts
a1 153600 1
a1 154111 1
a1 204800 1
a1 205311 1
a1 256000 1
a1 256511 1" rawsum x || return 1
  done
  on_disk 8000 8400 x
}
test_no_umask() {
  (umask 0 && PEP_PROFILE=t/x code 3 "$bin/end") && quiet && expect 'drwxrwxr-x -rw-rw-r--' sh -c 'echo $(stat -c %A t t/x)'
}
test_readonly_disk() {
  mkdir m && mount -t tmpfs -o size=64k none m 2>/dev/null || skip "mount is not permitted"
  PEP_PROFILE=m/x code 3 "$bin/end" && cp m/x before && mount -o remount,ro m &&
    PEP_PROFILE=m/x code 3 "$bin/end" && said 'Read-only file system' && cmp m/x before
  result=$?
  umount m
  return $result
}
test_file_size_limit() {
  PEP_PROFILE=x code 3 "$bin/end" && cp x before || return 1
  (ulimit -f 1; PEP_PROFILE=x code 3 "$bin/end") && said 'File too large' && cmp x before && [ "$(files)" = 2 ]
}
test_open_files_limit() { code 3 sh -c 'ulimit -n 3 && exec "$0"' "$bin/end-static" && said 'Too many open files' && [ "$(files)" = 0 ]; }
test_seccomp_open() {
  code 3 "$bin/deny" open "$bin/end-static"
  [ "$got" != 77 ] || skip "filters are not permitted"
  [ "$got" = 3 ] && said 'Operation not permitted'
}
test_no_shared_pages() {
  code 3 "$bin/deny" map "$bin/end"
  [ "$got" != 77 ] || skip "filters are not permitted"
  [ "$got" = 3 ] && quiet && expect "$end_counts" rawsum end.* || return 1
  code 0 "$bin/deny" map "$bin/linked" && quiet && expect 13 rawsum -t linked.*
}
# A namespace that is gone leaves its number to the next one, so each stays for a while.
in_namespace() { unshare -pf sh -c '"$0"; echo $? >"../$1"; sleep 1' "$bin/end" "$1" 2>>err & }
test_pid_namespaces() {
  unshare -pf true 2>err || skip "namespaces are not permitted"
  : >err
  mkdir d && cd d || return 1
  # the program is number 2 in each
  for i in 1 2 3; do in_namespace $i; await "[ -s ../$i ]"; done
  [ "$(files)" = 3 ] && quiet && expect '3 3 3' sh -c 'echo $(cat ../1 ../2 ../3)' || return 1
  wait
  rm -f end.*
  for i in 4 5; do PEP_PROFILE=x in_namespace $i; await "[ -s ../$i ]"; done
  [ "$(files)" = 1 ] && quiet || return 1
  wait
  rm -f x
  # all at once
  for round in 1 2 3 4 5 6; do
    for i in 1 2 3 4 5 6 7 8; do in_namespace $i; done
    wait
    [ "$(files)" = 8 ] && quiet && expect 104 rawsum -t end.* || { ls -A; return 1; }
    rm -f end.*
  done
}
# A child whose number is one of another namespace than its parent's, and then of a third one.
test_pid_namespace_of_child() {
  code 0 "$bin/fork" namespace "$bin/fork" namespace
  [ "$got" != 77 ] || skip "namespaces are not permitted"
  [ "$got" = 0 ] && quiet && [ "$(ls fork.1.* | wc -l)" = 2 ]
}
test_clone() {
  code 0 "$bin/fork" clone && quiet && [ "$(files)" = 2 ] || return 1
  for f in fork.*; do rawsum -t $f; done | sort -n >sums
  expect '500
2000' cat sums && expect '1 1 0
1 1 0' sh -c "for f in fork.*; do $bin/rawsum -h \$f; done"
}
test_no_room_reserved() {
  code 3 "$bin/deny" reserve "$bin/end"
  [ "$got" != 77 ] || skip "filters are not permitted"
  # all of it is there, without a hole that a full disk could end the program at
  [ "$got" = 3 ] && quiet && expect "$end_counts" rawsum end.* &&
    [ "$(du -k --apparent-size end.* | cut -f 1)" -le "$(du -k end.* | cut -f 1)" ]
}
test_setuid() {
  [ "$(id -u)" = 0 ] || skip "needs root"
  cp "$bin/end" suid && chown 65534 suid && chmod 4755 suid && PEP_PROFILE=$PWD/stolen code 3 ./suid
  [ ! -e suid.*.pepraw ] && [ ! -e stolen ] && quiet
}
test_old_runtime() { code 4 "$bin/old-runtime" && said 'another version of pep-cc'; }
test_unaligned() { code 4 "$bin/unaligned" && quiet && expect 'd 0 1
d 1 2' rawsum unaligned.*; }

test_pool_100_processes() {
  PEP_PROFILE='p-%m' "$bin/pool" 100 100 >wanted && [ "$(ls p-* | wc -l)" = 1 ] && expect "$(cat wanted)" rawsum -t p-* &&
    expect '101 101 0' rawsum -h p-* || return 1
  # later runs take the places of the ended ones
  size=$(stat -c %s p-*)
  for i in 1 2 3 4 5 6; do PEP_PROFILE='p-%m' "$bin/pool" 1 100 x 0 || return 1; done
  [ "$(stat -c %s p-*)" = "$size" ] && [ "$(rawsum -t p-*)" = $(($(cat wanted) + 1800)) ]
}
test_pool_killed() {
  PEP_PROFILE='p-%4m' "$bin/pool" 60 100 kill >wanted && [ "$(ls p-*_* | wc -l)" = 4 ] && expect "$(cat wanted)" rawsum -t p-*
}
# Killed at any moment of its start, a process neither spoils the pool nor keeps others out.
test_pool_killed_starting() {
  n=0
  for i in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do
    PEP_PROFILE='p-%m' "$bin/pool" 1 1000 x 0 & pid=$!
    sleep 0.00$i
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    PEP_PROFILE='p-%m' code 0 "$bin/pool" 1 10 x 0 && quiet || return 1
    n=$((n + 30))
  done
  rawsum p-* >sums || return 1
  [ "$(rawsum -t p-*)" -ge $n ] && [ "$(rawsum -t p-*)" -le $((n + 60000)) ]
}

test_dump() { code 0 "$bin/control" dump && quiet && PEP_PROFILE=/dev/null code 1 "$bin/control" dump && expect 207 rawsum -t control.*; }
test_reset() { code 0 "$bin/control" reset && expect 2 rawsum -t control.*; }
test_write() {
  code 0 "$bin/control" write out && quiet && expect "$(rawsum control.*)" rawsum out &&
    expect "$bin/control" rawsum -m out
}
test_bare() {
  code 0 "$bin/bare" write out && quiet && [ "$(files)" = 1 ] && expect 207 rawsum -t out || return 1
  code 0 "$bin/bare" reset && quiet
  expect '' sh -c "nm -u $rt/libpep_rt_bare.a | awk '\$1 == \"U\" && \$2 !~ /^(pep_|_GLOBAL_OFFSET_TABLE_|mem(cpy|set)\$)/'"
}
test_names() {
  # What ISO C has not reserved may be the program's own.
  expect '' sh -c "nm -u $rt/libpep_rt.a | awk '\$1 == \"U\" && \$2 !~ /^(_.*|pep_.*|pthread_.*|str.*|mem.*|getenv|rename|getauxval|dl_iterate_phdr)\$/'"
}

# Sampling.  With hours from tick to tick only the program itself ticks.
hand='PEP_TICK=1000s PEP_PACE=0'
counter='PEP_TRIGGER=counter PEP_INTERVAL=100'
# taken - numbers of the points that points.c saw taken, as ranges
taken() {
  rawsum "$@" | awk '{ print $2; if ($3 != 1) print "twice" }' | awk '
    NR == 1 || $1 != last + 1 { if (NR > 1) printf "%s-%s ", first, last; first = $1 } { last = $1 } END { print first "-" last }'
}
# takes RANGES ARGUMENTS VARIABLES... - the points that points.c, or $program, takes with these arguments
program=points
takes() {
  ranges=$1 arguments=$2
  shift 2
  rm -f $program.*
  code 0 env "$@" "$bin/$program" $arguments && quiet && expect "$ranges" taken $program.*
}
# A window takes one point, 64 after 0 to 16 more, every 17th; the skip rotates over the windows.
test_policies() {
  takes '100-100 200-200 300-300 400-400' '450 100' $hand PEP_POLICY=timer || return 1
  takes '100-163 201-264 302-365 403-466' '470 100' $hand || return 1
  takes '101-164 266-329 432-495 599-662 767-830 936-999' 1000 $counter || return 1
  takes '101-101 202-202 303-303 404-404 505-505' '600' $counter PEP_POLICY=timer || return 1
  takes '11-11 14-14 17-17 29-29 32-32 35-35 48-48 51-51 54-54 65-65' '66' PEP_TRIGGER=counter PEP_INTERVAL=10 \
    PEP_POLICY=arnold-grove PEP_SAMPLES=3 PEP_STRIDE=3 || return 1
  takes '101-164 265-328' '400' $counter PEP_SKIP=none || return 1
  takes '11-12 23-24 35-36' '46' PEP_TRIGGER=counter PEP_INTERVAL=10 PEP_SAMPLES=2 PEP_STRIDE=1 || return 1
  expect '0 0 1 0 10 2 1 1 3 36 6 0' rawsum -p points.*
}
# Where calls alone are counted, two samples of a window are 31 calls apart.
test_policy_of_calls() {
  program=points-calls takes '100-100 131-131 162-162' '163 100' $hand &&
    program=points-calls takes '100-102' '103 100' $hand PEP_POLICY=pep PEP_SAMPLES=3
}
# Ten points are timed, the 100th first, and at the first tick sixteen times as many; then a sample stands for many. Of
# what is counted by number none is timed, nor of one sample a tick.
test_pace() {
  for program in points points-calls; do
    PEP_TICK=1000s PEP_PACE=10 PEP_STRIDE=31 PEP_SKIP=none code 0 "$bin/$program" 400 100 && quiet || return 1
    rawsum $program.* | awk '$3 > 1000 { print $2 }' | xargs >taken
    case $program in
    points) expect "$(seq -s ' ' 260 323)" cat taken || return 1 ;;
    *) expect '260 291 322 353 384' cat taken || return 1 ;;
    esac
    [ $program = points-calls ] || expect '1 224 64' sh -c "$bin/rawsum -p points.* | cut -d ' ' -f 9-11" || return 1
  done
  for none in PEP_TRIGGER=counter PEP_POLICY=timer PEP_PACE=0; do
    PEP_PROFILE=x PEP_TICK=1000s code 0 env $none "$bin/points" 200 100 && quiet &&
      expect '' sh -c "$bin/rawsum x | awk '\$3 > 1'" || return 1
  done
}
# A window begins anywhere behind the points that were timed, within half as many.
test_pace_moves_window() {
  for run in $(seq 20); do
    PEP_TICK=1000s PEP_PACE=10 PEP_STRIDE=1 PEP_SAMPLES=2 PEP_SEED=$run code 0 "$bin/points" 600 100 && quiet || return 1
    rawsum points.* | awk '$3 > 1000 { print $2 }' | head -n 1 >>firsts
    rm points.*
  done
  sort -n firsts | awk '$1 < 260 || $1 > 340 { exit 1 } { first[NR] = $1 }
    END { exit NR != 20 || first[1] > 280 || first[20] < 320 }' || { xargs <firsts; return 1; }
}
# A thread that others outrun times fewer points at the next tick, until it has its window.
test_pace_outrun() {
  PEP_TICK=1000s PEP_PACE=16 PEP_SAMPLES=4 PEP_SKIP=none code 0 "$bin/outrun" 10 && quiet || return 1
  rawsum outrun.* | awk '$2 >= 4096 { print $2 - 4096 }' | xargs >taken
  expect '18 19 38 39 58 59 78 79' cat taken
}
# So are checks, and what the duplicate counts stands for as many; a strip passes for sixteen of them.  How many samples
# a window takes goes by the time between them, so many are timed: one that is interrupted does not matter, and where
# they are for long it is tried again.
test_pace_of_checks() {
  for how in tick strips; do
    numbers="$(seq -s ' ' 2100 2163)"
    [ $how = tick ] || numbers='2100 2101 2102 2103'
    for try in 1 2 3 4; do
      PEP_TICK=1000s PEP_PACE=125 PEP_SKIP=none code 0 "$bin/checks" 3000 tick 100 $how 100 && quiet || return 1
      rawsum checks.* | awk '$3 > 1000 { print $2 }' | xargs >taken && rm checks.*
      [ "$(cat taken)" != "$numbers" ] || break
    done
    expect "$numbers" cat taken || return 1
  done
  PEP_TICK=1000s PEP_PACE=0 PEP_STRIDE=1 code 0 "$bin/checks" 200 strips 1 tick 100 && quiet &&
    expect '64 64' sh -c "$bin/rawsum checks.* | awk '{ n++; sum += \$3 } END { print n, sum }'"
}
test_pace_bulk() { PEP_TICK=1ms code 0 "$bin/ticks" bulk 0.5 && quiet; }
# Twice as many others as there are processors: the first ticks may come while somebody else runs, so it is tried often.
test_pace_bulk_busy() {
  others=
  for i in $(seq $(($(nproc) * 2))); do
    timeout 60 sh -c 'while :; do :; done' &
    others="$others $!"
  done
  result=0
  for i in $(seq 12); do
    PEP_TICK=1ms code 0 "$bin/ticks" bulk 0.1 && quiet || result=1
  done
  kill $others
  return $result
}
test_tick_while_waiting() { PEP_TICK=1ms code 0 "$bin/ticks" waits; }
test_pace_slow() { PEP_TICK=1ms code 0 "$bin/ticks" slow && quiet; }
# Each skip is within the stride, all of them come up, and a second run draws the same ones.
test_random_skip() {
  rm -f points.*
  for i in 1 2; do
    code 0 env PEP_TRIGGER=counter PEP_INTERVAL=10 PEP_SAMPLES=1 PEP_STRIDE=4 PEP_SKIP=random "$bin/points" 8000 || return 1
    rawsum points.* | awk '{ print $2 - last; last = $2 }' >sums$i
    rm points.*
  done
  cmp sums1 sums2 && expect '11 12 13 14 ' sh -c "sort -n sums1 | uniq | tr '\n' ' '" &&
    expect 4 sh -c "sort sums1 | uniq -c | awk '\$1 > 120 && \$1 < 200' | wc -l"
}
# The same input, the same counts: in eight threads as well.
test_counter_trigger() {
  for i in 1 2 3; do
    code 0 env $counter "$bin/ticks" threads 8 && quiet || return 1
    rawsum ticks.* >counts.$i
    expect 595448 rawsum -t ticks.* || return 1
    rm ticks.*
  done
  cmp counts.1 counts.2 && cmp counts.1 counts.3
}
test_points_dealt() {
  for window in '100 64 17 1' '1000 64 17 1' '1 1 1 1' '7 3 5 1'; do
    set -- $window
    code 0 env PEP_TRIGGER=counter PEP_INTERVAL=$1 PEP_SAMPLES=$2 PEP_STRIDE=$3 "$bin/deal" $window || return 1
  done
  code 0 env PEP_TRIGGER=counter PEP_INTERVAL=50 PEP_SAMPLES=8 PEP_STRIDE=5 PEP_POLICY=arnold-grove "$bin/deal" 50 8 5 5
}
test_entry_registers() {
  code 0 env $hand PEP_POLICY=timer "$bin/registers"
  [ "$got" != 77 ] || skip "x86-64 alone has it"
  [ "$got" = 0 ] && quiet && expect 48 of_site v2 registers.* || return 1
  code 0 env PEP_POLICY=interval PEP_INTERVAL=1 "$bin/registers" expired && quiet || return 1
  rm registers.*
  code 0 env PEP_TRIGGER=counter PEP_POLICY=interval PEP_INTERVAL=1 PEP_LENGTHS=1 "$bin/registers" block && quiet &&
    expect '1 7 7' sh -c "$bin/rawsum -b registers.* | grep '7 7' | sed 's/^[0-9]* /1 /'"
}
test_pause() {
  code 0 "$bin/ticks" pause && quiet || return 1
  # a window goes on where it was; what the counter trigger has counted so far stays
  takes '100-119 200-243' '290 100 120 195' $hand || return 1
  takes '101-119 220-264 366-399' '399 0 120 220' $counter
}
test_sampling_off() {
  PEP_OFF=1 code 0 "$bin/points" 1000 100 && quiet && expect 1 env PEP_OFF=1 "$bin/ticks" tasks && [ "$(files)" = 0 ]
}
test_sampling_values() {
  for bad in PEP_TICK=0 PEP_TICK=49us PEP_TICK=1h PEP_TICK=-1 PEP_TICK=99999999999999999999s PEP_SAMPLES=0 PEP_SAMPLES=x \
    PEP_STRIDE=0 PEP_STRIDE=99999999999 PEP_POLICY=best PEP_SKIP=some PEP_TRIGGER=none PEP_INTERVAL=-1 'PEP_STRIDE=3 4' \
    PEP_INTERVAL=1073741825 PEP_COUNTER=all PEP_BURST=0 PEP_BURST=1048577; do
    code 0 env PEP_PROFILE=x "$bin/points" 9 && code 0 env PEP_PROFILE=y "$bad" "$bin/points" 9 && quiet || return 1
    expect "$(rawsum -p x | cut -d ' ' -f 1-7)" sh -c "$bin/rawsum -p y | cut -d ' ' -f 1-7" || return 1
    code 0 env PEP_PROFILE=y PEP_VERBOSE=1 "$bad" "$bin/points" 9 && said "$bad has no meaning; .* is taken" || return 1
  done
  for bad in PEP_JITTER=10 PEP_JITTER=x; do
    code 0 env PEP_PROFILE=y PEP_VERBOSE=1 $tenth PEP_POLICY=interval $bad "$bin/points" 9 &&
      said "$bad has no meaning; 4 is taken" || return 1
  done
  for good in '50 50000' '500us 500000' '10ms 10000000' '2s 2000000000'; do
    code 0 env PEP_VERBOSE=1 PEP_PROFILE=y PEP_TICK=${good% *} "$bin/points" 9 && quiet &&
      expect "${good#* }" sh -c "$bin/rawsum -p y | cut -d ' ' -f 4" || return 1
  done
}
# Calls that wait, signals, timers, descriptors, locks, children: all is as without.
test_tick_disturbs_nothing() {
  PEP_OFF=1 "$bin/disturb" >without && PEP_TICK=200us "$bin/disturb" >with && diff without with &&
    [ "$(wc -l <with)" -ge 6 ] && [ "$(rawsum -t disturb.* | awk '{ n += $1 } END { print n }')" -gt 1000 ]
}
test_tick_waits_while_idle() { PEP_TICK=1ms code 0 "$bin/ticks" idle && quiet && both ticks.*; }
test_tick_has_no_rights() { PEP_TICK=1ms code 0 "$bin/ticks" rights && quiet && both ticks.*; }
test_tick_keeps_no_step() { PEP_TICK=1ms code 0 "$bin/ticks" in-step && quiet; }
# both FILE... - something was taken before and after
both() { expect '71 0
71 1' sh -c "$bin/rawsum $* | awk '{ print \$1, \$2 }' | grep '71 [01]'"; }
test_tick_after_fork() {
  for how in fork thread-fork; do
    PEP_TICK=500us code 0 "$bin/ticks" $how && quiet && [ "$(files)" = 3 ] && expect '71 0
71 1
71 2' sh -c "$bin/rawsum ticks.* | awk '{ print \$1, \$2 }'" || return 1
    for f in ticks.*; do rawsum -p $f | awk '$4 != 500000 || $8 < 1 { exit 1 }' || return 1; done
    rm ticks.*
  done
}
test_tick_after_exec() {
  PEP_TICK=500us code 0 "$bin/ticks" exec "$bin/ticks-static" && quiet && [ "$(files)" = 2 ] &&
    expect 1 sh -c "$bin/rawsum ticks-static.* | grep -c '71 0'" && both "ticks.*" >/dev/null
  expect '71 0' sh -c "$bin/rawsum ticks.* | awk '{ print \$1, \$2 }'"
}
test_tick_static() {
  PEP_TICK=500us code 0 "$bin/ticks-static" fork && quiet && [ "$(files)" = 3 ] &&
    PEP_TICK=500us code 0 timeout 10 "$bin/ticks-static" main-ends && quiet
}
test_tick_ends_with_last_thread() {
  PEP_TICK=500us code 0 timeout 10 "$bin/ticks" main-ends && quiet && both ticks.*
}
# Nobody waits for the ticker, in whatever way the only thread ended; 159 is the end by SIGSYS.
test_tick_outlives_nobody() {
  code 3 timeout -s KILL 10 "$bin/ticks" exits && quiet || return 1
  wanted=$(PEP_OFF=1 timeout -s KILL 10 "$bin/ticks" killed 2>/dev/null; echo $?)
  [ "$wanted" = 159 ] || skip "no sandbox here"
  code 159 timeout -s KILL 10 "$bin/ticks" killed
}
# Nobody waits for a ticker that a sandbox killed before it began.
test_tick_killed() {
  code 0 timeout -s KILL 10 "$bin/deny" thread "$bin/points" 200 100
  [ "$got" != 77 ] || skip "filters are not permitted"
  [ "$got" = 0 ] && quiet && [ "$(files)" = 1 ]
}
test_tick_in_namespaces() {
  PEP_TICK=50us code 0 timeout 60 "$bin/ticks" namespaces "$bin/library-sampled.so" 12 && quiet
}
test_tick_dlclose() {
  PEP_TICK=50us code 0 timeout 100 "$bin/ticks" plugins "$bin/library-sampled.so" 1000 && quiet &&
    expect '15 1
15 f0' sh -c "$bin/rawsum ticks.* | awk '\$1 == 15 { print \$1, \$2 }'" && [ "$(rawsum -s ticks.*)" -le 4 ] &&
    expect 2 sh -c "$bin/rawsum -p ticks.* | wc -l"
}
# A library takes none of the thread-local memory that is there for all at once: it would not load where that is gone.
test_library_windows() {
  ! readelf -d "$bin/library-sampled.so" | grep STATIC_TLS || return 1
  code 0 env $counter "$bin/ticks" library-threads "$bin/library-sampled.so" && quiet || return 1
  # 64 of 172 points, but for windows that come out shorter or longer
  rawsum ticks.* | awk '{ n += $NF } END { share = n / 120e6 / (64 / 172); print share; exit share < 0.98 || share > 1.02 }'
}
# A child made behind libc's back has no ticker to wait for.
test_tick_raw_fork() { code 0 timeout 10 "$bin/ticks" raw-fork "$bin/library-sampled.so" && quiet; }
test_window_half_done() { code 0 env $hand PEP_STRIDE=1 "$bin/ticks" half-done && quiet; }
test_sampled_pool() {
  for i in 1 2 3; do PEP_PROFILE='p-%m' code 0 env $counter "$bin/points" 500 || return 1; done
  expect '0 0 1 0 100 64 17 3 9 1485 576 0' rawsum -p p-* && expect 576 rawsum -t p-*
}
test_sampled_write() {
  code 0 env $counter "$bin/points" 500 0 0 0 out && expect "$(rawsum points.*)" rawsum out &&
    expect "$(rawsum -p points.*)" rawsum -p out
}
test_sampled_bare() {
  code 0 "$bin/points-bare" 470 100 0 0 out && quiet && expect '100-163 201-264 302-365 403-466' taken out &&
    expect '0 0 0 0 0 64 17 4 4 262 256 0' rawsum -p out && code 0 "$bin/counted-bare" 2500 0 0 0 out &&
    expect "$drawn" taken out
}
# The runtime's functions prevail where the whole program is optimised.
test_sampled_lto() {
  $CC -O2 -flto -I"$root/include" -I"$here" -o points "$here/points.c" -Wl,-u,pep_unit_register "$rt/libpep_rt.a" 2>err ||
    skip "no link-time optimisation here"
  env $counter ./points 500 && expect '101-164 266-329 432-495' taken points.*.pepraw || return 1
  $CC -O2 -flto -I"$root/include" -I"$here" -o counted "$here/checks.c" -DCOUNTS_DOWN -Wl,-u,pep_unit_register \
    "$rt/libpep_rt.a" -pthread && env $tenth ./counted 39 && expect '10-10 20-20 30-30' taken counted.*.pepraw
}
test_sampled_no_shared_pages() {
  code 0 env $counter "$bin/deny" map "$bin/points" 500
  [ "$got" != 77 ] || skip "filters are not permitted"
  expect '101-164 266-329 432-495' taken points.* && expect '0 0 1 0 100 64 17 1 3 495 192 0' rawsum -p points.*
}

# Intervals, and duplicated code.
all='PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1'
tenth='PEP_TRIGGER=counter PEP_INTERVAL=10'
# Every tenth point and no other, and the totals tell of as many.
test_interval() {
  takes '10-10 20-20 30-30' 39 PEP_POLICY=interval PEP_INTERVAL=10 &&
    expect '3 0 1 0 10 1 1 1 3 30 3 0' rawsum -p points.* || return 1
  for n in 999 1000 1001 8000; do
    rm points.*
    code 0 env PEP_POLICY=interval PEP_INTERVAL=7 "$bin/points" $n && expect $((n / 7)) rawsum -t points.* || return 1
  done
  takes '7-7 14-14' 15 PEP_POLICY=interval PEP_INTERVAL=7 PEP_TRIGGER=timer PEP_SKIP=random PEP_STRIDE=3 || return 1
  for every in 0 1; do
    takes '1-500' 500 PEP_POLICY=interval PEP_INTERVAL=$every &&
      expect '3 0 1 0 1 1 1 1 500 500 500 0' rawsum -p points.* || return 1
  done
  code 0 env PEP_POLICY=interval PEP_INTERVAL=100 "$bin/deal" 99 1 1 1
}
# With the trigger `counter` checks are taken so, unless a policy is named.
test_interval_of_checks() {
  program=checks
  takes '10-10 20-20 30-30' 39 $tenth && takes '1-500' 500 $all && takes '997-997 1994-1994' 2500 PEP_TRIGGER=counter &&
    takes '101-164 266-329' 400 $counter PEP_POLICY=pep
}
# The usual distances vary by half.
drawn='23-23 682-682 2002-2002'
test_interval_usual() { unset PEP_JITTER; takes "$drawn" 2500 PEP_POLICY=interval; }
# Distances keep within the jitter and all of them come up; the first one is anything; a second run has the same.
test_interval_jitter() {
  for i in 1 2; do
    code 0 env PEP_POLICY=interval PEP_INTERVAL=10 PEP_JITTER=3 "$bin/points" 8000 || return 1
    rawsum points.* | awk '{ print $2 - last; last = $2 }' >sums$i
    rawsum -p points.* >totals
    rm points.*
  done
  cmp sums1 sums2 && [ "$(head -1 sums1)" -lt 7 ] || return 1
  expect '7 8 9 10 11 12 13 ' sh -c "sed 1d sums1 | sort -n | uniq | tr '\n' ' '" &&
    expect 7 sh -c "sed 1d sums1 | sort | uniq -c | awk '\$1 > 80 && \$1 < 150' | wc -l" || return 1
  expect "$(awk '{ n += $1 } END { print n, NR, 3 }' sums1)" sh -c "cut -d ' ' -f 10- totals"
}
# From the next sample on; the jitter stays below.
test_interval_changes() {
  for program in checks checks-counted; do
    takes '10-10 20-20 30-30 35-35 40-40' '44 interval=5 25' $tenth &&
      expect '3 0 1 0 5 1 1 1 5 40 5 0' rawsum -p $program.* || return 1
    takes '10-10 20-40' '40 interval=1 15' $tenth && takes '10-10' '4000 interval=9999999999 5' $tenth &&
      expect 1073741824 sh -c "$bin/rawsum -p $program.* | cut -d ' ' -f 5" && rm $program.* || return 1
    code 0 env $tenth PEP_JITTER=9 "$bin/$program" 4000 interval=2 5 && expect '1 2 3 ' sh -c \
      "$bin/rawsum $program.* | awk '{ print \$2 - last; last = \$2 }' | sed 1,2d | sort -n | uniq | tr '\n' ' '" &&
      rm $program.* || return 1
  done
  # where a timer ticks there is none
  code 0 env $hand "$bin/checks" 100 interval=9 1 && expect 0 sh -c "$bin/rawsum -p checks.* | cut -d ' ' -f 5"
}
test_sampling_ends_for_good() {
  for program in checks checks-counted; do
    takes '1-20' '100 interval=0 21 resume 30 interval=1 40 pause 50 resume 60 fork 70' $all && [ "$(files)" = 2 ] &&
      rm $program.* || return 1
  done
  # nothing ticks any more
  PEP_TICK=50us code 0 "$bin/ticks" ends && quiet
}
# While a burst lasts nothing is asked.
test_burst() {
  for program in checks checks-counted; do
    takes '10-12 22-24 34-36' 40 $tenth PEP_BURST=3 || return 1
  done
}
# Each thread counts for itself, or all of them together.
test_interval_threads() {
  for how in threads queue; do
    code 0 env $tenth "$bin/checks" 1999 $how=20 1 && expect $((21 * 199)) rawsum -t checks.* && rm checks.* || return 1
  done
  code 0 env $tenth PEP_COUNTER=global "$bin/checks" 1999 queue=20 1 && expect $((21 * 1999 / 10)) rawsum -t checks.* &&
    code 0 env $tenth "$bin/checks-counted" 1999 queue=20 1 && expect $((21 * 1999 / 10)) rawsum -t checks-counted.* ||
    return 1
  # at once they lose and repeat steps
  code 0 env $tenth "$bin/checks-counted" 100000 threads=8 1 && [ "$(rawsum -t checks-counted.*)" -gt 1000 ]
}
# The child goes on where its parent was.
test_interval_fork() {
  for program in checks checks-counted; do
    code 0 env $tenth "$bin/$program" 39 fork 25 || return 1
    for f in $program.*; do taken $f; done | sort >sums
    expect '10-10 20-20 30-30
30-30' cat sums || return 1
  done
}
# As pep_resume finds it.
test_interval_pause() {
  for program in checks checks-counted; do
    takes '10-10 25-25 37-37' '40 pause 13 pause 15 resume 18 resume 19 pause 30 resume 32' $tenth || return 1
    takes '13-13 23-23' '25 pause 1 resume 4' $tenth || return 1
    rm $program.*
    code 0 env $tenth "$bin/$program" 25 pause 13 fork 15 resume 18 || return 1
    for f in $program.*; do taken $f; done | sort >sums
    expect '10-10 25-25
25-25' cat sums || return 1
  done
}
# A unit that counts down itself needs no trigger, and takes what one takes that looks at the tick.
test_countdown() {
  program=checks-counted
  takes '997-997 1994-1994' 2500 PEP_TRIGGER=timer && takes '10-10 20-20 30-30' 39 PEP_INTERVAL=10 &&
    expect '3 0 1 0 10 1 1 1 3 30 3 0' rawsum -p $program.* && takes '1-500' 500 $all || return 1
  for counts in PEP_JITTER=3 'PEP_POLICY=pep PEP_SAMPLES=3' 'PEP_POLICY=arnold-grove PEP_SAMPLES=3 PEP_SKIP=random'; do
    for program in checks checks-counted; do
      rm -f $program.*
      code 0 env $tenth $counts "$bin/$program" 8000 || return 1
      { rawsum $program.*; rawsum -p $program.*; } >sums.$program
    done
    [ "$(wc -l <sums.checks)" -gt 300 ] && cmp sums.checks sums.checks-counted || return 1
  done
  program=points-counted
  takes '101-164 266-329 432-495' 500 PEP_INTERVAL=100 PEP_POLICY=pep PEP_TRIGGER=timer PEP_JITTER=9 &&
    PEP_OFF=1 code 0 "$bin/checks-counted" 8000
}
# pep show tells how samples came about.
test_sampling_told() {
  code 0 env PEP_POLICY=interval PEP_INTERVAL=7 PEP_JITTER=2 PEP_PROFILE=x "$bin/points" 100 &&
    code 0 env $counter PEP_PROFILE=y "$bin/points" 500 || return 1
  for f in x y; do "$rt/../../bin/pep" show $f; done 2>/dev/null | sed -n 's/.* was sampled, //p' >told
  expect 'interval with jitter 2, every 7 points: 1 ticks, 15 windows, 97 points, 15 samples
pep(64,17) with skip rotate, every 100 points: 1 ticks, 3 windows, 495 points, 192 samples' cat told
}

# contexts SITUATION EXPECTED - every point is a sample
contexts() {
  code 0 env $every "$bin/contexts" "$1" && quiet && rawsum -x contexts.* | LC_ALL=C sort >chains && expect "$2" cat chains
}
every='PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1'
called='c8 - c0 10
c8 0 c0 10
c8 0 c4 5
c8 0 c5 6
c8 0 f3:77 1
c8 0 v2:28672 1
c8 0;1 c1 10
c8 0;2 c2 10
c8 0;2;2 c2 10
c8 2;2;2 c2 10'
test_contexts() { contexts calls "$called"; }
test_contexts_of_units() {
  contexts units 'c8 0;ca/1;c9/2 c0 10
c9 2 c1 1'
}
# A thread's chain begins with the thread.
in_threads='c8 0;2 c0 3000
c8 0;2 c3 3000
c8 0;2 c6 3000
c8 0;2;2 c1 3000
c8 0;2;2 c4 3000
c8 0;2;2 c7 3000
c8 2;2;2 c2 3000
c8 2;2;2 c5 3000'
# Two that come at once to what is not there yet may make a place each: these add up.
test_contexts_of_threads() {
  code 0 env $every "$bin/contexts" threads && quiet && rawsum -x contexts.* |
    awk '{ n[$1 " " $2 " " $3] += $4 } END { for (x in n) print x, n[x] }' | LC_ALL=C sort >chains &&
    expect "$in_threads" cat chains
}
test_contexts_fork() {
  code 0 env $every "$bin/contexts" fork && quiet && [ "$(files)" = 2 ] || return 1
  for f in contexts.*; do rawsum -x $f | LC_ALL=C sort | tr '\n' ';'; echo; done | LC_ALL=C sort >chains
  expect 'c8 0 c0 10;c8 0 c2 10;
c8 0;1 c1 10;' cat chains
}
# Where nobody gives the frame anew, what lies below the stack is nobody's caller.
test_contexts_longjmp() {
  contexts longjmp 'c8 - c2 10
c8 0 c0 10
c8 0 c3 10
c8 0;1 c1 10'
}
test_contexts_handler() {
  contexts handler 'c8 0 c1 10
c8 0;1;3 c0 10
c8 0;3 c0 10'
}
test_contexts_swapcontext() {
  contexts swapcontext 'c8 - c1 10
c8 0 c3 10
c8 0;2 c0 10
c8 1 c2 10'
}
test_contexts_garbage() {
  contexts garbage 'c8 - c1 110
c8 1 c0 110
c8 2;2;2 c2 10'
}
# What finds no room is lost, and told.
test_contexts_full() {
  code 0 env $every "$bin/contexts" full && quiet || return 1
  kept=$(rawsum -x contexts.* | wc -l)
  lost=$(rawsum -h contexts.* | cut -d' ' -f3)
  [ "$kept" -gt 30000 ] && expect 50000 echo $((kept + lost))
}
# The stream has what was there when it began, with counts of then or later.
test_write_while_counting() {
  code 0 "$bin/control" write-counting out && quiet && rawsum out >counts || return 1
  awk '$2 == "f0" && $3 < 200 && $4 == 1 || $1 == "c7" && $2 == 1 && $3 == 6 || $1 == "c8" && $2 == 999' counts >then
  expect 202 sh -c 'wc -l <then'
}
test_contexts_written() {
  code 0 env $every "$bin/contexts" written >stream && quiet && rawsum -x stream | LC_ALL=C sort >chains &&
    expect "$called" cat chains
}
# Without a file they are taken all the same.
test_contexts_no_file() {
  PEP_PROFILE=/nowhere/x code 0 env $every "$bin/contexts" written >stream && rawsum -x stream | LC_ALL=C sort >chains &&
    expect "$called" cat chains
}
# Processes of a pool count in one tree after the other; killed at any time, they leave no context without a caller.
test_contexts_pool() {
  export PEP_PROFILE=contexts.%m.pepraw
  for i in 1 2 3; do code 0 env $every "$bin/contexts" calls && quiet || return 1; done
  rawsum -x contexts.* | LC_ALL=C sort >chains
  expect "$(echo "$called" | awk '{ $4 *= 3; print }')" cat chains && expect 3 sh -c "$bin/rawsum -h contexts.* | cut -d' ' -f1"
}
test_contexts_killed() {
  for i in 1 2 3 4 5 6 7 8; do
    killed 0.0$i 'rawsum -x contexts.* | grep ";2 c"' env $every "$bin/contexts" threads 1000000 &&
      rawsum -x contexts.* >chains || return 1
    rm -f contexts.*
  done
}

build_all || { echo "life: the programs do not build"; exit 1; }
[ $# -gt 0 ] || set -- $(sed -n 's/^test_\([a-z0-9_]*\)() .*/\1/p' "$0")
failed=0 passed=0
for test; do
  dir=$work/$test
  rm -f "$work/skipped"
  mkdir "$dir"
  if (cd "$dir" && "test_$test") >"$work/log" 2>&1; then
    if [ -s "$work/skipped" ]; then
      echo "skip $test: $(cat "$work/skipped")"
    else
      echo "ok   $test"
      passed=$((passed + 1))
    fi
  else
    echo "FAIL $test"
    sed 's/^/     /' "$work/log"
    failed=$((failed + 1))
  fi
done
echo "life: $passed passed, $failed failed"
[ $failed = 0 ]
