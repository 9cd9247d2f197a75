package pdf

import (
	"strings"
	"unicode"

	"quire/internal/convert/layout/ink"
)

// TeX's drawn fonts do not say which letters they show. PDFium takes their codes for Western European ones, so Russian
// text comes out as "Ïëàí".

// texCyrillic are what TeX's codes from 128 stand for in Cyrillic fonts (T2A encoding).
const texCyrillic = "ҐҒЂЋҺҖҘЉЇҚҠҞӔҢҤЅӨҪЎҮҰҲЏҸҶЄӘЊЁ№¤§ґғђћһҗҙљїқҡҟӕңҥѕөҫўүұҳџҹҷєәњё„«»" +
	"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"

const (
	firstTexCyrillic = 128
	firstAccented    = 0xC0 // the first accented capital of Western Europe
	// leastAccented is the least number of consecutive accented letters that no Western European word has, and
	// leastCyrillic the least number of letters in such words that is enough to judge them.
	leastAccented, leastCyrillic = 4, 20
	// Of Russian, Ukrainian and Bulgarian letters, 42 to 46 % are vowels, and in running text more than 90 % are
	// lowercase.
	fewestVowels, mostVowels, fewestSmall = .3, .55, .6
)

var cyrillicLetters = []rune(texCyrillic)

// restoreCyrillic replaces a page's accented letters in nameless fonts by those of TeX's Cyrillic fonts, if there are
// words that consist of nothing else and look like Cyrillic ones.
func restoreCyrillic(in *ink.Input) {
	if !isCyrillic(accentedWords(in)) {
		return
	}
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		if k := int(g.Rune) - firstTexCyrillic; k >= 0 && k < len(cyrillicLetters) && isNameless(in, *g) {
			g.Rune = cyrillicLetters[k]
		}
	}
}

// accentedWords returns the letters of the words that consist entirely of accented letters, in nameless fonts.
func accentedWords(in *ink.Input) []rune {
	var out, word []rune
	end := func() {
		if len(word) >= leastAccented {
			out = append(out, word...)
		}
		word = word[:0]
	}
	for _, g := range in.Glyphs {
		if g.Rune >= firstAccented && g.Rune <= unicode.MaxLatin1 && isNameless(in, g) {
			word = append(word, g.Rune)
		} else {
			end()
		}
	}
	end()
	return out
}

// isCyrillic reports whether letters, read as Cyrillic, have the usual shares of vowels and lowercase letters.
func isCyrillic(letters []rune) bool {
	vowels, small := 0, 0
	for _, r := range letters {
		r = cyrillicLetters[r-firstTexCyrillic]
		if unicode.IsLower(r) {
			small++
		}
		if strings.ContainsRune("аеиоуыэюя", unicode.ToLower(r)) {
			vowels++
		}
	}
	all := float64(len(letters))
	return len(letters) >= leastCyrillic && float64(vowels) >= fewestVowels*all && float64(vowels) <= mostVowels*all && float64(small) >= fewestSmall*all
}
