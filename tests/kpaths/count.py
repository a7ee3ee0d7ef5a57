"""Counts sequences of paths by brute force, and holds profiles, in text, against what is true.

count.py trace K TRACE UNITS PROFILE
                                  all contiguous sequences of up to K paths of each activation of a trace (trace.c), whose
                                  units pep doctor --json tells: the profile has to say the same, no more and no less; where it says that something was
                                  pruned, what it may lack is less or missing, and all else is exact.  Functions that end
                                  one path an activation are counted without a trace: they have no sequences.
count.py laws PROFILE             no node counts less than its children together.
count.py same PROFILE PROFILE...  the others say on average what the first one does, function by function; longer sequences
                                  than the shortest of their k are passed over."""
import json
import re
import struct
import sys
from collections import Counter, defaultdict


def from_trace(name, units, k):
    """Counts by function, which is (unit's name, index)."""
    with open(units) as file:
        names = {int(u["hash"], 0): u["name"] for u in json.load(file)["units"]}
    counts, recent = defaultdict(Counter), {}
    with open(name, "rb") as trace:
        data = trace.read()
    for unit, activation, function, path in struct.iter_unpack("=QQII", data):
        last = recent.get(activation, ())[-(k - 1):] if k > 1 else ()
        last += (path,)
        recent[activation] = last
        for length in range(1, len(last) + 1):
            counts[names[unit], function][last[-length:]] += 1
    return counts


def from_profile(name):
    """Counts by function, which is (unit's name, index, name); and the marks of beginnings."""
    counts, pruned, unit, function = defaultdict(Counter), defaultdict(dict), None, None
    for line in open(name):
        words = line.replace(";", " ").split()
        if not words:
            continue
        if words[0] == "unit":
            unit = words[2].strip('"')
        elif words[0] == "function":
            function = unit, int(words[1]), words[2]
        elif words[0] in ("path", "sequence", "pruned"):
            numbers = [int(n) for n in re.findall(r"\d+", line)]
            if words[0] == "pruned":
                pruned[function][tuple(numbers[:-1])] = numbers[-1] if numbers else 1
            elif numbers[-1] or words[0] == "path":
                counts[function][tuple(numbers[:-1])] += numbers[-1]
    return counts, pruned


def check_laws(counts):
    """What follows from the definition: no node counts less than its children together."""
    for sequences in counts.values():
        below = Counter()
        for sequence, count in sequences.items():
            below[sequence[:-1]] += count
        for sequence, count in below.items():
            if sequence and sequences[sequence] < count:
                sys.exit(f"{sequence} came {sequences[sequence]} times, and went on {count} times")


def may_lack(sequence, pruned):
    return len(sequence) > 1 and any(len(sequence) > pruned.get(sequence[:n], len(sequence))
                                     for n in range(len(sequence)))


def compare(expected, got, pruned=None):
    wrong = lower = 0
    for function in expected.keys() | got.keys():
        if function not in expected and max(map(len, got[function]), default=1) == 1:
            continue
        a, b = expected[function], got[function]
        for sequence in a.keys() | b.keys():
            lacks = pruned is not None and may_lack(sequence, pruned[function])
            lower += lacks and b[sequence] > 0
            if b[sequence] > a[sequence] if lacks else a[sequence] != b[sequence]:
                wrong += 1
                if wrong <= 10:
                    print(f"{function}: {sequence}: {a[sequence]} is true, {b[sequence]} in the profile")
    total = sum(len(c) for c in expected.values())
    bounds = f", {lower} are lower bounds" if lower else ""
    print(f"{len(expected)} functions, {total} sequences{bounds}, {wrong} differ")
    sys.exit(wrong > 0 or not total)


def trace(k, name, units, profile):
    counts, pruned = from_profile(profile)
    check_laws(counts)
    expected = from_trace(name, units, int(k))
    compare(expected, defaultdict(Counter, {f[:2]: c for f, c in counts.items()}),
            defaultdict(dict, {f[:2]: p for f, p in pruned.items()}))


def laws(profile):
    check_laws(from_profile(profile)[0])


def by_name(counts):
    return defaultdict(Counter, {(index, name): c for (_, index, name), c in counts.items()})


def same(*names):
    profiles = [by_name(from_profile(name)[0]) for name in names]
    k = min(max((len(s) for c in p.values() for s in c), default=0) for p in profiles)
    for function, sequences in profiles[0].items():  # each of the others estimates all of it by its share
        profiles[0][function] = Counter({s: n * len(profiles[1:]) for s, n in sequences.items()})
    sums = defaultdict(Counter)
    for p in profiles[1:]:
        for function, sequences in p.items():
            sums[function].update(sequences)
    for function, sequences in sums.items():  # what has no duplicate, as calc's main, counts paths alone
        if function in profiles[0] and max(map(len, sequences)) == 1:
            profiles[0][function] = Counter({s: n for s, n in profiles[0][function].items() if len(s) == 1})
    shorter = [defaultdict(Counter, {f: Counter({s: n for s, n in c.items() if len(s) <= k}) for f, c in p.items()})
               for p in (profiles[0], sums)]
    compare(*shorter)


globals()[sys.argv[1]](*sys.argv[2:])
