package odf_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/internal/convert/odf"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// refused is more than the maximum nesting depth of elements.
const refused = 1 << 15

// inBody builds documents with a growing body. They are flat, because a repetitive package unpacks to more than is
// allowed.
func inBody(build func(n int) []byte) func(n int) []byte {
	return func(n int) []byte { return file{body: string(build(n))}.flat() }
}

// inParagraph builds documents with one growing paragraph.
func inParagraph(build func(n int) []byte) func(n int) []byte {
	return inBody(growth.Within("<text:p>", build, "</text:p>"))
}

func convertGrown(t *testing.T, input []byte) {
	t.Helper()
	pages, err := convert(t.Context(), input, odf.Options{})
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
	for i := range pages {
		page.Markdown(pages[i])
	}
}

func TestGrowthOfText(t *testing.T) {
	soft := `<text:soft-page-break/>`
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "paragraphs", Build: inBody(growth.Repeat(p("a")))},
		{Name: "empty paragraphs", Build: inBody(growth.Repeat("<text:p/>"))},
		{Name: "spans", Build: inParagraph(growth.Repeat(span("T", "a")))},
		{Name: "one long text", Build: inParagraph(growth.Repeat("word "))},
		{Name: "spaces", Build: inParagraph(growth.Repeat(`a<text:s text:c="1000000"/>`))},
		{Name: "line breaks", Build: inParagraph(growth.Repeat("a<text:line-break/>"))},
		{Name: "nested spans", To: refused, Build: inParagraph(growth.Around(`<text:span>`, "a", `</text:span>`))},
		{Name: "nested sections", To: refused, Build: inBody(growth.Around("<text:section>", p("a"), "</text:section>"))},
		{Name: "deep sections, often", Build: inBody(growth.Repeat(strings.Repeat("<text:section>", 100) + p("a") + strings.Repeat("</text:section>", 100)))},
		{Name: "page breaks", Build: inBody(growth.Repeat(p("a") + soft))},
		{Name: "page breaks in one paragraph", Build: inParagraph(growth.Repeat("a" + soft))},
		{Name: "page breaks without text", Build: inBody(growth.Repeat(soft))},
		{Name: "links", Build: inParagraph(growth.Numbered(`<text:a xlink:href="http://a.b/%d">c</text:a>`))},
		{Name: "headings", Build: inBody(growth.Repeat(h(1, "a")))},
		{Name: "notes", Build: inBody(growth.Repeat(p(`a<text:note><text:note-body>` + p("b") + `</text:note-body></text:note>`)))},
		{Name: "notes in notes", To: refused, Build: inBody(growth.Around(`<text:p>a<text:note><text:note-body>`, p("b"), `</text:note-body></text:note></text:p>`))},
		{Name: "changes", Build: inBody(growth.Repeat(`<text:tracked-changes><text:changed-region><text:deletion>` + p("a") + `</text:deletion></text:changed-region></text:tracked-changes>`))},
		{Name: "attributes", Build: inBody(growth.Within("<text:p ", growth.Numbered(` text:a%d="b"`), "/>"))},
	}, convertGrown)
}

func TestGrowthOfLists(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "items", Build: inBody(growth.Within("<text:list>", growth.Repeat(`<text:list-item>`+p("a")+`</text:list-item>`), "</text:list>"))},
		{Name: "lists", Build: inBody(growth.Repeat(list("", p("a"))))},
		{Name: "lists that go on", Build: inBody(growth.Numbered(`<text:list xml:id="l%d" text:continue-numbering="true"><text:list-item>` + p("a") + `</text:list-item></text:list>`))},
		{Name: "nested lists", To: refused, Build: inBody(growth.Around("<text:list><text:list-item>", p("a"), "</text:list-item></text:list>"))},
		{Name: "deep lists, often", Build: inBody(growth.Repeat(strings.Repeat("<text:list><text:list-item>", 60) + p("a") + strings.Repeat("</text:list-item></text:list>", 60)))},
		{Name: "styles of lists", Build: func(n int) []byte {
			return file{styles: string(growth.Numbered(`<text:list-style style:name="L%d"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>`)(n)), body: p("a")}.flat()
		}},
		{Name: "a marker that is long", Build: func(n int) []byte {
			long := strings.Repeat("x", n)
			return file{
				styles: listStyle("L", `<text:list-level-style-number text:level="%d" style:num-format="1" style:num-prefix="`+long+`"/>`),
				body:   strings.Repeat(list(`text:style-name="L"`, p("a")), n),
			}.flat()
		}},
		{Name: "chains of styles", Build: func(n int) []byte {
			var styles, body strings.Builder
			for i := range n {
				styles.WriteString(style("paragraph", fmt.Sprintf("s%d", i), fmt.Sprintf("s%d", i+1), ""))
				body.WriteString(styled(fmt.Sprintf("s%d", i), "a"))
			}
			return file{styles: styles.String(), body: body.String()}.flat()
		}},
		{Name: "names of styles", Build: func(n int) []byte {
			return file{styles: style("paragraph", strings.Repeat("_20_", n), "", ""), body: p("a")}.flat()
		}},
		{Name: "headers of page styles", Build: func(n int) []byte {
			return file{masters: string(growth.Numbered(`<style:master-page style:name="m%d"><style:header>` + p("h%d") + `</style:header></style:master-page>`)(n)), body: p("a")}.flat()
		}},
		{Name: "page styles in use", Build: func(n int) []byte {
			return file{
				masters:   `<style:master-page style:name="m"><style:header>` + strings.Repeat(p("h"), n) + `</style:header></style:master-page>`,
				automatic: `<style:style style:family="paragraph" style:name="A" style:master-page-name="m"/>`,
				body:      strings.Repeat(styled("A", "a"), n),
			}.flat()
		}},
	}, convertGrown)
}

