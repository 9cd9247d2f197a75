package sheet_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/sheet"
)

func csvMarkdown(t *testing.T, name, source string) string {
	t.Helper()
	var got page.Page
	err := sheet.ConvertCSV(t.Context(), strings.NewReader(source), int64(len(source)), sheet.CSVOptions{Tabs: filepath.Ext(name) == ".tsv"}, func(p page.Page) error {
		got = p
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 1, got.Number)
	return page.Markdown(got)
}

func TestDelimitedTextBecomesATable(t *testing.T) {
	t.Parallel()
	const want = "| a | b |\n| --- | --- |\n| 1 | x, y |\n| 2 | z |"
	for name, c := range map[string]struct{ file, source, want string }{
		"commas":           {"a.csv", "a,b\n1,\"x, y\"\n2,z\n", want},
		"semicolons":       {"a.csv", "a;b\n1;x, y\n2;z\n", want},
		"bars":             {"a.csv", "a|b\n1|x, y\n2|z\n", want},
		"tabs":             {"a.tsv", "a\tb\r\n1\tx, y\r\n2\tz", want},
		"said so":          {"a.csv", "sep=;\na;b\n1;x, y\n2;z\n", want},
		"utf-16":           {"a.csv", "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x00c\x00", "| a | b |\n| --- | --- |\n| 1 | c |"},
		"windows-1252":     {"a.csv", "a,b\n1,M\xfcnchen", "| a | b |\n| --- | --- |\n| 1 | München |"},
		"quotes and lines": {"a.csv", "a,b\n\"1\n2\",\"say \"\"hi\"\"\"\n", "| a | b |\n| --- | --- |\n| 1<br>2 | say \"hi\" |"},
		"uneven rows":      {"a.csv", "a,b\n1\n2,3,4\n", "| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 2 | 3 | 4 |"},
		"a stray quote":    {"a.csv", "a,b\n1,5\" disk\n2,x", "| a | b |\n| --- | --- |\n| 1 | 5\" disk |\n| 2 | x |"},
		"spaced quotes":    {"a.csv", "a, b\n1, \"x, y\"\n\"2\" , z\n", want},
		"an open quote":    {"a.csv", "a,b\n1,\"x\n2,y\n", "| a | b |\n| --- | --- |\n| 1 | \"x |\n| 2 | y |"},
		"quotes in quotes": {"a.csv", "a,b\n\"\",\"\"\"x\"\"\"\n1,\"5\" disk\"\n", "| a | b |\n| --- | --- |\n|  | \"x\" |\n| 1 | 5\" disk |"},
		"old line ends":    {"a.csv", "a,b\r1,\"x, y\"\r\r2,z", want},
		"decimal commas":   {"a.csv", "Ort;Preis;Menge\nKöln;1,5;2\nBonn;2,25;3\n", "| Ort | Preis | Menge |\n| --- | --- | --- |\n| Köln | 1,5 | 2 |\n| Bonn | 2,25 | 3 |"},
		"one column":       {"a.csv", "Name\nx\ny\nz\n", "| Name |\n| --- |\n| x |\n| y |\n| z |"},
		"a title":          {"a.csv", "Report\n,\na,b\n1,2\n", "Report\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"},
		"nothing":          {"a.csv", "\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, csvMarkdown(t, c.file, c.source))
		})
	}
}

func TestDelimitedTextIsBounded(t *testing.T) {
	t.Parallel()
	emit := func(page.Page) error { return nil }
	err := sheet.ConvertCSV(t.Context(), strings.NewReader(""), 65<<20, sheet.CSVOptions{}, emit)
	require.Equal(t, page.TooLarge, page.ReasonOf(err))
	wide := strings.Repeat(",", 6_000_000)
	err = sheet.ConvertCSV(t.Context(), strings.NewReader(wide), int64(len(wide)), sheet.CSVOptions{}, emit)
	require.Equal(t, page.TooLarge, page.ReasonOf(err))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, sheet.ConvertCSV(ctx, strings.NewReader("a,b"), 3, sheet.CSVOptions{}, emit), context.Canceled)
}

func FuzzConvertCSV(f *testing.F) {
	f.Add("a,b\n\"1\n2\",3\n", "a.csv")
	f.Add("sep=;\na;b", "a.tsv")
	f.Fuzz(func(t *testing.T, source, name string) {
		err := sheet.ConvertCSV(t.Context(), strings.NewReader(source), int64(len(source)), sheet.CSVOptions{Tabs: filepath.Ext(name) == ".tsv"}, func(p page.Page) error {
			page.Markdown(p)
			return nil
		})
		if err != nil {
			require.NotEmpty(t, page.ReasonOf(err), "%v", err)
		}
	})
}
