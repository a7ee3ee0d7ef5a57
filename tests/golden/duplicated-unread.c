/* duplicated: what sizeof and typeof name is not read, and commas come one after the other: locals that have no value yet
 * are not handed to the duplicate
 * pep: -fpep-how=duplicated -fpep-check=portable
 */
struct link {
    struct link *next;
};
void called(struct link *);
void *make(unsigned long);

int lists(struct link *head, int n)
{
    struct link *item, *back, *made;
    while (n-- > 0)
        called(head);
    made = make(sizeof(*made));
    for (item = (__typeof__(item))head->next, back = item->next; item != head; item = back, back = item->next)
        called(made);
    return n;
}

int sizes(struct link *head, int n, int m)
{
    int rows, columns;
    while (m-- > 0)
        called(head);
    rows = n, columns = rows + (int)sizeof(int[rows]);
    while (rows-- > columns)
        called(head);
    return m;
}
