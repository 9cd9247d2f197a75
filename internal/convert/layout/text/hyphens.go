package text

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// hyphenated is a word that ends its line with a hyphen, and the spellings that it may stand for.
type hyphenated struct {
	at                     int
	stem, joined, compound string
	tail                   string
}

// MarkHyphens distinguishes hyphens at line ends that belong to their words from those that merely break them:
// afterwards Word.Hyphen is set only for the latter. Without a dictionary the page itself has to decide, by how
// it writes the word elsewhere or whether it uses both halves as words.
func MarkHyphens(words []Word) {
	breaks := lineEndHyphens(words)
	if len(breaks) == 0 {
		return
	}
	known := vocabulary(words, breaks)
	var open []hyphenated
	kept, broken := 0, 0
	for _, h := range breaks {
		last := h.stem[strings.LastIndexByte(h.stem, '-')+1:]
		switch {
		case known[h.compound]:
			kept++
			words[h.at].kept = true
		case known[h.joined]:
			broken++
		case last != h.stem, min(len(last), len(h.tail)) >= leastHalf && known[last] && known[h.tail]:
			words[h.at].kept = true
		default:
			open = append(open, h)
		}
	}
	if kept >= keptHyphens && broken == 0 {
		for _, h := range open {
			words[h.at].kept = true
		}
	}
	for _, h := range breaks {
		if w := &words[h.at]; !w.kept {
			w.plainHyphen()
		}
	}
	for i := range words {
		words[i].Hyphen = words[i].Hyphen && !words[i].kept
	}
}

// plainHyphen replaces the character that ends a broken word by the hyphen that later steps look for.
func (w *Word) plainHyphen() {
	if stem, ok := strings.CutSuffix(w.Text, page.TypographicHyphen); ok {
		w.Text, w.Hyphen = stem+"-", true
	}
}

// lineEndHyphens finds the words that end with a hyphen before a line that continues in lower case.
func lineEndHyphens(words []Word) []hyphenated {
	var out []hyphenated
	for i := 0; i+1 < len(words); i++ {
		w, next := words[i], words[i+1]
		stem, ok := page.CutHyphen(w.Text)
		sameLine := math.Abs(next.Base-w.Base) < nextLine*w.Size || (next.Glued && next.Base == w.Base)
		if !ok || sameLine {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(stem)
		after, _ := utf8.DecodeRuneInString(next.Text)
		if !unicode.IsLetter(before) || !unicode.IsLower(after) {
			continue
		}
		h := hyphenated{at: i, stem: bareWord(stem), tail: bareWord(next.Text)}
		h.joined, h.compound = h.stem+h.tail, h.stem+"-"+h.tail
		out = append(out, h)
	}
	return out
}

// bareWord returns a word in lower case without the characters around its letters.
func bareWord(text string) string {
	bare := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.ToLower(strings.ReplaceAll(bare, page.TypographicHyphen, "-"))
}

// vocabulary holds the page's words and compounds, without the pieces of broken ones.
func vocabulary(words []Word, breaks []hyphenated) map[string]bool {
	pieces := map[int]bool{}
	for _, h := range breaks {
		pieces[h.at], pieces[h.at+1] = true, true
	}
	known := make(map[string]bool, len(words))
	for i, w := range words {
		if !pieces[i] {
			known[bareWord(w.Text)] = true
		}
	}
	return known
}

// softHyphen is the character for a place where a word may be broken. Some programs write it for every hyphen.
const softHyphen = '\u00AD'

// isHyphen reports whether a character is a hyphen of any kind. Quartz maps a single hyphen to several of them.
func isHyphen(r rune) bool { return r == '-' || r == softHyphen || r == '\u2010' || r == '\u2011' }

// printsHyphen reports whether a character is a soft hyphen that takes up room, and so is printed.
func printsHyphen(g *ink.Glyph) bool {
	return g.Rune == softHyphen && g.Box.X1-g.Box.X0 >= printedHyphen*g.Size
}

// plainHyphens replaces the soft hyphens of a word by hyphens, because they are printed. One at its end may break the
// word, and is left to the steps that join lines.
func plainHyphens(word string) string {
	body := strings.TrimSuffix(word, string(softHyphen))
	return strings.ReplaceAll(body, string(softHyphen), "-") + word[len(body):]
}
