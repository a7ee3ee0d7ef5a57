#!/bin/sh
# calls.sh PEP PEP_CC - a program counts its own calls: pep calls has to say the same, whatever way they were counted,
# and so have the forms that pep export writes, read by the programs they are for where these are there.
set -u
pep=$1 pep_cc=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-calls.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cp "$here"/calls/*.[ch] "$here/../../samples/calc.c" "$here/../../tools/pprof.proto" "$work" && cd "$work" || exit 1
unset PEP_PROFILE PEP_OFF PEP_FLAGS
NO_COLOR=1 PEP_TRIGGER=counter PEP_INTERVAL=0 PEP_STRIDE=1 # sampled and duplicated builds take all there is
export NO_COLOR PEP_TRIGGER PEP_INTERVAL PEP_STRIDE
failed=0

fail()
{
    echo "$*"
    failed=$((failed + 1))
}

has()
{
    command -v "$1" >/dev/null || { echo "no $1: what it reads is not tried"; return 1; }
}

# edges REPORT - "CALLER CALLEE FILE:LINE COUNT" a line, those of one line as one, without what the program calls to count
edges()
{
    tr -d , <"$1" | awk '
        /^call through/ { exit }
        $6 ~ /:[0-9]+:[0-9]+$/ { sub(/:[0-9]+$/, "", $6) }
        $2 == "%" && $5 !~ /^(saw|tell)$/ && $4 !~ /^(saw|tell)$/ { sum[$4 " " $5 " " $6] += $3 }
        END { for (edge in sum) print edge, sum[edge] }' | sort
}

for flags in "-fpep=paths,calls -fpep-how=exhaustive" "-fpep=edges,calls -fpep-how=exhaustive" \
    "-fpep=calls -fpep-how=exhaustive" "-fpep=calls -fpep-how=exhaustive -fpep-update=atomic" \
    "-fpep=paths,calls,fields,values -fpep-how=exhaustive -fpep-truncate=header" "-fpep=paths,calls -fpep-how=sampled" \
    "-fpep=calls -fpep-how=sampled -fpep-check=portable"; do
    for level in -O0 -O2; do
        rm -f ./*.pepraw truth
        # shellcheck disable=SC2086
        "$pep_cc" $flags $level -Wall -Wextra -pthread -o truth truth.c other.c 2>said && ./truth | sort >expected || exit 1
        [ ! -s said ] || { cat said; fail "$flags $level: the compiler says something"; }
        "$pep" calls --top=0 ./truth >report || fail "$flags $level: no calls"
        edges report >got
        diff expected got >difference || { cat difference; fail "$flags $level: other calls than the program's own"; }
    done
done
grep -q '^[0-9]* functions called .*, estimated from [0-9,]* samples$' report || fail "of samples it is not said that they are"

# of samples it is said how many they are, and what is worth it has to be more than chance
cat >seldom.c <<'END'
static int one(int n) { return n + 1; }
static int two(int n) { return n + 2; }
int main(void)
{
    int (*volatile f)(int), sum = 0;
    for (int i = 0; i < 1000; i++) {
        f = i % 10 < 7 ? one : two;
        sum += f(i);
    }
    return sum == 0;
}
END
"$pep_cc" -fpep=calls -fpep-how=sampled -o seldom seldom.c && PEP_PROFILE=$work/seldom.raw ./seldom &&
    "$pep" show --maps seldom.raw >seldom.txt || exit 1
sed 's/^\(samples [0-9]*\)[0-9][0-9];/\1;/' seldom.txt >few.txt
"$pep" calls seldom.raw >report
grep -q ' made 1,000, in about 9[0-9][0-9] samples$' report && grep -q ' one .* guarded inlining$' report ||
    { cat report; fail "a target of many samples"; }
"$pep" calls few.txt >report
grep -q ' made 1,000, in about 10 samples$' report && ! grep 'guarded inlining' report || { cat report; fail "a target of few"; }
"$pep" calls --json few.txt | grep -q '"samples": 10,' || fail "JSON has no number of samples"

# the forms that a call takes: no compiler minds what is put in, and beside each line the source says who is called there
awk 'match($0, /\/\*= .* \*\/$/) {
    n = split(substr($0, RSTART + 4, RLENGTH - 7), word, " ")
    for (i = 1; i < n; i += 2)
        print word[i], FILENAME ":" FNR, word[i + 1]
}' forms.c | sort >expected
for compiler in gcc clang-19; do
    has $compiler || continue
    for standard in c89 c99 gnu17; do
        level=-O0
        case $compiler-$standard in gcc-c99 | clang-19-gnu17) level=-O2 ;; esac
        for flags in "-fpep=calls -fpep-how=exhaustive" "-fpep=paths,calls -fpep-how=exhaustive" \
            "-fpep=calls -fpep-how=sampled" "-fpep=calls -fpep-how=duplicated" "-fpep=paths,calls -fpep-how=duplicated"; do
            rm -f ./*.pepraw log
            way="$compiler -std=$standard $level $flags"
            # shellcheck disable=SC2086
            PEP_LOG=$work/log "$pep_cc" -fpep-cc=$compiler -std=$standard $level $flags -Wall -Wextra -pedantic -Werror \
                -o forms forms.c && ./forms >/dev/null || { fail "$way: does not compile or run"; continue; }
            [ ! -f log ] || { cat log; fail "$way: something is left out"; continue; }
            "$pep" calls --top=0 ./forms >report || fail "$way: no calls"
            edges report | cut -d ' ' -f 2- | awk '$2 ~ /:/ { sum[$1 " " $2] += $3 } END { for (e in sum) print e, sum[e] }' |
                sort >got
            diff expected got >difference || { cat difference; fail "$way: other calls than the program makes"; }
        done
    done
done

# what people see
rm -f ./*.pepraw
"$pep_cc" -fpep=paths,calls -fpep-how=exhaustive -O2 -pthread -o truth truth.c other.c && ./truth >/dev/null || exit 1
{ "$pep" calls ./truth && "$pep" calls -n3 -f '*th*' ./truth && "$pep" calls -f abs ./truth; } |
    sed '/ runs\?, first begun /d' >shown
"$pep" report --calls -n2 -f other.c:helper ./truth | sed 1d >>shown
diff -u "$here/calls/report.out" shown || fail "it looks otherwise"
"$pep" calls -f nobody ./truth >said 2>&1 && fail "a function that is not there"
tail -n1 said | grep -qx 'pep: nobody: no function of that name calls or was called' || fail "no word of it"

# merging keeps all of it, names of targets too, also as text
"$pep" calls --top=0 ./truth | sed 1d >once
"$pep" merge -o truth.pep ./truth ./*.pepraw && "$pep" calls --top=0 truth.pep | sed 1d | cmp -s once - ||
    fail "merged, the calls are others"
"$pep" show --maps truth.pep >truth.txt && "$pep" calls --top=0 truth.txt | sed 1d | cmp -s once - ||
    fail "as text, the calls are others"

# calls alone: no paths, edges and lines, and the report is that of calls
rm -f ./*.pepraw
"$pep_cc" -fpep=calls -fpep-how=exhaustive -O2 -pthread -o truth truth.c other.c && ./truth >/dev/null || exit 1
"$pep" calls --top=0 ./truth | sed 1d >alone
cmp -s once alone || fail "calls alone are others than with paths"
"$pep" report --top=0 ./truth | sed 1d | cmp -s once - || fail "the report does not show the calls"
for words in "paths main" "edges main" "annotate truth.c"; do
    # shellcheck disable=SC2086
    "$pep" $words ./truth >said 2>&1 && fail "pep $words tells of calls alone"
    [ "$(wc -l <said)" -eq 1 ] && grep -q "calls were counted, no .*; 'pep calls' shows them$" said ||
        { cat said; fail "pep $words does not say what is missing"; }
done
"$pep" doctor ./truth | grep -qx 'truth.c  calls, a counter a thread' || fail "the doctor does not name the event"

# --- what other programs read ---
sum=$(awk '/ functions called / { gsub(",", ""); print $4 }' once)
"$pep" export --format=collapsed truth.pep >stacks || fail "no stacks"
awk -v sum="$sum" '!/^[^; ]+;[^; ]+ [0-9]+$/ { bad = 1 } { all += $2 } END { exit bad || all != sum }' stacks ||
    fail "stacks are wrong, or not $sum"
grep -qx 'fibonacci;fibonacci 176' stacks || fail "two sites are one pair"
"$pep" export --format=callgrind -o callgrind.out truth.pep || fail "nothing for callgrind"
if has callgrind_annotate; then
    for inclusive in no yes; do
        callgrind_annotate --auto=no --threshold=100 --inclusive=$inclusive callgrind.out >annotated 2>said ||
            fail "callgrind_annotate fails"
        [ ! -s said ] || { cat said; fail "callgrind_annotate complains"; }
        tr -d , <annotated >plain.$inclusive
        grep -q "^ *$sum (100.0%).* PROGRAM TOTALS" plain.$inclusive || fail "callgrind_annotate has another total"
    done
    grep -q '^ *177 .*truth.c:fibonacci' plain.no || fail "callgrind_annotate has other entries"
    grep -q "^ *$sum (100.0%).*???:outside" plain.yes || fail "not all is called from outside"
fi
"$pep" export --format=dot --threshold=0 -o calls.dot truth.pep || fail "no picture"
if has dot; then
    dot -Tsvg -o calls.svg calls.dot 2>said || fail "dot fails"
    [ ! -s said ] || { cat said; fail "dot complains"; }
    [ "$(grep -c 'class="edge"' calls.svg)" -eq "$(wc -l <stacks)" ] || fail "the picture lacks calls"
fi
"$pep" export --format=dot --threshold=20% truth.pep | grep -c -- '->' | grep -qx 0 || fail "cold calls in the picture"
"$pep" export --format=pprof truth.pep >calls.gz || fail "nothing for pprof"
"$pep" export --format=pprof -o again.gz truth.pep && cmp -s calls.gz again.gz || fail "two exports differ"
if has protoc; then
    gunzip <calls.gz | protoc --decode=pep.pprof.Profile pprof.proto >decoded || fail "protoc does not read it"
    awk -v sum="$sum" '$1 == "value:" { all += $2 } END { exit all != sum }' decoded || fail "pprof has another total"
    grep -qx 'string_table: "other.c:helper"' decoded || fail "pprof has no names"
    grep -qx 'string_table: ""' decoded || fail "the first text is not empty"
fi
"$pep" export --format=html -n0 -o page.html truth.pep || fail "no page"
if has python3; then
    python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("page.html")' || fail "the page's tags do not match"
fi
"$pep" export --format=gif truth.pep 2>/dev/null
[ $? -eq 2 ] || fail "a form that is none"

# what has several names goes by that which programs are linked to: free, that was cfree once
echo '#include <stdlib.h>
void (*volatile release)(void *) = free;
int main(void) { release(malloc(8)); }' >old.c
"$pep_cc" -fpep=calls -fpep-how=exhaustive -o old old.c && PEP_PROFILE=$PWD/old.raw ./old &&
    "$pep" calls old.raw | grep -q ' main  *free ' || fail "a pointer to free has another name"

# of functions that have no name any more it is said so
"$pep_cc" -fpep=calls -fpep-how=exhaustive -O2 -s -o bare calc.c && PEP_PROFILE=$PWD/bare.raw ./bare 10 >/dev/null &&
    "$pep" calls bare.raw >report 2>said || fail "no calls of a stripped program"
grep -q ' bare+0x' report && grep -q '^pep: bare: its symbols are not at hand' said || fail "not a word of lost symbols"
"$pep" calls old.raw 2>&1 | grep 'its symbols are not at hand' && fail "symbols are lost that are there"

# they may have been moved to a file that the binary names, or that goes by its build id
"$pep_cc" -fpep=calls -fpep-how=exhaustive -O2 -Wl,--build-id -o moved calc.c && objcopy --only-keep-debug moved m.debug &&
    strip moved && PEP_PROFILE=$PWD/moved.raw ./moved 10 >/dev/null || fail "a stripped program"
"$pep" calls moved.raw 2>&1 | grep -q ' moved+0x' || fail "names that nobody has"
objcopy --add-gnu-debuglink=m.debug moved && mkdir .debug && mv m.debug .debug && "$pep" calls moved.raw >report 2>said &&
    grep -q 'run  *multiply ' report && [ ! -s said ] || fail "names of the linked file"
id=$(readelf -n moved | sed -n 's/ *Build ID: //p')
mkdir -p "debug/.build-id/${id%"${id#??}"}" && mv .debug/m.debug "debug/.build-id/${id%"${id#??}"}/${id#??}.debug" &&
    PEP_DEBUG=$PWD/debug "$pep" calls moved.raw >again 2>said && cmp report again && [ ! -s said ] || fail "names by the id"
cp "debug/.build-id/${id%"${id#??}"}/${id#??}.debug" m.debug && objcopy -R .note.gnu.build-id moved &&
    "$pep" calls moved.raw 2>/dev/null | cmp report - || fail "names by the sum"
echo >>m.debug
"$pep" calls moved.raw 2>&1 | grep -q 'its symbols are not at hand' || fail "names of another build"

# a binary of another build names nothing, though its sources are as they were; the one that ran may lie by the profile
cat >built.c <<'END'
static int first(int n) { return n; }
static int second(int n) { return n + 1; }
int main(int argc, char **argv)
{
    int (*volatile f)(int) = argc > 1 ? second : first;
    return f(0) + !argv;
}
END
mkdir built && "$pep_cc" -fpep=calls -fpep-how=exhaustive -O0 -Wl,--build-id -o build built.c &&
    PEP_PROFILE=$PWD/built/raw.pepraw ./build && "$pep" calls built/raw.pepraw >report 2>said && [ ! -s said ] &&
    grep -q ' main  *first ' report && cp build built && mkdir other &&
    strip -o other/build build || fail "calls of a build"
"$pep" calls built/raw.pepraw other/build 2>&1 | grep 'of another build' && fail "what was stripped is another build"
"$pep_cc" -fpep=calls -fpep-how=exhaustive -O3 -falign-functions=128 -Wl,--build-id -o build built.c &&
    "$pep" calls built/raw.pepraw >again 2>said && cmp report again && [ ! -s said ] || fail "a build that was kept"
rm built/build
"$pep" calls built/raw.pepraw >again 2>said && grep -q ' main  *build+0x' again && grep -q 'of another build' said ||
    fail "another build gives names"
"$pep" doctor built/raw.pepraw | grep -q 'of another build' || fail "doctor does not see another build"

# a library tells the process's end where its program has no runtime, also if it was called back by the library
echo 'int apply(int (*f)(int), int n) { return f(n); }' >apply.c
echo 'int apply(int (*)(int), int); static int back(int n) { return n; } int main(void) { return apply(back, 0); }' >host.c
"$pep_cc" -fpep=calls -fpep-how=exhaustive -shared -fPIC -o libapply.so apply.c && cc -o host host.c ./libapply.so &&
    PEP_PROFILE=$PWD/host.raw ./host && "$pep" calls host.raw | grep -q ' apply  *host.c:back ' || fail "a library's calls"
[ "$(od -An -td4 -j20 -N4 host.raw)" -eq 1 ] || fail "the process did not end"

# names that the build gives whole lose what they have in common, which is told once; programs read all of them
mkdir -p a/b && cp truth.c a && cp other.c a/b &&
    "$pep_cc" -fpep=paths,calls -fpep-how=exhaustive -O2 -pthread -I. -o whole "$PWD/a/truth.c" "$PWD/a/b/other.c" &&
    PEP_PROFILE=$PWD/whole.raw ./whole >/dev/null || fail "sources in two folders"
for verb in report calls; do
    "$pep" $verb --top=0 whole.raw >report
    grep -qx "sources in $PWD/a" report && grep -q ' b/other.c:[0-9]' report && grep -q ' truth.c:[0-9]' report ||
        fail "$verb: no folder of the sources"
    "$pep" $verb --json whole.raw | grep -q "\"$PWD/a/b/other.c\"" || fail "$verb: a name for programs is cut"
done
"$pep_cc" -fpep=paths,calls -fpep-how=exhaustive -O2 -pthread -I. -o partly "$PWD/a/truth.c" a/b/other.c &&
    PEP_PROFILE=$PWD/partly.raw ./partly >/dev/null && "$pep" report --top=0 partly.raw >report || fail "one name is not whole"
grep -q ' a/b/other.c:[0-9]' report || fail "a name that is not whole is not told"
! grep '^sources in' report || fail "a folder is told that not all names are below"

# static functions of one name in files of one name are told apart, also from one that is not instrumented
mkdir x y z
cat >x/mod.c <<'END'
static int work(int n) { return n * 3; }
int (*get_x(void))(int) { return work; }
END
sed 's/get_x/get_y/; s/n \*/n +/' x/mod.c >y/mod.c && sed 's/get_x/get_z/' x/mod.c >z/mod.c
cat >get.c <<'END'
int (*get_x(void))(int), (*get_y(void))(int), (*get_z(void))(int);
int main(void)
{
    int (*volatile x)(int) = get_x(), (*volatile y)(int) = get_y(), (*volatile z)(int) = get_z(), sum = 0;
    for (int i = 0; i < 90; i++)
        sum += x(i) + (i < 10 ? y(i) : 0) + (i < 3 ? z(i) : 0);
    return sum == 0;
}
END
cc -c -o z.o z/mod.c && "$pep_cc" -fpep=paths,calls -fpep-how=exhaustive -o get get.c z.o y/mod.c x/mod.c &&
    PEP_PROFILE=$PWD/get.raw ./get && "$pep" merge -o get.pep get.raw || fail "files of one name"
