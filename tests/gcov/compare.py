"""compare.py - holds pep's counts against gcov's on the same work.

    compare.py --name NAME --folder SOURCES --tool PEP GCOV.json GCOV.txt PEP.json PROGRAM PROFILE

GCOV.json is what `gcov --json-format --stdout` prints, one object a line; GCOV.txt what `gcov --stdout -b -c` prints;
PEP.json comes from `pep edges --json '*'`; lines are asked of `pep annotate --json`.

Compared are, exactly: how often each function was entered; how often each way of each branch was taken; how often each
line ran.  What may differ is bounded or counted instead, and told beside the rule.  Prints one line of what was
compared, then every difference beyond the rules; exit code 1 where there is one.

--setjmp FUNCTION names the function that calls setjmp, of a program that leaves frames by longjmp.  Then a function of
which gcov says "returned 100%" may have been left too, as that share is rounded.
"""
import argparse
import collections
import sys

from counts import Gcov, Pep
from source import Sources

SHOWN = 20  # differences printed
MOST_EXCUSED = 0.1  # of the lines that are equal


class Judge:
    def __init__(self):
        self.compared = collections.Counter()
        self.excused = collections.Counter()
        self.differences = []

    def equal(self, what, place, gcov, pep):
        self.compared[what] += 1
        if gcov != pep:
            self.differences.append(f"{what} {place}: gcov {gcov}, pep {pep}")

    def bounded(self, what, place, gcov, pep, lost):
        """A frame that was left is on one path, which is counted as a whole or not at all: as a whole where its last
        branch was behind it, though what follows did not run."""
        self.compared[what if gcov == pep else what + " within the frames left"] += 1
        if abs(gcov - pep) > lost:
            self.differences.append(f"{what} {place}: gcov {gcov}, pep {pep}, {lost} frames were left at most")


def spread_left(gcov, pep):
    """What was left in a function's callers is missing, or too much, in one that is counted by them."""
    for _ in range(len(pep.counted_by)):
        more = {}
        for function, callers in pep.counted_by.items():
            lost = sum(gcov.left.get(caller, 0) for caller in callers)
            if lost > gcov.left.get(function, 0):
                more[function] = lost
        if not more:
            break
        gcov.left.update(more)


def compare_functions(judge, gcov, pep):
    for function, count in gcov.entries.items():
        place = ":".join(map(str, function))
        if function not in pep.entries:
            # left as it was by pep-cc, which `pep doctor` explains: no such function in these programs may have run
            judge.excused["functions without counts"] += 1
            if count:
                judge.differences.append(f"function {place}: ran {count} times, pep has no counts")
        elif function in gcov.left:
            judge.bounded("function", place, count, pep.entries[function], gcov.left[function])
        else:
            judge.equal("function", place, count, pep.entries[function])


def compare_branches(judge, gcov, pep, sources):
    for (function, line), theirs in gcov.ways.items():
        if function not in pep.entries or not theirs:
            continue
        ours, place = sorted(pep.ways.get((function, line), [])), f"{line[0]}:{line[1]}"
        theirs = sorted(theirs)
        beyond = collections.Counter(n for n in theirs if n) - collections.Counter(ours)
        if ours == theirs:
            judge.compared["branch"] += 1
        elif len(ours) != len(theirs) or (sum(theirs) < sum(ours) and not beyond):
            # gcc folds `c >= '0' && c <= '9'` and its like into one branch or none, also at -O0, turns some ?: into
            # branchless code, and goes straight on where a constant arm decides the next condition: then it has fewer
            # ways, or as many with fewer of them taken
            judge.excused["branches that gcc folds"] += 1
        elif line[1] in sources.get(line[0]).long:
            # the same, with a branch of another line of the statement in its place
            judge.excused["branches of long statements"] += 1
        elif sources.get(line[0]).decided(line[1]):
            # gcc folds `c && 1`, and has a branch for an operand whose value goes unused, or for a comparison, instead
            judge.excused["branches beside constants"] += 1
        elif function in gcov.left:
            # each frame that was left took one of the ways of each branch on its path
            lost = gcov.left[function] * max(len(theirs) // 2, 1)
            judge.bounded("branch", place, sum(theirs), sum(ours), lost)
        else:
            judge.equal("branch", place, theirs, ours)


def compare_lines(judge, gcov, pep, sources):
    for file in sorted(pep.files):
        counts = pep.lines(file)
        if counts is None:
            judge.excused["files without lines"] += 1
            continue
        name = file.rpartition("/")[2]
        for number, ours in counts.items():
            line, place = (name, number), f"{name}:{number}"
            owners = gcov.owners.get(line)
            if not owners or not all(owner in pep.entries for owner in owners):
                continue
            theirs = gcov.lines[line]
            lost = sum(gcov.left.get(owner, 0) for owner in owners)
            parts = sum(pep.parts.get((owner, line), 0) for owner in owners)
            excuse = sources.get(name).excuse(number)
            if theirs == ours:
                judge.compared["line"] += 1
            elif parts and ours - lost <= theirs <= ours + parts + lost:
                # gcov adds up the parts of a line that it comes to from other lines; pep takes the largest
                judge.excused["lines of several parts"] += 1
            elif excuse:
                judge.excused[excuse] += 1
            elif lost:
                judge.bounded("line", place, theirs, ours, lost)
            else:
                judge.equal("line", place, theirs, ours)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--setjmp", metavar="FUNCTION")
    for option in ("--name", "--folder", "--tool"):
        parser.add_argument(option, required=True)
    for operand in ("gcov_json", "gcov_text", "pep_json", "program", "profile"):
        parser.add_argument(operand)
    a = parser.parse_args()

    gcov = Gcov(a.gcov_json, a.gcov_text, a.setjmp)
    pep = Pep(a.pep_json, a.tool, a.folder, a.program, a.profile)
    sources = Sources(a.folder, pep.files, gcov.heads)
    judge = Judge()
    spread_left(gcov, pep)
    compare_functions(judge, gcov, pep)
    compare_branches(judge, gcov, pep, sources)
    compare_lines(judge, gcov, pep, sources)

    excused = sum(n for what, n in judge.excused.items() if not what.startswith(("branches", "functions")))
    if excused > MOST_EXCUSED * judge.compared["line"]:
        judge.differences.append(f"{excused} lines are excused, too many beside {judge.compared['line']} equal ones")
    told = [f"{n} {what}" for what, n in sorted(judge.compared.items())]
    told += [f"({n} {what})" for what, n in sorted(judge.excused.items())]
    print(f"{a.name}: {', '.join(told)}; {len(judge.differences)} differ")
    for difference in judge.differences[:SHOWN]:
        print("  " + difference)
    # a comparison of nothing is no success
    sys.exit(1 if judge.differences or not judge.compared["function"] or not judge.compared["line"] else 0)


if __name__ == "__main__":
    main()
