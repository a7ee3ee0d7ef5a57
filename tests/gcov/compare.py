"""compare.py - holds pep's counts against gcov's on the same work.

    compare.py --name NAME --folder SOURCES --tool PEP GCOV.json GCOV.txt PEP.json PROGRAM PROFILE

GCOV.json is what `gcov --json-format --stdout` prints, one object a line; GCOV.txt what `gcov --stdout -b -c` prints;
PEP.json comes from `pep edges --json '*'`; lines are asked of `pep annotate --json`.

Compared are, exactly: how often each function was entered; how often each way of each branch was taken; how often each
line ran.  What may differ, and is therefore bounded or counted instead of compared, is told beside each rule below.
Prints a line with what was compared; every difference beyond the rules, and exit code 1 where there is one.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

SHOWN = 20  # differences printed


def base(path):
    return os.path.basename(path)


class Gcov:
    """entries[file, function], ways[file, function, line], lines[file, line], left[file, function]."""

    def __init__(self, json_path, text_path):
        self.entries = collections.Counter()
        self.ways = collections.defaultdict(list)
        self.lines = {}
        self.owners = collections.defaultdict(set)
        with open(json_path) as stream:
            for text in stream:
                if text.strip():
                    self.add(json.loads(text))
        self.left = self.read_left(text_path)

    def add(self, unit):
        """Adds one translation unit.  Its functions are known by the unit's own file, its lines by their file."""
        own = next((base(f["file"]) for f in unit["files"] if f["file"].endswith(".c")), None)
        for f in unit["files"]:
            name = base(f["file"])
            for function in f["functions"]:
                self.entries[own, function["name"]] += function["execution_count"]
            for line in f["lines"]:
                place = name, line["line_number"]
                function = line.get("function_name")
                self.lines[place] = self.lines.get(place, 0) + line["count"]
                self.owners[place].add((own, function))
                self.ways[own, function, place] += [b["count"] for b in line["branches"]]

    @staticmethod
    def read_left(path):
        """Functions that were left by longjmp or exit: at most how many of their frames."""
        left, unit = {}, None
        with open(path, errors="replace") as stream:
            for line in stream:
                source = re.match(r" *-: +0:Source:(.*)", line)
                function = re.match(r"function (\S+) called (\d+) returned (\d+)%", line)
                if source:
                    unit = base(source.group(1).strip())
                elif function:
                    called, share = int(function.group(2)), int(function.group(3))
                    if share < 100:
                        # the share is rounded: one per cent more may have been left
                        left[unit, function.group(1)] = called - called * max(share - 1, 0) // 100
        return left


class Pep:
    """The same of `pep edges --json`; what several units have of one function is added up."""

    def __init__(self, path):
        self.entries = collections.Counter()
        self.ways = collections.defaultdict(collections.Counter)
        self.unbalanced = {}
        self.files = set()
        with open(path) as stream:
            functions = json.load(stream)
        for function in functions:
            key = base(function["unit"]), function["name"]
            self.entries[key] += int(function["entries"])
            self.unbalanced[key] = function["unbalanced"]
            for edge in function["edges"]:
                self.files.add(edge["file"])
                if edge["branch"]:
                    place = base(edge["file"]), edge["line"]
                    self.ways[key + (place,)][edge["index"]] += int(edge["count"])


def pep_lines(tool, folder, file, program, profile):
    done = subprocess.run([tool, "annotate", "--json", file, program, profile], cwd=folder, capture_output=True,
                          text=True)
    if done.returncode or not done.stdout.strip():
        return None
    return {line["line"]: int(line["count"]) for line in json.loads(done.stdout)["lines"]}


class Judge:
    def __init__(self):
        self.compared = collections.Counter()
        self.passed_over = collections.Counter()
        self.differences = []

    def equal(self, what, place, gcov, pep):
        self.compared[what] += 1
        if gcov != pep:
            self.differences.append(f"{what} {place}: gcov {gcov}, pep {pep}")

    def bounded(self, what, place, gcov, pep, lost):
        """The path a frame was on when it was left is not counted: at most one a frame, and never more than gcov."""
        self.compared[what + ", bounded"] += 1
        if not gcov - lost <= pep <= gcov:
            self.differences.append(f"{what} {place}: gcov {gcov}, pep {pep}, {lost} frames were left at most")


def compare_functions(judge, gcov, pep):
    for key, count in gcov.entries.items():
        place = ":".join(map(str, key))
        if key not in pep.entries:
            # left as it was by pep-cc: `pep doctor` has the reason
            judge.passed_over["functions without counts"] += 1
            if count:
                judge.differences.append(f"function {place}: ran {count} times, pep has no counts")
        elif key in gcov.left:
            judge.bounded("function", place, count, pep.entries[key], gcov.left[key])
        else:
            judge.equal("function", place, count, pep.entries[key])


def compare_branches(judge, gcov, pep):
    for key, ways in gcov.ways.items():
        unit, function, place = key
        if (unit, function) not in pep.entries or not ways:
            continue
        ours = list(pep.ways.get(key, {}).values())
        where = f"{place[0]}:{place[1]}"
        if len(ours) != len(ways):
            # gcc folds `c >= '0' && c <= '9'` and its like into one branch or none, also at -O0, and turns some ?: into
            # branchless code; then the line's count is all that can be compared
            judge.passed_over["branches that gcc folds"] += 1
        elif (unit, function) in gcov.left:
            judge.compared["branch, bounded"] += 1
            lost = gcov.left[unit, function] * max(len(ways) // 2, 1)
            if not sum(ways) - lost <= sum(ours) <= sum(ways):
                judge.differences.append(f"branch {where}: gcov {sorted(ways)}, pep {sorted(ours)}")
        else:
            judge.equal("branch", where, sorted(ways), sorted(ours))


def compare_lines(judge, gcov, pep, ask):
    for file in sorted(pep.files):
        lines = ask(file)
        if lines is None:
            judge.passed_over["files without lines"] += 1
            continue
        for number, count in lines.items():
            place = base(file), number
            if place not in gcov.lines:
                continue
            owners = gcov.owners[place]
            if not all(owner in pep.entries for owner in owners):
                continue
            lost = sum(gcov.left.get(owner, 0) for owner in owners)
            where = f"{place[0]}:{number}"
            if lost:
                judge.bounded("line", where, gcov.lines[place], count, lost)
            else:
                judge.equal("line", where, gcov.lines[place], count)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--name", "--folder", "--tool"):
        parser.add_argument(option, required=True)
    for operand in ("gcov_json", "gcov_text", "pep_json", "program", "profile"):
        parser.add_argument(operand)
    a = parser.parse_args()
    gcov, pep, judge = Gcov(a.gcov_json, a.gcov_text), Pep(a.pep_json), Judge()
    compare_functions(judge, gcov, pep)
    compare_branches(judge, gcov, pep)
    compare_lines(judge, gcov, pep, lambda file: pep_lines(a.tool, a.folder, file, a.program, a.profile))
    told = ", ".join(f"{n} {what}" for counter in (judge.compared, judge.passed_over)
                     for what, n in sorted(counter.items()))
    print(f"{a.name}: {told}; {len(judge.differences)} differ")
    for difference in judge.differences[:SHOWN]:
        print("  " + difference)
    # a comparison of nothing is no success
    sys.exit(1 if judge.differences or not judge.compared["function"] or not judge.compared["line"] else 0)


if __name__ == "__main__":
    main()
