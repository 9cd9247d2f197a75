package page

import (
	"io"
	"slices"
)

// MarkdownOptions say what a document's Markdown contains in addition to its blocks.
type MarkdownOptions struct {
	// PageSeparator joins pages with a "---" line between blank lines instead of just a blank line.
	PageSeparator bool
	// KeepHeadersFooters renders PageHead and PageFoot blocks as paragraphs. By default they are omitted.
	KeepHeadersFooters bool
}

// mostPending is how many blocks a continuation may reach back over on one page. A page of millions of short paragraphs
// would otherwise be in memory three times: as it is, as blocks that are pending, and as Markdown.
const mostPending = 10_000

// MarkdownWriter renders pages as GitHub Flavored Markdown, one after another. It retains only the end of what
// precedes, so that a block cut by a page break can be joined with its continuation.
type MarkdownWriter struct {
	w       io.Writer
	opt     MarkdownOptions
	out     renderer
	pending []pendingBlock
	pages   int
	// textPage is the number of the last page with a block that can be continued.
	textPage int
	wrote    bool
}

// NewMarkdownWriter returns a writer to w. Close must be called after the last page.
func NewMarkdownWriter(w io.Writer, opt MarkdownOptions) *MarkdownWriter {
	return &MarkdownWriter{w: w, opt: opt}
}

// WritePage renders the next page; an empty page still counts for separators. The next call of WritePage or Close reads
// the page's blocks again, so they must not change until then. Errors come from the underlying writer.
func (m *MarkdownWriter) WritePage(p *Page) error {
	m.pages++
	if m.opt.PageSeparator && m.pages > 1 {
		m.out.pageBreak()
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if (b.Kind == PageHead || b.Kind == PageFoot) && !m.opt.KeepHeadersFooters {
			continue
		}
		m.add(b)
		if len(m.pending) < 2*mostPending {
			continue
		}
		if err := m.render(mostPending); err != nil {
			return err
		}
	}
	done := len(m.pending)
	if !m.opt.PageSeparator {
		done = m.complete()
	}
	return m.render(done)
}

// Close renders whatever is still pending and ends the last line. It does not close the underlying writer.
func (m *MarkdownWriter) Close() error {
	if err := m.render(len(m.pending)); err != nil {
		return err
	}
	if !m.wrote {
		return nil
	}
	_, err := m.w.Write([]byte{'\n'})
	return err
}

// render writes the first n pending blocks and drops them.
func (m *MarkdownWriter) render(n int) error {
	for i := range n {
		m.out.block(&m.pending[i].Block)
	}
	m.pending = slices.Delete(m.pending, 0, n)
	if len(m.out.buf) == 0 {
		return nil
	}
	m.wrote = true
	_, err := m.w.Write(m.out.buf)
	m.out.buf = m.out.buf[:0]
	return err
}

// Markdown renders one page as GitHub Flavored Markdown, without running heads and feet and without a final newline.
func Markdown(p Page) string {
	m := MarkdownWriter{}
	for i := range p.Blocks {
		if k := p.Blocks[i].Kind; k != PageHead && k != PageFoot {
			m.add(&p.Blocks[i])
		}
	}
	for i := range m.pending {
		m.out.block(&m.pending[i].Block)
	}
	return string(m.out.buf)
}
