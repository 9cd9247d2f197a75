package main

import (
	"context"
	"fmt"
	"slices"

	"quire/internal/answer"
)

// Where a question's page is lost, on the way from the search to the answer.
const (
	wellCited    = "all that is cited is right, and nothing missing"
	superfluous  = "right pages cited, and others, or not all of them"
	notChosen    = "right page among the first 10 found, not cited"
	rankedLow    = "right page among the passages examined, below 10"
	notFound     = "right page in none of the passages examined"
	wrongRefusal = "refused"
)

// firstPages is how many of the pages found count as the first ones.
const firstPages = 10

// mostCited is the greatest number of first pages for which citing all of them is tried.
const mostCited = 6

// decomposition says where page F1 is lost: the questions by what became of their pages, and the F1 of choosing
// otherwise from the same ranking.
type decomposition struct {
	lost    map[string]int
	f1      []outcome            // of the answers
	top     [mostCited][]outcome // of citing the first pages
	number  []outcome            // … as many of them as is best for each question
	single  []outcome            // of citing the best one of the first 10 pages
	ten     []outcome            // of citing the right ones of the first 10
	found   []outcome            // … of all that are found
	trimmed []outcome            // of leaving out the wrong ones of the pages cited
}

// decompose answers the questions and prints where their pages are lost.
func (m quality) decompose(ctx context.Context, questions []question) error {
	d := decomposition{lost: map[string]int{}}
	for _, q := range questions {
		if !q.Answerable {
			continue
		}
		passages, err := findPassages(ctx, m.index, m.read, m.vectors, q.scope(), m.vectors.question(q.Text, nil))
		if err != nil {
			return err
		}
		a, err := m.ask(ctx, q.Text, q.scope(), nil)
		if err != nil {
			return err
		}
		d.add(q, pagesOf(passages), citedPages(a))
		if m.verbose {
			fmt.Printf("  %s %s %v: found %v, cited %v\n    %s\n", q.ID, q.Document, q.Pages, pagesOf(passages)[:min(firstPages, len(pagesOf(passages)))], citedPages(a), q.Text)
		}
	}
	d.print()
	return nil
}

// add adds the pages found and cited for a question.
func (d *decomposition) add(q question, found, cited []place) {
	note := func(to *[]outcome, pages []place) { *to = append(*to, outcome{q.Document, scoreOf(q, pages)}) }
	first := found[:min(firstPages, len(found))]
	score := scoreOf(q, cited)
	d.f1 = append(d.f1, outcome{q.Document, score})
	switch {
	case score == 1:
		d.lost[wellCited]++
	case score > 0:
		d.lost[superfluous]++
	case len(cited) == 0:
		d.lost[wrongRefusal]++
	case len(right(q, first)) > 0:
		d.lost[notChosen]++
	case len(right(q, found)) > 0:
		d.lost[rankedLow]++
	default:
		d.lost[notFound]++
	}
	best := 0.0
	for k := range d.top {
		pages := found[:min(k+1, len(found))]
		best = max(best, scoreOf(q, pages))
		note(&d.top[k], pages)
	}
	d.number = append(d.number, outcome{q.Document, best})
	note(&d.single, right(q, first)[:min(1, len(right(q, first)))])
	note(&d.ten, right(q, first))
	note(&d.found, right(q, found))
	note(&d.trimmed, right(q, cited))
}

func (d *decomposition) print() {
	for _, name := range []string{wellCited, superfluous, notChosen, rankedLow, notFound, wrongRefusal} {
		fmt.Printf("  %-52s %d\n", name, d.lost[name])
	}
	report("page F1 of answers", d.f1)
	for k := range d.top {
		report(fmt.Sprintf("… of citing the first %d pages found", k+1), d.top[k])
	}
	report("… of the best number of them, up to 6", d.number)
	report("… of one right page of the first 10", d.single)
	report("… of all right pages of the first 10", d.ten)
	report("… of all right pages of those examined", d.found)
	report("… of the right ones of those cited", d.trimmed)
}

// pagesOf ranks pages by their best passage.
func pagesOf(passages []answer.Passage) []place {
	var pages []place
	for _, p := range passages {
		for n := p.PageStart; n <= p.PageEnd; n++ {
			if at := (place{p.File, n}); !slices.Contains(pages, at) {
				pages = append(pages, at)
			}
		}
	}
	return pages
}

// right returns those of some pages that answer a question.
func right(q question, pages []place) []place {
	var out []place
	for _, p := range pages {
		if p.document == q.Document && slices.Contains(q.Pages, p.number) {
			out = append(out, p)
		}
	}
	return out
}

// citedPages returns the pages that an answer cites.
func citedPages(a answer.Answer) []place {
	var pages []place
	for _, c := range a.Citations {
		for n := c.PageStart; n <= c.PageEnd; n++ {
			if at := (place{c.File, n}); !slices.Contains(pages, at) {
				pages = append(pages, at)
			}
		}
	}
	return pages
}

// scoreOf is the harmonic mean of the share of the right pages that are cited and of the cited pages that are right.
func scoreOf(q question, cited []place) float64 {
	n := len(right(q, cited))
	if n == 0 {
		return 0
	}
	return 2 * float64(n) / float64(len(cited)+len(q.Pages))
}
