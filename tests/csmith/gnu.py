"""gnu.py SEED gcc|clang - a random program of GNU C, where csmith does not go, on standard output.

Statement expressions, computed gotos, case ranges, Duff's device, omitted operands, arrays of variable length, cleanup,
static locals, locals whose address is known, names that hide others, complex parts, vectors, alignment, functions
inside functions, definitions in the old style.  The program ends, has no undefined behaviour, and prints what it
computes: arithmetic is unsigned, every function, loop and jump back asks turn(), which says no after a while, and no
jump passes by a declaration.  Jumps leave loops in each other, forward and back, and enter them.
"""
import random
import sys

HEAD = """#include <stdio.h>
#include <string.h>
struct pair { unsigned x, y; unsigned char bits : 3; };
struct list { struct list *next; unsigned value; };
static unsigned sum, turns;
static int turn(void) { return turns && turns--; }
static unsigned use(unsigned n) { sum = sum * 31 + n; return n ^ sum >> 7; }
static unsigned use_also(unsigned n) { return use(n + 1) & 15; }
static unsigned (*const uses[])(unsigned) = {use, use_also};
static void leave(unsigned *n) { use(*n); }
"""

TAIL = """    printf("%u %u\\n", sum, turns);
    return 0;
}
"""


class Function:
    def __init__(self, rng, name, callees, kind):
        self.rng, self.name, self.callees, self.kind = rng, name, callees, kind
        self.lines, self.indent, self.serial = [], 1, 0
        self.values, self.arrays, self.pairs = ["a", "b"], [], []
        self.fixed = []  # may not be assigned
        self.pokes = []  # statements that change what others do not
        self.own = set()  # names of the innermost block
        self.ways = []  # gotos to labels around
        self.loops = self.depth = 0
        self.budget = rng.randint(12, 30)
        self.old_style = rng.random() < 0.2
        self.open = rng.random() < 0.6  # without what keeps duplicates from having doors

    # --- text ---

    def emit(self, text):
        self.lines.append("    " * self.indent + text)

    def fresh(self, letter):
        self.serial += 1
        return f"{letter}{self.serial}"

    def chance(self, part):
        return self.rng.random() < part

    def name_for(self, letter):
        """A new one, or that of a value of a block around, which is not known then."""
        around = [n for n in self.values if n not in self.own and (n[0] == "v" or n in "ab" and self.depth > 1)]
        name = self.rng.choice(around) if len(self.values) > 2 and around and self.chance(0.5) else self.fresh(letter)
        self.values = [n for n in self.values if n != name]
        self.own.add(name)
        return name

    # --- expressions; all are unsigned ---

    def operand(self):
        choices = self.values + self.fixed + [f"{n}[{self.rng.choice(self.values)} & 3]" for n in self.arrays]
        choices += [f"{n}.{part}" for n in self.pairs for part in ("x", "y", "bits")]
        choices += [f"{self.rng.randint(0, 20)}u"] * 2
        return self.rng.choice(choices)

    def expression(self, depth=0):
        if depth > 2:
            return self.operand()
        a, b = self.expression(depth + 1), self.expression(depth + 1)
        serial = self.fresh("e")
        return self.rng.choice([
            self.operand(), self.operand(), self.operand(),
            f"({a} + {b})", f"({a} ^ {b})", f"({a} * 3 - {b})", f"({a} < {b})", f"(!{a})",
            f"({a} && {b})", f"({a} || {b})", f"({a} ? {b} : {self.operand()})", f"({a} ?: {b})",
            f"_Generic({self.operand()}, unsigned: {a}, default: {b})",
            f"(unsigned)__builtin_expect({a} > {b}, 0)",
            f"(unsigned)sizeof(char[{self.rng.randint(1, 9)}])",
            f"(__extension__ {a})",
            f"((struct pair){{.y = {a}, .x = {b}}}).{self.rng.choice('xy')}",
            f"((unsigned[4]){{{a}, [2] = {b}}}[{self.operand()} & 3])" if not self.open else a,
            f"({{ unsigned {serial} = {a}; if ({serial} & 1) {serial} += {b}; else {serial}--; {serial}; }})",
            f"({{ unsigned {serial} = {a} & 7; while ({serial} && turn()) {serial}--; {b}; }})",
        ])

    def call(self):
        a = self.expression(1)
        choices = [f"use({a})", f"use_also({a})", f"uses[{self.operand()} & 1]({a})",
                   f"({self.operand()} & 1 ? use : use_also)({a})", f"({self.operand()} && use({a}))",
                   f"(use({a}) ?: {self.operand()})"]
        choices += [f"{callee}({a}, {self.operand()})" for callee in self.callees] * 2
        return self.rng.choice(choices)

    def condition(self):
        a, b = self.expression(1), self.expression(1)
        choices = [a, f"{a} & 1", f"{a} > {b}", f"{a} && {self.call()}", f"{a} & 1 || {self.call()} > 9",
                   f"({self.operand()} & 3) == 1", f"!({a} & 2)"]
        return f"({self.rng.choice(choices)})"

    def target(self):
        choices = self.values[2:] * 2 + self.values[:2] + [f"{n}[{self.operand()} & 3]" for n in self.arrays]
        return self.rng.choice(choices + [f"{n}.{part}" for n in self.pairs for part in ("x", "bits")])

    # --- declarations; what they declare is known up to the end of the block ---

    def declare_value(self):
        name = self.name_for("v")
        kinds = ["unsigned", "unsigned long", "unsigned short", "volatile unsigned", "register unsigned",
                 "const unsigned", "static unsigned", "__attribute__((cleanup(leave))) unsigned"]
        kind = self.rng.choice(kinds[:-2] + ["unsigned"] * 2 if self.open else kinds)
        first = f"{self.rng.randint(0, 9)}u" if kind.startswith("static") else self.expression()
        (self.fixed if kind.startswith("const") else self.values).append(name)
        if kind in ("unsigned", "static unsigned") and self.chance(0.5):
            pointer = self.fresh("p")
            between = self.rng.choice([", ", "; unsigned "] if kind == "unsigned" else ["; unsigned "])
            self.emit(f"{kind} {name} = {first}{between}*{pointer} = &{name};")
            self.values.append(f"(*{pointer})")
        else:
            self.emit(f"{kind} {name} = {first};")

    def declare_array(self):
        name = self.name_for("r")
        if not self.open and self.chance(0.3):
            self.emit(f"unsigned {name}[({self.operand()} & 3) + 4];")
            self.emit(f"memset({name}, 0, sizeof {name});")
        else:
            self.emit(f"{self.rng.choice(['', '_Alignas(64) ', 'static '])}unsigned {name}[4] = {{1, [3] = 2}};")
        self.arrays.append(name)
        if not self.open:
            self.fixed.append(f"(unsigned)__alignof__({name})")

    def declare_pair(self):
        name = self.name_for("s")
        self.emit(f"struct pair {name} = {{{self.expression()}, {self.operand()}, 1}};")
        self.pairs.append(name)

    def declare_list(self):
        name = self.fresh("l")
        self.emit(f"struct list {name} = {{&{name}, {self.operand()}}};")
        self.values.append(f"{name}.next->value")
        self.fixed.append(f"(unsigned)({name}.next == &{name})")

    def declare_complex(self):
        name, pointer = self.fresh("z"), self.fresh("p")
        self.emit(f"_Complex double {name} = {self.operand()} & 7;")
        self.emit(f"double *{pointer} = &__{self.rng.choice(['real', 'imag'])}__ {name};")
        self.emit(f"*{pointer} += {self.operand()} & 3;")
        self.fixed.append(f"(unsigned)(__real__ {name} + 2 * __imag__ {name} + 3 * *{pointer})")
        self.pokes.append(f"*{pointer} += 1; {name} = {name} * 0.5 + 3;")

    def declare_vector(self):
        name = self.fresh("x")
        self.emit(f"unsigned {name} __attribute__((vector_size(16))) = {{{self.operand()}, 2, 3, 4}};")
        self.values.append(f"{name}[1]")
        if self.kind == "gcc":
            pointer = self.fresh("p")
            self.emit(f"unsigned *{pointer} = (unsigned *)&{name}[1];")
            self.values.append(f"(*{pointer})")

    def declaration(self):
        kinds = [self.declare_value] * 4 + [self.declare_array, self.declare_pair, self.declare_complex,
                                            self.declare_vector]
        self.rng.choice(kinds if self.open else kinds + [self.declare_list])()

    # --- statements ---

    def block(self, loop=False, last=None):
        """last() gives the last statement, among the block's names."""
        known = [list(n) for n in (self.values, self.fixed, self.arrays, self.pairs, self.pokes)]
        own, self.own = self.own, set()
        self.indent, self.depth, self.loops = self.indent + 1, self.depth + 1, self.loops + loop
        for _ in range(self.rng.randint(1, 4)):
            self.statement()
        if last:
            self.emit(last())
        self.indent, self.depth, self.loops = self.indent - 1, self.depth - 1, self.loops - loop
        self.values, self.fixed, self.arrays, self.pairs, self.pokes = known
        self.own = own

    def block_with(self, goto, loop=False, last=None):
        self.ways.append(goto)
        self.block(loop, last)
        self.ways.pop()

    def branch(self):
        self.emit(f"if ({self.condition()}) {{")
        leaves = self.chance(0.2)  # nobody comes back from there
        self.block(last=(lambda: f"return {self.expression()};") if leaves else None)
        if self.chance(0.4):
            self.emit("} else {")
            self.block()
        self.emit("}")

    def loop(self):
        i, label, times = self.fresh("i"), self.fresh("L"), self.rng.randint(1, 6)
        head, tail, kinds = self.rng.choice([
            (f"for (unsigned {i} = 0; {i} < {times} && turn(); {i}++) {{", "}", ["plain", "next", "out"]),
            (f"while (turn() && {self.condition()}) {{", "}", ["plain", "next", "out", "in"]),
            ("do {", f"}} while (turn() && {self.condition()});", ["plain", "next", "out", "in"]),
            (f"for (unsigned {i} = {times}; {i}-- && turn();) {{", "}", ["plain", "next", "out"]),
            (f"while (turn() && {self.rng.choice(self.values)}++ % {times + 1}) {{", "}", ["plain", "next", "out"]),
            (f"for (;;) {{ if (!turn()) return {self.expression()};", "}", ["plain", "next", "out"]),
        ])
        kind = self.rng.choice(kinds)
        if kind == "in":
            self.emit(f"if ({self.condition()}) goto {label};")
        self.emit(head)
        if kind == "in":
            self.emit(f"    {label}:;")
        self.emit("    {")
        if kind in ("next", "out"):  # from loops inside too
            self.block_with(f"goto {label};", loop=True)
        else:
            self.block(loop=True)
        self.emit("    }")
        if kind == "next":
            self.emit(f"    {label}:;")
        self.emit(tail)
        if kind == "out":
            self.emit(f"{label}:;")

    def switch(self):
        self.emit(f"switch ({self.expression()} & 7) {{")
        labels = [["case 0:"], ["case 1 ... 2:"], ["case 3:", "case 5:"], ["default:"]]
        self.rng.shuffle(labels)
        for group in labels[self.rng.randint(0, 1):]:
            for label in group:
                self.emit(label)
            self.emit("{")
            self.block()
            self.emit("}")
            if self.chance(0.6):
                self.emit("    break;")
        self.emit("}")

    def duff(self):
        n = self.fresh("n")
        self.emit(f"unsigned {n} = ({self.operand()} & 7) + 1;")
        self.emit(f"switch ({n} & 3) {{")
        self.emit("case 0: do {")
        self.emit(f"    {self.call()};")
        for case in (3, 2, 1):
            self.emit(f"case {case}:")
            self.emit(f"    {self.call()};")
        self.emit(f"    }} while (({n} = {n} > 4 ? {n} - 4 : 0) && turn());")
        self.emit("}")

    def switch_in(self):
        self.emit(f"switch ({self.operand()} & 3) {{")
        self.emit(f"case 0: while (turn() && {self.condition()}) {{")
        for case in (1, 2):
            self.emit("    {")
            self.block(loop=True)
            self.emit("    }")
            self.emit(f"case {case}:;")
        self.emit("    }")
        self.emit("}")

    def jump_back(self):
        label = self.fresh("L")
        self.emit(f"{label}:;")
        self.emit("{")
        self.block_with(f"if (turn()) goto {label};", last=lambda: f"if ({self.condition()} && turn()) goto {label};")
        self.emit("}")

    def jump_over(self):
        label = self.fresh("L")
        self.emit(f"if ({self.condition()}) goto {label};")
        self.emit("{")
        self.block_with(f"goto {label};")
        self.emit("}")
        self.emit(f"{label}:;")

    def computed(self):
        table, labels, end = self.fresh("t"), [self.fresh("L") for _ in range(3)], self.fresh("L")
        self.emit("{")
        self.emit(f"    static void *const {table}[] = {{{', '.join('&&' + x for x in labels)}, &&{end}}};")
        self.emit(f"    goto *{table}[{self.operand()} & 3];")
        for label in labels:
            self.emit(f"{label}:;")
            self.emit("    {")
            self.block()
            self.emit("    }")
            if self.open:
                self.emit(f"    if (!turn()) goto {end};")
                self.emit(f"    goto *{table}[{self.operand()} & 3];")
            else:  # who calls may keep the label's address
                self.emit(f"    goto *{table}[turn() ? {self.operand()} & 3 : 3];")
        self.emit(f"{end}:;")
        self.emit("}")

    def leave(self):
        if self.ways and self.chance(0.5):
            self.emit(f"if ({self.condition()}) {{ {self.rng.choice(self.ways)} }}")
        elif self.loops and self.chance(0.7):
            self.emit(f"if ({self.condition()}) {self.rng.choice(['break', 'continue'])};")
        else:
            self.emit(f"if ({self.condition()}) return {self.expression()};")

    def assign(self):
        value = self.rng.choice([self.expression(), self.call()])
        self.emit(f"{self.target()} {self.rng.choice(['=', '+=', '^='])} {value};")

    def statement(self):
        self.budget -= 1
        simple = [self.assign, self.assign, self.leave, lambda: self.emit(f"{self.call()};")]
        simple += [lambda: self.emit(self.rng.choice(self.pokes))] * 2 if self.pokes else []
        nested = [self.branch, self.branch, self.loop, self.loop, self.switch, self.jump_back, self.jump_over,
                  self.computed, self.duff, self.switch_in]
        if self.chance(0.3):
            self.declaration()
        self.rng.choice(simple if self.budget < 0 or self.depth > 3 else simple + nested)()

    def text(self):
        self.block()
        head = f"unsigned {self.name}(a, b) unsigned a, b;" if self.old_style else f"{self.name}(unsigned a, unsigned b)"
        if not self.old_style:
            head = self.rng.choice(["static unsigned ", "unsigned ", "static inline unsigned "]) + head
        inner = []
        if self.kind == "gcc" and self.chance(0.1):
            inner = ["    unsigned within(unsigned n) { return n & 1 ? use(n) : a; }", "    b += within(b);"]
        inner.insert(0, "    if (!turn()) return a;")
        return "\n".join([head, "{", *inner, *self.lines, f"    return use(a) + {self.expression()};", "}", ""])


def main():
    rng = random.Random(int(sys.argv[1]))
    names = []
    print(HEAD)
    for i in range(rng.randint(2, 4)):
        print(Function(rng, f"f{i}", names[-2:], sys.argv[2]).text())
        names.append(f"f{i}")
    print("int main(void)\n{")
    for i in range(6):
        print(f"    turns = 500;\n    use({rng.choice(names)}({rng.randint(0, 9)}, {i}));")
    print(TAIL, end="")


main()
