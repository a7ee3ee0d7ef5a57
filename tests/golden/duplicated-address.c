/* duplicated: what has a known address is handed over as a pointer, the rest as copies; a variable of the turn is new
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
int next(int *at);

int follow(int n)
{
    int x = n, *p = &x, sum = 0;
    while (n-- && x > 0) {
        int mine = next(p);
        sum += next(&mine);
    }
    return sum;
}
