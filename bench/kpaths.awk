# kpaths.awk - draws what `kpaths.sh` found, as SVG: a panel a figure of the paper, in each a line a program over k.  To
# be run with svg.awk.
#
# Reads lines: FIGURE PROGRAM K VALUE.
function log10(value) { return log(value) / log(10) }
function height_of(value) { return logarithmic[f] ? log10(value > 1e-5 ? value : 1e-5) : value }

# the axis of a figure, by the least and the greatest of its values
function scale(f, i, v, low, high)
{
    low = 1e300; high = -1e300
    for (i = 1; i <= n; i++)
        if (figure[i] == f) {
            v = height_of(value[i])
            if (v < low) low = v
            if (v > high) high = v
        }
    ylow = logarithmic[f] ? int(low + 20) - 20 : 0
    yhigh = logarithmic[f] ? int(high + 20) - 19 : high * 1.05
    ystep = 1
    if (!logarithmic[f]) {
        ystep = 10 ^ int(log10(yhigh) + 10) / 1e10
        while (yhigh / ystep < 3) ystep /= 2
    }
}

function label_of(v, label)
{
    if (!logarithmic[f]) return sprintf(ystep < 1 ? "%.2f" : "%d", v)
    if (v < 0) {
        label = sprintf("%.9f", 10 ^ v)
        sub(/0+$/, "", label)
        return label
    }
    return v < 3 ? sprintf("%d", 10 ^ v) : v < 6 ? sprintf("%dk", 10 ^ (v - 3)) : sprintf("%dM", 10 ^ (v - 6))
}

function place(k) { return left + (at[k] - 0.5) * width / columns }

function panel(p, i, v, points, y)
{
    text(left + width / 2, top - 12, "middle", title[f], "font-weight=\"bold\"")
    for (v = ylow; v <= yhigh + 1e-9; v += ystep) {
        line(left, y_of(v), left + width, y_of(v), "#dddddd")
        text(left - 6, y_of(v) + 4, "end", label_of(v))
    }
    for (v = 1; v <= columns; v++)
        text(place(ks[v]), top + height + 18, "middle", "k = " ks[v], "font-size=\"11\"")
    line(left, top + height, left + width, top + height, "#555555")
    if (f == 8 && yhigh > 0)
        line(left, y_of(0), left + width, y_of(0), "#555555", "stroke-dasharray=\"4 3\"")
    for (p = 1; p <= programs; p++) {
        points = ""
        for (v = 1; v <= columns; v++)
            if ((f, program[p], ks[v]) in found) {
                y = y_of(height_of(found[f, program[p], ks[v]]))
                points = points sprintf("%.1f,%.1f ", place(ks[v]), y)
                printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n", place(ks[v]), y, colour[p]
            }
        printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"%s/>\n", points, colour[p],
            (p > 4 ? " stroke-dasharray=\"6 3\"" : "")
    }
}

BEGIN {
    split("#1f4e9c #d9480f #2b8a3e #862e9c #0b7285 #c92a2a #e67700 #5c940d #495057 #8d5524 #364fc7", colour, " ")
    title[8] = "overhead, to that of a hash table of paths"
    title[9] = "operations on hash tables, to those of paths"
    title[11] = "nodes of the slab forest"
    title[12] = "nodes of the forest of iterations"
    title[13] = "children of an inner node"
    title[14] = "paths down to a leaf"
    logarithmic[8] = logarithmic[9] = logarithmic[11] = logarithmic[12] = 1
    figures = split("8 9 11 12 13 14", order, " ")
    width = 330; height = 210
}
{
    figure[++n] = $1; value[n] = $4
    found[$1, $2, $3] = $4
    if (!($2 in seen)) { seen[$2]; program[++programs] = $2 }
    if (!($3 in at)) { at[$3] = ++columns; ks[columns] = $3 }
}
END {
    if (!n) exit
    document(830, 3 * 300 + 60)
    for (i = 1; i <= figures; i++) {
        f = order[i]
        scale(f)
        if (yhigh < ylow) continue
        left = 60 + (i - 1) % 2 * 410
        top = 40 + int((i - 1) / 2) * 300
        panel()
    }
    for (p = 1; p <= programs; p++) {
        x = 60 + (p - 1) % 6 * 130
        y = 918 + int((p - 1) / 6) * 22
        line(x, y, x + 26, y, colour[p], "stroke-width=\"2\"" (p > 4 ? " stroke-dasharray=\"6 3\"" : ""))
        text(x + 32, y + 4, "start", program[p])
    }
    print "</svg>"
}
