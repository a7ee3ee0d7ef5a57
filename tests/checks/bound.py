"""bound.py EDGES SHOWN - checks that were executed against the entries of functions and the back edges taken.

EDGES is what `pep edges --json '*'` says of a run in which everything was counted, SHOWN what `pep show --json` says of
one in which every check was a sample, so that each is among the runtime's points.  Prints the three numbers; the exit
code is 1 where there are more checks than the paper allows, or so few that hardly any can have been there.
"""
import json
import sys


def back_edges(edges):
    """The edges that lead back to a block on the way to them, by depth first from the entry, block 0."""
    out = {}
    for edge in edges:
        out.setdefault(edge["from"], []).append(edge)
    state, back = {0: "open"}, []
    stack = [(0, iter(out.get(0, [])))]
    while stack:
        block, rest = stack[-1]
        edge = next(rest, None)
        if edge is None:
            state[block] = "done"
            stack.pop()
        elif state.get(edge["to"]) == "open":
            back.append(edge)
        elif edge["to"] not in state:
            state[edge["to"]] = "open"
            stack.append((edge["to"], iter(out.get(edge["to"], []))))
    return back


def main():
    """Compares."""
    with open(sys.argv[1], encoding="utf-8") as file:
        functions = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        checks = sum(way["points"] for way in json.load(file)["sampling"])
    entries = sum(function["entries"] for function in functions)
    back = sum(edge["count"] for function in functions for edge in back_edges(function["edges"]))
    print(f"{checks} checks, {entries} entries, {back} back edges: {checks / (entries + back):.3f}")
    sys.exit(not 0.05 * (entries + back) < checks <= entries + back)


main()
