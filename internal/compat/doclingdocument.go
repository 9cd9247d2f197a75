package compat

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/internal/door"
)

// formatJSON is the output format of docling's own document.
const formatJSON = "json"

// doclingDocument is a document as docling's libraries read it (DoclingDocument 1.0.0,
// https://github.com/docling-project/docling-core/blob/main/docs/DoclingDocument.json). Lists have one level.
type doclingDocument struct {
	Schema    string                 `json:"schema_name"`
	Version   string                 `json:"version"`
	Name      string                 `json:"name"`
	Furniture doclingNode            `json:"furniture"`
	Body      doclingNode            `json:"body"`
	Groups    []*doclingNode         `json:"groups"`
	Texts     []*doclingItem         `json:"texts"`
	Pictures  []*doclingItem         `json:"pictures"`
	Tables    []*doclingItem         `json:"tables"`
	KeyValues []struct{}             `json:"key_value_items"`
	Forms     []struct{}             `json:"form_items"`
	Pages     map[string]doclingPage `json:"pages"`

	list *doclingNode // the list that the last block belongs to
	size int          // approximate size in bytes
}

type doclingRef struct {
	Ref string `json:"$ref"`
}

// doclingNode is an element that has others below it.
type doclingNode struct {
	Ref      string       `json:"self_ref"`
	Parent   *doclingRef  `json:"parent,omitempty"`
	Children []doclingRef `json:"children"`
	Layer    string       `json:"content_layer"`
	Label    string       `json:"label"`
	Name     string       `json:"name,omitempty"`
}

// doclingItem is a text, a picture or a table.
type doclingItem struct {
	doclingNode
	Places     []doclingPlace `json:"prov"`
	Original   *string        `json:"orig,omitempty"`
	Text       *string        `json:"text,omitempty"`
	Level      int            `json:"level,omitempty"`
	Enumerated *bool          `json:"enumerated,omitempty"`
	Marker     *string        `json:"marker,omitempty"`
	Data       *doclingTable  `json:"data,omitempty"`
}

type doclingPlace struct {
	Page  int        `json:"page_no"`
	Box   doclingBox `json:"bbox"`
	Range [2]int     `json:"charspan"` // in characters
}

type doclingBox struct {
	Left   float64 `json:"l"`
	Top    float64 `json:"t"`
	Right  float64 `json:"r"`
	Bottom float64 `json:"b"`
	Origin string  `json:"coord_origin"`
}

type doclingTable struct {
	Rows    int           `json:"num_rows"`
	Columns int           `json:"num_cols"`
	Cells   []doclingCell `json:"table_cells"`
}

type doclingCell struct {
	Text       string `json:"text"`
	RowSpan    int    `json:"row_span"`
	ColumnSpan int    `json:"col_span"`
	FromRow    int    `json:"start_row_offset_idx"`
	ToRow      int    `json:"end_row_offset_idx"` // not included
	FromColumn int    `json:"start_col_offset_idx"`
	ToColumn   int    `json:"end_col_offset_idx"`
	Header     bool   `json:"column_header"`
}

type doclingPage struct {
	Number int `json:"page_no"`
	Size   struct {
		Width  float64 `json:"width"`
		Height float64 `json:"height"`
	} `json:"size"`
}

func newDoclingDocument(fileName string) *doclingDocument {
	name, _, _ := strings.Cut(fileName, ".")
	return &doclingDocument{
		Schema: "DoclingDocument", Version: "1.0.0", Name: name,
		Furniture: doclingNode{Ref: "#/furniture", Layer: "furniture", Label: "unspecified", Name: "_root_", Children: []doclingRef{}},
		Body:      doclingNode{Ref: "#/body", Layer: "body", Label: "unspecified", Name: "_root_", Children: []doclingRef{}},
		Groups:    []*doclingNode{}, Texts: []*doclingItem{}, Pictures: []*doclingItem{}, Tables: []*doclingItem{},
		KeyValues: []struct{}{}, Forms: []struct{}{}, Pages: map[string]doclingPage{},
	}
}

// page adds the blocks of the next page.
func (d *doclingDocument) page(p door.FormedPage) {
	shown := doclingPage{Number: p.Number}
	shown.Size.Width, shown.Size.Height = p.Width, p.Height
	d.Pages[strconv.Itoa(p.Number)] = shown
	for _, b := range p.Blocks {
		d.block(b, p.Number)
	}
}

