package layout_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// lean turns a page's text clockwise around the middle of the page, as a scanner does that takes a sheet in askew.
func (s *sheet) lean(degrees float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	point := func(x, y float64) (float64, float64) {
		dx, dy := x-s.Width/2, y-s.Height/2
		return s.Width/2 + dx*cos - dy*sin, s.Height/2 + dx*sin + dy*cos
	}
	for i := range s.Glyphs {
		g := &s.Glyphs[i]
		around := page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
		for _, c := range [][2]float64{{g.Box.X0, g.Box.Y0}, {g.Box.X1, g.Box.Y0}, {g.Box.X0, g.Box.Y1}, {g.Box.X1, g.Box.Y1}} {
			x, y := point(c[0], c[1])
			around = page.Box{X0: min(around.X0, x), Y0: min(around.Y0, y), X1: max(around.X1, x), Y1: max(around.Y1, y)}
		}
		g.X, g.Y = point(g.X, g.Y)
		g.Box, g.Angle = around, (int(math.Round(degrees))+360)%360
	}
}

// twoColumns returns a page whose text and table are in columns.
func twoColumns() *sheet {
	s := newSheet()
	prose := []string{
		"The harbour was dredged again in the", "spring, because the river had carried", "so much sand that larger ships could",
		"no longer reach the quays. The council", "paid for most of it and asked the ports", "nearby to pay for the rest of the work.",
	}
	s.column(60, 80, 10, append(prose, prose...)...)
	s.column(320, 80, 10, append(prose, prose...)...)
	return s
}

func TestSkewedPageReadsLikeALevelOne(t *testing.T) {
	t.Parallel()
	level := twoColumns().analyze()
	for _, degrees := range []float64{-12, -2.4, -.7, .7, 3, 12} {
		s := twoColumns()
		s.lean(degrees)
		p := s.analyze()
		require.Equal(t, texts(level), texts(p), degrees)
		require.InDelta(t, math.Mod(degrees+360, 360), p.Angle, .01)
		require.Len(t, p.Words, len(level.Words))
		for i, w := range p.Words {
			want, got := level.Words[i].Box, p.Level(w.Box)
			require.InDelta(t, want.X0, got.X0, .1, "%g: %s", degrees, w.Text)
			require.InDelta(t, want.Y0, got.Y0, .1, "%g: %s", degrees, w.Text)
			require.InDelta(t, want.X1, got.X1, .1, "%g: %s", degrees, w.Text)
			require.InDelta(t, want.Y1, got.Y1, .1, "%g: %s", degrees, w.Text)
		}
	}
}

func TestSkewAddsToATurn(t *testing.T) {
	t.Parallel()
	level := wideTable()
	level.Rules, level.Links = nil, nil
	want := texts(level.analyze())
	s := wideTable()
	s.Rules, s.Links = nil, nil
	s.turn(180)
	s.lean(2)
	for i := range s.Glyphs {
		s.Glyphs[i].Angle = 182
	}
	p := s.analyze()
	require.Equal(t, want, texts(p))
	require.InDelta(t, 182, p.Angle, .01)
}

func TestOnlyPagesOnWhichAllLeansAreSkewed(t *testing.T) {
	t.Parallel()
	mark := newSheet()
	mark.text(100, 400, 30, regular, "Not for circulation outside of the town hall and its offices")
	mark.lean(-30)
	for name, s := range map[string]*sheet{
		"level":            twoColumns(),
		"a mark across":    {ink.Input{Width: 600, Height: 800, Fonts: mark.Fonts, Glyphs: append(twoColumns().Glyphs, mark.Glyphs...)}},
		"nearly level":     twoColumns(),
		"half level":       twoColumns(),
		"two directions":   twoColumns(),
		"only a few words": newSheet(),
	} {
		switch name {
		case "nearly level":
			s.lean(.1)
		case "half level":
			s.lean(4)
			s.Glyphs = append(s.Glyphs, twoColumns().Glyphs...)
		case "two directions":
			s.lean(4)
			other := twoColumns()
			other.lean(-4)
			s.Glyphs = append(s.Glyphs, other.Glyphs...)
		case "only a few words":
			s.text(60, 80, 10, regular, "A few words")
			s.lean(4)
		}
		require.Zero(t, s.analyze().Angle, name)
	}
}
