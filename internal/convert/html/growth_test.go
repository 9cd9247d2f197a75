package html_test

import (
	"bytes"
	"strings"
	"testing"

	"quire/internal/convert/html"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

func TestGrowthOfPages(t *testing.T) {
	deep := func(open, end string) func(n int) []byte {
		return growth.Repeat(strings.Repeat(open, 150) + "a" + strings.Repeat(end, 150))
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "paragraphs", Build: growth.Repeat("<p>a</p>")},
		{Name: "one long text", Build: growth.Repeat("word ")},
		{Name: "links below a long base", Build: func(n int) []byte {
			return []byte("<base href='http://a.b/" + strings.Repeat("c", n) + "/'>" + strings.Repeat("<a href=d>e</a> ", n))
		}},
		{Name: "entities", Build: growth.Repeat("&amp;&#65;&nosuch;&")},
		{Name: "comments", Build: growth.Repeat("a<!-- b -->")},
		{Name: "character data", Build: growth.Within(`<html xmlns="http://www.w3.org/1999/xhtml">`, growth.Repeat("<![CDATA[a<b]]>"), "")},
		{Name: "character data without an end", Build: growth.Within(`<html xmlns="http://www.w3.org/1999/xhtml">`, growth.Repeat("<![CDATA["), "")},
		{Name: "shadow trees", Build: growth.Repeat(`<x-a><template shadowrootmode="open"><p>a</p></template></x-a>`)},
		{Name: "comments without an end", Build: growth.Repeat("<!-- ")},
		{Name: "angles", Build: growth.Repeat("<")},
		{Name: "tags without an end", Build: growth.Repeat("<a b='")},
		{Name: "end tags", Build: growth.Repeat("</div></p></b>")},
		{Name: "nested blocks", Build: growth.Around("<div>", "a", "</div>")},
		{Name: "nested quotes", Build: growth.Around("<blockquote>", "a", "</blockquote>")},
		{Name: "nested spans", Build: growth.Around("<span>", "a", "</span>")},
		{Name: "nested lists", Build: growth.Around("<ul><li>", "a", "")},
		{Name: "nested tables", Build: growth.Around("<table><tr><td>", "a", "")},
		{Name: "deep blocks, often", Build: deep("<div>", "</div>")},
		{Name: "deep hidden blocks, often", Build: deep("<div style='display:none'>", "</div>")},
		{Name: "deep bars, often", Build: deep("<div class=menu>b", "</div>")},
		{Name: "deep questions about cookies, often", Build: deep("<div class=cookie-banner>b", "</div>")},
		{Name: "deep asides, often", Build: deep("<aside>b", "</aside>")},
		{Name: "deep lists, often", Build: deep("<ol><li>b", "</ol>")},
		{Name: "deep tables, often", Build: growth.Repeat(strings.Repeat("<table><tr><td>b<td>", 15) + "a" + strings.Repeat("</table>", 15))},
		{Name: "very deep tables, often", Build: growth.Repeat(strings.Repeat("<table><tr><td>b<td>", 90) + "a" + strings.Repeat("</table>", 90))},
		{Name: "deep formulas, often", Build: deep("<math>", "</math>")},
		{Name: "deep selects, often", Build: deep("<select><option>b", "</select>")},
		{Name: "articles in articles, often", Build: deep("<article>b", "</article>")},
		{Name: "named content, often", Build: deep("<div class=content>b", "</div>")},
		{Name: "formatting that is not closed", Build: growth.Repeat("<b><i><p>a")},
		{Name: "formatting of many kinds that is not closed", Build: growth.Numbered("<font size=%d><p>a")},
		{Name: "links that are not closed", Build: growth.Numbered("<a href=http://a.b/%d><p>a")},
		{Name: "misnested formatting", Build: growth.Repeat("<b><p>a</b><i></p>")},
		{Name: "table rows", Build: growth.Within("<table>", growth.Repeat("<tr><td>a<td>b"), "</table>")},
		{Name: "table columns", Build: growth.Within("<table><tr>", growth.Repeat("<td>a"), "</table>")},
		{Name: "text that tables throw out", Build: growth.Within("<table>", growth.Repeat("a<tr>"), "</table>")},
		{Name: "blocks that tables throw out", Build: growth.Within("<table>", growth.Repeat("<div>a</div><tr>"), "</table>")},
		{Name: "columns spanned", Build: growth.Within("<table>", growth.Repeat("<tr><td colspan=1000>a"), "</table>")},
		{Name: "rows spanned", Build: growth.Within("<table>", growth.Repeat("<tr><td rowspan=65534>a"), "</table>")},
		{Name: "rows and columns spanned", Build: growth.Within("<table>", growth.Repeat("<tr><td rowspan=65534 colspan=1000>a<td>b"), "</table>")},
		{Name: "rows spanned in stairs", Build: growth.Within("<table>", growth.Repeat("<tr><td rowspan=65534>a<td>b<td>c"), "</table>")},
		{Name: "table groups", Build: growth.Within("<table>", growth.Repeat("<tbody><tr><td rowspan=9>a<td>b"), "</table>")},
		{Name: "list items", Build: growth.Within("<ol reversed>", growth.Repeat("<li>a"), "</ol>")},
		{Name: "lettered items", Build: growth.Within("<ol type=a start=3000>", growth.Repeat("<li>a"), "</ol>")},
		{Name: "definitions", Build: growth.Repeat("<dl><dt>a<dd>b")},
		{Name: "preformatted lines", Build: growth.Within("<pre>", growth.Repeat("  a\n"), "</pre>")},
		{Name: "preformatted blocks", Build: growth.Repeat("<pre><code class=language-go>a</code></pre>")},
		{Name: "options", Build: growth.Within("<select>", growth.Repeat("<option selected>a"), "</select>")},
		{Name: "pictures", Build: growth.Within("<p>a", growth.Repeat("<img alt=b>"), "")},
		{Name: "attributes", Build: growth.Within("<div", growth.Numbered(" a%d=b"), ">a</div>")},
		{Name: "one attribute, often", Build: growth.Within("<div", growth.Repeat(" a=b"), ">a</div>")},
		{Name: "bodies with attributes", Build: growth.Numbered("<body a%d=b>a")},
		{Name: "documents with attributes", Build: growth.Numbered("<html a%d=b>a")},
		{Name: "classes", Build: growth.Within("<div class='", growth.Repeat("a "), "'>a</div>")},
		{Name: "names that almost are bars", Build: growth.Within("<div class='", growth.Repeat("nav-"), "'>a</div>")},
		{Name: "styles", Build: growth.Within("<div style='", growth.Repeat("a: b; "), "'>a</div>")},
		{Name: "mains", Build: growth.Repeat("<main>a</main>")},
		{Name: "headers without a heading", Build: growth.Repeat("<header>a</header>")},
		{Name: "scripts", Build: growth.Repeat("<script>a</script>b")},
		{Name: "line breaks", Build: growth.Repeat("a<br>")},
		{Name: "signs of Markdown", Build: growth.Repeat("*_`[#|$")},
		{Name: "templates", Build: growth.Around("<template>", "a", "</template>")},
		{Name: "foreign elements", Build: growth.Around("<svg><desc>", "a", "")},
		{Name: "framesets", Build: growth.Around("<frameset>", "a", "</frameset>")},
	}, converted)
}

func TestGrowthOfComposedHTML(t *testing.T) {
	growth.Compose(t, []string{
		"<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i>", "<a href=b>", "</a>", "<table>", "<tr>", "<td>", "<th>", "</td>", "</tr>", "</table>", "<ul>", "<ol>",
		"<li>", "</ul>", "<h1>", "<br>", "<pre>", "<code>", "<span>", "</span>", "<select>", "<option>", "<form>", "<svg>", "<math>", "<template>", "<script>", "<!--",
		"-->", "<", ">", "&amp;", "&", "a", " ", "\n", "<img src=a>", "<main>", "<header>", "<button>", "<nobr>", "<td colspan=9 rowspan=9>",
	}, 0, func(drawn []byte) []byte { return drawn }, converted)
}

func converted(t *testing.T, input []byte) {
	t.Helper()
	err := html.Convert(t.Context(), bytes.NewReader(input), int64(len(input)), html.Options{}, func(p page.Page) error {
		page.Markdown(p)
		return nil
	})
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
}
