package page_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"quire/internal/convert/page"
)

// TestLevelUndoesAScansRotation rotates a box with its page and takes the bounding box, as converters do.
func TestLevelUndoesAScansRotation(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const width, height = 595.0, 842.0
		b := page.Box{X0: rapid.Float64Range(0, 500).Draw(t, "x"), Y0: rapid.Float64Range(0, 800).Draw(t, "y")}
		b.X1, b.Y1 = b.X0+rapid.Float64Range(1, 90).Draw(t, "w"), b.Y0+rapid.Float64Range(1, 40).Draw(t, "h")
		quarter := rapid.IntRange(0, 3).Draw(t, "quarter turns")
		angle := math.Mod(float64(90*quarter)+rapid.Float64Range(-15, 15).Draw(t, "skew")+360, 360)
		p := page.Page{Width: width, Height: height, Angle: angle}
		if quarter%2 == 1 {
			p.Width, p.Height = height, width
		}
		sin, cos := math.Sincos(angle * math.Pi / 180)
		turned := page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
		for _, c := range [][2]float64{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
			dx, dy := c[0]-width/2, c[1]-height/2
			x, y := p.Width/2+dx*cos-dy*sin, p.Height/2+dx*sin+dy*cos
			turned = page.Box{X0: min(turned.X0, x), Y0: min(turned.Y0, y), X1: max(turned.X1, x), Y1: max(turned.Y1, y)}
		}
		got := p.Level(turned)
		require.InDeltaSlice(t, []float64{b.X0, b.Y0, b.X1, b.Y1}, []float64{got.X0, got.Y0, got.X1, got.Y1}, 1e-6)
	})
}

func TestUprightTurnsAPageByQuarters(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		angle := rapid.Float64Range(0, 360).Draw(t, "angle")
		b := page.Box{X0: rapid.Float64Range(0, 500).Draw(t, "x"), Y0: rapid.Float64Range(0, 750).Draw(t, "y")}
		b.X1, b.Y1 = b.X0+90, b.Y0+40
		before := page.Page{Width: 595, Height: 842, Angle: angle}
		after := before
		after.Words = []page.Word{{Box: b}}
		after.Blocks = []page.Block{{Kind: page.TableKind, Table: &page.Table{Rows: []page.Row{{Cells: []page.Cell{{}}}}}}}
		after.Upright()
		require.LessOrEqual(t, 180-math.Abs(after.Angle-180), 45.001, "what remains is a skew")
		require.InDelta(t, 0, math.Mod(angle+float64(after.Turned)-after.Angle+720, 360), 1e-9)
		require.Equal(t, after.Turned%180 != 0, after.Width == before.Height)
		require.Zero(t, after.Blocks[0].Table.Rows[0].Cells[0].Box, "a cell without geometry stays without")
		w, h, remaining, turned := page.UprightSize(595, 842, angle)
		require.Equal(t, []any{after.Width, after.Height, after.Angle, after.Turned}, []any{w, h, remaining, turned})
		want, got := center(before.Level(b)), center(after.Level(after.Words[0].Box))
		require.InDeltaSlice(t, want, got, 0.02, "the same place for a reader")
	})
}

func center(b page.Box) []float64 { return []float64{(b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2} }
