package pdf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/gofont/goregular"
)

// objectFile writes a file of objects, numbered from 1. The first one is the catalog.
func objectFile(t *testing.T, objects ...string) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var table strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Root 1 0 R /Size %d >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table.String(), len(objects)+1, start)
	path := filepath.Join(t.TempDir(), "alone.pdf")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

func streamOf(data string) string {
	return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(data), data)
}

// embedded is a font whose program is in the file. %d stands for nothing: the descriptor is object 6, the program 7, and
// the table of what codes mean 8.
type embedded struct {
	font, flags, unicode string
	program              []byte
	catalog, page, text  string
}

// file writes a file of one page that shows the text in the font.
func (e embedded) file(t *testing.T) string {
	t.Helper()
	if e.program == nil {
		e.program = goregular.TTF
	}
	return objectFile(
		t,
		"<< /Type /Catalog /Pages 2 0 R "+e.catalog+" >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "+e.page+" /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
		streamOf("BT /F1 11 Tf 72 700 Td "+e.text+" ET 72 650 200 .5 re f"),
		e.font,
		"<< /Type /FontDescriptor /FontName /ABCDEF+Go /Flags "+e.flags+" /FontBBox [-100 -250 1100 950] /ItalicAngle 0 /Ascent 900 /Descent -200 /StemV 80 /FontFile2 7 0 R >>",
		streamOf(string(e.program)),
		streamOf(e.unicode),
		"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Go /FontDescriptor 6 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) >> /DW 600 /W [3 [278 300] 20 40 556] >>",
	)
}

// widths are those of all ASCII characters.
var widths = "/FirstChar 32 /LastChar 251 /Widths [" + strings.Repeat("500 ", 220) + "] "

const (
	simpleFont = "<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Go /FontDescriptor 6 0 R "
	wideFont   = "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Go /Encoding /Identity-H /DescendantFonts [9 0 R] "
	meanings   = "1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfrange <0014> <0028> <0041> <0030> <0031> [<00660069> <FB01>] endbfrange 1 beginbfchar <0003> <0020> endbfchar"
)

func TestShortDocumentsAreReadByTheirFontPrograms(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]embedded{
		"Windows":                   {font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words, 3 \\(of\\) them: \\344\\366\\374 \\200) Tj 0 -14 Td [(K) 80 (ern) -400 (ed)] TJ"},
		"Macintosh":                 {font: simpleFont + widths + "/Encoding /MacRomanEncoding >>", flags: "32", text: "(Words \\212\\232) Tj"},
		"codes of its own":          {font: simpleFont + widths + ">>", flags: "4", text: "(Words) Tj"},
		"a table of meanings":       {font: simpleFont + widths + "/Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>", flags: "32", unicode: "1 beginbfrange <41> <43> <0061> endbfrange 1 beginbfchar <44> <FB03> endbfchar", text: "(ABCDE) Tj"},
		"two bytes":                 {font: wideFont + "/ToUnicode 8 0 R >>", flags: "4", unicode: meanings, text: "<00140015000300160030003100280003> Tj"},
		"codes that mean nothing":   {font: wideFont + "/ToUnicode 8 0 R >>", flags: "4", unicode: meanings, text: "<001400500003> Tj"},
		"a turned and cropped page": {font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", page: "/Rotate 90 /CropBox [50 60 590 790.5]", text: "(Turned) Tj"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, 1, readBoth(t, e.file(t)))
		})
	}
}

func TestShortDocumentsWithSomethingUnknownAreReadByPDFium(t *testing.T) {
	t.Parallel()
	plain := embedded{font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words) Tj"}
	for name, change := range map[string]func(e *embedded){
		"a program cut off":      func(e *embedded) { e.program = goregular.TTF[:len(goregular.TTF)/2] },
		"no program":             func(e *embedded) { e.program = []byte("none") },
		"codes that are renamed": func(e *embedded) { e.font = simpleFont + widths + "/Encoding << /Differences [65 /B] >> >>" },
		"no widths":              func(e *embedded) { e.font = simpleFont + "/Encoding /WinAnsiEncoding >>" },
		"a form":                 func(e *embedded) { e.catalog = "/AcroForm << /Fields [] >>" },
		"a note":                 func(e *embedded) { e.page = "/Annots [<< /Subtype /Text /Rect [9 9 20 20] /Contents (n) >>]" },
		"meanings from right to left": func(e *embedded) {
			e.font, e.unicode = strings.Replace(e.font, "/Enc", "/ToUnicode 8 0 R /Enc", 1), "1 beginbfchar <57> <05D0> endbfchar"
		},
		"meanings that contradict": func(e *embedded) {
			e.font, e.unicode = strings.Replace(e.font, "/Enc", "/ToUnicode 8 0 R /Enc", 1), "2 beginbfchar <57> <0041> <57> <0042> endbfchar"
		},
		"a character that has no glyph": func(e *embedded) { e.text = "(W\\255) Tj /F1 9 Tf (\\007) Tj" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := plain
			change(&e)
			require.Zero(t, readBoth(t, e.file(t)))
		})
	}
}