func TestGrowthOfTablesAndDrawings(t *testing.T) {
	a := cell("", p("a"))
	frame := func(content string) string { return `<draw:frame>` + content + `</draw:frame>` }
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "rows", Build: inBody(growth.Within("<table:table>", growth.Repeat(row(a, a)), "</table:table>"))},
		{Name: "cells of one row", Build: inBody(growth.Within("<table:table><table:table-row>", growth.Repeat(a), "</table:table-row></table:table>"))},
		{Name: "repeated cells", From: 1 << 12, Build: inBody(growth.Within("<table:table>", growth.Repeat(row(cell(`table:number-columns-repeated="9999999"`, p("a")))), "</table:table>"))},
		{Name: "repeated empty cells", Build: inBody(growth.Within("<table:table>", growth.Repeat(row(a, cell(`table:number-columns-repeated="9999999"`, ""))), "</table:table>"))},
		{Name: "repeated empty cells before others", Build: inBody(growth.Within("<table:table>", growth.Repeat(row(cell(`table:number-columns-repeated="20"`, ""), a)), "</table:table>"))},
		{Name: "repeated rows", From: 1 << 12, Build: inBody(growth.Within("<table:table>", growth.Repeat(`<table:table-row table:number-rows-repeated="99999999">`+a+a+`</table:table-row>`), "</table:table>"))},
		{Name: "repeated empty rows", Build: inBody(growth.Within("<table:table>", growth.Repeat(row(a, a)+`<table:table-row table:number-rows-repeated="99999999"><table:table-cell/></table:table-row>`), "</table:table>"))},
		{Name: "spans beyond all bounds, repeated", Build: inBody(growth.Within("<table:table>", growth.Repeat(row(cell(`table:number-columns-repeated="99999" table:number-columns-spanned="99999"`, p("a")), a)), "</table:table>"))},
		{Name: "spans beyond all bounds", Build: inBody(growth.Within("<table:table>", growth.Repeat(row(cell(`table:number-columns-spanned="99999" table:number-rows-spanned="99999"`, p("a")), a)), "</table:table>"))},
		{Name: "tables in tables", To: refused, Build: inBody(growth.Around("<table:table><table:table-row><table:table-cell>", p("a"), "</table:table-cell></table:table-row></table:table>"))},
		{Name: "deep tables, often", Build: inBody(growth.Repeat(strings.Repeat("<table:table><table:table-row><table:table-cell>", 20) + p("a") + strings.Repeat("</table:table-cell></table:table-row></table:table>", 20)))},
		{Name: "page breaks between rows", Build: inBody(growth.Within("<table:table>", growth.Repeat(row(a, a)+`<text:soft-page-break/>`), "</table:table>"))},
		{Name: "text boxes", Build: inParagraph(growth.Repeat(frame(`<draw:text-box>` + p("a") + `</draw:text-box>`)))},
		{Name: "text boxes in text boxes", To: refused, Build: inBody(growth.Around(`<text:p><draw:frame><draw:text-box>`, p("a"), `</draw:text-box></draw:frame></text:p>`))},
		{Name: "groups in groups", To: refused, Build: inBody(growth.Around(`<draw:g>`, p("a"), `</draw:g>`))},
		{Name: "pictures", Build: inParagraph(growth.Repeat(frame(`<draw:image xlink:href="a"/><svg:desc>b</svg:desc>`)))},
		{Name: "forms of one picture", Build: inParagraph(growth.Within("<draw:frame>", growth.Repeat(`<draw:image xlink:href="a.svg"/>`), "</draw:frame>"))},
		{Name: "formulas", Build: inParagraph(growth.Repeat(frame(`<draw:object><math:math><math:mi>x</math:mi></math:math></draw:object>`)))},
		{Name: "one long formula", Build: inParagraph(growth.Within(`<draw:frame><draw:object><math:math>`, growth.Repeat(`<math:mi>x</math:mi><math:mo>+</math:mo>`), `</math:math></draw:object></draw:frame>`))},
		{Name: "deep formulas, often", Build: inParagraph(growth.Repeat(`<draw:frame><draw:object><math:math>` + strings.Repeat("<math:mfrac>", 60) + "<math:mi>x</math:mi>" + strings.Repeat("</math:mfrac>", 60) + `</math:math></draw:object></draw:frame>`))},
		{Name: "marks on marks", Build: inParagraph(growth.Repeat(`<draw:frame><draw:object><math:math>` + strings.Repeat("<math:mover>", 60) + "<math:mi>x</math:mi>" + strings.Repeat("<math:mi>y</math:mi></math:mover>", 60) + `</math:math></draw:object></draw:frame>`))},
		{Name: "objects in objects", To: refused, Build: inBody(growth.Around(`<text:p><draw:frame><draw:object><office:document><office:body><office:text>`, p("a"), `</office:text></office:body></office:document></draw:object></draw:frame></text:p>`))},
	}, convertGrown)
}
