# calls.awk - draws what `calls.sh grid` found, as SVG: a cell a policy, on the left its accuracy, on the right its
# overhead.  To be run with svg.awk.
#
# Reads lines: STRIDE SAMPLES OVERHEAD ACCURACY, the last two in percent.
function part(low, high, t) { return int(low + (high - low) * t + 0.5) }

# the colour of t, 0 to 1, between those of the stops around it
function colour(stops, t, n, stop, a, b, i)
{
    n = split(stops, stop, " ")
    t = (t < 0 ? 0 : t > 1 ? 1 : t) * (n - 1)
    i = t >= n - 1 ? n - 1 : int(t) + 1
    split(stop[i], a, ",")
    split(stop[i + 1], b, ",")
    t -= i - 1
    for (i = 1; i <= 3; i++) a[i] = part(a[i], b[i], t)
    light = 0.3 * a[1] + 0.59 * a[2] + 0.11 * a[3] > 140
    return sprintf("#%02x%02x%02x", a[1], a[2], a[3])
}

# where a value stands on its scale: accuracy from the least there is; overhead by its logarithm, from 0.1 %
function place(value)
{
    if (panel == "accuracy") return (value - low) / (100 - low)
    return value > 0.1 ? log(value / 0.1) / log(most / 0.1) : 0
}

function number(value)
{
    value = sprintf(panel == "accuracy" || value >= 9.95 ? "%.0f" : "%.1f", value)
    sub(/^-0\.0$/, "0.0", value)
    sub(/^-/, "\342\210\222", value)
    return value
}

function box(x, y, wide, high, fill, more)
{
    printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"%s/>\n", x, y, wide, high, fill,
        more ? " " more : ""
}

function heat(title, c, r, y, i, fill)
{
    text(left + columns * wide / 2, 26, "middle", title, "font-weight=\"bold\" font-size=\"14\"")
    text(left + columns * wide / 2, top - 26, "middle", "stride")
    text(left - 8, top - 8, "end", "samples")
    for (c = 1; c <= columns; c++)
        text(left + (c - 0.5) * wide, top - 8, "middle", stride[c])
    for (r = 1; r <= rows; r++) {
        text(left - 8, top + (r - 0.5) * high + 4, "end", samples[r])
        for (c = 1; c <= columns; c++) {
            if (!((stride[c], samples[r], panel) in value)) continue
            y = value[stride[c], samples[r], panel]
            fill = colour(shades[panel], place(y))
            box(left + (c - 1) * wide, top + (r - 1) * high, wide - 1, high - 1, fill)
            text(left + (c - 0.5) * wide - 0.5, top + (r - 0.5) * high + 3.5, "middle", number(y),
                "font-size=\"11\" fill=\"" (light ? "#222222" : "#ffffff") "\"")
        }
    }
    # each shade reaches under the next one, so that no seam shows
    for (i = 0; i < 100; i++)
        box(left + columns * wide * (0.1 + 0.8 * i / 100), bottom, columns * wide * 0.8 * (i < 99 ? 2 : 1) / 100, 10,
            colour(shades[panel], i / 99))
    box(left + columns * wide * 0.1, bottom, columns * wide * 0.8, 10, "none", "stroke=\"#999999\"")
}

function mark(t, label)
{
    text(left + columns * wide * (0.1 + 0.8 * t), bottom + 24, "middle", label, "font-size=\"11\"")
}

# the paper's two choices, framed
function frame(stride_chosen, samples_chosen, c, r)
{
    for (c = 1; c <= columns; c++)
        for (r = 1; r <= rows; r++)
            if (stride[c] == stride_chosen && samples[r] == samples_chosen)
                box(left + (c - 1) * wide - 0.5, top + (r - 1) * high - 0.5, wide, high, "none",
                    "stroke=\"#222222\" stroke-width=\"2\"")
}

BEGIN {
    most = 10
    shades["accuracy"] = "247,251,255 198,219,239 107,174,214 33,113,181 8,48,107"
    shades["overhead"] = "255,255,246 254,224,144 253,141,60 215,48,31 110,0,20"
}
{
    if (!($1 in seen)) { seen[$1]; stride[++columns] = $1 }
    if (!(("row", $2) in seen)) { seen["row", $2]; samples[++rows] = $2 }
    value[$1, $2, "overhead"] = $3
    value[$1, $2, "accuracy"] = $4
    if (!low || $4 < low) low = $4
    while ($3 > most) most *= 10
}
END {
    wide = 36; high = 24; top = 74; low = 10 * int(low / 10)
    bottom = top + rows * high + 18
    document(2 * columns * wide + 170, bottom + 56)
    left = 68; panel = "accuracy"
    heat("accuracy: overlap with all calls counted, %")
    for (v = low; v <= 100; v += 10)
        mark(place(v), v " %")
    frame(3, 16)
    frame(7, 32)
    left = columns * wide + 152; panel = "overhead"
    heat("overhead: CPU time above the same build without samples, %")
    for (v = 0.1; v < 2 * most; v *= 10)
        mark(place(v), v " %")
    frame(3, 16)
    frame(7, 32)
    text(left + columns * wide, bottom + 46, "end", "framed: stride 3 with 16 samples, stride 7 with 32, which the " \
        "paper chose", "font-size=\"11\"")
    print "</svg>"
}
