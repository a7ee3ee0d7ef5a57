# arcs.py TOLD COUNTED MOST - two dumps of .gcda files (gcov-dump -l): of the functions that both have with the same
# graph, whether the counts of arcs differ by at most so many percent of what was counted.  Functions that only one has
# are those that did not run, or are second versions.
import re
import sys


def read(name):
    functions, counts = {}, None
    for line in open(name):
        function = re.search(r"FUNCTION (ident=\d+, lineno_checksum=\w+, cfg_checksum=\w+)", line)
        zeros = re.search(r"COUNTERS arcs -?(\d+) counts all zero", line)
        values = re.match(r".*:\s{8,}\d+: ([\d ]+)$", line)
        if function:
            counts = functions.setdefault(function.group(1), [])
        elif "COUNTERS" in line and " arcs " not in line:
            counts = None
        elif zeros:
            counts += [0] * int(zeros.group(1))
        elif values and counts is not None:
            counts += [int(word) for word in values.group(1).split()]
    return functions


told, counted = read(sys.argv[1]), read(sys.argv[2])
most = float(sys.argv[3])
both = [name for name in told if len(told[name]) == len(counted.get(name, []))]
total = sum(sum(counted[name]) for name in both)
apart = sum(abs(a - b) for name in both for a, b in zip(told[name], counted[name]))
print(f"{len(both)} functions, {total} counted, {100 * apart / max(total, 1):.2f} % told otherwise")
sys.exit(len(both) < 8 or total < 1000 or apart > total * most / 100)
