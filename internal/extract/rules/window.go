package rules

import (
	"iter"
	"regexp"
	"strings"
)

const (
	// maxMatches bounds the matches of a pattern on a page.
	maxMatches = 10_000
	// windowSize is how much text, in bytes, a pattern is applied to at once. A match may look at everything that
	// follows, so many matches in a long text would take quadratic time. It is several times the text of a dense page.
	windowSize = 32 << 10
)

// matches yields the matches of a pattern in text, searched in windows that end with a line.
func matches(re *regexp.Regexp, text string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		left := maxMatches
		for window := range windows(text) {
			for _, m := range re.FindAllStringSubmatch(window, left) {
				if left--; !yield(m) {
					return
				}
			}
			if left == 0 {
				return
			}
		}
	}
}

// windows splits text at the ends of lines, and splits lines that are longer than a window.
func windows(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > windowSize {
			n := strings.LastIndexByte(text[:windowSize], '\n') + 1
			if n == 0 {
				n = windowSize
			}
			if !yield(text[:n]) {
				return
			}
			text = text[n:]
		}
		yield(text)
	}
}
