/* jumps forward and back, and into a loop */
int calls(int);

int forward(int n)
{
    if (n < 0)
        goto out;
    n = calls(n);
out:
    return n;
}

int back(int n)
{
again:
    n = calls(n);
    if (n > 0)
        goto again;
    return n;
}

int into(int n)
{
    if (n & 1)
        goto middle;
    while (n > 0) {
        n = calls(n);
middle:
        n--;
    }
    return n;
}
