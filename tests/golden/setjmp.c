/* a path ends before setjmp, and another begins each time it returns */
typedef long buffer[64];
int setjmp(buffer);
int calls(int);
buffer b;

int in_if(int n)
{
    if (setjmp(b) == 0)
        return calls(n);
    return 2;
}

int in_switch(int n)
{
    switch (setjmp(b)) {
    case 0:
        n = calls(n);
    }
    return n;
}

int declared(int n)
{
    int k = setjmp(b);
    int more = k < n;
    return more ? calls(k) : k;
}
