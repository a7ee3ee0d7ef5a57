#!/bin/sh
# files.sh PEP PEP_CC - files of one name are told apart: sources by the folder of the compilation, profiles by the
# program that they name; and files that were compiled without pep-cc are found.
set -u
pep=$1 pep_cc=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-files.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" && mkdir a b || exit 1
unset PEP_PROFILE PEP_OFF
export PEP_FLAGS=-fpep-how=exhaustive
NO_COLOR=1
export NO_COLOR
bad=0

wrong()
{
    echo "$*"
    bad=1
}

# holds FILE TEXT - a line with this in it
holds()
{
    grep -q -- "$2" "$1" || { wrong "no '$2':"; cat "$1"; }
}

cat >a/util.c <<'END'
int util_a(int n)
{
    int s = 0;
    while (n-- > 0)
        s += n;
    return s;
}
END
printf '\n\n\n\n\n' >b/util.c
sed s/util_a/util_b/ a/util.c >>b/util.c
cat >main.c <<'END'
int util_a(int n), util_b(int n);
int main(void)
{
    return util_a(100) + util_b(7) == 0;
}
END
(cd a && "$pep_cc" -g -c util.c) && (cd b && "$pep_cc" -g -c util.c) && "$pep_cc" -g -o tool main.c a/util.o b/util.o && ./tool || exit 1

(cd a && "$pep" annotate util.c ../tool ../tool.*pepraw) >a.out 2>&1 || wrong "annotate fails"
holds a.out '101 .* 4 |  *while'
! grep -q ' 8 ' a.out || wrong "the lines of b/util.c are among those of a/util.c"
"$pep" annotate util.c tool >both.out 2>&1 && wrong "two files of one name are one"
holds both.out 'is the end of several files; name one'
holds both.out '/a/util.c$'
holds both.out '/b/util.c$'
"$pep" annotate b/util.c tool >b.out 2>&1 || wrong "annotate fails of more of the path"
holds b.out ' 8 .* 9 |  *while'
mkdir c && cp a/util.c c/util.c && (cd c && "$pep_cc" -g -Dutil_a=util_b -c util.c) || exit 1
"$pep_cc" -g -o copies main.c a/util.o c/util.o && ./copies || exit 1
"$pep" annotate util.c copies >copies.out 2>&1 || wrong "copies of a file are not added up"
holds copies.out ' 109 .* 4 |  *while'
rm -rf copies* c
# with the top folder mapped away the user names it, wherever that is now
map=-ffile-prefix-map=$PWD=.
(cd a && "$pep_cc" -g "$map" -c util.c) && (cd b && "$pep_cc" -g "$map" -c util.c) && mkdir far &&
    "$pep_cc" -g "$map" -o far/mapped main.c a/util.o b/util.o && (cd far && ./mapped) || exit 1
(cd far && "$pep" report --source=.. ./mapped) >far.out 2>&1 || wrong "report fails of a mapped folder"
holds far.out 'util.c:4  while (n-- > 0)'
holds far.out 'util.c:9  *while (n-- > 0)'
(cd far && "$pep" annotate -s .. b/util.c ./mapped) >far.out 2>&1 || wrong "annotate fails of a mapped folder"
holds far.out ' 8 .* 9 |  *while'
rm -rf far
# two packages, each with a file of this name in the folder that it maps away
for lib in a b; do
    (cd $lib && "$pep_cc" -g -fPIC -shared "-ffile-prefix-map=$PWD=." -o ../lib$lib.so util.c) || exit 1
done
"$pep_cc" -g -o packages main.c ./liba.so ./libb.so && ./packages || exit 1
"$pep" annotate -s b util.c packages >both.out 2>&1 || wrong "annotate fails of two packages"
holds both.out 'is in several binaries whose builds mapped their folders away'
holds both.out '/libb.so$'
"$pep" annotate -s a util.c liba.so packages.*pepraw >a.out 2>&1 || wrong "annotate fails of one of two packages"
holds a.out '101 .* 4 |  *while'
! grep -q 'several\| 9 ' a.out || wrong "the lines of another package's util.c are among those of this one"
rm -rf packages* lib?.so
(cd a && "$pep" report ../tool ../tool.*pepraw) >report.out 2>&1 || wrong "report fails"
holds report.out 'util.c:9 .*while'

