// Package mail reads messages: a table of who wrote to whom, the text with its quotations and pictures, and the files
// that are enclosed.
package mail

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quire/internal/convert/page"
)

// Message is a message, regardless of the format in which it is stored.
type Message struct {
	From, To, Cc, Bcc, Date, Subject string
	// Bodies are the pieces of the text, in order. Most messages have one.
	Bodies      []Body
	Attachments []Attachment
	// Left is how many parts were left out because there were too many.
	Left int
	// Damaged reports whether something could not be read.
	Damaged bool
}

// Body is a piece of the text. If it has several forms, they are meant to have the same content.
type Body struct {
	Plain []Plain
	HTML  []HTML
	// RTF is read only if there is no HTML.
	RTF []byte
}

// Plain is text without markup, with line feeds at the ends of its lines.
type Plain struct {
	Text string
	// Flowed marks text whose lines may be joined if they end in a space (RFC 3676); DelSp removes that space.
	Flowed, DelSp bool
}

// HTML is marked-up text. ContentType is its media type, with the charset if that is known.
type HTML struct {
	Content     []byte
	ContentType string
}

// Attachment is an enclosed file, or a picture in the text.
type Attachment struct {
	Name      string
	MediaType string // as the sender stated it
	ID        string // by which the text refers to it; may be empty
	Content   []byte
}

// Options choose what is read.
type Options struct {
	// SkipImages leaves out the pictures in the text.
	SkipImages bool
	// OCR reads the text in a picture; if nil, pictures are not read.
	OCR func(ctx context.Context, img []byte) (string, error)
}

// Blocks returns the message as blocks, from its subject to the end of its text, and the attachments that are not shown
// in it.
func (m *Message) Blocks(ctx context.Context, opt Options) ([]page.Block, []Attachment, error) {
	w := &writer{ctx: ctx, opt: opt, message: m, shown: make([]bool, len(m.Attachments)), byID: map[string]int{}}
	for i, a := range slices.Backward(m.Attachments) {
		if a.ID != "" {
			w.byID[a.ID] = i
		}
	}
	w.head()
	for _, b := range m.Bodies {
		if err := w.body(b); err != nil {
			return nil, nil, err
		}
	}
	if m.Left > 0 {
		note := fmt.Sprintf("%d parts of the message are left out: it has too many.", m.Left)
		w.blocks = append(w.blocks, page.Block{Kind: page.Note, Spans: []page.Span{{Text: note, Italic: true}}})
	}
	if m.Damaged {
		note := "The message is damaged: a part of it could not be read."
		w.blocks = append(w.blocks, page.Block{Kind: page.Note, Spans: []page.Span{{Text: note, Italic: true}}})
	}
	var rest []Attachment
	for i, a := range m.Attachments {
		if !w.shown[i] {
			rest = append(rest, a)
		}
	}
	return w.blocks, rest, ctx.Err()
}

// writer collects the blocks of a message.
type writer struct {
	ctx     context.Context
	opt     Options
	message *Message
	blocks  []page.Block
	shown   []bool // by attachment: it is a picture in the text
	byID    map[string]int
}

// head writes the subject and the table of the message's fields.
func (w *writer) head() {
	m := w.message
	if m.Subject != "" {
		w.blocks = append(w.blocks, page.Block{Kind: page.Heading, Level: 1, Spans: []page.Span{{Text: m.Subject}}})
	}
	table := &page.Table{Columns: 2}
	for _, field := range [][2]string{{"From", m.From}, {"To", m.To}, {"Cc", m.Cc}, {"Bcc", m.Bcc}, {"Date", m.Date}} {
		if field[1] == "" {
			continue
		}
		name, value := cell(0, field[0]), cell(1, field[1])
		name.Header = true
		table.Rows = append(table.Rows, page.Row{Cells: []page.Cell{name, value}})
	}
	if len(table.Rows) > 0 {
		w.blocks = append(w.blocks, page.Block{Kind: page.TableKind, Table: table})
	}
}

func cell(column int, text string) page.Cell {
	return page.Cell{
		Column: column, ColSpan: 1, RowSpan: 1,
		Blocks: []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}}},
	}
}

// line returns s on one line, without invisible characters.
func line(s string) string { return strings.Join(strings.Fields(page.Visible(s)), " ") }
