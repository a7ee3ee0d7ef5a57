/* a path ends before a call that does not return */
void fail(int) __attribute__((noreturn));
int calls(int);

int checked(int n)
{
    if (n < 0)
        fail(n);
    return calls(n);
}

int in_value(int n)
{
    int r = n > 5 ? (fail(1), 0) : n;
    return r || (fail(2), 1);
}
