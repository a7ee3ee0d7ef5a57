/* system-name.c - a user's function whose name comes from a macro of a system header, as gnulib's replacements have it:
 * what is around it is the user's.  And what labels and operands say has no lines of the preprocessor in it.
 */
# 1 "fcntl.h" 1 3
extern int rpl_fcntl(int, int, ...);
# 8 "system-name.c" 2
static int duplicate(int fd, int to)
{
    return fd > to ? fd : to;
}

int
# 13 "system-name.c" 3
rpl_fcntl
# 13 "system-name.c"
(int fd, int action, ...)
{
    return action ? duplicate(fd, action) : fd;
}

int kind(int status)
{
    switch (
# 20 "system-name.c" 3
    (status >> 8) & 255
# 20 "system-name.c"
    ) {
    case
# 22 "system-name.c" 3 4
        (-1)
# 22 "system-name.c"
        : return 1;
    case 2: return 2;
    }
    return 0;
}
