package main

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"quire/internal/answer"
	"quire/internal/index"
	"quire/internal/index/bm25"
)

// quality measures answers without a model: whether they cite the right pages, and whether a question that the searched
// files do not answer is refused.
type quality struct {
	index     *index.Index
	read      library
	documents []paper
	vectors   vectors
	verbose   bool
	results   *results
}

// generic marks questions that could be asked of any document, because they are about its form.
var generic = regexp.MustCompile(`(?i)\b(pages?|document|tables?|tabular|charts?|sections?|papers?|report)\b`)

//go:embed testdata/unrelated.txt
var unrelated string

// searched are the languages of the files.
var searched = []bm25.Language{language}

func (m quality) run(ctx context.Context, questions []question) error {
	own, over, err := m.answerable(ctx, questions)
	if err != nil {
		return err
	}
	far, near, err := m.strangers(ctx, questions)
	if err != nil {
		return err
	}
	general, err := m.general(ctx)
	if err != nil {
		return err
	}
	together, apart, err := m.nearMisses(ctx)
	if err != nil {
		return err
	}
	ranked, cited, err := m.otherForms(ctx)
	if err != nil {
		return err
	}
	rows, err := m.ownRows(ctx)
	if err != nil {
		return err
	}
	named, found, err := m.namedTables(ctx)
	if err != nil {
		return err
	}
	talk, err := m.talks(ctx, conversations)
	if err != nil {
		return err
	}
	misled, right, err := m.misled(ctx)
	if err != nil {
		return err
	}
	reworded, err := m.talks(ctx, otherWords)
	if err != nil {
		return err
	}
	r := m.results
	r.report("page F1 of answers", own)
	r.report("over-refusal", over)
	r.report("refused: unrelated to all files", general)
	r.report("refused: questions about other documents", far)
	r.report("refused: questions about another company", near)
	r.report("refused: pairs that stand together", together)
	r.report("refused: pairs that do not", apart)
	r.report("abbreviations' other forms: page in first 10", ranked)
	r.report("abbreviations' other forms: page cited", cited)
	r.report("rows by their labels: the row itself quoted first", rows)
	r.report("rows of tables named by their titles: page F1", named)
	r.report("… the right page cited", found)
	talk.report(r, "conversations' first questions", "questions that follow", "questions that follow those")
	r.report("page F1 of those that follow a wrong answer", misled)
	r.report("… a right page cited after a wrong answer", right)
	reworded.report(r, "first questions in other words")
	return nil
}

func (m quality) answerable(ctx context.Context, questions []question) (f1, refused []outcome, err error) {
	for _, q := range questions {
		if !q.Answerable {
			continue
		}
		a, err := m.ask(ctx, q.Text, q.scope(), nil)
		if err != nil {
			return nil, nil, err
		}
		m.show(q.Text, q.Pages, a)
		f1 = append(f1, outcome{q.Document, pageScore(a, q.Document, q.Pages)})
		refused = append(refused, outcome{q.Document, truth(!a.Found)})
	}
	return f1, refused, nil
}

// strangers asks every document the questions about the others. Questions about documents of the same type are near
// misses, because most of their words are common in the document.
func (m quality) strangers(ctx context.Context, questions []question) (far, near []outcome, err error) {
	kinds := map[string]string{}
	for _, d := range m.documents {
		kinds[d.Name] = d.Type
	}
	for _, d := range m.documents {
		for _, q := range questions {
			if q.Document == d.Name || generic.MatchString(q.Text) || sameSubject(q.Document, d.Name) {
				continue
			}
			a, err := m.ask(ctx, q.Text, []string{d.Name}, nil)
			if err != nil {
				return nil, nil, err
			}
			o := outcome{d.Name, truth(!a.Found)}
			if kinds[q.Document] == d.Type {
				near = append(near, o)
				continue
			}
			if a.Found {
				m.show("STRANGE "+d.Name+": "+q.Text, nil, a)
			}
			far = append(far, o)
		}
	}
	return far, near, nil
}

// sameSubject reports whether two documents are about the same company, by the first words of their names.
func sameSubject(a, b string) bool {
	first, _, _ := strings.Cut(a, "_")
	second, _, _ := strings.Cut(b, "_")
	return strings.EqualFold(first, second)
}

func (m quality) general(ctx context.Context) ([]outcome, error) {
	var out []outcome
	for text := range strings.Lines(unrelated) {
		text = strings.TrimSpace(text)
		a, err := m.ask(ctx, text, nil, nil)
		if err != nil {
			return nil, err
		}
		if a.Found {
			m.show("UNRELATED "+text, nil, a)
		}
		out = append(out, outcome{text, truth(!a.Found)})
	}
	return out, nil
}

// ask answers a question the way a turn does.
func (m quality) ask(ctx context.Context, text string, files []string, history []answer.Turn) (answer.Answer, error) {
	asked := m.vectors.question(text, history)
	passages, err := findPassages(ctx, m.index, m.read, m.vectors, files, asked)
	if err != nil {
		return answer.Answer{}, err
	}
	asked.Languages = m.read.searched()
	emit := func(string, []answer.Citation) error { return nil }
	if answer.WantsOutline(asked) {
		if a, ok, err := answer.Outline(asked, m.read.sections(answer.Foremost(asked, passages)), emit); ok || err != nil {
			return a, err
		}
	}
	return answer.Extract(asked, passages, emit)
}

func (m quality) show(text string, pages []int, a answer.Answer) {
	if !m.verbose {
		return
	}
	fmt.Printf("== %s %v\n%s\n", text, pages, a.Text)
	for _, c := range a.Citations {
		fmt.Printf("   %s: %s %d-%d\n", c.ID, c.File, c.PageStart, c.PageEnd)
	}
}

// pageScore is the page F1 of an answer.
func pageScore(a answer.Answer, document string, pages []int) float64 {
	return scoreOf(question{Document: document, Pages: pages}, citedPages(a))
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
