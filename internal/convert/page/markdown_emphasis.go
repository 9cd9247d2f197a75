package page

import "unicode/utf8"

// settleEmphasis takes marks off punctuation where CommonMark would not see a delimiter: one that opens
// between a word character and punctuation, or closes between punctuation and a word character
// (CommonMark 0.31, left- and right-flanking delimiter runs).
func (in *inline) settleEmphasis() {
	if in.plain() {
		return
	}
	for i := 0; i < len(in.runs); i++ {
		if in.opensWrong(i) {
			in.shrink(i, true)
		}
	}
	for i := len(in.runs) - 1; i >= 0; i-- {
		if in.closesWrong(i) {
			in.shrink(i, false)
		}
	}
}

func (in *inline) opensWrong(i int) bool {
	r := in.runs[i]
	if i == 0 || in.runs[i-1].link != r.link {
		return false
	}
	before := in.runs[i-1]
	return r.style&^before.style&emphasis != 0 && isWord(in.last(before)) && isPunct(in.first(r))
}

func (in *inline) closesWrong(i int) bool {
	r := in.runs[i]
	if i+1 == len(in.runs) || in.runs[i+1].link != r.link {
		return false
	}
	after := in.runs[i+1]
	return r.style&^after.style&emphasis != 0 && isPunct(in.last(r)) && isWord(in.first(after))
}

// shrink takes from run i the emphasis that its neighbour at that side lacks: from its outermost character,
// or from all of it when its edge is markup. One is enough: the mark then stands beside punctuation.
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
		in.splitRun(i, r.start+n, kept, r.style)
	} else {
		_, n := utf8.DecodeLastRune(body)
		in.splitRun(i, r.end-n, r.style, kept)
	}
}

// splitRun cuts run i at an offset and gives the two parts their styles; an empty part does not stay.
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
