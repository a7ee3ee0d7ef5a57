/* truth.h - how the two units of the program see their calls. */
#define PLAIN __attribute__((no_instrument_function, noinline))
int saw(const char *caller, const char *callee, const char *file, int line);
#define CALL(caller, callee, ...) (saw(caller, callee, __FILE__, __LINE__), __VA_ARGS__)
#define FROM_OUTSIDE(callee)      ((void)saw("outside", callee, "", 0))

int other(int n);
int (*pick(int n))(int);
