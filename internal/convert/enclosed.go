package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/mail"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
	"quire/internal/convert/sandbox"
)

const (
	// MessageDepth is the nesting depth of messages up to which enclosed files are converted.
	MessageDepth = 4
	// mostEnclosed is the maximum number of converted files in a message and the messages in it.
	mostEnclosed = 200
	// messageLimit bounds a message, in bytes, because it is held in memory several times over.
	messageLimit = 256 << 20
)

// Enclosure is a file that a message encloses. Files that are not converted have no path.
type Enclosure struct {
	Name   string
	Path   string
	Format probe.Format // "" if it is unknown
}

// enclosing says what to do with the files that a message encloses.
type enclosing struct {
	Dir  string // where they are written
	Room int    // how many may be converted; the others are only listed
}

// Unpack writes the files that a message encloses to dir, except for the pictures in its text. It returns nothing for
// other formats.
func (c *Converter) Unpack(ctx context.Context, file string, f probe.Format, dir string) ([]Enclosure, error) {
	if f.Kind() != probe.MessageKind {
		return nil, nil
	}
	size, err := sizeOf(file)
	if err != nil {
		return nil, err
	}
	j := pagesJob{Path: absolute(file), Format: f, Options: Options{SkipImages: true}, Enclosed: enclosing{absolute(dir), mostEnclosed}}
	m := message{converter: c, meter: sandbox.NewMeter(c.budget(j, size)), emit: func(page.Page) error { return nil }}
	return m.text(ctx, j)
}

// message converts a message, followed by what it encloses, as one document.
func (c *Converter) message(ctx context.Context, j pagesJob, meter *sandbox.Meter, emit func(page.Page) error) error {
	m := message{converter: c, meter: meter, options: j.Options, emit: emit, room: mostEnclosed}
	if j.Options.Links != nil {
		_, err := m.text(ctx, j)
		return err
	}
	dir, err := os.MkdirTemp("", "quire-message-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	j.Enclosed.Dir = dir
	return m.convert(ctx, j, 0)
}

// message is a message being converted, with everything it encloses.
type message struct {
	converter *Converter
	meter     *sandbox.Meter
	options   Options
	emit      func(page.Page) error
	pages     int // emitted so far
	room      int // how many more files may be converted
	// title, if not nil, is the heading of the file whose first page comes next.
	title *page.Block
}

// convert converts a message that is nested in depth others.
func (m *message) convert(ctx context.Context, j pagesJob, depth int) error {
	if j.Enclosed.Room = m.room; depth >= MessageDepth {
		j.Enclosed.Room = 0
	}
	files, err := m.text(ctx, j)
	if err != nil {
		return err
	}
	for i, e := range files {
		if e.Path == "" {
			continue
		}
		m.room--
		if err := m.enclosed(ctx, e, filepath.Join(j.Enclosed.Dir, fmt.Sprintf("in-%d", i+1)), depth); err != nil {
			return err
		}
	}
	return nil
}

// text converts the message itself and returns the files that it encloses.
func (m *message) text(ctx context.Context, j pagesJob) ([]Enclosure, error) {
	var files []Enclosure
	err := m.converter.pool.Run(ctx, sandbox.Job{Work: j, Meter: m.meter, Weighed: true}, func(reply any) error {
		if e, ok := reply.(Enclosure); ok {
			files = append(files, e)
			return nil
		}
		return m.page(reply.(page.Page), 0) //nolint:forcetypeassert // the only other reply
	})
	return files, err
}

// titleLevel and innerLevels place an enclosed file in the outline: its name below the subject, its own headings below
// its name.
const (
	titleLevel  = 2
	innerLevels = 2
	mostLevel   = 6
)

// enclosed converts a file that is enclosed in a message at the given depth. A file that cannot be read leaves a note.
func (m *message) enclosed(ctx context.Context, e Enclosure, dir string, depth int) error {
	m.title = &page.Block{Kind: page.Heading, Level: titleLevel, Spans: []page.Span{{Text: e.Name}}}
	err := m.contents(ctx, e, dir, depth)
	if page.ReasonOf(err) == "" || ctx.Err() != nil {
		return err
	}
	note := fmt.Sprintf("%s could not be read: %s", e.Name, err)
	return m.page(page.Page{
		Source: page.SourceText, Notes: []string{note},
		Blocks: []page.Block{{Kind: page.Note, Spans: []page.Span{{Text: note, Italic: true}}}},
	}, 0)
}

func (m *message) contents(ctx context.Context, e Enclosure, dir string, depth int) error {
	if m.meter.Exhausted() {
		return sandbox.TooComplex(errors.New("the message's budget is used up"))
	}
	j := pagesJob{Path: e.Path, Format: e.Format, From: 1, Options: m.options}
	j.Options.Extension = path.Ext(e.Name)
	if e.Format.Kind() == probe.MessageKind {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
		j.Enclosed.Dir = dir
		inner := *m
		inner.emit = func(p page.Page) error { return m.page(p, innerLevels) }
		inner.pages, inner.title = 0, nil
		err := inner.convert(ctx, j, depth+1)
		m.room = inner.room
		return err
	}
	if e.Format == probe.PDF {
		info, err := m.converter.inspect(ctx, e.Path, m.meter)
		if err != nil {
			return err
		}
		j.To = info.Pages
	}
	return m.finished(ctx, j)
}

// finished converts a file whose pages are finished together before they join the message's.
func (m *message) finished(ctx context.Context, j pagesJob) error {
	stored, err := os.CreateTemp(filepath.Dir(j.Path), "pages-*")
	if err != nil {
		return err
	}
	defer os.Remove(stored.Name())
	defer stored.Close()
	survey := document.NewSurvey()
	enc := NewPageEncoder(stored)
	err = m.converter.file(ctx, j, m.meter, func(p page.Page) error {
		survey.Add(p)
		return enc.Encode(p)
	})
	if err != nil {
		return err
	}
	if err := enc.Close(); err != nil {
		return err
	}
	if _, err := stored.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return DecodePages(ctx, stored, func(p *page.Page) error {
		survey.Finish(p)
		return m.page(*p, innerLevels)
	})
}

// page emits a page as the next one of the document, with its headings moved down by shift levels.
func (m *message) page(p page.Page, shift int) error {
	m.pages++
	p.Number, p.Finished = m.pages, true
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Kind == page.Heading {
			b.Level = min(b.Level+shift, mostLevel)
		}
	}
	if m.title != nil {
		p.Blocks = append([]page.Block{*m.title}, p.Blocks...)
		m.title = nil
	}
	return m.emit(p)
}