for profile in get.raw get.pep; do
    "$pep" calls $profile >report
    edges report | grep -v ' get_[xyz] ' >got
    diff - got <<'END' || fail "$profile: other functions of one name"
main mod.c:work get.c:6 3
main x/mod.c:work get.c:6 90
main y/mod.c:work get.c:6 10
outside main - 1
END
done
"$pep" export --format=collapsed get.pep | grep work >got
diff - got <<'END' || fail "other functions of one name are exported"
main;x/mod.c:work 90
main;y/mod.c:work 10
main;mod.c:work 3
END

# each of two programs calls its own function, as long as it is known whose that is; else it is said to be unknown
for n in 30 40; do
    mkdir p$n && echo "int help(int n) { return n + $n - 1; }" >p$n/help$n.c
    printf 'int help(int n);\nint main(void)\n{ for (int i = 0; i < %s; i++) help(i); }\n' $n >p$n/main$n.c
    "$pep_cc" -fpep=paths,calls -fpep-how=exhaustive -o prog$n p$n/main$n.c p$n/help$n.c &&
        PEP_PROFILE=$PWD/prog$n.raw ./prog$n || fail "a program of two"
done
"$pep" calls prog30.raw prog40.raw >report
edges report >got
diff - got <<'END' || fail "a call of the other program's"
main30.c:main help30.c:help p30/main30.c:3 30
main40.c:main help40.c:help p40/main40.c:3 40
outside main30.c:main - 1
outside main40.c:main - 1
END
"$pep" merge -o both.pep prog30.raw prog40.raw && "$pep" calls both.pep >report
edges report >got
diff - got <<'END' || fail "a call of one of two programs"
main30.c:main unknown:help p30/main30.c:3 30
main40.c:main unknown:help p40/main40.c:3 40
outside main30.c:main - 1
outside main40.c:main - 1
END
"$pep" export --format=callgrind both.pep | grep -q '^cfn=.*unknown:help$' || fail "it is exported as another"

