#!/bin/sh
# mixed.sh PEP PEP_CC - runs that took samples at other distances share a profile: the sums are those of all runs.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-mixed.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/mixed/mixed.c "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_INTERVAL PEP_SEED
export PEP_PROFILE=p.%m.pepraw PEP_TRIGGER=counter

failed=0
for how in sampled duplicated; do
    "$pep_cc" -O2 -fpep-how=$how -o mixed mixed.c || exit 1
    for intervals in '1000 1' '1 1000' '3 1000 10'; do
        runs=0
        for interval in $intervals; do
            PEP_INTERVAL=$interval ./mixed 1000000 || exit 1
            runs=$((runs + 1))
        done
        calls=$("$pep" report --json ./mixed p.*.pepraw | sed -n '/"name": "half"/,/entries/s/.*"entries": \([0-9]*\).*/\1/p')
        calls=${calls:-0}
        # a run makes 1,000,000
        [ "$calls" -gt $((runs * 950000)) ] && [ "$calls" -lt $((runs * 1050000)) ] ||
            { echo "$how, $intervals: $calls calls for ${runs},000,000"; failed=1; }
        rm p.*.pepraw
    done
done
exit $failed
