#!/bin/sh
# copies.sh PEP PEP_CC - a function of a header is one in the report, though each unit has its own copy; what macros made
# another function of, or what stands elsewhere, is another one.
set -u
pep=$1 pep_cc=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-copies.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
mkdir "$work/include" "$work/far" "$work/far/include" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
NO_COLOR=1
export NO_COLOR
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

cat >include/sign.h <<'END'
static inline int sign(int x)
{
#ifdef STRICT
    if (x == 7)
        return 7;
#endif
    if (x < 0)
        return -1;
    return x > 0;
}
END
sed 's/x == 7/x == 8/' include/sign.h >far/include/sign.h
cat >main.c <<'END'
#include "sign.h"
int far_off(int n), strict(int n), other(int n);
int main(void)
{
    int sum = far_off(20) + strict(40) + other(80);
    for (int i = 0; i < 10; i++)
        sum += sign(i - 3);
    return sum == 0;
}
END
unit()
{
    cat <<END
#include "sign.h"
int $1(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += sign(i - 3);
    return sum;
}
END
}
unit far_off >far/far_off.c
unit strict >strict.c
unit other >far/other.c
unit idle >idle.c
flags="-fpep-how=exhaustive -O2 -g" # which names the folder too
# shellcheck disable=SC2086 # a list of words
{
    "$pep_cc" $flags -Iinclude -c main.c && "$pep_cc" $flags -DSTRICT -Iinclude -c strict.c &&
        "$pep_cc" $flags -Iinclude -c idle.c &&
        (cd far && "$pep_cc" $flags -I../include -c far_off.c && "$pep_cc" $flags -Iinclude -c other.c) &&
        "$pep_cc" -fpep-how=exhaustive -o copies main.o idle.o strict.o far/far_off.o far/other.o && ./copies
} || exit 1

"$pep" report --top=0 -f sign ./copies >report || fail "no report"
sed -n 's/.* % *\([0-9]* *[0-9]* *[0-9]\)  sign  /\1 /p' report | tr -s ' ' | sort >got
diff - got <<'END' || { cat report; fail "other functions"; }
30 30 2 ../include/sign.h:1 (in far_off.c and 2 more units)
79 40 3 include/sign.h:1 (in strict.c)
80 80 2 include/sign.h:1 (in other.c)
END
# a path is the same in all: three calls of each go the first way
grep -q '^path 0 of sign   freq 6   branches 1   flow 3.2 %   in far_off.c and 2 more units$' report || { cat report; fail "the path of several units"; }
grep -q '^path . of sign .* %   in strict.c$' report || fail "a path does not tell which sign it is of"
# one by one they are told apart, but for those that never ran
"$pep" paths sign ./copies >paths || fail "no paths"
sed -n 's/^sign  //p' paths | sort >got
diff - got <<'END' || fail "no unit of its own"
../include/sign.h:1 in far_off.c   entered 20 times, 2 of 2 paths ran, branch flow 20
include/sign.h:1 in main.c   entered 10 times, 2 of 2 paths ran, branch flow 10
include/sign.h:1 in other.c   entered 80 times, 2 of 2 paths ran, branch flow 80
include/sign.h:1 in strict.c   entered 40 times, 3 of 3 paths ran, branch flow 79
END
tail -n 1 paths | grep -qx '1 function: without counts' || fail "a copy that never ran"
"$pep" edges sign ./copies | tail -n 1 | grep -qx '1 function: without counts' || fail "edges of a copy that never ran"
"$pep" paths idle ./copies | grep -q '^idle  idle.c:2   entered 0 times, 0 of 4 paths ran' || fail "one that never ran, alone"
# one is not many
"$pep" paths --top=2 strict ./copies | tail -n 1 | grep -qx '1 further path; --top=0 lists all' || fail "one further path"
"$pep" report --top=6 ./copies | grep -qx '1 further function; --top=0 lists all' || fail "one further function"

# files of one name that nobody knows the folder of are apart, though their functions look the same
for n in 1 2; do
    mkdir d$n && cat >d$n/main.c <<END || exit 1