# without the flag nothing is listed
rm -f ./*.pepraw
"$pep_cc" -fpep=paths -fpep-how=exhaustive -O2 -pthread -o truth truth.c other.c && ./truth >/dev/null || exit 1
for verb in calls "report --calls" "export --format=dot"; do
    # shellcheck disable=SC2086
    "$pep" $verb ./truth >said 2>&1 && fail "$verb without -fpep=calls"
    grep -qx 'pep: truth: no calls are listed; build with -fpep=calls' said || { cat said; fail "$verb: no word of it"; }
done

# calls that one line makes twice
echo 'static int f(int x) { return x + 1; } int main(void) { return f(1) + f(2) - 5; }' >twice.c
"$pep_cc" -fpep=calls -fpep-how=exhaustive -o twice twice.c && ./twice && "$pep" calls ./twice >said || fail "calls of one line"
[ "$(grep -c ' twice.c:1:63$\| twice.c:1:70$' said)" = 2 ] || { cat said; fail "which call of the line it is"; }

# samples have nearly the same shares, other input has not
unset PEP_STRIDE
PEP_INTERVAL=1009
for how in exhaustive sampled duplicated; do
    "$pep_cc" -fpep=paths,calls -fpep-how=$how -O2 -o $how calc.c && PEP_PROFILE=$PWD/$how.raw ./$how >/dev/null || exit 1
done
"$pep" compare exhaustive.raw sampled.raw --call-accuracy=95% >compared 2>&1 || { cat compared; fail "samples"; }
"$pep" compare exhaustive.raw duplicated.raw --call-accuracy=95% >compared 2>&1 || { cat compared; fail "duplicates"; }
PEP_PROFILE=$PWD/half.raw ./exhaustive 1000 '1 + 2' >/dev/null || exit 1
"$pep" compare exhaustive.raw half.raw --call-accuracy=95% >compared 2>&1 && fail "other input has other shares"
grep -q '^pep: half.raw: call accuracy .* is below 95 %$' compared || { cat compared; fail "no word of it"; }
echo "$failed failed"
[ "$failed" -eq 0 ]
