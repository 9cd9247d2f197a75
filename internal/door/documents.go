package door

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Document is a document of the interface, with the fields that the other protocols show.
type Document struct {
	ID             string  `json:"id"`
	FileName       string  `json:"file_name"`
	FileSize       int64   `json:"file_size"`
	PageCount      *int    `json:"page_count"`
	Status         string  `json:"status"`
	Error          *string `json:"error"`
	CreatedAt      string  `json:"created_at"`
	CompletedAt    *string `json:"completed_at"`
	OutputFileURL  *string `json:"output_file_url"`
	FileURL        *string `json:"file_url"`
	OutputFileName *string `json:"output_file_name"`
}

// The final states of a document.
const (
	Completed = "COMPLETED"
	Failed    = "FAILED"
	Expired   = "EXPIRED"
)

// Over reports whether the document has reached a final state.
func (d Document) Over() bool {
	return d.Status == Completed || d.Status == Failed || d.Status == Expired
}

// Progress is the progress of processing a document.
type Progress struct {
	Step       *string `json:"step"` // nil: nothing is left to do
	PagesDone  int     `json:"pages_done"`
	PagesTotal *int    `json:"pages_total"` // nil: not known yet
}

// Document returns the document with this id.
func (c *Client) Document(ctx context.Context, id string) (Document, error) {
	var d Document
	err := c.Get(ctx, "/documents/"+url.PathEscape(id), nil, &d)
	return d, err
}

// Await waits until the document has reached a final state, and calls show whenever its processing has progressed. It
// ends with ctx.
func (c *Client) Await(ctx context.Context, id string, show func(Progress)) (Document, error) {
	for {
		for e, err := range c.Follow(ctx, "/documents/"+url.PathEscape(id)+"/events") {
			if err != nil {
				return Document{}, err
			}
			var p Progress
			if json.Unmarshal(e.Data, &p) == nil && e.Name != "error" {
				show(p)
			}
		}
		d, err := c.Document(ctx, id) // a stream of events ends after a while, whether or not the document has
		if err != nil || d.Over() {
			return d, err
		}
		select {
		case <-ctx.Done():
			return d, ctx.Err()
		case <-time.After(again):
		}
	}
}

// again is the pause before a stream of events that ended early is opened again.
const again = time.Second

// Page is a page of a document or of a file.
type Page struct {
	Number   int     `json:"number"`
	Unread   string  `json:"unread"`
	ImageURL *string `json:"image_url"`
	Blocks   []struct {
		Kind     string `json:"kind"`
		Markdown string `json:"markdown"`
	} `json:"blocks"`
}

// Page returns a page of a document or of a file in a collection, which path names.
func (c *Client) Page(ctx context.Context, path string, number int) (Page, error) {
	var p Page
	err := c.Get(ctx, path+"/pages/"+strconv.Itoa(number), nil, &p)
	return p, err
}

// Markdown returns the text of the page.
func (p Page) Markdown() string {
	var b strings.Builder
	for i, block := range p.Blocks {
		switch {
		case i == 0:
		case block.Kind == listItem && p.Blocks[i-1].Kind == listItem:
			b.WriteString("\n")
		default:
			b.WriteString("\n\n")
		}
		b.WriteString(block.Markdown)
	}
	return b.String()
}

const listItem = "list_item"

// FormedPage is a page of a conversion in the JSON form.
type FormedPage struct {
	Number int           `json:"number"`
	Width  float64       `json:"width"` // in points; 0: it has no size
	Height float64       `json:"height"`
	Blocks []FormedBlock `json:"blocks"`
}

// FormedBlock is a block of a page.
type FormedBlock struct {
	Kind      string `json:"kind"`
	Level     int    `json:"level"` // of a heading
	Continues bool   `json:"continues"`
	Text      string `json:"text"`
	Markdown  string `json:"markdown"`
	// Marker and Ordered describe a list item.
	Marker  string       `json:"marker"`
	Ordered bool         `json:"ordered"`
	Box     *FormedBox   `json:"box"` // nil: it has no place on its page
	Table   *FormedTable `json:"table"`
}

// FormedBox is a rectangle on a page, in points from its top left.
type FormedBox struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// FormedTable is a table with its cells. A cell that spans several columns or rows occurs once, at its top left.
type FormedTable struct {
	Columns    int `json:"columns"`
	HeaderRows int `json:"header_rows"`
	Rows       []struct {
		Cells []FormedCell `json:"cells"`
	} `json:"rows"`
}

// FormedCell is a cell of a table.
type FormedCell struct {
	Column     int    `json:"col"`
	ColumnSpan int    `json:"colspan"`
	RowSpan    int    `json:"rowspan"`
	Header     bool   `json:"header"`
	Text       string `json:"text"`
}

// maxPages bounds how much is read of a conversion with its boxes, in bytes: 100 kB for each page of a very long book.
const maxPages = 1 << 30

// Pages reads the pages of a conversion, one at a time, from the signed link of its result.
func (c *Client) Pages(ctx context.Context, link string, show func(FormedPage) error) error {
	open := Client{HTTP: c.HTTP}
	res, err := open.do(ctx, http.MethodGet, link+"&format=json", nil, "")
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // only read from
	in := json.NewDecoder(io.LimitReader(res.Body, maxPages))
	for range 3 { // {"data":[
		if _, err := in.Token(); err != nil {
			return err
		}
	}
	for in.More() {
		var p FormedPage
		if err := in.Decode(&p); err != nil {
			return err
		}
		if err := show(p); err != nil {
			return err
		}
	}
	_, err = in.Token() // a truncated response has no end
	return err
}
