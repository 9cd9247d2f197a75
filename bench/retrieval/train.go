package main

import (
	"context"
	"fmt"
	"slices"

	"quire/internal/answer"
)

// lesson is a question with the pages that may be cited for it, and which of them are right.
type lesson struct {
	document string
	set      string
	question question
	pages    []answer.Candidate
	on       string // wording of the answer, if it is known
}

// train learns the weights of the evidence for a page from pageqa's questions, those of the conversations and the
// rephrased ones, lexically only and, if there are vectors, also semantically. Then it learns the weights of the
// evidence for a quote on the right page. It prints them, and the scores on each document with weights learnt from the
// others.
func (m quality) train(ctx context.Context, questions []question) error {
	words := m
	words.vectors = withoutVectors()
	all, err := words.lessons(ctx, questions, "words alone")
	if err != nil {
		return err
	}
	m.trainPages(all)
	if !m.vectors.any() {
		return nil
	}
	if all, err = m.lessons(ctx, questions, "with vectors"); err != nil {
		return err
	}
	m.trainPages(all)
	m.trainQuotes(all)
	return nil
}

func (m quality) trainPages(all []lesson) {
	fmt.Printf("pages, learnt from all documents: %.2f\n", learnPages(all))
	score, hit := map[string][]outcome{}, map[string][]outcome{}
	m.leavingOut(all, func(others, own []lesson) {
		weights := learnPages(others)
		for _, l := range own {
			f1 := scoreOf(l.question, placesOf(weights.Choose(l.pages)))
			score[l.set] = append(score[l.set], outcome{l.document, f1})
			hit[l.set] = append(hit[l.set], outcome{l.document, truth(f1 > 0)})
		}
	})
	fmt.Println("each document with weights learnt from the others:")
	for _, set := range setsOf(all) {
		report("page F1, "+set, score[set])
		report("… a right page cited", hit[set])
	}
}

func (m quality) trainQuotes(all []lesson) {
	fmt.Printf("quotes, learnt from all documents: %.2f\n", learnQuotes(all))
	hit := map[string][]outcome{}
	m.leavingOut(all, func(others, own []lesson) {
		weights := learnQuotes(others)
		for _, l := range own {
			for _, c := range l.quotes() {
				hit[l.set] = append(hit[l.set], outcome{l.document, truth(c.right[c.likeliest(weights)])})
			}
		}
	})
	fmt.Println("each document with weights learnt from the others:")
	for _, set := range setsOf(all) {
		report("right quote of a right page, "+set, hit[set])
	}
}

// leavingOut calls a function with the lessons of each document and those of all others.
func (m quality) leavingOut(all []lesson, each func(others, own []lesson)) {
	for _, d := range m.documents {
		of := func(l lesson) bool { return l.document == d.Name }
		each(slices.DeleteFunc(slices.Clone(all), of), slices.DeleteFunc(slices.Clone(all), func(l lesson) bool { return !of(l) }))
	}
}

func setsOf(all []lesson) []string {
	var sets []string
	for _, l := range all {
		if !slices.Contains(sets, l.set) {
			sets = append(sets, l.set)
		}
	}
	return sets
}

// lessons asks all questions.
func (m quality) lessons(ctx context.Context, questions []question, by string) ([]lesson, error) {
	var out []lesson
	add := func(set, on string, q question, asked answer.Question) error {
		passages, err := findPassages(ctx, m.index, m.read, m.vectors, q.scope(), asked)
		out = append(out, lesson{q.Document, by + ": " + set, q, answer.Candidates(asked, passages), on})
		return err
	}
	for _, q := range questions {
		if !q.Answerable {
			continue
		}
		if err := add("pageqa", "", q, m.vectors.question(q.Text, nil)); err != nil {
			return nil, err
		}
	}
	for _, talks := range []struct{ name, of string }{{"conversations", conversations}, {"in other words", otherWords}} {
		err := m.converse(ctx, talks.of, func(c conversation, turn int, asked answer.Question, pages []int, _ answer.Answer) error {
			q := question{Document: c.Document, Scope: c.Scope, Pages: pages}
			return add(fmt.Sprintf("%s, turn %d", talks.name, turn+1), c.Turns[turn].On, q, asked)
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func placesOf(pages []answer.Candidate) []place {
	out := make([]place, 0, len(pages))
	for _, p := range pages {
		out = append(out, place{p.File, p.Page})
	}
	return out
}

func (l lesson) isRight(p answer.Candidate) bool {
	return p.File == l.document && slices.Contains(l.question.Pages, p.Page)
}

// learnPages learns the weights of the evidence for pages.
func learnPages(lessons []lesson) answer.Weights {
	var choices []choice
	for _, l := range lessons {
		var c choice
		for _, p := range l.pages {
			c.options, c.right = append(c.options, p.Evidence[:]), append(c.right, l.isRight(p))
		}
		choices = append(choices, c)
	}
	return answer.Weights(learn(choices, len(answer.Weights{})))
}

// learnQuotes learns the weights of the evidence for quotes.
func learnQuotes(lessons []lesson) []float64 {
	var choices []choice
	for _, l := range lessons {
		choices = append(choices, l.quotes()...)
	}
	return learn(choices, len(answer.Fit{}))
}

// quotes returns all quotes of each right page on which some quotes have the wording of the answer and others do not.
func (l lesson) quotes() []choice {
	if l.on == "" {
		return nil
	}
	var out []choice
	for _, p := range l.pages {
		if !l.isRight(p) {
			continue
		}
		var c choice
		for text, fit := range p.Fits() {
			c.options, c.right = append(c.options, fit[:]), append(c.right, wording(l.on).MatchString(text))
		}
		if slices.Contains(c.right, true) && slices.Contains(c.right, false) {
			out = append(out, c)
		}
	}
	return out
}
