#!/bin/sh
# run.sh [--update] PEP MAKE_SAMPLE - what pep prints for the sample program, compared with golden/NAME.out.
# A case is a line below: NAME, the exit code it has to end with, and the words for pep.
set -u
update=
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
pep=$1 make_sample=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pep-golden.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
TZ=UTC0 NO_COLOR=1
ASAN_OPTIONS=exitcode=99 # a sanitizer's complaint is no answer of pep
export TZ NO_COLOR ASAN_OPTIONS
cp "$here/golden/sample.c" "$work" && cd "$work" && "$make_sample" . && chmod +x sample brute stays || exit 1
touch -d 2020-01-01 sample.c
"$pep" merge -o all.pep sample.*.pepraw && "$pep" show --maps all.pep >all.txt || exit 1
printf 'pep profile 1;\nunit 1 "sample.c" { function 1 "scan" cfg 7 paths 12 { path 0: 1; } }\n' >stale.txt
# subpaths of another build: with the same graphs, and with others
hash=$("$pep" show brute.part | sed -n 's/^unit \(0x[0-9a-f]*\) .*/\1/p')
"$pep" show brute.part | sed "s/$hash/1/" >moved-brute.txt && sed 's/cfg 0x[0-9a-f]*/cfg 7/' moved-brute.txt >stale-brute.txt
"$pep" show --maps sampled.part | sed '/path [05]:/!{/  path\|  edge/d;}; s/^binary/&  "libsample.so.5";\n&/' >few.txt # samples that missed most of it, and a library
cat >called.txt <<'TEXT'
pep profile 1;
unit 1 "a.c" { function 0 "main" cfg 7 paths 2 { path 1: 3; block 2: 5; value 0 4: 1; other 0: 2; target 1 "b.c:f": 4; edge 0: 6; } }
context 1 0 { path 1: 2; context 1 0 { target 1 "b.c:f": 4; context 9 1 { block 2: 1; } } }
TEXT
: >empty.part
printf 'pep profile 1;\n' >nothing.txt
cat >log <<'LOG'
/home/ada/sample/sample.c: odd: asm goto in a statement expression
/home/ada/sample/boot.c: unit: freestanding code (-ffreestanding)
/home/ada/odd: names/b.c: unit: no functions in it
/home/ada/sample/boot.c: unit: freestanding code (-ffreestanding)
/home/ada/sample/naked.c: reset: attribute naked: there is no room for a variable
/home/ada/sample/ring.c: next: inline, and another unit holds its code
/home/ada/sample/ring.c: last: inline, and another unit holds its code
not a line of the log
LOG
awk 'BEGIN { for (i = 1; i < 40; i++) print "/home/ada/kernel/" i ".c: unit: " (i % 2 ? "-mcmodel" : "-D") }' >many.log
head -c 100 all.pep >short.pep
failed=0 cases=0

while read -r name code words; do
    case $name in '' | '#'*) continue ;; esac
    cases=$((cases + 1))
    eval "\"\$pep\" $words" >all 2>&1
    got=$?
    # hashes and sizes follow from the layout of the maps, which is not what is tested here
    sed 's/\(0x\|unit \)[0-9a-f]\{16\}/\1HASH/g; s/have [0-9]* bytes/have N bytes/' all >out
    if [ -n "$update" ]; then
        cp out "$here/golden/$name.out"
    elif ! diff -u "$here/golden/$name.out" out; then
        echo "$name: prints something else: pep $words"
        failed=$((failed + 1))
    fi
    if [ $got -ne "$code" ]; then
        echo "$name: ends with $got, not $code: pep $words"
        failed=$((failed + 1))
    fi
