/* more than 2^32 paths: a register of 64 bits
 * pep: -fpep-path-limit=18446744073709551615
 */
#define TEST n += n & 1 ? 2 : 3;
#define TEST4 TEST TEST TEST TEST
#define TEST16 TEST4 TEST4 TEST4 TEST4

unsigned wide(unsigned n)
{
    TEST16 TEST16
    if (n > 5)
        n++;
    return n;
}
