package main

import (
	"context"
	"slices"

	"quire/internal/answer"
)

// misled asks follow-up questions again after a wrong answer to the question before: an answer quoted from other pages
// than the right ones and those of the follow-up. The wrong answer should do the follow-up as little harm as possible.
// misled returns page F1 and whether a right page is cited.
func (m quality) misled(ctx context.Context) (score, cited []outcome, err error) {
	err = m.converse(ctx, conversations, func(c conversation, turn int, asked answer.Question, pages []int, _ answer.Answer) error {
		if turn == 0 {
			return nil
		}
		history := slices.Clone(asked.History)
		last := len(history) - 1
		before := m.vectors.question(history[last].Question, history[:last])
		var err error
		if history[last], err = m.wrongTurn(ctx, c, before, slices.Concat(pages, m.read.pagesWith(c.Document, c.Turns[turn-1].On))); err != nil {
			return err
		}
		a, err := m.ask(ctx, asked.Text, c.scope(), history)
		if err != nil {
			return err
		}
		m.show("MISLED "+c.ID+" "+asked.Text, pages, a)
		f1 := pageScore(a, c.Document, pages)
		score, cited = append(score, outcome{c.Document, f1}), append(cited, outcome{c.Document, truth(f1 > 0)})
		return nil
	})
	return score, cited, err
}

// wrongTurn answers a question of a conversation from the passages that are on none of some pages.
func (m quality) wrongTurn(ctx context.Context, c conversation, asked answer.Question, without []int) (answer.Turn, error) {
	passages, err := findPassages(ctx, m.index, m.read, m.vectors, c.scope(), asked)
	if err != nil {
		return answer.Turn{}, err
	}
	passages = slices.DeleteFunc(passages, func(p answer.Passage) bool {
		return p.File == c.Document && slices.ContainsFunc(without, func(n int) bool { return p.PageStart <= n && n <= p.PageEnd })
	})
	a, err := answer.Extract(asked, passages, func(string, []answer.Citation) error { return nil })
	return turnOf(asked.Text, a), err
}
