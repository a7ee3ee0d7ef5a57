#!/bin/sh
# run.sh [--builds|--scale|--on MACHINE] [NAME...] - situations of the language, each a program named after it.
#
# Without an option the programs *.c here that are named, or all, with gcc and a clang behind (program.sh says what is
# asked of them); --on MACHINE with its gcc and run by qemu, where the build has a runtime for it; --builds: ways to
# compile and link (builds.sh); --scale: large inputs (scale.sh).
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"

part=programs
compilers="gcc $(pep_clang)"
case ${1:-} in
--on)
    pep_emulate "$2" || pep_die "nothing runs for $2"
    [ -d "$PEP_BUILD/lib/pep/$2" ] || pep_die "$PEP_BUILD has no runtime for $2: configure it with -DPEP_MACHINES=$PEP_CC"
    compilers=$PEP_CC
    shift 2
    ;;
--*) part=${1#--}; shift ;;
esac
pep_is_ours || pep_skip "only pep-cc has counts"
here=$pep_root/tests/language
work=$(pep_work "language-$part")
[ $part = programs ] || { . "$here/$part.sh"; exit; }

pep_sample_all
for file in "$here"/*.c; do
    name=$(basename "$file" .c)
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    for compiler in $compilers; do
        printf '%s\n%s\n' "$compiler" "$file"
    done
done | xargs -P "$PEP_JOBS" -n 2 sh -c 'sh "$0/program.sh" "$2" "$3" "$1"' "$here" "$work" >"$work/failed" 2>"$work/noise"
cat "$work/failed" "$work/noise"
failed=$(cut -d ' ' -f 1 "$work/failed" | cut -d : -f 1 | sort -u | wc -l)
pep_say "language: $failed programs failed, $(find "$work" -maxdepth 1 -type d -name '*-*' | wc -l) runs"
[ ! -s "$work/failed" ] && [ ! -s "$work/noise" ]
