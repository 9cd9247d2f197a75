package passage

import (
	"path"
	"strings"
	"unicode"

	"quire/internal/convert/page"
)

const (
	leadWords    = 60 // the first words of a document, which are in every header
	headingWords = 20 // the first words of a heading
)

// outline tracks the place in the document: its title and the current headings.
type outline struct {
	fixed    string // file name and title
	lead     string
	headings []item
}

func newOutline(o Options) outline {
	return outline{fixed: joinLines(nameWords(o.FileName), o.Title)}
}

// nameWords splits a path into words, without its extension, and adds the parts of compound words: FY2022_10K.pdf
// yields "FY2022 10K FY 2022 10 K", so that a name is found by any part of it.
func nameWords(name string) string {
	name = strings.TrimSuffix(name, path.Ext(name))
	words := strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`/\_.,()[]`, r) })
	parts := make([]string, 0, len(words))
	for _, w := range words {
		if p := splitWord(w); len(p) > 1 {
			parts = append(parts, p...)
		}
	}
	return strings.Join(append(words, parts...), " ")
}

// splitWord splits a word after digits, before two or more digits, and before a capital that follows a lowercase
// letter.
func splitWord(w string) []string {
	var parts []string
	r := []rune(w)
	start := 0
	for i := 1; i < len(r); i++ {
		before, digit := r[i-1], unicode.IsDigit(r[i])
		switch {
		case unicode.IsDigit(before) && unicode.IsLetter(r[i]),
			unicode.IsLetter(before) && digit && i+1 < len(r) && unicode.IsDigit(r[i+1]),
			unicode.IsLower(before) && unicode.IsUpper(r[i]):
			parts = append(parts, string(r[start:i]))
			start = i
		}
	}
	return append(parts, string(r[start:]))
}

// begin takes the document's first words from the first page with any words.
func (o *outline) begin(blocks []page.Block) {
	if o.lead != "" {
		return
	}
	var words []string
	for _, b := range blocks {
		if b.Kind != dropped {
			words = append(words, strings.Fields(firstBytes(BlockText(b)))...)
		}
		if len(words) >= leadWords {
			break
		}
	}
	o.lead = strings.Join(words[:min(len(words), leadWords)], " ")
}

// firstBytes bounds the work on a block that consists of a whole file.
func firstBytes(s string) string {
	const enough = 4096
	if len(s) <= enough {
		return s
	}
	return strings.ToValidUTF8(s[:enough], "")
}

// enter makes a heading the current heading of its level.
func (o *outline) enter(h item) {
	if h.start > 0 { // the rest of a very long heading
		return
	}
	for len(o.headings) > 0 && o.headings[len(o.headings)-1].level >= h.level {
		o.headings = o.headings[:len(o.headings)-1]
	}
	o.headings = append(o.headings, h)
}

// path returns the headings above the current place, outermost first.
func (o *outline) path() []string {
	parts := make([]string, 0, len(o.headings))
	for _, h := range o.headings {
		words := strings.Fields(firstBytes(h.blockText))
		parts = append(parts, strings.Join(words[:min(len(words), headingWords)], " "))
	}
	return parts
}

func (o *outline) header(path []string) string {
	return joinLines(o.fixed, o.lead, strings.Join(path, " > "))
}

func joinLines(lines ...string) string {
	kept := lines[:0]
	for _, l := range lines {
		if l != "" {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}
