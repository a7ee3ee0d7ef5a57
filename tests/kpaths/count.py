"""count.py K TRACE PROFILE - counts the sequences of a trace (trace.c) by brute force: all contiguous ones of up to K paths
of each activation; a text profile has to say the same, no more and no less.  Functions that end one path an activation
are counted without a trace: they have no sequences.  Without a trace (""), a profile's counts have to hold together."""
import re
import struct
import sys
from collections import Counter, defaultdict


def from_trace(name, k):
    counts, recent = defaultdict(Counter), {}
    with open(name, "rb") as trace:
        data = trace.read()
    for unit, activation, function, path in struct.iter_unpack("=QQII", data):
        last = recent.get(activation, ())[-(k - 1):] if k > 1 else ()
        last += (path,)
        recent[activation] = last
        for length in range(1, len(last) + 1):
            counts[unit, function][last[-length:]] += 1
    return counts


def from_profile(name):
    counts, unit, function = defaultdict(Counter), None, None
    for line in open(name):
        words = line.split()
        if not words:
            continue
        if words[0] == "unit":
            unit = int(words[1], 0)
        elif words[0] == "function":
            function = unit, int(words[1])
        elif words[0] in ("path", "sequence"):
            numbers = [int(n) for n in re.findall(r"\d+", line)]
            if numbers[-1] or words[0] == "path":
                counts[function][tuple(numbers[:-1])] += numbers[-1]
    return counts


def check_laws(counts):
    """What follows from the definition: no node counts less than its children together."""
    for sequences in counts.values():
        below = Counter()
        for sequence, count in sequences.items():
            below[sequence[:-1]] += count
        for sequence, count in below.items():
            if sequence and sequences[sequence] < count:
                sys.exit(f"{sequence} came {sequences[sequence]} times, and went on {count} times")


def main():
    k = int(sys.argv[1])
    got = from_profile(sys.argv[3])
    check_laws(got)
    if not sys.argv[2]:
        return
    expected = from_trace(sys.argv[2], k)
    wrong = 0
    for function in expected.keys() | got.keys():
        if function not in expected and max(map(len, got[function]), default=1) == 1:
            continue
        a, b = expected[function], got[function]
        for sequence in a.keys() | b.keys():
            if a[sequence] != b[sequence]:
                wrong += 1
                if wrong <= 10:
                    print(f"unit {function[0]:x} function {function[1]}: {sequence}: {a[sequence]} told, "
                          f"{b[sequence]} in the profile")
    total = sum(len(c) for c in expected.values())
    print(f"{len(expected)} functions, {total} sequences, {wrong} differ")
    sys.exit(wrong > 0 or not total)


main()
