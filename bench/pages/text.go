package main

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

const softHyphen = "\u00ad"

// phrase fills a template: {n} stands for a noun of the language, {v} for a verb, {a} for an adjective, {p} for a place,
// {m} for a name and {d} for a number.
func (s *sheet) phrase(template string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteString(s.word(rest[0]))
		template = rest[2:]
	}
}

func (s *sheet) word(kind byte) string {
	switch kind {
	case 'n':
		return one(s, s.lang.nouns...)
	case 'v':
		return one(s, s.lang.verbs...)
	case 'a':
		return one(s, s.lang.adjectives...)
	case 'p':
		return one(s, s.lang.places...)
	case 'm':
		return one(s, s.lang.names...)
	}
	return fmt.Sprint(s.between(2, 980))
}

// sentence returns a sentence in the language.
func (s *sheet) sentence() string {
	return capital(s.phrase(one(s, s.lang.sentences...)))
}

// paragraph returns sentences as HTML, with soft hyphens where the look has them.
func (s *sheet) paragraph(sentences int) string {
	parts := make([]string, sentences)
	for i := range parts {
		parts[i] = s.sentence()
	}
	text := strings.Join(parts, s.lang.space)
	if s.look.hyphenated && s.lang.hyphenates {
		text = hyphenate(text)
	}
	return html.EscapeString(text)
}

// title returns a heading without a number.
func (s *sheet) title() string { return capital(s.phrase(one(s, s.lang.titles...))) }

// term returns a noun with an adjective, as in the first column of a table.
func (s *sheet) term() string { return capital(s.phrase(one(s, s.lang.terms...))) }

// name returns a noun.
func (s *sheet) name() string { return capital(s.word('n')) }

// figure returns a number in the language's notation.
func (s *sheet) figure() string {
	switch s.IntN(4) {
	case 0:
		return fmt.Sprint(s.between(1, 999))
	case 1:
		return s.lang.decimal(s.between(1, 99), s.between(0, 9), 1) + "%"
	case 2:
		return fmt.Sprintf("%d%s%03d", s.between(1, 99), s.lang.thousands, s.IntN(1000))
	}
	return s.money()
}

// money returns an amount with two decimals, without a currency.
func (s *sheet) money() string { return s.lang.decimal(s.between(3, 980), s.IntN(100), 2) }

// date returns a date in the language's short form.
func (s *sheet) date() string {
	if s.lang.code == "en" {
		return fmt.Sprintf("%d/%d/20%d", s.between(1, 12), s.between(1, 28), s.between(15, 28))
	}
	return fmt.Sprintf("%02d.%02d.20%d", s.between(1, 28), s.between(1, 12), s.between(15, 28))
}

func (l language) decimal(whole, rest, digits int) string {
	return fmt.Sprintf("%d%s%0*d", whole, l.point, digits, rest)
}

func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

const (
	vowels = "aeiouyäöüéèà"
	// hyphenEdge is the minimum number of letters at either end of a word that stay together.
	hyphenEdge = 3
)

// hyphenate inserts soft hyphens into long words, between a vowel and a consonant followed by a vowel.
func hyphenate(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		letters := []rune(w)
		end := len([]rune(strings.TrimRight(w, ".,;")))
		for at := end - hyphenEdge; at >= hyphenEdge; at-- {
			open := vowel(letters[at-1]) && unicode.IsLetter(letters[at])
			if open && !vowel(letters[at]) && vowel(letters[at+1]) {
				letters = append(letters[:at], append([]rune(softHyphen), letters[at:]...)...)
			}
		}
		words[i] = string(letters)
	}
	return strings.Join(words, " ")
}

func vowel(r rune) bool { return strings.ContainsRune(vowels, r) }
