package page_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func text(s string) []page.Span { return []page.Span{{Text: s}} }

func para(s string) page.Block { return page.Block{Kind: page.Paragraph, Spans: text(s)} }

func item(level int, marker, s string) page.Block {
	return page.Block{Kind: page.ListItem, Level: level, Marker: marker, Ordered: marker != "", Spans: text(s)}
}

func render(blocks ...page.Block) string { return page.Markdown(page.Page{Number: 1, Blocks: blocks}) }

func TestBlocksRenderAsMarkdown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		blocks []page.Block
		want   string
	}{
		"headings by level, without bold": {[]page.Block{
			{Kind: page.Heading, Level: 2, Spans: []page.Span{{Text: "Scope ", Bold: true}, {Text: "and aim"}}},
			{Kind: page.Heading, Level: 9, Spans: text("Deep")},
		}, "## Scope and aim\n\n###### Deep"},
		"a heading that ends in a number sign": {[]page.Block{{Kind: page.Heading, Level: 1, Spans: text("Learn C #")}}, `# Learn C \#`},
		"a heading on one line":                {[]page.Block{{Kind: page.Heading, Level: 1, Spans: text("A\nB")}}, "# A B"},
		"nested lists with the document's numbers": {[]page.Block{
			item(0, "1.", "one"), item(1, "", "dash"), item(1, "(a)", "letter"), item(0, "10.", "ten"), item(1, "1.", "inner"),
		}, "1. one\n   - dash\n   - (a) letter\n10. ten\n    1. inner"},
		"an inner number other than one needs a blank line": {[]page.Block{item(0, "", "x"), item(1, "4.", "four")}, "- x\n\n  4. four"},
		"an empty bullet is nothing":                        {[]page.Block{item(0, "", "x"), item(0, "", " "), para("y")}, "- x\n\ny"},
		"lines inside an item":                              {[]page.Block{item(0, "", "x\ny")}, "- x  \n  y"},
		"caption and code": {[]page.Block{
			{Kind: page.Caption, Spans: text("Figure 1")},
			{Kind: page.Code, Marker: "go", Spans: text("a := 1\n\n```\n")},
		}, "Figure 1\n\n````go\na := 1\n\n```\n````"},
		"formulas": {[]page.Block{
			{Kind: page.Formula, Spans: text(`\frac{a}{b}`)},
			{Kind: page.Paragraph, Spans: []page.Span{{Text: "where "}, {Text: " x_1 ", Math: true}, {Text: " is"}}},
		}, "$$\\frac{a}{b}$$\n\nwhere $x_1$ is"},
		"footnotes": {[]page.Block{
			{Kind: page.Paragraph, Spans: []page.Span{{Text: "Really!"}, {Note: "1"}, {Text: " yes"}}},
			{Kind: page.Footnote, Marker: "1", Spans: text("first")},
			{Kind: page.Footnote, Spans: text("second paragraph")},
		}, "Really\\![^1] yes\n\n[^1]: first\n\n    second paragraph"},
		"pictures": {[]page.Block{
			{Kind: page.Picture, Alt: "A [red]\ncar"}, {Kind: page.Picture, Spans: text("SALE\n\n50 %")}, {Kind: page.Picture},
		}, "![A \\[red\\] car]()\n\nSALE\n\n50 %"},
		"running heads are left out": {[]page.Block{{Kind: page.PageHead, Spans: text("ACME")}, para("x")}, "x"},
		"finished Markdown":          {[]page.Block{{Kind: page.MarkdownKind, Spans: text("# A\n\n* b\n")}}, "# A\n\n* b"},
		"continued blocks are joined": {[]page.Block{
			para("The con-"),
			{Kind: page.Picture, Alt: "x"},
			{Kind: page.Paragraph, Continues: true, Spans: text("tract")},
			{Kind: page.Paragraph, Continues: true, Spans: text("ends")},
		}, "The contract ends\n\n![x]()"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, render(c.blocks...))
		})
	}
}

