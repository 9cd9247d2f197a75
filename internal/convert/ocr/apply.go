package ocr

import (
	"math"
	"slices"

	"quire/internal/convert/page"
)

// ApplyTo maps the boxes of a page that was laid out from r's words back to the original image, and records on the page
// how it is rotated and how confident the reading is. A page with doubtful text gets a note.
func (r Result) ApplyTo(p *page.Page) {
	p.Confidence = r.Confidence
	p.Angle = math.Mod(360-float64(r.Rotation)+r.Angle, 360)
	if Doubtful(p) {
		p.Notes = append(p.Notes, LowConfidenceNote)
	}
	if r.Unread != "" {
		p.Notes = append(p.Notes, "no OCR data for the script of the page: "+r.Unread)
	}
	if r.Rotation == 0 && r.Angle == 0 {
		return
	}
	p.Words = slices.Clone(p.Words)
	p.Place(r.OnImage)
}

// Doubtful reports whether a page was read with a confidence below LowConfidence.
func Doubtful(p *page.Page) bool { return p.Confidence > 0 && p.Confidence < LowConfidence }
