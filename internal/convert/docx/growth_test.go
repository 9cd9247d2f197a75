package docx_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// refused is more than the maximum nesting depth of elements.
const refused = 1 << 15

// inBody builds documents with a growing body.
func inBody(t *testing.T, build func(n int) []byte) func(n int) []byte {
	return func(n int) []byte { return file{body: string(build(n))}.bytes(t) }
}

// inParagraph builds documents with one growing paragraph.
func inParagraph(t *testing.T, build func(n int) []byte) func(n int) []byte {
	return inBody(t, growth.Within("<w:p>", build, "</w:p>"))
}

func convertGrown(t *testing.T, input []byte) {
	t.Helper()
	pages, _, err := convert(t.Context(), input, docx.Options{})
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
	for i := range pages {
		page.Markdown(pages[i])
	}
}

func TestGrowthOfText(t *testing.T) {
	run := r("a")
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "paragraphs", Build: inBody(t, growth.Repeat(p("a")))},
		{Name: "empty paragraphs", Build: inBody(t, growth.Repeat("<w:p/>"))},
		{Name: "runs", Build: inParagraph(t, growth.Repeat(run))},
		{Name: "runs of changing style", Build: inParagraph(t, growth.Repeat(run+rp("<w:b/>", "b")+rp("<w:i/>", " ")))},
		{Name: "one long text", Build: inParagraph(t, growth.Within("<w:r><w:t>", growth.Repeat("word "), "</w:t></w:r>"))},
		{Name: "entities", Build: inParagraph(t, growth.Within("<w:r><w:t>", growth.Repeat("&amp;&#65;"), "</w:t></w:r>"))},
		{Name: "marks of Markdown", Build: inParagraph(t, growth.Within("<w:r><w:t>", growth.Repeat("*_`[#|$"), "</w:t></w:r>"))},
		{Name: "lines", Build: inParagraph(t, growth.Repeat("<w:r><w:br/><w:t>a</w:t></w:r>"))},
		{Name: "spaces with page breaks", Build: inParagraph(t, growth.Repeat(`<w:r><w:lastRenderedPageBreak/><w:t xml:space="preserve"> </w:t></w:r>`))},
		{Name: "page breaks in one paragraph", Build: inParagraph(t, growth.Repeat(`<w:r><w:lastRenderedPageBreak/><w:t>a</w:t></w:r>`))},
		{Name: "page breaks", Build: inBody(t, growth.Repeat(`<w:p><w:r><w:br w:type="page"/><w:t>a</w:t></w:r></w:p>`))},
		{Name: "nested content controls", To: refused, Build: inBody(t, growth.Around("<w:sdt><w:sdtContent>", p("a"), "</w:sdtContent></w:sdt>"))},
		{Name: "controls", Build: inParagraph(t, growth.Repeat(sdt("<w:text/>", run)+sdt(box("1"), "")))},
		{Name: "controls with one label", Build: inBody(t, growth.Within("<w:tbl><w:tr>"+tc("", p("a"))+"<w:tc>", growth.Repeat(sdt("<w:text/>", p("a"))), "</w:tc></w:tr></w:tbl>"))},
		{Name: "labelled controls, often", Build: inBody(t, growth.Repeat(p("a")+strings.Repeat("<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>", 100)+p("a")+strings.Repeat("</w:sdtContent></w:sdt>", 100)))},
		{Name: "form fields that never end", Build: inBody(t, growth.Repeat(`<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox/></w:ffData></w:fldChar></w:r>`+run+`</w:p>`))},
		{Name: "a list of many entries, often", Build: inParagraph(t, growth.Repeat(sdt(`<w:dropDownList>`+strings.Repeat(`<w:listItem w:value="a"/>`, 50)+`</w:dropDownList>`, run)))},
		{Name: "nested runs", Build: inParagraph(t, growth.Around("<w:r>", "<w:t>a</w:t>", "</w:r>"))},
		{Name: "deep nesting, often", Build: inBody(t, growth.Repeat(strings.Repeat("<w:sdt><w:sdtContent>", 100)+p("a")+strings.Repeat("</w:sdtContent></w:sdt>", 100)))},
		{Name: "fields that never end", Build: inBody(t, growth.Repeat(`<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText></w:r>`+run+`</w:p>`))},
		{Name: "fields", Build: inParagraph(t, growth.Repeat(`<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "http://a.b"</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>`+run+`<w:r><w:fldChar w:fldCharType="end"/></w:r>`))},
		{Name: "an instruction in many pieces", Build: inParagraph(t, growth.Within(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>`, growth.Repeat(`<w:r><w:instrText>"a</w:instrText></w:r>`), `<w:r><w:fldChar w:fldCharType="end"/></w:r>`))},
		{Name: "nested simple fields", To: refused, Build: inParagraph(t, growth.Around(`<w:fldSimple w:instr="PAGE">`, run, "</w:fldSimple>"))},
		{Name: "tracked changes", Build: inBody(t, growth.Repeat(`<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:ins w:id="2">`+run+`</w:ins><w:del w:id="3"><w:r><w:delText>b</w:delText></w:r></w:del></w:p>`))},
		{Name: "nested tracked changes", To: refused, Build: inParagraph(t, growth.Around(`<w:ins w:id="2">`, run, "</w:ins>"))},
		{Name: "bookmarks", Build: inParagraph(t, growth.Numbered(`<w:bookmarkStart w:id="%d" w:name="b%d"/><w:bookmarkEnd w:id="%d"/>`))},
		{Name: "formulas", Build: inParagraph(t, growth.Repeat(`<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>`))},
		{Name: "one long formula", Build: inParagraph(t, growth.Within("<m:oMath>", growth.Repeat("<m:r><m:t>x+</m:t></m:r>"), "</m:oMath>"))},
		{Name: "nested fractions", To: refused, Build: inParagraph(t, growth.Within("<m:oMath>", growth.Around("<m:f><m:num>", "<m:r><m:t>x</m:t></m:r>", "</m:num><m:den/></m:f>"), "</m:oMath>"))},
		{Name: "deep formulas, often", Build: inParagraph(t, growth.Repeat("<m:oMath>"+strings.Repeat("<m:sSup><m:e>", 60)+"<m:r><m:t>x</m:t></m:r>"+strings.Repeat("</m:e><m:sup/></m:sSup>", 60)+"</m:oMath>"))},
		{Name: "matrices", Build: inParagraph(t, growth.Within("<m:oMath><m:m>", growth.Repeat("<m:mr><m:e><m:r><m:t>x</m:t></m:r></m:e></m:mr>"), "</m:m></m:oMath>"))},
		{Name: "attributes", Build: inBody(t, growth.Within("<w:p ", growth.Numbered(` w:a%d="b"`), "/>"))},
		{Name: "namespaces", Build: inBody(t, growth.Numbered(`<w:p xmlns:n%d="u%d"/>`))},
		{Name: "nested namespaces", To: refused, Build: inBody(t, growth.Around(`<w:sdt xmlns:a="b">`, "", "</w:sdt>"))},
	}, convertGrown)
}