int f(int n) { return n > 5 ? n : $n; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < ${n}0; i++)
        sum += f(i);
    return sum == 0;
}
END
done
echo 'int further(void) { return 0; }' >>d2/main.c
for n in 1 2; do
    (cd d$n && "$pep_cc" -fpep-how=exhaustive -O2 -o d$n main.c && ./d$n) || exit 1
done
"$pep" report --top=0 -f f d?/*.pepraw | sed -n 's/.* % *\([0-9]* *[0-9]* *[0-9]\)  f  /\1 /p' | tr -s ' ' |
    sed "s|0x[0-9a-f]*|HASH|; s|$work/||" >got
diff - got <<'END' || fail "functions of two programs are one, or it is not said whose they are"
20 20 2 main.c:1 (unit HASH in d2/d2)
10 10 2 main.c:1 (unit HASH in d1/d1)
END
"$pep" doctor d1/d1 d2/d2 | sed -n 's/^main.c  unit 0x[0-9a-f]* in \(.*\)  paths .*/\1/p' | tr '\n' ' ' | grep -qx 'd1/d1 d2/d2 ' ||
    fail "the doctor does not say whose main.c it is"

# a source that is compiled twice, for one program: which is which the objects tell, where they are named too
cat >twice.c <<'END'
#define NAME_(n) twice##n
#define NAME(n) NAME_(n)
static int inner(int n)
{
    return n > 5 ? n : TIMES > 1 && n > 3 ? 3 : 0;
}
int NAME(TIMES)(int n)
{
    return inner(n);
}
#if TIMES == 1
int twice2(int n);
int main(void)
{
    return twice1(9) + twice2(2) == 0;
}
#endif
END
for n in 1 2; do
    "$pep_cc" -fpep-how=exhaustive -DTIMES=$n -c -o $n.o twice.c || exit 1
done
"$pep_cc" -fpep-how=exhaustive -o twice 1.o 2.o && ./twice || exit 1
"$pep" report --top=0 2.o twice twice.*.pepraw >report || fail "no report"
sed -n "s/unit 0x[0-9a-f]*/unit/; s/.* %  *[0-9]* *[0-9]* *[0-9]  \(inner\|main\)  */\1 /p; s/^\(path .\) of inner .* flow [^u]*/\1 /p" report |
    sort >got
diff - got <<'END' || { cat report; fail "a source that is compiled twice"; }
inner twice.c:3  (unit in 2.o and others)
inner twice.c:3  (unit in twice)
main twice.c:13
path 0 unit in twice
path 1 unit in 2.o and others
END
"$pep" paths inner twice | sed -n 's/^inner  twice.c:3  \(.*\)   entered .*/\1/p' | sort >got
diff - got <<'END' || fail "pep paths does not tell apart what was compiled twice"
unit with twice1
unit with twice2
END
"$pep" report --top=0 -f inner twice twice.*.pepraw | grep -q '^path 1 of inner .* %   unit with twice2$' ||
    fail "a path does not tell by a name which unit it is of"
"$pep" calls --top=0 twice twice.*.pepraw | sed -n 's/.* % *1  twice\([12]\)  *\(inner.*)\)  .*/\1 \2/p' | sort >got
diff - got <<'END' || fail "pep calls does not tell apart what was compiled twice"
1 inner (unit with twice1)
2 inner (unit with twice2)
END
# the doctor gives the reason of a header's function once, where many units have it
cat >left.h <<'END'
static int left(int a)
{
    if (a)
        return __builtin_has_attribute(a, aligned);
    return 2;
}
END
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do
    printf '#include "left.h"\nint use%d(int n) { return left(n); }\n' $n >use$n.c
done
echo 'int main(void) { return 0; }' >none.c
"$pep_cc" -o many none.c use?.c use??.c || exit 1
"$pep" doctor many >report || fail "the doctor"
grep '^  left out' report | sed 's/: libclang .*3/: REASON/' >got
diff - got <<'END' || fail "a reason that many units have"
  left out  left.h:1  left: REASON (in 17 units)
END
grep -q '^of 17 of them there is nothing else to tell; --all lists them$' report || { cat report; fail "units that are passed"; }
[ "$("$pep" doctor --all many | grep -c '^  left out')" -eq 17 ] || fail "each unit has its reason with --all"
echo "$failed failed"
[ "$failed" -eq 0 ]
