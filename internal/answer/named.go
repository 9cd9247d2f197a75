package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/pattern"
)

// namedFiles returns the files that the question mentions by a word of their names, or none if all files match. Of
// several, it returns those whose names also contain the question's numbers, such as the report of a year or a quarter.
func namedFiles(question string, passages []Passage) map[string]bool {
	words := map[string]bool{}
	for _, w := range nameWords(names("? " + question)) {
		words[w] = true
	}
	called := map[string]bool{}
	for _, p := range passages {
		for _, w := range nameWords(p.Filename) {
			called[w] = called[w] || words[w]
		}
	}
	for w, asked := range called {
		if asked && isCommon(w, passages) {
			delete(words, w)
		}
	}
	named, all := map[string]string{}, map[string]bool{}
	written := map[string]bool{}
	lower := strings.ToLower(question)
	for _, p := range passages {
		if !all[p.File] && isWritten(lower, p.Filename) {
			written[p.File] = true
		}
		all[p.File] = true
		if slices.ContainsFunc(nameWords(p.Filename), func(w string) bool { return words[w] }) {
			named[p.File] = p.Filename
		}
	}
	if len(written) > 0 {
		return written
	}
	meant := sharing(periodsOf(question), named)
	if len(meant) == len(all) {
		return nil
	}
	return meant
}

// isCommon reports whether a word in the name of a file is in most passages of the other files. It then says what all
// files are about, not which one is meant.
func isCommon(word string, passages []Passage) bool {
	have, others := 0, 0
	for _, p := range passages {
		if slices.Contains(nameWords(p.Filename), word) {
			continue
		}
		others++
		if strings.Contains(strings.ToLower(p.Text), word) {
			have++
		}
	}
	return 2*have > others
}

// isWritten reports whether a lower-cased question contains a file's whole name: with its extension, or if the name is
// not an ordinary word.
func isWritten(question, filename string) bool {
	filename = strings.ToLower(filename)
	stem := filename
	if i := strings.LastIndexByte(filename, '.'); i >= shortName {
		stem = filename[:i]
	}
	isWord := !strings.ContainsFunc(stem, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(stem) >= shortName && (strings.Contains(question, filename) || (!isWord && strings.Contains(question, stem)))
}

// compares matches a question that compares things.
var compares = pattern.New(`(?i)\b(compar(?:e[ds]?|ing|isons?)|differences?|differs?|versus|vs|than|both|vergleich(?:e|en|t)?|verglichen|unterschied(?:e|en)?|` +
	`compar(?:er|ez|aison)|différences?|comparar|diferencias?|confronta(?:re)?|differenze?)\b`)

// fromEach adds, for a question that compares files by name, the best quote of each such file that the chosen quotes
// lack.
func (q question) fromEach(asked Question, found []examinedPassage, chosen []quote, pages []Candidate) []quote {
	if !compares.MatchString(asked.Text) {
		return chosen
	}
	passages := make([]Passage, 0, len(found))
	for _, p := range found {
		passages = append(passages, p.Passage)
	}
	files := namedFiles(standalone(asked), passages)
	if len(files) > maxPlaces {
		return chosen
	}
	lacking := slices.DeleteFunc(slices.Clone(pages), func(c Candidate) bool {
		return !files[c.File] || slices.ContainsFunc(chosen, func(o quote) bool { return o.from.File == c.File })
	})
	for len(lacking) > 0 {
		more, _ := q.bestOfEach(lacking)
		chosen = append(chosen, more[0])
		lacking = slices.DeleteFunc(lacking, func(c Candidate) bool { return c.File == more[0].from.File })
	}
	return chosen
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
