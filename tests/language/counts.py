"""counts.py SOURCE JSON... - the counts that SOURCE expects of itself against what `pep annotate --json` says.

An expectation is a comment at the end of a line: /*= 10 4:6 */ says that the line ran ten times and that its first
branch, by columns, was true four times and false six times; of a switch there are as many numbers as ways out, in the
order of the source.  `-` stands for a count that is not asked for, `0` for code that did not run or that there is no
code at all.  Every line whose counts are of interest carries one; the others are free.
"""
import json
import re
import sys

MARK = re.compile(r"/\*= ([-0-9: ]+) \*/")


def expectations(path):
    """The wanted counts by line number: a list of texts, the line's own first, then one a branch."""
    wanted = {}
    with open(path, encoding="utf-8", newline="") as source:
        for number, text in enumerate(source.read().split("\n"), 1):
            mark = MARK.search(text)
            if mark:
                wanted[number] = mark.group(1).split()
    return wanted


def told(path):
    """What pep says by line number, written as the expectations are."""
    with open(path, encoding="utf-8") as file:
        lines = json.load(file)["lines"]
    return {
        line["line"]: [str(line["count"])]
        + [":".join(str(way["count"]) for way in branch["ways"]) for branch in line["branches"]]
        for line in lines
    }


def fits(want, have):
    """Whether the counts are those wanted; a number of its own for each way out of a branch."""
    wanted, counts = want.split(":"), have.split(":")
    return want == "-" or (len(wanted) == len(counts) and all(w in ("-", c) for w, c in zip(wanted, counts)))


def main():
    """Prints a line a difference; the exit code is 1 where there are any."""
    source, *answers = sys.argv[1:]
    wanted = expectations(source)
    failed = not wanted
    if failed:
        print(f"{source}: expects nothing of its counts")
    wrong = {}
    for answer in answers:
        have = told(answer)
        for number, want in sorted(wanted.items()):
            got = have.get(number, ["0"])
            if len(want) > len(got) or not all(map(fits, want, got)):
                text = f"{source}:{number}: '{' '.join(got)}', not '{' '.join(want)}'"
                wrong.setdefault(text, []).append(answer.removesuffix(".json"))
    for text, where in wrong.items():
        print(f"{text} ({'all' if len(where) == len(answers) else ', '.join(where)})")
    sys.exit(failed or bool(wrong))


main()
