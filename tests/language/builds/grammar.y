%% this is what other-lines.c was made of
%%
static int there(int n)
{
    if (n > 1) /*= 3 2:1 */
        return 1; /*= 2 */
    return 2; /*= 1 */
}
