package pdf

import (
	"encoding/binary"
	"math"
	"slices"

	"quire/internal/convert/pdf/content"
)

const (
	// askedSize is the type size in points at which fonts are queried, because PDFium's measures are thousandths of it.
	askedSize = 1000
	// askedLine is the distance between the lines on which a font shows its codes.
	askedLine = 4 * askedSize
	// mostAsked is the maximum number of codes queried at once: with more, the positions of the last ones would no
	// longer be exact in 32 bits.
	mostAsked = 1000
)

// fontAsker queries PDFium about the codes of fonts. It has PDFium show them on a page in a separate document, and
// examines what PDFium reports about that page.
type fontAsker struct {
	instance *instance
	scratch  uint64 // the document
	// texts maps each font that was met to one of its texts, which gives access to the font.
	texts map[*content.Font]met
}

// met is a font that PDFium has open.
type met struct{ text, font, document uint64 }

// holds reports whether the font can be queried.
func (a *fontAsker) holds(p *instance, f *content.Font) bool {
	return a.instance == p && a.texts[f].font != 0
}

// meet records a font of an open page, and queries the offered codes.
func (a *fontAsker) meet(d *document, f *content.Font, font uint64, offered []uint32) {
	if f.Unusable {
		return
	}
	if a.instance != d.instance { // a fresh instance knows nothing about what the last one had open
		*a = fontAsker{instance: d.instance, texts: map[*content.Font]met{}}
		a.scratch = uint64(uint32(d.call("FPDF_CreateNewDocument")))
	}
	text := d.newText(d.handle, font)
	if text == 0 || a.scratch == 0 {
		return
	}
	a.texts[f] = met{text: text, font: font, document: d.handle}
	a.ask(f, append(f.Missing(), offered...))
}

// askMissing queries all codes that were used although nothing is known about them. It returns false if that changes
// nothing.
func (a *fontAsker) askMissing(doc *content.Document) bool {
	changed := false
	for _, f := range doc.Fonts() {
		if codes := f.Missing(); len(codes) > 0 && a.texts[f].font != 0 && !f.Unusable {
			a.ask(f, codes)
			changed = true
		}
	}
	return changed
}

// close releases what PDFium holds, before the document is closed.
func (a *fontAsker) close(d *document) {
	if a.instance == nil || a.instance != d.instance {
		return
	}
	for _, m := range a.texts {
		d.call("FPDFPageObj_Destroy", m.text)
	}
	d.call("FPDF_CloseDocument", a.scratch)
	*a = fontAsker{}
}

// ask queries codes. Each is on its own line, followed by another code that is the same on all lines.
func (a *fontAsker) ask(f *content.Font, codes []uint32) {
	defer f.Give()
	slices.Sort(codes)
	if codes = slices.Compact(codes); len(codes) < 2 {
		codes = append(codes, f.Some()...)
	}
	codes = codes[:min(len(codes), mostAsked)]
	if len(codes) < 2 {
		return
	}
	p, m := a.instance, a.texts[f]
	page := uint64(uint32(p.call("FPDFPage_New", a.scratch, 0, math.Float64bits(askedSize), math.Float64bits(askedSize))))
	if page == 0 {
		return
	}
	defer p.call("FPDF_ClosePage", page)
	mark := codes[len(codes)/2]
	lines := map[uint64]uint32{}
	for i, code := range codes {
		follower := mark
		if code == mark {
			follower = codes[0]
		}
		if text := p.newText(m.document, m.font); text != 0 {
			p.setCodes(text, code, follower)
			p.call("FPDFPageObj_Transform", text, one, 0, 0, one, 0, math.Float64bits(float64(-i*askedLine)))
			p.call("FPDFPage_InsertObject", page, text)
			lines[text] = code
		}
	}
	answers, ok := p.answers(page, lines)
	if f.Unusable = !ok; ok {
		learnGlyphs(f, answers)
	}
}

// one is the number 1 as passed to PDFium's functions.
var one = math.Float64bits(1)

// newText returns a text of a font, or 0.
func (p *instance) newText(document, font uint64) uint64 {
	return uint64(uint32(p.call("FPDFPageObj_CreateTextObj", document, font, uint64(math.Float32bits(askedSize)))))
}

// setCodes sets what a text shows.
func (p *instance) setCodes(text uint64, codes ...uint32) {
	b := p.bytes(p.scratch, 4*len(codes))
	for i, code := range codes {
		binary.LittleEndian.PutUint32(b[4*i:], code)
	}
	p.call("FPDFText_SetCharcodes", text, p.scratch, uint64(len(codes)))
}

// shownChar is PDFium's information about a character.
type shownChar struct {
	r      rune
	mapped bool
	// x is its distance from the beginning of the line.
	x float64
	// box is the extent of what is drawn, and loose the advance by the font's ascent and descent.
	box, loose content.Rect
}

// answers returns the lines of a page of text by their codes. It returns false if a line may have been reversed.
func (p *instance) answers(page uint64, lines map[uint64]uint32) (map[uint32][]shownChar, bool) {
	text := uint64(uint32(p.call("FPDFText_LoadPage", page)))
	if text == 0 {
		return nil, true
	}
	defer p.call("FPDFText_ClosePage", text)
	out := map[uint32][]shownChar{}
	for i := range uint64(max(int(int32(p.call("FPDFText_CountChars", text))), 0)) {
		code, ok := lines[uint64(uint32(p.hot.textObject.call(text, i)))]
		if !ok {
			continue
		}
		c := p.shown(text, i)
		if content.Turns(c.r) {
			return nil, false
		}
		out[code] = append(out[code], c)
	}
	return out, true
}

// shown returns a character of a page of text. Heights are relative to the line.
func (p *instance) shown(text, i uint64) shownChar {
	c := shownChar{r: rune(uint32(p.hot.unicode.call(text, i)))}
	c.mapped = uint32(p.call("FPDFText_HasUnicodeMapError", text, i)) == 0
	p.hot.origin.call(text, i, p.scratch, p.scratch+8)
	var o [2]float64
	p.doubles(o[:])
	c.x = o[0]
	relative := func(left, bottom, right, top float64) content.Rect {
		return content.Rect{
			Left: float32(left - o[0]), Bottom: float32(bottom - o[1]), Right: float32(right - o[0]), Top: float32(top - o[1]),
		}
	}
	var b [4]float64
	p.call("FPDFText_GetCharBox", text, i, p.scratch, p.scratch+8, p.scratch+16, p.scratch+24)
	p.doubles(b[:]) // left, right, bottom, top
	c.box = relative(b[0], b[2], b[1], b[3])
	p.hot.looseBox.call(text, i, p.scratch)
	p.floats(b[:]) // left, top, right, bottom
	c.loose = relative(b[0], b[3], b[2], b[1])
	return c
}
