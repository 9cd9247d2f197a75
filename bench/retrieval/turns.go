package main

import (
	"context"
	"fmt"

	"quire/internal/answer"
)

// script is a line of a file of conversations whose answers are to be read. Scope is the document that is searched; none
// means all of them.
type script struct {
	ID    string   `json:"id"`
	Scope string   `json:"scope"`
	Turns []string `json:"turns"`
}

// aloud holds conversations and prints the answers, for people to judge.
func (m quality) aloud(ctx context.Context, path string) error {
	scripts, err := readLines[script](path)
	if err != nil {
		return err
	}
	m.verbose = true
	for _, s := range scripts {
		var files []string
		if s.Scope != "" {
			files = []string{s.Scope}
		}
		var history []answer.Turn
		for _, text := range s.Turns {
			a, err := m.ask(ctx, text, files, history)
			if err != nil {
				return err
			}
			m.show(fmt.Sprint(s.ID, " ", text), nil, a)
			history = append(history, turnOf(text, a))
		}
	}
	return nil
}

// turnOf is what a conversation remembers of a question and its answer.
func turnOf(text string, a answer.Answer) answer.Turn {
	turn := answer.Turn{Question: text, Answer: a.Text}
	for _, c := range a.Citations {
		turn.Files = append(turn.Files, c.File)
	}
	return turn
}