// doclingLabels maps kinds of blocks to docling's names, if they differ.
var doclingLabels = map[string]string{
	kindCaption: "caption", kindFormula: "formula", kindCode: "code", kindFootnote: "footnote", kindNote: "footnote",
	kindPageHead: "page_header", kindPageFoot: "page_footer", kindListItem: "list_item", kindPicture: "picture", kindTable: "table",
}

func (d *doclingDocument) block(b door.FormedBlock, page int) {
	item := &doclingItem{Places: []doclingPlace{placeOf(b, page)}}
	item.Children, item.Layer, item.Label = []doclingRef{}, "body", doclingLabels[b.Kind]
	parent := &d.Body
	switch {
	case b.Kind == kindPageHead || b.Kind == kindPageFoot:
		item.Layer, parent = "furniture", &d.Furniture
	case b.Kind == kindHeading && b.Level <= 1:
		item.Label = "title"
	case b.Kind == kindHeading:
		item.Label, item.Level = "section_header", b.Level-1
	case b.Kind == kindListItem:
		item.Enumerated, item.Marker = &b.Ordered, &b.Marker
		parent = d.openList()
	case item.Label == "":
		item.Label = "text"
	}
	if b.Kind != kindListItem && parent == &d.Body {
		d.list = nil
	}
	d.add(item, b, parent)
	if b.Kind == kindPicture && b.Text != "" {
		words := &doclingItem{Places: item.Places}
		words.Children, words.Layer, words.Label = []doclingRef{}, item.Layer, "text"
		b.Kind = kindParagraph
		d.add(words, b, &item.doclingNode)
	}
}

// add adds an item below another.
func (d *doclingDocument) add(item *doclingItem, b door.FormedBlock, parent *doclingNode) {
	item.Parent = &doclingRef{parent.Ref}
	d.place(item, b)
	parent.Children = append(parent.Children, doclingRef{item.Ref})
}

// openList returns the list to which a list item belongs.
func (d *doclingDocument) openList() *doclingNode {
	if d.list == nil {
		d.list = &doclingNode{
			Ref: "#/groups/" + strconv.Itoa(len(d.Groups)), Parent: &doclingRef{d.Body.Ref}, Children: []doclingRef{},
			Layer: "body", Label: "list", Name: "list",
		}
		d.Groups = append(d.Groups, d.list)
		d.Body.Children = append(d.Body.Children, doclingRef{d.list.Ref})
	}
	return d.list
}

// doclingItemSize is the approximate size of an item or a cell in bytes, in addition to its text, which is written
// twice.
const doclingItemSize = 300

// place adds an item to the list for items of its kind.
func (d *doclingDocument) place(item *doclingItem, b door.FormedBlock) {
	d.size += doclingItemSize + 2*len(b.Text)
	kept, at := &d.Texts, "#/texts/"
	switch {
	case b.Kind == kindPicture:
		kept, at = &d.Pictures, "#/pictures/"
	case b.Kind == kindTable && b.Table != nil:
		kept, at = &d.Tables, "#/tables/"
		item.Data = tableOf(b.Table)
		d.size += doclingItemSize * len(item.Data.Cells)
	default:
		item.Text, item.Original = &b.Text, &b.Text
	}
	item.Ref = at + strconv.Itoa(len(*kept))
	*kept = append(*kept, item)
}

func placeOf(b door.FormedBlock, page int) doclingPlace {
	p := doclingPlace{Page: page, Box: doclingBox{Origin: "TOPLEFT"}, Range: [2]int{0, utf8.RuneCountInString(b.Text)}}
	if b.Box != nil {
		p.Box.Left, p.Box.Top, p.Box.Right, p.Box.Bottom = b.Box.X0, b.Box.Y0, b.Box.X1, b.Box.Y1
	}
	return p
}

func tableOf(t *door.FormedTable) *doclingTable {
	table := &doclingTable{Rows: len(t.Rows), Columns: t.Columns, Cells: []doclingCell{}}
	for i, row := range t.Rows {
		for _, c := range row.Cells {
			table.Cells = append(table.Cells, doclingCell{
				Text: c.Text, RowSpan: c.RowSpan, ColumnSpan: c.ColumnSpan, Header: c.Header || i < t.HeaderRows,
				FromRow: i, ToRow: min(i+c.RowSpan, len(t.Rows)), FromColumn: c.Column, ToColumn: min(c.Column+c.ColumnSpan, t.Columns),
			})
		}
	}
	return table
}
