/* The program's own account of who called whom: each function that calls keeps its name on a stack. */
#ifndef TRUTH_H
#define TRUTH_H
#define KEPT(name) const char *kept __attribute__((cleanup(leave), unused)) = enter(name)
const char *enter(const char *name);
void leave(const char **name);
/* The function `name` is called by those on the stack; it gives 0. */
int saw(const char *name);
int shared(int n);
#endif
