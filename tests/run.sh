#!/bin/sh
# run.sh [--long] [CTEST ARGUMENT...] - sets up, builds and runs all tests; ends with ctest's summary.
#
# The short form takes spread samples of the large suites (some minutes on two cores); --long takes all of them, and
# builds and runs the tools under AddressSanitizer and UBSan as well.  Further arguments go to ctest, as in
#     sh tests/run.sh -R torture
set -u
pep_root=$(cd "$(dirname "$0")/.." && pwd)
. "$pep_root/tests/lib.sh"

if [ "${1:-}" = --long ]; then
    shift
    PEP_LONG=yes
    export PEP_LONG
fi
pep_setup
pep_build
cd "$PEP_BUILD" || exit 1
ctest --output-on-failure -j "$PEP_JOBS" "$@"
result=$?

if pep_long; then
    pep_say "the tools under AddressSanitizer and UBSan"
    PEP_LONG=
    cmake -S "$pep_root" -B "$PEP_BUILD/asan" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DPEP_SANITIZE=ON >"$PEP_BUILD/asan.log" &&
        cmake --build "$PEP_BUILD/asan" -j "$PEP_JOBS" >>"$PEP_BUILD/asan.log" &&
        cd "$PEP_BUILD/asan" && env -u PEP_CC_UNDER_TEST -u PEP_UNDER_TEST ctest --output-on-failure -j "$PEP_JOBS" "$@" ||
        result=1
fi
exit $result
