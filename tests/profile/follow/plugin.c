unsigned plugged(unsigned long n);

unsigned plugged(unsigned long n)
{
    return n & 1 ? 3 : 4;
}
