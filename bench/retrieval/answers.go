package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"quire/internal/answer"
	"quire/internal/index"
	"quire/internal/index/bm25"
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
		asked := answer.Question{Text: q.Text, Languages: []bm25.Language{language}}
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
	hits, err := ix.Search(ctx, index.Scope{Account: account, Collections: []string{"c"}, Files: files},
		index.Query{Sparse: bm25.Query(text, language), Dense: v.of(text), Limit: answered})
	if err != nil {
		return nil, err
	}
	passages := make([]answer.Passage, 0, len(hits))
	for _, h := range hits {
		passages = append(passages, answer.Passage{
			Passage: read.passages[h.File][h.Chunk], Collection: h.Collection, File: h.File, Filename: h.File + ".pdf",
			PageCount: read.pages[h.File], Score: float64(h.Score), Cosine: float64(h.Cosine), Language: language,
		})
	}
	return passages, nil
}
