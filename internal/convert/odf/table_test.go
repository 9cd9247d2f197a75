package odf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/odf"
	"quire/internal/convert/page"
)

func TestTablesKeepTheirGrid(t *testing.T) {
	t.Parallel()
	a, b, covered := cell("", p("a")), cell("", p("b")), `<table:covered-table-cell/>`
	head := func(rows string) string { return `<table:table-header-rows>` + rows + `</table:table-header-rows>` }
	automatic := style("text", "B", "", `<style:text-properties fo:font-weight="bold"/>`) + style("paragraph", "TH", "Table_20_Heading", "")
	for name, c := range map[string]struct{ body, want string }{
		"header rows":                          {table(head(row(a, b)), row(a, b)), "| a | b |\n| --- | --- |\n| a | b |"},
		"a first row of the style for headers": {table(row(cell("", styled("TH", "x")), cell("", styled("TH", "y"))), row(a, b)), "| x | y |\n| --- | --- |\n| a | b |"},
		"a first row in bold type":             {table(row(cell("", p(span("B", "x"))), cell("", p(span("B", "y")))), row(a, b)), "| x | y |\n| --- | --- |\n| a | b |"},
		"columns spanned": {
			table(row(cell(`table:number-columns-spanned="2"`, p("x")), covered), row(a, b)),
			"<table>\n<tr><td colspan=\"2\">x</td></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>",
		},
		"rows spanned": {
			table(row(cell(`table:number-rows-spanned="2"`, p("x")), a), row(covered, b)),
			"<table>\n<tr><td rowspan=\"2\">x</td><td>a</td></tr>\n<tr><td>b</td></tr>\n</table>",
		},
		"repeated cells":                 {table(head(row(a, b)), row(cell(`table:number-columns-repeated="2"`, p("x")))), "| a | b |\n| --- | --- |\n| x | x |"},
		"repeated spans":                 {table(row(a), strings.Replace(row(cell(`table:number-columns-repeated="2000000" table:number-columns-spanned="2000000"`, "")), "row>", `row table:number-rows-repeated="2">`, 1), row(a, b)), "| a |  |\n| --- | --- |\n|  |  |\n| a | b |"},
		"repeated rows":                  {table(head(row(a, b)), strings.Replace(row(a, b), "row>", `row table:number-rows-repeated="2">`, 1)), "| a | b |\n| --- | --- |\n| a | b |\n| a | b |"},
		"empty cells up to the end":      {table(head(row(a, b, cell(`table:number-columns-repeated="16000"`, ""))), row(a, b)), "| a | b |\n| --- | --- |\n| a | b |"},
		"empty cells in between":         {table(head(row(a, cell(`table:number-columns-repeated="2"`, ""), b)), row(a, a, b, b)), "| a |  |  | b |\n| --- | --- | --- | --- |\n| a | a | b | b |"},
		"empty rows up to the end":       {table(head(row(a, b)), row(a, b), `<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>`), "| a | b |\n| --- | --- |\n| a | b |"},
		"a frame around text":            {table(row(cell("", p("a")+p("b")))), "a\n\nb"},
		"rows that are hidden":           {table(head(row(a, b)), `<table:table-row table:visibility="collapse">`+a+b+`</table:table-row>`, row(b, a)), "| a | b |\n| --- | --- |\n| b | a |"},
		"headings inside, as plain text": {table(head(row(cell("", h(1, "x")), b)), row(a, b)), "| x | b |\n| --- | --- |\n| a | b |"},
		"tables in tables too deep":      {strings.Repeat(`<table:table><table:table-row><table:table-cell>`, 40) + p("deep") + strings.Repeat(`</table:table-cell></table:table-row></table:table>`, 40), "deep"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body, automatic: automatic}))
		})
	}
}

// What repetition adds is bounded, however many repetitions a file of a few bytes declares.
func TestRepeatedCellsAreCapped(t *testing.T) {
	t.Parallel()
	long := cell(`table:number-columns-repeated="1000"`, p(strings.Repeat("word ", 1000)))
	rows := strings.Replace(row(long), "row>", `row table:number-rows-repeated="1000000">`, 1)
	pages := pagesOf(t, file{body: table(rows)})
	require.Less(t, len(pages[0].Text()), 8<<20)
	require.Contains(t, pages[0].Notes, "cells that are repeated too often were left out")
}

