package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// gridOf returns two columns of three rows of words, on which paint is called for each cell with its lower left corner.
func gridOf(paint func(x, y int) string) string {
	var b strings.Builder
	for row := range 3 {
		for column := range 2 {
			x, y := 72+200*column, 600-30*row
			fmt.Fprintf(&b, "%s BT 0 g /F1 10 Tf %d %d Td (word%d%d) Tj ET\n", paint(x, y), x+6, y+10, row, column)
		}
	}
	return b.String()
}

func TestDrawingsAreSeenOnlyWhereTheyAreNotClipped(t *testing.T) {
	t.Parallel()
	stroked := func(x, y int) string { return fmt.Sprintf("%d %d 200 30 re S", x, y) }
	for name, c := range map[string]struct {
		paint  func(x, y int) string
		tables int
	}{
		"cells drawn whole":  {stroked, 1},
		"cells clipped away": {func(x, y int) string { return "q 300 40 50 50 re W n " + stroked(x, y) + " Q" }, 0},
		"cells clipped to nothing": {func(x, y int) string {
			return fmt.Sprintf("q 9 9 50 50 re W n %d %d 200 30 re W n %s Q", x, y, stroked(x, y))
		}, 0},
		"the page painted, clipped to each cell, as cairo does": {func(x, y int) string {
			return fmt.Sprintf("q .8 0 0 .8 0 0 cm 1.25 0 0 1.25 0 0 cm %d %d 199 29 re W n .%d g 0 0 612 792 re f Q", x, y, 7+y/30%2)
		}, 1},
		"a clipping path below the page's turned axes": {func(x, y int) string {
			return fmt.Sprintf("q 0 1 -1 0 612 0 cm %d %d 29 199 re W n .%d g 0 0 792 612 re f Q", y, 612-x-199, 7+y/30%2)
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := nativeFile(t, "", nil, slices.Repeat([]string{gridOf(c.paint)}, 6)...)
			require.Positive(t, readBoth(t, path))
			for _, only := range []bool{true, false} {
				e, err := NewEngine(Config{PDFiumOnly: only})
				require.NoError(t, err)
				defer func() { require.NoError(t, e.Close()) }()
				require.NoError(t, e.Pages(t.Context(), path, 1, 6, Options{}, func(p page.Page) error {
					require.Equal(t, c.tables, tablesOn(p), "page %d, PDFium only: %t", p.Number, only)
					return nil
				}))
			}
		})
	}
}

func tablesOn(p page.Page) int {
	n := 0
	for _, b := range p.Blocks {
		if b.Kind == page.TableKind {
			n++
		}
	}
	return n
}
