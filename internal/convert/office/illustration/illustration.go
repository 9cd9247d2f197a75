// Package illustration reads what Office documents show in addition to their text: pictures, charts and diagrams.
package illustration

import (
	"context"
	"strconv"
	"strings"

	"quire/internal/convert/office/chart"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
)

// readLimit is how many times a part that appears in several places is read.
const readLimit = 4

// Reader reads the illustrations of one document. It is not safe for concurrent use.
type Reader struct {
	opc.Package
	ctx    context.Context
	ocr    func(ctx context.Context, img []byte) (string, error)
	remark func(string)
	texts  map[string]pictureText
	reads  map[string]int
}

// NewReader returns a reader for the parts of p. It reads the text in pictures with ocr, unless ocr is nil, and passes
// notes for operators to remark.
func NewReader(ctx context.Context, p opc.Package, ocr func(ctx context.Context, img []byte) (string, error), remark func(string)) *Reader {
	return &Reader{Package: p, ctx: ctx, ocr: ocr, remark: remark, texts: map[string]pictureText{}, reads: map[string]int{}}
}

// TooOften counts a reading of a part and reports whether the part has been read often enough, so that its content is
// already in the text.
func (r *Reader) TooOften(part string) bool {
	if r.reads[part] == readLimit {
		r.remark("a chart, diagram or embedded document that is shown many times was read only " + strconv.Itoa(readLimit) + " times")
		return true
	}
	r.reads[part]++
	return false
}

// Chart returns the title and the data of a chart.
func (r *Reader) Chart(part string) ([]page.Block, error) { return r.chart(part, chart.Read) }

// ExtendedChart is [Reader.Chart] for the chart types added in Office 2016.
func (r *Reader) ExtendedChart(part string) ([]page.Block, error) {
	return r.chart(part, chart.ReadExtended)
}

func (r *Reader) chart(part string, read func(*opc.Cursor, opc.Element, *chart.Data) error) ([]page.Block, error) {
	var found chart.Data
	err := r.visit(part, func(c *opc.Cursor, e opc.Element) error { return read(c, e, &found) })
	if err != nil {
		return nil, err
	}
	blocks := Paragraphs(found.Title)
	if t := found.Table(); t != nil {
		blocks = append(blocks, page.Block{Kind: page.TableKind, Table: t})
	}
	return blocks, nil
}

// Paragraphs returns a paragraph for each text that is not blank.
func Paragraphs(lines []string) []page.Block {
	var blocks []page.Block
	for _, line := range lines {
		if line = strings.TrimSpace(page.Visible(line)); line != "" {
			blocks = append(blocks, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: line}}})
		}
	}
	return blocks
}

// visit visits the children of a part's outermost element. A damaged part is left out, because it is only an
// illustration.
func (r *Reader) visit(part string, visit func(*opc.Cursor, opc.Element) error) error {
	if r.TooOften(part) {
		return nil
	}
	_, err := r.Read(part, visit)
	if page.ReasonOf(err) == page.Corrupt {
		r.remark("a chart or diagram is damaged and was left out")
		return nil
	}
	return err
}
