package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf"
)

// drawnType is a font whose glyphs are drawings, as browsers print them.
type drawnType struct {
	letters string
	// wider is how much wider its letters are, and below how far they extend below the baseline, in thousandths.
	wider, below int
	descriptor   string
}

// drawnTypeFile writes a page with a line of text in each of the fonts.
func drawnTypeFile(t *testing.T, lines []string, types []drawnType) string {
	t.Helper()
	stream := func(s string) string { return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s) }
	var fonts, content strings.Builder
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "", ""}
	add := func(s string) int { objects = append(objects, s); return len(objects) }
	for i, f := range types {
		var mapping, differences, procedures strings.Builder
		for _, r := range f.letters {
			width := 400 + 3*int(r) + f.wider
			glyph := add(stream(fmt.Sprintf("%d 0 20 %d 380 700 d1 20 %d 360 700 re f", width, -f.below, -f.below)))
			fmt.Fprintf(&mapping, "<%02X> <%04X>\n", r, r)
			fmt.Fprintf(&differences, "%d /g%d ", r, r)
			fmt.Fprintf(&procedures, "/g%d %d 0 R ", r, glyph)
		}
		cmap := add(stream(fmt.Sprintf("begincmap\n1 begincodespacerange <00> <FF> endcodespacerange\n%d beginbfchar\n%sendbfchar\nendcmap", len(f.letters), mapping.String())))
		descriptor := add("<< /Type /FontDescriptor " + f.descriptor + " >>")
		var widths strings.Builder // from the first letter to the last
		for r := f.letters[0]; r <= f.letters[len(f.letters)-1]; r++ {
			width := 0
			if strings.ContainsRune(f.letters, rune(r)) {
				width = 400 + 3*int(r) + f.wider
			}
			fmt.Fprintf(&widths, "%d ", width)
		}
		font := add(fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontMatrix [.001 0 0 .001 0 0] /FontBBox [0 -50 800 750] /FirstChar %d /LastChar %d /Widths [%s] "+
			"/Encoding << /Differences [%s] >> /CharProcs << %s >> /ToUnicode %d 0 R /FontDescriptor %d 0 R >>",
			f.letters[0], f.letters[len(f.letters)-1], widths.String(), differences.String(), procedures.String(), cmap, descriptor))
		fmt.Fprintf(&fonts, "/F%d %d 0 R ", i+1, font)
		fmt.Fprintf(&content, "BT /F%d 12 Tf 72 %d Td (%s) Tj ET\n", i+1, 700-40*i, lines[i%len(lines)])
	}
	objects[2] = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << " + fonts.String() + ">> >> >>"
	objects[3] = stream(content.String())
	return pdfFileFrom(t, objects)
}

func TestBoldTypeWithoutANameIsKnownByItsDescriptorOrItsDrawings(t *testing.T) {
	t.Parallel()
	path := drawnTypeFile(t, []string{"HIntxz", "HInxz", "HIxz"}, []drawnType{
		{letters: "HIntxz", descriptor: "/FontName /AAAAAA+Harbour /FontWeight 400"},
		{letters: "HInxz", wider: 40, descriptor: "/FontName /BAAAAA+HarbourH /FontWeight 700"},
		{letters: "HIxz", below: 16, descriptor: "/FontName /CAAAAA+Harbour /FontWeight 400"},
	})
	var got []string
	for _, b := range converted(t, path, 1, 1, pdf.Options{})[0].Blocks {
		for _, s := range b.Spans {
			got = append(got, fmt.Sprint(s.Text, " ", s.Bold))
		}
	}
	require.Equal(t, []string{"HIntxz false", "HInxz true", "HIxz true"}, got)
}
