// Package answer turns the passages found for a question into an answer with verified citations. With a language model
// it verifies every quote that the model gives; without one it quotes the sentences and table rows that fit the
// question best.
//
// It knows nothing about accounts, rows or workflows: passages go in, text and citations come out.
package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/passage"
)

// Passage is a passage found for the question.
type Passage struct {
	passage.Passage
	Collection string // ids, opaque here
	File       string
	Filename   string
	Version    int // of the file
	PageCount  int // of the file; 0 if unknown
	Score      float64
	// Cosine is the similarity of the passage's vector to the question's; 0 if it is not known.
	Cosine   float64
	Language bm25.Language
	within   float64 // factor by which score was reduced because the question is about other files or places; 0 means 1
}

// Question is a question with the conversation before it.
type Question struct {
	Text string
	// Languages are the languages of the searched files; none means English.
	Languages []bm25.Language
	// History holds the earlier turns, oldest first.
	History []Turn
	// Meaning compares texts with the question semantically. If it is nil, the comparison is lexical only.
	Meaning Meaning
	spoken  []bm25.Language // those of Languages that the question is in
}

// Turn is an earlier question and its answer.
type Turn struct {
	Question string
	Answer   string
	Files    []string // ids of the files that the answer cites
	Partial  bool     // the answer was cut off
}

// Citation is a place in a file that supports the answer.
type Citation struct {
	ID         string `json:"id"` // of the marker [citation:id]
	File       string `json:"file_id"`
	Collection string `json:"collection_id"`
	Filename   string `json:"filename"`
	PageStart  int    `json:"page_start"` // from 1
	PageEnd    int    `json:"page_end"`
}

// Quote is text of a file that supports a citation.
type Quote struct {
	Citation string `json:"citation"` // id of the citation
	File     string `json:"file"`
	Version  int    `json:"version"` // of the file
	Text     string `json:"text"`
	// Spans say where the text is: Start and End are byte offsets into it.
	Spans []passage.Span `json:"spans"`
}

// Answer is a finished answer. Every marker in Text has a citation, and every citation a marker.
type Answer struct {
	Text      string
	Citations []Citation
	// Quotes support the citations, in order of appearance; every citation has at least one.
	Quotes []Quote
	// Found reports whether the passages answer the question. If they do not, there are no citations.
	Found bool
	Usage Usage
	// Remarks list what went wrong on the way to the answer, for the log of whoever runs the model. They contain
	// nothing from questions, files or answers.
	Remarks []string
}

// Usage counts the tokens that models have used.
type Usage struct {
	Prompt     int
	Completion int
}

// Emit receives a checked piece of the answer: text with complete markers, and the citations that first appear in it.
// An error ends the answer.
type Emit func(delta string, cited []Citation) error

// writer assembles an answer: it numbers the citations in order of appearance and emits each piece.
type writer struct {
	emit   Emit
	text   strings.Builder
	cited  []Citation
	fresh  []Citation
	quotes []Quote
	places map[place]string
}

type place struct {
	file       string
	start, end int
}

func newWriter(emit Emit) *writer { return &writer{emit: emit, places: map[place]string{}} }

// quoted records what supports a citation: the bytes from start to end of a passage's text.
func (w *writer) quoted(id string, p Passage, start, end int) {
	text := p.Text[start:end]
	start += len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	text = strings.TrimSpace(text)
	q := Quote{Citation: id, File: p.File, Version: p.Version, Text: text}
	for _, s := range p.Spans {
		from, to := max(s.Start, start), min(s.End, start+len(text))
		if from < to {
			q.Spans = append(q.Spans, passage.Span{Page: s.Page, Block: s.Block, From: s.From + from - s.Start, Start: from - start, End: to - start})
		}
	}
	same := func(o Quote) bool { return o.Citation == id && o.Text == text && slices.Equal(o.Spans, q.Spans) }
	if !slices.ContainsFunc(w.quotes, same) {
		w.quotes = append(w.quotes, q)
	}
}

// mark returns the marker and the number for a quote on pages first to last of a passage's file. A new place gets a new
// number.
func (w *writer) mark(p Passage, first, last int) (marker, id string) {
	at := place{p.File, first, last}
	id, known := w.places[at]
	if !known {
		id = strconv.Itoa(len(w.cited) + 1)
		w.places[at] = id
		c := Citation{ID: id, File: p.File, Collection: p.Collection, Filename: p.Filename, PageStart: first, PageEnd: last}
		w.cited, w.fresh = append(w.cited, c), append(w.fresh, c)
	}
	return fmt.Sprintf("[citation:%s]", id), id
}

// write emits a piece of the answer.
func (w *writer) write(piece string) error {
	w.text.WriteString(piece)
	fresh := w.fresh
	w.fresh = nil
	return w.emit(piece, fresh)
}

func (w *writer) answer(found bool) Answer {
	return Answer{Text: w.text.String(), Citations: w.cited, Quotes: w.quotes, Found: found}
}
