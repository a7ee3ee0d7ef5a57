/* what is not evaluated, and what is constant, carries nothing */
int calls(int);

int unevaluated(int n)
{
    int r = (int)sizeof(n ? 1 : 2L);
    static const int fixed = 1 && 2;
    if (0)
        r = calls(r);
    while (1) {
        if (sizeof(int) > 2 || n)
            break;
    }
    return r + fixed + _Generic(n && 1, int: 3, default: 4);
}
