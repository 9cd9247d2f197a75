package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"quire/internal/abbreviation"
	"quire/internal/answer"
	"quire/internal/index"
	"quire/internal/index/bm25"
	"quire/internal/passage"
)

// answered is how many passages an answer is made from.
const answered = 60

// line is an answer in the scorer's format.
type line struct {
	Question  string            `json:"qid"`
	Answer    string            `json:"answer"`
	Citations []answer.Citation `json:"citations"`
}

// answer writes a line for every question: quotes with their citations.
func (qa pageQA) answer(ctx context.Context, ix *index.Index, read library, questions []question) (err error) {
	f, err := os.Create(qa.answers)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	out := json.NewEncoder(f)
	for _, q := range questions {
		asked := qa.vectors.question(q.Text, nil)
		passages, err := findPassages(ctx, ix, read, qa.vectors, q.scope(), asked)
		if err != nil {
			return err
		}
		a, err := answer.Extract(asked, passages, func(string, []answer.Citation) error { return nil })
		if err != nil {
			return err
		}
		if qa.verbose {
			fmt.Printf("== %s %s %v: %s\n%s\n", q.ID, q.Document, q.Pages, q.Text, a.Text)
			for _, c := range a.Citations {
				fmt.Printf("   %s: %s %d-%d\n", c.ID, c.File, c.PageStart, c.PageEnd)
			}
		}
		if err := out.Encode(line{q.ID, a.Text, a.Citations}); err != nil {
			return err
		}
	}
	return nil
}

// findPassages searches the way a turn does.
func findPassages(ctx context.Context, ix *index.Index, read library, v vectors, files []string, asked answer.Question) ([]answer.Passage, error) {
	text := answer.Queries(asked)[0]
	passages, err := read.search(ctx, ix, v, files, text)
	if err != nil {
		return nil, err
	}
	texts := func(yield func(string) bool) {
		for _, p := range passages {
			if !yield(p.Text) {
				return
			}
		}
	}
	if expanded := abbreviation.Expand(text, texts); expanded != text {
		if passages, err = read.search(ctx, ix, v, files, expanded); err != nil {
			return nil, err
		}
	}
	return read.withNamedPages(asked, passages), nil
}

func (l library) search(ctx context.Context, ix *index.Index, v vectors, files []string, text string) ([]answer.Passage, error) {
	hits, err := ix.Search(ctx, index.Scope{Account: account, Collections: []string{"c"}, Files: files},
		index.Query{Sparse: bm25.Query(text, l.searched()...), Dense: v.of(text), Limit: answered})
	if err != nil {
		return nil, err
	}
	passages := make([]answer.Passage, 0, len(hits))
	for _, h := range hits {
		p := l.passage(h.File, l.passages[h.File][h.Chunk])
		p.Score, p.Cosine = float64(h.Score), float64(h.Cosine)
		passages = append(passages, p)
	}
	return passages, nil
}

func (l library) passage(file string, p passage.Passage) answer.Passage {
	return answer.Passage{Passage: p, Collection: "c", File: file, Filename: file + ".pdf", PageCount: l.pages[file], Language: l.languages[file]}
}

// withNamedPages adds the passages of the pages that the question names, in the files of the best hits.
func (l library) withNamedPages(q answer.Question, found []answer.Passage) []answer.Passage {
	files := map[string]bool{}
	known := map[string]bool{}
	for _, f := range found {
		known[fmt.Sprint(f.File, f.Number)] = true
	}
	for _, f := range found {
		if files[f.File] || len(files) == answer.MaxFiles {
			continue
		}
		files[f.File] = true
		named := answer.Pages(q, l.pages[f.File])
		for _, p := range l.passages[f.File] {
			on := slices.ContainsFunc(named, func(n int) bool { return p.PageStart <= n && n <= p.PageEnd })
			if on && !known[fmt.Sprint(f.File, p.Number)] {
				found = append(found, l.passage(f.File, p))
			}
		}
	}
	return found
}

// sections returns the passages at which the headings of files change, as the product reads them.
func (l library) sections(files []string) []answer.Passage {
	var out []answer.Passage
	for _, f := range files {
		all := l.passages[f]
		for i, p := range all {
			before, after := all[max(i-1, 0)], all[min(i+1, len(all)-1)]
			within := before.Header == p.Header && after.Header == p.Header
			if !within || p.Number == before.Number || p.Number == after.Number {
				out = append(out, l.passage(f, p))
			}
		}
	}
	return out
}
