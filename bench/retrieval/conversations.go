package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quire/internal/answer"
)

// conversation is a line of testdata/conversations.jsonl: a question about a document and one that leans on it. On is
// wording of the page with the answer; where it stands, and nowhere else, a citation is right. A third question leans on
// the one that leans.
type conversation struct {
	ID       string `json:"id"`
	Document string `json:"doc"`
	Scope    string `json:"scope"`
	Turns    []struct {
		Question string `json:"question"`
		On       string `json:"on"`
	} `json:"turns"`
}

//go:embed testdata/conversations.jsonl
var conversations string

// turns holds, for each question of the conversations by its place, the page F1 of the answers and whether any right page is
// cited.
type turns struct{ score, helped [3][]outcome }

// talks holds conversations.
func (m quality) talks(ctx context.Context) (out turns, err error) {
	lines := bufio.NewScanner(strings.NewReader(conversations))
	for lines.Scan() {
		var c conversation
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return out, err
		}
		var history []answer.Turn
		for i, t := range c.Turns {
			pages := m.read.pagesWith(c.Document, t.On)
			if len(pages) == 0 {
				return out, fmt.Errorf("conversation %s: no page of %s has %q", c.ID, c.Document, t.On)
			}
			a, err := m.ask(ctx, t.Question, question{Document: c.Document, Scope: c.Scope}.scope(), history)
			if err != nil {
				return out, err
			}
			m.show(c.ID+" "+t.Question, pages, a)
			turn := answer.Turn{Question: t.Question, Answer: a.Text}
			for _, c := range a.Citations {
				turn.Files = append(turn.Files, c.File)
			}
			history = append(history, turn)
			score := outcome{c.Document, pageScore(a, c.Document, pages)}
			out.score[i] = append(out.score[i], score)
			out.helped[i] = append(out.helped[i], outcome{c.Document, truth(score.value > 0)})
		}
	}
	return out, lines.Err()
}

// pagesWith returns the pages of a document with a wording; lines may end anywhere within it.
func (l library) pagesWith(document, wording string) []int {
	words := strings.Fields(wording)
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	match := regexp.MustCompile(strings.Join(words, `\s+`))
	var pages []int
	for _, p := range l.passages[document] {
		for _, at := range match.FindAllStringIndex(p.Text, -1) {
			first, last := p.Pages(at[0], at[1])
			for n := first; n <= last; n++ {
				if !slices.Contains(pages, n) {
					pages = append(pages, n)
				}
			}
		}
	}
	return pages
}
