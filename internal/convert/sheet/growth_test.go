package sheet_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
	"quire/internal/convert/sheet"
	"quire/internal/growth"
)

// written renders a page as a conversion does.
func written(p page.Page) error {
	page.Markdown(p)
	return nil
}

// settled fails the test for an error that is not the document's own fault.
func settled(t *testing.T, err error) {
	t.Helper()
	if err != nil && page.ReasonOf(err) == "" {
		t.Fatal(err)
	}
}

func TestGrowthOfDelimitedText(t *testing.T) {
	wide := func(n int) string { return strings.Repeat("a,", n) }
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "rows", Build: growth.Repeat("a,b,c\n")},
		{Name: "columns", Build: growth.Repeat("a,")},
		// A table has as many cells as its widest row times its rows, up to the number of cells that are read.
		{Name: "columns and rows of one cell", From: 1 << 12, Build: func(n int) []byte { return []byte(wide(n) + "\n" + strings.Repeat("b\n", n)) }},
		{Name: "rows of growing width", Build: growth.Growing("a,", "\n")},
		{Name: "tables side by side", Build: func(n int) []byte { return []byte(strings.Repeat(strings.Repeat("a,b,,", n)+"\n", 4)) }},
		{Name: "columns behind a long name", Build: func(n int) []byte { return []byte(strings.Repeat("b", n) + "," + wide(n) + "\n") }},
		{Name: "rows below a long header", Build: func(n int) []byte { return []byte(strings.Repeat("b", n) + ",c\n" + strings.Repeat("1,2\n", n)) }},
		{Name: "single cells", Build: growth.Repeat("a\n")},
		{Name: "single cells and tables", Build: growth.Repeat("a\nb,c\nd,e\n,\n")},
		{Name: "one long cell", Build: growth.Repeat("word ")},
		{Name: "a long quoted cell", Build: growth.Within(`"`, growth.Repeat("a\n"), `"`)},
		{Name: "quotes", Build: growth.Repeat(`"`)},
		{Name: "quotes without an end", Build: growth.Repeat("\"a\n")},
		{Name: "quotes that end late", Build: growth.Repeat(`"a"b,`)},
		{Name: "doubled quotes", Build: growth.Repeat(`""`)},
		{Name: "spaces before quotes", Build: growth.Growing(" ", `"`)},
		{Name: "spaces behind quotes", Build: growth.Growing(" ", `"a",`)},
		{Name: "blank lines", Build: growth.Repeat("\n")},
		{Name: "lines of delimiters", Build: growth.Repeat(",,,;;;|||\t\t\t\n")},
		{Name: "blank rows between tables", Build: growth.Repeat("a,b\n1,2\n,\n")},
		{Name: "marks of Markdown", Build: growth.Repeat("*a*|_b_,[c](d)\n")},
		{Name: "lines in cells", Build: growth.Repeat("\"a\nb\nc\",d\n")},
		{Name: "numbers", Build: growth.Numbered("%d,1.5\n")},
	}, convertedCSV)
}

func convertedCSV(t *testing.T, input []byte) {
	t.Helper()
	settled(t, sheet.ConvertCSV(t.Context(), bytes.NewReader(input), int64(len(input)), sheet.CSVOptions{}, written))
}

func TestGrowthOfComposedDelimitedText(t *testing.T) {
	growth.Compose(t, []string{",", ";", "\t", "|", `"`, `""`, "a", " ", "  ", "\n", "\r\n", "1.5", "-", "sep=;", "2026-01-01", "\u00a0", "*", "<br>", "\x00"}, 0,
		func(drawn []byte) []byte { return drawn }, convertedCSV)
}

