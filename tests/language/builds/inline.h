/* C99's inline functions: each unit that uses them has a copy, one of them is for everybody */
inline int classify(int n)
{
    if (n > 10) /*= 5 2:3 */
        return 2; /*= 2 */
    return n > 5 ? 1 : 0; /*= 3 1:2 */
}

static inline int twice(int n)
{
    return n ? 2 * n : 1; /*= 7 3:4 */
}
