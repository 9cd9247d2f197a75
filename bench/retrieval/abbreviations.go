package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"quire/internal/abbreviation"
	"quire/internal/answer"
	"quire/internal/passage"
)

// perForm is the number of passages that are asked for with each form of an abbreviation.
const perForm = 3

// otherForms asks for passages with one form of an abbreviation by its other form, together with the two most frequent
// words of the passage. It returns whether a page with the form that was not asked is among the first ten, and whether
// it is cited. Questions are made from the documents: every abbreviation that one defines, and passages that have but
// one form.
func (m quality) otherForms(ctx context.Context) (ranked, cited []outcome, err error) {
	for _, d := range m.documents {
		for _, c := range m.formsOf(d.Name) {
			if len(c.pages) == 0 {
				continue
			}
			asked := m.vectors.question(c.text, nil)
			passages, err := findPassages(ctx, m.index, m.read, m.vectors, []string{d.Name}, asked)
			if err != nil {
				return nil, nil, err
			}
			a, err := answer.Extract(asked, passages, func(string, []answer.Citation) error { return nil })
			if err != nil {
				return nil, nil, err
			}
			first := slices.ContainsFunc(passages[:min(len(passages), cutoff)], func(p answer.Passage) bool { return slices.Contains(c.pages, p.PageStart) })
			ranked = append(ranked, outcome{d.Name, truth(first)})
			cited = append(cited, outcome{d.Name, truth(pageScore(a, d.Name, c.pages) > 0)})
		}
	}
	return ranked, cited, nil
}

// otherForm is a question with one form of an abbreviation, and the pages with the passage that has the other.
type otherForm struct {
	text  string
	pages []int
}

func (m quality) formsOf(document string) []otherForm {
	var out []otherForm
	known := map[string]bool{}
	for _, defining := range m.read.passages[document] {
		for d := range abbreviation.In(defining.Text) {
			if known[d.Short] {
				continue
			}
			known[d.Short] = true
			out = append(out, m.asking(document, d.Short, d.Long)...)
			out = append(out, m.asking(document, d.Long, d.Short)...)
		}
	}
	return out
}

// asking makes questions by one form for passages that have only the other.
func (m quality) asking(document, by, has string) []otherForm {
	var out []otherForm
	for _, p := range m.read.passages[document] {
		if len(out) == perForm {
			break
		}
		if hasWords(p.Text, has) && !hasWords(p.Text+p.Header, by) {
			out = append(out, otherForm{fmt.Sprintf("What is said about %s and %s?", by, strings.Join(frequent(p, has), " ")), []int{p.PageStart}})
		}
	}
	return out
}

func hasWords(text, words string) bool {
	joined := " " + strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
	return strings.Contains(strings.ToLower(joined), " "+strings.ToLower(strings.Join(strings.Fields(words), " "))+" ")
}

// frequent returns the two most frequent words of at least five letters in a passage, without those of an abbreviation.
func frequent(p passage.Passage, without string) []string {
	counts := map[string]int{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(p.Text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) >= 5 && !strings.Contains(strings.ToLower(without), w) {
			counts[w]++
		}
	}
	words := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	return words[:min(len(words), 2)]
}
