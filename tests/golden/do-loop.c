/* a do loop with a branch in it: the last turn leaves from where the others go back, so r tells which way it took */
void slide(unsigned short *p, unsigned n, unsigned size)
{
    do {
        unsigned m = *--p;
        *p = (unsigned short)(m >= size ? m - size : 0);
    } while (--n);
}
