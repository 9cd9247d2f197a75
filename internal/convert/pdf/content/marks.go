package content

import (
	"unicode/utf16"

	"golang.org/x/text/unicode/bidi"

	"quire/internal/convert/pdf/object"
)

// mark is an open piece of marked content, with what it inherits from those around it.
type mark struct {
	// properties identifies the properties of a mark; 0 if it has none.
	properties int
	// spelled is set if the content spells out its text.
	spelled bool
	text    []rune
}

// mark opens marked content with properties, which have a number, or without.
func (r *runner) mark(properties object.Dict, number int) error {
	if len(r.marks) == maxMarks {
		return ErrUnknown
	}
	m := r.marks[len(r.marks)-1]
	m.properties = number
	if text, ok := properties["ActualText"]; ok {
		if m.text, m.spelled = decode(text); !m.spelled {
			return ErrUnknown
		}
	}
	r.marks = append(r.marks, m)
	return nil
}

// markWith opens marked content with inline properties or properties from the resources. It opens nothing if they are
// missing.
func (r *runner) markWith() error {
	if len(r.operands) != 2 {
		return ErrUnknown
	}
	properties := r.operands[1]
	if properties.Kind == object.Dictionary {
		r.marked++
		return r.mark(properties.Dict, r.marked)
	}
	if properties.Kind != object.Name {
		return nil
	}
	all, err := r.category("Properties")
	if err != nil {
		return err
	}
	if properties, err = r.doc.file.Resolve(all[string(properties.Bytes)]); err != nil || properties.Kind != object.Dictionary {
		return err
	}
	_, spells := properties.Dict["ActualText"]
	if spells || r.marks[len(r.marks)-1].spelled { // two marks with the same properties could not be distinguished
		return ErrUnknown
	}
	r.marked++
	return r.mark(properties.Dict, r.marked)
}

// decode decodes a text to Unicode. It returns false if that requires characters outside of the first plane.
func decode(o object.Object) ([]rune, bool) {
	b := o.Bytes
	if o.Kind != object.String {
		return nil, false
	}
	var out []rune
	if len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF {
		for i := 2; i+1 < len(b); i += 2 {
			out = append(out, rune(b[i])<<8|rune(b[i+1]))
		}
	} else {
		for _, c := range b {
			if c < ' ' || c > '~' {
				return nil, false
			}
			out = append(out, rune(c))
		}
	}
	for _, r := range out {
		if utf16.IsSurrogate(r) || r == 0x1B || Turns(r) {
			return nil, false
		}
	}
	return out, true
}

// Turns reports whether a character is written from right to left, or can make others be.
func Turns(r rune) bool {
	switch p, _ := bidi.LookupRune(r); p.Class() {
	case bidi.R, bidi.AL, bidi.AN, bidi.RLE, bidi.RLO, bidi.RLI, bidi.LRE, bidi.LRO, bidi.LRI, bidi.FSI, bidi.PDF, bidi.PDI:
		return true
	}
	return false
}

// said is the effect of spelled-out text on a text that is shown.
type said uint8

const (
	asShown said = iota
	asSpelled
	already // the previous text has said it
)

// saying determines how a text is written.
func (w *writer) saying(t *Text) said {
	m := t.mark
	if !m.spelled {
		return asShown
	}
	if p := w.previous; p != nil && p.marks == t.marks && p.mark.properties == m.properties {
		return already
	}
	if len(m.text) == 0 {
		return asShown
	}
	for _, r := range m.text {
		if (r > 0x80 && r < 0xFFFD) || (r >= ' ' && r <= '~') {
			return asSpelled
		}
	}
	return already
}

// spell writes the text that is spelled out, spread over the area of what is shown.
func (w *writer) spell(t *Text) {
	m := t.matrix.then(t.form)
	step := t.rect.width() / float32(len(t.mark.text))
	for i, r := range t.mark.text {
		if r <= 0x80 && (r < ' ' || r > '~') {
			r = ' '
		}
		if r >= 0xFFFD {
			continue
		}
		shift := float32(float32(i) * step)
		box := Rect{Left: t.rect.Left + shift, Bottom: t.rect.Bottom, Right: t.rect.Left + step + shift, Top: t.rect.Top}
		w.line = append(w.line, Char{Rune: r, X: t.matrix.E, Y: t.matrix.F, Loose: box, box: box, Text: t, Matrix: m, code: none})
		w.lineText = append(w.lineText, r)
	}
}
