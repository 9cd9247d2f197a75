package pdf

import (
	"bytes"
	"slices"
)

// Why nothing was read from a page.
const (
	whyUndecoded = "its picture is damaged or of a kind that cannot be decoded"
	whyTrapped   = "it is damaged in a way that stops the program that reads it"
	whyTooLarge  = "it needs more memory than allowed"
	whyEncoding  = "its fonts do not say which letters they show, and OCR finds none"
)

const (
	faxFilter = "CCITTFaxDecode"
	// The maximum size of an encoded blank fax, in bytes: the longest line of one colour, and the overhead around all
	// lines.
	faxBlankLine, faxOverhead = 8, 256
)

// Undecoded implements Canvas. When PDFium cannot decode a picture, it draws nothing or a single colour and
// does not say so.
func (g *pdfPage) Undecoded() bool {
	return slices.ContainsFunc(g.images, func(object uint64) bool {
		bitmap := uint64(uint32(g.call("FPDFImageObj_GetBitmap", object)))
		if bitmap == 0 {
			return true
		}
		defer g.call("FPDFBitmap_Destroy", bitmap)
		return g.brokenFax(object, bitmap)
	})
}

// brokenFax reports whether a fax came out in one colour although its data is far longer than that of a blank
// page. The decoder gives up silently.
func (g *pdfPage) brokenFax(object, bitmap uint64) bool {
	filters := int(int32(g.call("FPDFImageObj_GetImageFilterCount", object)))
	if filters < 1 {
		return false
	}
	name := g.ascii(func(buffer, size uint64) uint64 {
		return g.call("FPDFImageObj_GetImageFilter", object, uint64(filters-1), buffer, size)
	})
	stride := int(g.call("FPDFBitmap_GetStride", bitmap))
	height := int(g.call("FPDFBitmap_GetHeight", bitmap))
	coded := int(uint32(g.call("FPDFImageObj_GetImageDataRaw", object, 0, 0)))
	if name != faxFilter || coded <= height*faxBlankLine+faxOverhead {
		return false
	}
	pixels := g.bytes(uint64(uint32(g.call("FPDFBitmap_GetBuffer", bitmap))), stride*height)
	return bytes.Count(pixels, pixels[:1]) == len(pixels)
}
