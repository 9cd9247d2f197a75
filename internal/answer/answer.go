// Package answer turns passages that were found for a question into an answer whose citations have been checked: with a
// language model by verifying every quote that it gives, without one by quoting the sentences and table rows that fit
// the question best.
//
// It knows nothing of accounts, rows or workflows: passages come in, text and citations go out.
package answer

import (
	"fmt"
	"strconv"
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/passage"
)

// Passage is a passage that was found for the question.
type Passage struct {
	passage.Passage
	Collection string // ids, opaque here
	File       string
	Filename   string
	PageCount  int // of the file; 0 when it is not known
	Score      float64
	Language   bm25.Language
}

// Question is what is asked, and what was said before it.
type Question struct {
	Text string
	// Languages are those of what is searched; none is English.
	Languages []bm25.Language
	// History are the earlier turns, oldest first.
	History []Turn
}

// Turn is a question of before and what was answered.
type Turn struct {
	Question string
	Answer   string
	Partial  bool // the answer was cut off
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

// Answer is a finished answer. Every marker in Text has a citation, and every citation a marker.
type Answer struct {
	Text      string
	Citations []Citation
	// Found is false when the passages do not answer the question; then there are no citations.
	Found bool
	Usage Usage
}

// Usage counts the tokens that models have taken.
type Usage struct {
	Prompt     int
	Completion int
}

// Emit receives a piece of the answer that is checked: text with whole markers, and the citations that are new with
// it. An error stops the answer.
type Emit func(delta string, cited []Citation) error

// writer puts an answer together: it numbers the citations in order of appearance and hands over every piece.
type writer struct {
	emit   Emit
	text   strings.Builder
	cited  []Citation
	fresh  []Citation
	places map[place]string
}

type place struct {
	file       string
	start, end int
}

func newWriter(emit Emit) *writer { return &writer{emit: emit, places: map[place]string{}} }

// mark is the marker of a quote on pages first to last of a passage's file, numbered anew when the place is.
func (w *writer) mark(p Passage, first, last int) string {
	at := place{p.File, first, last}
	id, known := w.places[at]
	if !known {
		id = strconv.Itoa(len(w.cited) + 1)
		w.places[at] = id
		c := Citation{ID: id, File: p.File, Collection: p.Collection, Filename: p.Filename, PageStart: first, PageEnd: last}
		w.cited, w.fresh = append(w.cited, c), append(w.fresh, c)
	}
	return fmt.Sprintf("[citation:%s]", id)
}

// write hands over a piece of the answer.
func (w *writer) write(piece string) error {
	w.text.WriteString(piece)
	fresh := w.fresh
	w.fresh = nil
	return w.emit(piece, fresh)
}

func (w *writer) answer(found bool) Answer {
	return Answer{Text: w.text.String(), Citations: w.cited, Found: found}
}
