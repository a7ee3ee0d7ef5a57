# programs.sh - four real programs: how each is built by its own build files, and what it is made to do.
#
# To be sourced after lib.sh and fetch.sh.  tests/programs compares outputs, tests/gcov counts, bench/ times; all three
# build and run through here.  The sources are upstream's, not changed in any way.  A fifth, flex, is for bench/ alone.

program_names="bzip2 lua sqlite zlib"

# program_package NAME - the source package it comes in
program_package()
{
    case $1 in
    lua) echo lua5.4 ;;
    sqlite) echo sqlite3 ;;
    *) echo "$1" ;;
    esac
}

# program_binary NAME - the executable its workload runs, relative to the folder it was built in
program_binary()
{
    case $1 in
    bzip2) echo bzip2 ;;
    flex) echo src/stage1flex ;;
    lua) echo src/lua ;;
    sqlite) echo sqlite3 ;;
    zlib) echo minigzip ;;
    esac
}

# program_copy NAME FOLDER - makes FOLDER from the source package; the web site that comes with one is left out
program_copy()
{
    source=$(pep_fetch_source "$(program_package "$1")") || return 1
    mkdir -p "$2" && tar -C "$source" --exclude=./www -cf - . | tar -C "$2" -xf -
}

# program_configure NAME FOLDER COMPILER [FLAGS] - what has to be done once in FOLDER, which program_copy made
program_configure()
{
    (
        cd "$2" || exit 1
        flags=${4--O2}
        case $1 in
        flex)
            ./configure CC="$3" CFLAGS="$flags" --disable-shared --disable-nls
            ;;
        sqlite)
            ./configure CC="$3" CFLAGS="$flags" LDFLAGS="$flags" --disable-tcl --disable-readline --disable-shared &&
                make sqlite3.c shell.c
            ;;
        zlib)
            CC="$3" CFLAGS="$flags" LDFLAGS="$flags" ./configure --static
            ;;
        esac
    ) >"$2/configure.log" 2>&1
}

# program_make NAME FOLDER COMPILER [FLAGS] - compiles and links; a second time it does all of it again
program_make()
{
    (
        cd "$2" || exit 1
        flags=${4--O2}
        case $1 in
        bzip2)
            make -B -j"$PEP_JOBS" CC="$3" CFLAGS="-Wall -g -D_FILE_OFFSET_BITS=64 $flags" libbz2.a bzip2
            ;;
        flex)
            # the one that makes flex's own scanner, which is all of flex; what was generated is there
            set -- ACLOCAL=: AUTOMAKE=: AUTOCONF=: AUTOHEADER=: -C src
            make "$@" clean && make -j"$PEP_JOBS" "$@" stage1flex
            ;;
        lua)
            # the seed of its hash tables is an address and the time; a fixed one makes two runs alike
            make -C src clean && make -j"$PEP_JOBS" -C src linux CC="$3 -std=gnu99" \
                MYCFLAGS="-D'luai_makeseed(L)=42u' $flags" MYLDFLAGS="$flags"
            ;;
        sqlite)
            rm -f sqlite3 && make sqlite3
            ;;
        zlib)
            make clean && make -j"$PEP_JOBS" static
            ;;
        esac
    ) >"$2/build.log" 2>&1
}

# program_build NAME FOLDER COMPILER [FLAGS] - both
program_build()
{
    program_configure "$@" && program_make "$@"
}

# program_test NAME FOLDER OUT - runs the program's own tests and ours; all they print goes into the folder OUT
#
# With PEP_REPEATABLE set, only what does the very same work in every run.
program_test()
{
    mkdir -p "$3"
    (
        out=$(cd "$3" && pwd)
        inputs=$pep_root/tests/programs
        cd "$2" || exit 1
        case $1 in
        bzip2)
            make test >"$out/test" 2>&1 &&
                ./bzip2 -9 <input >"$out/packed" && ./bzip2 -d <"$out/packed" >"$out/unpacked" &&
                ./bzip2 -tvv sample1.bz2 >"$out/verbose" 2>&1
            # damaged input: the way through its error handling, which ends in exit
            head -c 1000 sample2.bz2 | ./bzip2 -d >"$out/damaged" 2>&1
            echo "exit $?" >>"$out/damaged"
            ;;
        lua)
            src/lua "$inputs/language.lua" >"$out/language" 2>&1 &&
                src/luac -l -l -o "$out/luac.out" "$inputs/language.lua" | sed 's/0x[0-9a-f]*/ADDRESS/g' >"$out/listing" &&
                src/lua "$out/luac.out" >"$out/compiled" 2>&1
            src/lua -e 'error({})' >"$out/error" 2>&1
            echo "exit $?" >>"$out/error"
            ;;
        sqlite)
            rm -f test.db
            # temporary files and VACUUM print a random number in hexadecimal, whose length is left to chance
            ./sqlite3 ${PEP_REPEATABLE:+-cmd 'PRAGMA temp_store = MEMORY'} test.db <"$inputs/script.sql" >"$out/script" 2>&1
            echo "exit $?" >>"$out/script"
            [ -n "${PEP_REPEATABLE:-}" ] || ./sqlite3 test.db VACUUM
            ./sqlite3 test.db .dump >"$out/dump" 2>&1
            ;;
        zlib)
            make teststatic >"$out/test" 2>&1 &&
                ./minigzip -9 <input >"$out/packed" && ./minigzip -d <"$out/packed" >"$out/unpacked"
            head -c 1000 "$out/packed" | ./minigzip -d >"$out/damaged" 2>&1
            echo "exit $?" >>"$out/damaged"
            ;;
        esac
    )
}

# program_text BYTES - English-like text of about that size, always the same
program_text()
{
    awk -v bytes="$1" 'BEGIN {
        words = split("the of and a path edge profile counter branch loop register block sample function number graph " \
            "compiler that is with for runs cost taken never often cold hot entry exit back dummy value table", word, " ")
        seed = 12345
        for (n = 0; n < bytes; n += length(line) + 1) {
            line = ""
            for (i = 0; i < 12; i++) {
                seed = (seed * 1103515245 + 12345) % 2147483648
                line = line word[int(seed / 65536) % words + 1] (seed % 7 == 0 ? int(seed / 4096) % 10000 : "") " "
            }
            print line
        }
    }'
}
