package page

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// trimEmphasis removes marks from punctuation where CommonMark would not recognize a delimiter: one that opens between
// a word character and punctuation, or closes between punctuation and a word character (CommonMark 0.31, left- and
// right-flanking delimiter runs).
func (in *inline) trimEmphasis() {
	if in.plain() {
		return
	}
	in.nestMarks()
	for i := range len(in.runs) {
		if in.opensWrong(i) {
			in.shrink(i, true)
		}
		if in.opensAmbiguous(i) {
			in.runs[i].style &^= (bold | italic) &^ in.runs[i-1].style
		}
	}
	for i := range slices.Backward(in.runs) {
		if in.closesWrong(i) {
			in.shrink(i, false)
		}
	}
	in.styleSpace()
}

// nestMarks ends a mark where an enclosing one ends, unless white space follows at which it can start again. Closing
// and reopening it in the same place would produce one delimiter run that reads differently.
func (in *inline) nestMarks() {
	in.open = in.open[:0]
	lost := style(0)
	for i := range in.runs {
		r := &in.runs[i]
		if (i > 0 && r.link != in.runs[i-1].link) || (r.note == "" && isBlank(in.text[r.start:r.end])) {
			lost = 0
		}
		r.style &^= lost
		_, opens := in.closeMarks(nil, r.style&^verbatim)
		if i > 0 && r.link == in.runs[i-1].link && !isSpaceAt(in.text, r.start) {
			lost = opens & in.runs[i-1].style & emphasis
			r.style &^= lost
			opens &^= lost
		}
		in.openMarks(nil, opens, i)
	}
	in.open = in.open[:0]
}

func isSpaceAt(text []byte, i int) bool { return i < len(text) && (text[i] == ' ' || text[i] == '\n') }

func (in *inline) opensWrong(i int) bool {
	r := in.runs[i]
	if i == 0 || in.runs[i-1].link != r.link {
		return false
	}
	before := in.runs[i-1]
	return r.style&^before.style&emphasis != 0 && isWord(in.last(before)) && isPunct(in.first(r))
}

// opensAmbiguous reports whether bold inside italic (or the other way round) begins where its delimiter could
// just as well close, so that CommonMark would end the outer one.
func (in *inline) opensAmbiguous(i int) bool {
	r := in.runs[i]
	if i == 0 || in.runs[i-1].link != r.link {
		return false
	}
	before := in.runs[i-1]
	if r.style&^before.style&(bold|italic) == 0 || r.style&before.style&(bold|italic) == 0 {
		return false
	}
	c := in.last(before)
	return !unicode.IsSpace(c) && (isWord(c) || !isWord(in.first(r)))
}

func (in *inline) closesWrong(i int) bool {
	r := in.runs[i]
	if i+1 == len(in.runs) || in.runs[i+1].link != r.link {
		return false
	}
	after := in.runs[i+1]
	return r.style&^after.style&emphasis != 0 && isPunct(in.last(r)) && isWord(in.first(after))
}

// shrink removes from run i the emphasis that its neighbour on that side lacks: from its outermost character,
// or from the whole run when its edge is markup. One character is enough, since the mark then sits next to
// punctuation.
func (in *inline) shrink(i int, left bool) {
	r := in.runs[i]
	neighbour := i + 1
	if left {
		neighbour = i - 1
	}
	kept := r.style&^emphasis | r.style&in.runs[neighbour].style&emphasis
	if edge(r) != 0 {
		in.runs[i].style = kept
		return
	}
	body := in.text[r.start:r.end]
	if left {
		_, n := utf8.DecodeRune(body)
		rest := bytes.TrimLeftFunc(body[n:], unicode.IsSpace)
		in.splitRun(i, r.end-len(rest), kept, r.style)
	} else {
		_, n := utf8.DecodeLastRune(body)
		rest := bytes.TrimRightFunc(body[:len(body)-n], unicode.IsSpace)
		in.splitRun(i, r.start+len(rest), r.style, kept)
	}
}

// splitRun splits run i at an offset and gives the two parts their styles; an empty part is dropped.
func (in *inline) splitRun(i, at int, before, after style) {
	r := in.runs[i]
	head, tail := r, r
	head.end, head.style = at, before
	tail.start, tail.style = at, after
	switch {
	case head.start == head.end:
		in.runs[i] = tail
	case tail.start == tail.end:
		in.runs[i] = head
	default:
		in.runs[i] = head
		in.runs = append(in.runs, run{})
		copy(in.runs[i+2:], in.runs[i+1:])
		in.runs[i+1] = tail
	}
}
