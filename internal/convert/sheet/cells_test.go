package sheet_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
)

func TestHiddenRowsAndColumnsAreOmittedWithANote(t *testing.T) {
	t.Parallel()
	pages, err := convert(t.Context(), book(t, func(f *excelize.File) error {
		return errors.Join(rows(f, "Sheet1", []any{"a", "secret", "b"}, []any{1, 2, 3}, []any{4, 5, 6}),
			f.SetColVisible("Sheet1", "B", false), f.SetRowVisible("Sheet1", 2, false))
	}))
	require.NoError(t, err)
	require.Equal(t, "| a | b |\n| --- | --- |\n| 4 | 6 |", page.Markdown(pages[0]))
	require.Equal(t, []string{"Sheet1: hidden rows left out: 1", "Sheet1: hidden columns left out: 1"}, pages[0].Notes)
}

func TestCellsShowTheirValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fill func(f *excelize.File) error
		want string
	}{
		"a formula nobody calculated": {func(f *excelize.File) error {
			return errors.Join(rows(f, "Sheet1", []any{"a", "b"}, []any{1, nil}), f.SetCellFormula("Sheet1", "B2", "A2*2"))
		}, "| a | b |\n| --- | --- |\n| 1 | =A2*2 |"},
		"a link": {func(f *excelize.File) error {
			return errors.Join(rows(f, "Sheet1", []any{"a", "b"}, []any{"x", "y"}), f.SetCellHyperLink("Sheet1", "B2", "https://a.b/c", "External"))
		}, "| a | b |\n| --- | --- |\n| x | [y](https://a.b/c) |"},
		"days since 1904": {func(f *excelize.File) error {
			style, err := f.NewStyle(&excelize.Style{NumFmt: 14})
			yes := true
			return errors.Join(err, f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes}),
				rows(f, "Sheet1", []any{"a", "b"}, []any{"x", 43538}), f.SetCellStyle("Sheet1", "B2", "B2", style))
		}, "| a | b |\n| --- | --- |\n| x | 2023-03-15 |"},
		"money in millions": {func(f *excelize.File) error {
			code := `#,##0.0,,"M";(#,##0.0,,"M");"-"`
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
			return errors.Join(err, rows(f, "Sheet1", []any{"a", "b"}, []any{1234567890, -5000000}, []any{0, 1}), f.SetCellStyle("Sheet1", "A2", "B3", style))
		}, "| a | b |\n| --- | --- |\n| 1,234.6M | (5.0M) |\n| - | 0.0M |"},
		"text in a shape": {func(f *excelize.File) error {
			return errors.Join(rows(f, "Sheet1", []any{"a"}), f.AddShape("Sheet1", &excelize.Shape{Cell: "C3", Type: "rect", Paragraph: []excelize.RichTextRun{{Text: "Mind the gap"}}}))
		}, "a\n\nMind the gap"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.fill))
		})
	}
}

func TestWorkbooksFromOtherProgramsAreRead(t *testing.T) {
	t.Parallel()
	data := opctest.Pack(t, map[string]string{
		"_rels/.rels":              `<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/book/main.xml"/></Relationships>`,
		"book/_rels/main.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/><Relationship Id="r2" Type="x/styles" Target="st.xml"/></Relationships>`,
		"book/main.xml":            `<x:workbook xmlns:r="r"><x:sheets><x:sheet name="Odd" r:id="r1"/><x:sheet name="Chart" r:id="r9"/></x:sheets></x:workbook>`,
		"book/st.xml":              `<styleSheet><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="15"/></cellXfs></styleSheet>`,
		"book/s.xml": `<worksheet><sheetData><row><c t="inlineStr"><is><r><t>a_x000D_</t></r><r><t>b</t></r><rPh><t>no</t></rPh></is></c><c t="str"><f>X</f><v>c</v></c></row>` +
			`<row><c t="d" s="1"><v>2023-03-15T00:00:00</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c><c t="s"><v>7</v></c></row></sheetData></worksheet>`,
	})
	pages, err := convert(t.Context(), data)
	require.NoError(t, err)
	require.Len(t, pages, 2)
	require.Equal(t, "# Odd\n\n| ab | c |  |\n| --- | --- | --- |\n| 15-Mar-23 | #N/A | TRUE |", page.Markdown(pages[0]))
	require.Equal(t, "# Chart", page.Markdown(pages[1]))
}

func FuzzConvert(f *testing.F) {
	f.Add(`<row r="2" hidden="1"><c r="B2" t="s" s="1"><v>0</v></c></row><row><c><f>A1</f></c><c t="b"><v>1</v></c></row>`, `<cols><col min="1" max="2" hidden="1"/></cols>`, `<mergeCell ref="A1:C3"/>`, `<si><t>x</t></si>`, "0.00;[Red]@")
	f.Add(`</c></row><c><v>1</v></c><row></c><c><row><v>1</v></c></row>`, "", "", "", "")
	f.Add(`<row r="1048576"><c r="XFD9" s="1"><v>45000.5</v></c></row>`, "", `<mergeCell ref="B2:A1"/><hyperlink ref="A1" r:id="r1"/>`, "", "yyyy-mm-dd")
	f.Fuzz(func(t *testing.T, rows, before, behind, shared, code string) {
		var format bytes.Buffer
		require.NoError(t, xml.EscapeText(&format, []byte(code)))
		pages, err := convert(t.Context(), opctest.Pack(t, map[string]string{
			"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="Odd" r:id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/><Relationship Id="r2" Type="x/styles" Target="st.xml"/><Relationship Id="r3" Type="x/sharedStrings" Target="ss.xml"/></Relationships>`,
			"xl/st.xml":                  `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="` + format.String() + `"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs></styleSheet>`,
			"xl/ss.xml":                  `<sst>` + shared + `</sst>`,
			"xl/s.xml":                   `<worksheet>` + before + `<sheetData>` + rows + `</sheetData>` + behind + `</worksheet>`,
		}))
		if err != nil {
			require.NotEmpty(t, page.ReasonOf(err), "%v", err)
		}
		for i := range pages {
			page.Markdown(pages[i])
		}
	})
}
