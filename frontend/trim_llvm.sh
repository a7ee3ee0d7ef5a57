#!/bin/sh
# trim_llvm.sh CC LIBCLANG FOLDER OUT - links the part of LLVM that libclang calls to parse.
#
# LIBCLANG needs the whole of LLVM, whose code generators for all machines have 300,000 addresses to relocate and 600
# options to register: four fifths of what it takes to load both.  A library of the same soname that is loaded first
# takes its place.  This one has what LIBCLANG asks for by name, out of the archives in FOLDER; but what would make
# machines known does nothing, since nothing here generates code.  Where that cannot be linked there is no OUT, and all
# of LLVM is loaded.
set -eu
[ $# = 4 ] || { echo "usage: trim_llvm.sh CC LIBCLANG FOLDER OUT" >&2; exit 2; }
cc=$1 libclang=$2 folder=$3 out=$4
work=$out.work
rm -rf "$work"
mkdir -p "$work"

# NEEDED of libclang, such as libLLVM.so.19.1, and the version that its symbols have, such as LLVM_19.1
soname=$(LC_ALL=C readelf -dW "$libclang" | sed -n 's/.*(NEEDED).*\[\(libLLVM[^]]*\)\]/\1/p')
nm -D --undefined-only "$libclang" | sed -n 's/.* \([^ @]*\)@\{1,2\}\(LLVM_[^ ]*\)$/\1 \2/p' | sort -u >"$work/asked"
version=$(sed 's/.* //' "$work/asked" | sort -u)
[ -n "$soname" ] && [ "$(echo "$version" | wc -w)" = 1 ] || { echo "trim_llvm.sh: $libclang names no LLVM"; exit 0; }

sed 's/ .*//' "$work/asked" >"$work/names"
sed -n 's/^LLVMInitialize.*/void &(void);\nvoid &(void)\n{\n}/p' "$work/names" >"$work/machines.c"
sed '/^LLVMInitialize/d; s/^/-Wl,-u,/' "$work/names" >"$work/wanted"
{
    echo "$version {"
    echo 'global:'
    sed 's/$/;/' "$work/names"
    echo 'local: *;'
    echo '};'
} >"$work/versions"

# It is C++, but a C compiler links it, with the library that libclang itself uses.
needs=$(ldd "$libclang" | awk '$1 ~ /^lib(stdc\+\+|gcc_s|z|zstd)\.so/ { print $3 }')
# shellcheck disable=SC2086 # a list of words
"$cc" -O2 -fPIC -shared -o "$out" "$work/machines.c" -Wl,-soname,"$soname" -Wl,--version-script="$work/versions" \
    -Wl,--gc-sections -Wl,-z,defs -Wl,-z,lazy @"$work/wanted" \
    -Wl,--start-group "$folder"/libLLVM*.a -Wl,--end-group $needs -lm >"$work/said" 2>&1 ||
    { head -n 5 "$work/said"; echo "trim_llvm.sh: libclang will load all of LLVM, and each file take 12 ms more"; rm -f "$out"; }
rm -rf "$work"
