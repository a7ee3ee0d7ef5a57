/* a function with clones for vectors, which another file calls */
#pragma omp declare simd notinbranch
double work(double x)
{
    double sum = 1;

    while (x > 0) {
        sum += x > 9 ? x : 1;
        x -= 3;
    }
    return sum;
}
