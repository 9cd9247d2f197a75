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

// conversation is a line of testdata/conversations.jsonl: a question about a document and a follow-up. On is wording
// from the page with the answer: a citation is right exactly where it occurs. A third question follows up the second.
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

// otherWords holds the first questions of the conversations, rephrased in words that the documents do not use.
//
//go:embed testdata/otherwords.jsonl
var otherWords string

// turns holds, for each position of a question in the conversations, the page F1 of the answers, whether any right page
// is cited, and whether the wording of the answer is in the first quote and in any.
type turns struct{ score, helped, first, quoted [3][]outcome }

// talks holds conversations and scores their answers.
func (m quality) talks(ctx context.Context, talks string) (out turns, err error) {
	err = m.converse(ctx, talks, func(c conversation, turn int, asked answer.Question, pages []int, a answer.Answer) error {
		m.show(c.ID+" "+asked.Text, pages, a)
		score := outcome{c.Document, pageScore(a, c.Document, pages)}
		out.score[turn] = append(out.score[turn], score)
		out.helped[turn] = append(out.helped[turn], outcome{c.Document, truth(score.value > 0)})
		says := func(q answer.Quote) bool { return wording(c.Turns[turn].On).MatchString(q.Text) }
		out.first[turn] = append(out.first[turn], outcome{c.Document, truth(len(a.Quotes) > 0 && says(a.Quotes[0]))})
		out.quoted[turn] = append(out.quoted[turn], outcome{c.Document, truth(slices.ContainsFunc(a.Quotes, says))})
		return nil
	})
	return out, err
}

func (t turns) report(r *results, names ...string) {
	for i, name := range names {
		r.report("page F1 of "+name, t.score[i])
		r.report("… a right page cited: "+name, t.helped[i])
		r.report("… the answer's wording in the first quote: "+name, t.first[i])
		r.report("… in any quote: "+name, t.quoted[i])
	}
}

// converse asks the questions of the conversations one after another, and calls a function with each, the right pages
// and the answer.
func (m quality) converse(ctx context.Context, talks string, each func(c conversation, turn int, asked answer.Question, pages []int, a answer.Answer) error) error {
	lines := bufio.NewScanner(strings.NewReader(talks))
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
			asked := m.vectors.question(t.Question, history)
			if err := each(c, i, asked, pages, a); err != nil {
				return err
			}
			history = append(history, turnOf(t.Question, a))
		}
	}
	return lines.Err()
}

// scope returns the files to search; none means all of them.
func (c conversation) scope() []string { return question{Document: c.Document, Scope: c.Scope}.scope() }

// wording matches a wording; lines may end anywhere within it.
func wording(of string) *regexp.Regexp {
	words := strings.Fields(of)
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	return regexp.MustCompile(strings.Join(words, `\s+`))
}

// pagesWith returns the pages of a document with a wording.
func (l library) pagesWith(document, of string) []int {
	match := wording(of)
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