func TestDrawingsAreRead(t *testing.T) {
	t.Parallel()
	frame := func(content string) string { return `<draw:frame>` + content + `</draw:frame>` }
	parts := map[string]string{
		"Object 1/content.xml": `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mi>n</mi></mfrac></mrow><annotation encoding="StarMath 5.0">x^2</annotation></semantics></math>`,
		"Object 2/content.xml": `<office:document-content ` + declare + `><office:body><office:chart><chart:chart><chart:title>` + p("Towns") + `</chart:title><chart:plot-area/>` +
			table(`<table:table-header-rows>`+row(cell("", p("")), cell("", p("people")))+`</table:table-header-rows>`, row(cell("", p("Wexmouth")), cell("", p("4120")))) +
			`</chart:chart></office:chart></office:body></office:document-content>`,
		"Object 3/content.xml": `<office:document-content`,
	}
	object := func(name string) string {
		return frame(`<draw:object xlink:href="./` + name + `"/><draw:image xlink:href="./ObjectReplacements/` + name + `"/>`)
	}
	for name, c := range map[string]struct{ body, want string }{
		"a picture with its text":        {p("a" + frame(`<draw:image xlink:href="Pictures/1.png"/><svg:title>A duck</svg:title>`)), "a\n\n![A duck]()"},
		"a text box":                     {p("a" + frame(`<draw:text-box>`+p("b")+`</draw:text-box>`) + "c"), "ac\n\nb"},
		"a shape with text":              {p(`<draw:g><draw:custom-shape>` + p("a") + `<draw:enhanced-geometry/></draw:custom-shape></draw:g>`), "a"},
		"a shape anchored to the page":   {`<draw:rect>` + p("a") + `</draw:rect>`, "a"},
		"a formula":                      {p(object("Object 1")), "$$x^{2}=\\frac{1}{n}$$"},
		"a formula in a line":            {p("if " + object("Object 1") + " then"), "if $x^{2}=\\frac{1}{n}$ then"},
		"a chart":                        {p(object("Object 2")), "Towns\n\n|  | people |\n| --- | --- |\n| Wexmouth | 4120 |"},
		"a damaged object":               {p(object("Object 3")), "![]()"},
		"a formula in the document":      {p(frame(`<draw:object><math:math><math:msqrt><math:mi>x</math:mi></math:msqrt></math:math></draw:object>`)), `$$\sqrt{x}$$`},
		"controls, which show their own": {p(`a<draw:control/>`), "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, strings.ReplaceAll(c.want, "![]()", ""), strings.TrimSpace(strings.ReplaceAll(markdown(t, file{body: c.body, parts: parts}), "![]()", "")))
		})
	}
}

func TestPicturesAreReadUnlessLeftOut(t *testing.T) {
	t.Parallel()
	f := file{
		body:  p(`<draw:frame><draw:image xlink:href="Pictures/1.svg"/><draw:image xlink:href="Pictures/1.png"/></draw:frame>`),
		parts: map[string]string{"Pictures/1.png": "\x89PNG", "Pictures/1.svg": "<svg/>"},
	}
	inPlace := file{body: p("<draw:frame><draw:image><office:binary-data>iVBO\nRw==</office:binary-data></draw:image></draw:frame>")}
	for _, data := range [][]byte{f.bytes(t), inPlace.flat()} {
		pages, err := convert(t.Context(), data, odf.Options{OCR: reads("text in a picture")})
		require.NoError(t, err)
		require.Equal(t, "text in a picture", pages[0].Text())
		require.Equal(t, page.SourceMixed, pages[0].Source)
		pages, err = convert(t.Context(), data, odf.Options{OCR: reads("x"), SkipImages: true})
		require.NoError(t, err)
		require.Empty(t, pages[0].Blocks)
	}
}
