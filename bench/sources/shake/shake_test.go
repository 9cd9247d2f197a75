package shake

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// twoLines is a page of two lines of two letters, with a rule between them.
func twoLines() ink.Input {
	in := ink.Input{Width: 200, Height: 100, Fonts: []ink.Font{{Name: "Serif-Bold", Bold: true}}}
	for _, y := range []float64{40, 60} {
		for _, x := range []float64{50, 56} {
			in.Glyphs = append(in.Glyphs, ink.Glyph{
				Rune: 'a', X: x, Y: y, Size: 10, Color: 0xff0000, Box: page.Box{X0: x, Y0: y - 8, X1: x + 5, Y1: y + 2},
			})
		}
	}
	in.Rules = []ink.Rule{{Box: page.Box{X0: 50, Y0: 49, X1: 80, Y1: 50}}}
	return in
}

func shaken(t *testing.T, name string) ink.Input {
	t.Helper()
	for _, k := range Kinds {
		if k.Name == name {
			return k.change(twoLines())
		}
	}
	t.Fatalf("no kind %s", name)
	return ink.Input{}
}

func TestAPageIsChangedButNotItsText(t *testing.T) {
	t.Parallel()
	for name, check := range map[string]func(*testing.T, ink.Input){
		"smaller": func(t *testing.T, in ink.Input) {
			require.InDelta(t, 8, in.Glyphs[0].Size, 1e-9)
			require.InDelta(t, 160, in.Width, 1e-9)
			require.InDelta(t, 32, in.Glyphs[0].Y, 1e-9)
		},
		"wide-type": func(t *testing.T, in ink.Input) {
			require.InDelta(t, 5.3, in.Glyphs[0].Box.X1-in.Glyphs[0].Box.X0, 1e-9)
			require.InDelta(t, 10, in.Glyphs[0].Size, 1e-9)
		},
		"spaced-letters": func(t *testing.T, in ink.Input) {
			require.InDelta(t, 6*1.08, in.Glyphs[1].X-in.Glyphs[0].X, 1e-9)
			require.InDelta(t, 5, in.Glyphs[0].Box.X1-in.Glyphs[0].Box.X0, 1e-9)
		},
		"loose-lines": func(t *testing.T, in ink.Input) {
			require.InDelta(t, 22, in.Glyphs[2].Y-in.Glyphs[0].Y, 1e-9)
			require.InDelta(t, 10, in.Glyphs[2].Box.Y1-in.Glyphs[2].Box.Y0, 1e-9)
		},
		"noise": func(t *testing.T, in ink.Input) {
			require.NotEqual(t, twoLines().Glyphs, in.Glyphs)
			require.InDelta(t, 6, in.Glyphs[1].X-in.Glyphs[0].X, 1e-9, "letters of a word stay together")
		},
		"rules-in-pieces": func(t *testing.T, in ink.Input) {
			require.Len(t, in.Rules, pieces)
			require.InDelta(t, in.Rules[0].Box.X1, in.Rules[1].Box.X0, 1e-9)
			require.InDelta(t, 80, in.Rules[pieces-1].Box.X1, 1e-9)
		},
		"wide-margins": func(t *testing.T, in ink.Input) {
			require.InDelta(t, 110, in.Glyphs[0].X, 1e-9)
			require.InDelta(t, 320, in.Width, 1e-9)
		},
		"cropped": func(t *testing.T, in ink.Input) {
			require.InDelta(t, leftMargin, in.Glyphs[0].X, 1e-9)
			require.InDelta(t, 30+2*leftMargin, in.Height, 1e-9)
		},
		"other-order":    func(t *testing.T, in ink.Input) { require.InDelta(t, 60, in.Glyphs[0].Y, 1e-9) },
		"nameless-fonts": func(t *testing.T, in ink.Input) { require.Equal(t, ink.Font{Name: "F", Bold: true}, in.Fonts[0]) },
		"black":          func(t *testing.T, in ink.Input) { require.Zero(t, in.Glyphs[3].Color) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := shaken(t, name)
			require.Len(t, got.Glyphs, 4)
			check(t, got)
		})
	}
}

func TestAProgramOfAnotherNameChangesNothing(t *testing.T) {
	t.Parallel()
	require.Equal(t, twoLines(), Input(twoLines()))
}
