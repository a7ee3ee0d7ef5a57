# kpaths_shape.awk - the shape of the forest of iterations in a text profile: how many sequences, single paths among
# them; how many children a node has that has any, and how many paths a sequence has that none continues, on average.
#
# Sequences come in the order of a forest, so the one behind tells whether a node is a leaf.
function close_node(next_length)
{
    if (length_of == 0) return
    if (next_length > length_of) inner++
    else { leaves++; depths += length_of }
    length_of = 0
}

$1 == "path" { paths++; nodes++ }
$1 == "sequence" {
    n = NF - 2
    if (n == 2) {
        # its root is a path, which counts once
        close_node(1)
        if ($2 != root) { roots++; inner++; root = $2 }
    } else {
        close_node(n)
    }
    length_of = n
    nodes++
    children++
}
$1 == "function" || $1 == "unit" { close_node(1); root = "" }
$1 == "lost" { lost = 1 }
END {
    close_node(1)
    leaves += paths - roots
    depths += paths - roots
    if (lost) exit
    print "sequences", nodes
    print "degree", inner ? children / inner : 0
    print "depth", leaves ? depths / leaves : 0
}
