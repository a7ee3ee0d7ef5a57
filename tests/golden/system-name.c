/* system-name.c - a user's function whose name comes from a macro of a system header, as gnulib's replacements have it:
 * what is around it is the user's.
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
