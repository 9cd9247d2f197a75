package sheet_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/sheet"
	"quire/internal/growth"
)

// openBook returns a flat OpenDocument spreadsheet with the content of office:spreadsheet. The style H hides what uses
// it.
func openBook(content string) []byte {
	return []byte(`<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"` +
		` xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"` +
		` xmlns:xlink="http://www.w3.org/1999/xlink" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>` +
		`<style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>` +
		`<office:body><office:spreadsheet>` + content + `</office:spreadsheet></office:body></office:document>`)
}

// openSheet returns a table with a name.
func openSheet(name string, rows ...string) string {
	return `<table:table table:name="` + name + `">` + strings.Join(rows, "") + `</table:table>`
}

// openRow returns a row with attributes and the given cells.
func openRow(attrs string, cells ...string) string {
	return `<table:table-row ` + attrs + `>` + strings.Join(cells, "") + `</table:table-row>`
}

// openCells returns cells that show texts.
func openCells(texts ...string) string {
	s := ""
	for _, text := range texts {
		s += `<table:table-cell><text:p>` + text + `</text:p></table:table-cell>`
	}
	return s
}

func convertODS(ctx context.Context, data []byte) ([]page.Page, error) {
	var pages []page.Page
	err := sheet.ConvertODS(ctx, bytes.NewReader(data), int64(len(data)), sheet.Options{}, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

func odsPages(t *testing.T, content string) []page.Page {
	t.Helper()
	pages, err := convertODS(t.Context(), openBook(content))
	require.NoError(t, err)
	return pages
}

func TestOpenSheetsAreReadAsTheyAreShown(t *testing.T) {
	t.Parallel()
	head := openRow("", openCells("town", "people"))
	const table = "| town | people |\n| --- | --- |\n"
	for name, c := range map[string]struct{ content, want string }{
		"values as displayed": {openSheet("Sheet1", head, openRow("", openCells("Wexmouth"), `<table:table-cell office:value-type="float" office:value="4120"><text:p>4,120</text:p></table:table-cell>`)), table + "| Wexmouth | 4,120 |"},
		"values that do not say what they show": {openSheet("Sheet1", head, openRow("", openCells("a"), `<table:table-cell office:value-type="float" office:value="7"/>`),
			openRow("", openCells("b"), `<table:table-cell office:value-type="date" office:date-value="2026-11-22"/>`), openRow("", openCells("c"), `<table:table-cell office:boolean-value="true"/>`),
			openRow("", openCells("d"), `<table:table-cell table:formula="of:=[.A1]"/>`)), table + "| a | 7 |\n| b | 2026-11-22 |\n| c | TRUE |\n| d | =[.A1] |"},
		"a name that says something":    {openSheet("Towns", head, openRow("", openCells("a", "1"))), "# Towns\n\n" + table + "| a | 1 |"},
		"lines and links in cells":      {openSheet("Sheet1", head, openRow("", `<table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell><table:table-cell><text:p><text:a xlink:href="https://example.org">1</text:a></text:p></table:table-cell>`)), table + "| a<br>b | [1](https://example.org) |"},
		"tables apart":                  {openSheet("Sheet1", head, openRow("", openCells("a", "1")), openRow(`table:number-rows-repeated="3"`, `<table:table-cell/>`), head, openRow("", openCells("b", "2"))), table + "| a | 1 |\n\n" + table + "| b | 2 |"},
		"repeated rows and cells":       {openSheet("Sheet1", head, openRow(`table:number-rows-repeated="2"`, `<table:table-cell table:number-columns-repeated="2"><text:p>1</text:p></table:table-cell>`)), table + "| 1 | 1 |\n| 1 | 1 |"},
		"repeated emptiness at the end": {openSheet("Sheet1", head, openRow("", openCells("a", "1"), `<table:table-cell table:number-columns-repeated="16382"/>`), openRow(`table:number-rows-repeated="1048574"`, `<table:table-cell table:number-columns-repeated="16384"/>`)), table + "| a | 1 |"},
		"comments":                      {openSheet("Sheet1", head, openRow("", `<table:table-cell><office:annotation><text:p>why?</text:p></office:annotation><text:p>a</text:p></table:table-cell>`, openCells("1"))), table + "| a | 1 |"},
		"shapes":                        {openSheet("Sheet1", `<table:shapes><draw:rect><text:p>Note</text:p></draw:rect></table:shapes>`, head, openRow("", openCells("a", "1"))), table + "| a | 1 |\n\nNote"},
		"merged cells": {
			openSheet("Sheet1", openRow("", openCells("x"), `<table:table-cell table:number-columns-spanned="2"><text:p>y</text:p></table:table-cell><table:covered-table-cell/>`), openRow("", openCells("1", "2", "3")), openRow("", openCells("4", "5", "6"))),
			"<table>\n<tr><th>x</th><th colspan=\"2\">y</th></tr>\n<tr><td>1</td><td>2</td><td>3</td></tr>\n<tr><td>4</td><td>5</td><td>6</td></tr>\n</table>",
		},
		"groups of rows": {openSheet("Sheet1", `<table:table-header-rows>`+head+`</table:table-header-rows><table:table-row-group>`+openRow("", openCells("a", "1"))+`</table:table-row-group>`), table + "| a | 1 |"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := odsPages(t, c.content)
			require.Len(t, pages, 1)
			require.Equal(t, c.want, page.Markdown(pages[0]))
		})
	}
}

func TestHiddenRowsOfOpenSheetsAreLeftOutAndHiddenSheetsComeLast(t *testing.T) {
	t.Parallel()
	hidden := `table:visibility="collapse"`
	pages := odsPages(t, `<table:table table:name="Secret" table:style-name="H">`+openRow("", openCells("x"))+`</table:table>`+
		openSheet("Towns", `<table:table-column/><table:table-column `+hidden+`/>`, openRow("", openCells("town", "key", "people")), openRow(hidden, openCells("b", "c", "2")), openRow("", openCells("a", "k", "1"))))
	require.Len(t, pages, 2)
	require.Equal(t, "# Towns\n\n| town | people |\n| --- | --- |\n| a | 1 |", page.Markdown(pages[0]))
	require.Equal(t, []string{"Towns: hidden rows left out: 1", "Towns: hidden columns left out: 1"}, pages[0].Notes)
	require.Equal(t, "# Secret\n\n*This sheet is hidden in the workbook.*\n\nx", page.Markdown(pages[1]))
}

func TestOpenSheetsAreOnePageEach(t *testing.T) {
	t.Parallel()
	pages := odsPages(t, openSheet("Sheet1", openRow("", openCells("a")))+openSheet("Sheet2", openRow("", openCells("b"))))
	require.Len(t, pages, 2)
	require.Equal(t, "# Sheet1\n\na", page.Markdown(pages[0]))
	require.Equal(t, 2, pages[1].Number)
	require.Len(t, odsPages(t, ""), 1, "a workbook without sheets is an empty page")
	_, err := convertODS(t.Context(), []byte(`<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body><office:text/></office:body></office:document>`))
	require.Equal(t, page.Corrupt, page.ReasonOf(err))
}

func TestRepetitionInOpenSheetsIsCapped(t *testing.T) {
	t.Parallel()
	bomb := openRow(`table:number-rows-repeated="1048576"`, `<table:table-cell table:number-columns-repeated="16384"><text:p>a</text:p></table:table-cell>`)
	pages := odsPages(t, openSheet("Sheet1", bomb))
	require.Less(t, len(pages[0].Text()), 1<<20)
	require.Contains(t, pages[0].Notes, "cells that are repeated too often were left out")
}

func TestGrowthOfOpenSheets(t *testing.T) {
	inSheet := func(build func(n int) []byte) func(n int) []byte {
		return func(n int) []byte { return openBook(openSheet("Sheet1", string(build(n)))) }
	}
	cell := openCells("a")
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "rows", Build: inSheet(growth.Repeat(openRow("", cell, cell)))},
		{Name: "columns", Build: inSheet(growth.Within("<table:table-row>", growth.Repeat(cell), "</table:table-row>"))},
		{Name: "sheets", Build: func(n int) []byte { return openBook(strings.Repeat(openSheet("a", openRow("", cell)), n)) }},
		{Name: "repeated rows", From: 1 << 12, Build: inSheet(growth.Repeat(openRow(`table:number-rows-repeated="99"`, cell, cell)))},
		{Name: "repeated cells", From: 1 << 12, Build: inSheet(growth.Repeat(openRow("", `<table:table-cell table:number-columns-repeated="99"><text:p>a</text:p></table:table-cell>`)))},
		{Name: "rows far apart", Build: inSheet(growth.Repeat(openRow(`table:number-rows-repeated="1000"`) + openRow("", cell, cell)))},
		{Name: "merged cells", Build: inSheet(growth.Repeat(openRow("", `<table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="2"><text:p>a</text:p></table:table-cell>`, cell)))},
		{Name: "hidden columns", Build: inSheet(growth.Repeat(`<table:table-column table:visibility="collapse" table:number-columns-repeated="9999"/>`))},
		{Name: "shapes", Build: inSheet(growth.Within("<table:shapes>", growth.Repeat(`<draw:rect><text:p>a</text:p></draw:rect>`), "</table:shapes>"))},
		{Name: "groups in groups", To: 1 << 15, Build: inSheet(growth.Around("<table:table-row-group>", "", "</table:table-row-group>"))},
	}, func(t *testing.T, input []byte) {
		t.Helper()
		pages, err := convertODS(t.Context(), input)
		settled(t, err)
		for _, p := range pages {
			page.Markdown(p)
		}
	})
}

func FuzzConvertODS(f *testing.F) {
	for _, content := range []string{
		openSheet("a", openRow("", openCells("a", "b"))), openSheet("", openRow(`table:number-rows-repeated="9"`, `<table:table-cell table:number-columns-spanned="2" table:number-columns-repeated="3"><text:p>x</text:p></table:table-cell>`)),
		openSheet("a", `<table:table-column table:visibility="collapse"/>`, openRow("", `<table:table-cell office:value="1"/><table:covered-table-cell/>`)),
	} {
		f.Add([]byte{}, content)
	}
	f.Fuzz(func(t *testing.T, data []byte, content string) {
		for _, in := range [][]byte{data, openBook(content)} {
			pages, err := convertODS(t.Context(), in)
			if err != nil {
				require.NotEmpty(t, page.ReasonOf(err), "%v", err)
			}
			for i := range pages {
				require.Equal(t, i+1, pages[i].Number)
				page.Markdown(pages[i])
			}
		}
	})
}
