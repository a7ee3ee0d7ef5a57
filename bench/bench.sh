# bench.sh - what every script of bench/ begins with; to be sourced first.  It sets pep_root, and sources the rest.
set -u
pep_root=$(cd "$(dirname "$0")/.." && pwd)
. "$pep_root/tests/lib.sh"
. "$pep_root/tests/fetch.sh"
. "$pep_root/tests/programs/programs.sh"
. "$pep_root/bench/workloads.sh"
. "$pep_root/bench/ways.sh"
