// Package docx reads Office Open XML documents (ECMA-376, ISO/IEC 29500, transitional and strict) into pages
// of blocks. Tracked changes count as accepted; comments are not part of the text; headers and footers are running ones.
package docx

import (
	"context"
	"io"
	"slices"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// Options choose what is read.
type Options struct {
	// SkipImages leaves pictures out altogether.
	SkipImages bool
	// OCR reads the text in a picture (PNG, JPEG, GIF, BMP, TIFF or WebP bytes). nil: pictures are not read. An
	// error other than the context's end leaves the picture unread.
	OCR    func(ctx context.Context, img []byte) (string, error)
	Limits archive.Limits
}

// Info says what became of the document.
type Info struct {
	Pages int
	// PageSource is "word" when the pages are those that Word recorded, "none" when the whole is one page.
	PageSource string
}

// Convert reads a document of size bytes and hands its pages to emit in order, at least one. A *page.Error is
// the document's own fault; the error of emit comes back as it is.
func Convert(ctx context.Context, r io.ReaderAt, size int64, opt Options, emit func(page.Page) error) (Info, error) {
	zip, err := archive.Open(r, size, opt.Limits)
	if err != nil {
		return Info{}, err
	}
	d := newDocument(ctx, zip, opt)
	if err := d.prepare(); err != nil {
		return Info{}, err
	}
	body := &flow{}
	if err := d.readBody(body); err != nil {
		return Info{}, err
	}
	if err := d.readSections(); err != nil {
		return Info{}, err
	}
	pages, source := d.paginate(body)
	for i := range pages {
		if err := ctx.Err(); err != nil {
			return Info{}, err
		}
		if err := emit(pages[i]); err != nil {
			return Info{}, err
		}
	}
	return Info{Pages: len(pages), PageSource: source}, nil
}

// document is what one conversion knows.
type document struct {
	opc.Package
	ctx       context.Context
	opt       Options
	part      string // the part being read
	rels      map[string]opc.Relationship
	styles    *styleSheet
	numbers   *listNumbers
	savedPage int

	fields []field
	notes  map[string][]page.Block // by label
	labels map[noteKey]string
	// footnotes and endnotes count the notes referred to so far.
	footnotes, endnotes int

	pictures map[string]string // text read in a picture, by part
	read     bool              // some picture had text
	reads    map[string]int    // of parts that are shown in several places
	titled   bool              // a title stands before the headings
	remarks  []string
	depth    int    // of tables in tables
	chunks   int    // documents around this one
	imports  *int64 // bytes that imported parts may still unpack to, of all documents together
	// sections are the parts of the document with headers and footers of their own.
	sections  []section
	furniture bool // a header or footer is being read
}

func newDocument(ctx context.Context, zip *archive.Archive, opt Options) *document {
	return &document{Package: opc.NewPackage(ctx, zip), ctx: ctx, opt: opt, notes: map[string][]page.Block{}, imports: new(int64(chunksLimit))}
}

func (d *document) prepare() (err error) {
	if d.part, err = d.MainPart("word/document.xml"); err != nil {
		return err
	}
	if d.rels, err = d.Relationships(d.part); err != nil {
		return err
	}
	if d.styles, err = d.readStyles(opc.Find(d.rels, "styles")); err != nil {
		return err
	}
	if d.numbers, err = d.readNumbering(opc.Find(d.rels, "numbering")); err != nil {
		return err
	}
	d.savedPage, err = d.savedPages()
	if page.ReasonOf(err) == page.Corrupt {
		return nil // a statistic: the document can be read without it
	}
	return err
}

func (d *document) readBody(body *flow) error {
	found := false
	_, err := d.Package.Read(d.part, func(c *opc.Cursor, e opc.Element) error {
		if e.Name != "w:body" {
			return nil
		}
		found = true
		return d.blocks(c, body)
	})
	if err != nil {
		return err
	}
	if !found {
		return archive.Broken(errNoBody)
	}
	body.flush()
	return d.readNotes()
}

// remark notes something for operators, once.
func (d *document) remark(text string) {
	if slices.Contains(d.remarks, text) {
		return
	}
	d.remarks = append(d.remarks, text)
}

// inPart reads something in another part, with that part's relationships.
func (d *document) inPart(part string, read func() error) error {
	rels, err := d.Relationships(part)
	if err != nil {
		return err
	}
	outer, outerRels := d.part, d.rels
	d.part, d.rels = part, rels
	defer func() { d.part, d.rels = outer, outerRels }()
	return read()
}

// isImage tells the formats that a picture reader takes, by their first bytes.
func isImage(b []byte) bool {
	for _, magic := range [...]string{"\x89PNG", "\xFF\xD8\xFF", "GIF8", "BM", "II*\x00", "MM\x00*", "RIFF"} {
		if len(b) >= len(magic) && string(b[:len(magic)]) == magic {
			return true
		}
	}
	return false
}
