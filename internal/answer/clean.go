package answer

import (
	"strings"
	"unicode"

	"quire/internal/pattern"
)

var markers = pattern.New(`(?i)\[\s*citation\s*:[^\]]*\]?`)

// These constructs are active in rendered Markdown: pictures, links, and tags with the backslashes before them.
var (
	pictureOpens = pattern.New(`!\[`)
	linkOpens    = pattern.New(`\]\(`)
	tagOpens     = pattern.New(`(\\*)<([A-Za-z/!?])`)
)

// shown returns text from a document in the form in which an answer may show it: on one line, with table cells
// separated, without invisible characters and without anything that looks like one of our markers. Rendered as Markdown
// it reads as in the document: whatever would load a picture, be a link or act as markup is escaped.
func shown(text string) string {
	text = unmarked(visible(text))
	text = strings.ReplaceAll(strings.Trim(text, "\t"), "\t", " | ")
	text = strings.Join(strings.Fields(text), " ")
	text = linkOpens.ReplaceAllString(pictureOpens.ReplaceAllString(text, `!\[`), `]\(`)
	return tagOpens.ReplaceAllString(text, `$1$1\<$2`)
}

// unmarked returns a text without markers, including those that appear when others are removed. A text that still has
// one after maxPasses was crafted to do so and loses all its brackets.
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

// visible removes the invisible characters of a text: control and format characters, including bidirectional overrides
// and the tag block, in which instructions can be hidden.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || (r >= 0xE0000 && r <= 0xE0FFF) {
			return -1
		}
		return r
	}, text)
}
