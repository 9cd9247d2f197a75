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

// talks holds the conversations and scores their answers.
func (m quality) talks(ctx context.Context) (out turns, err error) {
	err = m.converse(ctx, func(c conversation, turn int, asked answer.Question, pages []int, a answer.Answer) error {
		m.show(c.ID+" "+asked.Text, pages, a)
		score := outcome{c.Document, pageScore(a, c.Document, pages)}
		out.score[turn] = append(out.score[turn], score)
		out.helped[turn] = append(out.helped[turn], outcome{c.Document, truth(score.value > 0)})
		return nil
	})
	return out, err
}

// converse asks the questions of the conversations one after another, and hands each to a function with the right pages
// and the answer.
func (m quality) converse(ctx context.Context, each func(c conversation, turn int, asked answer.Question, pages []int, a answer.Answer) error) error {
	lines := bufio.NewScanner(strings.NewReader(conversations))
	for lines.Scan() {
		var c conversation
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return err
		}
		var history []answer.Turn
		for i, t := range c.Turns {
			pages := m.read.pagesWith(c.Document, t.On)
			if len(pages) == 0 {
				return fmt.Errorf("conversation %s: no page of %s has %q", c.ID, c.Document, t.On)
			}
			a, err := m.ask(ctx, t.Question, c.scope(), history)
			if err != nil {
				return err
			}
			asked := answer.Question{Text: t.Question, Languages: searched, History: history}
			if err := each(c, i, asked, pages, a); err != nil {
				return err
			}
			turn := answer.Turn{Question: t.Question, Answer: a.Text}
			for _, c := range a.Citations {
				turn.Files = append(turn.Files, c.File)
			}
			history = append(history, turn)
		}
	}
	return lines.Err()
}

// scope returns the files to search; none means all of them.
func (c conversation) scope() []string { return question{Document: c.Document, Scope: c.Scope}.scope() }

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
