/* undeclared.c - parameters in the old style that nobody declares: one version
 * pep: -fpep=kpaths -fpep-how=duplicated
 */
f(a, b)
{
    while (a < b)
        a += a;
    return a;
}

int g(void)
{
    return f(1, 9) ? 2 : 3;
}
