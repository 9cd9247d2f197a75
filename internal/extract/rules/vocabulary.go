package rules

import (
	"slices"
	"strings"
	"unicode"
)

// vocabulary holds all labels of a definition: text next to a label that is a label itself is not a value.
type vocabulary map[label]bool

// labelWords is how many words a label has at most.
const labelWords = 64

// has reports whether a segment is a label and nothing else.
func (v vocabulary) has(s segment) bool {
	return strings.HasSuffix(s.text(), ":") || v[label(normal(outside(s.text())))]
}

// pair reports whether a segment is a label with its value.
func (v vocabulary) pair(s segment) bool {
	for i := range s.words[:min(len(s.words)-1, labelWords)] {
		if strings.HasSuffix(s.words[i].text, ":") {
			return i < 4
		}
		if v[label(normal(joined(s.words[:i+1])))] && strings.ContainsFunc(s.text(), unicode.IsDigit) {
			return true
		}
	}
	return false
}

// row reports whether a line is a row of labels whose values are below.
func (v vocabulary) row(l line) bool {
	n := 0
	for _, s := range l.segs {
		if v.has(s) {
			n++
		} else if strings.ContainsFunc(s.text(), unicode.IsDigit) {
			return false
		}
	}
	return n > 1 && 2*n >= len(l.segs)
}

// parted returns lines whose rows of labels are parted into one segment for each: labels of narrow columns stand near
// one another.
func (v vocabulary) parted(lines []line) []line {
	lines = slices.Clone(lines)
	for i, l := range lines {
		if strings.ContainsFunc(l.text(), unicode.IsDigit) {
			continue
		}
		var segs []segment
		for _, s := range l.segs {
			parts := v.split(s.words)
			if parts == nil {
				segs = nil
				break
			}
			segs = append(segs, parts...)
		}
		if len(segs) > len(l.segs) {
			lines[i].segs = segs
		}
	}
	return lines
}

// split parts words that are labels and nothing else; nil when they are not.
func (v vocabulary) split(words []token) []segment {
	var out []segment
	for from := 0; from < len(words); {
		to := min(len(words), from+labelWords)
		for to > from && !v[label(normal(joined(words[from:to])))] {
			to--
		}
		if to == from {
			return nil
		}
		out = append(out, newSegment(words[from:to]))
		from = to
	}
	return out
}
