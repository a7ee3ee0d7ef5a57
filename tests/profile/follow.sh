#!/bin/sh
# follow.sh PEP PEP_CC - `pep report --follow` beside programs that run.  What has to happen is waited for, a minute at
# most, so that a slow machine is only slow; nothing is measured in seconds.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-follow.XXXXXX") || exit 1
running=
# shellcheck disable=SC2086
trap 'kill -9 $running 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cp "$here"/follow/*.c "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF
export PEP_FLAGS=-fpep-how=exhaustive
NO_COLOR=1
export NO_COLOR
failed=0

complain()
{
    echo "$*"
    failed=$((failed + 1))
}

# wait_for COMMAND... - until it holds
wait_for()
{
    for _ in $(seq 600); do
        "$@" && return 0
        sleep 0.1
    done
    complain "waited in vain for: $*"
    return 1
}

# start FOLDER [PROGRAM] - a program of its own folder; its process is $program, its profile $profile
start()
{
    folder=$work/$1
    mkdir "$folder"
    (cd "$folder" && exec "../${2-spin}" >count) & program=$!
    running="$running $program"
    profile=$folder/${2-spin}.$program.pepraw
    wait_for test -f "$profile"
}
# follow OPTION... - in the background, ten looks a second; what it prints goes to `seen`, its process is $follower
follow()
{
    : >seen
    "$pep" report --interval=0.1 "$@" >seen 2>err & follower=$!
    running="$running $follower"
}
reports() { [ "$(grep -c "$1" seen)" -ge "$2" ]; }
# ended CODE WHAT - the follower ends by itself, with that code
ended()
{
    wait $follower
    code=$?
    [ $code = "$1" ] || complain "$2: ends with $code, not $1: $(cat err)"
}
# says CODE TEXT OPTION... - a follower that does not get far
says()
{
    wanted=$1 text=$2
    shift 2
    "$pep" report "$@" >out 2>err
    code=$?
    [ $code = "$wanted" ] || complain "$*: ends with $code, not $wanted"
    cat out err | grep -q "$text" || complain "$*: does not say '$text': $(cat err)"
}
# how often step was entered, one line a report
entries() { sed -n 's/  *[^ ]*  step  *spin.c:[0-9]*$//p' seen | sed 's/.* //; s/,//g'; }
# grown - from the first report to the last, which a program takes a processor for
grown() { entries | awk 'NR == 1 { first = $1 } { last = $1 } END { exit !(last > first) }'; }
# grows WHAT - the counts grow from report to report
grows()
{
    entries | awk '$1 < last { exit 1 } { last = $1; if (!first) first = $1 } END { exit !(last > first) }' ||
        complain "$1: the counts do not grow: $(entries | tr '\n' ' ')"
}
# exact WHAT - the last counts are all there are
exact()
{
    [ "$(entries | tail -n 1)" = "$(cat "$folder/count")" ] ||
        complain "$1: $(cat "$folder/count") were counted, not $(entries | tail -n 1)"
    grep -q ' has ended$' seen || complain "$1: does not tell the end"
}

"$pep_cc" -O2 -rdynamic -o spin spin.c -ldl && "$pep_cc" -O2 -shared -fPIC -o library plugin.c || exit 1

# a process, and meanwhile its file; a library comes later
start process
follow --follow $program
"$pep" report --interval=0.1 --follow "$profile" >seen-file 2>err-file & other=$!
running="$running $other"
wait_for reports 'branch flow of the last' 3
grep -q 'plugin.c:' seen && complain "a function is told that is not there yet"
cp library "$folder/library" && mv "$folder/library" "$folder/plugin"
wait_for reports 'plugged  *plugin.c:[0-9]*$' 2
wait_for grown
"$pep" report "$profile" >out 2>err || complain "a single look fails: $(cat err)"
grep -q step out || complain "a single look tells nothing"
touch "$folder/stop"
ended 0 "a process"
grows "a process"
exact "a process"
wait $other || complain "a file: ends with $?: $(cat err-file)"
mv seen-file seen
grows "a file"
exact "a file"

