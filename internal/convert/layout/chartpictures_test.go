package layout_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// chartPicture returns what OCR finds in a picture of a bar chart: a title, values along one axis, names of several
// lines below the other, a number on each bar, and a legend with bullets.
func chartPicture(chance *rand.Rand, box page.Box) ink.Scan {
	var s ink.Scan
	write := func(x, y, size float64, text string) { line(&s, x, y, size, .12, text) }
	bars, ticks := 3+chance.IntN(6), 3+chance.IntN(4)
	wide, high := (box.X1-box.X0-60)/float64(bars), (box.Y1-box.Y0-90)/float64(ticks)
	write(box.X0+40, box.Y0+18, 9+float64(chance.IntN(8)), "Visitors of the three museums")
	for i := range ticks {
		y := box.Y0 + 40 + high*float64(i)
		write(box.X0+8, y, 7, fmt.Sprintf("%d", 100*(ticks-i)))
		if chance.IntN(2) == 0 {
			s.Rules = append(s.Rules, ink.Rule{Box: page.Box{X0: box.X0 + 30, Y0: y - 2, X1: box.X1 - 10, Y1: y - 1.5}})
		}
	}
	for i := range bars {
		x := box.X0 + 40 + wide*float64(i)
		write(x, box.Y0+50+high*float64(chance.IntN(ticks)), 7, fmt.Sprintf("%d", 20+chance.IntN(400)))
		for k, text := range []string{"Upper", "Town", fmt.Sprintf("%d", 2010+i)} {
			write(x, box.Y1-40+9*float64(k), 7, text)
		}
	}
	for i, text := range []string{"• open in winter", "• open in summer", "1. both"} {
		write(box.X1-90, box.Y0+30+10*float64(i), 7, text)
	}
	return s
}

func TestTextInPicturesOfChartsIsNotATableHeadingOrList(t *testing.T) {
	t.Parallel()
	for seed := range 60 {
		chance := rand.New(rand.NewPCG(uint64(seed), 14))
		s := newSheet()
		s.column(60, 60, 10, "The picture below shows who came to the museums in the years before.")
		box := page.Box{X0: 50, Y0: 100, X1: 300 + float64(chance.IntN(200)), Y1: 260 + float64(chance.IntN(200))}
		s.Images = append(s.Images, ink.Image{Box: box, Content: -1, Scan: chartPicture(chance, box)})
		p := layout.Analyze(s.Input)
		survey := document.NewSurvey()
		survey.Add(p)
		survey.Finish(&p)
		for _, b := range p.Blocks {
			require.NotContains(t, []page.Kind{page.TableKind, page.Heading, page.ListItem}, b.Kind, "seed %d: %s", seed, b.Text())
		}
		require.InDelta(t, 1, p.Coverage, 1e-9)
	}
}
