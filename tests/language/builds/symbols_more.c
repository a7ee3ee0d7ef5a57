/* takes the place of a weak function */
int replaced(int n)
{
    return n ? 20 : 30; /*= 1 1:0 */
}
