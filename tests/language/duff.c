/* Duff's device, and a coroutine whose labels stand inside its loops
 */
#include <stdio.h>

static int copy(char *to, const char *from, int count)
{
    int n = (count + 3) / 4, turns = 0;
    switch (count % 4) { /*= 3 1:1:1:0:0 */
    case 0:
        do { /*= - */
            *to++ = *from++; /*= 5 */
    case 3:
            *to++ = *from++; /*= 6 */
    case 2:
            *to++ = *from++; /*= 7 */
    case 1:
            *to++ = *from++; /*= 7 */
            turns++;
        } while (--n > 0); /*= 7 4:3 */
    }
    return turns;
}

static int next(void)
{
    static int state, i, j;
    switch (state) { /*= 8 1:6:1 */
    case 0:
        for (i = 0; i < 3; i++) { /*= - 3:1 */
            for (j = 0; j < 2; j++) { /*= - 6:3 */
                state = 1; /*= 6 */
                return 10 * i + j;
    case 1:; /*= 6 */
            }
        }
        state = 2; /*= 1 */
    }
    return -1; /*= 2 */
}

int main(void)
{
    char from[] = "the quick brown fox jumps", to[32] = "";
    int turns = copy(to, from, 8);
    turns += copy(to + 8, from + 8, 11);
    turns += copy(to + 19, from + 19, 6);
    printf("%s %d\n", to, turns);
    for (int i = 0; i < 8; i++)
        printf(" %d", next());
    printf("\n");
    return 0;
}
