package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"quire/internal/blob"
	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
	"quire/internal/highlight"
	"quire/internal/passage"
	"quire/schema"
)

// mostPages bounds the pages that one response reads; citations of further pages have no boxes.
const mostPages = 50

// citation is a citation as stored with an answer.
type citation struct {
	ID           string    `json:"id"`
	FileID       uuid.UUID `json:"file_id"`
	CollectionID uuid.UUID `json:"collection_id"`
	Filename     string    `json:"filename"`
	PageStart    int       `json:"page_start"`
	PageEnd      int       `json:"page_end"`
}

// citationEvidence is a citation with the quoted words and their positions.
type citationEvidence struct {
	citation
	Version *int              `json:"version"`
	Quotes  []quoteEvidence   `json:"quotes"`
	Places  []highlight.Place `json:"places"`
}

type quoteEvidence struct {
	Text   string            `json:"text"`
	Places []highlight.Place `json:"places"`
}

// storedQuote is a quote as the answer's writer stored it.
type storedQuote struct {
	Citation string         `json:"citation"`
	Version  int            `json:"version"`
	Text     string         `json:"text"`
	Spans    []passage.Span `json:"spans"`
}

// messageEvidence responds with the positions of the citations in an assistant's message.
func (s *Server) messageEvidence(c echo.Context) error {
	row, id, err := s.messageOf(c)
	if err != nil {
		return err
	}
	t, err := s.cfg.DB.TurnOfMessage(c.Request().Context(), row.ID, id)
	if err != nil {
		return err
	}
	return s.answerEvidence(c, t)
}

// queryEvidence responds with the positions of the citations in an answer outside of sessions.
func (s *Server) queryEvidence(c echo.Context) error {
	ids, err := pathIDs(c, "query_id")
	if err != nil {
		return err
	}
	t, err := s.cfg.DB.Query(c.Request().Context(), principal(c).AccountID, ids[0])
	if err != nil {
		return err
	}
	return s.answerEvidence(c, t)
}

func (s *Server) answerEvidence(c echo.Context, t schema.Turn) error {
	var cited []citation
	var quotes []storedQuote
	if err := errors.Join(json.Unmarshal(t.Citations, &cited), json.Unmarshal(t.Evidence, &quotes)); err != nil {
		return fmt.Errorf("evidence of turn %s: %w", t.ID, err)
	}
	byCitation := map[string][]storedQuote{}
	for _, q := range quotes {
		byCitation[q.Citation] = append(byCitation[q.Citation], q)
	}
	books := s.shelf(c.Request().Context())
	defer books.close()
	data := make([]citationEvidence, 0, len(cited))
	for _, one := range cited {
		e, err := books.evidence(t.AccountID, one, byCitation[one.ID])
		if err != nil {
			return err
		}
		data = append(data, e)
	}
	return ok(c, list[citationEvidence]{Data: data, Count: len(data)})
}

// evidence finds the quotes of a citation. Quotes have no boxes if the file was deleted or its pages were not stored.
func (b *shelf) evidence(account uuid.UUID, cited citation, quotes []storedQuote) (citationEvidence, error) {
	e := citationEvidence{citation: cited, Quotes: []quoteEvidence{}, Places: []highlight.Place{}}
	for _, q := range quotes {
		e.Version = new(q.Version)
		book, err := b.version(account, cited, q.Version)
		if err != nil {
			return e, err
		}
		places, err := book.Quoted(q.Text, q.Spans)
		if err != nil {
			return e, err
		}
		e.Quotes = append(e.Quotes, quoteEvidence{Text: q.Text, Places: places})
		e.Places = merged(e.Places, places)
	}
	for number := cited.PageStart; len(quotes) == 0 && number <= min(cited.PageEnd, cited.PageStart+mostPages); number++ {
		e.Places = append(e.Places, highlight.Place{Page: number, Boxes: []page.Box{}})
	}
	return e, nil
}

// merged merges two lists of places into one with a single place per page.
func merged(all, more []highlight.Place) []highlight.Place {
next:
	for _, p := range more {
		for i := range all {
			if all[i].Page == p.Page {
				all[i].Boxes = append(all[i].Boxes, p.Boxes...)
				continue next
			}
		}
		all = append(all, highlight.Place{Page: p.Page, Boxes: append([]page.Box{}, p.Boxes...)})
	}
	return all
}

// shelf holds the books that one response reads.
type shelf struct {
	server *Server
	ctx    context.Context //nolint:containedctx // shelf lives only as long as the request
	books  map[string]*highlight.Book
	files  []*blob.Reader
	read   int // pages
}

func (s *Server) shelf(ctx context.Context) *shelf {
	return &shelf{server: s, ctx: ctx, books: map[string]*highlight.Book{}}
}

func (b *shelf) close() {
	for _, f := range b.files {
		_ = f.Close() // only read from
	}
}

func (b *shelf) version(account uuid.UUID, cited citation, version int) (*highlight.Book, error) {
	row, err := b.server.cfg.DB.FileVersion(b.ctx, account, cited.CollectionID, cited.FileID, version)
	if e, refused := errors.AsType[*schema.Error](err); refused && e.Code == schema.NotFound {
		return blankBook(), nil
	}
	if err != nil {
		return nil, err
	}
	if row.OutputKey == nil {
		return blankBook(), nil
	}
	return b.book(*row.OutputKey)
}

// blankBook returns a book whose pages have no words.
func blankBook() *highlight.Book {
	return highlight.NewBook(func(number int) (page.Page, error) { return page.Page{Number: number}, nil })
}

// book returns the pages of an output.
func (b *shelf) book(outputKey string) (*highlight.Book, error) {
	if book, open := b.books[outputKey]; open {
		return book, nil
	}
	book := blankBook()
	file, err := b.server.cfg.Blobs.Open(b.ctx, schema.PagesKey(outputKey))
	switch {
	case errors.Is(err, blob.ErrNotFound):
	case err != nil:
		return nil, unavailable("blob store", err)
	default:
		b.files = append(b.files, file)
		pages, err := pagestore.NewReader(file, file.Size)
		if err != nil {
			return nil, err
		}
		book = highlight.NewBook(func(number int) (page.Page, error) { return b.page(pages, number) })
	}
	b.books[outputKey] = book
	return book, nil
}

func (b *shelf) page(pages *pagestore.Reader, number int) (page.Page, error) {
	blank := page.Page{Number: number}
	if b.read++; b.read > mostPages {
		return blank, nil
	}
	p, err := pages.Page(number)
	if errors.Is(err, pagestore.ErrNoPage) || errors.Is(err, pagestore.ErrTooLarge) {
		return blank, nil
	}
	return p, err
}
