# duplicated.awk - draws what `duplicated.sh intervals` found, as SVG: over the interval, on the left accuracies, on the
# right overhead.  To be run with svg.awk.
#
# Reads lines: KIND INTERVAL OVERHEAD PATH EDGE ABSOLUTE FIELD CALL, all but the first two in percent.  Accuracies are
# those of the kind combined, and dashed, of jittered-combined.
function log10(value) { return log(value) / log(10) }

function curve(kind, column, colour, more, logarithmic, i, points)
{
    for (i = 1; i <= n; i++)
        if (of[i] == kind) {
            y = logarithmic ? log10(value[i, column] > bottom ? value[i, column] : bottom) : value[i, column]
            points = points sprintf("%.1f,%.1f ", x_of(interval[i]), y_of(y))
            printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x_of(interval[i]), y_of(y), colour
        }
    printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", points, colour, more
}

function frame(title, i, label)
{
    text(left + width / 2, top - 16, "middle", title, "font-weight=\"bold\"")
    for (i = xlow; i <= xhigh; i++) {
        line(x_of(i), top + height, x_of(i), top + height + 4, "#555555")
        label = sprintf("%d", 10 ^ i)
        if (i >= 3) sub(/000$/, ",000", label)
        text(x_of(i), top + height + 18, "middle", label)
    }
    line(left, top + height, left + width, top + height, "#555555")
    text(left + width / 2, top + height + 36, "middle", "interval: checks from one sample to the next")
}

function key(i, colour, string)
{
    line(60 + 165 * (i - 1), 392, 90 + 165 * (i - 1), 392, colour, "stroke-width=\"2\"")
    text(96 + 165 * (i - 1), 396, "start", string)
}

BEGIN {
    split("paths,edges (relative),edges (absolute),fields,calls", metric, ",")
    split("#1f4e9c,#2b8a3e,#d9480f,#862e9c,#c2890b", colour, ",")
    split("combined,full,none", kind, ",")
    width = 340; height = 260; top = 60; bottom = 0.1
}
{
    n++
    of[n] = $1; interval[n] = log10($2)
    if (interval[n] > xhigh) xhigh = interval[n]
    for (i = 3; i <= 8; i++) {
        value[n, i] = $i
        if (i > 3 && (!low || $i < low)) low = $i
        if (i == 3 && $i > high) high = $i
    }
}
END {
    document(860, 420)
    left = 60; ylow = int(low / 10) * 10; yhigh = 100
    for (v = ylow; v <= yhigh; v += 10) {
        line(left, y_of(v), left + width, y_of(v), "#dddddd")
        text(left - 6, y_of(v) + 4, "end", v " %")
    }
    frame("accuracy (dashed: with a jitter of half the interval)")
    for (i = 1; i <= 5; i++) {
        curve("combined", i + 3, colour[i], "")
        curve("jittered-combined", i + 3, colour[i], " stroke-dasharray=\"5 4\"")
        key(i, colour[i], metric[i])
    }
    left = 490; ylow = log10(bottom); yhigh = int(log10(high > 1 ? high : 1) + 0.999)
    for (v = ylow; v <= yhigh; v++) {
        line(left, y_of(v), left + width, y_of(v), "#dddddd")
        text(left - 6, y_of(v) + 4, "end", 10 ^ v " %")
    }
    frame("overhead, by what is duplicated")
    for (i = 1; i <= 3; i++) {
        curve(kind[i], 3, colour[i], "", 1)
        for (k = n; k && of[k] != kind[i]; k--)
            ;
        y = value[k, 3] > bottom ? value[k, 3] : bottom
        if (k) text(x_of(interval[k]), y_of(log10(y)) - 8, "end", kind[i], "fill=\"" colour[i] "\"")
    }
    print "</svg>"
}
