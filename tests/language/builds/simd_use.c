#include <stdio.h>

#pragma omp declare simd notinbranch
double work(double x);

int main(void)
{
    double a[400], sum = 0;
    int i;

    for (i = 0; i < 400; i++)
        a[i] = i;
#pragma omp simd
    for (i = 0; i < 400; i++)
        a[i] = work(a[i]);
    for (i = 0; i < 400; i++)
        sum += a[i];
    printf("%g\n", sum);
    return 0;
}
