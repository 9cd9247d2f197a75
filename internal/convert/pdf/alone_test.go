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

// objectFile writes a file with objects, numbered from 1. The first one is the catalog.
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

// embedded is an embedded font: the descriptor is object 6, the program 7, and the ToUnicode table 8. The program is
// TrueType unless key names another kind.
type embedded struct {
	font, flags, unicode string
	key                  string
	program              []byte
	catalog, page, text  string
}

// file writes a file with one page that shows the text in the font.
func (e embedded) file(t *testing.T) string {
	t.Helper()
	if e.program == nil {
		e.program = goregular.TTF
	}
	kind := "CIDFontType0"
	if e.key == "" {
		e.key, kind = "FontFile2", "CIDFontType2"
	}
	return objectFile(
		t,
		"<< /Type /Catalog /Pages 2 0 R "+e.catalog+" >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "+e.page+" /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
		streamOf("BT /F1 11 Tf 72 700 Td "+e.text+" ET 72 650 200 .5 re f"),
		e.font,
		"<< /Type /FontDescriptor /FontName /ABCDEF+Go /Flags "+e.flags+" /FontBBox [-100 -250 1100 950] /ItalicAngle 0 /Ascent 900 /Descent -200 /StemV 80 /"+e.key+" 7 0 R >>",
		streamOf(string(e.program)),
		streamOf(e.unicode),
		"<< /Type /Font /Subtype /"+kind+" /BaseFont /ABCDEF+Go /FontDescriptor 6 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) >> /DW 600 /W [3 [278 300] 20 40 556] >>",
	)
}

// widths holds those of all ASCII characters.
var widths = "/FirstChar 32 /LastChar 251 /Widths [" + strings.Repeat("500 ", 220) + "] "

const (
	simpleFont = "<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Go /FontDescriptor 6 0 R "
	letterFont = "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Go /FontDescriptor 6 0 R "
	wideFont   = "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Go /Encoding /Identity-H /DescendantFonts [9 0 R] "
	meanings   = "1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfrange <0014> <0028> <0041> <0030> <0031> [<00660069> <FB01>] endbfrange 1 beginbfchar <0003> <0020> endbfchar"
)

func TestShortDocumentsAreReadByTheirFontPrograms(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]embedded{
		"Windows":                     {font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words, 3 \\(of\\) them: \\344\\366\\374 \\200) Tj 0 -14 Td [(K) 80 (ern) -400 (ed)] TJ"},
		"Macintosh":                   {font: simpleFont + widths + "/Encoding /MacRomanEncoding >>", flags: "32", text: "(Words \\212\\232) Tj"},
		"codes of its own":            {font: simpleFont + widths + ">>", flags: "4", text: "(Words) Tj"},
		"a table of meanings":         {font: simpleFont + widths + "/Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>", flags: "32", unicode: "1 beginbfrange <41> <43> <0061> endbfrange 1 beginbfchar <44> <FB03> endbfchar", text: "(ABCDE) Tj"},
		"characters of the Macintosh": {font: simpleFont + widths + ">>", flags: "4", text: "(Words \\212\\245\\322\\323) Tj"},
		"a space that does not break": {font: simpleFont + widths + "/Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>", flags: "32", unicode: "1 beginbfchar <44> <00A0> endbfchar", text: "(WDW DD W) Tj"},
		"tabs and soft hyphens": {
			font: simpleFont + widths + "/Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>", flags: "32", unicode: "2 beginbfchar <44> <00AD> <45> <0009> endbfchar",
			text: "(WoDrds EandEmore: breD) Tj 0 -14 Td (akE wordD) Tj 0 -14 Td (Dand) Tj (D) Tj (ED) Tj 0 -14 Td (D) Tj 0 -14 Td (end ) Tj (E) Tj",
		},
		"claimed capitals":          {font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "65568", text: "(Words \\344) Tj"},
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

// programIn returns the regular Go font as another kind of program, with only the letters of some words.
func programIn(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	require.NoError(t, err)
	return data
}

// goCFF returns the font in the Compact Font Format.
func goCFF(t *testing.T) []byte { return programIn(t, "go.cff") }

// goType1 returns the font as a Type 1 program. Code 1 is an accented letter with two parts, 2 has a flex, and 3 uses
// division.
func goType1(t *testing.T) []byte { return programIn(t, "go.pfa") }

func TestShortDocumentsAreReadByFontProgramsWithNamedGlyphs(t *testing.T) {
	t.Parallel()
	const renamed = "/Encoding << /Type /Encoding /BaseEncoding /MacRomanEncoding /Differences [1 /W /o 7 /r /d.alt /s] >> >>"
	for name, e := range map[string]embedded{
		"Windows":             {font: letterFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words, 3 \\(of\\) them: \\344\\366\\374 \\200) Tj"},
		"the program's own":   {font: letterFont + widths + ">>", flags: "4", text: "(Words - 'and' more) Tj"},
		"claimed capitals":    {font: letterFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "65568", text: "(Words, 3 of them: \\344) Tj"},
		"the standard one":    {font: letterFont + widths + ">>", flags: "32", text: "(Words and more) Tj"},
		"renamed codes":       {font: letterFont + "/FirstChar 1 /LastChar 120 /Widths [" + strings.Repeat("500 ", 120) + "] " + renamed, flags: "32", text: "(\\001\\002\\007s and words) Tj"},
		"renamed symbols":     {font: letterFont + "/FirstChar 1 /LastChar 120 /Widths [" + strings.Repeat("500 ", 120) + "] " + renamed, flags: "4", text: "(\\001\\002\\007\\010s and Quite lost) Tj"},
		"a table of meanings": {font: letterFont + widths + "/Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>", flags: "32", unicode: "1 beginbfrange <41> <43> <0061> endbfrange", text: "(ABC) Tj"},
		"glyphs by two bytes": {font: wideFont + "/ToUnicode 8 0 R >>", flags: "4", unicode: meanings, text: "<00140015000300160030003100280003> Tj"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e.key, e.program = "FontFile3 ", goCFF(t)
			require.Equal(t, 1, readBoth(t, e.file(t)))
		})
	}
}

