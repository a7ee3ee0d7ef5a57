# svg.awk - what the plots of bench/ are drawn with; to be run in front of another file.
#
# A panel is a rectangle, left, top, width and height, over the values xlow to xhigh and ylow to yhigh.
function document(wide, high)
{
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" " \
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222222\">\n", wide, high, wide, high
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", wide, high
}

function x_of(value) { return left + (value - xlow) / (xhigh - xlow) * width }
function y_of(value) { return top + (yhigh - value) / (yhigh - ylow) * height }

function text(x, y, anchor, string, more)
{
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor, more ? " " more : "", string
}

function line(x1, y1, x2, y2, colour, more)
{
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"%s/>\n", x1, y1, x2, y2, colour,
        more ? " " more : ""
}
