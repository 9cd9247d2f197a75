package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/pdf"
)

// arabicFile writes a page whose font maps the letters A to F to Arabic ones.
func arabicFile(t *testing.T, content string, letters ...string) string {
	t.Helper()
	var mapping strings.Builder
	for i, l := range letters {
		fmt.Fprintf(&mapping, "<%02X> <%s>\n", 'A'+i, l)
	}
	cmap := fmt.Sprintf("/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n1 begincodespacerange <00> <FF> endcodespacerange\n"+
		"%d beginbfchar\n<20> <0020>\n%sendbfchar\nendcmap end end", len(letters)+1, mapping.String())
	stream := func(s string) string { return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s) }
	return pdfFileFrom(t, []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		stream(content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>",
		stream(cmap),
	})
}

func TestLettersOfAnArabicLigatureKeepTheirOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		letters []string // what A, B and C stand for, from left to right
		want    string
	}{
		"lam and alef":                         {[]string{"0645", "06440627", "0633"}, "سلام"},
		"the ligature's own character":         {[]string{"0645", "FEFB", "0633"}, "سلام"},
		"lam and alef maksura":                 {[]string{"06440649", "064A", "0644"}, "ليلى"},
		"three letters":                        {[]string{"064406440647", "0627", "0020"}, "الله"},
		"a letter with its accent":             {[]string{"0628", "06440651", "0633"}, "سلّب"},
		"three letters as their own character": {[]string{"FDF2", "0628", "0020"}, "بالله"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := arabicFile(t, "BT /F1 12 Tf 72 700 Td (ABC) Tj ET", c.letters...)
			require.Equal(t, c.want, strings.TrimSpace(converted(t, path, 1, 1, pdf.Options{})[0].Text()))
		})
	}
}

func TestSpelledOutNonJoinerPartsTheLettersOfAWord(t *testing.T) {
	t.Parallel()
	const content = "BT /F1 12 Tf 72 700 Td (A) Tj ET\n" +
		"/Span << /ActualText <FEFF200C> >> BDC BT /F1 12 Tf 80.66 700 Td ( ) Tj ET EMC\n" +
		"BT /F1 12 Tf 80.66 700 Td (BC) Tj ET"
	path := arabicFile(t, content, "0647", "06CC", "0645")
	require.Equal(t, "می\u200cه", converted(t, path, 1, 1, pdf.Options{})[0].Text())
}