func TestEmphasisAndLinksParse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spans []page.Span
		want  string
	}{
		"white space outside":         {[]page.Span{{Text: "a"}, {Text: " b ", Bold: true}, {Text: "c"}}, "a **b** c"},
		"equal neighbours merged":     {[]page.Span{{Text: "a", Bold: true}, {Text: " "}, {Text: "b", Bold: true}}, "**a b**"},
		"inner mark":                  {[]page.Span{{Text: "a ", Bold: true}, {Text: "b", Bold: true, Italic: true}, {Text: " c", Bold: true}}, "**a *b* c**"},
		"overlapping marks":           {[]page.Span{{Text: "a ", Italic: true}, {Text: "b", Bold: true, Italic: true}, {Text: " c", Bold: true}}, "*a **b*** **c**"},
		"punctuation before a letter": {[]page.Span{{Text: "Note:", Bold: true}, {Text: "text"}}, "**Note**:text"},
		"punctuation after a letter":  {[]page.Span{{Text: "f"}, {Text: "(x)", Italic: true}, {Text: "y"}}, "f(*x*)y"},
		"only punctuation":            {[]page.Span{{Text: "a"}, {Text: "-", Bold: true}, {Text: "b"}}, "a-b"},
		"strike, sub and superscript": {[]page.Span{{Text: "old", Strike: true}, {Text: " H"}, {Text: "2", Sub: true}, {Text: "O m"}, {Text: "2", Sup: true}}, "~~old~~ H<sub>2</sub>O m<sup>2</sup>"},
		"bold code":                   {[]page.Span{{Text: "x"}, {Text: "`", Code: true}}, "x`` ` ``"},
		"leaders in fixed-width type": {[]page.Span{{Text: "Index "}, {Text: ". . . . .", Code: true}, {Text: " 7"}}, "Index . . . . . 7"},
		"a path of dots":              {[]page.Span{{Text: "cd "}, {Text: "..", Code: true}}, "cd `..`"},
		"link":                        {[]page.Span{{Text: "see "}, {Text: "the [1] page", Link: "https://a.b/c (d)"}}, "see [the [1] page](https://a.b/c%20%28d%29)"},
		"bold link":                   {[]page.Span{{Text: "now "}, {Text: "go", Bold: true, Link: "https://a.b"}, {Text: " on", Bold: true}}, "now [**go**](https://a.b) **on**"},
		"no script link":              {[]page.Span{{Text: "x", Link: "javascript:alert(1)"}, {Text: " y", Link: "data:text/html,x"}, {Text: " z", Link: "../a"}}, "x y z"},
		"an exclamation before link":  {[]page.Span{{Text: "Go!"}, {Text: "x", Link: "#y"}}, `Go\![x](#y)`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, render(page.Block{Kind: page.Paragraph, Spans: c.spans}))
		})
	}
}

func TestOnlyMarkupIsEscaped(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"3 * 4 = 12, 2*3, snake_case_name, 1,577": "",
		"~5 of ~10, $5 and $10, a < b & c > d":    "",
		"C:\\Users\\x, AT&T, [1], (a) [b]":        "",
		"1,5 #tag -5 +3 100. End":                 "",
		"#5 is alive":                             "",
		"-5 degrees":                              "",
		"2*3*4":                                   `2\*3\*4`,
		"_x_ and __init__":                        `\_x\_ and \_\_init\_\_`,
		"~a~ `b` $x$":                             "\\~a\\~ \\`b\\` \\$x\\$",
		"# no heading":                            `\# no heading`,
		"- no item":                               `\- no item`,
		"2021. In May":                            `2021\. In May`,
		"3) x":                                    `3\) x`,
		"> no quote":                              `\> no quote`,
		"---":                                     `\---`,
		"a\n===\nb":                               "a  \n\\===  \nb",
		"a | b\n--- | ---":                        "a | b  \n\\--- | ---",
		"use <script> and </b>":                   `use \<script> and \</b>`,
		"&amp; &#60; &x":                          `\&amp; \&#60; &x`,
		"[a](b) [c]":                              `\[a](b) [c]`,
		"[^1] x":                                  `\[^1] x`,
		"[a]: b":                                  `\[a]: b`,
		`\* x`:                                    `\\* x`,
		"```\nx":                                  "\\```  \nx",
		"a\u200bb\u202ec\U000E0041d\u00ade\ufeff": "abcde",
		"می\u200cخواهم 👩\u200d💻 x\u200dy":         "می\u200cخواهم 👩\u200d💻 xy",
	} {
		if want == "" {
			want = in
		}
		require.Equal(t, want, render(para(in)))
	}
}

