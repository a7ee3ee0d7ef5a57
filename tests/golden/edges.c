/* counters on the edges outside of a spanning tree
 * pep: -fpep=edges
 */
int calls(int);

int edges(int a, int b)
{
    int r = a && b;
    for (int i = 0; i < a; i++) {
        if (i == b)
            continue;
        r += calls(i) ?: 7;
    }
    switch (r) {
    case 0: r = 5; break;
    case 1: return 6;
    default: r = 7;
    }
    return r;
}
