#include "frontend/names.h"
#include "frontend/lexer.h"
#include <stdlib.h>
#include <string.h>

static void add_character(struct pep_buffer *out, unsigned long c)
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    pep_buffer_addc(out, (char)(bytes == 1 ? c : heads[bytes] | c >> 6 * (bytes - 1)));
    for (int i = bytes - 2; i >= 0; i--)
        pep_buffer_addc(out, (char)(0x80 | (c >> 6 * i & 0x3f)));
}

/* Gives how much of the text it took: 0 where that is no universal character name. */
static size_t add_name(struct pep_buffer *out, const char *text)
{
    size_t digits = text[1] == 'u' ? 4 : text[1] == 'U' ? 8 : 0;
    char number[9] = "";
    if (!digits || strspn(text + 2, "0123456789abcdefABCDEF") < digits)
        return 0;
    memcpy(number, text + 2, digits);
    add_character(out, strtoul(number, NULL, 16));
    return digits + 2;
}

void pep_names_resolve(struct pep_buffer *text)
{
    struct pep_tokens t = {0};
    struct pep_buffer out = PEP_BUFFER_INIT;
    size_t from = 0;
    if (!strstr(pep_buffer_text(text), "\\u") && !strstr(pep_buffer_text(text), "\\U"))
        return;
    pep_tokens_scan(&t, pep_buffer_text(text), text->count, false);
    for (size_t i = 0; i < t.count; i++) {
        if (t.at[i].kind != PEP_IDENTIFIER || text->at[t.at[i].begin] != '\\')
            continue;
        pep_buffer_add(&out, text->at + from, t.at[i].begin - from);
        from = t.at[i].begin;
        from += add_name(&out, text->at + from);
    }
    if (out.count) {
        pep_buffer_add(&out, text->at + from, text->count - from);
        pep_buffer_free(text);
        *text = out;
    }
    pep_tokens_free(&t);
}
