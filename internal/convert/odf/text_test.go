package odf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/odf"
	"quire/internal/convert/page"
)

func TestTextIsRead(t *testing.T) {
	t.Parallel()
	automatic := style("text", "B", "", `<style:text-properties fo:font-weight="bold"/>`) +
		style("text", "I", "", `<style:text-properties fo:font-style="italic"/>`) +
		style("text", "S", "", `<style:text-properties style:text-line-through-style="solid"/>`) +
		style("text", "Up", "", `<style:text-properties style:text-position="super 58%"/>`) +
		style("text", "Down", "", `<style:text-properties style:text-position="-33% 58%"/>`) +
		style("text", "No", "", `<style:text-properties text:display="none"/>`) +
		style("text", "Mono", "", `<style:text-properties style:font-name="Courier New"/>`) +
		style("paragraph", "Strong", "", `<style:text-properties fo:font-weight="bold"/>`)
	for name, c := range map[string]struct{ body, want string }{
		"emphasis":                      {p("a " + span("B", "b") + " " + span("I", "c") + " " + span("S", "d")), "a **b** *c* ~~d~~"},
		"emphasis in emphasis":          {p(span("B", "a "+span("I", "b"))), "**a *b***"},
		"scripts":                       {p("x" + span("Up", "2") + " H" + span("Down", "2") + "O"), "x<sup>2</sup> H<sub>2</sub>O"},
		"a paragraph in bold type":      {styled("Strong", "a"), "**a**"},
		"hidden text":                   {p("a" + span("No", "secret")), "a"},
		"code in a line":                {p("call " + span("Mono", "f(x)") + " now"), "call `f(x)` now"},
		"white space that is collapsed": {p(" a\n  b\t" + span("B", " c")), "a b **c**"},
		"spaces and tabs that count":    {p(`a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d`), "a b c  \nd"},
		"links":                         {p(`<text:a xlink:href="https://example.org/a">there</text:a> <text:a xlink:href="#here">here</text:a>`), "[there](https://example.org/a) here"},
		"fields":                        {p(`<text:date>22.11.2026</text:date>, <text:bookmark-ref text:reference-format="page">7</text:bookmark-ref><text:page-number>3</text:page-number> of <text:sequence>2</text:sequence>`), "22.11.2026, of 2"},
		"ruby":                          {p(`<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>kanji</text:ruby-text></text:ruby>`), "漢字(kanji)"},
		"comments":                      {p(`a<office:annotation><text:p>why?</text:p></office:annotation>b`), "ab"},
		"sections, also hidden ones":    {`<text:section>` + p("a") + `</text:section><text:section text:display="none">` + p("b") + `</text:section>`, "a"},
		"tracked changes, accepted": {`<text:tracked-changes><text:changed-region><text:deletion>` + p("old") + `</text:deletion></text:changed-region></text:tracked-changes>` +
			p(`<text:change text:change-id="1"/>a<text:change-start text:change-id="2"/>b<text:change-end text:change-id="2"/>`), "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body, automatic: automatic}))
		})
	}
}

func TestParagraphsHaveTheRoleOfTheirStyle(t *testing.T) {
	t.Parallel()
	styles := style("paragraph", "Heading_20_2", "Heading", "") + style("paragraph", "Title", "Heading", "") + style("paragraph", "Illustration", "Caption", "") +
		style("paragraph", "Caption", "", "") + style("paragraph", "Quotations", "", "") + style("paragraph", "Preformatted_20_Text", "", "") +
		style("paragraph", "Contents_20_2", "Index", "") +
		`<style:style style:family="paragraph" style:name="Chapter" style:default-outline-level="1"/>`
	automatic := style("paragraph", "P1", "Preformatted_20_Text", "")
	for name, c := range map[string]struct{ body, want string }{
		"headings of a level":         {h(1, "a") + h(3, "b"), "# a\n\n### b"},
		"headings below a title":      {styled("Title", "t") + h(1, "a"), "# t\n\n## a"},
		"a heading by its style":      {styled("Heading_20_2", "a"), "## a"},
		"a heading by outline level":  {styled("Chapter", "a"), "# a"},
		"a caption":                   {styled("Illustration", "Fig. 1"), "Fig. 1"},
		"a quotation":                 {styled("Quotations", "a"), "> a"},
		"code, which goes on":         {styled("P1", "a(") + styled("P1", "") + styled("Preformatted_20_Text", `<text:s text:c="2"/>b)`), "```\na(\n\n  b)\n```"},
		"contents without their page": {styled("Contents_20_2", `<text:a xlink:href="#x">Towns<text:tab/>12</text:a>`), "- Towns"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body, styles: styles, automatic: automatic}))
		})
	}
}

