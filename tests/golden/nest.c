/* loops in a loop, none with branches of its own: all count in registers, and the outermost exit flushes them */
int nest(int n)
{
    int t = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            t += k;
        t ^= 5;
        for (int k = 3; k < n; k++)
            t -= k;
    }
    return t;
}
