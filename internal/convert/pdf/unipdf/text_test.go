package unipdf

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/unidoc/unipdf/v3/core"
	"github.com/unidoc/unipdf/v3/extractor"
	"github.com/unidoc/unipdf/v3/model"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// upright returns a page of 200 by 300 points.
func upright() *shown {
	box := model.PdfRectangle{Urx: 200, Ury: 300}
	return &shown{width: 200, height: 300, matrix: turned(box, 0)}
}

func set(g *shown, marks ...extractor.TextMark) ink.Input {
	in := ink.Input{Width: g.width, Height: g.height}
	g.glyphs(&in, marks)
	return in
}

// mark returns a character of 10 points with an advance of 6, as UniPDF reports it: its box is on the baseline.
func mark(text string, x, y float64, orientation int) extractor.TextMark {
	boxes := map[int]model.PdfRectangle{
		0:   {Llx: x, Lly: y, Urx: x + 6, Ury: y + 10},
		90:  {Llx: x - 10, Lly: y, Urx: x, Ury: y + 6},
		180: {Llx: x - 6, Lly: y - 10, Urx: x, Ury: y},
		270: {Llx: x, Lly: y - 6, Urx: x + 10, Ury: y},
	}
	return extractor.TextMark{Text: text, BBox: boxes[orientation], FontSize: 10, Orientation: orientation}
}

func TestAMarkIsAGlyphOnItsBaseline(t *testing.T) {
	t.Parallel()
	for orientation, want := range map[int]ink.Glyph{
		0:   {Box: page.Box{X0: 50, Y0: 192, X1: 56, Y1: 202}, Angle: 0},
		90:  {Box: page.Box{X0: 42, Y0: 194, X1: 52, Y1: 200}, Angle: 270},
		180: {Box: page.Box{X0: 44, Y0: 198, X1: 50, Y1: 208}, Angle: 180},
		270: {Box: page.Box{X0: 48, Y0: 200, X1: 58, Y1: 206}, Angle: 90},
	} {
		want.Rune, want.X, want.Y, want.Size, want.Content = 'a', 50, 200, 10, -1
		require.Equal(t, []ink.Glyph{want}, set(upright(), mark("a", 50, 100, orientation)).Glyphs, orientation)
	}
}

func TestAMarkKeepsItsColour(t *testing.T) {
	t.Parallel()
	m := mark("a", 50, 100, 0)
	m.FillColor = color.RGBA{R: 0x2F, G: 0x54, B: 0x96, A: 0xFF}
	require.EqualValues(t, 0x2F5496, set(upright(), m).Glyphs[0].Color)
}

func TestTextOfATurnedPageReadsAsItIsShown(t *testing.T) {
	t.Parallel()
	// On a page that is turned clockwise by 90 degrees, upright text was written upwards.
	g := &shown{width: 300, height: 200, matrix: turned(model.PdfRectangle{Urx: 200, Ury: 300}, 1)}
	got := set(g, mark("a", 50, 100, 90)).Glyphs[0]
	require.Zero(t, got.Angle)
	require.Equal(t, page.Box{X0: 100, Y0: 42, X1: 106, Y1: 52}, got.Box)
	require.Equal(t, []float64{100, 50}, []float64{got.X, got.Y})
}

func TestLettersOfALigatureHaveOnePlace(t *testing.T) {
	t.Parallel()
	glyphs := set(upright(), mark("ffi", 50, 100, 0)).Glyphs
	require.Len(t, glyphs, 3)
	for i, want := range "ffi" {
		require.Equal(t, want, glyphs[i].Rune)
		require.Equal(t, glyphs[0].Box, glyphs[i].Box)
	}
}

func TestWhatUniPDFPutsInAndWhatIsNoTextIsLeftOut(t *testing.T) {
	t.Parallel()
	inserted := mark(" ", 60, 100, 0)
	inserted.Meta = true
	tiny := mark("t", 70, 100, 0)
	tiny.FontSize = 0.01
	glyphs := set(upright(), mark("a", 50, 100, 0), inserted, tiny, mark("b\n", 80, 100, 0), mark("c", 900, 100, 0)).Glyphs
	require.Len(t, glyphs, 2)
	require.Equal(t, "ab", string([]rune{glyphs[0].Rune, glyphs[1].Rune}))
}

func TestFontsAreDescribedOnce(t *testing.T) {
	t.Parallel()
	bold, err := model.NewStandard14Font(model.HelveticaBoldName)
	require.NoError(t, err)
	slanted, err := model.NewStandard14Font(model.CourierObliqueName)
	require.NoError(t, err)
	marks := []extractor.TextMark{mark("a", 10, 100, 0), mark("b", 20, 100, 0), mark("c", 30, 100, 0), mark("d", 40, 100, 0)}
	marks[0].Font, marks[1].Font, marks[2].Font = bold, slanted, bold
	in := set(upright(), marks...)
	require.Equal(t, []ink.Font{
		{Name: "Helvetica-Bold", Bold: true}, {Name: "Courier-Oblique", Italic: true, Mono: true}, {},
	}, in.Fonts)
	require.Equal(t, []int{0, 1, 0, 2}, []int{in.Glyphs[0].Font, in.Glyphs[1].Font, in.Glyphs[2].Font, in.Glyphs[3].Font})
}

func TestAFontWithoutANameIsBelievedItsNumbers(t *testing.T) {
	t.Parallel()
	g := first(t, drawn(t, "/Resources << /Font << /F1 5 0 R >> >>", "",
		"<< /Type /Font /Subtype /TrueType /BaseFont /F1 /FirstChar 97 /LastChar 97 /Widths [600] /FontDescriptor 6 0 R >>",
		"<< /Type /FontDescriptor /FontName /F1 /Flags 65 /FontWeight 700 /ItalicAngle -12 /Ascent 700 /Descent -300 /FontBBox [0 0 1 1] >>"))
	object, ok := g.page.Resources.GetFontByName("F1")
	require.True(t, ok)
	font, err := model.NewPdfFontFromPdfObject(object)
	require.NoError(t, err)
	m := mark("a", 50, 100, 0)
	m.Font = font
	in := set(upright(), m)
	require.Equal(t, []ink.Font{{Name: "F1", Bold: true, Italic: true, Mono: true}}, in.Fonts)
	require.Equal(t, page.Box{X0: 50, Y0: 193, X1: 56, Y1: 203}, in.Glyphs[0].Box)
}

func TestNumbersOfADocumentAreNotTrusted(t *testing.T) {
	t.Parallel()
	for _, o := range []core.PdfObject{nil, core.MakeName("x"), core.MakeFloat(1e300), core.MakeNull()} {
		require.Zero(t, number(o))
	}
	require.InDelta(t, 12.5, number(core.MakeFloat(12.5)), 0)
}
