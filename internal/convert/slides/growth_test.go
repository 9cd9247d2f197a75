package slides_test

import (
	"fmt"
	"strings"
	"testing"

	"quire/internal/convert/page"
	"quire/internal/convert/slides"
	"quire/internal/growth"
)

// refused is more than the maximum nesting depth of elements.
const refused = 1 << 15

// onSlide builds presentations with one slide that has a growing number of shapes.
func onSlide(t *testing.T, build func(n int) []byte) func(n int) []byte {
	return func(n int) []byte { return deckOf(string(build(n))).bytes(t) }
}

// inBody builds presentations with one growing text body.
func inBody(t *testing.T, build func(n int) []byte) func(n int) []byte {
	return func(n int) []byte { return deckOf(sp("", "", string(build(n)))).bytes(t) }
}

// inParagraph builds presentations with one growing paragraph.
func inParagraph(t *testing.T, build func(n int) []byte) func(n int) []byte {
	return inBody(t, growth.Within("<a:p>", build, "</a:p>"))
}

// inTable builds presentations with one growing table.
func inTable(t *testing.T, build func(n int) []byte) func(n int) []byte {
	return func(n int) []byte { return deckOf(graphic("", tbl("", 3, string(build(n))))).bytes(t) }
}

func convertGrown(t *testing.T, input []byte) {
	t.Helper()
	pages, err := convert(t.Context(), input, slides.Options{})
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
	for i := range pages {
		page.Markdown(pages[i])
	}
}

// scattered returns n boxes all over a slide.
func scattered(n int) []byte {
	var b strings.Builder
	for i := range n {
		b.WriteString(box("a", (i*37)%101, (i*61)%97, 3, 2))
	}
	return []byte(b.String())
}

// staircase returns n boxes arranged so that each cut separates one from the others.
func staircase(n int) []byte {
	var b strings.Builder
	for i := range n {
		b.WriteString(box("a", -i, -i*i%1009, i+1, 1))
	}
	return []byte(b.String())
}

func TestGrowthOfText(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "paragraphs", Build: inBody(t, growth.Repeat(p("a")))},
		{Name: "empty paragraphs", Build: inBody(t, growth.Repeat("<a:p/>"))},
		{Name: "runs", Build: inParagraph(t, growth.Repeat(r("a")))},
		{Name: "runs of changing style", Build: inParagraph(t, growth.Repeat(rp(`b="1"`, "", "a")+rp(`i="1"`, "", " ")))},
		{Name: "one long text", Build: inParagraph(t, growth.Within("<a:r><a:t>", growth.Repeat("word "), "</a:t></a:r>"))},
		{Name: "lines", Build: inParagraph(t, growth.Repeat(r("a")+"<a:br/>"))},
		{Name: "fields", Build: inParagraph(t, growth.Repeat(`<a:fld type="datetime"><a:t>1</a:t></a:fld>`))},
		{Name: "blank runs", Build: inParagraph(t, growth.Repeat(rp(`b="1"`, "", " ")+rp(`i="1"`, "", " ")))},
		{Name: "formulas", Build: inParagraph(t, growth.Repeat(`<a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m>`))},
		{Name: "nested formulas", To: refused, Build: inParagraph(t, growth.Around("<a14:m>", "<m:oMath/>", "</a14:m>"))},
		{Name: "alternatives", To: refused, Build: inParagraph(t, growth.Around(`<mc:AlternateContent><mc:Choice Requires="a14">`, r("a"), `</mc:Choice></mc:AlternateContent>`))},
		{Name: "numbered items", Build: inBody(t, growth.Repeat(pp("", `<a:buAutoNum type="arabicPeriod"/>`, "a")))},
		{Name: "items of changing level", Build: inBody(t, growth.Repeat(pp(`lvl="8"`, `<a:buAutoNum type="romanLcPeriod"/>`, "a")+pp("", `<a:buChar char="•"/>`, "a")))},
		{Name: "one bullet of a long sign", Build: func(n int) []byte {
			d := deckOf(sp("", "", strings.Repeat(p("a"), n)))
			d.texts = `<a:lvl1pPr><a:buChar char="` + strings.Repeat("☐", n) + `"/></a:lvl1pPr>`
			return d.bytes(t)
		}},
		{Name: "lines of code", Build: inBody(t, growth.Repeat(`<a:p>`+rp("", `<a:latin typeface="Consolas"/>`, "f(x)")+`</a:p><a:p/>`))},
		{Name: "lines of typewriter and prose", Build: inBody(t, growth.Repeat(`<a:p>`+rp("", `<a:latin typeface="Consolas"/>`, "fox")+`</a:p>`+p("a")))},
		{Name: "one long link", Build: func(n int) []byte {
			run := rp("", `<a:hlinkClick r:id="x"/>`, "a") + r("b")
			return deckFile{slides: []slideFile{{
				shapes: sp("", "", "<a:p>"+strings.Repeat(run, n)+"</a:p>"),
				rels:   map[string][2]string{"x": {"hyperlink", "https://a.b/" + strings.Repeat("c", n)}},
			}}}.bytes(t)
		}},
		{Name: "attributes", Build: onSlide(t, growth.Within("<p:sp ", growth.Numbered(` a%d="b"`), "/>"))},
		{Name: "paragraphs of a title", Build: func(n int) []byte { return deckOf(ph("title", strings.Repeat(p("a"), n))).bytes(t) }},
	}, convertGrown)
}

