package text

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const (
	// bullets are the glyphs that documents use for list items.
	bullets = "•◦‣⁃▪▫■□●○◆◇►▶▸➢➤✓✔❖★☆⚫⦁·∙◾◽"
	// firstSymbol and lastSymbol bound the code points of glyphs in symbol fonts, such as Symbol and Wingdings.
	firstSymbol = 0xF020
	lastSymbol  = 0xF0FF
)

// ListNumber matches the marker of an ordered list's item: a number, a letter or a short Roman numeral with a
// full stop or closing bracket.
var ListNumber = pattern.New(`^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxlIVXL]{1,5})\)|(?:\d{1,2}|[a-zA-Z]|[ivx]{2,5})\.)$`)

// IsBullet reports whether a word is a single bullet character.
func IsBullet(text string) bool {
	r, n := utf8.DecodeRuneInString(text)
	return n == len(text) && (strings.ContainsRune(bullets, r) || isSymbol(r))
}

// isSymbol reports whether a character is a glyph code of a symbol font, which says nothing about its meaning.
func isSymbol(r rune) bool { return r >= firstSymbol && r <= lastSymbol }

// IsDash reports whether a word is a single hyphen or dash.
func IsDash(text string) bool { return text == "-" || text == "–" || text == "—" }

// IsCheckBox reports whether a word is a check box, ticked or not.
func IsCheckBox(text string) bool { return text == "☐" || text == "☑" || text == "☒" }

// checkBoxes returns the number of check boxes on a line.
func checkBoxes(l Line) int {
	n := 0
	for _, w := range l.Words {
		if IsCheckBox(w.Text) {
			n++
		}
	}
	return n
}

// startsListItem reports whether a line begins with a list marker. A check box is a marker if it is the only one on the
// line.
func startsListItem(l Line) bool {
	first := l.Words[0].Text
	if IsCheckBox(first) {
		return len(l.Words) > 1 && checkBoxes(l) == 1
	}
	if len(l.Words) < 2 {
		return IsBullet(first)
	}
	r, _ := utf8.DecodeRuneInString(first)
	if IsBullet(first) || IsDash(first) || isSymbol(r) || (strings.ContainsRune(bullets, r) && r != '·') {
		return true
	}
	return ListNumber.MatchString(first) && !isInitial(l) && !isTelephone(l)
}

// areaCode matches the area code of a telephone number in North America.
var areaCode = pattern.New(`^\(\d{3}\)$`)

// isTelephone reports whether a line begins with an area code in brackets followed by more digits.
func isTelephone(l Line) bool {
	next, _ := utf8.DecodeRuneInString(l.Words[1].Text)
	return areaCode.MatchString(l.Words[0].Text) && unicode.IsDigit(next)
}

// isInitial reports whether a line begins with the initials of a name: two words of a capital and a full stop.
func isInitial(l Line) bool {
	return initial.MatchString(l.Words[0].Text) && initial.MatchString(l.Words[1].Text)
}

var initial = pattern.New(`^[A-Z]\.$`)

// inSentence reports whether the apparent marker at the beginning of a line continues a sentence: a number at its end,
// as in "only / 85." or "equation / (6)", an initial in a name, the next of several points in one sentence, or a
// closing bracket. The line before must be full, and a number must interrupt running text: a list begins at 1, and its
// later numbers follow other items.
func inSentence(start, prev, cur Line, left, right float64) bool {
	if closesBracket(prev, cur) || (continuesNames(prev, cur) && fitsNoMore(prev, cur, right)) {
		return true
	}
	level := math.Abs(cur.box.X0-left) < sameIndent*cur.size
	if !level || startsListItem(start) || len(prev.Words) < ProseLine || !fitsNoMore(prev, cur, right) {
		return false
	}
	if continuesPoints(prev, cur) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(prev.Words[len(prev.Words)-1].Text)
	if initial.MatchString(cur.Words[0].Text) {
		return unicode.IsLetter(last)
	}
	return unicode.IsLower(last) && isLaterNumber(cur.Words[0].Text)
}

// isLaterNumber reports whether a marker is a number above 1 with a full stop or in brackets.
func isLaterNumber(marker string) bool {
	number, stopped := strings.CutSuffix(marker, ".")
	if !stopped {
		number, stopped = inBrackets(marker)
	}
	n, err := strconv.Atoi(number)
	return stopped && err == nil && n > 1
}