done <<'CASES'
report            0 report
report-top        0 report --top=1 sample all.pep
report-function   0 report --function='fi*' all.pep
report-colour     0 report --color=always -n1 all.pep
report-json       0 report --json -n2 all.txt
report-cut        1 report sample cut.pepraw.part -n1
report-empty      1 report empty.part
report-foreign    1 report sample.c
report-short      1 report short.pep all.pep -n1
report-nothing    1 report short.pep
report-gone       0 report gone.part gone.part changed.part changed.part all.pep -n1
report-stale      1 report sample stale.txt
report-fields     0 report --fields sample all.pep
report-fields-top 0 report --fields -n1 -f mix --color=always all.pep
report-fields-json 0 report --fields --json -n1 all.txt
report-fields-none 1 report --fields --function=odd all.pep
report-fields-follow 2 report --fields --follow=1
report-values     0 report --values sample all.pep
report-values-top 0 report --values -n1 -f scan --color=always all.pep
report-values-json 0 report --values --json -n2 all.txt
report-values-none 1 report --values --function=find all.pep
report-values-fields 2 report --values --fields all.pep
report-calls      0 report --calls -n3 sample all.pep
report-calls-values 2 report --calls --values all.pep
calls             0 calls sample all.pep
calls-top         0 calls -n1 --color=always all.pep
calls-function    0 calls -f '*' all.pep
calls-function-none 1 calls -f nobody all.pep
calls-json        0 calls --json -n2 all.txt
calls-function-json 0 calls --json -f clamp all.pep
calls-sampled     0 calls sampled.part
export-callgrind  0 export --format=callgrind all.pep
export-collapsed  0 export --format=collapsed all.pep
export-dot        0 export --format=dot --threshold=15% all.pep
export-html       0 export --format=html -n2 all.pep
export-html-sampled 0 export --format=html -n1 few.txt
export-absent     1 export --format=dot nowhere
paths             0 paths scan
paths-one         0 paths scan --path=3 all.pep
paths-none        1 paths nobody
paths-file        1 paths all.pep
paths-one-none    1 paths '*' --path=99 --json all.pep
iterations-none   1 iterations scan all.pep
iterations-several 1 iterations '*' --format=dot all.pep
edges             0 edges '*' all.pep
edges-json        0 edges --json find all.pep
annotate          0 annotate sample.c
annotate-sampled  0 annotate sample.c few.txt
edges-sampled     0 edges scan few.txt
report-library    0 report -n1 few.txt
annotate-json     0 annotate --json ./sample.c
annotate-none     1 annotate other.c
subpaths          0 subpaths -n3 brute.part
subpaths-count    0 subpaths --sort=count --lengths=2-4 -n3 brute.part
subpaths-all      0 subpaths --all --color=always -n3 brute.part
subpaths-function 0 subpaths -f clamp --threshold=1% -n1 brute.part
subpaths-path     0 subpaths --path=2 brute.part
subpaths-path-json 0 subpaths --path=2 --json brute.part
subpaths-path-none 1 subpaths --path=11 brute.part
subpaths-sampled  0 subpaths -n2 stays.part
subpaths-samples  0 subpaths -n1 --lengths=32 --samples=300 stays.part
subpaths-json     0 subpaths --json -n1 --lengths=2-4 stays.part
subpaths-moved    0 subpaths -n3 brute moved-brute.txt
subpaths-stale    1 subpaths -n3 brute stale-brute.txt
subpaths-none     1 subpaths all.pep
report-subpaths   0 report stays.part
report-mixed      0 report -n1 all.pep stays.part
report-subpaths-json 0 report --json brute.part
annotate-subpaths 1 annotate sample.c brute.part
paths-subpaths    1 paths scan brute.part
export-subpaths   1 export --format=collapsed brute.part
compare-subpaths  1 compare -n5 brute.part stays.part --subpath-accuracy=99.9%
compare-subpaths-count 0 compare -n5 --sort=count --threshold=4% brute.part stays.part --subpath-accuracy=85%
compare-subpaths-json 0 compare -n2 --json brute.part stays.part
show              0 show sample.1.pepraw
show-json         0 show --json -f scan all.pep
show-json-called  0 show --json called.txt
compare           0 compare -n2 sample.1.pepraw sampled.part
compare-same      0 compare -n1 all.pep all.txt --path-accuracy=1 --edge-accuracy=100% --edge-absolute=1
compare-several   1 compare -n2 all.pep sample.1.pepraw sample.2.pepraw nothing.txt --path-accuracy=0.9 --edge-accuracy=99.5%
compare-threshold 0 compare -n1 --threshold=4% sample.1.pepraw sampled.part
compare-fields    1 compare -n1 -f scan all.pep sampled.part --field-accuracy=99.9%
compare-values    1 compare -n2 -f scan all.pep sampled.part --value-accuracy=99.9%
compare-calls     1 compare -n2 -f scan all.pep sampled.part --call-accuracy=99.99%
compare-edges     1 compare -f find all.pep sampled.part --path-accuracy=1%
compare-clamp     1 compare -f clamp all.pep sampled.part
compare-sampled   0 compare -n1 sampled.part all.pep
compare-json      0 compare -n1 --json --threshold=4% sample.1.pepraw sampled.part
compare-nobody    1 compare -f nobody all.pep few.txt
compare-nothing   1 compare nothing.txt all.pep
compare-absent    1 compare all.pep nowhere
doctor            0 doctor sample sample.1.pepraw
doctor-log        1 doctor --log=log sample sample.1.pepraw
doctor-log-all    1 doctor --all --log=log
doctor-log-many   0 doctor --log=many.log sample sample.1.pepraw
doctor-log-json   1 doctor --json --log=log all.pep
doctor-no-log     0 doctor --log=nowhere sample sample.1.pepraw
doctor-stale      1 doctor sample stale.txt
doctor-cut        1 doctor sample cut.pepraw.part
doctor-gone       1 doctor sample gone.part changed.part
merge-gone        1 merge -o out.pep all.pep gone.part
merge-short       1 merge -o out.pep all.pep short.pep
merge-going       0 merge -k -o out.pep all.pep short.pep
merge-nothing     1 merge -k -o none.pep short.pep
report-nobody     1 report --function=nobody all.pep
usage             2 report --nonsense
usage-merge       2 merge all.pep
usage-verb        2 reprot
usage-compare     2 compare all.pep
usage-format      2 export --format=gif all.pep
usage-export      2 export all.pep
usage-contexts    2 calls --contexts=0 all.pep
usage-iterations  2 iterations scan --format=dot --json all.pep
usage-lengths     2 subpaths --lengths=8-4 brute.part
usage-length      2 compare --length=1 all.pep all.pep
usage-sort        2 subpaths --sort=size brute.part
usage-part        2 compare --threshold=12 all.pep all.pep
help              0 help
help-calls        0 help calls
help-compare      0 help compare
help-export       0 help export
help-merge        0 help merge
help-subpaths     0 help subpaths
CASES