# sources that all have whole names, as CMake's
"$pep_cc" -g -o whole "$work/main.c" "$work/a/util.c" "$work/b/util.c" && ./whole || exit 1
"$pep" export --format=html whole >page.html 2>said && [ ! -s said ] || wrong "a page: $(cat said)"
holds page.html "sources in $work<"
holds page.html 'dim">main.c:2</td>'
mkdir away && mv main.c a b away
"$pep" export --format=html whole >page.html 2>said
holds said 'the source file is not found'
mv away/* . && rm -rf whole* away

# profiles that nobody named
cp tool tool.test && ./tool.test && rm -f tool.[0-9]*.pepraw && ./tool || exit 1
"$pep" show --json tool >runs.out 2>&1
holds runs.out '"runs": 1'
ln -s tool link
"$pep" show --json link >runs.out 2>&1
holds runs.out '"runs": 1'
rm -f ./*.pepraw
PEP_PROFILE=q.pepraw sh -c './tool & ./tool & wait' || exit 1
cat >twice.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    if (!fork())
        return 0;
    wait(0);
    return 0;
}
END
rm -f q.*
"$pep_cc" -o twice twice.c && PEP_PROFILE=q.pepraw ./twice || exit 1
"$pep" show --json >runs.out 2>&1
holds runs.out '"runs": 2'
PEP_PROFILE=r.pepraw ./tool && "$pep" show --json link >runs.out 2>&1 # of other names those in which it ran
holds runs.out '"runs": 1'
holds runs.out "\"$work/tool\""
# a folder is searched as the current one is
mkdir runs && (cd runs && for run in 1 2 3; do ../tool || exit 1; done && PEP_PROFILE=w.pepraw ../twice) || exit 1
for words in "tool runs:3" "runs:5" "twice runs/:2"; do
    rm -f ./*.pepraw # words are split
    "$pep" show --json ${words%:*} >runs.out 2>&1 || wrong "show ${words%:*} fails"
    holds runs.out "\"runs\": ${words#*:}"
done
echo "int main(void) { return 0; }" >other.c && "$pep_cc" -o other other.c || exit 1
"$pep" show nowhere runs >runs.out 2>&1 && wrong "profiles of a program that is not there"
! grep -q '^unit' runs.out || wrong "all profiles, where the program is not there"
"$pep" show other runs >runs.out 2>&1 && wrong "profiles of a program that did not run"
holds runs.out '^pep: runs: no profile (other.\*pepraw) in this folder, and none of the others there tells of it$'
(cd runs && "$pep" show ../other) >runs.out 2>&1 && wrong "the same in the current folder"
holds runs.out 'in the current folder, and none of the others there tells of it; name one$'
mkdir empty && "$pep" show other empty >runs.out 2>&1 && wrong "profiles in an empty folder"
holds runs.out '^pep: empty: no profile (other.\*pepraw) in this folder$'
# a profile that is named is taken, and may be the wrong one
"$pep" show other runs/tool.*.pepraw >runs.out 2>&1
holds runs.out 'of another program than what is named, and added all the same$'
holds runs.out '^unit '
"$pep" show tool runs/tool.*.pepraw >runs.out 2>&1
! grep 'of another program' runs.out || wrong "the profile of the program that is named"
# what the loader was told to start bears its name, and is known by its build
rm -f ./*.pepraw
loader=$(readelf -l tool | sed -n 's/.*interpreter: \(.*\)]$/\1/p')
"$pep_cc" -g -Wl,--build-id -o loaded main.c a/util.o b/util.o && $loader ./loaded || exit 1
"$pep" report loaded >report.out 2>&1
holds report.out '3 of 3 functions ran'
"$pep" report >report.out 2>&1
holds report.out 'holds no static map, and may have started the program that ran: name that$'
"$pep" doctor >doctor.out
holds doctor.out '^no map .*: holds no static map'
# a plain program with a library that was built with pep-cc lacks nothing
rm -f ./*.pepraw
"$pep_cc" -g -shared -fPIC -o libutil.so a/util.c b/util.c && cc -o plainly main.c libutil.so -Wl,-rpath,. &&
    ./plainly || exit 1
"$pep" report plainly >report.out 2>&1 || wrong "report of a plain program"
holds report.out '2 of 2 functions ran'
! grep 'no static map' report.out || wrong "a plain program with a library is said to lack a map"
# one of three files is compiled without pep-cc; it has names that the runtime has too
cat >plain.c <<'END'
static int next_of(int n)
{
    return n + 1;
}
int util_b(int n)
{
    int (*volatile next)(int) = next_of;
    return next(n);
}
END
"$pep" doctor tool >doctor.out || wrong "doctor: fails"
! grep -q '^plain' doctor.out || wrong "doctor: $(grep '^plain' doctor.out) of a program of instrumented files"
cp plain.c unit.c
for file in plain unit; do
    cc -c $file.c && "$pep_cc" -g -o half main.c a/util.o $file.o && "$pep" doctor half >doctor.out || wrong "doctor: $file"
    "$pep" doctor --all half >all.out && "$pep" doctor --json half | tr -d ' \n' >doctor.json
    [ $file = plain ] || continue
    holds doctor.out '^plain  *half: 2 functions are in no map, .*: .*next_of'
    holds all.out '^plain .*util_b'
    holds doctor.json '"functions":\["[a-z_]*","[a-z_]*"\]'
done
holds doctor.out '^plain  *half: 1 function is in no map, .*: util_b'
# nor does the log tell of a function of a system header, so the line has to
mkdir system
printf '%s\n' 'static int __attribute__((noinline)) of_system(int n)' '{' '    return n + __LINE__;' '}' >system/sys.h
printf '%s\n' '#include <sys.h>' 'int util_b(int n)' '{' '    return of_system(n);' '}' >user.c
"$pep_cc" -g -isystem system -o half main.c a/util.o user.c && "$pep" doctor half >doctor.out || wrong "doctor: user"
holds doctor.out '^plain  *half: 1 function is in no map, .* of a system header, .*: of_system'

# built anew at the same place: what was kept with the profile is the build that it is of
cat >target.c <<'END'
static int one(int n)
{
    return n + 1;
}
static int two(int n)
{
    return n + 2;
}
static int (*const all[])(int) = {one, two};
int main(void)
{
    int i, sum = 0;
    for (i = 0; i < 90; i++)
        sum += all[i >= 70](i);
    return sum == 0;
}
END
mkdir kept
"$pep_cc" -g -O2 -o target target.c && PEP_PROFILE=kept/%b.pepraw ./target && cp target kept && "$pep_cc" -g -O0 -o target target.c || exit 1
"$pep" calls kept/target kept/target.pepraw >calls.out 2>&1 || wrong "calls of what was kept fails"
holds calls.out '70  main  *one '
holds calls.out '20  main  *two '
sed -i 's/n + 2/n > 5 ? n + 2 : n/' target.c
"$pep_cc" -g -o target target.c || exit 1
"$pep" report kept/target.pepraw >report.out 2>&1 || wrong "report of what was kept fails"
holds report.out '3 of 3 functions'
holds report.out 'target.c: has changed since the program ran'
# standard output by its other name is no file to be replaced
ln -s /proc/self/fd/1 out
(echo before && "$pep" merge --text -o out kept/target.pepraw && echo after) >merged 2>&1
[ -L out ] && [ "$(sed -n '1p;$p' merged | tr '\n' ' ')" = "before after " ] || wrong "-o /dev/stdout: $(head -n 3 merged)"

# of many libraries that the program made for itself and that are gone a few are named
cat >maker.c <<'END'
#include <dlfcn.h>
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 1; i < argc; i++) {
        void *library = dlopen(argv[i], RTLD_NOW);
        int (*made)(int) = library ? (int (*)(int))dlsym(library, "made") : 0;
        sum += made ? made(i) : 1000;
    }
    return sum != 28;
}
END
libraries=
for n in 1 2 3 4 5 6 7; do
    echo "int made(int n) { return n == $n ? n : 1000; }" >made$n.c
    libraries="$libraries ./made$n.so"
    "$pep_cc" -shared -fPIC -o made$n.so made$n.c || exit 1
done
# shellcheck disable=SC2086 # a list of words
"$pep_cc" -o maker maker.c && PEP_PROFILE=maker.pepraw ./maker $libraries && rm -f $libraries || exit 1
"$pep" report maker maker.pepraw >report.out 2>said || wrong "report of what is gone fails"
[ "$(grep -c 'so is gone: its counts are left out' said)" = 5 ] || wrong "of seven libraries five: $(cat said)"
holds said 'and 2 more of the kind'

exit $bad
