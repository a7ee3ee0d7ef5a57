/* The program that the sample profile speaks of. */
static int clamp(int x)
{
    return x;
}

int scan(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > 0 && a[i] < 100)
            sum += clamp(a[i]);
        else
            switch (a[i]) {
            case -1:
                return sum;
            default:
                sum--;
            }
    }
    return sum;
}

int find(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > 0 && a[i] < 100)
            sum += clamp(a[i]);
        else
            switch (a[i]) {
            case -1:
                return sum;
            default:
                sum--;
            }
    }
    return sum;
}

int mix(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > 0 && a[i] < 100)
            sum += clamp(a[i]);
        else
            switch (a[i]) {
            case -1:
                return sum;
            default:
                sum--;
            }
    }
    return sum;
}

int odd(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > 0 && a[i] < 100)
            sum += clamp(a[i]);
        else
            switch (a[i]) {
            case -1:
                return sum;
            default:
                sum--;
            }
    }
    return sum;
}
