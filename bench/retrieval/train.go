package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"quire/internal/answer"
)

// lesson is a question with the pages that may be cited for it, and which of them are right.
type lesson struct {
	document string
	set      string
	question question
	pages    []answer.Candidate
}

// The learning of weights.
const (
	rounds  = 3000
	pace    = .02
	decline = 1 // the weight of the squared weights, against learning the questions by heart
)

// train learns the weights of what speaks for a page, from pageqa's questions and those of the conversations, each by words
// alone and, if there are vectors, by both. It prints them, and the scores on each document with weights learnt from the others.
func (m quality) train(ctx context.Context, questions []question) error {
	words := m
	words.vectors = vectors{missing: map[string]string{}}
	all, err := words.lessons(ctx, questions, "words alone")
	if err != nil {
		return err
	}
	if m.vectors.any() {
		both, err := m.lessons(ctx, questions, "with vectors")
		if err != nil {
			return err
		}
		all = append(all, both...)
	}
	fmt.Println("learnt from all documents:", learn(all))
	score, hit := map[string][]outcome{}, map[string][]outcome{}
	var sets []string
	for _, d := range m.documents {
		weights := learn(slices.DeleteFunc(slices.Clone(all), func(l lesson) bool { return l.document == d.Name }))
		for _, l := range all {
			if l.document != d.Name {
				continue
			}
			if score[l.set] == nil {
				sets = append(sets, l.set)
			}
			f1 := scoreOf(l.question, placesOf(weights.Choose(l.pages)))
			score[l.set] = append(score[l.set], outcome{l.document, f1})
			hit[l.set] = append(hit[l.set], outcome{l.document, truth(f1 > 0)})
		}
	}
	fmt.Println("each document with weights learnt from the others:")
	slices.Sort(sets)
	for _, set := range sets {
		report("page F1, "+set, score[set])
		report("… a right page cited", hit[set])
	}
	return nil
}

// lessons asks all questions.
func (m quality) lessons(ctx context.Context, questions []question, by string) ([]lesson, error) {
	var out []lesson
	add := func(set string, q question, asked answer.Question) error {
		passages, err := findPassages(ctx, m.index, m.read, m.vectors, q.scope(), asked)
		out = append(out, lesson{q.Document, by + ": " + set, q, answer.Candidates(asked, passages)})
		return err
	}
	for _, q := range questions {
		if !q.Answerable {
			continue
		}
		if err := add("pageqa", q, answer.Question{Text: q.Text, Languages: searched}); err != nil {
			return nil, err
		}
	}
	err := m.converse(ctx, func(c conversation, turn int, asked answer.Question, pages []int, _ answer.Answer) error {
		return add(fmt.Sprintf("conversations' turn %d", turn+1), question{Document: c.Document, Scope: c.Scope, Pages: pages}, asked)
	})
	return out, err
}

func placesOf(pages []answer.Candidate) []place {
	out := make([]place, 0, len(pages))
	for _, p := range pages {
		out = append(out, place{p.File, p.Page})
	}
	return out
}

// learn returns the weights under which the right pages are the most likely ones among those of their questions (a
// conditional logit, McFadden 1974), by gradient ascent.
func learn(lessons []lesson) answer.Weights {
	var w answer.Weights
	for range rounds {
		var gradient answer.Weights
		for _, l := range lessons {
			l.ascend(w, &gradient)
		}
		for kind := range w {
			w[kind] += pace * (gradient[kind] - decline*w[kind]) / math.Sqrt(float64(len(lessons)))
		}
	}
	return w
}

// ascend adds to the gradient what a question says: the mean evidence of its right pages, less that of all.
func (l lesson) ascend(w answer.Weights, gradient *answer.Weights) {
	var all, right answer.Weights
	var total, chance float64
	for _, p := range l.pages {
		likely := 0.0
		for kind, value := range p.Evidence {
			likely += w[kind] * value
		}
		likely = math.Exp(likely)
		total += likely
		is := p.File == l.document && slices.Contains(l.question.Pages, p.Page)
		if is {
			chance += likely
		}
		for kind, value := range p.Evidence {
			all[kind] += likely * value
			if is {
				right[kind] += likely * value
			}
		}
	}
	if chance == 0 {
		return
	}
	for kind := range gradient {
		gradient[kind] += right[kind]/chance - all[kind]/total
	}
}
