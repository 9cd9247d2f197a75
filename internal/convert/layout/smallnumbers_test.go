package layout_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// counted returns a sheet with headings, text and a listing, and with small numbers in the margin of its first lines.
func counted(first, n int) *sheet {
	s := newSheet()
	for i := range 30 {
		y := 100 + 18*float64(i)
		if i < n {
			number := strconv.Itoa(first + i)
			s.text(60-3*float64(len(number)), y, 6, regular, number)
		}
		switch {
		case i < 12:
			s.text(80, y, 10, mono, "take(place)")
		case i%6 == 0:
			s.text(80, y, 14, bold, "Places of the readers")
		default:
			s.text(80, y, 10, regular, "Each reader has a place near the windows of the hall.")
		}
	}
	return s
}

func TestSmallNumbersOfAllLinesAreNoPartOfTitlesAndListings(t *testing.T) {
	t.Parallel()
	p := counted(112, 30).analyze()
	last := p.Blocks[len(p.Blocks)-1]
	require.Equal(t, page.PageFoot, last.Kind)
	require.Regexp(t, `^112 113 .* 141$`, last.Text())
	for _, b := range p.Blocks[:len(p.Blocks)-1] {
		require.NotRegexp(t, `\d`, b.Text())
	}
}

func TestSmallNumbersOfAListingAreNoLineNumbersOfThePage(t *testing.T) {
	t.Parallel()
	for _, b := range counted(1, 12).analyze().Blocks {
		require.NotEqual(t, page.PageFoot, b.Kind)
	}
}
