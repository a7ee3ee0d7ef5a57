/* pattern.c - expands the pattern of a profile's name. */
#include "pattern.h"

static void add(char *out, size_t room, size_t *count, char c)
{
    if (*count + 1 < room) {
        out[*count] = c;
        out[*count + 1] = 0;
    }
    ++*count;
}

void pep_text_add(char *out, size_t room, size_t *count, const char *text)
{
    while (*text)
        add(out, room, count, *text++);
}

void pep_text_add_number(char *out, size_t room, size_t *count, uint64_t number, unsigned base)
{
    char digits[65];
    int i = 64;

    digits[i] = 0;
    do
        digits[--i] = "0123456789abcdef"[number % base];
    while (number /= base);
    pep_text_add(out, room, count, digits + i);
}

int pep_pattern_expand(char *out, size_t room, const char *text, struct pep_pattern *values)
{
    size_t count = 0;
    const char *p;

    values->pool = values->each = false;
    values->unknown = 0;
    for (p = text; *p; p++) {
        if (*p != '%') {
            add(out, room, &count, *p);
            continue;
        }
        switch (p[1]) {
        case 'b': pep_text_add(out, room, &count, values->base); break;
        case 'h': pep_text_add(out, room, &count, values->host); break;
        case 't': pep_text_add(out, room, &count, values->temporary); break;
        case 'p':
            pep_text_add_number(out, room, &count, values->pid, 10);
            values->each = true;
            break;
        case '%': add(out, room, &count, '%'); break;
        case 'm':
            pep_text_add_number(out, room, &count, values->module, 16);
            values->pool = true;
            break;
        default:
            if (p[1] >= '1' && p[1] <= '9' && p[2] == 'm') {
                pep_text_add_number(out, room, &count, values->module, 16);
                add(out, room, &count, '_');
                pep_text_add_number(out, room, &count, values->pid % (uint32_t)(p[1] - '0'), 10);
                values->pool = true;
                p++;
                break;
            }
            add(out, room, &count, '%');
            if (!values->unknown)
                values->unknown = p[1] ? p[1] : '%';
            p--;
            break;
        }
        p++;
    }
    return count && count < room ? 0 : -1;
}
