#!/usr/bin/env python3
"""encodings.py TRUTH.json ENCODING SAMPLE.json - how near a sample of subpaths comes to all of them where those that the
encoding takes for one are one: mean and greatest error in percent of the ten hottest by count; and of how many subpaths
that differ, other than by rotation, these ten are made.  Both files are from `pep subpaths --json --all --top=0
--samples=0`."""
import collections
import json
import sys


def least_rotation(blocks):
    return min(blocks[i:] + blocks[:i] for i in range(len(blocks)))


def odd(blocks):
    return len(blocks), frozenset(b for b, n in collections.Counter(blocks).items() if n % 2)


classes = {"exact": lambda blocks: blocks, "rotation": least_rotation, "xor": odd}


def counts(path, class_of):
    sums, members = collections.Counter(), collections.defaultdict(set)
    for s in json.load(open(path))["subpaths"]:
        blocks = tuple(s["blocks"])
        sums[class_of(blocks)] += s["count"]
        members[class_of(blocks)].add(least_rotation(blocks))
    return sums, members


def main():
    truth, members = counts(sys.argv[1], classes[sys.argv[2]])
    sample, _ = counts(sys.argv[3], classes[sys.argv[2]])
    hot = [c for c, _ in truth.most_common(10)]
    errors = [100 * abs(sample[c] - truth[c]) / truth[c] for c in hot]
    print(f"{sum(errors) / len(errors):.2f} {max(errors):.2f} {sum(len(members[c]) for c in hot)}")


main()
