package rules

import (
	"slices"
	"strings"
	"unicode"
)

// vocabulary holds all labels of a definition: text next to a label that is itself a label is not a value.
type vocabulary map[label]bool

// labelWords is the maximum number of words in a label.
const labelWords = 64

// has reports whether a segment is exactly a label.
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

// parted splits rows of labels into one segment for each label, because the labels of narrow columns are close to one
// another.
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

// split splits words that consist only of labels. It returns nil for other words.
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