func TestHeadingsAreNumberedByTheOutline(t *testing.T) {
	t.Parallel()
	outline := `<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/>` +
		`<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>`
	body := h(1, "a") + h(2, "b") + h(2, "c") + `<text:h text:outline-level="1" text:is-list-header="true">d</text:h>` + h(1, "e") + h(2, "f") + h(3, "g")
	require.Equal(t, "# 1 a\n\n## 1.1 b\n\n## 1.2 c\n\n# d\n\n# 2 e\n\n## 2.1 f\n\n### g", markdown(t, file{body: body, styles: outline}))
}

func TestListsCountAsTheyAreShown(t *testing.T) {
	t.Parallel()
	styles := listStyle("D", decimal, letter) + listStyle("L", legal, legal) + listStyle("B", dot, dot) + style("paragraph", "Plain", "", `<style:paragraph-properties text:enable-numbering="false"/>`)
	d := `text:style-name="D"`
	for name, c := range map[string]struct{ body, want string }{
		"bullets":                       {list(`text:style-name="B"`, p("a")+list("", p("b")), p("c")), "- a\n  - b\n- c"},
		"numbers and letters":           {list(d, p("a")+list("", p("b"), p("c")), p("d")), "1. a\n   - (a) b\n   - (b) c\n2. d"},
		"numbers of all levels":         {list(`text:style-name="L"`, p("a")+list("", p("b"), p("c"))), "1. a\n   - 1.1. b\n   - 1.2. c"},
		"lists that begin anew":         {list(d, p("a")) + p("x") + list(d, p("b")), "1. a\n\nx\n\n1. b"},
		"lists that go on":              {list(d, p("a")) + p("x") + list(d+` text:continue-numbering="true"`, p("b")), "1. a\n\nx\n\n2. b"},
		"lists that go on by their id":  {list(d+` xml:id="one"`, p("a")) + list(`text:style-name="B"`, p("x")) + list(d+` text:continue-list="one"`, p("b")), "1. a\n- x\n2. b"},
		"nested lists that go on":       {list(d, p("a")+list("", p("b"))) + p("x") + list(d+` text:continue-numbering="true"`, list("", p("c"))), "1. a\n   - (a) b\n\nx\n\n- (b) c"},
		"a number that is given":        {`<text:list ` + d + `><text:list-item text:start-value="7">` + p("a") + `</text:list-item><text:list-item>` + p("b") + `</text:list-item></text:list>`, "7. a\n8. b"},
		"paragraphs of one item":        {list(d, p("a")+p("more"), p("b")), "1. a\n\nmore\n\n2. b"},
		"headers of lists":              {`<text:list ` + d + `><text:list-header>` + p("Towns") + `</text:list-header><text:list-item>` + p("a") + `</text:list-item></text:list>`, "Towns\n\n1. a"},
		"paragraphs without numbers":    {list(d, styled("Plain", "a"), p("b")), "a\n\n1. b"},
		"headings in lists":             {list(d, h(2, "a")), "## 1. a"},
		"items outside of a list":       {`<text:numbered-paragraph text:list-id="x" text:style-name="D">` + p("a") + `</text:numbered-paragraph><text:numbered-paragraph text:list-id="x" text:style-name="D">` + p("b") + `</text:numbered-paragraph>`, "1. a\n2. b"},
		"lists of no style":             {list("", p("a")), "- a"},
		"lists deeper than styles know": {list(`text:style-name="B"`, list("", list("", list("", list("", list("", list("", list("", list("", list("", list("", p("a")))))))))))), "- a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body, styles: styles}))
		})
	}
}

