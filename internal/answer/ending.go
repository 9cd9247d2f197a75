package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quire/internal/model"
)

// CutOff ends an answer that the model's limit cut off.
const CutOff = "\n\nThe language model reached its limit here; the rest of its answer is missing."

// These sentences say why passages are quoted although there is a model, and introduce the quotes.
const (
	strayed    = "The language model did not answer in a form that can be checked."
	tooShort   = "The language model reached its limit before it said anything that can be checked."
	unprovable = "Nothing that the language model said can be proven from the files."
	insteadOf  = "; they are quoted as they stand:\n\n"
	noneFits   = " No passage seems to answer the question."
)

// leastWindow is the smallest window, in tokens, for which a prompt is made: the instructions take a quarter of it.
const leastWindow = 2048

// ask asks for the answer, and asks once more, for lines, if the response was not in the requested form.
func (g *generation) ask(ctx context.Context) error {
	err := g.fitting(ctx, true)
	if g.unspoken() && failedBy(err, model.Malformed) {
		g.lead = nil
		err = g.fitting(ctx, false)
	}
	if g.unspoken() && failedBy(err, model.Malformed) {
		g.strayed = true
		return nil
	}
	return err
}

// fitting retries with smaller and smaller prompts until one fits the endpoint's window, which can be less than
// configured.
func (g *generation) fitting(ctx context.Context, structured bool) error {
	err := g.stream(ctx, structured)
	for g.unspoken() && failedBy(err, model.TooLong) && g.window >= 2*leastWindow {
		smaller := newPrompt(g.window/2, g.question, g.ranked)
		if len(smaller.passages) == 0 {
			return err
		}
		g.window, g.prompt = g.window/2, smaller
		g.remark(fmt.Sprintf("the endpoint refused the prompt as too long; it was made for %d tokens instead", g.window))
		err = g.stream(ctx, structured)
	}
	return err
}

// unspoken reports whether no part of the answer has arrived yet.
func (g *generation) unspoken() bool { return g.out.text.Len() == 0 && len(g.held) == 0 }

func failedBy(err error, kind model.Kind) bool {
	e, ok := errors.AsType[*model.Error](err)
	return ok && e.Kind == kind
}

// remark notes something for the log, once.
func (g *generation) remark(text string) {
	if !slices.Contains(g.remarks, text) {
		g.remarks = append(g.remarks, text)
	}
}

// end returns the answer once the model has finished.
func (g *generation) end() (Answer, error) {
	switch {
	case g.out.text.Len() > 0 && g.cut:
		g.remark("the answer was cut off by the limit of tokens")
		err := g.out.write(CutOff)
		return g.answer(true), err
	case g.out.text.Len() > 0:
		return g.answer(true), nil
	case g.strayed:
		return g.quoted(strayed, strayed+noneFits+g.closest())
	case g.cut:
		return g.quoted(tooShort, tooShort+noneFits+g.closest())
	case g.claims > 0:
		return g.quoted(unprovable, NotFound+g.closest())
	}
	return g.nothing()
}

// quoted returns an answer without the model: quotes and the reason for them, or the text otherwise if no passage fits.
func (g *generation) quoted(why, otherwise string) (Answer, error) {
	g.remark(why)
	chosen, doubtful := extract(g.question, g.ranked)
	found, err := g.out.quotations(chosen, why+" "+howWell(doubtful)+insteadOf, otherwise)
	return g.answer(found), err
}

func (g *generation) answer(found bool) Answer {
	a := g.out.answer(found)
	a.Usage, a.Remarks = g.usage, g.remarks
	return a
}

// nothing returns the answer that says that there is none.
func (g *generation) nothing() (Answer, error) {
	err := g.out.write(NotFound + g.closest())
	return g.answer(false), err
}

// closest names the places of the closest passages without citing them.
func (g *generation) closest() string {
	var places []string
	for _, p := range g.ranked {
		at := fmt.Sprintf("%s, page %d", shown(p.Filename), p.PageStart)
		if !slices.Contains(places, at) && len(places) < closestNamed {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		return ""
	}
	return " The closest passages are in " + strings.Join(places, "; ") + "."
}
