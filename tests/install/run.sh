#!/bin/sh
# run.sh - `cmake --install` to one folder, moved to another: make, CMake and pkg-config find everything there.
set -u
pep_root=$(cd "$(dirname "$0")/../.." && pwd)
. "$pep_root/tests/lib.sh"

work=$(pep_work install)
cd "$work" || exit 1
pep_quietly install.log cmake --install "$PEP_BUILD" --prefix "$work/first place"
mv "first place" "moved tree"
top="$work/moved tree"

for file in bin/pep-cc bin/pep-c++ bin/pep bin/pep-gcc-ar lib/pep/libpep_rt.a lib/pep/libpep_rt_bare.a include/pep/pep.h include/pep/raw.h \
    lib/pkgconfig/pep.pc lib/cmake/Pep/PepConfig.cmake share/man/man1/pep-cc.1 share/man/man1/pep.1 \
    share/man/man5/pep-json.5; do
    [ -f "$top/$file" ] || pep_die "not installed: $file"
done
! grep -rlF "$work/first place" "$top" || pep_die "the place of the installation is written into these files"
! grep -rlIF "$pep_root" "$top" || pep_die "the source folder is written into these files"

# a whole project by make, through PATH
PATH=$top/bin:$PATH
mkdir made && cp "$pep_root/samples/make/Makefile" made && cp "$pep_root/samples/calc.c" .
pep_quietly make.log make -C made all CC=pep-cc
pep_quietly profile.log make -C made profile
grep -q evaluate profile.log || pep_die "pep report does not know the sample's functions: profile.log"

# a build that names its compiler itself
(PATH=$top/lib/pep/links:$PATH && gcc -c -o named.o calc.c && cc -o named named.o) || pep_die "no program by the links"
pep doctor named >named.log || pep_die "what the links made is not instrumented: named.log"

# one target by CMake, found by find_package; the launcher keeps the project's own compiler
cp -R "$pep_root/samples/cmake" cmake
pep_quietly cmake.log cmake -S cmake -B cmake-build -G Ninja -DCMAKE_PREFIX_PATH="$top"
pep_quietly cmake.log cmake --build cmake-build
(cd cmake-build && PEP_PROFILE=cmake.pepraw ./calc 100 >calc.out && [ -f cmake.pepraw ]) ||
    pep_die "pep_instrument() makes a program that writes no profile"
cmp -s cmake-build/calc.out /dev/null && pep_die "the sample prints nothing"

# the same with a part in C++, which links it
if command -v g++ >/dev/null; then
    mkdir mixed && cp calc.c mixed
    echo 'int unused_part;' >mixed/part.cpp
    sed 's/LANGUAGES C)/LANGUAGES C CXX)/; s#\.\./calc\.c#calc.c part.cpp#' cmake/CMakeLists.txt >mixed/CMakeLists.txt
    pep_quietly cmake.log cmake -S mixed -B mixed-build -G Ninja -DCMAKE_PREFIX_PATH="$top"
    pep_quietly cmake.log cmake --build mixed-build
    (cd mixed-build && PEP_PROFILE=mixed.pepraw ./calc 100 >calc.out && [ -f mixed.pepraw ]) ||
        pep_die "pep_instrument() of a target with C++ makes a program that writes no profile"
fi

# a whole project by CMake
pep_quietly cmake.log cmake -S cmake -B cmake-whole -G Ninja -DCMAKE_C_COMPILER=pep-cc
pep_quietly cmake.log cmake --build cmake-whole
(cd cmake-whole && PEP_PROFILE=whole.pepraw ./calc 100 >calc.out && [ -f whole.pepraw ]) ||
    pep_die "CMAKE_C_COMPILER=pep-cc makes a program that writes no profile"

# a program that asks the runtime, linked by pep-cc and, with the runtime named, by the plain compiler
cat >ask.c <<'END'
#include <pep/pep.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    (void)argv;
    printf("%d\n", argc > 1 ? 0 : pep_dump());
    return 0;
}
END
PKG_CONFIG_PATH=$top/lib/pkgconfig
export PKG_CONFIG_PATH
command -v pkg-config >/dev/null || pep_die "no pkg-config"
eval "set -- $(pkg-config --cflags --libs pep)"
pep_quietly ask.log pep-cc "-I$top/include" ask.c -o ask
PEP_PROFILE=ask.pepraw ./ask >ask.out || pep_die "a program with pep_dump() fails"
[ "$(cat ask.out)" = 0 ] || pep_die "pep_dump() gives $(cat ask.out) where there is a profile"
pep_quietly plain.log "${PEP_CC:-gcc}" ask.c -o plain "$@"
./plain >plain.out || pep_die "the plain compiler's program with pep_dump() fails"
pep_say "installed, moved, used by make, CMake and pkg-config"
