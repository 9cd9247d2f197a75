package answer

import (
	"fmt"
	"slices"
	"strings"

	"quire/internal/pattern"
)

// countOfPages matches a question for how many pages a document has.
var countOfPages = pattern.New(`(?i)\b(?:how many pages|number of pages|page count|wie ?viele seiten|seitenzahl|combien de pages|nombre de pages|` +
	`cu[aá]ntas páginas|quante pagine|quantas páginas|hoeveel pagina['’]s)\b`)

// extentOf returns a sentence that says how many pages the documents meant by a question have, if it asks for just that
// or for pages that none of them has; otherwise it returns "".
func extentOf(q Question, passages []Passage) string {
	where := layoutOf(q)
	if of, ok := where.bare(q, passages); ok {
		has := func(p Passage) bool { return p.PageCount == 0 || len(where.pagesOf(p.PageCount)) > 0 }
		if sizes := sizesOf(of); sizes != "" && !slices.ContainsFunc(of, has) {
			return "There is no such page: " + sizes
		}
	}
	text := gist(q.Text)
	if rest := countOfPages.ReplaceAllString(text, " "); rest != text {
		return sizesOf(meantBy(q, without(rest, ofDocuments, works, polite), passages))
	}
	return ""
}

// sizesOf says how many pages the first files have, or "" if that is not known for any of them.
func sizesOf(passages []Passage) string {
	var sizes, known []string
	for _, p := range passages {
		if p.PageCount == 0 || slices.Contains(known, p.File) || len(known) == MaxFiles {
			continue
		}
		known = append(known, p.File)
		unit := "pages"
		if p.PageCount == 1 {
			unit = "page"
		}
		sizes = append(sizes, fmt.Sprintf("%s has %d %s", shown(p.Filename), p.PageCount, unit))
	}
	if len(sizes) == 0 {
		return ""
	}
	return strings.Join(sizes, ", ") + "."
}

// meantBy returns the passages of the files whose names have all the words of a text. A text without words means the
// file that the last answer cites, or the only one.
func meantBy(q Question, text string, passages []Passage) []Passage {
	words := q.words(text)
	if len(words) > 0 {
		return named(q, words, passages)
	}
	if cited := citedFiles(q); len(cited) > 0 {
		return slices.DeleteFunc(slices.Clone(passages), func(p Passage) bool { return !cited[p.File] })
	}
	if len(passages) > 0 && !slices.ContainsFunc(passages, func(p Passage) bool { return p.File != passages[0].File }) {
		return passages
	}
	return nil
}

// named returns the passages of the files whose names have all the given words.
func named(q Question, words []uint32, passages []Passage) []Passage {
	has := map[string]bool{}
	var out []Passage
	for _, p := range passages {
		is, known := has[p.Filename]
		if !known {
			is = hasAll(set(q.words(p.Filename+" "+strings.Join(nameWords(p.Filename), " "))), words)
			has[p.Filename] = is
		}
		if is {
			out = append(out, p)
		}
	}
	return out
}
