package answer

import (
	"regexp"
	"strings"
	"unicode"
)

var markers = regexp.MustCompile(`(?i)\[\s*citation\s*:[^\]]*\]?`)

// What acts when Markdown is rendered: pictures, links, and tags with the backslashes before them.
var (
	pictureOpens = regexp.MustCompile(`!\[`)
	linkOpens    = regexp.MustCompile(`\]\(`)
	tagOpens     = regexp.MustCompile(`(\\*)<([A-Za-z/!?])`)
)

// shown is a document's text as an answer may show it: on one line, cells of a table apart, without characters that
// nobody sees and without anything that looks like a marker of ours. Rendered as Markdown it reads as it stands in the
// document: what would load a picture, follow a link or be markup is escaped.
func shown(text string) string {
	text = unmarked(visible(text))
	text = strings.ReplaceAll(strings.Trim(text, "\t"), "\t", " | ")
	text = strings.Join(strings.Fields(text), " ")
	text = linkOpens.ReplaceAllString(pictureOpens.ReplaceAllString(text, `!\[`), `]\(`)
	return tagOpens.ReplaceAllString(text, `$1$1\<$2`)
}

// unmarked is a text without markers, also without those that appear when others are removed. What still has one after
// maxPasses was made to be one: of it no bracket is left.
func unmarked(text string) string {
	for range maxPasses {
		without := markers.ReplaceAllString(text, "")
		if without == text {
			return text
		}
		text = without
	}
	return strings.ReplaceAll(text, "[", "")
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
