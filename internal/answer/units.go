package answer

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/passage"
	"quire/internal/pattern"
)

// span is a piece of a passage's text that can be quoted on its own: a sentence, a line of a list, a row of a table.
type span struct{ start, end int }

// maxSentence is the length, in bytes, at which a text without sentence ends is cut.
const maxSentence = 600

// spans returns the quotable pieces of a passage, in order. Rows of tables end with their line; sentences end with a
// full stop that does not belong to an abbreviation.
func spans(p passage.Passage) iter.Seq[span] {
	return func(yield func(span) bool) {
		for _, s := range runs(p) {
			for line := s.start; line < s.end; {
				end := s.end
				if i := strings.IndexByte(p.Text[line:s.end], '\n'); i >= 0 {
					end = line + i + 1
				}
				if !sentencesOf(p.Text, line, end, yield) {
					return
				}
				line = end
			}
		}
	}
}

func sentencesOf(text string, start, end int, yield func(span) bool) bool {
	// Cells are separated by tabs, and the texts on both sides of leaders belong together: such lines are quoted whole.
	if strings.Contains(text[start:end], "\t") || leaders.MatchString(text[start:end]) {
		return yieldTrimmed(text, start, end, yield)
	}
	for from := start; from < end; {
		to := sentenceEnd(text[:end], from)
		if !yieldTrimmed(text, from, to, yield) {
			return false
		}
		from = to
	}
	return true
}

func yieldTrimmed(text string, start, end int, yield func(span) bool) bool {
	end = start + len(strings.TrimRightFunc(text[start:end], unicode.IsSpace))
	start = end - len(strings.TrimLeftFunc(text[start:end], unicode.IsSpace))
	return start == end || yield(span{start, end})
}

// sentenceEnd returns the end of the sentence that begins at from, including closing punctuation.
func sentenceEnd(text string, from int) int {
	for i := from; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		switch {
		case strings.ContainsRune("。！？", r):
			return i
		case strings.ContainsRune(".!?", r):
			for i < len(text) && strings.ContainsRune(`"')]”’»`, runeAt(text, i)) {
				i += utf8.RuneLen(runeAt(text, i))
			}
			if i == len(text) || (unicode.IsSpace(runeAt(text, i)) && opensSentence(text[i:]) && !abbreviates(text[from:i])) {
				return i
			}
		case r == ' ' && i-from > maxSentence:
			return i
		}
	}
	return len(text)
}

func runeAt(text string, i int) rune {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return r
}

// opensSentence reports whether rest can begin a sentence.
func opensSentence(rest string) bool {
	rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	r := runeAt(rest, 0)
	return rest == "" || !unicode.IsLower(r)
}

// abbreviations are written with a full stop inside sentences, even before a capital letter.
var abbreviations = map[string]bool{
	"mr": true, "mrs": true, "ms": true, "dr": true, "prof": true, "st": true, "no": true, "nos": true, "vs": true, "fig": true,
	"figs": true, "inc": true, "ltd": true, "co": true, "corp": true, "art": true, "sec": true, "vol": true, "pp": true, "p": true,
	"approx": true, "dept": true, "est": true, "jr": true, "sr": true, "e.g": true, "i.e": true, "u.s": true, "u.k": true, "al": true,
	"jan": true, "feb": true, "mar": true, "apr": true, "aug": true, "sept": true, "sep": true, "oct": true, "nov": true, "dec": true,
	"nr": true, "str": true, "bzw": true, "z.b": true, "d.h": true, "abs": true, "ca": true, "cf": true,
}

// leaders matches the dots between an entry of a table of contents, or a label, and its number.
var leaders = pattern.New(`(?:[.·•…_] ?){5}`)

// numberAlone matches the number of a heading, a title or an item in front of its text: "Table 3.", "2.1.".
var numberAlone = pattern.New(`^[("“]*(?:\pL+\s+)?[A-Z]?\d+(?:[.-]\d+)*\.$`)

// abbreviates reports whether the full stop at the end belongs to an abbreviation or a number, and the sentence
// continues.
func abbreviates(sentence string) bool {
	if !strings.HasSuffix(sentence, ".") {
		return false
	}
	if numberAlone.MatchString(sentence) {
		return true
	}
	word := sentence[strings.LastIndexFunc(sentence, unicode.IsSpace)+1:]
	word = strings.ToLower(strings.Trim(word, `.("'[`))
	return abbreviations[word] || (utf8.RuneCountInString(word) == 1 && unicode.IsLetter(runeAt(word, 0)))
}

// lengthFactor prefers quotes that are long enough to stand alone, without rewarding length as such. Table rows are
// exempt: they are shown below the names of their columns.
func lengthFactor(words int, text string) float64 {
	switch {
	case strings.Contains(text, "\t"):
		return 1
	case words < 3:
		return .6
	case words < 5:
		return .85
	case words > 45:
		return .85
	}
	return 1
}
