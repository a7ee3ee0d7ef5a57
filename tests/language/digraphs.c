/* Braces and brackets may be spelled otherwise, and are two bytes then. */
%:include <stdio.h>

static int use(int k)
<%
    printf("%d ", k);
    return k;
%>

static int loops(int n)
<%
    int r = 0, a<:4:> = <%1, 2, 3, 4%>;
    for (int i = 0; i < n; i++) <% /*= 15 10:5 */
        if (use(i) && i < 3) <% /*= 10 6:4 5:1 */
            r += a<:i:>;
        %> else <%
            r--; /*= 5 */
        %>
    %>
    switch (n) <% /*= 5 1:1:3 */
    case 1: r += 5; break;
    case 2: r += 7;
    %>
    while (n > 0) <% /*= 15 10:5 */
        n--;
        if (n == 2) /*= 10 2:8 */
            continue;
        r++;
    %>
    return r;
%>

int main(void)
<%
    for (int i = 0; i < 5; i++)
        printf("%d\n", loops(i)); /*= 5 */
%>
