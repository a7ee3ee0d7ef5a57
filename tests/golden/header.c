/* paths end at the header of a loop
 * pep: -fpep-truncate=header -fpep-no-collapse
 */
int calls(int);

int header(int n)
{
    int r = 0;
    if (n > 5) r = 1;
    for (int i = 0; i < n; i++)
        if (calls(i)) r++;
    return r;
}
