package pdf

import (
	"bytes"
	"sync"

	"quire/internal/convert/pdf/typeface"
)

// PDFium has its own programs for fonts that files name without embedding them. They are stored uncompressed in its
// module, one after another in the order of their numbers, in the Compact Font Format.
const (
	// fontNames is the beginning of the name of each, which follows a header of this many bytes.
	fontNames  = "Chrom"
	fontHeader = 9
	// largestFont is the maximum size of one of them in bytes; the largest has about 22,000.
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
