"""truth.py JUDGE PROGRAM FILE JSON... - what `pep calls --json` says against the calls that another profiler counted.

JUDGE is callgrind, and FILE what it wrote; or gprof, and FILE what `gprof -b -q` printed.  A call is a pair of
functions, all its sites added up; a function is known by its name and the last component of its file's name, one that
is not instrumented by its name alone.  Instrumented functions have to call each other and all others as often on both
sides, and to be entered as often from elsewhere, `outside`.  gprof knows no files and no libraries: only what
instrumented functions call among themselves is held against it.  What may differ, and why, is told where it is let pass.
"""
import collections
import json
import os
import re
import sys

OUTSIDE = ("outside", "")

# The C library chooses among functions for the processor when a program is loaded: strlen is __strlen_avx2, and time
# is time_syscall where no vDSO tells it.
CHOSEN = re.compile(r"_*([a-z]\w*?)(?:_(?:sse\d*|ssse3|avx\d*|evex\d*|fma\d*|movbe|rtm|syscall|unaligned|erms|back|c))+$")

# One piece of code with several names: callgrind tells one of them, the source says another.
ALIASES = {
    "_longjmp": "longjmp",  # longjmp restores a mask of signals if setjmp has kept one
    "__sigsetjmp": "setjmp",  # setjmp and _setjmp jump to it, and are macros elsewhere
    "_setjmp": "setjmp",
    "fgetc": "getc",
    "memcpy": "memmove",  # one function copies forwards and backwards
}


def plain(name):
    """The name of a library's function, the same on both sides."""
    name = name.split("@")[0]  # fclose@@GLIBC_2.2.5: of which version
    chosen = CHOSEN.match(name)
    name = chosen[1] if chosen else name
    return ALIASES.get(name, name)


def callgrind(path, program):
    """The calls by caller and callee, each a name and a file.  The format: a name is a number in parentheses, told with
    its text where it comes first; what is not told of a callee is as the caller's."""
    texts, caller, callee = {}, {}, {}
    calls = collections.Counter()

    def function(place):
        name = re.sub(r"'\d+$", "", place["fn"])  # compile'2: a deeper level of the recursion
        inside = os.path.basename(place["ob"]) == program
        return (name, os.path.basename(place["fl"])) if inside else (plain(name), "")

    with open(path, encoding="utf-8") as file:
        for line in file:
            key, _, text = line.rstrip("\n").partition("=")
            if key == "calls":
                calls[function(caller), function({**caller, **callee})] += int(text.split()[0])
                callee = {}
            elif re.fullmatch("c?(ob|fl|fi|fe|fn)", key):
                kind = "fl" if key[-2:] in ("fi", "fe") else key[-2:]
                number, _, told = text.partition(" ")
                if told:
                    texts[kind, number] = told
                if key in ("fi", "fe"):  # where the next lines come from, not the function
                    continue
                (callee if key[0] == "c" else caller)[kind] = texts[kind, number]
    return calls


def gprof(path):
    """The calls among functions that are compiled with -pg.  In each block the callers stand above the line that begins
    with the function's number: `35/83  compile_operand <cycle 1> [10]`, or `29  compile [11]` in a cycle."""
    calls = collections.Counter()
    arc = re.compile(r"(\[\d+\])?.* (\d+)(?:[/+]\d+)? +([\w.]+)(?: <cycle \d+>)? \[\d+\]$")
    callers = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = arc.match(line.rstrip())
            if line.startswith("---"):
                callers = []
            elif found and found[1]:
                for caller, count in callers:
                    calls[(caller, ""), (found[3], "")] += count
                callers = []
            elif found and callers is not None:
                callers.append((found[3], int(found[2])))
            if line.startswith("["):
                callers = None  # callees follow
    return calls


def told(path):
    """pep's calls, and the functions that it sees."""
    calls, seen = collections.Counter(), set()

    def function(edge, end):
        name, unit = edge[end], edge[end + "_unit"]
        if not unit:
            name = name.rpartition(":")[2]  # truth.c:tell: a static function that a pointer led to
            return (plain(name), "")
        seen.add((name, os.path.basename(unit)))
        return (name, os.path.basename(unit))

    with open(path, encoding="utf-8") as file:
        for edge in json.load(file)["edges"]:
            calls[function(edge, "caller"), function(edge, "callee")] += int(edge["count"])
    return calls, seen


def seen_from(calls, seen):
    """The judge's calls as pep can see them: from functions that are not instrumented they come from outside.  Such are
    those of libraries, what the compiler adds to a program (_start), and those that ask not to be."""
    wanted = collections.Counter()
    for (caller, callee), count in calls.items():
        if caller in seen or callee in seen:
            wanted[caller if caller in seen else OUTSIDE, callee if callee in seen else (callee[0], "")] += count
    return wanted


def take_signals(got, wanted):
    """A handler of signals is entered by the kernel, and callgrind knows no caller.  Takes such entries out and gives
    their number."""
    called = {callee for _, callee in wanted}
    handlers = [pair for pair in got if pair[0] == OUTSIDE and pair[1] not in called]
    return sum(got.pop(pair) for pair in handlers)


def main():
    """Prints a line a difference and, of each profile, one more; the exit code is 1 where there are differences."""
    judge, program, truth, *profiles = sys.argv[1:]
    counted = callgrind(truth, program) if judge == "callgrind" else gprof(truth)
    failed = not counted
    for profile in profiles:
        got, seen = told(profile)
        if judge == "gprof":
            got = collections.Counter({((a[0], ""), (b[0], "")): n for (a, b), n in got.items() if {a, b} <= seen})
            wanted = counted
        else:
            wanted = seen_from(counted, seen)
        signals = take_signals(got, wanted)
        wrong = [pair for pair in sorted(got | wanted) if got[pair] != wanted[pair]]
        for caller, callee in wrong:
            names = " -> ".join(":".join(filter(None, reversed(end))) for end in (caller, callee))
            print(f"{profile}: {names}: {got[caller, callee]}, {judge} counts {wanted[caller, callee]}")
        failed |= bool(wrong) or not got
        print(
            f"{profile}: {len(wanted)} pairs, {sum(wanted.values())} calls by {judge}, {len(wrong)} pairs differ"
            f"{f', {signals} signals' if signals else ''}"
        )
    sys.exit(failed)


main()
