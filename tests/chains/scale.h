/* scale.h - the library of the small project that tests/chains builds in many ways. */
#ifndef SCALE_H
#define SCALE_H
int scale(int n);
#endif
