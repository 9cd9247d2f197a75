package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
)

// nativeFile writes a file whose pages have the given contents, with the fonts F1 to F3 and entries for all pages.
func nativeFile(t *testing.T, entries string, extra []string, pages ...string) string {
	t.Helper()
	resources := "/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> /XObject << /X1 6 0 R >> /ExtGState << /E1 << /ca 0 >> >> >>"
	form := "BT /F2 9 Tf 20 40 Td (in a form) Tj ET 0 0 50 20 re S"
	all := []string{"<< /Type /Catalog /Pages 2 0 R >>", ""}
	for _, name := range []string{"Helvetica", "Times-Italic", "Courier-Bold"} {
		all = append(all, "<< /Type /Font /Subtype /Type1 /BaseFont /"+name+" /Encoding /WinAnsiEncoding >>")
	}
	all = append(all, fmt.Sprintf("<< /Subtype /Form /BBox [0 0 99 99] /Matrix [1 0 0 1 9 9] %s /Length %d >>\nstream\n%s\nendstream", resources, len(form), form))
	all = append(all, extra...)
	var kids strings.Builder
	for _, content := range pages {
		n := len(all) + 1
		all = append(all, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] %s %s /Contents %d 0 R >>", resources, entries, n))
		fmt.Fprintf(&kids, "%d 0 R ", n+1)
	}
	all[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pages))
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var table strings.Builder
	for i, o := range all {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(all)+1, table.String(), start)
	path := filepath.Join(t.TempDir(), "native.pdf")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

// readBoth reads a file with an engine and with one that uses only PDFium, compares the results, and returns how many
// pages the former read without PDFium.
func readBoth(t *testing.T, path string) (native int) {
	t.Helper()
	var all [2][]page.Page
	for i, only := range []bool{true, false} {
		e, err := NewEngine(Config{PDFiumOnly: only})
		require.NoError(t, err)
		defer func() { require.NoError(t, e.Close()) }()
		require.NoError(t, e.with(path, func(d *document, pages int) error {
			err := e.pages(t.Context(), d, span{path: path, from: 1, to: pages}, Options{}, func(p page.Page) error {
				all[i] = append(all[i], p)
				return nil
			})
			if !only && d.native != nil {
				native = d.native.done
			}
			return err
		}))
	}
	require.Len(t, all[1], len(all[0]))
	for i := range all[0] {
		require.Equal(t, all[0][i].Text(), all[1][i].Text(), "page %d", i+1)
		require.Equal(t, inksOf(all[0][i]), inksOf(all[1][i]), "page %d", i+1)
		require.Len(t, all[1][i].Words, len(all[0][i].Words))
		for k, w := range all[0][i].Words {
			require.True(t, sameBox(w.Box, all[1][i].Words[k].Box) || rounded(w.Box, all[1][i].Words[k].Box), "%v %v", w, all[1][i].Words[k])
		}
	}
	return native
}

// inksOf returns the colours of the paragraphs of a page.
func inksOf(p page.Page) []uint32 {
	var out []uint32
	for _, b := range p.Blocks {
		if b.Font != nil {
			out = append(out, b.Font.Color)
		}
	}
	return out
}

// rounded reports whether two boxes differ only by rounding.
func rounded(a, b page.Box) bool {
	const step = 1.0/64 + sameWithin
	within := func(v, w float64) bool { return v-w < step && w-v < step }
	return within(a.X0, b.X0) && within(a.Y0, b.Y0) && within(a.X1, b.X1) && within(a.Y1, b.Y1)
}

// lines returns a page of text in one of the fonts.
func lines(font int, text ...string) string {
	var b strings.Builder
	for i, l := range text {
		fmt.Fprintf(&b, "BT /F%d 11 Tf 72 %d Td %s ET\n", font, 700-14*i, l)
	}
	return b.String()
}

// packedPicture is an inline picture whose compressed data contain the word that ends it.
var packedPicture = func() string {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.NoCompression)
	_, _ = w.Write([]byte(strings.Repeat(" EI ", 5)))
	_ = w.Close()
	return "q 90 0 0 90 9 9 cm BI /W 5 /H 4 /CS /G /BPC 8 /F /Fl ID " + b.String() + "\nEI Q "
}()

