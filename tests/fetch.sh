# fetch.sh - source packages of the distribution, unpacked into the cache; to be sourced after lib.sh.
#
# The machine need not have source packages configured, nor any index read: apt is given a list of its own, made from
# the machine's by adding sources to binaries, and folders of its own for state, so nothing outside the cache changes
# and root is not needed.

# apt_private TOOL COMMAND... - apt-TOOL with our own sources and state
apt_private()
{
    tool=$1
    shift
    "apt-$tool" -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$PEP_CACHE/apt/sources" \
        -o Dir::State::Lists="$PEP_CACHE/apt/lists" -o Dir::Cache="$PEP_CACHE/apt/cache" \
        -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=true "$@"
}

# apt_sources - makes the list and reads the indices, once
apt_sources()
{
    [ -f "$PEP_CACHE/apt/ready" ] && return 0
    mkdir -p "$PEP_CACHE/apt/sources" "$PEP_CACHE/apt/lists/partial" "$PEP_CACHE/apt/cache/archives/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$list" ] && sed -n 's/^deb[[:blank:]]/&/p; s/^deb\([[:blank:]]\)/deb-src\1/p' "$list" \
            >"$PEP_CACHE/apt/sources/$(basename "$list")"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ -f "$list" ] && sed 's/^Types:.*/Types: deb deb-src/' "$list" >"$PEP_CACHE/apt/sources/$(basename "$list")"
    done
    apt_private get update && : >"$PEP_CACHE/apt/ready"
}

# apt_take INDEX PACKAGE COMMAND... - into the current folder, which is empty, by a command of apt-get; INDEX is Packages
# or Sources.  A mirror may no longer have what its index listed when it was read, nor even what it lists now: then the
# index is read anew, and older versions do.
apt_take()
{
    index=$1 package=$2
    shift 2
    apt_sources || return 1
    apt_private get "$@" "$package" && return 0
    apt_private get update
    versions=$(apt_private cache madison "$package" |
        awk -v package="$package" -v kind="$index" '$1 == package && $NF == kind { print $3 }' | sort -rVu)
    for version in $versions; do
        rm -rf ./*
        apt_private get "$@" "$package=$version" && return 0
    done
    echo "$package: the mirror has none of the versions that its index lists: $(echo "${versions:-none}" | tr '\n' ' ')"
    return 1
}

# alone COMMAND... - tests run side by side: one fetches, the others wait
alone()
{
    mkdir -p "$PEP_CACHE"
    (flock 9 && "$@") 9>"$PEP_CACHE/lock"
}

# pep_fetch_source PACKAGE - prints the folder of the package's upstream source, fetched where it is not there yet
pep_fetch_source()
{
    alone fetch_source "$1"
}

fetch_source()
{
    if [ ! -f "$PEP_CACHE/$1/ready" ]; then
        rm -rf "${PEP_CACHE:?}/$1"
        mkdir -p "$PEP_CACHE/$1"
        (
            cd "$PEP_CACHE/$1" && apt_take Sources "$1" source --download-only &&
                dpkg-source --no-check --skip-patches -x ./*.dsc source && rm -f ./*.tar.* && : >ready
        ) >"$PEP_CACHE/$1.log" 2>&1 || { tail -n 5 "$PEP_CACHE/$1.log" >&2; return 1; }
    fi
    printf '%s\n' "$PEP_CACHE/$1/source"
}

# pep_fetch_torture - prints the folder of gcc's own tests, taken out of the package that holds its sources:
# gcc.c-torture/execute, gcc.dg and c-c++-common
pep_fetch_torture()
{
    torture=$PEP_CACHE/torture
    alone fetch_torture
}

fetch_torture()
{
    if [ ! -f "$torture/ready" ] || [ ! -d "$torture/gcc.c-torture/compile" ]; then
        rm -rf "$torture"
        mkdir -p "$torture"
        (
            cd "$torture" && apt_take Packages gcc-12-source download &&
                dpkg-deb --fsys-tarfile ./*.deb | tar xf - --wildcards --strip-components=4 '*/gcc-12.[0-9]*.tar.xz' && rm -f ./*.deb &&
                tar xf ./*.tar.xz --wildcards --strip-components=3 '*/gcc/testsuite/gcc.c-torture/compile' \
                    '*/gcc/testsuite/gcc.c-torture/execute' '*/gcc/testsuite/gcc.dg' '*/gcc/testsuite/c-c++-common' &&
                rm -f ./*.tar.xz && : >ready
        ) >"$torture.log" 2>&1 || { tail -n 5 "$torture.log" >&2; return 1; }
    fi
    printf '%s\n' "$torture"
}
