package main

import (
	"context"
	"fmt"
	"net/http/httptest"

	"quire/internal/answer"
	"quire/internal/index/bm25"
	"quire/internal/model"
)

// windows are the context windows at which the reader is tried, in tokens.
var windows = []int{8192, 16_384, 32_768}

// ceiling measures what prompts contain: a reader that makes no mistakes misses only pages that it was not shown. The
// reader is an endpoint, so that its answers pass through everything that a model's do.
func (m quality) ceiling(ctx context.Context, questions []question) error {
	r := &reader{read: m.read}
	server := httptest.NewServer(r)
	defer server.Close()
	for _, window := range windows {
		chat, err := model.New(model.Config{BaseURL: server.URL + "/v1", Model: "reader", Window: window})
		if err != nil {
			return err
		}
		if err := m.readThrough(ctx, chat, r, questions); err != nil {
			return err
		}
	}
	return nil
}

// readThrough lets the reader answer all questions.
func (m quality) readThrough(ctx context.Context, chat *model.Client, r *reader, questions []question) error {
	var pages, evidence, around, length []outcome
	for _, q := range questions {
		if !q.Answerable {
			continue
		}
		asked := answer.Question{Text: q.Text, Languages: []bm25.Language{language}}
		passages, err := findPassages(ctx, m.index, m.read, m.vectors, q.scope(), asked)
		if err != nil {
			return err
		}
		r.expect(q)
		a, err := answer.Generate(ctx, chat, asked, m.read.withPages(passages), func(string, []answer.Citation) error { return nil })
		if err != nil {
			return fmt.Errorf("%s: %w", q.ID, err)
		}
		m.show(q.Text, q.Pages, a)
		pages = append(pages, outcome{q.Document, pageScore(a, q.Document, q.Pages)})
		if len(q.Evidence) > 0 {
			evidence = append(evidence, outcome{q.Document, r.evidence})
		}
		around = append(around, outcome{q.Document, r.around})
		length = append(length, outcome{q.Document, r.length})
	}
	fmt.Printf("a window of %d tokens\n", chat.Window())
	report("page F1 of a reader without mistakes", pages)
	report("words of the evidence that it is shown", evidence)
	report("share of the prompt around the texts", around)
	report("prompt, in thousands of bytes", length)
	return nil
}

// withPages adds the other passages of the best passages' pages, the way a turn with a model does.
func (l library) withPages(found []answer.Passage) []answer.Passage {
	seen := map[string]bool{}
	var out []answer.Passage
	add := func(p answer.Passage) {
		if id := fmt.Sprint(p.File, p.Number); !seen[id] {
			seen[id] = true
			out = append(out, p)
		}
	}
	for i, f := range found {
		add(f)
		if i >= answer.WholePages {
			continue
		}
		for _, p := range l.passages[f.File] {
			if p.PageStart <= f.PageEnd && f.PageStart <= p.PageEnd {
				add(l.passage(f.File, p))
			}
		}
	}
	return out
}
