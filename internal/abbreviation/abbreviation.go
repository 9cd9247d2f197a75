// Package abbreviation finds the abbreviations that texts define ("Net Asset Value (NAV)"), so that a question with one
// form is answered from passages with the other. There are no word lists: it knows only what a text defines.
package abbreviation

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/pattern"
)

// Definition is an abbreviation with its long form, both as written in a text.
type Definition struct{ Short, Long string }

const (
	shortest, longest = 2, 10 // characters of an abbreviation
	capitals          = 2     // minimum number of capitals among them
	spare             = 5     // words that a long form may have beyond one per character, up to twice as many in total
	reach             = 240   // bytes of text that are searched for a long form
)

var (
	// bracketed matches the content of brackets. Nested brackets are never definitions.
	bracketed = pattern.New(`[(\[（]([^()\[\]（）\n]{2,240})[)\]）]`)
	// quoted matches a name that a text introduces in quotation marks: (the "NAV"), (hereinafter “NAV”).
	quoted = pattern.New(`["“”„‟«»‘’']([^"“”„‟«»‘’'\s]+)["“”„‟«»‘’']`)
	// listed matches a line or row that begins with a word and explains it: "NAV: net asset value".
	listed = pattern.New(`(?m)^[ \t]*(\S{2,12}?)(?:[ ]*[:=\t][ \t]*| [–—-] )([^\t\n]{3,240})`)
)

// In returns the definitions in a text, in the order of the text. It takes linear time.
func In(text string) iter.Seq[Definition] {
	return func(yield func(Definition) bool) {
		for _, at := range bracketed.FindAllStringSubmatchIndex(text, -1) {
			before, inside := lineBefore(text, at[0]), text[at[2]:at[3]]
			if d, ok := inBrackets(before, inside); ok && !yield(d) {
				return
			}
		}
		for _, m := range listed.FindAllStringSubmatch(text, -1) {
			if d, ok := explained(m[1], m[2]); ok && !yield(d) {
				return
			}
		}
	}
}

// lineBefore returns at most reach bytes of text before a position, from the same paragraph or cell.
func lineBefore(text string, at int) string {
	before := text[max(at-reach, 0):at]
	for before != "" && !utf8.RuneStart(before[0]) {
		before = before[1:]
	}
	return strings.TrimSpace(before[strings.LastIndexByte(before, '\t')+1:])
}

// inBrackets reads a definition from the content of brackets and the text before them: "net asset value (NAV)" or "NAV
// (net asset value)".
func inBrackets(before, inside string) (Definition, bool) {
	short, _, _ := strings.Cut(inside, ";")
	short, _, _ = strings.Cut(short, ",")
	if m := quoted.FindStringSubmatch(inside); m != nil {
		short = m[1]
	}
	if short, ok := abbreviated(short); ok {
		long := standingFor(short, before)
		return Definition{short, long}, long != ""
	}
	return explained(before[strings.LastIndexFunc(before, unicode.IsSpace)+1:], inside)
}

// abbreviated returns a word as an abbreviation, in the singular, and reports whether it has the form of one.
func abbreviated(word string) (string, bool) {
	word = trimmed(word)
	if one := strings.TrimRight(word, "s'’"); capitalsOf(one) >= capitals {
		word = one
	}
	n := utf8.RuneCountInString(word)
	return word, n >= shortest && n <= longest && capitalsOf(word) >= capitals && !strings.ContainsFunc(word, unicode.IsSpace)
}

func trimmed(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func capitalsOf(word string) int {
	n := 0
	for _, r := range word {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n
}

// standingFor returns the words at the end of a text that contain an abbreviation's characters in order, with the first
// one at the beginning of a word, or "" if there are none (Schwartz and Hearst, A simple algorithm for identifying
// abbreviation definitions, 2003). At least half of the characters must begin words, unless it is a single word.
func standingFor(short, text string) string {
	s, t := []rune(short), []rune(lastWords(text, min(len([]rune(short))+spare, 2*len([]rune(short)))))
	initial, counted := 0, 0
	at := len(t)
	for i := len(s) - 1; i >= 0; i-- {
		if !wordRune(s[i]) {
			continue
		}
		at--
		for at >= 0 && (unicode.ToLower(t[at]) != unicode.ToLower(s[i]) || (i == 0 && !begins(t, at))) {
			at--
		}
		if at < 0 {
			return ""
		}
		counted++
		if begins(t, at) {
			initial++
		}
	}
	long := string(t[max(at, 0):])
	single := !strings.ContainsFunc(long, unicode.IsSpace)
	if len(long) <= len(short) || (2*initial < counted && !single) || slices.ContainsFunc(strings.Fields(long), func(w string) bool { return alike(w, short) }) {
		return ""
	}
	return long
}

func begins(t []rune, at int) bool { return at == 0 || !wordRune(t[at-1]) }

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// lastWords returns the last n words of a text.
func lastWords(text string, n int) string {
	words := strings.Fields(text)
	return strings.Join(words[max(len(words)-n, 0):], " ")
}

// smallWord is the length, in characters, up to which a word need not contribute to an abbreviation: "of", "and",
// "der".
const smallWord = 3

// explained reads a definition from an abbreviation and the text after it, the first words of which begin with its
// characters.
func explained(word, text string) (Definition, bool) {
	short, ok := abbreviated(word)
	if !ok || trimmed(word) != word {
		return Definition{}, false
	}
	initials := []rune(strings.ToLower(strings.Map(onlyWord, short)))
	words := strings.Fields(text)
	var long []string
	for i, w := range words {
		first, next := initialOf(w), rune(0)
		if i+1 < len(words) {
			next = initialOf(words[i+1])
		}
		small := len(long) > 0 && utf8.RuneCountInString(trimmed(w)) <= smallWord
		switch {
		case first == initials[0] && !(small && next == initials[0]):
			initials = initials[1:]
		case !small:
			return Definition{}, false
		}
		long = append(long, w)
		if len(initials) == 0 {
			return Definition{short, trimmed(strings.Join(long, " "))}, true
		}
	}
	return Definition{}, false
}

func onlyWord(r rune) rune {
	if wordRune(r) {
		return r
	}
	return -1
}

func initialOf(word string) rune {
	r, _ := utf8.DecodeRuneInString(trimmed(word))
	return unicode.ToLower(r)
}
