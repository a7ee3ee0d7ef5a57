/* Markers surround what comes from the macros of a system header. */
#pragma GCC system_header
#define CHECK(condition) ((condition) ? (void)0 : fail())
void fail(void);