func TestGrowthOfTables(t *testing.T) {
	cell := tc("", p("a"))
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "rows", Build: inBody(t, growth.Within("<w:tbl>", growth.Repeat(tr(cell, cell)), "</w:tbl>"))},
		{Name: "cells of one row", Build: inBody(t, growth.Within("<w:tbl><w:tr>", growth.Repeat(cell), "</w:tr></w:tbl>"))},
		{Name: "a wide row and short ones", Build: inBody(t, func(n int) []byte {
			return []byte("<w:tbl><w:tr>" + strings.Repeat(cell, n) + "</w:tr>" + strings.Repeat(tr(cell), n) + "</w:tbl>")
		})},
		{Name: "tables", Build: inBody(t, growth.Repeat(tbl(tr(cell))))},
		{Name: "tables in tables", To: refused, Build: inBody(t, growth.Around("<w:tbl><w:tr><w:tc>", p("a"), "</w:tc></w:tr></w:tbl>"))},
		{Name: "deep tables, often", Build: inBody(t, growth.Repeat(strings.Repeat("<w:tbl><w:tr><w:tc>", 20)+p("a")+strings.Repeat("</w:tc></w:tr></w:tbl>", 20)))},
		{Name: "columns spanned", Build: inBody(t, growth.Within("<w:tbl>", growth.Repeat(tr(tc(`<w:gridSpan w:val="60"/>`, p("a")))), "</w:tbl>"))},
		{Name: "a grid of columns", Build: inBody(t, func(n int) []byte {
			return []byte("<w:tbl><w:tblGrid>" + strings.Repeat(`<w:gridCol w:w="1"/>`, n) + "</w:tblGrid>" + strings.Repeat(tr(cell), n) + "</w:tbl>")
		})},
		{Name: "widths that differ", Build: inBody(t, growth.Within("<w:tbl>", growth.Numbered(tr(tc(`<w:tcW w:w="%d" w:type="dxa"/>`, p("a")), tc(`<w:tcW w:w="9" w:type="dxa"/>`, p("b")))), "</w:tbl>"))},
		{Name: "cells merged downwards", Build: inBody(t, growth.Within("<w:tbl>", growth.Repeat(tr(tc(`<w:vMerge/>`, p("a")), cell)), "</w:tbl>"))},
		// Header rows are repeated on each page, up to the text that headLimit allows.
		{Name: "header rows with page breaks", From: 1 << 11, Build: inBody(t, func(n int) []byte {
			head := `<w:tr><w:trPr><w:tblHeader/></w:trPr>` + cell + `</w:tr>`
			broken := tr(tc("", `<w:p><w:r><w:lastRenderedPageBreak/><w:t>a</w:t></w:r></w:p>`))
			return []byte("<w:tbl>" + strings.Repeat(head, n) + strings.Repeat(broken, n) + "</w:tbl>")
		})},
		{Name: "rows with page breaks", Build: inBody(t, growth.Within("<w:tbl>", growth.Repeat(tr(tc("", `<w:p><w:r><w:lastRenderedPageBreak/><w:t>a</w:t></w:r></w:p>`))), "</w:tbl>"))},
		{Name: "rows set in", Build: inBody(t, growth.Within("<w:tbl>", growth.Repeat(`<w:tr><w:trPr><w:gridBefore w:val="30"/><w:gridAfter w:val="30"/></w:trPr>`+cell+`</w:tr>`), "</w:tbl>"))},
		{Name: "paragraphs of a cell", Build: inBody(t, growth.Within("<w:tbl><w:tr><w:tc>", growth.Repeat(p("a")), "</w:tc></w:tr></w:tbl>"))},
	}, convertGrown)
}

