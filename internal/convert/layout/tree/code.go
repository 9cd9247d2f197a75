package tree

import (
	"math"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
)

// readCodeInLines joins the Code elements below e that form one listing, and makes those that are part of a line inline
// elements. The standard defines Code as inline only (ISO 32000-1, 14.8.4.4.2), but most programs tag whole listings
// with it.
func (t *reader) readCodeInLines(e *ink.Element) {
	e.Kids = t.joinCode(e.Kids)
	for i, k := range e.Kids {
		if k.Element == nil {
			continue
		}
		if k.Element.Role == ink.RoleCode && t.isInLine(e.Kids, i) {
			k.Element.Role = ink.RoleInline
		}
		t.readCodeInLines(k.Element)
	}
}

// isInLine reports whether a kid continues a line of the kid before it, or the kid after it continues its last line.
// Pieces of listings, which may also be side by side, do not count.
func (t *reader) isInLine(kids []ink.Kid, i int) bool {
	first, ok := t.first(kids[i].Element)
	if !ok {
		return false
	}
	if i > 0 && !isCode(kids[i-1]) {
		if before, ok := t.last(kids[i-1]); ok && followsOn([]text.Word{before}, first) {
			return true
		}
	}
	if i+1 == len(kids) || isCode(kids[i+1]) {
		return false
	}
	next, ok := t.first(&ink.Element{Kids: kids[i+1 : i+2]})
	end, ended := t.last(kids[i])
	return ok && ended && followsOn([]text.Word{end}, next)
}

// joinCode makes one element of Code elements that follow each other line by line, or on one line, as pieces in
// different colours do.
func (t *reader) joinCode(kids []ink.Kid) []ink.Kid {
	var out []ink.Kid
	for _, k := range kids {
		n := len(out)
		if n > 0 && isCode(k) && isCode(out[n-1]) && t.isNextLine(out[n-1], k) {
			whole := out[n-1].Element
			whole.Kids = append(whole.Kids, k.Element.Kids...)
			continue
		}
		out = append(out, k)
	}
	return out
}

// isNextLine reports whether a kid begins on the last line of another, to its right, or on the line below.
func (t *reader) isNextLine(above, below ink.Kid) bool {
	last, ended := t.last(above)
	first, ok := t.first(below.Element)
	if !ended || !ok {
		return false
	}
	down := first.Base - last.Base
	if math.Abs(down) <= text.SameLine*last.Size {
		return first.Box.X0 >= last.Box.X0
	}
	return down > 0 && down <= codeLeading*last.Size
}

func isCode(k ink.Kid) bool { return k.Element != nil && k.Element.Role == ink.RoleCode }

// last returns a kid's last word; ok is false if it has none.
func (t *reader) last(k ink.Kid) (text.Word, bool) {
	if k.Element == nil {
		words := t.words[k.Content]
		if len(words) == 0 {
			return text.Word{}, false
		}
		return words[len(words)-1], true
	}
	for i := len(k.Element.Kids) - 1; i >= 0; i-- {
		if w, ok := t.last(k.Element.Kids[i]); ok {
			return w, true
		}
	}
	return text.Word{}, false
}