func TestPagesLikeTheFirstAreReadWithoutPDFium(t *testing.T) {
	t.Parallel()
	for name, contents := range map[string][]string{
		"text":            {lines(1, "(First page of a text, with) Tj", "(many words.) Tj"), lines(1, "(The second: 1-2 \\(three\\)) Tj")},
		"kerned words":    {lines(1, "[(W) 80 (ord) -400 (next) -20 (to) -1000 (it)] TJ"), lines(1, "[(ab) -278 (cd) -140 (ef) -139 (gh) -10 (i)] TJ")},
		"tracked pairs":   {lines(1, "3 Tc (ab) Tj 0 Tc"), lines(1, "3 Tc (ab) Tj 9 0 Td [(c) (d)] TJ 9 0 Td (efg) Tj [(h) -100 (ij)] TJ 0 Tc")},
		"spacing":         {lines(1, "2 Tc (spaced out) Tj 0 Tc"), lines(1, "4 Tw 1 Tc -1 Ts 80 Tz (other words here) Tj")},
		"divided words":   {lines(1, "(conver-) Tj", "(sion goes on) Tj"), lines(1, "(a self-) Tj", "(made word) Tj", "(-) Tj", "(x) Tj")},
		"columns":         {"BT /F1 9 Tf 72 700 Td (left) Tj 300 0 Td (right) Tj ET", "BT /F1 9 Tf 372 700 Td (right) Tj -300 0 Td (left) Tj ET"},
		"doubled text":    {lines(1, "(bold) Tj"), "BT /F1 9 Tf 72 700 Td (bold) Tj ET BT /F1 9 Tf 72.2 700 Td (bold) Tj ET"},
		"turned text":     {lines(1, "(straight) Tj"), "BT /F1 9 Tf 0 1 -1 0 300 300 Tm (upwards) Tj ET BT /F1 9 Tf .9 .1 -.1 .9 100 100 Tm (slanted line) Tj ET"},
		"hidden text":     {lines(1, "(seen) Tj"), "BT 3 Tr /F1 9 Tf 72 700 Td (hidden) Tj ET BT 2 Tr /F1 9 Tf 72 600 Td (stroked) Tj ET"},
		"spelled text":    {lines(1, "(fi) Tj"), "/Span << /ActualText (ffi) >> BDC BT /F1 9 Tf 72 700 Td (x) Tj 9 0 Td (y) Tj ET EMC BT /F1 9 Tf 99 700 Td (z) Tj ET"},
		"several fonts":   {lines(1, "(one) Tj") + lines(3, "(three) Tj"), lines(3, "(three) Tj /F1 9 Tf (one) Tj T* (-) ' 1 2 (x y) \"")},
		"rules and fills": {lines(1, "(a) Tj") + "72 600 200 30 re f", "q 2 0 0 2 9 9 cm 1 0 0 RG 9 9 m 99 9 l S Q .9 g 72 600 200 30 re B 300 300 m 310 300 320 310 320 320 c 320 330 310 340 v f " + lines(1, "(b) Tj")},
		"pictures":        {lines(1, "(a) Tj"), "q 90 0 0 90 9 9 cm BI /W 1 /H 2 /CS /RGB /BPC 8 ID EI EI  EI Q BI /IM true /W 9 /H 1 ID ab EI BI /W 1 /H 1 /F [/A85 /Fl] ID a EI b~> EI " + packedPicture + lines(1, "(b) Tj")},
		"forms":           {lines(2, "(a) Tj") + "/X1 Do q 1 0 0 1 200 200 cm /X1 Do Q", "q .5 0 0 .5 100 300 cm /X1 Do Q /E1 gs 9 9 99 99 re f /X1 Do"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := []string{contents[0], contents[1], contents[1], contents[0], contents[1]}
			require.GreaterOrEqual(t, readBoth(t, nativeFile(t, "", nil, slices.Repeat(pages, 2)...)), 8)
		})
	}
}

