// Package pagejson is the JSON form of converted pages, as written by the command line and returned by the API.
// docs/schema/page-1.schema.json describes it. Storage has its own form.
package pagejson

import (
	"quire/internal/convert/page"
)

// Schema is the id of the JSON Schema that pages follow. Its number changes when a reader of the older form would
// misread the newer one.
const Schema = "urn:quire:schema:page:1"

// Page is a page of a document. Boxes are in points with the origin at the top left, after the page's rotation; they
// are null if there is no geometry.
type Page struct {
	Schema     string      `json:"schema"`
	Number     int         `json:"number"`
	Width      *float64    `json:"width"`
	Height     *float64    `json:"height"`
	Source     page.Source `json:"source,omitempty"`
	Angle      float64     `json:"angle,omitempty"`
	Turned     int         `json:"turned,omitempty"`
	Confidence float64     `json:"confidence,omitempty"`
	Coverage   float64     `json:"coverage,omitempty"`
	Unread     page.Reason `json:"unread,omitempty"`
	Notes      []string    `json:"notes,omitempty"`
	Blocks     []Block     `json:"blocks"`
	Fields     []Field     `json:"fields,omitempty"`
	// Words are those that are not in the text of any block, such as the marks of list items.
	Words []Word `json:"words,omitempty"`
}

// Block is a piece of a page.
type Block struct {
	Kind      page.Kind `json:"kind"`
	Level     int       `json:"level,omitempty"`
	Marker    string    `json:"marker,omitempty"`
	Ordered   bool      `json:"ordered,omitempty"`
	Alt       string    `json:"alt,omitempty"`
	Continues bool      `json:"continues,omitempty"`
	// Text is plain; Markdown is the same text with its markup.
	Text     string      `json:"text"`
	Markdown string      `json:"markdown"`
	Spans    []page.Span `json:"spans,omitempty"`
	Box      *page.Box   `json:"box"`
	Table    *Table      `json:"table,omitempty"`
	Words    []Word      `json:"words,omitempty"`
}

// Table is a grid of cells, row by row.
type Table struct {
	Columns    int   `json:"columns"`
	HeaderRows int   `json:"header_rows,omitempty"`
	Rows       []Row `json:"rows"`
}

// Row is one row of a Table.
type Row struct {
	Cells []Cell `json:"cells"`
}

// Cell is one cell. A cell that spans several appears once, at its top left.
type Cell struct {
	Column  int       `json:"col"`
	ColSpan int       `json:"colspan"`
	RowSpan int       `json:"rowspan"`
	Header  bool      `json:"header,omitempty"`
	Text    string    `json:"text"`
	Box     *page.Box `json:"box"`
	Blocks  []Block   `json:"blocks,omitempty"`
}

// Word is a word as shown on the page. Start and End are its offsets in its block's Text, and MarkdownStart and
// MarkdownEnd those in its Markdown, in characters; a word that is not in the text has none of them.
type Word struct {
	Text          string `json:"text"`
	Start         *int   `json:"start,omitempty"`
	End           *int   `json:"end,omitempty"`
	MarkdownStart *int   `json:"markdown_start,omitempty"`
	MarkdownEnd   *int   `json:"markdown_end,omitempty"`

	Box        *page.Box `json:"box"`
	Confidence float64   `json:"confidence,omitempty"`
}

// Field is a field of a form.
type Field struct {
	Name    string         `json:"name,omitempty"`
	Label   string         `json:"label,omitempty"`
	Kind    page.FieldKind `json:"kind"`
	Value   string         `json:"value"`
	Ticked  bool           `json:"ticked"`
	Options []Option       `json:"options,omitempty"`
	Box     *page.Box      `json:"box"`
}

// Option is one of the values that a field can have.
type Option struct {
	Value  string    `json:"value"`
	Label  string    `json:"label,omitempty"`
	Chosen bool      `json:"chosen"`
	Box    *page.Box `json:"box"`
}

// From returns the JSON form of a page, with its words if words is set.
func From(p page.Page, words bool) Page {
	out := Page{
		Schema: Schema, Number: p.Number, Source: p.Source, Angle: p.Angle, Turned: p.Turned, Confidence: p.Confidence,
		Coverage: p.Coverage, Unread: p.Unread, Notes: p.Notes, Blocks: blocks(p.Blocks),
	}
	if p.Width > 0 && p.Height > 0 {
		out.Width, out.Height = &p.Width, &p.Height
	}
	for _, f := range p.Fields {
		out.Fields = append(out.Fields, field(f))
	}
	if words {
		out.Words = place(out.Blocks, p.Words)
	}
	return out
}

func blocks(list []page.Block) []Block {
	out := make([]Block, 0, len(list))
	for _, b := range list {
		out = append(out, block(b))
	}
	return out
}

func block(b page.Block) Block {
	out := Block{
		Kind: b.Kind, Level: b.Level, Marker: b.Marker, Ordered: b.Ordered, Alt: b.Alt, Continues: b.Continues,
		Text: b.Text(), Markdown: markdown(b), Spans: b.Spans, Box: box(b.Box),
	}
	if b.Table == nil {
		return out
	}
	out.Table = &Table{Columns: b.Table.Columns, HeaderRows: b.Table.HeaderRows, Rows: make([]Row, 0, len(b.Table.Rows))}
	for _, r := range b.Table.Rows {
		row := Row{Cells: make([]Cell, 0, len(r.Cells))}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, Cell{
				Column: c.Column, ColSpan: max(c.ColSpan, 1), RowSpan: max(c.RowSpan, 1), Header: c.Header,
				Text: c.Text(), Box: box(c.Box), Blocks: blocks(c.Blocks),
			})
		}
		out.Table.Rows = append(out.Table.Rows, row)
	}
	return out
}

// markdown renders a single block. Running heads and feet are rendered like any other text.
func markdown(b page.Block) string {
	if b.Kind == page.PageHead || b.Kind == page.PageFoot {
		b.Kind = page.Paragraph
	}
	return page.Markdown(page.Page{Blocks: []page.Block{b}})
}

func field(f page.Field) Field {
	out := Field{Name: f.Name, Label: f.Label, Kind: f.Kind, Value: f.Value, Ticked: f.Ticked, Box: box(f.Box)}
	for _, o := range f.Options {
		out.Options = append(out.Options, Option{Value: o.Value, Label: o.Label, Chosen: o.Chosen, Box: box(o.Box)})
	}
	return out
}

// box returns a box, or nil for the zero Box.
func box(b page.Box) *page.Box {
	if b == (page.Box{}) {
		return nil
	}
	return &b
}
