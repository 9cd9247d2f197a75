package content_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
)

// empty is a file without objects.
const empty = "%PDF-1.7\nxref\n0 0\ntrailer\n<< >>\nstartxref\n9\n%%EOF\n"

func document(t testing.TB) *content.Document {
	t.Helper()
	f, err := object.Open([]byte(empty))
	require.NoError(t, err)
	return content.NewDocument(f, new(content.Memory))
}

// shows returns a page with the content.
func shows(code string) object.Dict {
	return object.Dict{"Contents": {Kind: object.Stream, Bytes: []byte(code), Dict: object.Dict{}}}
}

func TestPathsAreDrawnWithTheirColours(t *testing.T) {
	t.Parallel()
	p, err := document(t).Page(shows("q .5 g 2 0 0 2 10 20 cm 1 2 3 4 re f Q 1 0 0 RG 0 0 m 5 5 l S 9 9 m 8 8 l n 1 1 m f"))
	require.NoError(t, err)
	require.Len(t, p.Drawn, 2)
	filled, stroked := p.Drawn[0].Path, p.Drawn[1].Path
	require.Equal(t, content.Matrix{A: 2, D: 2, E: 10, F: 20}, filled.Matrix)
	require.Len(t, filled.Points, 5)
	require.True(t, filled.Points[4].Close)
	require.Equal(t, content.Color{Space: "DeviceGray", Values: [4]float32{.5}, N: 1}, filled.Fill.Color)
	require.Nil(t, filled.Stroke)
	require.Equal(t, content.Color{Space: "DeviceRGB", Values: [4]float32{1}, N: 3}, stroked.Stroke.Color)
	require.InDelta(t, 1, stroked.Stroke.Alpha, 0)
}

func TestAPageWithTheUnknownIsRefused(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]string{
		"a picture that goes on": "BI /W 1 /H 1 ID aa EI",
		"a picture without end":  "BI /W 1 /H 1 ID a",
		"a picture of no size":   "BI /W 1 ID a EI",
		"a picture of two sizes": "BI /W 1 /H 1 /Width 2 ID a EI",
		"a packed picture":       "BI /W 1 /H 1 /F /LZW ID a EI",
		"a picture in odd inks":  "BI /W 1 /H 1 /CS /Odd ID a EI",
		"a missing operand":      "1 2 3 re f",
		"a name for a number":    "/A w",
		"no font":                "BT (a) Tj ET",
		"a font that is missing": "BT /F1 9 Tf (a) Tj ET",
		"a colour space missing": "/C1 cs",
		"a form that is missing": "/X1 Do",
		"broken syntax":          "1 0 0 1 (",
	} {
		_, err := document(t).Page(shows(code))
		require.Error(t, err, name)
	}
}

func TestWhatIsUnderstoodByNobodyIsIgnored(t *testing.T) {
	t.Parallel()
	p, err := document(t).Page(shows("1 2 whatever BX foo EX /Sh1 sh 0 0 1 1 re f"))
	require.NoError(t, err)
	require.Len(t, p.Drawn, 1)
}