# the order of inputs, and merging in steps, make no difference
"$pep" merge -o ba.pep sample.2.pepraw sample.1.pepraw && cmp all.pep ba.pep || failed=$((failed + 1))
"$pep" merge -o b.pep sample.2.pepraw && "$pep" merge -o ab.pep sample.1.pepraw b.pep && cmp all.pep ab.pep ||
    failed=$((failed + 1))
# text with maps holds all there is
"$pep" merge -o text.pep all.txt && cmp all.pep text.pep || failed=$((failed + 1))
# whatever is said in front of it
{ yes '# what these counts are of' | head -n 1000; cat all.txt; } >said.txt && "$pep" merge -o text.pep said.txt && cmp all.pep text.pep ||
    failed=$((failed + 1))
# maps that a profile does not carry come from the program, else the sum has none either, and that is told
"$pep" merge -o one.pep sample.1.pepraw && "$pep" merge --no-maps -o bare.pep one.pep && "$pep" merge -o full.pep bare.pep sample &&
    cmp one.pep full.pep && "$pep" merge --no-maps -o again.pep bare.pep && cmp bare.pep again.pep || failed=$((failed + 1))
"$pep" merge -o none.pep bare.pep 2>&1 | grep -q '^pep: none.pep: 1 unit has no static map' && cmp bare.pep none.pep ||
    failed=$((failed + 1))
# a source that is newer than the counts: told once, whatever it is called
touch sample.c && "$pep" annotate ./sample.c all.pep 2>&1 >/dev/null | grep -c 'sample.c: has changed since the program ran' | grep -qx 1 &&
    touch -d 2020-01-01 sample.c || failed=$((failed + 1))
# what is written to stays what it is: a link, a pipe
"$pep" merge -o old.pep sample.2.pepraw && ln -s old.pep link.pep && "$pep" merge -o link.pep sample.1.pepraw && [ -L link.pep ] &&
    cmp one.pep old.pep && mkfifo pipe && { cat pipe >piped & } && "$pep" merge -o pipe sample.1.pepraw && wait && [ -p pipe ] &&
    cmp one.pep piped || failed=$((failed + 1))
