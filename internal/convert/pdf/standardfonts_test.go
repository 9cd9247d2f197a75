package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf/typeface"
)

// namedFonts writes a file with one page that has a line in each of the fonts, which have names and entries but no
// programs.
func namedFonts(t *testing.T, subtype, entries, text string, names ...string) string {
	t.Helper()
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "", ""}
	var resources, content strings.Builder
	for i, name := range names {
		objects = append(objects, fmt.Sprintf("<< /Type /Font /Subtype /%s /BaseFont /%s %s >>", subtype, name, entries))
		fmt.Fprintf(&resources, "/F%d %d 0 R ", i, len(objects))
		fmt.Fprintf(&content, "BT /F%d 7 Tf 20 %d Td (%s) Tj ET\n", i, 770-9*i, text)
	}
	objects[2] = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << " + resources.String() + ">> >> /Contents 4 0 R >>"
	objects[3] = streamOf(content.String())
	return objectFile(t, objects...)
}

func allStandardNames() []string {
	var out []string
	for _, names := range typeface.StandardFontNames {
		out = append(out, strings.Fields(names)...)
	}
	return out
}

func TestFontsThatPDFiumHasItselfAreReadWithoutIt(t *testing.T) {
	t.Parallel()
	const (
		text       = `Words, 3 \(of\) them: "quoted" - \344\366\374 \223\200 fifty-1/2 \267 \256`
		ascii      = `Words, 3 \(of\) them: "quoted" - fifty-1/2`
		descriptor = "/FontDescriptor << /Type /FontDescriptor /Flags 32 /FontBBox [-100 -250 1100 950] /ItalicAngle 0 /StemV 80 >>"
	)
	others := allStandardNames()[len(strings.Fields(strings.Join(typeface.StandardFontNames[:4], " "))):] // those with proportional widths
	for name, file := range map[string]string{
		"Type 1, the standard encoding": namedFonts(t, "Type1", "", ascii, allStandardNames()...),
		"Type 1, Windows":               namedFonts(t, "Type1", "/Encoding /WinAnsiEncoding", text, allStandardNames()...),
		"Type 1, the Macintosh":         namedFonts(t, "Type1", "/Encoding /MacRomanEncoding", ascii+` \212\232\322`, allStandardNames()...),
		"Type 1, renamed codes":         namedFonts(t, "Type1", "/Encoding << /Differences [65 /Aacute /B 100 /bullet] >>", "ABCd", allStandardNames()...),
		"Type 1, a descriptor":          namedFonts(t, "Type1", descriptor, ascii, allStandardNames()...),
		"Type 1, widths":                namedFonts(t, "Type1", widths, ascii, others...),
		"TrueType, Windows":             namedFonts(t, "TrueType", "/Encoding /WinAnsiEncoding", text, allStandardNames()...),
		"TrueType, the Macintosh":       namedFonts(t, "TrueType", descriptor+"/Encoding /MacRomanEncoding", ascii+` \212\232`, allStandardNames()...),
		"TrueType, widths":              namedFonts(t, "TrueType", widths+descriptor+"/Encoding /WinAnsiEncoding", text, allStandardNames()...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, 1, readBoth(t, file))
		})
	}
}

func TestFontsThatPDFiumOnlyImitatesAreLeftToIt(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"another name":       namedFonts(t, "Type1", "", "Words", "Garamond"),
		"symbols":            namedFonts(t, "Type1", "", "Words", "Symbol"),
		"the name of a kind": namedFonts(t, "TrueType", "/Encoding /WinAnsiEncoding", "Words", "Arial-Black"),
		"no encoding":        namedFonts(t, "TrueType", "", "Words", "Arial"),
		"stated even widths": namedFonts(t, "Type1", widths, "Words", "Courier"),
		"a symbolic font":    namedFonts(t, "Type1", "/FontDescriptor << /Flags 4 /FontBBox [0 0 1 1] >>", "Words", "Helvetica"),
		"an unknown letter":  namedFonts(t, "Type1", "/Encoding << /Differences [65 /alpha] >>", "ABC", "Helvetica"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Zero(t, readBoth(t, file))
		})
	}
}

func TestAllOfPDFiumsFontsAreFound(t *testing.T) {
	t.Parallel()
	require.Len(t, standardFonts(), typeface.StandardFonts)
	require.Nil(t, standardFont(typeface.StandardFonts))
}
