# forest.py K PROFILE... - what hash tables and slab forests do, from raw profiles (docs/format.md): prints
# in a line each items, operations and nodes.
#
# Items are paths in hash tables and roots of forests, which are found by a hash table too.  An operation is one on such a
# table.  Each path of a hash table takes one a time that it ended, and so does each span.  Of a forest, a root is looked up where an activation
# begins, at most: the first path counts at a root, and no other.  And each deepest node that a stream went on from has
# looked up, once, the root below which the node of its last k - 1 paths lies.  These have a link to it.
import mmap
import struct
import sys

PATHS, FOREST = 2, 6
NODES, PIECES, LAST, ROOT, MARK = 256, 22, 0x80000000, 0x40000000, 1 << 63


def entries(data):
    """The directory entries that are valid and have not been replaced by others."""
    at, count, further = 120, *struct.unpack_from("<QQ", data, 64)
    found, replaced = [], set()
    while True:
        for i in range(count):
            entry = struct.unpack_from("<IIQQQIIQQQ", data, at + 64 * i)
            if entry[0] == 2:
                found.append(entry)
                replaced.add(entry[9])
        if not further:
            return [entry for entry in found if entry[3] not in replaced or not entry[3]]
        at = further + 64
        count, further = struct.unpack_from("<QQ", data, further)


def nodes_of(data, offset):
    """number -> (next, count, child) of a forest."""
    nodes = {}
    used = struct.unpack_from("<I", data, offset)[0]
    pieces = 0, *struct.unpack_from("<%dQ" % (PIECES - 1), data, offset + 24)
    first = NODES + 6
    for number in range(first, first + used):
        piece = number.bit_length() - NODES.bit_length()
        base = offset + pieces[piece] & (1 << 64) - 1
        if piece and not pieces[piece]:
            break
        count, _, following, _, child, _ = struct.unpack_from("<QIIqII", data, base + 32 * (number - (NODES << piece)))
        if following:
            nodes[number] = following, count & ~MARK, child
    return nodes


def levels(nodes):
    """number -> level, 0 of roots; the last of the siblings names the parent, which has a smaller number."""
    level, above = {}, {}
    for number in nodes:
        way = []
        at = number
        while at not in above and not nodes[at][0] & LAST:
            way.append(at)
            at = nodes[at][0]
        parent = above.get(at, nodes[at][0])
        for other in way + [at]:
            above[other] = parent
        level[number] = 0 if parent & ROOT else level[parent & ~LAST] + 1
    return level


def main():
    k, items, operations, all_nodes = int(sys.argv[1]), 0, 0, 0
    for name in sys.argv[2:]:
        with open(name, "rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        for _, kind, _, offset, count, *_ in entries(data):
            if kind == PATHS:
                for function, _, _, _, ended in struct.iter_unpack("<IIQQQ", data[offset : offset + 32 * count]):
                    items += function != 0
                    operations += ended if function else 0
            elif kind == FOREST:
                nodes = nodes_of(data, offset)
                all_nodes += len(nodes)
                for number, level in levels(nodes).items():
                    items += level == 0
                    operations += nodes[number][1] if level == 0 else 0
                    operations += level == 2 * k - 3 and nodes[number][2] != 0
    print("items", items, "\noperations", operations, "\nnodes", all_nodes)


main()
