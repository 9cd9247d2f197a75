package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/pattern"
)

// namedFiles returns the files that the question mentions by a word of their names, or none if all of them match. Among
// several it returns those whose names also contain the question's numbers: the report of a year, or of a quarter.
func namedFiles(question string, passages []Passage) map[string]bool {
	words := map[string]bool{}
	for _, w := range nameWords(names("? " + question)) {
		words[w] = true
	}
	named, all := map[string]string{}, map[string]bool{}
	for _, p := range passages {
		all[p.File] = true
		if slices.ContainsFunc(nameWords(p.Filename), func(w string) bool { return words[w] }) {
			named[p.File] = p.Filename
		}
	}
	meant := sharing(periodsOf(question), named)
	if len(meant) == len(all) {
		return nil
	}
	return meant
}

// sharing returns the files whose names have the most of the given numbers, and among these the ones with the fewest
// others. If no name has any, it returns all files.
func sharing(numbers map[string]bool, named map[string]string) map[string]bool {
	most, fewest := 0, 0
	out := map[string]bool{}
	for file, name := range named {
		has, others := 0, 0
		for n := range periodsOf(name) {
			if numbers[n] {
				has++
			} else {
				others++
			}
		}
		if has == 0 {
			others = 0
		}
		if has > most || (has == most && others < fewest) {
			clear(out)
			most, fewest = has, others
		}
		if has == most && others == fewest {
			out[file] = true
		}
	}
	return out
}

// numbered matches a number and the letters before it: "Q2", "FY2023".
var numbered = pattern.New(`\pL*\d+`)

// periodsOf returns the numbers of a text. A single letter before a number belongs to it: "Q2" is not 2.
func periodsOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, n := range numbered.FindAllString(text, -1) {
		digits := strings.TrimLeftFunc(n, unicode.IsLetter)
		if utf8.RuneCountInString(n)-utf8.RuneCountInString(digits) != 1 {
			n = digits
		}
		out[strings.ToLower(n)] = true
	}
	return out
}

// nameWords returns the words of a name in lower case; words of one or two letters are left out.
func nameWords(name string) []string {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), "'s"), "’s")
	var out []string
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) > 2 {
			out = append(out, w)
		}
	}
	return out
}