// relatedParts builds documents that refer n times to one part with n units.
func relatedParts(t *testing.T, kind, reference, open, unit, end string) func(n int) []byte {
	return func(n int) []byte {
		rels := map[string][2]string{}
		var body strings.Builder
		for i := range n {
			id := fmt.Sprintf("x%d", i)
			rels[id] = [2]string{kind, "part.xml"}
			body.WriteString(strings.ReplaceAll(reference, "%s", id))
		}
		return file{body: body.String(), rels: rels, parts: map[string]string{"word/part.xml": open + strings.Repeat(unit, n) + end}}.bytes(t)
	}
}

func TestGrowthOfParts(t *testing.T) {
	graphic := func(inner string) string {
		return `<w:p><w:r><w:drawing><a:graphic><a:graphicData>` + inner + `</a:graphicData></a:graphic></w:drawing></w:r></w:p>`
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "chains of styles", Build: func(n int) []byte {
			var styles, body strings.Builder
			for i := range n {
				styles.WriteString(style(fmt.Sprintf("s%d", i), "a", fmt.Sprintf("s%d", i+1), ""))
				body.WriteString(pStyle(fmt.Sprintf("s%d", i), "a"))
			}
			return file{body: body.String(), styles: styles.String()}.bytes(t)
		}},
		{Name: "styles that outline", Build: func(n int) []byte {
			var styles, body strings.Builder
			for i := range n {
				styles.WriteString(style(fmt.Sprintf("s%d", i), "a", fmt.Sprintf("s%d", i+1), `<w:pPr><w:outlineLvl w:val="7"/></w:pPr>`))
				body.WriteString(pStyle(fmt.Sprintf("s%d", i), "a"))
			}
			return file{body: body.String(), styles: styles.String()}.bytes(t)
		}},
		{Name: "lists", Build: func(n int) []byte {
			var numbering, body strings.Builder
			for i := range n {
				fmt.Fprintf(&numbering, `<w:abstractNum w:abstractNumId="%d"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%%1."/></w:lvl></w:abstractNum><w:num w:numId="%d"><w:abstractNumId w:val="%d"/></w:num>`, i, i+1, i)
				body.WriteString(listItem(i+1, 0, "a"))
			}
			return file{body: body.String(), numbering: numbering.String()}.bytes(t)
		}},
		{Name: "one list of a long marker", Build: func(n int) []byte {
			return file{
				body: strings.Repeat(listItem(1, 0, "a"), n),
				numbering: `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="` + strings.Repeat("%1.", n) +
					`"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
			}.bytes(t)
		}},
		{Name: "one bullet of a long sign", Build: func(n int) []byte {
			return file{
				body: strings.Repeat(listItem(1, 0, "a"), n),
				numbering: `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="` + strings.Repeat("☐", n) +
					`"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
			}.bytes(t)
		}},
		{Name: "footnotes", Build: func(n int) []byte {
			return file{
				body:      string(growth.Numbered(`<w:p><w:r><w:footnoteReference w:id="%d"/></w:r></w:p>`)(n)),
				footnotes: string(growth.Numbered(`<w:footnote w:id="%d">` + p("a") + `</w:footnote>`)(n)),
			}.bytes(t)
		}},
		{Name: "references to one footnote", Build: func(n int) []byte {
			return file{
				body:      strings.Repeat(`<w:p><w:r><w:lastRenderedPageBreak/><w:footnoteReference w:id="1"/></w:r></w:p>`, n),
				footnotes: `<w:footnote w:id="1">` + strings.Repeat(p("a"), n) + `</w:footnote>`,
			}.bytes(t)
		}},
		{Name: "footnotes of one number", Build: func(n int) []byte {
			return file{
				body:      strings.Repeat(`<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, n),
				footnotes: strings.Repeat(`<w:footnote w:id="1">`+p("a")+`</w:footnote>`, n),
			}.bytes(t)
		}},
		{Name: "sections of one header", Build: relatedParts(t, "header", `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="%s"/></w:sectPr></w:pPr>`+r("a")+`</w:p>`,
			`<w:hdr `+declare+`>`, p("a"), `</w:hdr>`)},
		{Name: "charts of one part", Build: relatedParts(t, "chart", graphic(`<c:chart r:id="%s"/>`),
			`<c:chartSpace `+declare+`><c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:strLit>`, `<c:pt idx="0"><c:v>a</c:v></c:pt>`, `</c:strLit></c:cat></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`)},
		{Name: "series of a chart", Build: func(n int) []byte {
			points := ""
			for i := range 4 {
				points += fmt.Sprintf(`<c:pt idx="%d"><c:v>1</c:v></c:pt>`, i)
			}
			return file{
				body: graphic(`<c:chart r:id="x"/>`), rels: map[string][2]string{"x": {"chart", "part.xml"}},
				parts: map[string]string{"word/part.xml": `<c:chartSpace ` + declare + `><c:chart><c:plotArea><c:barChart>` +
					strings.Repeat(`<c:ser><c:cat><c:strLit>`+points+`</c:strLit></c:cat><c:val><c:numLit>`+points+`</c:numLit></c:val></c:ser>`, n) + `</c:barChart></c:plotArea></c:chart></c:chartSpace>`},
			}.bytes(t)
		}},
		{Name: "diagrams of one part", Build: relatedParts(t, "diagramData", graphic(`<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="%s"/>`),
			`<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" `+declare+`>`, `<a:p><a:r><a:t>a</a:t></a:r></a:p>`, `</dgm:dataModel>`)},
		{Name: "imported documents of one part", Build: relatedParts(t, "aFChunk", `<w:altChunk r:id="%s"/>`, "", "<p>a</p>", "")},
		{Name: "pictures of one part", Build: relatedParts(t, "image", graphic(`<a:blip r:embed="%s"/>`), "BM", "aaaa", "")},
		{Name: "text boxes", Build: inParagraph(t, growth.Repeat(`<w:r><w:pict><v:shape><v:textbox><w:txbxContent>`+p("a")+`</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`))},
		{Name: "text boxes in text boxes", To: refused, Build: inBody(t, growth.Around(`<w:p><w:r><w:pict><w:txbxContent>`, p("a"), `</w:txbxContent></w:pict></w:r></w:p>`))},
		{Name: "deep text boxes, often", Build: inBody(t, growth.Repeat(strings.Repeat(`<w:p><w:r><w:pict><w:txbxContent>`, 40)+p("a")+strings.Repeat(`</w:txbxContent></w:pict></w:r></w:p>`, 40)))},
		{Name: "alternatives", To: refused, Build: inParagraph(t, growth.Around(`<mc:AlternateContent><mc:Choice Requires="wps">`, r("a"), `</mc:Choice></mc:AlternateContent>`))},
		{Name: "relationships", Build: func(n int) []byte {
			rels := map[string][2]string{}
			for i := range n {
				rels[fmt.Sprintf("x%d", i)] = [2]string{"hyperlink", "http://a.b"}
			}
			return file{body: p("a"), rels: rels}.bytes(t)
		}},
		{Name: "code", Build: func(n int) []byte {
			return file{body: strings.Repeat(pStyle("C", "a();"), n), styles: style("C", "HTML Preformatted", "", "")}.bytes(t)
		}},
		{Name: "contents with page numbers", Build: func(n int) []byte {
			return file{body: pStyle("T", strings.Repeat("a\t. . ", n)+"12"), styles: style("T", "toc 1", "", "")}.bytes(t)
		}},
	}, convertGrown)
}
