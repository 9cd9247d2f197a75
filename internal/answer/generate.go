package answer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/index/bm25"
	"quire/internal/model"
)

// NotFound begins the answer when the passages do not answer the question.
const NotFound = "The collections do not answer this question."

const (
	maxSentenceRunes = 2000
	maxCites         = 4  // of one sentence
	introWords       = 15 // of a sentence that only leads to the next
	introOwn         = 4  // … of which the question does not have
	closestNamed     = 3  // places that are named when there is no answer
)

// Generate answers with a language model. The model states what each sentence is based on, by passage and verbatim
// quote. Only quotes found in the passage are cited, with the page they are on. Every sentence is emitted once it has
// been checked. Sentences without evidence get a second chance in one further request, and are left out if that fails
// too.
//
// An error of the model is returned unchanged (a *model.Error), along with the answer emitted so far. The same goes for
// an error of emit and the end of ctx.
//
// A prompt that is too long for the endpoint is made smaller. If an answer was cut off at its maximum length, the part
// that was checked is returned, with a note. If a model says nothing that can be checked, passages are quoted instead.
func Generate(ctx context.Context, m *model.Client, q Question, passages []Passage, emit Emit) (Answer, error) {
	g := generation{question: q, window: m.Window(), ranked: passages, model: m, out: newWriter(emit), asked: terms(q.Text)}
	g.prompt = newPrompt(g.window, q, passages)
	if len(g.prompt.passages) == 0 {
		return g.nothing()
	}
	err := g.ask(ctx)
	if err == nil {
		err = g.finishHeld(ctx)
	}
	if err == nil {
		return g.end()
	}
	return g.answer(g.out.text.Len() > 0), err
}

// generation is an answer in progress.
type generation struct {
	question Question
	window   int // that the prompt is made for
	prompt   prompt
	ranked   []Passage // the best first
	model    *model.Client
	out      *writer
	asked    map[uint32]bool
	usage    Usage
	// lead holds sentences that state nothing by themselves; they are written together with the next sentence that has
	// evidence.
	lead []checked
	// held holds the sentences from the first one without evidence onwards, which must wait for it.
	held []checked
	// claims counts the sentences from the model; cut and strayed say how its answer ended.
	claims       int
	cut, strayed bool
	remarks      []string
}

// checked is a sentence with those of its quotes that were found.
type checked struct {
	sentence
	found []foundQuote
	// sums are the calculations behind its numbers, checked.
	sums []string
	// open reports whether the sentence states something but none of its quotes was found.
	open bool
}

type parser interface {
	push(piece string) []sentence
	end() []sentence
	// kept reports whether the text was in the requested form.
	kept() bool
}

// stream asks for the answer and writes it sentence by sentence.
func (g *generation) stream(ctx context.Context, structured bool) error {
	var p parser = &lineParser{}
	if structured {
		p = &jsonParser{}
	}
	res, err := g.model.Stream(ctx, g.prompt.request(structured), func(delta string) error { return g.take(p.push(delta)) })
	g.spend(res.Usage)
	if err != nil {
		return err
	}
	if err := g.take(p.end()); err != nil {
		return err
	}
	g.cut = res.FinishReason == model.Length
	if !p.kept() && !g.cut {
		return &model.Error{Kind: model.Malformed, Message: "the answer is not in the form that was asked for"}
	}
	return nil
}

func (g *generation) spend(u model.Usage) {
	g.usage.Prompt += u.PromptTokens
	g.usage.Completion += u.CompletionTokens
}

// take checks sentences and writes those that no earlier sentence holds back.
func (g *generation) take(sentences []sentence) error {
	for _, s := range sentences {
		g.claims++
		c := g.check(s)
		if strings.TrimSpace(c.Text) == "" {
			continue
		}
		if c.open || len(g.held) > 0 {
			g.held = append(g.held, c)
			continue
		}
		if err := g.place(c); err != nil {
			return err
		}
	}
	return nil
}

// place writes a sentence with evidence, after the sentences that lead to it.
func (g *generation) place(c checked) error {
	g.lead = append(g.lead, c)
	if len(c.found) == 0 {
		return nil
	}
	ready := g.lead
	g.lead = nil
	for _, c := range ready {
		if err := g.write(c); err != nil {
			return err
		}
	}
	return nil
}

// check finds the quotes of a sentence and sanitises its text against them.
func (g *generation) check(s sentence) checked {
	if utf8.RuneCountInString(s.Text) > maxSentenceRunes {
		return checked{}
	}
	c := checked{sentence: s, found: g.findings(s.Cites)}
	var sources []string
	for _, f := range c.found {
		sources = append(sources, g.prompt.passages[f.passage].Text)
	}
	c.Text = sanitise(s.Text, sources)
	c.sums = g.computations(c)
	if len(c.found) > 0 && (g.unproven(c) != "" || !g.supported(c)) {
		c.found = nil
	}
	c.open = len(c.found) == 0 && !g.connective(c.Text)
	return c
}

func (g *generation) findings(cites []cite) []foundQuote {
	var found []foundQuote
	for _, cited := range cites[:min(len(cites), maxCites)] {
		i := g.prompt.number(cited.ID)
		if i < 0 {
			continue
		}
		if f, ok := g.prompt.evidence.find(i, cited.Quote); ok && !g.addressesModels(f) {
			found = append(found, f)
		}
	}
	return found
}

