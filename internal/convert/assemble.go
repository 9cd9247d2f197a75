package convert

import (
	"context"
	"errors"
	"io"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/document"
	"quire/internal/convert/page"
	"quire/internal/convert/sandbox"
)

// PageSource yields the stored pages of a document in order. It is called twice and must yield the same pages
// both times.
type PageSource func(yield func(*page.Page) error) error

// Legible yields the same pages, and fails with a *page.Error if none of them could be read. Blank pages do not count
// as text.
func Legible(pages PageSource) PageSource {
	return func(yield func(*page.Page) error) error {
		var unread page.Reason
		read := false
		err := pages(func(p *page.Page) error {
			if p.Unread != "" {
				unread = p.Unread
			} else if len(p.Blocks) > 0 {
				read = true
			}
			return yield(p)
		})
		if err != nil || unread == "" || read {
			return err
		}
		switch unread {
		case page.TooComplex:
			return sandbox.TooComplex(errNothingRead)
		case page.TooLarge:
			return sandbox.TooLarge(errNothingRead)
		}
		return &page.Error{
			Reason: unread,
			Message: "Nothing in the document could be read: its pages are damaged, or are pictures of a kind that cannot be decoded. " +
				"Save or print it to a new PDF and send that.",
			Cause: errNothingRead,
		}
	}
}

var errNothingRead = errors.New("no page was read")

// AssembleOptions are a client's choices about the Markdown.
type AssembleOptions struct {
	PageSeparator      bool
	KeepHeadersFooters bool
}

// Summary counts what was assembled.
type Summary struct {
	Pages int
	// Lost is the number of pages on which the layout lost words (page.Page.Coverage).
	Lost int
}

// Assemble joins pages into the document's Markdown. The first pass collects what only the whole document shows; the
// second finishes and writes the document page by page. final, if not nil, receives every finished page, which is what
// passages and extraction read. Only one page is held in memory, however long the document.
func Assemble(ctx context.Context, pages PageSource, opt AssembleOptions, markdown io.Writer, final func(page.Page) error) (Summary, error) {
	survey := document.NewSurvey()
	err := Legible(pages)(func(p *page.Page) error {
		survey.Add(*p)
		return ctx.Err()
	})
	if err != nil {
		return Summary{}, err
	}
	var sum Summary
	w := page.NewMarkdownWriter(markdown, page.MarkdownOptions{
		PageSeparator: opt.PageSeparator, KeepHeadersFooters: opt.KeepHeadersFooters,
	})
	err = pages(func(p *page.Page) error {
		survey.Finish(p)
		sum.Pages++
		if layout.Lost(p) {
			sum.Lost++
		}
		if final != nil {
			if err := final(*p); err != nil {
				return err
			}
		}
		if err := w.WritePage(p); err != nil {
			return err
		}
		return ctx.Err()
	})
	if err != nil {
		return Summary{}, err
	}
	return sum, w.Close()
}
