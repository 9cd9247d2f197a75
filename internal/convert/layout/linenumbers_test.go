package layout_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// manuscript returns a sheet of lines, with a number in the margin of every line whose number is divisible by step.
func manuscript(lines []string, step int, size float64) *sheet {
	s := newSheet()
	for i, l := range lines {
		y := 100 + 12*float64(i)
		if n := i + 1; n%step == 0 {
			s.text(50-.5*size*float64(len(strconv.Itoa(n))), y, size, regular, strconv.Itoa(n))
		}
		s.text(80, y, 10, regular, l)
	}
	return s
}

func TestNumbersOfLinesAreNotPartOfThem(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*sheet{
		"of every line":         manuscript(prose(20, 80), 1, 10),
		"of every fifth":        manuscript(prose(45, 80), 5, 10),
		"small, before capital": manuscript(strings.Split(strings.Repeat("The reading rooms fill first near the windows of the north.\n", 12)+"End", "\n"), 1, 6),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := s.analyze()
			last := p.Blocks[len(p.Blocks)-1]
			require.Equal(t, page.PageFoot, last.Kind)
			require.Regexp(t, `^(1 2|5) (3 .* )?10 `, last.Text())
			for _, b := range p.Blocks[:len(p.Blocks)-1] {
				require.NotRegexp(t, `\d`, b.Text())
			}
		})
	}
}

func TestNumbersOfItemsAndRowsStay(t *testing.T) {
	t.Parallel()
	items, rows := newSheet(), newSheet()
	for i := range 12 {
		y, n := 100+12*float64(i), strconv.Itoa(i+1)
		items.row(y, []float64{50, 80}, n, "open the box")
		rows.row(y, []float64{50, 80, 200, 300}, n, "north", "12", "34")
	}
	items.text(80, 260, 10, regular, strings.Join(prose(1, 90), " "))
	for _, s := range []*sheet{items, rows} {
		for _, b := range s.analyze().Blocks {
			require.NotEqual(t, page.PageFoot, b.Kind)
		}
	}
}
