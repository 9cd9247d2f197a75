// Package page defines what converters produce: pages of typed blocks with text, page numbers and boxes.
//
// Markdown is only a rendering of them. Passages, citations and extraction read the blocks and the words, so a page
// number is always a fact from the conversion and is never parsed back from Markdown.
package page

import "strings"

// Source says where the text of a page came from.
type Source string

// The sources of a page's text.
const (
	SourceText   Source = "text"   // the document's own text
	SourceOCR    Source = "ocr"    // read from the page's image
	SourceMixed  Source = "mixed"  // its own text, plus pictures read by OCR
	SourceVision Source = "vision" // transcribed by a vision model
)

// Box is a rectangle in points (1/72 inch) with its origin at the page's top left and y growing downwards,
// after the page's own rotation is applied. The zero Box means that the format has no geometry.
type Box struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// Word is one word as placed on the page, in reading order. Formats without geometry have none.
type Word struct {
	Text string `json:"t"`
	Box  Box    `json:"b"`
	// Confidence is tesseract's, from 0 to 100; 0 for text that was not read by OCR.
	Confidence float64 `json:"c,omitempty"`
}

// Page is one page of a document.
type Page struct {
	Number int     `json:"number"` // 1-indexed
	Width  float64 `json:"width,omitempty"`
	Height float64 `json:"height,omitempty"`
	Source Source  `json:"source,omitempty"`
	Blocks []Block `json:"blocks"`
	Words  []Word  `json:"words,omitempty"`
	// Fields holds the form fields on the page.
	Fields []Field `json:"fields,omitempty"`
	// Coverage is the share of the page's own words contained in its blocks, with numbers counted twice: 1 if nothing
	// is lost, 0 for pages whose text was not laid out from words.
	Coverage float64 `json:"coverage,omitempty"`
	// Confidence is the mean over the words read by OCR, weighted by their length in characters, from 0 to 100; 0 for a
	// page without such words.
	Confidence float64 `json:"confidence,omitempty"`
	// Angle is the direction in which the lines of a page run, in degrees clockwise from 0 to 360: 0 for level
	// lines, 180 for a page upside down. Boxes refer to the page as shown or scanned; Level turns them upright.
	Angle float64 `json:"angle,omitempty"`
	// Turned is the number of degrees by which Upright has turned the page clockwise.
	Turned int `json:"-"`
	// Apart marks a page that stands alone, as a slide does: it continues nothing from the page before, and its
	// headings are its own even if other pages repeat them.
	Apart bool `json:"-"`
	// Finished marks a page of an embedded document, whose blocks have been finished within that document: what the
	// other pages show does not affect them.
	Finished bool `json:"-"`
	// Notes are remarks for operators and tests ("low OCR confidence", "vision model failed: lite text kept").
	Notes []string `json:"notes,omitempty"`
	// Unread says why none of the page could be read (Corrupt or TooComplex); the page then holds only a Note.
	Unread Reason `json:"unread,omitempty"`
}

// Kind is the role of a block on its page.
type Kind string

// The kinds of blocks.
const (
	Paragraph Kind = "paragraph"
	Heading   Kind = "heading"   // Level 1 to 6
	ListItem  Kind = "list_item" // Level is the nesting depth from 0; Marker is as the document shows it
	TableKind Kind = "table"     // Table is set
	Picture   Kind = "picture"   // Alt is its alternative text; Spans hold the text read from it
	Caption   Kind = "caption"
	Quote     Kind = "quote" // a paragraph set off as a quotation; Level counts the quotations around it
	Code      Kind = "code"  // Spans hold the text with its line breaks
	Formula   Kind = "formula"
	Footnote  Kind = "footnote" // Marker is its label
	PageHead  Kind = "page_head"
	PageFoot  Kind = "page_foot"
	// Note is our own remark to the reader: text that is not in the document.
	Note Kind = "note"
	// MarkdownKind marks Spans that hold finished Markdown (a vision model's transcript), which is rendered unchanged.
	MarkdownKind Kind = "markdown"
)

