package layout

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/latex"
	"quire/internal/convert/layout/formula"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Coverage returns the share of the words in source that the blocks contain, from 0 to 1, with numbers counted
// double. It is 1 if source has no words.
func Coverage(source string, blocks []page.Block) float64 {
	have := map[string]int{}
	for _, b := range blocks {
		countTokens(blockText(b), have)
	}
	found, all := foundTokens(source, have)
	if all == 0 {
		return 1
	}
	return float64(found) / float64(all)
}

// foundTokens returns the weight of the tokens in source, and of those among them that are in have.
func foundTokens(source string, have map[string]int) (found, all int) {
	want := map[string]int{}
	countTokens(source, want)
	for token, n := range want {
		weight := 1
		if token[0] >= '0' && token[0] <= '9' {
			weight = 2
		}
		all += weight * n
		found += weight * min(n, have[token])
	}
	return found, all
}

// Lost reports whether the layout lost words of a page. A page that was not measured has lost none.
func Lost(p *page.Page) bool { return p.Coverage > 0 && p.Coverage < LeastCoverage }

// checkCoverage measures how many of a page's words its blocks contain, and notes a loss on the page.
func checkCoverage(p *page.Page, words []text.Word) {
	if len(words) == 0 {
		return
	}
	// Even a page that lost everything gets more than 0, because 0 means that the page was not measured.
	p.Coverage = max(coverageOf(words, p.Blocks), math.SmallestNonzeroFloat32)
	if Lost(p) {
		p.Notes = append(p.Notes, fmt.Sprintf("coverage %.3f: words of the page are missing from its blocks", p.Coverage))
	}
}

// coverageOf returns the coverage of words. The letters of formulas count individually, because their order and
// whatever joins them come from LaTeX.
func coverageOf(words []text.Word, blocks []page.Block) float64 {
	text, formulas := sourceText(words)
	have := make(map[string]int, len(words))
	spare := map[rune]int{}
	for _, b := range blocks {
		t := blockText(b)
		countTokens(t, have)
		if formulas != "" {
			countLettersOf(t, spare, 1)
		}
	}
	splitJoined(words, text, have)
	found, all := foundTokens(text, have)
	if formulas != "" {
		countLettersOf(text, spare, -1)
		letters := map[rune]int{}
		countLettersOf(formulas, letters, 1)
		for r, n := range letters {
			all += n
			found += max(0, min(n, spare[r]))
		}
	}
	if all == 0 {
		return 1
	}
	return float64(found) / float64(all)
}

// longestJoined is the length, in bytes, of the longest first half of a split word.
const longestJoined = 64

// splitJoined splits those words of the blocks that are in two halves on the page, the first ending in a hyphen.
// Whether such a hyphen only breaks the word may become known only when lines become paragraphs.
func splitJoined(words []text.Word, source string, have map[string]int) {
	stems := map[string]bool{}
	for _, w := range words {
		if stem, ok := page.CutHyphen(w.Text); ok && !w.Hyphen {
			stems[strings.TrimLeftFunc(stem, func(r rune) bool { return !unicode.IsLetter(r) })] = true
		}
	}
	if len(stems) == 0 {
		return
	}
	lost := map[string]int{}
	countTokens(source, lost)
	for token, n := range have {
		lost[token] -= n
	}
	move := func(token string, by int) { have[token], lost[token] = have[token]+by, lost[token]-by }
	for _, token := range slices.Sorted(maps.Keys(lost)) {
		for at := 1; at < min(len(token), longestJoined) && lost[token] < 0; at++ {
			stem, tail := token[:at], token[at:]
			for stems[stem] && lost[stem] > 0 && lost[tail] > 0 && lost[token] < 0 {
				move(token, -1)
				move(stem, 1)
				move(tail, 1)
			}
		}
	}
}

func countLettersOf(s string, into map[rune]int, by int) {
	for _, r := range latex.Plain(latex.Escape(s, true)) {
		if text.IsWordRune(r) {
			into[r] += by
		}
	}
}

// sourceText returns the text of words and, separately, that of formulas with whatever is glued to them.
func sourceText(words []text.Word) (text, formulas string) {
	var s, f strings.Builder
	for i, w := range words {
		after := i > 0 && w.Glued && words[i-1].Math != ink.NoMath
		before := i+1 < len(words) && words[i+1].Glued && words[i+1].Math != ink.NoMath
		if w.Math != ink.NoMath || after || before {
			f.WriteString(w.Text)
			s.WriteByte(' ')
			continue
		}
		if !w.Glued {
			s.WriteByte(' ')
		}
		if w.Hyphen { // the rest of the word follows
			s.WriteString(strings.TrimSuffix(w.Text, "-"))
			s.WriteString("\u00ad")
			continue
		}
		s.WriteString(w.Text)
	}
	return strings.ReplaceAll(s.String(), "\u00ad ", ""), f.String()
}

func blockText(b page.Block) string {
	if b.Table != nil {
		return b.Marker + " " + b.Text()
	}
	var text strings.Builder
	text.WriteString(b.Marker + " ")
	for _, s := range b.Spans {
		if s.Math {
			s.Text = latex.Plain(s.Text)
		}
		text.WriteString(s.Text)
	}
	for _, s := range b.Spans {
		text.WriteString(" " + s.Note)
	}
	return text.String()
}

// mathLetters is the UTF-8 prefix of every letter in the mathematical alphabets; LaTeX uses the plain letters.
const mathLetters = "\xf0\x9d"

// countTokens adds the words of s to into. A token is a run of letters or of digits, or one character of a
// script without spaces. Whatever typography puts between tokens, and where lines end, makes no difference.
func countTokens(s string, into map[string]int) {
	s = strings.ReplaceAll(s, "\u00ad", "")
	if strings.Contains(s, mathLetters) {
		s = latex.Plain(latex.Escape(s, true))
	}
	start, last := 0, noToken
	for i, r := range s {
		if k := tokenOf(r); k != last || k == characterToken {
			if last != noToken {
				into[s[start:i]]++
			}
			start, last = i, k
		}
	}
	if last != noToken {
		into[s[start:]]++
	}
}

// token is the kind of token that a character belongs to.
type token int

const (
	noToken token = iota
	numberToken
	wordToken
	characterToken // each character is one
)

func tokenOf(r rune) token {
	switch {
	case (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z'): // most are
		return wordToken
	case unicode.IsDigit(r):
		return numberToken
	case !unicode.IsLetter(r), formula.Accents[string(r)] != "":
		return noToken
	case text.IsIdeographic(r):
		return characterToken
	}
	return wordToken
}
