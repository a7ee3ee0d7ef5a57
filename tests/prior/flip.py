"""flip.py EDGES - turns a profile round: on standard input what `pep show --maps` says of it, in EDGES what
`pep edges --json '*'` does; on standard output the same profile where each way out of a branch has the count of the
opposite one.  It holds edges for every function, so that no path has to exist that would have these counts."""
import json
import re
import sys

FUNCTION = re.compile(r'\s+function \d+ "(.*)" cfg (0x[0-9a-f]+) paths \d+ \{')


def flipped(edges):
    """Counts by index, those of one block's ways out in the opposite order."""
    ways = {}
    for edge in edges:
        ways.setdefault(edge["from"], []).append(edge)
    counts = {}
    for out in ways.values():
        for edge, other in zip(out, reversed(out)):
            counts[edge["index"]] = other["count"]
    return counts


def main():
    """Text in, text out."""
    with open(sys.argv[1], encoding="utf-8") as file:
        known = {(f["name"], f["cfg_hash"]): flipped(f["edges"]) for f in json.load(file)}
    seen = 0
    for line in sys.stdin:
        function = FUNCTION.match(line)
        if function:
            counts = known[function.groups()]
            seen += 1
            end = "}" if line.rstrip().endswith("}") else ""
            print(line.rstrip().removesuffix("}"))
            print(*(f"edge {index}: {count};" for index, count in sorted(counts.items())), end)
        elif not re.match(r"\s+(path|edge) ", line):
            print(line, end="")
    sys.exit(0 if seen else "no function is in the profile")


main()
