/* edges of a function that calls setjmp: each that has room is counted
 * pep: -fpep=edges
 */
typedef long buffer[64];
int setjmp(buffer);
int calls(int);
buffer b;

int twice(int n)
{
    if (setjmp(b) == 0)
        n = calls(n);
    while (n > 0)
        n = calls(n);
    return n;
}
