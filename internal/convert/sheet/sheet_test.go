package sheet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"quire/internal/convert/archive"
	"quire/internal/convert/page"
	"quire/internal/convert/sheet"
)

// book writes a workbook; fill receives it with one sheet, "Sheet1".
func book(t testing.TB, fill func(f *excelize.File) error) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	require.NoError(t, fill(f))
	var b bytes.Buffer
	require.NoError(t, f.Write(&b))
	return b.Bytes()
}

// rows fills a sheet from A1 onwards; nil leaves a row blank.
func rows(f *excelize.File, name string, rows ...[]any) error {
	for i, r := range rows {
		if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &r); err != nil {
			return err
		}
	}
	return nil
}

func convert(ctx context.Context, data []byte) ([]page.Page, error) {
	var pages []page.Page
	n, err := sheet.Convert(ctx, bytes.NewReader(data), int64(len(data)), sheet.Options{}, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	if err == nil && n != len(pages) {
		return nil, fmt.Errorf("%d pages emitted, %d reported", len(pages), n)
	}
	return pages, err
}

func markdown(t *testing.T, fill func(f *excelize.File) error) string {
	t.Helper()
	pages, err := convert(t.Context(), book(t, fill))
	require.NoError(t, err)
	require.Len(t, pages, 1)
	return page.Markdown(pages[0])
}

func TestValuesAreAsDisplayed(t *testing.T) {
	t.Parallel()
	got := markdown(t, func(f *excelize.File) error {
		percent, err := f.NewStyle(&excelize.Style{NumFmt: 10})
		if err != nil {
			return err
		}
		date := "yyyy-mm-dd"
		day, err := f.NewStyle(&excelize.Style{CustomNumFmt: &date})
		if err != nil {
			return err
		}
		return errors.Join(
			rows(f, "Sheet1", []any{"Share", "Day", "Sum", "Flag"}, []any{0.256, 45000, nil, true}),
			f.SetCellStyle("Sheet1", "A2", "A2", percent), f.SetCellStyle("Sheet1", "B2", "B2", day),
			f.SetCellFormula("Sheet1", "C2", "1+1"), f.SetCellValue("Sheet1", "C2", 2))
	})
	require.Equal(t, "| Share | Day | Sum | Flag |\n| --- | --- | --- | --- |\n| 25.60% | 2023-03-15 | 2 | TRUE |", got)
}

func TestSheetsBecomePagesWithTheHiddenOnesLast(t *testing.T) {
	t.Parallel()
	pages, err := convert(t.Context(), book(t, func(f *excelize.File) error {
		_, err1 := f.NewSheet("Secret")
		_, err2 := f.NewSheet("Costs & more")
		_, err3 := f.NewSheet("Blank")
		return errors.Join(err1, err2, err3, f.SetSheetVisible("Blank", false), rows(f, "Sheet1", []any{"a", "b"}, []any{1, 2}), rows(f, "Secret", []any{"no"}), rows(f, "Costs & more", []any{"c"}), f.SetSheetVisible("Secret", false))
	}))
	require.NoError(t, err)
	require.Len(t, pages, 3)
	require.Equal(t, "# Sheet1\n\n| a | b |\n| --- | --- |\n| 1 | 2 |", page.Markdown(pages[0]))
	require.Equal(t, "# Costs & more\n\nc", page.Markdown(pages[1]))
	require.Equal(t, "# Secret\n\n*This sheet is hidden in the workbook.*\n\nno", page.Markdown(pages[2]))
	require.Equal(t, []string{"hidden sheet"}, pages[2].Notes)
	require.Equal(t, 3, pages[2].Number)
}

func TestTablesAndTitlesAreDistinguished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fill func(f *excelize.File) error
		want string
	}{
		"a title above a table": {func(f *excelize.File) error {
			return rows(f, "Sheet1", []any{"Sales 2031"}, []any{"Item", "Sum"}, []any{"a|b", 1})
		}, "Sales 2031\n\n| Item | Sum |\n| --- | --- |\n| a\\|b | 1 |"},
		"tables separated by a blank row": {func(f *excelize.File) error {
			return rows(f, "Sheet1", []any{"a", "b"}, []any{1, 2}, nil, []any{"c", "d"}, []any{3, 4})
		}, "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n| c | d |\n| --- | --- |\n| 3 | 4 |"},
		"tables side by side": {func(f *excelize.File) error {
			return rows(f, "Sheet1", []any{"a", "b", nil, "c", "d"}, []any{1, 2, nil, 5, 6}, []any{3, 4, nil, 7, 8})
		}, "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n\n| c | d |\n| --- | --- |\n| 5 | 6 |\n| 7 | 8 |"},
		"blank columns are dropped": {func(f *excelize.File) error {
			return rows(f, "Sheet1", []any{nil, "a", nil, "b"}, []any{nil, 1, nil, 2})
		}, "| a | b |\n| --- | --- |\n| 1 | 2 |"},
		"merged cells": {func(f *excelize.File) error {
			return errors.Join(rows(f, "Sheet1", []any{"Region", "Sales", nil}, []any{nil, "Q1", "Q2"}, []any{"North", 1, 2}),
				f.MergeCell("Sheet1", "A1", "A2"), f.MergeCell("Sheet1", "B1", "C1"))
		}, "<table>\n<tr><th rowspan=\"2\">Region</th><th colspan=\"2\">Sales</th></tr>\n<tr><th>Q1</th><th>Q2</th></tr>\n<tr><td>North</td><td>1</td><td>2</td></tr>\n</table>"},
		"a list of single cells": {func(f *excelize.File) error {
			return rows(f, "Sheet1", []any{"Name"}, []any{"a"}, []any{"b"}, []any{"c"})
		}, "| Name |\n| --- |\n| a |\n| b |\n| c |"},
		"lines in a cell": {func(f *excelize.File) error {
			return rows(f, "Sheet1", []any{"a", "b"}, []any{"x\ny", "z"})
		}, "| a | b |\n| --- | --- |\n| x<br>y | z |"},
		"nothing": {func(*excelize.File) error { return nil }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.fill))
		})
	}
}