func TestShortDocumentsAreReadByType1Programs(t *testing.T) {
	t.Parallel()
	all := "/FirstChar 0 /LastChar 255 /Widths [" + strings.Repeat("500 ", 256) + "] "
	for name, e := range map[string]embedded{
		"Windows":           {font: letterFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words, 3 \\(of\\) them: \\344\\366\\374 \\200) Tj"},
		"the program's own": {font: letterFont + all + ">>", flags: "4", text: "(Words W\\001\\002\\003) Tj"},
		"renamed codes":     {font: letterFont + all + "/Encoding << /Differences [1 /udieresis /hyphen 65 /period /B] >> >>", flags: "4", text: "(\\001\\002AB and words) Tj"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e.key, e.program = "FontFile", goType1(t)
			require.Equal(t, 1, readBoth(t, e.file(t)))
		})
	}
}

// coloredFile writes a file with one page of text and a filled rectangle in a colour. Its colour space S uses a
// profile.
func coloredFile(t *testing.T, color string, profile []byte) string {
	t.Helper()
	e := embedded{
		font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words) Tj ET " + color + " 70 690 90 30 re f 0 g BT",
		unicode: string(profile),
	}
	data, err := os.ReadFile(e.file(t))
	require.NoError(t, err)
	data = bytes.Replace(data, []byte("/Resources <<"), []byte("/Resources << /ColorSpace << /S 9 0 R >> /Pattern << /P1 10 0 R /P2 11 0 R /P3 12 0 R >>"), 1)
	data = bytes.Replace(data, fmt.Appendf(nil, "<< /Length %d >>\nstream\n%s", len(profile), profile), fmt.Appendf(nil, "<< /N 3 /Length %d >>\nstream\n%s", len(profile), profile), 1)
	objects := bytes.Split(data, []byte("endobj\n"))
	text := make([]string, 0, 9)
	for _, o := range objects[:8] {
		_, body, _ := bytes.Cut(o, []byte(" obj\n"))
		text = append(text, strings.TrimSuffix(string(body), "\n"))
	}
	const tile = "<< /PatternType 1 /PaintType %d /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >> /Length 12 >>\nstream\n0 0 4 4 re f\nendstream"
	shading := "<< /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function << /FunctionType 2 /Domain [0 1] /N 1 >> >> >>"
	return objectFile(t, append(text, "[/ICCBased 8 0 R]", shading, fmt.Sprintf(tile, 1), fmt.Sprintf(tile, 2))...)
}

