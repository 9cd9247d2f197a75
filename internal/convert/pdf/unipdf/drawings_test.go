package unipdf

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// painted returns what is drawn on a page.
func painted(t *testing.T, path string) (in ink.Input, dpi float64) {
	t.Helper()
	g := first(t, path)
	in = ink.Input{Width: g.width, Height: g.height}
	g.flatten()
	_, dpi = g.drawings(&in)
	return in, dpi
}

func TestStrokesAndThinRectanglesAreRules(t *testing.T) {
	t.Parallel()
	across := ink.Rule{Box: page.Box{X0: 20, Y0: 200, X1: 120, Y1: 200}}
	for name, content := range map[string]string{
		"a stroke":                 "20 100 m 120 100 l S",
		"a stroke that is scaled":  "2 0 0 2 0 0 cm 10 50 m 60 50 l S",
		"a stroke between states":  "q 1 0 0 1 500 500 cm Q 20 100 m 120 100 l S",
		"a stroke beside a pen up": "1 g 20 100 m 120 100 l S",
	} {
		in, _ := painted(t, drawn(t, "", content))
		require.Equal(t, []ink.Rule{across}, in.Rules, name)
		require.Empty(t, in.Fills, name)
	}
	in, _ := painted(t, drawn(t, "", "20 99 100 2 re f 50 50 1 80 re f"))
	require.Equal(t, []ink.Rule{
		{Box: page.Box{X0: 20, Y0: 199, X1: 120, Y1: 201}},
		{Box: page.Box{X0: 50, Y0: 170, X1: 51, Y1: 250}, Vertical: true},
	}, in.Rules)
}

func TestWhatIsNotSeenIsNotDrawn(t *testing.T) {
	t.Parallel()
	clear := "/Resources << /ExtGState << /G << /ca 0 /CA 0 >> >> >>"
	for name, content := range map[string]string{
		"white strokes":        "1 G 20 100 m 120 100 l S",
		"a clip":               "20 100 100 100 re W n",
		"transparent":          "/G gs 20 100 100 100 re f 20 100 m 120 100 l S",
		"off the page":         "400 100 100 100 re f",
		"more than is allowed": "1 0 0 rg 20 100 re f",
	} {
		in, _ := painted(t, drawn(t, clear, content))
		require.Empty(t, in.Rules, name)
		require.Empty(t, in.Fills, name)
	}
	in, _ := painted(t, drawn(t, clear, "q /G gs Q 20 100 m 120 100 l S"))
	require.Len(t, in.Rules, 1, "the state comes back")
}

func TestFillsHaveTheirColour(t *testing.T) {
	t.Parallel()
	for operator, want := range map[string]uint32{
		"1 0 0 rg": 0xFF0000, "0.5 g": 0x808080, "0 1 1 0 k": 0xFF0000, "/DeviceRGB cs 0 0 1 sc": 0x0000FF, "": 0,
	} {
		in, _ := painted(t, drawn(t, "", operator+" 20 100 100 50 re f"))
		require.Equal(t, []ink.Fill{{Box: page.Box{X0: 20, Y0: 150, X1: 120, Y1: 200}, Color: want}}, in.Fills, operator)
	}
}

func TestARingIsADot(t *testing.T) {
	t.Parallel()
	in, _ := painted(t, drawn(t, "", "52 50 m 52 51.1 51.1 52 50 52 c 48.9 52 48 51.1 48 50 c 48 48.9 48.9 48 50 48 c 51.1 48 52 48.9 52 50 c S"))
	require.Equal(t, []page.Box{{X0: 48, Y0: 248, X1: 52, Y1: 252}}, in.Dots)
}

func TestFormsAndPicturesAreDrawnWhereTheyStand(t *testing.T) {
	t.Parallel()
	picture := stream("/Type /XObject /Subtype /Image /Width 200 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray", "")
	form := stream("/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Matrix [1 0 0 1 10 0] /Resources << /XObject << /P 6 0 R >> >>",
		"0 0 m 100 0 l S 100 0 0 50 0 20 cm /P Do")
	in, dpi := painted(t, drawn(t, fmt.Sprintf("/Resources << /XObject << /F %d 0 R >> >>", firstOther), "1 0 0 1 10 100 cm /F Do", form, picture))
	require.Equal(t, []ink.Rule{{Box: page.Box{X0: 20, Y0: 200, X1: 120, Y1: 200}}}, in.Rules)
	require.Equal(t, []ink.Image{{Box: page.Box{X0: 20, Y0: 130, X1: 120, Y1: 180}, Content: -1}}, in.Images)
	require.InDelta(t, 144, dpi, 0.01)
}

func TestAFormThatDrawsItselfEnds(t *testing.T) {
	t.Parallel()
	form := stream("/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Resources << /XObject << /F 5 0 R >> >>", "20 100 m 120 100 l S /F Do /F Do")
	in, _ := painted(t, drawn(t, "/Resources << /XObject << /F 5 0 R >> >>", "/F Do", form))
	require.NotEmpty(t, in.Rules)
}

func TestAnInlinePictureIsAPicture(t *testing.T) {
	t.Parallel()
	in, dpi := painted(t, drawn(t, "", "q 100 0 0 100 20 20 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q"))
	require.Equal(t, []ink.Image{{Box: page.Box{X0: 20, Y0: 180, X1: 120, Y1: 280}, Content: -1}}, in.Images)
	require.InDelta(t, 1.44, dpi, 0.01)
}

func TestFieldsAreDrawnWithThePageAndCommentsAreNot(t *testing.T) {
	t.Parallel()
	annotation := func(kind string) string {
		return "<< /Type /Annot /Subtype /" + kind + " /Rect [20 100 120 150] /F 4 /AP << /N 7 0 R >> >>"
	}
	look := stream("/Type /XObject /Subtype /Form /BBox [0 0 100 50]", "0 0 100 50 re f")
	in, _ := painted(t, drawn(t, "/Annots [5 0 R 6 0 R]", "", annotation("FreeText"), annotation("Text"), look))
	require.Equal(t, []ink.Fill{{Box: page.Box{X0: 20, Y0: 150, X1: 120, Y1: 200}}}, in.Fills)
}

func TestAFormFilledByAShadingIsADot(t *testing.T) {
	t.Parallel()
	resources := "/Resources << /XObject << /B 5 0 R >> >>"
	ball := stream("/Type /XObject /Subtype /Form /BBox [0 0 5 5] /Resources << /Shading << /S 6 0 R >> >>", "/S sh")
	shading := "<< /ShadingType 3 /ColorSpace /DeviceGray /Coords [2 2 0 2 2 2] /Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> >>"
	in, _ := painted(t, drawn(t, resources, "q 1 0 0 1 20 100 cm /B Do Q", ball, shading))
	require.Equal(t, []page.Box{{X0: 20, Y0: 195, X1: 25, Y1: 200}}, in.Dots)
}
