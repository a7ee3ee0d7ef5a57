# scanner.sh SOURCE NAMES - a large input for flex: its own scanner, from its sources, that also looks for so many names
# of those sources anywhere in a line.  The work grows with the square of their number; 300 take some seconds.
sed '/^%%/,$d' "$1/scan.l"
printf '%%x NAMES\n%%%%\n'
sed '1,/^%%/d; /^%%/,$d' "$1/scan.l"
cat "$1/dfa.c" "$1/gen.c" "$1/nfa.c" "$1/tblcmp.c" | grep -o '[A-Za-z_][A-Za-z_0-9]\{3,\}' | LC_ALL=C sort -u |
    head -n "$2" | sed 's/.*/<NAMES>.*"&" ECHO;/'
printf '%%%%\n'
sed '1,/^%%/d' "$1/scan.l" | sed '1,/^%%/d'
