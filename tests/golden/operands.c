/* operands in no order, one of which has a loop: of the others nothing is told but what always runs
 *
 * pep: -fpep=paths,calls,fields
 */
struct list { struct list *next; int value; };

int first(int);
int second(int);

int by_loops(const struct list *a, const struct list *b)
{
    return ({ int n = first(0); for (; a; a = a->next) n++; n; }) +
           ({ int n = second(1); while (b) { n += second(b->value); b = b->next; } n; });
}

int by_branches(int n, const struct list *a, int (*through)(int))
{
    return first((n && second(a->value)) + (first(2) ? through(n) : a->value)) +
           ({ do first(3); while (n--); n; }) + ({ do if (n) n = second(4); while (0); first(5); });
}

int by_jumps(int n)
{
    while (n)
        n += ({ for (;;) if (first(n++)) break; n; }) + ({ if (n > 3) break; n; });
    return ({ if (n) return 1; n; }) + ({ if (n > 2) goto out; n; });
out:
    return 2;
}
