package answer

import (
	"slices"
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// aside matches bracketed text after a name, like a unit or a condition: "Bit-rate (bps)", "Evening ticket (from
// 18:00)".
var aside = pattern.New(`\([^()]*\)|\[[^\[\]]*\]`)

// coreOf returns the essential words of a name, leaving out bracketed text and numbers unless there is nothing else.
func coreOf(language bm25.Language, name string) []uint32 {
	var words []string
	for w := range strings.FieldsSeq(aside.ReplaceAllString(name, " ")) {
		if !strings.ContainsAny(w, "0123456789") {
			words = append(words, w)
		}
	}
	if ids := bm25.Document(language, strings.Join(words, " ")).IDs; len(ids) > 0 {
		return ids
	}
	return bm25.Document(language, name).IDs
}

// ways are the ways in which a question may name a column, strictest first: with all words of its name, or without
// units and the like.
var ways = [...]func(bm25.Language, string) []uint32{
	func(language bm25.Language, name string) []uint32 { return bm25.Document(language, name).IDs },
	coreOf,
}

// column says how a question refers to a column name.
type column struct {
	words [len(ways)][]uint32
	named [len(ways)]bool
}

// columnKey is the name of a column in a language.
type columnKey struct {
	language bm25.Language
	name     string
}

// column returns how a question refers to a column name. Every row below the name needs this.
func (q question) column(asked Question, language bm25.Language, name string) column {
	key := columnKey{language, name}
	c, known := q.columns[key]
	if !known {
		for i, wordsOf := range ways {
			c.words[i] = wordsOf(language, name)
			c.named[i] = q.inColumn(asked, language, name, c.words[i])
		}
		if q.columns != nil {
			q.columns[key] = c
		}
	}
	return c
}

// addressed says how a question refers to a table row: by its label, and by the name of the column that it asks for.
type addressed struct {
	words map[uint32]bool // of that column's name and of the label column's
	title map[uint32]bool // words of the title of the table
	as    string          // the label, the column and the value
	// inFull reports whether the question names both in full, or asks for nothing but the label.
	inFull bool
}

// inFullShare is the factor for a row that a question names in full: no sentence is clearer about which figure is
// meant. It equals the factor for a list where one is asked for.
const inFullShare = listShare

// address returns how a question refers to a row and its table. It is empty if the question has no word of the row's
// label.
func (q question) address(asked Question, c quote, columns *headings) (a addressed) {
	label, cells, row := strings.Cut(c.text, "\t")
	if !row {
		return a
	}
	one, ok := q.cellAsked(asked, c, columns.above(c.span))
	if !ok {
		a.inFull = q.kind.figures && hasFigure(cells) && q.isAsked(c.from.Language, label)
		if q.kind.figures && q.fits(c.from.Language, label) == 1 {
			a.title = columns.title
		}
		return a
	}
	if !q.hasAny(c.from.Language, bm25.Document(c.from.Language, one.label).IDs) && !q.isTotal(one.label) {
		return a
	}
	a.inFull, a.title = q.fits(c.from.Language, one.label) == 1, columns.title
	a.words = q.forms.complete(c.from.Language, set(bm25.Document(c.from.Language, one.labels+"\n"+one.column).IDs))
	a.as = strings.Join([]string{one.label, one.column, one.value}, " ")
	return a
}

// hasFigure reports whether any of the cells of a row is a figure.
func hasFigure(cells string) bool { return slices.ContainsFunc(strings.Split(cells, "\t"), isFigure) }

// isAsked reports whether a question consists of nothing but a label's words.
func (q question) isAsked(language bm25.Language, label string) bool {
	return len(q.rest) > 0 && q.fits(language, label) == 1 && hasAll(q.forms.complete(language, set(bm25.Document(language, label).IDs)), q.rest)
}

// hasAny reports whether the question has any of the given words.
func (q question) hasAny(lang bm25.Language, tokens []uint32) bool {
	return slices.ContainsFunc(tokens, func(id uint32) bool { return q.weights[q.forms.stems.of(lang, id)] > 0 })
}

// hasAll reports whether the question has all the given words.
func (q question) hasAll(lang bm25.Language, tokens []uint32) bool {
	return !slices.ContainsFunc(tokens, func(id uint32) bool { return q.weights[q.forms.stems.of(lang, id)] == 0 })
}

// headings holds the header rows and the title of one table at a time.
type headings struct {
	of     Passage
	stems  stems
	end    int // of the table
	names  []string
	title  map[uint32]bool // words of its title and its first rows
	titled string
}

// above returns the header rows above a row.
func (h *headings) above(row span) []string {
	if row.start < h.end {
		return h.names
	}
	h.names, h.title, h.titled, h.end = nil, nil, "", row.end
	for _, s := range h.of.Spans {
		if s.Start <= row.start && row.end <= s.End {
			t := table{h.of, s}
			h.names, h.end = t.names(), s.End
			if strings.Contains(t.text(), "\t") {
				h.title, h.titled = h.stems.in(h.of.Language, t.title()), t.heading()
			}
		}
	}
	return h.names
}
