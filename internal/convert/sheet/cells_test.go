package sheet_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"quire/internal/convert/page"
)

func TestHiddenRowsAndColumnsAreLeftOutAndNoted(t *testing.T) {
	t.Parallel()
	pages, err := convert(t.Context(), book(t, func(f *excelize.File) error {
		return errors.Join(rows(f, "Sheet1", []any{"a", "secret", "b"}, []any{1, 2, 3}, []any{4, 5, 6}),
			f.SetColVisible("Sheet1", "B", false), f.SetRowVisible("Sheet1", 2, false))
	}))
	require.NoError(t, err)
	require.Equal(t, "| a | b |\n| --- | --- |\n| 4 | 6 |", page.Markdown(pages[0]))
	require.Equal(t, []string{"Sheet1: hidden rows left out: 1", "Sheet1: hidden columns left out: 1"}, pages[0].Notes)
}

func TestCellsSayWhatTheyHold(t *testing.T) {
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

func TestWorkbooksOfOtherProgramsAreRead(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range map[string]string{
		"_rels/.rels":              `<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/book/main.xml"/></Relationships>`,
		"book/_rels/main.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/><Relationship Id="r2" Type="x/styles" Target="st.xml"/></Relationships>`,
		"book/main.xml":            `<x:workbook xmlns:r="r"><x:sheets><x:sheet name="Odd" r:id="r1"/><x:sheet name="Chart" r:id="r9"/></x:sheets></x:workbook>`,
		"book/st.xml":              `<styleSheet><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="15"/></cellXfs></styleSheet>`,
		"book/s.xml": `<worksheet><sheetData><row><c t="inlineStr"><is><r><t>a_x000D_</t></r><r><t>b</t></r><rPh><t>no</t></rPh></is></c><c t="str"><f>X</f><v>c</v></c></row>` +
			`<row><c t="d" s="1"><v>2023-03-15T00:00:00</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c><c t="s"><v>7</v></c></row></sheetData></worksheet>`,
	} {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(w, content)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	pages, err := convert(t.Context(), b.Bytes())
	require.NoError(t, err)
	require.Len(t, pages, 2)
	require.Equal(t, "# Odd\n\n| ab | c |  |\n| --- | --- | --- |\n| 15-Mar-23 | #N/A | TRUE |", page.Markdown(pages[0]))
	require.Equal(t, "# Chart", page.Markdown(pages[1]))
}
