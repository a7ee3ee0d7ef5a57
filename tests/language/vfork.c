/* vfork: the child shares the frame until it ends, and both count what they do
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(int code)
{
    int status = 0;
    pid_t child = vfork();
    if (child == 0) /*= - */
        _exit(code);
    if (child < 0) /*= 3 0:3 */
        return -1;
    waitpid(child, &status, 0); /*= 3 */
    return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

static int in_switch(int code)
{
    int status = 0;
    switch (vfork()) { /*= - */
    case 0:
        _exit(code);
    case -1:
        return -1;
    }
    wait(&status); /*= 1 */
    return WEXITSTATUS(status);
}

int main(void)
{
    for (int i = 0; i < 3; i++) /*= 4 3:1 */
        printf("%d\n", run(5 + i)); /*= 3 */
    printf("%d\n", in_switch(9));
    return 0;
}
