package pdf

import (
	"math"
	"slices"
	"unicode"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const (
	// ocrDPI is the highest resolution at which a page is drawn for reading; minScanDPI is the least resolution
	// of an image that counts as a scan.
	ocrDPI, minScanDPI = 300, 72

	// A text layer is garbage if this share of its characters is meaningless.
	garbageShare = .25
	// A page with fewer characters than this next to a picture that fills it is a scan with a stamp on it.
	scanGlyphs = 40
	scanShare  = .6
	// outlines is the least number of curved shapes that may be letters.
	outlines = 200

	// A picture is read if it is at least this large (share of the page, points) and shows few glyphs of the
	// text layer.
	pictureShare  = .04
	pictureWidth  = 72
	pictureHeight = 24
	pictureGlyphs = 8
	maxPictures   = 6

	// The words of a picture count if OCR is this confident of them, and the picture if it has this many.
	pictureConfidence = 60
	pictureWords      = 3
)

// noteMeaningless is the note on a page of which only a part of its own text is meaningless.
const noteMeaningless = "parts of the text are in fonts that do not say which letters they show: left out"

// readImages decides what OCR has to read: the page, if it has no usable text of its own, or its pictures.
func (r *reading) readImages() error {
	in := &r.Input
	dropHidden(in)
	scan := unreadable(in, r.Curves)
	switch {
	case scan && r.opt.OCR == nil:
		if len(in.Glyphs) == 0 && len(in.Images) > 0 {
			r.notes = append(r.notes, "page has no text and OCR is off")
		}
		return nil
	case scan:
		return r.readPage()
	case r.opt.OCR != nil && !r.opt.SkipImages:
		return r.readPictures()
	}
	return nil
}

// dropHidden drops unpainted text next to painted text. Unpainted text alone is the layer that a scanner put
// under its picture, and is all there is.
func dropHidden(in *ink.Input) {
	visible := 0
	for _, gl := range in.Glyphs {
		if !gl.Hidden && !unicode.IsSpace(gl.Rune) {
			visible++
		}
	}
	if visible < scanGlyphs && visible < len(in.Glyphs)/4 {
		for i := range in.Glyphs {
			in.Glyphs[i].Hidden = false
		}
		return
	}
	kept := in.Glyphs[:0]
	for _, gl := range in.Glyphs {
		if !gl.Hidden {
			kept = append(kept, gl)
		}
	}
	in.Glyphs = kept
}

// unreadable reports whether a page's own text is missing, garbage, or a mere stamp on a scan or on outlines.
func unreadable(in *ink.Input, curves int) bool {
	total, bad := meaning(in)
	if total == 0 {
		return len(in.Images) > 0 || len(in.Fills)+len(in.Rules) > 0
	}
	if float64(bad) > garbageShare*float64(total) {
		return true
	}
	return total < scanGlyphs && (largestImage(in) >= scanShare || curves >= outlines)
}

// meaning counts the characters of the page's own text, and those that are meaningless.
func meaning(in *ink.Input) (total, bad int) {
	for _, gl := range in.Glyphs {
		if unicode.IsSpace(gl.Rune) {
			continue
		}
		total++
		if meaningless(gl.Rune) {
			bad++
		}
	}
	return total, bad
}

func meaningless(r rune) bool {
	return r == unicode.ReplacementChar || unicode.Is(unicode.Co, r) || unicode.IsControl(r)
}

func largestImage(in *ink.Input) float64 {
	largest := 0.0
	for _, i := range in.Images {
		largest = max(largest, (i.Box.X1-i.Box.X0)*(i.Box.Y1-i.Box.Y0)/(in.Width*in.Height))
	}
	return largest
}

func (r *reading) readPage() error {
	in := &r.Input
	img, dpi, err := r.Canvas.Gray(scanDPI(in, r.Curves, r.ImageDPI))
	if err != nil {
		return err
	}
	scan, err := r.ask(r.opt.OCR, img, dpi)
	if err != nil {
		return err
	}
	if len(scan.Words) == 0 && r.keepOwnText(in) {
		return nil
	}
	in.Glyphs, in.Words, in.Rules, in.Fills, in.Shapes, in.Source = nil, scan.Words, scan.Rules, scan.Fills, scan.Shapes, page.SourceOCR
	if len(scan.Words) == 0 && r.unread == "" && r.Canvas.Undecoded() {
		r.unread = whyUndecoded
	}
	return nil
}

// keepOwnText decides what becomes of a page's own text if OCR finds none. Little or doubtful text is better
// than nothing, unless most of it is meaningless.
func (r *reading) keepOwnText(in *ink.Input) bool {
	total, bad := meaning(in)
	switch {
	case total == 0:
		return false
	case 2*bad > total:
		r.unread = whyEncoding
		return false
	case float64(bad) > garbageShare*float64(total):
		r.notes = append(r.notes, noteMeaningless)
	}
	in.Glyphs = slices.DeleteFunc(in.Glyphs, func(gl ink.Glyph) bool { return meaningless(gl.Rune) })
	return true
}

// scanDPI returns the resolution at which to draw a page for OCR: that of its images if there is nothing else
// on it, because more pixels would not show more.
func scanDPI(in *ink.Input, curves int, images float64) float64 {
	if images < minScanDPI || curves+len(in.Glyphs)+len(in.Fills)+len(in.Rules) > 0 || largestImage(in) < scanShare {
		return ocrDPI
	}
	return min(math.Ceil(images), ocrDPI)
}

// readPictures reads the large pictures of a page that has text, each separately.
func (r *reading) readPictures() error {
	in := &r.Input
	var chosen []*ink.Image
	for i := range in.Images {
		img := &in.Images[i]
		img.Box = clip(img.Box, in.Width, in.Height)
		if worthReading(img.Box, in) && len(chosen) < maxPictures {
			chosen = append(chosen, img)
		}
	}
	read := r.opt.Picture
	if read == nil {
		read = r.opt.OCR
	}
	for _, img := range chosen {
		b := img.Box
		part, dpi, err := r.Canvas.Part(ocrDPI, b)
		if err != nil {
			return err
		}
		scan, err := r.ask(read, part, dpi)
		if err != nil {
			return err
		}
		if scan.Words = sureWords(scan.Words); len(scan.Words) > 0 {
			img.Scan, in.Source = scan.Moved(b.X0, b.Y0), page.SourceMixed
		}
	}
	return nil
}

// sureWords returns the words that OCR is confident of, or none if there are so few that they are more likely a
// pattern in a photograph.
func sureWords(words []ink.ScanWord) []ink.ScanWord {
	var sure []ink.ScanWord
	for _, w := range words {
		if w.Confidence < pictureConfidence {
			continue
		}
		sure = append(sure, w)
	}
	if len(sure) < pictureWords {
		return nil
	}
	return sure
}

func worthReading(b page.Box, in *ink.Input) bool {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	if w < pictureWidth || h < pictureHeight || w*h < pictureShare*in.Width*in.Height {
		return false
	}
	inside := 0
	for _, gl := range in.Glyphs {
		if gl.X > b.X0 && gl.X < b.X1 && gl.Y > b.Y0 && gl.Y < b.Y1 {
			inside++
		}
	}
	return inside < pictureGlyphs
}

func clip(b page.Box, width, height float64) page.Box {
	return page.Box{X0: max(b.X0, 0), Y0: max(b.Y0, 0), X1: min(b.X1, width), Y1: min(b.Y1, height)}
}
