package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// ruledRows draws a table whose rows are 20 points high.
func ruledRows(s *sheet, y float64, xs []float64, rows ...[]string) {
	right := xs[len(xs)-1] + 100
	for i := range len(rows) + 1 {
		s.across(y+20*float64(i), xs[0]-5, right)
	}
	for _, x := range append(xs[1:len(xs):len(xs)], xs[0], right+5) {
		s.down(x-5, y, y+20*float64(len(rows)))
	}
	for i, cells := range rows {
		s.row(y+14+20*float64(i), xs, cells...)
	}
}

func TestTableContinuesOverAPageBreak(t *testing.T) {
	t.Parallel()
	head := []string{"Year", "Loans", "Share"}
	first := [][]string{head, {"2019", "4,120", "38%"}, {"2020", "1,977", "21%"}}
	for _, c := range []struct {
		what     string
		top      float64
		xs       []float64
		rest     [][]string
		caption  string
		markdown string
	}{
		{"the header repeats", 100, places[:3], [][]string{head, {"2021", "905", "9%"}, {"2022", "77", "1%"}}, "", "2020 | 1,977 | 21% |\n| 2021 | 905 |"},
		{"the columns agree", 700, places[:3], [][]string{{"2021", "905", "9%"}, {"2022", "77", "1%"}}, "", "2020 | 1,977 | 21% |\n| 2021 | 905 |"},
		{"the page did not cut it", 100, places[:3], [][]string{{"2021", "905", "9%"}, {"2022", "77", "1%"}}, "", ""},
		{"other columns", 700, []float64{60, 150, 380}, [][]string{{"2021", "905", "9%"}, {"2022", "77", "1%"}}, "", ""},
		{"a caption of its own", 700, places[:3], [][]string{{"2021", "905", "9%"}, {"2022", "77", "1%"}}, "Table 2. Later years", ""},
		{"another table with the same header", 700, places[:3], [][]string{head, {"2021", "905", "9%"}, {"2022", "77", "1%"}}, "Table 2. Later years", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			one, two := newSheet(), newSheet()
			two.Number = 2
			ruledRows(one, c.top, places[:3], first...)
			two.text(60, 60, 10, regular, c.caption)
			ruledRows(two, 90, c.xs, c.rest...)
			pages := finish(one.analyze(), two.analyze())
			last := pages[1].Blocks[len(pages[1].Blocks)-1]
			require.NotNil(t, last.Table)
			require.Equal(t, c.markdown != "", last.Continues)
			require.Contains(t, joined(t, pages), c.markdown)
		})
	}
}

func TestTableWithAHeaderOfSeveralRowsIsAnother(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{1, 2} {
		one, two := newSheet(), newSheet()
		two.Number = 2
		ruledRows(one, 700, places[:3], []string{"Year", "Loans", "Share"}, []string{"2020", "1,977", "21%"})
		ruledRows(two, 90, places[:3], []string{"", "Next year", ""}, []string{"Room", "Loans", "Share"}, []string{"Hall", "905", "9%"})
		second := two.analyze()
		second.Blocks[0].Table.HeaderRows = rows
		require.Equal(t, rows == 1, finish(one.analyze(), second)[1].Blocks[0].Continues, "%d rows", rows)
	}
}

func joined(t *testing.T, pages []page.Page) string {
	t.Helper()
	var out strings.Builder
	w := page.NewMarkdownWriter(&out, page.MarkdownOptions{})
	for i := range pages {
		require.NoError(t, w.WritePage(&pages[i]))
	}
	require.NoError(t, w.Close())
	return out.String()
}
