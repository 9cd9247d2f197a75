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

// PageSource gives the stored pages of a document in order. It is called twice and gives the same pages both times.
type PageSource func(yield func(*page.Page) error) error

// Legible gives the same pages and ends in a *page.Error when none of them could be read: blank ones are no text.
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
		if unread == page.TooComplex {
			return sandbox.TooComplex(errNothingRead)
		}
		return &page.Error{
			Reason: unread,
			Message: "Nothing in the document could be read: its pages are damaged, or pictures of a kind that cannot be decoded. " +
				"Save or print it to a new PDF and send that.",
			Cause: errNothingRead,
		}
	}
}

var errNothingRead = errors.New("no page was read")

// AssembleOptions are what a client may choose about the Markdown.
type AssembleOptions struct {
	PageSeparator      bool
	KeepHeadersFooters bool
}

// Summary counts what was assembled.
type Summary struct {
	Pages int
	// Lost is the number of pages of which the layout lost words (page.Page.Coverage).
	Lost int
}

// Assemble joins pages into the document's Markdown: the first pass collects what only the whole document can tell, the
// second finishes and writes page by page. final, when given, gets every finished page; passages and extraction read
// those. Memory holds one page, whatever the document's length.
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