// unproven returns a number in the sentence that was not computed and that appears neither around its quotes, nor in
// what locates them, nor in the question; "" if there is none.
func (g *generation) unproven(c checked) string {
	sources := []string{g.prompt.question}
	for _, f := range c.found {
		p := g.prompt.passages[f.passage]
		first, last := p.Pages(f.start, f.end)
		sources = append(sources, around(p, f), p.Header, p.Columns, p.Filename, fmt.Sprintf("%d %d", first, last))
	}
	return unsupportedNumber(c.Text, append(sources, c.sums...)...)
}

// computations returns the calculations of a sentence that its quotes and the question allow.
func (g *generation) computations(c checked) []string {
	sources := []string{g.prompt.question}
	for _, f := range c.found {
		sources = append(sources, around(g.prompt.passages[f.passage], f))
	}
	return computations(c.sentence, sources...)
}

// around returns a quote together with the sentences or rows that contain it.
func around(p Passage, f foundQuote) string {
	start, end := f.start, f.end
	for s := range spans(p.Passage) {
		if s.start < f.end && f.start < s.end {
			start, end = min(start, s.start), max(end, s.end)
		}
	}
	return p.Text[start:end]
}

// connective reports whether a sentence only leads to others: it has no number, no name that the question lacks, and no
// new words unless the sentence that it leads to follows immediately.
func (g *generation) connective(text string) bool {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "0123456789") {
		return false
	}
	for i, w := range strings.Fields(text) {
		w = strings.TrimFunc(w, func(r rune) bool { return !wordRune(r) })
		if i > 0 && w != "" && unicode.IsUpper(runeAt(w, 0)) && !strings.Contains(g.prompt.question, w) {
			return false
		}
	}
	own := 0
	for t := range terms(text) {
		if !g.asked[t] {
			own++
		}
	}
	return own == 0 || (strings.HasSuffix(text, ":") && wordCount(text) <= introWords && own <= introOwn)
}

func terms(text string) map[uint32]bool { return set(bm25.Document(bm25.English, text).IDs) }

// write emits a sentence with its markers.
func (g *generation) write(c checked) error {
	piece := g.joint(c.Text) + strings.TrimSpace(c.Text)
	if len(c.sums) > 0 {
		piece += " (computed: " + strings.Join(c.sums, "; ") + ")"
	}
	for _, p := range g.places(c.found) {
		marker, id := g.out.mark(g.prompt.passages[p.passage], p.first, p.last)
		for _, q := range p.quotes {
			g.out.quoted(id, g.prompt.passages[q.passage], q.start, q.end)
		}
		piece += " " + marker
	}
	return g.out.write(piece)
}

// joint returns the separator between a sentence and the text before it: the white space it begins with, or a space.
func (g *generation) joint(text string) string {
	if g.out.text.Len() == 0 {
		return ""
	}
	lead := text[:len(text)-len(strings.TrimLeftFunc(text, unicode.IsSpace))]
	switch n := strings.Count(lead, "\n"); {
	case n > 1:
		return "\n\n"
	case n == 1:
		return "\n"
	}
	return " "
}

// marked is a place that a sentence cites.
type marked struct {
	passage, first, last int
	quotes               []foundQuote
}

// places returns the pages of the quotes, joining neighbouring pages of a file.
func (g *generation) places(found []foundQuote) []marked {
	var all []marked
	for _, f := range found {
		first, last := g.prompt.passages[f.passage].Pages(f.start, f.end)
		all = append(all, marked{f.passage, first, last, []foundQuote{f}})
	}
	file := func(m marked) string { return g.prompt.passages[m.passage].File }
	order := map[string]int{}
	for i, m := range all {
		if _, ok := order[file(m)]; !ok {
			order[file(m)] = i
		}
	}
	slices.SortStableFunc(all, func(a, b marked) int {
		return cmp.Or(cmp.Compare(order[file(a)], order[file(b)]), cmp.Compare(a.first, b.first))
	})
	merged := all[:0]
	for _, m := range all {
		if n := len(merged); n > 0 && file(merged[n-1]) == file(m) && m.first <= merged[n-1].last+1 {
			merged[n-1].last = max(merged[n-1].last, m.last)
			merged[n-1].quotes = append(merged[n-1].quotes, m.quotes...)
			continue
		}
		merged = append(merged, m)
	}
	return merged
}

// finishHeld asks once more for the evidence of open sentences, and writes what was held back.
func (g *generation) finishHeld(ctx context.Context) error {
	if slices.ContainsFunc(g.held, func(c checked) bool { return c.open }) {
		if err := g.repair(ctx); err != nil {
			return err
		}
	}
	for _, c := range g.held {
		if c.open {
			continue
		}
		if err := g.place(c); err != nil {
			return err
		}
	}
	g.held = nil
	return g.trail()
}

// trail writes the sentences after the last one with evidence, if there is one and they lead to nothing.
func (g *generation) trail() error {
	for _, c := range g.lead {
		if len(g.out.cited) == 0 || strings.HasSuffix(strings.TrimSpace(c.Text), ":") {
			continue
		}
		if err := g.write(c); err != nil {
			return err
		}
	}
	return nil
}
