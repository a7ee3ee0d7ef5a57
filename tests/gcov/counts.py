"""counts.py - the counts of gcov and of pep, in one shape.

A function is known by (file of its unit, name), a line by (file, number); files by their last component.

    entries[function]          how often it was entered
    ways[function, line]       how often each way out of each branch on the line was taken, in any order
"""
import collections
import json
import os
import re
import subprocess


def base(path):
    return os.path.basename(path)


class Gcov:
    """From `gcov --json-format --stdout`, one object a line, and `gcov --stdout -b -c`.

    lines[line]                how often it ran, over all functions
    owners[line]               the functions that have code on it
    heads[file]                numbers of the lines where functions begin
    left[function]             how many frames at most were left by longjmp or exit; only where some may have been
    """

    def __init__(self, json_path, text_path, setjmp):
        self.entries = collections.Counter()
        self.ways = collections.defaultdict(list)
        self.lines = collections.Counter()
        self.owners = collections.defaultdict(set)
        self.heads = collections.defaultdict(set)
        self.left = {}
        with open(json_path) as stream:
            for text in stream:
                if text.strip():
                    self.add_unit(json.loads(text))
        with open(text_path, errors="replace") as stream:
            self.add_left(stream, setjmp)

    def add_unit(self, unit):
        own = next((base(f["file"]) for f in unit["files"] if f["file"].endswith(".c")), None)
        for f in unit["files"]:
            for function in f["functions"]:
                self.entries[own, function["name"]] += function["execution_count"]
                self.heads[base(f["file"])].add(function["start_line"])
            for line in f["lines"]:
                function, place = (own, line.get("function_name")), (base(f["file"]), line["line_number"])
                self.lines[place] += line["count"]
                self.owners[place].add(function)
                self.ways[function, place] += [b["count"] for b in line["branches"]]

    def add_left(self, stream, setjmp):
        """setjmp is the name of the function that calls setjmp, or None where the program uses no longjmp."""
        file = None
        for text in stream:
            source = re.match(r" *-: +0:Source:(.*)", text)
            function = re.match(r"function (\S+) called (\d+) returned (\d+)%", text)
            if source:
                file = base(source.group(1).strip())
            elif function:
                name, called, share = function.group(1), int(function.group(2)), int(function.group(3))
                # the share is rounded to the nearest per cent; where setjmp returns again, the path that ran when
                # longjmp was called ends like that of a frame that was left
                lost = called if name == setjmp else int(called * (100.5 - share) / 100)
                if lost and (share < 100 or setjmp):
                    self.left[file, name] = lost


class Pep:
    """From `pep edges --json '*'`; lines are asked of `pep annotate --json`.

    files                      names of source files as the map has them
    counted_by[function]       the functions whose counts give those of the function, which has no counter
    parts[function, line]      sum of the counts of the line's blocks, where it has several or a branch
    """

    def __init__(self, path, tool, folder, program, profile):
        self.command = [tool, "annotate", "--json"], [program, profile]
        self.folder = folder
        self.entries = collections.Counter()
        self.counted_by = collections.defaultdict(set)
        ways = collections.defaultdict(collections.Counter)
        blocks = collections.defaultdict(collections.Counter)
        self.files = set()
        with open(path) as stream:
            functions = json.load(stream)
        for counted in functions:
            function = base(counted["unit"]), counted["name"]
            self.entries[function] += int(counted["entries"])
            self.counted_by[function] |= {(function[0], caller) for caller in counted["counted_by"]}
            for edge in counted["edges"]:
                self.files.add(edge["file"])
                key, count = (function, (base(edge["file"]), edge["line"])), int(edge["count"])
                blocks[key][edge["from"]] += count
                if edge["branch"]:
                    # a function of a header stands in several units of that name: the same edge, added up
                    ways[key][edge["index"]] += count
        self.ways = {key: list(counts.values()) for key, counts in ways.items()}
        self.parts = {key: sum(counts.values()) for key, counts in blocks.items() if len(counts) > 1 or key in ways}

    def lines(self, file):
        """number -> count, or None where the tool has nothing to say of the file."""
        done = subprocess.run(self.command[0] + [file] + self.command[1], cwd=self.folder, capture_output=True, text=True)
        if done.returncode or not done.stdout.strip():
            return None
        return {line["line"]: int(line["count"]) for line in json.loads(done.stdout)["lines"]}
