"""source.py - what lines of C look like, as far as gcc's way to give code a line depends on it."""
import os
import re

LABEL = re.compile(r"\s*(case\b.*|default\s*|\w+\s*):")
ENDLESS = re.compile(r"\s*(for\s*\([^;]*;\s*1?\s*;|while\s*\(\s*(1|true)\s*\))", re.I)
JUMP = re.compile(r"\b(return|break|continue|goto)\b")
ASSERTION = re.compile(r"\s*assert\s*\(")
CONSTANT = re.compile(r"(&&|\|\|)\s*\(?-?\(?(0x[0-9a-f]+|\d+)u?l*\b", re.I)
HEAD = re.compile(r"\s*(}\s*)?(else\s+)?(if|for|while|switch)\b|\w")


class Source:
    """One file, without comments and the text of strings; `heads` are the lines where functions begin."""

    def __init__(self, path, heads):
        with open(path, errors="replace") as stream:
            text = stream.read()
        text = re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
        text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
        self.lines = [""] + text.split("\n")
        self.heads = heads
        self.long = self.long_statements()

    def long_statements(self):
        """Lines of statements, conditions and declarators that go over several lines."""
        found, lines, depth = set(), [], 0
        for number, line in enumerate(self.lines):
            if not line.strip() or line.lstrip().startswith("#") or self.lines[number - 1].endswith("\\"):
                continue
            lines.append(number)
            # alternatives of #if have unequal parentheses: a brace begins anew
            depth = 0 if re.search(r"[{}]\s*$", line) else depth + line.count("(") - line.count(")")
            end = r"[;{}:]\s*$|\b(else|do)\s*$"
            if HEAD.match(self.lines[lines[0]]):
                end += r"|\)\s*$"
            if depth <= 0 and re.search(end, line):
                if len(lines) > 1:
                    found.update(lines)
                lines, depth = [], 0
        return found

    def decided(self, number):
        """Whether a constant is an operand of && or || there."""
        return number < len(self.lines) and CONSTANT.search(self.lines[number])

    def excuse(self, number):
        """Why gcc's count of this line need not be how often it ran; or None."""
        line = self.lines[number] if number < len(self.lines) else ""
        if number in self.long:
            return "parts of long statements"  # each gets a line of gcc's choice
        if number in self.heads:
            return "heads of functions"  # they get the code that has no place of its own
        if LABEL.match(line) or LABEL.match(self.lines[number - 1]):
            return "labels"  # they share code with what they lead to
        if ENDLESS.match(line):
            return "endless loops"  # their head has no code
        if JUMP.search(line):
            return "jumps"  # equal ones are merged
        if ASSERTION.match(line):
            return "assertions turned off"  # no code either
        return None


class Sources:
    """The source files below a folder, and others by the name they have in the map; heads[file] as above."""

    def __init__(self, folder, files, heads):
        self.paths = {os.path.basename(file): file for file in files}
        self.read, self.heads = {}, heads
        for top, _, names in os.walk(folder):
            self.paths.update((name, os.path.join(top, name)) for name in names if name.endswith((".c", ".h")))

    def get(self, name):
        if name not in self.read:
            path = self.paths.get(name, os.devnull)
            self.read[name] = Source(path if os.path.exists(path) else os.devnull, self.heads[name])
        return self.read[name]
