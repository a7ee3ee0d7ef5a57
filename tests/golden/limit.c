/* above the limit, paths are cut
 * pep: -fpep-path-limit=6
 */
int calls(int);

int limit(int a, int b, int c, int d)
{
    if (a) calls(a);
    if (b) calls(b);
    if (c) calls(c);
    if (d) calls(d);
    return a;
}