// message reads a message in the conversion process: its text, as one page, and the files that it encloses.
func (c *child) message(ctx context.Context, r source, j pagesJob, emit func(page.Page) error) error {
	if r.size > messageLimit {
		return &page.Error{Reason: page.TooLarge, Message: "The message is larger than 256 MB; send what it encloses by itself."}
	}
	message, err := parseMessage(r, j.Format)
	if err != nil {
		return err
	}
	blocks, attachments, err := message.Blocks(ctx, mail.Options{SkipImages: j.Options.SkipImages, OCR: c.readPicture()})
	if err != nil {
		return err
	}
	list := attachmentList{links: j.Options.Links}
	var files []Enclosure
	for i, a := range attachments {
		e, err := j.Enclosed.write(a, i)
		if err != nil {
			return err
		}
		if e.Path != "" {
			j.Enclosed.Room--
		}
		list.add(a, e)
		files = append(files, e)
	}
	if err := emit(page.Page{Number: 1, Source: page.SourceText, Blocks: append(blocks, list.blocks()...)}); err != nil {
		return err
	}
	for _, e := range files {
		if err := c.task.Reply(e); err != nil {
			return err
		}
	}
	return nil
}

func parseMessage(r source, f probe.Format) (*mail.Message, error) {
	if f == probe.MSG {
		return mail.ParseMSG(r, r.size)
	}
	data, err := io.ReadAll(io.NewSectionReader(r, 0, r.size))
	if err != nil {
		return nil, err
	}
	return mail.Parse(data), nil
}

// write stores an attachment if it is to be converted.
func (to enclosing) write(a mail.Attachment, i int) (Enclosure, error) {
	e := Enclosure{Name: a.Name}
	format, err := probe.Detect(bytes.NewReader(a.Content), int64(len(a.Content)), path.Ext(a.Name))
	if e.Format = format; err != nil || to.Room <= 0 {
		return e, nil //nolint:nilerr // a file of unknown format is listed
	}
	e.Path = filepath.Join(to.Dir, fmt.Sprintf("%04d", i+1))
	return e, os.WriteFile(e.Path, a.Content, 0o600)
}

// attachmentList is the list of attachments at the end of a message.
type attachmentList struct {
	links []string // by attachment; nil means that they follow the message
	items []string
}

func (l *attachmentList) add(a mail.Attachment, e Enclosure) {
	mediaType := a.MediaType
	if e.Format != "" {
		mediaType, _, _ = strings.Cut(e.Format.MediaType(), ";")
	}
	facts := fmt.Sprintf(" (%s, %s)", mediaType, bytesText(len(a.Content)))
	if e.Format != "" && e.Path == "" && l.links == nil {
		facts += ": not converted, the message encloses too much"
	}
	if i := len(l.items); i < len(l.links) && l.links[i] != "" {
		l.items = append(l.items, page.FileLink(a.Name, l.links[i])+page.Escaped(facts))
		return
	}
	if l.links != nil {
		l.items = append(l.items, page.Escaped(a.Name+facts))
		return
	}
	l.items = append(l.items, a.Name+facts)
}

func (l *attachmentList) blocks() []page.Block {
	if len(l.items) == 0 {
		return nil
	}
	blocks := []page.Block{{Kind: page.Heading, Level: titleLevel, Spans: []page.Span{{Text: "Attachments"}}}}
	if l.links != nil {
		return append(blocks, page.Block{Kind: page.MarkdownKind, Spans: []page.Span{{Text: "- " + strings.Join(l.items, "\n- ")}}})
	}
	for _, item := range l.items {
		blocks = append(blocks, page.Block{Kind: page.ListItem, Marker: "•", Spans: []page.Span{{Text: item}}})
	}
	return blocks
}

// bytesText formats a number of bytes for people.
func bytesText(n int) string {
	const kilo = 1000
	switch {
	case n == 1:
		return "1 byte"
	case n < kilo:
		return fmt.Sprintf("%d bytes", n)
	case n < kilo*kilo:
		return fmt.Sprintf("%d KB", (n+kilo/2)/kilo)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(kilo*kilo))
}
