package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/pattern"
)

// markBroken marks the lines of a paragraph that were ended on purpose, in place: those of an address, a signature
// or a verse. left and right are the edges of the region's text.
//
// Text is set line by line, and a line takes every word that fits. A line that leaves room for the first word of
// the next was therefore ended by its author. The region's measure proves that only for lines far shorter than
// it, because the paragraph's own may be narrower, next to a picture for example. Where there is no wider text to
// compare with, several lines of a few words each that begin with a capital or a digit are taken for labels.
func markBroken(group []Line, left, right float64) {
	if len(group) < 2 || TagOf(group[0]).Heading > 0 {
		return
	}
	if isIndex(group, left, right) {
		breakEntries(group)
		return
	}
	if !beginAnew(group) {
		if loneWords(group) && roomy(group, left, right) == len(group)-1 {
			breakAll(group)
			return
		}
		breakEarly(group, left, right)
		return
	}
	width := 0.0
	for _, l := range group {
		width = max(width, l.box.X1-l.box.X0)
	}
	narrow := width <= shortLines*(right-left) && roomy(group, left, right) == len(group)-1
	if !narrow && (len(group) < ownLines || (!labels(group) && !ragged(group, left, right))) {
		return
	}
	breakAll(group)
}

func breakAll(group []Line) {
	for i := range group[:len(group)-1] {
		group[i].broken = true
	}
}

// loneWords reports whether lines are one word each, as in a list of files. The first line may have a label before a
// tab stop, at which the others begin.
func loneWords(group []Line) bool {
	if len(group) < earlyLines {
		return false
	}
	for i, l := range group {
		labelled := i == 0 && l.tab > 0 && underTabStop(l, group[1])
		lone := (len(l.Words) == 1 && len(l.Words[0].Text) > 1) || (labelled && l.tab == len(l.Words)-1)
		if first, _ := utf8.DecodeRuneInString(l.Words[0].Text); !lone || IsIdeographic(first) {
			return false
		}
	}
	return true
}

// breakEarly marks the lines that leave room for the first word of the next, in place, if most lines of a paragraph do
// so within the paragraph's own width. They are entries of a list without bullets, whatever they begin with. A line
// that includes a text beside the paragraph says nothing about its width.
func breakEarly(group []Line, left, right float64) {
	if len(group) < earlyLines || slices.ContainsFunc(group, func(l Line) bool { return l.leftward || widestGap(l) > besideGap*l.size }) {
		return
	}
	ownLeft, ownRight := margins(group)
	if float64(roomy(group, ownLeft, ownRight)) < earlyShare*float64(len(group)-1) {
		return
	}
	for i := range group[:len(group)-1] {
		group[i].broken = hasRoom(group[i], group[i+1], left, right)
	}
}

// indexed matches the end of an index entry, or of a line of one: a number after a comma or leaders.
var indexed = pattern.New(`(?:,|\.{2}|(?: \.){2}|…) ?(?:\d{1,4}|[ivxlc]{1,7})(?:[–-]\d{1,4})?,?$`)

// pageNumber matches a page number or a range of pages in an index.
var pageNumber = pattern.New(`^(?:\d{1,4}|[ivxlc]{1,7})(?:[–-]\d{1,4})?,?$`)

// EndsIndexEntry reports whether a run ends like an index entry: in page numbers after a comma. A date has a number
// before its comma.
func (r Run) EndsIndexEntry() bool {
	k := len(r.Words)
	for k > 0 && pageNumber.MatchString(r.Words[k-1].Text) {
		k--
	}
	if k == 0 || k == len(r.Words) {
		return false
	}
	name := r.Words[k-1].Text
	return strings.HasSuffix(name, ",") && strings.ContainsFunc(name, isAlphanumeric)
}

// isIndex reports whether the lines of a paragraph are index entries: nearly all of them end in page numbers, and most
// leave room for the next word.
func isIndex(group []Line, left, right float64) bool {
	if len(group) < indexLines || float64(roomy(group, left, right)) < brokenShare*float64(len(group)-1) {
		return false
	}
	n := 0
	for _, l := range group {
		if indexed.MatchString(l.Text()) {
			n++
		}
	}
	return float64(n) >= indexShare*float64(len(group))
}

// breakEntries marks the lines that are followed by a new index entry, in place. An entry continues after a comma.
func breakEntries(group []Line) {
	for i := range group[:len(group)-1] {
		group[i].broken = !strings.HasSuffix(group[i].Words[len(group[i].Words)-1].Text, ",")
	}
}

// ragged reports whether half of the lines leave room for the next word in the region, and at least one does within the
// paragraph's width.
func ragged(group []Line, left, right float64) bool {
	ownLeft, ownRight := margins(group)
	half := float64(roomy(group, left, right)) >= brokenShare*float64(len(group)-1)
	return half && roomy(group, ownLeft, ownRight) > 0
}

// roomy counts the lines that leave room for the first word of the next.
func roomy(group []Line, left, right float64) int {
	n := 0
	for i := 1; i < len(group); i++ {
		if hasRoom(group[i-1], group[i], left, right) {
			n++
		}
	}
	return n
}

// labels reports whether the lines are as short as labels and begin with a capital or a digit.
func labels(group []Line) bool {
	return !slices.ContainsFunc(group, func(l Line) bool {
		r, _ := utf8.DecodeRuneInString(l.Words[0].Text)
		return len(l.Words) > ProseLine || !(unicode.IsUpper(r) || unicode.IsDigit(r))
	})
}

// beginAnew reports whether no line but the first continues the sentence or the word of the line before it.
func beginAnew(group []Line) bool {
	for i := 1; i < len(group); i++ {
		if last := group[i-1].Words[len(group[i-1].Words)-1]; !StartsUpper(group[i]) || last.kept || strings.HasSuffix(last.Text, "-") {
			return false
		}
	}
	return true
}

// hasRoom reports whether the first word of cur would have fitted on the line before it.
func hasRoom(prev, cur Line, left, right float64) bool {
	room := right - prev.box.X1
	if prev.leftward {
		room = prev.box.X0 - left
	}
	first := cur.Words[0]
	need := first.Box.X1 - first.Box.X0 + spaceWidth*cur.size
	if r, _ := utf8.DecodeRuneInString(first.Text); IsIdeographic(r) {
		need = cur.size // such text is broken between any two characters
	}
	return room >= need+shortRoom*cur.size && room >= ShortLine*(right-left)
}
