/* statement expressions are walked as the statements they are */
int calls(int);

int argument(int n)
{
    return calls(({ int s = 0; for (int i = 0; i < n; i++) s += calls(i); s; }));
}

int leaves(int n)
{
    for (;;)
        n += ({ if (n > 9) break; calls(n); });
    return n;
}
