/* names that are not of ASCII, as they are and as the preprocessor writes them
 */
#include <stdio.h>
#include <string.h>

static const char *wörter[] = {"ä", "\u00f6", "\\U000000fc"};

struct größe {
    int höhe, breite;
};

static int wächst(int von, int länge)
{
    return von > länge ? von : länge + 1; /*= 10 4:6 */
}

static int \u00e4rger(int n) /* the same twice */
{
    int zähler = 0;
    for (int ï = 0; ï < n; ï++) { /*= 11 10:1 */
        int größe = wächst(ï, 5);
        if (größe > 6) /*= 10 3:7 */
            goto näher;
        zähler += größe;
        continue;
    näher:
        z\u00e4hler--; /*= 3 */
    }
    return zähler;
}

static long fläche(struct größe größe, int (*ruf)(int))
{
    switch (größe.höhe) { /*= 2 */
    case 3: return ruf(größe.breite); /*= 1 */
    default: return größe.höhe * größe.breite; /*= 1 */
    }
}

int main(void)
{
    struct größe klein = {3, 10}, groß = {4, 5};
    printf("%ld %ld\n", fläche(klein, \u00e4rger), fläche(groß, ärger));
    printf("%zu %zu %zu %s\n", strlen(wörter[0]), strlen(wörter[1]), strlen(wörter[2]), __func__);
    return 0;
}
