# scale.sh - large inputs; run.sh --scale reads it.  Time and memory of pep-cc's own work grow with the text, not with
# its square: each text is made of N and of 2N parts, and both ratios are printed.
#
# The rewriter runs alone: the compiler behind is one that only preprocesses.  The long form has a file of 20 megabytes.

cd "$work" || exit 1
bad=0

# The compiler's own time is not ours: what it compiles is an empty file.
cat >cc-empty <<'END'
#!/bin/sh
case " $* " in
*" -E "* | *" -v "* | *" --version "* | *" -print"* | *" -dump"* | *" -### "*) exec gcc "$@" ;;
esac
out=a.out
while [ $# -gt 0 ]; do
    [ "$1" = -o ] && out=$2
    shift
done
exec gcc -x c -c /dev/null -o "$out"
END
chmod +x cc-empty
cp cc-empty gcc-empty

# text KIND N - prints a unit
text()
{
    awk -v kind="$1" -v n="$2" 'BEGIN {
        print "int calls(int);\nint f(int a, int b)\n{\n    int r = 0;"
        if (kind == "lines")
            for (i = 0; i < n / 4; i++)
                printf "    if (a > %d)\n        r += calls(%d);\n    r ^= b && r ? %d : a;\n    r++;\n", i, i, i
        if (kind == "straight")
            for (i = 0; i < n; i++)
                printf "    r += a * %d + calls(b);\n", i
        if (kind == "cases") {
            print "    switch (a) {"
            for (i = 0; i < n; i++)
                printf "    case %d:\n        r += %d;%s\n", i, i * 7 % 13, i % 5 ? "\n        break;" : ""
            print "    }"
        }
        if (kind == "row") {
            print "    switch (a) {"
            for (i = 0; i < n; i++)
                printf "    case %d:%s", i, i % 8 ? "" : "\n"
            print "        r = 7;\n    }"
        }
        if (kind == "chain")
            for (i = 0; i < n; i++)
                printf "    %sif (a == %d)\n        r = %d;\n", i ? "else " : "", i, i * 3
        if (kind == "loops")
            for (i = 0; i < n; i++)
                printf "    for (int i = 0; i < a; i++)\n        if (i %% %d == 1)\n            r += b;\n", i + 2
        if (kind == "labels")
            for (i = 0; i < n; i++)
                printf "l%d:\n    if (calls(%d))\n        goto l%d;\n", i, i, (i * 7919) % n
        if (kind == "operands") {
            printf "    r ="
            for (i = 0; i < n; i++)
                printf " %s(a > %d && b)", i ? "+ " : "", i
            print ";"
        }
        if (kind == "functions")
            for (i = 0; i < n; i++)
                printf "    return r;\n}\n\nint f%d(int a, int b)\n{\n    int r = 0;\n    while (a-- && r < %d)\n        r += b ? 1 : 2;\n", i, i
        print "    return r;\n}"
    }'
}

# measure FILE - sets `time` (milliseconds) and `memory` (kilobytes) of pep-cc
measure()
{
    rm -f log
    PEP_CC=$work/gcc-empty PEP_LOG=$work/log /usr/bin/env python3 -B "$here/usage.py" used \
        "$PEP_CC_UNDER_TEST" -c "$1" -o scale.o >said 2>&1 || { bad=$((bad + 1)); head -n 3 said; }
    read -r time memory <used
    [ ! -f log ] || { bad=$((bad + 1)); head -n 3 log; }
}

# linear KIND N - a little more than twice is noise, or a logarithm; four times is a square
linear()
{
    text "$1" "$2" >small.c
    text "$1" $(($2 * 2)) >large.c
    measure small.c
    small_time=$time small_memory=$memory
    measure large.c
    verdict=$(awk -v a="$small_time" -v b="$time" -v c="$small_memory" -v d="$memory" 'BEGIN {
        printf "time %.1f s, x %.2f; memory %d MB, x %.2f", b / 1000, b / a, d / 1024, d / c
        exit b / a > 3.2 || d / c > 2.6 }')
    [ $? = 0 ] || { bad=$((bad + 1)); verdict="$verdict: not linear"; }
    printf '%-10s %7d: %s\n' "$1" $(($2 * 2)) "$verdict"
}

# runs KIND N - the text is compiled by the real compiler, and the program says and counts what it has to
runs()
{
    text "$1" "$2" >large.c
    cat >>large.c <<'END'
#include <stdio.h>
int calls(int n) { return n & 3; }
int main(void)
{
    unsigned r = 0;
    for (int i = -2; i < 20000; i += 3)
        r = 31 * r + (unsigned)f(i, i & 7);
    printf("%u\n", r);
    return 0;
}
END
    for level in -O0 -O1; do
        rm -f log profile
        gcc $level large.c -o plain && PEP_LOG=$work/log "$PEP_CC_UNDER_TEST" $level large.c -o ours &&
            [ "$(./plain)" = "$(PEP_PROFILE=$work/profile ./ours)" ] && [ ! -f log ] &&
            "$PEP_UNDER_TEST" edges --json f ours profile >edges.json && grep -q '"entries": 6668,' edges.json &&
            continue
        bad=$((bad + 1))
        echo "$1 of $2 parts at $level: does not run as it should"
    done
}

runs cases 10000
runs row 26000
runs chain 7000
linear lines 50000
linear straight 50000
linear cases 5000
linear chain 1500
linear loops 3000
linear labels 5000
linear operands 2000
linear functions 5000
if pep_long; then
    linear functions 100000
fi
[ $bad = 0 ]