func TestGrowthOfShapes(t *testing.T) {
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "shapes on one spot", Build: onSlide(t, growth.Repeat(box("a", 1, 1, 2, 2)))},
		{Name: "shapes without a place", Build: onSlide(t, growth.Repeat(sp("", "", p("a"))))},
		{Name: "shapes without text", Build: onSlide(t, growth.Repeat(sp("", xfrm(1, 1, 2, 2), "")))},
		{Name: "shapes all over", Build: onSlide(t, scattered)},
		{Name: "one long row", Build: onSlide(t, func(n int) []byte {
			var b strings.Builder
			for i := range n {
				b.WriteString(box("a", 2*i, 0, 1, 1))
			}
			return []byte(b.String())
		})},
		{Name: "a staircase", Build: onSlide(t, staircase)},
		{Name: "groups", Build: onSlide(t, growth.Repeat(group(1, 1, 1, box("a", 1, 1, 2, 2))))},
		{Name: "nested groups", To: refused, Build: onSlide(t, growth.Around(`<p:grpSp>`, box("a", 1, 1, 2, 2), "</p:grpSp>"))},
		{Name: "deep groups, often", Build: onSlide(t, growth.Repeat(strings.Repeat(`<p:grpSp>`, 100)+box("a", 1, 1, 2, 2)+strings.Repeat("</p:grpSp>", 100)))},
		{Name: "titles", Build: onSlide(t, growth.Repeat(ph("title", p("a"))))},
		{Name: "footers", Build: onSlide(t, growth.Repeat(ph("ftr", p("a"))))},
		{Name: "rows", Build: inTable(t, growth.Repeat(tr(tc("", "a"), tc("", "b"))))},
		{Name: "cells of one row", Build: inTable(t, growth.Within("<a:tr>", growth.Repeat(tc("", "a")), "</a:tr>"))},
		{Name: "cells merged down", Build: inTable(t, growth.Repeat(tr(tc(`rowSpan="999999"`, "a"))+tr(tc(`vMerge="1"`, ""))))},
		{Name: "one cell merged down", Build: inTable(t, growth.Within(tr(tc(`rowSpan="999999" gridSpan="2"`, "a"), tc(`hMerge="1"`, "")), growth.Repeat(tr(tc(`vMerge="1"`, ""), tc(`vMerge="1" rowSpan="99999"`, ""))), ""))},
		{Name: "a wide row and short ones", Build: inTable(t, func(n int) []byte {
			return []byte("<a:tr>" + strings.Repeat(tc("", "a"), n) + "</a:tr>" + strings.Repeat(tr(tc("", "a")), n))
		})},
		{Name: "paragraphs of a cell", Build: inTable(t, growth.Within(`<a:tr><a:tc><a:txBody>`, growth.Repeat(p("a")), `</a:txBody></a:tc></a:tr>`))},
	}, convertGrown)
}

// relatedParts builds slides that refer n times to one part with n units.
func relatedParts(t *testing.T, kind, reference, open, unit, end string) func(n int) []byte {
	return func(n int) []byte {
		rels := map[string][2]string{}
		var shapes strings.Builder
		for i := range n {
			id := fmt.Sprintf("x%d", i)
			rels[id] = [2]string{kind, "../part.xml"}
			shapes.WriteString(graphic("", strings.ReplaceAll(reference, "%s", id)))
		}
		return deckFile{
			slides: []slideFile{{shapes: shapes.String(), rels: rels}},
			parts:  map[string]string{"ppt/part.xml": open + strings.Repeat(unit, n) + end},
		}.bytes(t)
	}
}

