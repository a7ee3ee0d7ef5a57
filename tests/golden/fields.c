/* members of structs and unions that a function accesses: r read, w written, beside the line; nothing else is accessed
 * pep: -O1 -fpep=fields
 */
struct inner {
    int k, m;
};
union both {
    int whole;
    short half[2];
};
typedef struct {
    int only;
} untagged;
struct outer {
    int a;
    unsigned low : 3, : 2, high : 9;
    struct inner in, *link;
    union both u;
    union {
        long number;
        struct {
            char first, second;
        };
    };
    int array[4], rest[];
};
struct {
    int z;
} global;
struct hidden {
    int shown;
    struct {
        union {
            int deep;
        };
    };
};
extern struct outer s;
extern int sink(int *), (*pick(struct outer *))(int);

int reads(struct outer *p, untagged *t)
{
    int n = p->a + s.low;          /* a r, low r */
    n += p->link->k;               /* link r, k r */
    n += s.in.m;                   /* in r, m r */
    n += p->u.half[1];             /* u r, half r */
    n += s.second + global.z;      /* second r, z r */
    n += p->array[t->only];        /* array r, only r */
    n += sink(&p->a) + (&s)->rest[0]; /* a r, rest r */
    struct inner copy = s.in, list = {.m = t->only}; /* in r, only r */
    (void)p->number;               /* number r */
    return n + copy.k + list.m;    /* k r, m r */
}

void writes(struct outer *p, untagged *t, struct inner i)
{
    p->a = (t->only) = 1;          /* a w, only w */
    p->in = i;                     /* in w */
    p->in.k = 2;                   /* in w, k w */
    p->link->k = 3;                /* link r, k w */
    (p->high) = 4;                 /* high w */
    p->array[p->low] = 5;          /* array w, low r */
    *p->rest = 6;                  /* rest w */
    p->first = 7;                  /* first w */
    p->u.half[0] = p->u.whole;     /* u w, half w, u r, whole r */
    global.z = 8;                  /* z w */
}

void both(struct outer *p, struct inner list[], int i)
{
    p->a++;                        /* a r w */
    --p->in.k;                     /* in r w, k r w */
    p->low |= 1;                   /* low r w */
    p->array[1] <<= list[i].m;     /* array r w, m r */
    (p->link++)->m += 2;           /* link r w, m r w */
    p->link[1].k++;                /* link r, k r w */
    list->m -= p->a = 3;           /* m r w, a w */
}

int branches(struct outer *p, int n)
{
    if (p->a && p->low)            /* a r; in a block of its own low r */
        return p->high;            /* high r */
    for (p->a = 0; p->a < n; p->a++) /* a w; a r; a r w */
        p->array[n] = n ? p->in.k : p->in.m; /* array w in front of the ?:, in r and k r, or in r and m r */
    n += p->first ?: 2;            /* first r, once */
    while (0)
        p->number = 1;             /* never */
    return n;
}

int first_met_inside(struct hidden *h)
{
    return h->deep;                /* deep r, of struct hidden */
}

int nothing(struct outer *p, int n)
{
    static int *address = &global.z;
    __typeof__(p->a) same = (int)sizeof(p->in.k) + (int)sizeof p->array;
    same += (int)__builtin_offsetof(struct outer, in.k) + (int)(long)&((struct outer *)0)->a;
    same += __builtin_constant_p(p->a) + _Alignof(__typeof__(p->number));
    same += (int)sizeof(int[p->a]); /* a r: the one that is evaluated */
    return same + *address;
}

int choices(struct outer *p, int n)
{
    n += _Generic(p->a, int: p->low, long: p->number); /* low r */
    n += _Generic(n, int: p->a, default: p->in.k); /* nothing: either may be meant, by their types */
    return n + __builtin_choose_expr(1, p->first, p->a); /* first r */
}

int expressions(struct outer *p, int n)
{
    n = ({
        struct outer *q = p;
        if (n)
            q->a = 1;              /* a w, in a block of its own */
        q->high;                   /* high r */
    });
    __asm__("" : "+r"(p->in.m) : "r"(p->low)); /* in r, m r, low r */
    int room[p->a + 1];            /* a r */
    return pick(p->link ? p : 0)(room[0] = n); /* link r */
}
