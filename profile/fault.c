#include "profile/fault.h"
#include <stdarg.h>
#include <stdio.h>

int pep_fault_set(struct pep_fault *fault, size_t at, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(fault->text, sizeof fault->text, format, ap);
    va_end(ap);
    fault->at = at;
    return -1;
}
