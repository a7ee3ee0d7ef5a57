/* a label behind which somebody falls in; a run of labels; the way past all labels */
int calls(int);

int fall(int n)
{
    int r = 0;
    switch (n) {
    case 0:
        r++;
        /* fall through */
    case 1:
    case 2 ... 4:
        r += 2;
        break;
    case 5:
        return calls(r);
    }
    return r;
}

enum colour { RED, GREEN, BLUE };

int no_default(enum colour c)
{
    switch (c) {
    case RED:
        return 1;
    case GREEN:
        break;
    }
    return calls(2);
}

int blocks(int n)
{
    switch (n) {
    case 0:
        for (int i = 0; i < n; i++) {
    case 1:
            n += calls(i);
        }
    default:;
    }
    return n;
}
