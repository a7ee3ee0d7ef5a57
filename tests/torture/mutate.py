"""mutate.py SEED LIST - one of the files LIST names, one a line, with some of its tokens changed, on standard output; its
name on standard error.

Tokens are left out, put in, said twice, exchanged with others of the file, or followed by some that stand elsewhere in
it; comments, directives and space stay.  Most of what comes out is no C, some is: it is the compiler that tells.
"""
import random
import re
import sys

SPACE = r"\s+|//[^\n]*|/\*.*?\*/|#[^\n]*"
TOKEN = re.compile(
    SPACE + r'|"(?:\\.|[^"\\])*"|' + r"'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\.?\d[\w.]*"
    r"|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||.", re.DOTALL)
# what a text may hold more of than it should
PIECES = """if else while do for switch default: x: break; continue; return ( ) { } [ ] ; , ? : ?: && || ! ~ * & + - ++ -- = ==
    ... ({ }) 0 1 a sizeof int static const volatile inline typeof(0) __extension__ <: :> <% %> __func__ __LINE__ "s" .a= &&x if(1)
    for(;;) enum{A} (void)0, _Static_assert(1,""); __attribute__((unused)) __attribute__((fallthrough));
    __asm__(""); __builtin_unreachable(); __builtin_expect( _Generic(0,int: 1,default:0) (int[]){1}""".split()
PIECES += ["case 3:", "case 1 ... 5:", "goto x;", "goto *p;", "else if", "return 0;", "struct s { int a; };", "0 ? 0 :"]
PIECES += ['_Pragma("GCC unroll 2")']
PIECES += ["\\\n", "??/", "\n#if 1\n", "\n#endif\n", "\n#define a b\n"]


def change(rng, tokens, places):
    """changes the tokens at one of the places"""
    at, other = rng.choice(places), rng.choice(places)
    way = rng.randrange(6)
    if way == 0:
        tokens[at] = ""
    elif way == 1:
        tokens[at] += " " + tokens[at]
    elif way == 2:
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif way == 3:
        tokens[at] += " " + rng.choice(PIECES)
    elif way == 4:
        tokens[at] = rng.choice(PIECES)
    else:
        tokens[at] += " " + "".join(tokens[other : other + rng.randint(1, 7)])


def main():
    rng = random.Random(sys.argv[1])
    with open(sys.argv[2]) as file:
        names = file.read().splitlines()
    places = []
    while not places:  # some only include another
        name = rng.choice(names)
        with open(name, encoding="latin-1") as file:
            tokens = TOKEN.findall(file.read())
        places = [i for i, token in enumerate(tokens) if not re.fullmatch(SPACE, token, re.DOTALL)]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        change(rng, tokens, places)
    sys.stdout.reconfigure(encoding="latin-1")
    sys.stdout.write("".join(tokens))
    print(name, file=sys.stderr)


main()
