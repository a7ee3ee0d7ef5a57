# check.py DUMP CALLS TRACE - is the stream of blocks the way that the program took?
#
# DUMP is what -fpep-dump=cp shows of the unit, CALLS the same with -fpep=edges,calls, and TRACE what trace.c heard.  A
# block that is told has to follow the one told before it in its activation, with blocks in between that are told nowhere;
# or begin a function that is called there; or follow the call in an activation further up whose callee has ended.  A line that the program writes itself has to be one of the block in
# which the innermost activation is by then.
import re
import struct
import sys

BLOCK, LINE = 0, 1


class Graph:
    def __init__(self):
        self.name, self.lines, self.next = {}, {}, {}
        self.first, self.calls = {}, {}
        self.told, self.entry, self.exit, self.lands = set(), set(), set(), set()

    def read(self, text):
        first = here = 0
        for line in text:
            if m := re.match(r"function (\S+) .* blocks (\d+)\+", line):
                name = m[1]
                first = self.first[name] = int(m[2])
            elif m := re.match(r"  block (\d+) (\w+)(?: lines ([\d,]+))?", line):
                here = first + int(m[1])
                self.name[here] = name
                self.next[here] = []
                self.lines[here] = {int(n) for n in (m[3] or "").split(",") if n}
                if m[2] == "entry":
                    self.entry.add(here)
                elif m[2] == "exit":
                    self.exit.add(here)
            elif m := re.match(r"    -> (\d+) (.*)", line):
                to = first + int(m[1])
                self.next[here].append(to)
                self.told |= {int(n) for n in re.findall(r"(?:block\(&__pep_ux?, |__pep_b\()(\d+)u", m[2])}
                if "fall cut:jump" in m[2]:
                    self.lands.add(to)
        return self

    def read_calls(self, text):
        for line in text:
            if m := re.match(r"function (\S+)", line):
                first = self.first[m[1]]
            elif m := re.match(r"  block (\d+)", line):
                here = first + int(m[1])
            elif m := re.match(r"    calls (\S+)", line):
                self.calls.setdefault(here, set()).add(m[1])
        return self

    def may_call(self, blocks, name):
        """What is not of the unit, but for here(), calls whatever it likes."""
        return any(c == name or c not in self.first and c != "here" for b in blocks for c in self.calls.get(b, ()))

    def reach(self, block):
        """What comes next without another block being told: (told blocks, blocks it may be in)."""
        told, within, work = set(), {block}, [block]
        while work:
            for to in self.next[work.pop()]:
                if to in self.told:
                    told.add(to)
                elif to not in within:
                    within.add(to)
                    work.append(to)
        return told, within


def main():
    graph = Graph().read(open(sys.argv[1])).read_calls(open(sys.argv[2]))
    reach = {b: graph.reach(b) for b in graph.next}
    first = {b for e in graph.entry for b in reach[e][0]}
    landing = {to for b in graph.lands for to in reach[b][0]}
    # An activation is (block, the one around it); whether one has ended is not always certain, so there are several
    # ways to read what was told.
    ways = {None}
    blocks = lines = 0
    data = open(sys.argv[3], "rb").read()
    for kind, number, _, _ in struct.iter_unpack("=IIII", data):
        after = set()
        for way in ways:
            begins = kind == BLOCK and number in first
            if begins and not way:
                after.add((number, way))
            jumped = False  # by longjmp: nobody in between has come to an end
            while way:
                told, within = reach[way[0]]
                if begins and graph.may_call(within, graph.name[number]):
                    after.add((number, way))
                if kind == BLOCK and (number in told or (jumped and number in landing and graph.name[number] == graph.name[way[0]])):
                    after.add((number, way[1]))
                if kind == LINE and any(number in graph.lines[b] for b in within):
                    after.add(way)
                ended = bool(within & graph.exit)
                jumped = bool(landing)
                if not ended and (not landing or kind == LINE):
                    break
                way = way[1]
        if not after:
            for way in ways:
                while way:
                    print(graph.name[way[0]], way[0], sorted(graph.lines[way[0]]))
                    way = way[1]
            sys.exit("record %d: %s %d cannot come here" % (blocks + lines, ["block", "line"][kind], number))
        ways = after
        blocks += kind == BLOCK
        lines += kind == LINE
    if not blocks or not lines or len(ways) > 1000:
        sys.exit("%d blocks, %d lines, %d ways" % (blocks, lines, len(ways)))
    print("%d blocks, %d lines, %d of %d blocks are told" % (blocks, lines, len(graph.told), len(graph.next) - len(graph.entry | graph.exit)))


main()
