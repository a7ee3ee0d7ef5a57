# stays.py DUMP ALL TRACE... - do stays hear what runs?
#
# ALL is the stream of the program told exhaustively, TRACE what trace.c heard of the same program in stays, DUMP what
# -fpep-dump=cp shows of the unit.  Each stay has to be a piece of the stream, without gaps, at its place among the lines
# that the program writes itself.  Depths have to be those of activations: a block goes on with one of its own function, or
# begins another, or follows a check.  At the check of a loop stays begin with the same block, whether checking code begins
# them or a duplicate, and in front of it they end.
import re
import struct
import sys

BLOCK, LINE, CHECK, LEFT, BEGIN, END = range(6)
CLOSED = 1
UNKNOWN = 2**32 - 1


def read(name):
    return struct.iter_unpack("=IIII", open(name, "rb").read())


def functions(text):
    owner = []
    for line in text:
        if m := re.match(r"function (\S+) .* blocks \d+\+(\d+)", line):
            owner += [m[1]] * int(m[2])
    return owner


class Stay:
    def __init__(self, before, depth, checked):
        self.before = before  # lines of the program in front of it
        self.checked = checked  # by checking code
        self.heard, self.lines, self.first = [], 0, None
        self.activations = [(depth, "")]  # the function is not yet known

    def block(self, number, nest, level, owner):
        self.heard.append((BLOCK, number))
        if level == UNKNOWN:
            return
        depth, begins = (nest, level & ~1), level & 1
        while self.activations and (self.activations[-1][0] > depth or
                                    (begins and self.activations[-1][0] == depth and self.activations[-1][1])):
            self.activations.pop()
        if self.activations and self.activations[-1] == (depth, ""):
            self.activations[-1] = (depth, owner[number])
        elif begins:
            self.activations.append((depth, owner[number]))
        elif not self.activations or self.activations[-1] != (depth, owner[number]):
            sys.exit("block %d of %s at %s does not go on with %s" % (number, owner[number], depth, self.activations))

    def find(self, stream, lines):
        """Where the stay is in the stream: its end."""
        low = lines[self.before - 1] + 1 if self.before else 0
        if self.lines:
            low = high = lines[self.before] - next(i for i, t in enumerate(self.heard) if t[0] == LINE)
        else:
            high = (lines[self.before] if self.before < len(lines) else len(stream)) - len(self.heard)
        for start in range(low, high + 1):
            if stream[start:start + len(self.heard)] == self.heard:
                return start + len(self.heard)
        sys.exit("behind line %d of the stream: a stay that is no piece of it: %s" % (self.before, self.heard[:20]))


def main():
    owner = functions(open(sys.argv[1]))
    stream = [(kind, number) for kind, number, _, _ in read(sys.argv[2])]
    lines = [i for i, t in enumerate(stream) if t[0] == LINE]
    stays = heard = calls = 0
    entered, begun, behind = set(), set(), set()
    for name in sys.argv[3:]:
        stay, count, checked = None, 0, False
        for kind, number, nest, level in read(name):
            if kind == BEGIN:
                stay = Stay(count, (nest, level), checked)
            elif kind == CHECK and stay:
                stay.activations.append(((nest, level), ""))
                calls += 1
            elif kind == END:
                end = stay.find(stream, lines)
                if number == CLOSED:
                    behind.add(stream[end])
                if stay.first:
                    (entered if stay.checked else begun).add(stay.first)
                stays += 1
                heard += len(stay.heard)
                stay = None
            elif kind == BLOCK:
                if not stay.heard and not level & 1:
                    stay.first = (BLOCK, number)
                stay.block(number, nest, level, owner)
            elif kind == LINE:
                if lines[count:count + 1] == [] or stream[lines[count]][1] != number:
                    sys.exit("line %d is the program's %d" % (count, number))
                count += 1
                if stay:
                    stay.heard.append((LINE, number))
                    stay.lines += 1
            checked = kind == CHECK
        if count != len(lines):
            sys.exit("%d lines, not %d" % (count, len(lines)))
    wrong = {b for b in behind if b[0] == BLOCK} - begun - entered
    if wrong:
        sys.exit("stays end in front of %s, and none begins there" % sorted(wrong))
    if entered - begun - behind:
        sys.exit("stays begin with %s in checking code alone" % sorted(entered - begun - behind))
    if not stays or not behind or not entered or not calls:
        sys.exit("%d stays, %d and %d loops, %d checks in stays" % (stays, len(behind), len(entered), calls))
    print("%d stays of %d blocks and lines, with %d checks" % (stays, heard / stays, calls))


main()