func TestWhatOnlyPDFiumUnderstandsIsLeftToIt(t *testing.T) {
	t.Parallel()
	plain := lines(1, "(some plain words) Tj")
	many := slices.Repeat([]string{plain}, 5)
	for name, odd := range map[string]string{
		"a picture that goes on": plain + "q 9 0 0 9 9 9 cm BI /W 1 /H 1 /CS /G /BPC 8 ID aaa EI Q",
		"a picture of strangers": plain + "q 9 0 0 9 9 9 cm BI /W 1 /H 1 /F /DCT ID a EI Q",
		"a missing font":         "BT /F9 9 Tf 72 700 Td (word) Tj ET",
		"missing operands":       plain + "1 2 re f",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, 7, readBoth(t, nativeFile(t, "", nil, append(many, plain, odd, plain, odd, plain)...)))
			require.Equal(t, 2, readBoth(t, nativeFile(t, "", nil, plain, odd, odd, plain)))
		})
	}
	for name, entries := range map[string]string{
		"notes on the page": "/Annots [<< /Type /Annot /Subtype /FreeText /Rect [9 9 99 99] /Contents (a) /DA (/F1 8 Tf) >>]",
		"units of its own":  "/UserUnit 2",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Zero(t, readBoth(t, nativeFile(t, entries, nil, append(many, many...)...)))
			require.Zero(t, readBoth(t, nativeFile(t, entries, nil, plain)))
		})
	}
}

// The first page that only PDFium can read is the first lesson, if there are enough others.
func TestSomePagesAreReadAloneUntilPDFiumTeaches(t *testing.T) {
	t.Parallel()
	plain, odd := lines(1, "(some plain words) Tj"), lines(2, "/F9 9 Tf (some odd words) Tj")
	pages := append([]string{plain, odd}, slices.Repeat([]string{plain}, 5)...)
	require.Equal(t, 5, readBoth(t, nativeFile(t, "", nil, pages...)), "one alone, one that only PDFium reads, one lesson")
}

func TestLinksAndTurnedPagesAreReadWithoutPDFium(t *testing.T) {
	t.Parallel()
	plain := lines(1, "(some plain words) Tj")
	link := "/Annots [<< /Type /Annot /Subtype /Link /Rect [72 695 130 712] /A << /S /URI /URI (https://example.org/) >> >>]"
	for _, entries := range []string{link, "/Rotate 90", "/CropBox [50 50 400 720]"} {
		require.Equal(t, 9, readBoth(t, nativeFile(t, entries, nil, slices.Repeat([]string{plain}, 10)...)), entries)
		require.Equal(t, 1, readBoth(t, nativeFile(t, entries, nil, plain)), entries)
	}
}

func TestTextOfANegativeSizeReadsTheOtherWay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ entries, content string }{
		"on a page that is turned":       {"/Rotate 180", "BT /F1 -11 Tf 540 90 Td (some plain words) Tj ET"},
		"in a matrix that turns it back": {"", "BT /F1 -11 Tf -1 0 0 -1 72 700 Tm (some plain words) Tj ET"},
	} {
		path := nativeFile(t, c.entries, nil, c.content)
		require.Equal(t, 1, readBoth(t, path), name)
		pages, _, _ := emitted(t, Config{}, path)
		require.Equal(t, "some plain words", strings.TrimSpace(pages[0].Text()), name)
	}
}

func TestTypeWithItsOutlinesDrawnIsBold(t *testing.T) {
	t.Parallel()
	path := nativeFile(t, "", nil, "BT 2 Tr /F1 11 Tf 72 700 Td (heavy) Tj 0 Tr 0 -40 Td (some plain words) Tj ET")
	require.Equal(t, 1, readBoth(t, path))
	pages, _, _ := emitted(t, Config{}, path)
	require.True(t, pages[0].Blocks[0].Spans[0].Bold)
	require.False(t, pages[0].Blocks[1].Spans[0].Bold)
}

