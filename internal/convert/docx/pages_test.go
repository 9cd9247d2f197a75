package docx_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

const (
	rendered = `<w:r><w:lastRenderedPageBreak/></w:r>`
	explicit = `<w:r><w:br w:type="page"/></w:r>`
)

func TestPagesAreThoseWordRecorded(t *testing.T) {
	t.Parallel()
	section := func(kind string) string { return `<w:sectPr><w:type w:val="` + kind + `"/></w:sectPr>` }
	for name, c := range map[string]struct {
		body   string
		saved  int
		want   []string
		source string
	}{
		"no breaks":                        {p("a") + p("b"), 7, []string{"a\n\nb"}, "none"},
		"recorded breaks":                  {p("a") + `<w:p>` + rendered + r("b") + `</w:p>`, 2, []string{"a", "b"}, "word"},
		"in the middle of a paragraph":     {`<w:p>` + r("one ") + rendered + r("two") + `</w:p>` + p("b"), 2, []string{"one", "two\n\nb"}, "word"},
		"in the middle of a list item":     {`<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>` + r("one ") + rendered + r("two") + `</w:p>`, 2, []string{"1. one", "two"}, "word"},
		"an explicit break was recorded":   {p("a") + `<w:p>` + explicit + `</w:p><w:p>` + rendered + r("b") + `</w:p>`, 2, []string{"a", "b"}, "word"},
		"one page more or less":            {p("a") + `<w:p>` + rendered + r("b") + `</w:p>`, 3, []string{"a", "b"}, "word"},
		"stale breaks":                     {p("a") + `<w:p>` + rendered + r("b") + `</w:p>`, 9, []string{"a\n\nb"}, "none"},
		"explicit breaks alone":            {p("a") + `<w:p>` + r("b") + explicit + r("c") + `</w:p>`, 0, []string{"a\n\nb", "c"}, "word"},
		"break before a paragraph":         {p("a") + styled(`<w:pageBreakBefore/>`, r("b")), 2, []string{"a", "b"}, "word"},
		"a section begins a page":          {styled(section("nextPage"), r("a")) + p("b") + section("nextPage"), 2, []string{"a", "b"}, "word"},
		"a continuous section":             {styled(section("nextPage"), r("a")) + p("b") + section("continuous"), 1, []string{"a\n\nb"}, "none"},
		"unused explicit break is a break": {`<w:p>` + r("b") + explicit + r("c") + `</w:p>`, 9, []string{"b  \nc"}, "none"},
		"a blank page":                     {p("a") + `<w:p>` + explicit + explicit + r("c") + `</w:p>`, 3, []string{"a", "", "c"}, "word"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := file{body: c.body, pages: c.saved, numbering: abstract(1, level(0, "decimal", "%1.", "")) + num(1, 1, "")}
			pages, info, err := convert(t.Context(), f.bytes(t), docx.Options{})
			require.NoError(t, err)
			var got []string
			for i, p := range pages {
				require.Equal(t, i+1, p.Number)
				got = append(got, page.Markdown(p))
			}
			require.Equal(t, c.want, got)
			require.Equal(t, docx.Info{Pages: len(c.want), PageSource: c.source}, info)
		})
	}
}

func TestParagraphOverAPageBreakJoinsWithoutSeparator(t *testing.T) {
	t.Parallel()
	f := file{body: `<w:p>` + r("one ") + rendered + r("two") + `</w:p>`, pages: 2}
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	var b bytes.Buffer
	m := page.NewMarkdownWriter(&b, page.MarkdownOptions{})
	for i := range pages {
		require.NoError(t, m.WritePage(&pages[i]))
	}
	require.NoError(t, m.Close())
	require.Equal(t, "one two\n", b.String())
}

func TestTablesAreCutBetweenRows(t *testing.T) {
	t.Parallel()
	cell := func(s string) string { return tc("", p(s)) }
	cutCell := func(s string) string { return tc("", `<w:p>`+r(s)+rendered+r("!")+`</w:p>`) }
	f := file{pages: 3, body: tbl(
		tr(`<w:trPr><w:tblHeader/></w:trPr>`, cell("h1"), cell("h2")),
		tr(tc(`<w:vMerge w:val="restart"/>`, p("tall")), cell("1")),
		tr(tc(`<w:vMerge/>`, `<w:p/>`), tc("", `<w:p>`+rendered+r("2")+`</w:p>`)),
		tr(cutCell("3"), cutCell("4")),
		tr(cell("5"), cell("6")),
	) + `<w:p>` + r("see") + `<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, footnotes: `<w:footnote w:id="1">` + p("note") + `</w:footnote>`}
	pages, info, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Equal(t, 3, info.Pages, "two cells cut at the same page end count once")
	require.Equal(t, "| h1 | h2 |\n| --- | --- |\n| tall | 1 |", page.Markdown(pages[0]))
	require.Equal(t, "| h1 | h2 |\n| --- | --- |\n|  | 2 |\n| 3! | 4! |", page.Markdown(pages[1]))
	require.Equal(t, "| h1 | h2 |\n| --- | --- |\n| 5 | 6 |\n\nsee[^1]\n\n[^1]: note", page.Markdown(pages[2]))
	require.True(t, pages[2].Blocks[0].Continues)
}
