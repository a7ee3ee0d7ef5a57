# accuracy.awk - draws what bench/accuracy.sh found, as SVG: accuracy over the reckoned time, a line a metric, on the
# left over policies, on the right over ticks.  To be run with svg.awk.
#
# Reads lines: POLICY GROUP PATH EDGE ABSOLUTE OVERHEAD, all in percent; the groups are policy, tick, and other, a
# policy that stands beside the curve.
# the axis of what it costs; it begins at 0 where that leaves the points room
function scale(group, i)
{
    xlow = 1e9; xhigh = 0
    for (i = 1; i <= n; i++)
        if (of[i] == group || (group == "policy" && of[i] == "other")) {
            if (cost[i] > xhigh) xhigh = cost[i]
            if (cost[i] < xlow) xlow = cost[i]
        }
    if (xlow < 2 * (xhigh - xlow) || xlow < 0) xlow = 0
    i = xhigh - xlow
    xstep = i > 5 ? 1 : i > 2 ? 0.5 : i > 1 ? 0.2 : i > 0.4 ? 0.1 : i > 0.12 ? 0.05 : 0.02
    xlow = xstep * int(xlow / xstep)
    xhigh = xstep * int(xhigh / xstep + 0.999)
}

# the points of a panel by what they cost: order[1..count], and where their labels stand: spot[1..count]
function arrange(group, i, j, t)
{
    count = 0
    for (i = 1; i <= n; i++)
        if (of[i] == group || (group == "policy" && of[i] == "other"))
            order[++count] = i
    for (i = 2; i <= count; i++)
        for (j = i; j > 1 && cost[order[j]] < cost[order[j - 1]]; j--) {
            t = order[j]; order[j] = order[j - 1]; order[j - 1] = t
        }
    for (i = 1; i <= count; i++) {
        spot[i] = x_of(cost[order[i]])
        if (i > 1 && spot[i] < spot[i - 1] + apart)
            spot[i] = spot[i - 1] + apart
    }
    for (i = count; i >= 1; i--) {
        t = i == count ? left + width - apart / 2 : spot[i + 1] - apart
        if (spot[i] > t)
            spot[i] = t
    }
}

function grid(title, v)
{
    text(left + width / 2, top - 52, "middle", title, "font-weight=\"bold\"")
    for (v = ylow; v <= 100; v += 10) {
        line(left, y_of(v), left + width, y_of(v), "#dddddd")
        text(left - 6, y_of(v) + 4, "end", v " %")
    }
    for (v = xlow; v <= xhigh + 1e-9; v += xstep) {
        line(x_of(v), top + height, x_of(v), top + height + 4, "#555555")
        text(x_of(v), top + height + 18, "middle", sprintf(xstep < 0.1 ? "%.2f" : xstep < 1 ? "%.1f" : "%d", v))
    }
    line(left, top + height, left + width, top + height, "#555555")
    text(left + width / 2, top + height + 36, "middle", "time at sample points and in the ticker: percent of CPU time")
}

function panel(group, title, i, k, m, points)
{
    scale(group)
    grid(title)
    arrange(group)
    for (i = 1; i <= count; i++) {
        k = order[i]
        printf "<polyline points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\" fill=\"none\" stroke=\"#bbbbbb\" " \
            "stroke-dasharray=\"2 2\"/>\n", spot[i], top - 22, x_of(cost[k]), top - 4, x_of(cost[k]), top + height
        text(spot[i], top - 27, "middle", label[k], "font-size=\"11\"")
    }
    for (m = 1; m <= 3; m++) {
        points = ""
        for (i = 1; i <= n; i++)
            if (of[i] == group)
                points = points sprintf("%.1f,%.1f ", x_of(cost[i]), y_of(value[i, m]))
        printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", points, colour[m]
        for (i = 1; i <= count; i++) {
            k = order[i]
            printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>\n",
                x_of(cost[k]), y_of(value[k, m]), of[k] == "other" ? "#ffffff" : colour[m], colour[m]
        }
    }
}

BEGIN {
    split("path accuracy,edge accuracy (relative),edge accuracy (absolute)", metric, ",")
    split("#1f4e9c,#2b8a3e,#d9480f", colour, ",")
    width = 340; height = 260; top = 84; apart = 54
}
{
    n++
    label[n] = $1; sub(/^PEP|^\(64,17\)-/, "", label[n]); sub(/^arnold-grove.*/, "A-G", label[n])
    sub(/ms$/, " ms", label[n])
    of[n] = $2
    for (m = 1; m <= 3; m++)
        value[n, m] = $(2 + m)
    cost[n] = $6
    if ($2 == "-")
        next
    for (m = 1; m <= 3; m++)
        if (!low || value[n, m] < low) low = value[n, m]
}
END {
    ylow = int(low / 10) * 10; yhigh = 100
    document(860, 430)
    left = 60
    panel("policy", "PEP(samples,stride), a tick every 4 ms; A-G: Arnold-Grove")
    left = 490
    panel("tick", "PEP(64,17), a tick every ...")
    for (m = 1; m <= 3; m++) {
        line(120 + 220 * (m - 1), 412, 150 + 220 * (m - 1), 412, colour[m], "stroke-width=\"2\"")
        text(156 + 220 * (m - 1), 416, "start", metric[m])
    }
    print "</svg>"
}