// workbookOf packs the parts of a workbook of one sheet; parts named in contents are added, or take their place.
func workbookOf(t *testing.T, contents map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"_rels/.rels":                `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/><Relationship Id="r2" Type="x/styles" Target="st.xml"/><Relationship Id="r3" Type="x/sharedStrings" Target="ss.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
		"xl/s.xml":                   `<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>`,
	}
	for name, content := range contents {
		all[name] = content
	}
	return opctest.Pack(t, all)
}

func letters(column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}

func TestGrowthOfWorkbooks(t *testing.T) {
	const cell = `<c t="inlineStr"><is><t>a</t></is></c>`
	of := func(part string, build func(n int) string) func(n int) []byte {
		return func(n int) []byte { return workbookOf(t, map[string]string{part: build(n)}) }
	}
	sheetOf := func(build func(n int) string) func(n int) []byte {
		return of("xl/s.xml", func(n int) string { return "<worksheet>" + build(n) + "</worksheet>" })
	}
	rowsOf := func(unit string) func(n int) []byte {
		return sheetOf(func(n int) string { return "<sheetData>" + strings.Repeat(unit, n) + "</sheetData>" })
	}
	filled := "<sheetData>" + strings.Repeat("<row>"+strings.Repeat(cell, 60)+"</row>", 60) + "</sheetData>"
	each := func(n int, unit func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(unit(i))
		}
		return b.String()
	}
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "rows", Build: rowsOf("<row>" + cell + cell + "</row>")},
		{Name: "empty rows", Build: rowsOf("<row/>")},
		{Name: "hidden rows", Build: rowsOf(`<row hidden="1">` + cell + "</row>")},
		{Name: "cells of one row", Build: sheetOf(func(n int) string { return "<sheetData><row>" + strings.Repeat(cell, n) + "</row></sheetData>" })},
		{Name: "rows with a cell far out", Build: rowsOf(`<row><c r="XFD1"><v>1</v></c></row>`)},
		{Name: "tables side by side", Build: sheetOf(func(n int) string {
			return "<sheetData>" + strings.Repeat("<row>"+strings.Repeat(cell+cell+"<c/>", min(n, 5000))+"</row>", 4) + "</sheetData>"
		})},
		{Name: "nested elements", Build: sheetOf(func(n int) string {
			return "<sheetData><row><c>" + strings.Repeat("<is>", n) + strings.Repeat("</is>", n) + "</c></row></sheetData>"
		})},
		{Name: "text in many runs", Build: sheetOf(func(n int) string {
			return `<sheetData><row><c t="inlineStr"><is>` + strings.Repeat("<r><t>a</t></r>", n) + "</is></c></row></sheetData>"
		})},
		{Name: "entities", Build: rowsOf(`<row><c t="inlineStr"><is><t>&amp;&#65;&lt;_x0041_</t></is></c></row>`)},
		{Name: "merged cells in a row", Build: sheetOf(func(n int) string {
			return filled + "<mergeCells>" + each(n, func(i int) string { return fmt.Sprintf(`<mergeCell ref="%s1:%s9"/>`, letters(i), letters(i+3)) }) + "</mergeCells>"
		})},
		{Name: "merged cells over everything", Build: sheetOf(func(n int) string {
			return filled + "<mergeCells>" + each(n, func(i int) string { return fmt.Sprintf(`<mergeCell ref="A%d:XFD1048576"/>`, i+1) }) + "</mergeCells>"
		})},
		{Name: "merged cells in stairs", Build: sheetOf(func(n int) string {
			side := min(n, 3000)
			return "<sheetData>" + each(n, func(i int) string { return `<row><c t="str"><v>a</v></c></row>` }) + "</sheetData><mergeCells>" +
				each(n, func(i int) string {
					return fmt.Sprintf(`<mergeCell ref="%s%d:XFD1048576"/>`, letters(max(side-i, 0)), i+1)
				}) + "</mergeCells>"
		})},
		{Name: "merged cells over blank rows", Build: sheetOf(func(n int) string {
			return "<sheetData>" + each(n, func(i int) string { return fmt.Sprintf(`<row r="%d"><c><v>1</v></c></row>`, 3*i+1) }) + "</sheetData><mergeCells>" +
				each(n, func(i int) string { return fmt.Sprintf(`<mergeCell ref="A%d:A1048576"/>`, i+1) }) + "</mergeCells>"
		})},
		{Name: "hidden columns", Build: sheetOf(func(n int) string {
			return "<cols>" + strings.Repeat(`<col min="1" max="16384" hidden="1"/>`, n) + "</cols>" + filled
		})},
		{Name: "links", Build: sheetOf(func(n int) string {
			return filled + "<hyperlinks>" + strings.Repeat(`<hyperlink ref="A1:XFD1048576" r:id="r1"/>`, n) + "</hyperlinks>"
		})},
		{Name: "shared strings", Build: of("xl/ss.xml", func(n int) string { return "<sst>" + strings.Repeat("<si><t>a</t></si>", n) + "</sst>" })},
		{Name: "one long shared string for many cells", Build: func(n int) []byte {
			return workbookOf(t, map[string]string{
				"xl/ss.xml": "<sst><si><t>" + strings.Repeat("a ", n) + "</t></si></sst>",
				"xl/s.xml":  "<worksheet><sheetData>" + strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, min(n, 64)) + "</sheetData></worksheet>",
			})
		}},
		{Name: "phonetic readings", Build: of("xl/ss.xml", func(n int) string {
			return "<sst><si>" + strings.Repeat("<rPh>", n) + strings.Repeat("</rPh>", n) + "</si></sst>"
		})},
		{Name: "styles", Build: of("xl/st.xml", func(n int) string {
			return "<styleSheet><cellXfs>" + strings.Repeat(`<xf numFmtId="9"/>`, n) + "</cellXfs></styleSheet>"
		})},
		{Name: "formats", Build: of("xl/st.xml", func(n int) string {
			return "<styleSheet><numFmts>" + each(n, func(i int) string { return fmt.Sprintf(`<numFmt numFmtId="%d" formatCode="0.00;[Red]@"/>`, 200+i) }) + "</numFmts><cellXfs>" +
				each(n, func(i int) string { return fmt.Sprintf(`<xf numFmtId="%d"/>`, 200+i) }) + "</cellXfs></styleSheet>"
		})},
		{Name: "one long format for many cells", Build: func(n int) []byte {
			return workbookOf(t, map[string]string{
				"xl/st.xml": `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="` + strings.Repeat("0#,?", n) + `"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
				"xl/s.xml":  "<worksheet><sheetData>" + strings.Repeat(`<row><c s="0"><v>1</v></c></row>`, n) + "</sheetData></worksheet>",
			})
		}},
		{Name: "sheets of one part", Build: func(n int) []byte {
			return workbookOf(t, map[string]string{
				"xl/workbook.xml": `<workbook xmlns:r="r"><sheets>` + strings.Repeat(`<sheet name="A" r:id="r1"/>`, n) + "</sheets></workbook>",
				"xl/s.xml":        "<worksheet><sheetData>" + strings.Repeat("<row>"+cell+"</row>", n) + "</sheetData></worksheet>",
			})
		}},
		{Name: "relations", Build: of("xl/_rels/s.xml.rels", func(n int) string {
			return "<Relationships>" + each(n, func(i int) string {
				return fmt.Sprintf(`<Relationship Id="r%d" Type="x/drawing" Target="d.xml"/>`, i)
			}) + "</Relationships>"
		})},
		{Name: "drawings of one part", Build: func(n int) []byte {
			return workbookOf(t, map[string]string{
				"xl/_rels/s.xml.rels": "<Relationships>" + each(n, func(i int) string {
					return fmt.Sprintf(`<Relationship Id="r%d" Type="x/drawing" Target="d.xml"/>`, i)
				}) + "</Relationships>",
				"xl/d.xml": "<d>" + strings.Repeat("<p><t>a</t></p>", n) + "</d>",
			})
		}},
		{Name: "attributes", Build: sheetOf(func(n int) string { return "<sheetData><row" + strings.Repeat(` a="b"`, n) + "/></sheetData>" })},
		{Name: "files in the archive", Build: func(n int) []byte {
			contents := map[string]string{}
			for i := range n {
				contents[fmt.Sprintf("a/%d", i)] = ""
			}
			return workbookOf(t, contents)
		}},
	}, func(t *testing.T, input []byte) {
		t.Helper()
		_, err := sheet.Convert(t.Context(), bytes.NewReader(input), int64(len(input)), sheet.Options{}, written)
		settled(t, err)
	})
}