func TestLongAndWideTablesRepeatTheirHeader(t *testing.T) {
	t.Parallel()
	pages, err := convert(t.Context(), book(t, func(f *excelize.File) error {
		for r := range 250 {
			cells := make([]any, 120)
			for c := range cells {
				if cells[c] = r*1000 + c; r == 0 {
					cells[c] = fmt.Sprintf("h%d", c)
				}
			}
			if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", r+1), &cells); err != nil {
				return err
			}
		}
		return nil
	}))
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, b := range pages[0].Blocks {
		require.LessOrEqual(t, b.Table.Columns, 50)
		require.LessOrEqual(t, len(b.Table.Rows), 201)
		require.Equal(t, 1, b.Table.HeaderRows)
		require.Equal(t, "h0", b.Table.Rows[0].Cells[0].Text())
		for _, r := range b.Table.Rows {
			for _, c := range r.Cells {
				seen[c.Text()] = true
			}
		}
	}
	require.Len(t, seen, 250*120, "no cell is lost")
}

func TestHostileWorkbooksAreRejected(t *testing.T) {
	t.Parallel()
	good := book(t, func(f *excelize.File) error { return rows(f, "Sheet1", []any{"a"}) })
	bomb := book(t, func(f *excelize.File) error { return f.SetCellStr("Sheet1", "A1", strings.Repeat("a", 32000)) })
	for name, c := range map[string]struct {
		data   []byte
		limits archive.Limits
		want   page.Reason
	}{
		"not an archive": {data: []byte("a,b"), want: page.Corrupt},
		"truncated":      {data: good[:len(good)-200], want: page.Corrupt},
		"locked":         {data: append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"...), want: page.PasswordProtected},
		"many entries":   {data: bomb, limits: archive.Limits{Entries: 3}, want: page.TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := sheet.Convert(t.Context(), bytes.NewReader(c.data), int64(len(c.data)), sheet.Options{Limits: c.limits}, func(page.Page) error { return nil })
			require.Equal(t, c.want, page.ReasonOf(err), "%v", err)
		})
	}
}

func TestDistantCellsCountTowardsTheLimit(t *testing.T) {
	t.Parallel()
	data := book(t, func(f *excelize.File) error {
		w, err := f.NewStreamWriter("Sheet1")
		if err != nil {
			return err
		}
		for r := range 320 {
			if err := w.SetRow(fmt.Sprintf("XFD%d", r+1), []any{1}); err != nil {
				return err
			}
		}
		return w.Flush()
	})
	_, err := convert(t.Context(), data)
	require.Equal(t, page.TooLarge, page.ReasonOf(err), "%v", err)
}

func TestConversionStopsWithContextOrReceiver(t *testing.T) {
	t.Parallel()
	data := book(t, func(f *excelize.File) error { return rows(f, "Sheet1", []any{"a", "b"}, []any{1, 2}) })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := convert(ctx, data)
	require.ErrorIs(t, err, context.Canceled)
	full := errors.New("full")
	_, err = sheet.Convert(t.Context(), bytes.NewReader(data), int64(len(data)), sheet.Options{}, func(page.Page) error { return full })
	require.ErrorIs(t, err, full)
}

func TestATableThatTheWorkbookDeclaresBeginsAtItsHeader(t *testing.T) {
	t.Parallel()
	out := markdown(t, func(f *excelize.File) error {
		err := rows(f, "Sheet1", []any{"Moorings"}, []any{"notes of", "the pilots"}, []any{"Quay", "Depth", "Boats"}, []any{"North", "low", "many"},
			[]any{"South", "deep", "few"}, []any{"checked", "in spring"})
		if err != nil {
			return err
		}
		return f.AddTable("Sheet1", &excelize.Table{Range: "A3:C5", Name: "quays"})
	})
	require.Contains(t, out, "| Quay | Depth | Boats |\n| --- | --- | --- |\n| North | low | many |\n| South | deep | few |\n", out)
	require.Contains(t, out, "Moorings")
	require.NotContains(t, out, "| South | deep | few |\n| checked", "what stands below it is no row of it")
}
