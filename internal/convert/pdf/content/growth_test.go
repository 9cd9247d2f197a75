package content_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
	"quire/internal/growth"
)

// shown runs a page whose font is known.
func shown(t testing.TB, code []byte) {
	d, resources := furnished(t)
	p := shows(string(code))
	p["Resources"] = resources
	if _, err := d.Page(p); err != nil {
		return
	}
	for _, f := range d.Fonts() {
		for c := range uint32(256) {
			f.Add(c, content.Glyph{Text: []rune{rune(c)}, Mapped: true, Width: 500, Box: content.Rect{Right: 500, Top: 700}})
		}
		f.Ascent, f.Descent, f.Known = 800, -200, true
	}
	if page, err := d.Page(p); err == nil && page.Known() {
		_, _ = page.Chars(content.Matrix{A: 1, D: -1, F: 792}, 612, 792)
	}
}

// furnished returns a document with a font F1, a form X1 that shows a word, and a form X2 that draws the first one
// twice.
func furnished(t testing.TB) (*content.Document, object.Object) {
	t.Helper()
	f, err := object.Open([]byte(withForms))
	if err != nil {
		t.Fatal(err)
	}
	resources, err := f.Resolve(object.Object{Kind: object.Reference, Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	return content.NewDocument(f, new(content.Memory)), resources
}

var withForms = func() string {
	all := []string{
		"<< /Font << /F1 2 0 R >> /XObject << /X1 3 0 R /X2 4 0 R /X3 5 0 R >> >>",
		"<< /Subtype /Type1 >>",
		"<< /Subtype /Form /Length 22 >>\nstream\nBT /F1 9 Tf (a b) Tj ET\nendstream",
		"<< /Subtype /Form /Length 13 >>\nstream\n/X1 Do /X1 Do\nendstream",
		"<< /Subtype /Form /Length 13 >>\nstream\n/X3 Do /X3 Do\nendstream",
	}
	var b, table strings.Builder
	b.WriteString("%PDF-1.7\n")
	for i, o := range all {
		table.WriteString(pad(b.Len()) + " 00000 n \n")
		b.WriteString(number(i+1) + " 0 obj\n" + o + "\nendobj\n")
	}
	start := b.Len()
	b.WriteString("xref\n0 6\n0000000000 65535 f \n" + table.String() + "trailer\n<< >>\nstartxref\n" + number(start) + "\n%%EOF\n")
	return b.String()
}()

func TestGrowthOfContent(t *testing.T) {
	text := func(unit string) func(n int) []byte { return growth.Within("BT /F1 9 Tf ", growth.Repeat(unit), " ET") }
	growth.Run(t, []growth.Case[[]byte]{
		{Name: "characters", Build: growth.Within("BT /F1 9 Tf (", growth.Repeat("ab "), ") Tj ET")},
		{Name: "words", Build: text("(ab) Tj ")},
		{Name: "words in one place", Build: text("1 0 0 1 9 9 Tm (ab) Tj ")},
		{Name: "words from right to left", Build: text("-20 0 Td (ab) Tj ")},
		{Name: "lines", Build: text("0 -20 Td (ab) Tj ")},
		{Name: "kerned words", Build: growth.Within("BT /F1 9 Tf [", growth.Repeat("(ab) -500 "), "] TJ ET")},
		{Name: "hyphens", Build: text("0 -20 Td (ab-) Tj ")},
		{Name: "spaces", Build: growth.Within("BT /F1 9 Tf (", growth.Repeat("  "), ") Tj ET")},
		{Name: "spelled text", Build: text("/Span << /ActualText (ab) >> BDC (c) Tj EMC ")},
		{Name: "spelled text around marks", Build: growth.Within("/Span << /ActualText (", func(n int) []byte {
			parts := strings.Repeat("/P << >> BDC (c) Tj EMC ", n)
			return []byte(strings.Repeat("ab", n) + ") >> BDC BT /F1 9 Tf " + parts)
		}, "ET EMC"), To: 1 << 12},
		{Name: "nested marks", Build: growth.Around("/P << /MCID 1 >> BDC ", "", " EMC")},
		{Name: "saved states", Build: growth.Around("q ", "0 0 1 1 re f", " Q")},
		{Name: "paths", Build: growth.Repeat("0 0 1 1 re f ")},
		{Name: "a long path", Build: growth.Within("0 0 m ", growth.Repeat("1 1 l 2 2 2 3 3 4 c "), "f")},
		{Name: "operands", Build: growth.Repeat("1 ")},
		{Name: "forms", Build: growth.Repeat("/X1 Do ")},
		{Name: "forms of forms", Build: growth.Repeat("/X2 Do ")},
		{Name: "a form that draws itself", Build: growth.Repeat("/X3 Do ")},
		{Name: "pictures", Build: growth.Repeat("BI /W 1 /H 1 ID a EI ")},
		{Name: "packed pictures", Build: growth.Repeat("BI /W 1 /H 1 /F /A85 ID a~> EI BI /W 1 /H 1 /F /Fl ID x\x9c\x03\x00\x00\x00\x00\x01 EI ")},
		{Name: "pictures without an end", Build: growth.Repeat("BI /W 1 /H 1 /F /A85 ID a EI ")},
		{Name: "a picture of many entries", Build: growth.Within("BI ", growth.Repeat("/W 1 "), "ID a EI")},
		{Name: "colours", Build: growth.Repeat("1 0 0 rg 0 0 0 1 k ")},
	}, func(t *testing.T, code []byte) { shown(t, code) })
}

// FuzzPage feeds damaged contents to the reader, which must return.
func FuzzPage(f *testing.F) {
	f.Add([]byte("BT /F1 9 Tf 1 0 0 1 72 700 Tm [(He) -300 (llo-)] TJ 0 -12 Td (world) Tj ET /X2 Do"))
	f.Add([]byte("BT /F1 9 Tf 99999999.0 0 0 99999999.0 0 0 Tm 99999999.0 Tz 99999999.0 Tc (ab) Tj 0 0 0 0 0 0 cm (cd) Tj ET"))
	f.Add([]byte("BI /W 2 /H 2 /BPC 8 /CS /RGB ID aaaaaaaaaaaa EI BI /W 1 /H 1 /F [/A85 /Fl] ID a~> EI 0 0 m 1 1 l S"))
	f.Add([]byte("q 1 0 0 1 9 9 cm .5 g 0 0 9 9 re B* Q /Span << /ActualText (x) >> BDC 0 0 m 1 1 2 2 3 3 c h S EMC"))
	f.Fuzz(func(t *testing.T, code []byte) { shown(t, code) })
}

func number(n int) string { return strconv.Itoa(n) }

// pad formats an offset as in a cross-reference table.
func pad(n int) string { return fmt.Sprintf("%010d", n) }
