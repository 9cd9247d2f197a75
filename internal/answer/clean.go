package answer

import (
	"regexp"
	"strings"
	"unicode"
)

var markers = regexp.MustCompile(`(?i)\[\s*citation\s*:[^\]]*\]?`)

// shown is a document's text as an answer may show it: on one line, cells of a table apart, without characters that
// nobody sees and without anything that looks like a marker of ours.
func shown(text string) string {
	text = markers.ReplaceAllString(visible(text), "")
	text = strings.ReplaceAll(strings.Trim(text, "\t"), "\t", " | ")
	return strings.Join(strings.Fields(text), " ")
}

// visible removes what is in a text without being seen: control and format characters, among them bidirectional
// overrides and the tag block in which instructions can be hidden.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r >= 0xE0000 && r <= 0xE0FFF {
			return -1
		}
		return r
	}, text)
}
