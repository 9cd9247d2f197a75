package pdf

import (
	"bytes"
	"sync"

	"quire/internal/convert/pdf/typeface"
)

// PDFium has programs of its own for fonts that files name without having them. They are in its module as they are, one
// after another in the order of their numbers, in the Compact Font Format.
const (
	// fontNames begins the name of each, which follows a header of so many bytes.
	fontNames  = "Chrom"
	fontHeader = 9
	// largestFont is the most bytes that one of them may have; the largest has 22 thousand.
	largestFont = 32 << 10
)

// standardFont returns the program of one of PDFium's fonts, or nil if the module does not have all of them.
func standardFont(font int) []byte {
	fonts := standardFonts()
	if font >= len(fonts) {
		return nil
	}
	return fonts[font]
}

var standardFonts = sync.OnceValue(func() [][]byte {
	var out [][]byte
	for at := 0; len(out) < typeface.StandardFonts; {
		next := bytes.Index(pdfiumModule[at:], []byte(fontNames))
		if next < 0 {
			return nil
		}
		at += next
		if start := at - fontHeader; start >= 0 && bytes.HasPrefix(pdfiumModule[start:], []byte{1, 0, 4}) {
			out = append(out, pdfiumModule[start:min(start+largestFont, len(pdfiumModule))])
		}
		at += len(fontNames)
	}
	return out
})