# what comes through a pipe comes but once
for file in all.pep all.txt sample.1.pepraw; do
    "$pep" show --text $file >shown && "$pep" show --text - <$file | cmp - shown || failed=$((failed + 1))
    # shellcheck disable=SC2002 # a pipe, not the file
    cat $file | "$pep" show --text /dev/stdin | cmp - shown || failed=$((failed + 1))
done
# so do subpaths, and twice a run is twice as much
"$pep" merge -o b.pep brute.part stays.part && "$pep" merge -o s.pep stays.part && "$pep" merge -o bs.pep s.pep brute.part &&
    cmp b.pep bs.pep && "$pep" show --maps b.pep >b.txt && "$pep" merge -o text.pep b.txt && cmp b.pep text.pep ||
    failed=$((failed + 1))
"$pep" subpaths --all --top=0 --threshold=1% brute.part | sed -n 's/.* freq \([0-9,]*\) .*/\1/p' | tr -d , | awk '{ print 2 * $1 }' >twice
"$pep" subpaths --all --top=0 --threshold=1% brute.part brute.part | sed -n 's/.* freq \([0-9,]*\) .*/\1/p' | tr -d , | cmp - twice ||
    failed=$((failed + 1))
# what folders hold is there once, whatever else names it
mkdir held && cp sample.1.pepraw held && "$pep" show held >shown && "$pep" show held/sample.1.pepraw ./held "$PWD/held" | cmp - shown ||
    failed=$((failed + 1))
# of two builds callgrind reads all there is, under a name of one line
hash=$("$pep" show all.pep | sed -n 's/^unit \(0x[0-9a-f]*\) .*/\1/p') && name=$(printf 'two\nlines') && cp sample "$name"
"$pep" show all.pep | sed "s/$hash/1/" >moved.txt && "$pep" export --format=callgrind "$name" all.pep moved.txt | grep -E '^(cmd|totals):' >builds
"$pep" export --format=callgrind all.pep | awk '/^totals:/ { print "cmd: two lines\n" $1, 2 * $2, 2 * $3 }' | diff - builds ||
    failed=$((failed + 1))
# of very many subpaths not all are put under heads, whatever --top is
"$pep" show --maps brute.part | awk '/^halves/ { next } /^place/ { places++ } { print }
    END { n = places
        for (i = 0; i < 11; i++) for (k = 0; k < 11; k++) print "halves", n++, i, k ";"
        for (i = places; i < places + 121; i++) for (k = places; k < places + 121; k++) print "halves", n++, i, k ": 2 2 0;" }' >many.txt
"$pep" subpaths --threshold=0 --top=0 many.txt | tail -n 1 | grep -qx '4,641 further subpaths; --all lists them too' &&
    "$pep" subpaths --threshold=0 -n1 many.txt | tail -n 1 | grep -q '^14,440 further subpaths; --top=0 lists all' &&
    ! "$pep" subpaths --threshold=0 --top=0 --all many.txt | grep further || failed=$((failed + 1))
# a profile says no less where the program and its source are gone
mkdir away && (cd away && "$pep" report --source=.. ../all.pep) >out 2>&1
[ -n "$update" ] || diff -u "$here/golden/report.out" out || failed=$((failed + 1))
(cd away && "$pep" report -s /nowhere -s .. ../all.pep) >out 2>&1
[ -n "$update" ] || diff -u "$here/golden/report.out" out || failed=$((failed + 1))
mkdir far && cp all.pep far && (cd far && "$pep" report all.pep) 2>&1 | grep -q '^pep: .*: the source file is not found; --source=DIR tells' ||
    failed=$((failed + 1))
# what does not fit into a row says so
mkdir long && sed 's|$| /* a remark that goes on and on, far beyond what a row of a report holds beside its outcome */|' sample.c >long/sample.c
(cd long && touch -d 2020-01-01 sample.c && "$pep" report -n1 ../all.pep) | grep -q 'a remark .*\.\.\.  returns$' ||
    failed=$((failed + 1))

echo "$cases cases, $failed failed"
[ "$failed" -eq 0 ]