func inBrackets(marker string) (string, bool) {
	within, open := strings.CutPrefix(marker, "(")
	within, closed := strings.CutSuffix(within, ")")
	return within, open && closed
}

// continuesPoints reports whether a line begins with a number or letter in brackets whose predecessor is within the
// line above, as in "(a) …, (b) …".
func continuesPoints(prev, cur Line) bool {
	next, ok := inBrackets(cur.Words[0].Text)
	return ok && slices.ContainsFunc(prev.Words, func(w Word) bool {
		before, point := inBrackets(w.Text)
		return point && succeeds(before, next)
	})
}

// closesBracket reports whether a line begins by closing a bracket that the line before left open.
func closesBracket(prev, cur Line) bool {
	first, text := cur.Words[0].Text, prev.Text()
	return strings.HasSuffix(first, ")") && !strings.HasPrefix(first, "(") && strings.LastIndexByte(text, '(') > strings.LastIndexByte(text, ')')
}

// continuesNames reports whether a line begins with an initial and the line before it ends in a name and a comma.
func continuesNames(prev, cur Line) bool {
	last := prev.Words[len(prev.Words)-1].Text
	return initial.MatchString(cur.Words[0].Text) && strings.HasSuffix(last, ",") && StartsUpper(Line{Words: prev.Words[len(prev.Words)-1:]})
}

// followsReference reports whether a line begins with the number of the next reference, such as [8] in a paragraph that
// begins with [7].
func followsReference(start, cur Line) bool {
	n, ok := referenceNumber(cur)
	before, began := referenceNumber(start)
	return ok && began && n == before+1
}

func referenceNumber(l Line) (int, bool) {
	text, open := strings.CutPrefix(l.Words[0].Text, "[")
	text, closed := strings.CutSuffix(text, "]")
	n, err := strconv.Atoi(text)
	return n, err == nil && open && closed
}

// startsNote reports whether a line begins with the superscript mark of a footnote.
func startsNote(l Line) bool { return l.Words[0].Style.Sup && len(l.Words) > 1 }

// clauseNumber matches the number of a clause in a contract or a law, which hangs in the margin of its text.
var clauseNumber = pattern.New(`^\d{1,2}(?:\.\d{1,2}){1,3}\.?$`)

func startsClause(l Line) bool { return len(l.Words) > 1 && clauseNumber.MatchString(l.Words[0].Text) }

// listMarker splits the marker off the first line; ok is false if there is none.
func listMarker(lines []Line) (marker string, ordered bool, rest []Line, ok bool) {
	if !startsListItem(lines[0]) {
		return "", false, nil, false
	}
	words := slices.Clone(lines[0].Words)
	first := words[0].Text
	ordered = ListNumber.MatchString(first)
	r, n := utf8.DecodeRuneInString(first)
	if !ordered && n < len(first) && strings.ContainsRune(bullets, r) {
		words[0].Text = first[n:]
		first = first[:n]
	} else {
		words = words[1:]
	}
	if len(words) == 0 && len(lines) == 1 {
		return "", false, nil, false
	}
	rest = slices.Clone(lines)
	if len(words) == 0 {
		rest = rest[1:]
	} else {
		rest[0].Words = words
	}
	return first, ordered, rest, true
}

// NestLists sets the levels of consecutive list items from their indents, in place. firsts holds the indices of
// blocks that begin a region, where nesting starts afresh.
func NestLists(blocks []page.Block, firsts map[int]bool) {
	var indents []float64
	for i := range blocks {
		b := &blocks[i]
		if b.Kind != page.ListItem || b.Font == nil {
			indents = nil
			continue
		}
		if firsts[i] {
			indents = nil
		}
		step := nestStep * b.Font.Size
		for len(indents) > 0 && b.Box.X0 < indents[len(indents)-1]-step {
			indents = indents[:len(indents)-1]
		}
		if len(indents) == 0 || b.Box.X0 > indents[len(indents)-1]+step {
			indents = append(indents, b.Box.X0)
		}
		b.Level = len(indents) - 1
	}
}