// deckOfMany builds presentations with n slides, up to the number of files that an archive may contain.
func deckOfMany(t *testing.T, make func(d *deckFile, n int), slide func(i int) slideFile) func(n int) []byte {
	return func(n int) []byte {
		var d deckFile
		for i := range n {
			d.slides = append(d.slides, slide(i))
		}
		make(&d, n)
		return d.bytes(t)
	}
}

// manySlides is how many slides an archive can contain, each with its relationships.
const manySlides = 4000

func TestGrowthOfParts(t *testing.T) {
	one := func(int) slideFile { return slideFile{shapes: ph("body", p("a"))} }
	dataModel := `<dgm:dataModel ` + declare + `>`
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "slides", To: manySlides, Build: deckOfMany(t, func(*deckFile, int) {}, one)},
		{Name: "slides of one layout", To: manySlides, Build: deckOfMany(t, func(d *deckFile, n int) {
			d.layout = strings.Repeat(box("fixed", 0, 0, 1, 1), n) + string(growth.Numbered(`<p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="%d"/></p:nvPr></p:nvSpPr></p:sp>`)(n))
		}, one)},
		{Name: "one slide, listed often", Build: func(n int) []byte {
			d := deckOf(strings.Repeat(box("a", 0, 0, 1, 1), n))
			d.parts = map[string]string{"ppt/presentation.xml": `<p:presentation ` + declare + `><p:sldIdLst>` + strings.Repeat(`<p:sldId r:id="rId1"/>`, n) + `</p:sldIdLst></p:presentation>`}
			return d.bytes(t)
		}},
		{Name: "notes of one part", To: manySlides, Build: deckOfMany(t, func(d *deckFile, n int) {
			d.parts = map[string]string{"ppt/shared.xml": `<p:notes ` + declare + `>` + tree(sp("", "", strings.Repeat(p("a"), n))) + `</p:notes>`}
		}, func(int) slideFile {
			return slideFile{rels: map[string][2]string{"n": {"notesSlide", "../shared.xml"}}}
		})},
		{Name: "notes", Build: func(n int) []byte {
			return deckFile{slides: []slideFile{{notes: ph("body", strings.Repeat(p("a"), n))}}}.bytes(t)
		}},
		{Name: "charts of one part", Build: relatedParts(t, "chart", `<c:chart r:id="%s"/>`,
			`<c:chartSpace `+declare+`><c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:strLit>`, `<c:pt idx="0"><c:v>a</c:v></c:pt>`, `</c:strLit></c:cat></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`)},
		{Name: "diagrams of one part", Build: relatedParts(t, "diagramData", `<dgm:relIds r:dm="%s"/>`, dataModel, `<a:p><a:r><a:t>a</a:t></a:r></a:p>`, `</dgm:dataModel>`)},
		{Name: "a chain in a diagram", Build: diagramOf(t, `<dgm:pt modelId="%d"><a:p><a:r><a:t>a</a:t></a:r></a:p></dgm:pt>`, func(i int) string {
			return fmt.Sprintf(`<dgm:cxn srcId="%d" destId="%d"/>`, i, i+1)
		})},
		{Name: "a star in a diagram", Build: diagramOf(t, `<dgm:pt modelId="%d"><a:p><a:r><a:t>a</a:t></a:r></a:p></dgm:pt>`, func(i int) string {
			return fmt.Sprintf(`<dgm:cxn srcId="0" destId="%d" srcOrd="%d"/>`, i, -i)
		})},
		{Name: "points of one id", Build: diagramOf(t, `<dgm:pt modelId="x"><a:p><a:r><a:t>a</a:t></a:r></a:p></dgm:pt>`, func(int) string {
			return `<dgm:cxn srcId="x" destId="x"/>`
		})},
		{Name: "pictures of one part", Build: relatedParts(t, "image", `<p:pic><p:blipFill><a:blip r:embed="%s"/></p:blipFill></p:pic>`, "BM", "aaaa", "")},
	}, convertGrown)
}

// diagramOf builds slides with a diagram of n points and n connections.
func diagramOf(t *testing.T, point string, connection func(i int) string) func(n int) []byte {
	return func(n int) []byte {
		var connections strings.Builder
		for i := range n {
			connections.WriteString(connection(i))
		}
		return deckFile{
			slides: []slideFile{{shapes: graphic("", `<dgm:relIds r:dm="d"/>`), rels: map[string][2]string{"d": {"diagramData", "../d.xml"}}}},
			parts:  map[string]string{"ppt/d.xml": `<dgm:dataModel ` + declare + `>` + string(growth.Numbered(point)(n)) + connections.String() + `</dgm:dataModel>`},
		}.bytes(t)
	}
}