func TestPagesAreSeparatedAndJoined(t *testing.T) {
	t.Parallel()
	pages := []page.Page{
		{Blocks: []page.Block{{Kind: page.PageHead, Spans: text("H")}, para("It goes"), {Kind: page.Footnote, Marker: "1", Spans: text("n")}}},
		{},
		{Blocks: []page.Block{{Kind: page.Paragraph, Continues: true, Spans: text("on.")}, para("End")}},
	}
	for name, c := range map[string]struct {
		opt  page.MarkdownOptions
		want string
	}{
		"separated": {page.MarkdownOptions{PageSeparator: true}, "It goes\n\n[^1]: n\n\n---\n\n\n\n---\n\non.\n\nEnd\n"},
		"joined":    {page.MarkdownOptions{}, "It goes on.\n\n[^1]: n\n\nEnd\n"},
		"with running heads": {
			page.MarkdownOptions{PageSeparator: true, KeepHeadersFooters: true},
			"H\n\nIt goes\n\n[^1]: n\n\n---\n\n\n\n---\n\non.\n\nEnd\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			m := page.NewMarkdownWriter(&b, c.opt)
			for i := range pages {
				require.NoError(t, m.WritePage(&pages[i]))
			}
			require.NoError(t, m.Close())
			require.Equal(t, c.want, b.String())
		})
	}
}

// largest is a writer that remembers the most bytes it received at once.
type largest int

func (l *largest) Write(p []byte) (int, error) {
	*l = max(*l, largest(len(p)))
	return len(p), nil
}

func TestLongPageIsWrittenInPieces(t *testing.T) {
	t.Parallel()
	const n = 200_000
	var most largest
	w := page.NewMarkdownWriter(&most, page.MarkdownOptions{})
	require.NoError(t, w.WritePage(&page.Page{Number: 1, Blocks: slices.Repeat([]page.Block{para("text")}, n)}))
	require.NoError(t, w.Close())
	require.Less(t, int(most), n, "an eighth of the page or less is in memory as Markdown")
}

func TestContinuedTableDropsItsRepeatedHeader(t *testing.T) {
	t.Parallel()
	part := func(cells ...string) page.Block {
		tb := &page.Table{Columns: 1, HeaderRows: 1}
		for _, c := range cells {
			tb.Rows = append(tb.Rows, page.Row{Cells: []page.Cell{{Blocks: []page.Block{para(c)}}}})
		}
		return page.Block{Kind: page.TableKind, Table: tb}
	}
	rest := part("h", "2")
	rest.Continues = true
	first := part("h", "1")
	var b bytes.Buffer
	m := page.NewMarkdownWriter(&b, page.MarkdownOptions{})
	require.NoError(t, m.WritePage(&page.Page{Blocks: []page.Block{first}}))
	require.NoError(t, m.WritePage(&page.Page{Blocks: []page.Block{rest}}))
	require.NoError(t, m.Close())
	require.Equal(t, "| h |\n| --- |\n| 1 |\n| 2 |\n", b.String())
	require.Len(t, first.Table.Rows, 2, "the page itself is unchanged")
}

func TestNothingIsWrittenForNoPages(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, page.NewMarkdownWriter(&b, page.MarkdownOptions{}).Close())
	require.Empty(t, b.String())
}

func TestQuotesAreMarkedLineByLine(t *testing.T) {
	t.Parallel()
	quote := func(s string) page.Block { return page.Block{Kind: page.Quote, Spans: text(s)} }
	require.Equal(t, "> a\n>\n> b  \n> c\n\nd\n\n> \\# e", render(quote("a"), quote(""), quote("b\nc"), para("d"), quote("# e")))
}