func TestColoursAreKnownWithoutPDFium(t *testing.T) {
	t.Parallel()
	screen := bytes.Repeat([]byte{1}, 3144)
	copy(screen[0x190:], "sRGB IEC61966-2.1")
	other := bytes.Repeat([]byte{1}, 3048)
	for name, c := range map[string]struct {
		color   string
		profile []byte
		native  int
	}{
		"inks":               {"0.1 0.2 0 .3 k", nil, 1},
		"the usual profile":  {"/S cs .2 .4 .6 sc", screen, 1},
		"another profile":    {"/S cs .2 .4 .6 sc", other, 0},
		"a profile not used": {".2 .4 .6 rg", other, 1},
		"too few components": {"/S cs .2 .4 sc", screen, 0},
		"a shading":          {"/Pattern cs /P1 scn", nil, 1},
		"coloured tiles":     {"/Pattern cs /P2 scn", nil, 1},
		"tiles to colour":    {"/Pattern cs /P3 scn", nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.native, readBoth(t, coloredFile(t, c.color, c.profile)))
		})
	}
}

func TestLettersHaveTheColoursOfPDFium(t *testing.T) {
	t.Parallel()
	for name, color := range map[string]string{
		"grey": ".5 g", "red": "1 0 0 rg", "inks": ".1 .2 0 .3 k", "a space": "/DeviceRGB cs 0 .2 .9 sc", "restored": "q 1 0 0 rg Q",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := embedded{font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: color + " (Words) Tj 0 -40 Td 0 g (More) Tj"}
			require.Equal(t, 1, readBoth(t, e.file(t)))
		})
	}
}

func TestShortDocumentsWithSomethingUnknownAreReadByPDFium(t *testing.T) {
	t.Parallel()
	plain := embedded{font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words) Tj"}
	for name, change := range map[string]func(e *embedded){
		"a program cut off":         func(e *embedded) { e.program = goregular.TTF[:len(goregular.TTF)/2] },
		"no program":                func(e *embedded) { e.program = []byte("none") },
		"codes that are renamed":    func(e *embedded) { e.font = simpleFont + widths + "/Encoding << /Differences [65 /B] >> >>" },
		"a program of another kind": func(e *embedded) { e.font, e.key, e.program = letterFont+widths+">>", "FontFile3", goregular.TTF },
		"an outline cut off":        func(e *embedded) { e.font, e.key, e.program = letterFont+widths+">>", "FontFile3", goCFF(t)[:3400] },
		"secrets cut off":           func(e *embedded) { e.font, e.key, e.program = letterFont+widths+">>", "FontFile", goType1(t)[:3000] },
		"another unit": func(e *embedded) {
			e.font, e.key, e.program = letterFont+widths+">>", "FontFile", bytes.Replace(goType1(t), []byte("[0.001 0"), []byte("[0.002 0"), 1)
		},
		"the expert encoding": func(e *embedded) {
			e.font, e.key, e.program = letterFont+widths+"/Encoding /MacExpertEncoding >>", "FontFile3", goCFF(t)
		},
		"a glyph by its meaning": func(e *embedded) {
			e.font, e.key, e.program, e.text = letterFont+widths+">>", "FontFile3", goCFF(t), "(Q) Tj"
		},
		"no widths": func(e *embedded) { e.font = simpleFont + "/Encoding /WinAnsiEncoding >>" },
		"a form":    func(e *embedded) { e.catalog = "/AcroForm << /Fields [] >>" },
		"a note":    func(e *embedded) { e.page = "/Annots [<< /Subtype /Text /Rect [9 9 20 20] /Contents (n) >>]" },
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

func TestPathsWithWhichThereAreTooManyPointsAreLeftOut(t *testing.T) {
	t.Parallel()
	line := func(points int) string { return "9 9 m " + strings.Repeat("99 9 l ", points-1) + "S " }
	for name, drawn := range map[string]string{
		"one after many": line(59_000) + line(900) + line(101) + line(100),
		"one of many":    line(60_001) + "72 600 200 30 re f",
		"many of a few":  strings.Repeat(line(7000), 9) + "72 600 200 30 re f",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := embedded{font: simpleFont + widths + "/Encoding /WinAnsiEncoding >>", flags: "32", text: "(Words) Tj ET " + drawn + "BT"}
			require.Equal(t, 1, readBoth(t, e.file(t)))
		})
	}
}
