// Package epub reads electronic books (EPUB 2 and 3) into a page for each part of their reading order. Navigation is not
// part of the text.
package epub

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"quire/internal/convert/archive"
	"quire/internal/convert/html"
	"quire/internal/convert/office/illustration"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

// Options choose what is read.
type Options struct {
	// SkipImages leaves pictures out altogether.
	SkipImages bool
	// OCR reads the text in a picture. Nil means that pictures are not read. An error other than the context's end
	// leaves the picture unread.
	OCR    func(ctx context.Context, img []byte) (string, error)
	Limits archive.Limits
}

var errNoBook = errors.New("no package document")

// chapterLimit bounds one part of a book, in bytes, because its tree takes many times its size in memory.
const chapterLimit = 32 << 20

// Convert reads a book of size bytes and passes its pages to emit in order, at least one. A *page.Error is the
// document's own fault; errors of emit are returned unchanged.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) error {
	zip, err := archive.Open(r, size, opt.Limits)
	if err != nil {
		return err
	}
	if err := zip.Locked(); err != nil {
		return err
	}
	b := &book{Package: opc.NewPackage(ctx, zip), ctx: ctx, opt: opt, items: map[string]item{}, labels: map[string]string{}}
	b.illustrations = illustration.NewReader(ctx, b.Package, opt.OCR, b.remark)
	if err := b.open(); err != nil {
		return err
	}
	for _, part := range b.spine {
		if err := b.read(part); err != nil {
			return err
		}
	}
	for _, p := range b.pages() {
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

// book is the state of one conversion.
type book struct {
	opc.Package
	ctx           context.Context
	opt           Options
	items         map[string]item // of the manifest, by id
	spine         []string        // parts in reading order
	contents      map[string]bool // parts that list the others
	chapters      []chapter
	labels        map[string]string // of the notes that the text refers to, by address
	illustrations *illustration.Reader
	ocr           bool
	failed        error // why a picture, and so the book, could not be read
	remarks       []string
}

// item is an entry of the manifest.
type item struct{ part, mediaType, properties string }

// chapter is a part that has been read.
type chapter struct {
	blocks []page.Block
	notes  []note
}

// note is a note of a chapter, by its address.
type note struct {
	address string
	blocks  []page.Block
}

func (b *book) remark(text string) {
	if !slices.Contains(b.remarks, text) {
		b.remarks = append(b.remarks, text)
	}
}

// open reads the package document: the parts of the book, and their order.
func (b *book) open() error {
	main := ""
	_, err := b.Package.Read("META-INF/container.xml", func(c *opc.Cursor, _ opc.Element) error {
		return c.Each(func(e opc.Element) error {
			if e.Name == "rootfile" && main == "" {
				main = e.Attr("full-path")
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	var order, listed []string
	b.contents = map[string]bool{}
	found, err := b.Package.Read(main, func(c *opc.Cursor, e opc.Element) error {
		return c.Each(func(e opc.Element) error {
			switch e.Name {
			case "item":
				listed = append(listed, e.Attr("id"))
				b.items[e.Attr("id")] = item{b.part(main, e.Attr("href")), e.Attr("media-type"), e.Attr("properties")}
			case "itemref":
				order = append(order, e.Attr("idref"))
			case "reference":
				if href := e.Attr("href"); e.Attr("type") == "toc" && !strings.Contains(href, "#") {
					b.contents[resolve(main, href)] = true
				}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	if !found {
		return archive.Broken(errNoBook)
	}
	if b.arrange(order); len(b.spine) == 0 {
		b.arrange(listed) // a reading order that names no part
	}
	return nil
}

// oldText has the media types of text that EPUB 2 allows besides XHTML. Their elements have the names of HTML.
var oldText = map[string]bool{"text/x-oeb1-document": true, "application/x-dtbook+xml": true}

// part returns the part that an address in the package document leads to. Some programs name parts as the address is
// written, though its percent signs stand for other characters.
func (b *book) part(main, href string) string {
	decoded := resolve(main, href)
	if decoded == "" || b.Has(decoded) {
		return decoded
	}
	if written := resolve(main, strings.ReplaceAll(href, "%", "%25")); b.Has(written) {
		return written
	}
	return decoded
}

// arrange orders the parts that contain text, each once, without those that only list others.
func (b *book) arrange(order []string) {
	seen := map[string]bool{}
	for _, id := range order {
		it := b.items[id]
		isText := it.mediaType == "" || strings.Contains(it.mediaType, "html") || oldText[it.mediaType]
		isContents := slices.Contains(strings.Fields(it.properties), "nav") || b.contents[it.part]
		name := strings.ToLower(it.part) // a container finds its parts in either case
		if it.part != "" && isText && !isContents && !seen[name] {
			seen[name] = true
			b.spine = append(b.spine, it.part)
		}
	}
}

// folderLimit bounds the path, in bytes, that is repeated in the name of every part. File systems have the same limit.
const folderLimit = 4096

// resolve returns the part to which an address in another part leads, without its fragment, or "" if it leads
// elsewhere.
func resolve(part, href string) string {
	if len(part) > folderLimit {
		return ""
	}
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil || u.IsAbs() || u.Host != "" {
		return ""
	}
	if u.Path == "" {
		return part
	}
	return strings.TrimPrefix(path.Join("/", path.Dir(part), u.Path), "/")
}

// address returns the target of a link in a part if it is within the book, or "".
func address(part, href string) string {
	_, fragment, ok := strings.Cut(href, "#")
	to := resolve(part, href)
	if !ok || to == "" {
		return ""
	}
	return to + "#" + fragment
}

// read reads one part of the book. A missing or damaged part is left out with a remark.
func (b *book) read(part string) error {
	if !b.Has(part) {
		b.remark("a part of the book is missing")
		return nil
	}
	data, err := b.ReadPart(part, chapterLimit)
	if err != nil {
		return err
	}
	var ch chapter
	ch.blocks, err = html.Chapter(b.ctx, data, html.Book{
		Picture: func(source, alt string) (page.Block, bool) { return b.picture(resolve(part, source), alt) },
		Note:    func(href string) string { return b.label(address(part, href)) },
		AddNote: func(id string, blocks []page.Block) {
			ch.notes = append(ch.notes, note{part + "#" + id, blocks})
		},
	})
	if page.ReasonOf(err) == page.Corrupt {
		b.remark("a part of the book is damaged and was left out")
		return nil
	}
	b.chapters = append(b.chapters, ch)
	return cmp.Or(b.failed, err)
}

// picture returns a picture with its alternative text and the text that it shows. It returns false if there is neither.
func (b *book) picture(part, alt string) (page.Block, bool) {
	if b.opt.SkipImages || b.failed != nil {
		return page.Block{}, false
	}
	block, read, err := b.illustrations.Picture(part, alt)
	b.ocr, b.failed = b.ocr || read, err
	return block, block.Alt != "" || len(block.Spans) > 0
}

// label returns the label of a note: its number in order of reference.
func (b *book) label(address string) string {
	if address == "" {
		return ""
	}
	if b.labels[address] == "" {
		b.labels[address] = strconv.Itoa(len(b.labels) + 1)
	}
	return b.labels[address]
}

// pages returns a page for each chapter that shows something, with the notes that it refers to. Notes without a
// reference stay in their chapter.
func (b *book) pages() []page.Page {
	notes := map[string][]page.Block{}
	for i := range b.chapters {
		ch := &b.chapters[i]
		for _, n := range ch.notes {
			label := b.labels[n.address]
			if label == "" || notes[label] != nil {
				ch.blocks = append(ch.blocks, n.blocks...)
				continue
			}
			notes[label] = footnote(label, n.blocks)
		}
	}
	source := page.SourceText
	if b.ocr {
		source = page.SourceMixed
	}
	var pages []page.Page
	placed := map[string]bool{}
	for _, ch := range b.chapters {
		if len(ch.blocks) == 0 {
			continue
		}
		settle(ch.blocks, notes)
		pages = append(pages, page.Page{Number: len(pages) + 1, Source: source, Apart: true, Blocks: paging.WithNotes(ch.blocks, notes, placed)})
	}
	if len(pages) == 0 {
		pages = []page.Page{{Number: 1, Source: source}}
	}
	pages[0].Notes = b.remarks
	return pages
}

// footnote turns blocks into a note. The first has its label; further paragraphs follow without one.
func footnote(label string, blocks []page.Block) []page.Block {
	made := []page.Block{}
	for _, b := range blocks {
		spans := b.Spans
		if b.Table != nil {
			spans = []page.Span{{Text: b.Text()}}
		}
		if len(spans) == 0 {
			continue
		}
		n := page.Block{Kind: page.Footnote, Spans: spans}
		if len(made) == 0 {
			n.Marker = label
		}
		made = append(made, n)
	}
	return made
}

// settle turns references to notes that the book does not mark as notes into plain text.
func settle(blocks []page.Block, notes map[string][]page.Block) {
	for i := range blocks {
		for k := range blocks[i].Spans {
			s := &blocks[i].Spans[k]
			switch {
			case s.Note == "":
			case len(notes[s.Note]) > 0:
				s.Text = ""
			default:
				s.Note, s.Sup = "", true
			}
		}
		if t := blocks[i].Table; t != nil {
			for _, row := range t.Rows {
				for _, cell := range row.Cells {
					settle(cell.Blocks, notes)
				}
			}
		}
	}
}
