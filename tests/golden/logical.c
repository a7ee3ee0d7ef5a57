/* && and ||: the short edge of the left operand carries the code */
int calls(int);

int conditions(int a, int b, int c)
{
    if (a && b)
        a = calls(a);
    if (a || (b && !c))
        return 1;
    while (a && calls(b))
        c++;
    return c;
}

int values(int a, int b)
{
    int both = a && b;
    both += calls(a || b);
    return both;
}