func TestTypeTooSmallToReadIsTextOnlyWhereAllTypeIs(t *testing.T) {
	t.Parallel()
	const small, usual = "BT /F1 .15 Tf .3 .8 Td (some plain words) Tj ET", " BT /F1 12 Tf 90 90 Td (larger words) Tj ET"
	for name, c := range map[string]struct{ entries, content, want string }{
		"a page in inches":    {"/CropBox [0 0 8.5 11]", small, "some plain words"},
		"a page in points":    {"", "BT /F1 1 Tf 90 80 Td (some plain words) Tj ET", "some plain words"},
		"beside larger type":  {"", small + usual, "larger words"},
		"too small for paper": {"", "BT /F1 .03 Tf 90 80 Td (some plain words) Tj ET", ""},
	} {
		path := nativeFile(t, c.entries, nil, c.content)
		require.Equal(t, 1, readBoth(t, path), name)
		pages, _, _ := emitted(t, Config{}, path)
		require.Equal(t, c.want, strings.TrimSpace(pages[0].Text()), name)
		for _, b := range pages[0].Blocks {
			require.LessOrEqual(t, b.Box.X1, pages[0].Width, name)
			require.LessOrEqual(t, b.Box.Y1, pages[0].Height, name)
		}
	}
}

// Which code PDFium is asked about first is random.
func TestAFontWithCodesThatShowNothingIsKnown(t *testing.T) {
	t.Parallel()
	box, nothing := content.Rect{Right: 500, Top: 700}, content.Rect{Top: 1}
	loose := content.Rect{Right: 500, Bottom: -200, Top: 900}
	for range 20 {
		f := content.NewFont(nil, 1, object.Dict{"Subtype": {Kind: object.Name, Bytes: []byte("Type1")}})
		learnGlyphs(f, map[uint32][]shownChar{
			'a': {{r: 'a', mapped: true, box: box, loose: loose}, {r: 'b', x: 500, box: box, loose: loose}},
			1:   {{r: 1, box: nothing, loose: nothing}, {r: 'b', box: box, loose: loose}},
		})
		require.Equal(t, []int{900, -200}, []int{f.Ascent, f.Descent})
		require.Len(t, f.Some(), 2)
	}
}

func TestReadingsThatDifferAreNotAlike(t *testing.T) {
	t.Parallel()
	read := func() Sheet {
		return Sheet{Input: ink.Input{
			Fonts:  []ink.Font{{Name: "A"}, {Name: "B"}},
			Glyphs: []ink.Glyph{{Rune: 'a', X: 9}}, Rules: []ink.Rule{{}}, Fills: []ink.Fill{{}}, Links: []ink.Link{{Target: "x"}},
		}}
	}
	require.True(t, alike(read(), read()))
	for name, change := range map[string]func(s *Sheet){
		"a character":  func(s *Sheet) { s.Input.Glyphs[0].Rune = 'b' },
		"a place":      func(s *Sheet) { s.Input.Glyphs[0].X += .01 },
		"a font":       func(s *Sheet) { s.Input.Glyphs[0].Font = 1 },
		"a space":      func(s *Sheet) { s.Input.Glyphs[0].Generated = true },
		"a rule":       func(s *Sheet) { s.Input.Rules = nil },
		"a colour":     func(s *Sheet) { s.Input.Fills[0].Color = 1 },
		"a link":       func(s *Sheet) { s.Input.Links[0].Target = "y" },
		"a field":      func(s *Sheet) { s.Input.Fields = make([]ink.Field, 1) },
		"curved lines": func(s *Sheet) { s.Curves++ },
	} {
		other := read()
		change(&other)
		require.False(t, alike(read(), other), name)
	}
}

func TestAShadingInAFormReadsAlike(t *testing.T) {
	t.Parallel()
	const shading = "<< /ShadingType 3 /ColorSpace /DeviceGray /Coords [2 2 0 2 2 2] " +
		"/Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> >>"
	ball := "<< /Subtype /Form /BBox [0 0 5 5] /Resources << /Shading << /S 7 0 R >> >> /Length 5 >>\nstream\n/S sh\nendstream"
	item := func(y int, text string) string {
		return fmt.Sprintf("q 1 0 0 1 60 %d cm /B Do Q BT /F1 11 Tf 72 %d Td (%s) Tj ET ", y, y, text)
	}
	list := item(700, "first of the items") + item(680, "second of the items")
	entries := "/Resources << /Font << /F1 3 0 R >> /XObject << /B 8 0 R >> >>"
	path := nativeFile(t, entries, []string{shading, ball}, list, list, list)
	require.Positive(t, readBoth(t, path))
}