// Block is a typed piece of a page.
type Block struct {
	Kind   Kind   `json:"kind"`
	Spans  []Span `json:"spans,omitempty"`
	Box    Box    `json:"box"`
	Level  int    `json:"level,omitempty"`
	Marker string `json:"marker,omitempty"`
	// Ordered distinguishes numbered list items from bulleted ones.
	Ordered bool   `json:"ordered,omitempty"`
	Alt     string `json:"alt,omitempty"`
	Table   *Table `json:"table,omitempty"`
	// Continues marks a block that continues the previous block of its kind, on this page or the one before: a
	// paragraph or a table cut by a page break.
	Continues bool `json:"continues,omitempty"`
	// Tagged reports whether the document's own structure tree covers the block.
	Tagged bool `json:"tagged,omitempty"`
	// Font describes the block's dominant type, for decisions that need the whole document, such as headings.
	Font *Font `json:"font,omitempty"`
}

// Font is the dominant type of a block.
type Font struct {
	Size float64 `json:"size"` // points
	Bold bool    `json:"bold,omitempty"`
	Name string  `json:"name,omitempty"`
	// SmallCaps is set if all of its letters are in small capitals.
	SmallCaps bool `json:"-"`
	// Gap is the widest white space between two words of a line, in points.
	Gap float64 `json:"-"`
	// Color is the colour of all letters, 0xRRGGBB, or ManyColors.
	Color uint32 `json:"-"`
}

// ManyColors stands for the colour of a text that has several, or whose colour marks it as a link.
const ManyColors = 1 << 24

// Span is a run of text in one style. Text is plain, never Markdown.
type Span struct {
	Text   string `json:"t"`
	Bold   bool   `json:"bold,omitempty"`
	Italic bool   `json:"italic,omitempty"`
	Code   bool   `json:"code,omitempty"`
	Strike bool   `json:"strike,omitempty"`
	Sup    bool   `json:"sup,omitempty"`
	Sub    bool   `json:"sub,omitempty"`
	// Math marks LaTeX source (without delimiters).
	Math bool   `json:"math,omitempty"`
	Link string `json:"link,omitempty"` // http(s), mailto or #fragment target
	// Note is the label of the footnote that this span refers to ("1" renders as [^1]).
	Note string `json:"note,omitempty"`
}

// Table is a grid of cells, row by row. A cell that spans several appears once, at its top left.
type Table struct {
	Rows []Row `json:"rows"`
	// HeaderRows is the number of rows at the top that are headers.
	HeaderRows int `json:"header_rows,omitempty"`
	// Columns is the number of grid columns.
	Columns int `json:"columns"`
}

// Row is one row of a Table.
type Row struct {
	Cells []Cell `json:"cells"`
}

// Cell is one cell. Column is its first grid column, counted from 0; spans are at least 1.
type Cell struct {
	Column  int     `json:"col"`
	ColSpan int     `json:"colspan,omitempty"`
	RowSpan int     `json:"rowspan,omitempty"`
	Header  bool    `json:"header,omitempty"`
	Blocks  []Block `json:"blocks,omitempty"`
	Box     Box     `json:"box"`
}

// Text returns the block's plain text: its spans joined, or a table's cells separated by tabs and its rows by
// newlines.
func (b Block) Text() string {
	if b.Table != nil {
		return b.Table.Text()
	}
	var s strings.Builder
	for _, p := range b.Spans {
		s.WriteString(p.Text)
	}
	return s.String()
}

// Text returns the table's plain text, with cells separated by tabs and rows by newlines.
func (t *Table) Text() string {
	rows := make([]string, 0, len(t.Rows))
	for _, r := range t.Rows {
		cells := make([]string, 0, len(r.Cells))
		for _, c := range r.Cells {
			cells = append(cells, c.Text())
		}
		rows = append(rows, strings.Join(cells, "\t"))
	}
	return strings.Join(rows, "\n")
}

// Text returns the cell's plain text, with its blocks joined by spaces.
func (c Cell) Text() string {
	parts := make([]string, 0, len(c.Blocks))
	for _, b := range c.Blocks {
		parts = append(parts, b.Text())
	}
	return strings.Join(parts, " ")
}

// Text returns the page's plain text, one block per line.
func (p Page) Text() string {
	lines := make([]string, 0, len(p.Blocks))
	for _, b := range p.Blocks {
		lines = append(lines, b.Text())
	}
	return strings.Join(lines, "\n")
}