# killed: what was counted is told, and no less than before
start killed
follow --follow "$profile"
wait_for reports 'branch flow of the last' 2
wait_for grown
kill -9 $program
ended 0 "killed"
grows "killed"
grep -q ' has ended$' seen || complain "killed: does not tell the end"
says 0 "$(grep 'branch flow [0-9,]*$' seen | tail -n 1)" "$profile"

# the last interval alone: together no more than all
start delta
follow --delta --follow $program
wait_for reports 'counts of the last' 3
wait_for eval 'entries | grep -q "[1-9]"'
touch "$folder/stop"
ended 0 "delta"
exact "delta"
entries | awk '{ sum += last; last = $1 } END { exit !(sum > 0 && sum <= last) }' ||
    complain "delta: the parts are more than all: $(entries | tr '\n' ' ')"

# how it is sampled is what the last look tells: here nothing ticks, and then it does, once in an hour
PEP_FLAGS=-fpep-how=sampled "$pep_cc" -O2 -rdynamic -o sampled spin.c -ldl || exit 1
ticks='\x00\xa0\xb8\x30\x46\x03\x00\x00'
put_tick() { printf '%b' "$1" | dd of="$profile" bs=1 seek="$place" conv=notrunc 2>/dev/null; }
export PEP_TICK=3600s
start rare sampled
wait_for env LC_ALL=C grep -qaP "$ticks" "$profile"
kill -STOP $program
place=$(LC_ALL=C grep -obaP "$ticks" "$profile" | cut -d: -f1)
put_tick '\0000\0000\0000\0000\0000\0000'
follow --follow $program
wait_for reports 'no clock could be had' 2
put_tick '\0000\0240\0270\0060\0106\0003'
wait_for reports 'A longer run has some' 2
unset PEP_TICK
kill -CONT $program
touch "$folder/stop"
ended 0 "rare ticks"

# one object a line; a signal ends it
start json
follow --json --follow $program
wait_for reports '^{.*"recent_flow":[1-9].*"ended":false}$' 2
kill -TERM $follower
ended 0 "a signal"
grep -v '^{.*}$' seen && complain "json: a line is no object"

# its profile has lost its name: it is found where that is permitted
rm "$profile"
follow --follow $program
if wait_for grep -q 'step\|was deleted, and' seen err && grep -q step seen; then
    kill -TERM $follower
    ended 0 "a deleted profile"
else
    ended 1 "a deleted profile"
fi
touch "$folder/stop"

# a terminal is cleared, and has nothing else done to it but the wrapping of lines
if command -v script >/dev/null; then
    start terminal
    TERM=xterm script -qefc "stty rows 12 cols 80; '$pep' report --interval=0.1 --follow $program" /dev/null >seen \
        </dev/null & follower=$!
    running="$running $follower"
    wait_for reports "$(printf '\033\\[2J')" 3
    touch "$folder/stop"
    ended 0 "a terminal"
    tr -d '\r' <seen | sed 's/\x1b\[\(H\|2J\|?7[hl]\)//g' >plain
    grep -q "$(printf '\033')" plain && complain "a terminal: NO_COLOR, and yet colours"
    awk '/^==/ { if (rows > 11) exit 1; rows = 0 } { rows++ }' plain || complain "a terminal: more rows than it has"
fi

# what cannot be followed
sleep 1000 & program=$!
running="$running $program"
says 1 "process $program: has no profile mapped" --follow $program
kill $program
wait $program 2>/dev/null
says 1 "process $program: there is no such process" --follow $program
says 1 'No such file' --follow nowhere.pepraw
says 1 'is no raw profile' --follow spin.c
says 1 'is a profile' --follow "$profile" "$profile"
says 2 'delta goes with --follow' --delta
says 2 'interval wants seconds' --follow 1 --interval=0

# a file whose name is a number; the profile of a program that has ended, whole and cut
wait_for test -s "$work/delta/count"
cp "$work"/delta/*.pepraw 1
says 0 '^== ..:..:..   1   has ended$' --follow 1
for size in 100 4000 4200; do
    head -c $size ./1 >cut
    "$pep" report --follow cut >/dev/null 2>&1
    [ $? = 1 ] || complain "cut at byte $size: no failure of its own"
done

echo "$failed failed"
[ "$failed" -eq 0 ]