func TestNotesFollowTheirPage(t *testing.T) {
	t.Parallel()
	note := func(class, content string) string {
		return `<text:note text:note-class="` + class + `"><text:note-citation>*</text:note-citation><text:note-body>` + content + `</text:note-body></text:note>`
	}
	body := p("a"+note("footnote", p("one")+p("more"))+" b"+note("endnote", p("two"))) + p("c"+note("footnote", list("", p("three"))))
	require.Equal(t, "a[^1] b[^i]\n\nc[^2]\n\n[^1]: one\n\n    more\n\n[^i]: two\n\n[^2]: • three", markdown(t, file{body: body}))
}

func TestPagesAreThoseOfTheLastLayout(t *testing.T) {
	t.Parallel()
	soft := `<text:soft-page-break/>`
	automatic := style("paragraph", "New", "", `<style:paragraph-properties fo:break-before="page"/>`) + style("paragraph", "Last", "", `<style:paragraph-properties fo:break-after="page"/>`)
	texts := func(f file) []string {
		f.automatic = automatic
		var texts []string
		for _, p := range pagesOf(t, f) {
			texts = append(texts, p.Text())
		}
		return texts
	}
	require.Equal(t, []string{"a", "b"}, texts(file{body: p("a") + soft + p("b"), pages: 2}))
	require.Equal(t, []string{"a", "b\nc"}, texts(file{body: p("a "+soft+"b") + p("c"), pages: 2}))
	require.Equal(t, []string{"a", "b"}, texts(file{body: p("a") + styled("New", "b")}), "breaks that the author made")
	require.Equal(t, []string{"a", "b"}, texts(file{body: styled("Last", "a") + p("b")}))
	require.Equal(t, []string{"a\nb"}, texts(file{body: p("a") + soft + p("b"), pages: 9}), "breaks that are stale")
	require.Equal(t, []string{"a\tb", "c\td"}, texts(file{body: table(row(cell("", p("a")), cell("", p("b"))), soft, row(cell("", p("c")), cell("", p("d"))))}))
}

func TestHeadersAndFootersBelongToTheirPages(t *testing.T) {
	t.Parallel()
	masters := `<style:master-page style:name="Standard"><style:header>` + p("Head") + `</style:header><style:footer>` + p(`<text:page-number>1</text:page-number>`) + `</style:footer></style:master-page>` +
		`<style:master-page style:name="Annex"><style:footer>` + p("Annex foot") + `</style:footer></style:master-page>`
	automatic := `<style:style style:family="paragraph" style:name="A" style:master-page-name="Annex"/>`
	pages := pagesOf(t, file{body: p("a") + styled("A", "b"), automatic: automatic, masters: masters})
	require.Len(t, pages, 2)
	require.Equal(t, page.Block{Kind: page.PageHead, Spans: []page.Span{{Text: "Head"}}}, pages[0].Blocks[0])
	require.Len(t, pages[0].Blocks, 2, "a page number alone says nothing")
	require.Equal(t, page.Block{Kind: page.PageFoot, Spans: []page.Span{{Text: "Annex foot"}}}, pages[1].Blocks[1])
}

func TestFlatDocumentsAreReadAsPackagesAre(t *testing.T) {
	t.Parallel()
	f := file{body: h(1, "a") + p("b"+span("Strong", "c")), styles: style("text", "Strong", "", `<style:text-properties fo:font-weight="bold"/>`)}
	pages, err := convert(t.Context(), f.flat(), odf.Options{})
	require.NoError(t, err)
	require.Equal(t, "# a\n\nb**c**", page.Markdown(pages[0]))
}
