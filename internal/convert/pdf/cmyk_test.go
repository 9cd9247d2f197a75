package pdf

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawnIn returns the colours in which PDFium draws squares filled with the operators.
func drawnIn(t *testing.T, colors []string) []uint32 {
	t.Helper()
	out := colorsOf(t, nativeFile(t, "", nil, squares(colors)))
	require.Len(t, out, len(colors))
	return out
}

// squares returns squares filled with the operators.
func squares(colors []string) string {
	var content strings.Builder
	for _, c := range colors {
		fmt.Fprintf(&content, "%s 9 9 9 9 re f\n", c)
	}
	return content.String()
}

// colorsOf returns the colours in which PDFium draws what is filled on the first page of a file.
func colorsOf(t *testing.T, path string) []uint32 {
	t.Helper()
	e, err := NewEngine(Config{PDFiumOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, e.Close()) }()
	var out []uint32
	require.NoError(t, e.with(path, func(d *document, _ int) error {
		g, err := d.page(1)
		require.NoError(t, err)
		defer g.close()
		for _, object := range g.objects() {
			c, _ := (&drawings{pdfPage: g}).color("FPDFPageObj_GetFillColor", object)
			out = append(out, c)
		}
		return nil
	}))
	return out
}

var table = flag.Bool("table", false, "write the table of colours")

// writeTable writes the table found in PDFium's memory by its levels of black.
func writeTable(t *testing.T) {
	t.Helper()
	var levels []string
	for k := range inkLevels - 1 {
		levels = append(levels, fmt.Sprintf("0 0 0 %.6f k", float64(32*k)/255))
	}
	var start []byte
	for _, c := range drawnIn(t, levels) {
		start = append(start, byte(c>>16), byte(c>>8), byte(c))
	}
	cfg, err := Config{}.Complete()
	require.NoError(t, err)
	r, p, err := launch(cfg)
	require.NoError(t, err)
	defer r.close()
	defer p.close()
	memory := p.bytes(0, int(p.memory()))
	at := bytes.Index(memory, start)
	require.Positive(t, at)
	require.NoError(t, os.WriteFile("cmyk.bin", memory[at:at+3*inkLevels*inkLevels*inkLevels*inkLevels], 0o600))
}

// TestInksHaveTheColorsOfPDFium compares random colours with PDFium's. With -table, it writes the table first.
func TestInksHaveTheColorsOfPDFium(t *testing.T) {
	t.Parallel()
	if *table {
		writeTable(t)
		return
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // colours
	var asked []string
	var want []uint32
	for i := range 3000 {
		inks := [4]float32{random.Float32(), random.Float32(), random.Float32(), random.Float32()}
		if i%3 == 0 { // the usual case in documents
			inks[random.IntN(4)], inks[random.IntN(4)] = 0, 1
		}
		for k := range inks {
			inks[k] = float32(int(inks[k]*1000)) / 1000
		}
		asked = append(asked, fmt.Sprintf("%.3f %.3f %.3f %.3f k", inks[0], inks[1], inks[2], inks[3]))
		want = append(want, inked(inks))
	}
	for i, c := range drawnIn(t, asked) {
		require.Equal(t, fmt.Sprintf("%06x", c), fmt.Sprintf("%06x", want[i]), asked[i])
	}
}
