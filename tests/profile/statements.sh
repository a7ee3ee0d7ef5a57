#!/bin/sh
# statements.sh PEP PEP_CC - of a statement of several lines a path shows as much as tells what it is.
set -u
pep=$1 pep_cc=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-statements.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF
export PEP_FLAGS=-fpep-how=exhaustive
NO_COLOR=1
export NO_COLOR

cat >statements.c <<'END'
static int sum(int a, int b, int c, int d)
{
    return a + b + c + d;
}

static int clamp(int n,
                 int low, int high)
{
    if (
        n < low)
        return low;
    int first =
        sum(n, low, high, n * 1000 + low * 1000), second = n > high ? high : n,
        third = sum(
            n > 1 ? 1 : 2, n,
            low,
            high);
    return n > low &&
           first + second + third;
}

int main(int n, char **words)
{
    return clamp(n, 0, 10) != 1 || !words;
}
END
"$pep_cc" -o statements statements.c && ./statements && "$pep" paths clamp ./statements >out || exit 1
sed -n 's/^ *statements.c:\([0-9]*\)  *\(.*[^ ]\)   *\(true\|false\|entered\|returns\).*/\1 \2/p' out >rows
diff -u - rows <<'END' || { cat out; exit 1; }
6 static int clamp(int n, int low, int high)
10 n < low)
13 sum(n, low, high, n * 1000 + low * 1000), second = n > high ? high : n,
15 n > 1 ? 1 : 2, n, low, high);
18 return n > low &&
19 first + second + third;
END
