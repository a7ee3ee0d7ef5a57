/* unit.h - cmocka with what it wants included before it. */
#ifndef PEP_TESTS_UNIT_H
#define PEP_TESTS_UNIT_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#endif
