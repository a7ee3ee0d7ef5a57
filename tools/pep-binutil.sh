#!/bin/sh
# pep-gcc-ar, pep-llvm-ar, ... - CMake takes the beginning of pep-cc's name for that of a cross compiler, and looks for
# some tools under `pep-` alone.  They are those of the compiler behind: of its version where that is named.
tool=${0##*/pep-}
case ${PEP_CC:-} in
*-[0-9]*) version=-${PEP_CC##*-} ;;
*) version= ;;
esac
command -v "$tool$version" >/dev/null && exec "$tool$version" "$@"
exec "$tool" "$@"
