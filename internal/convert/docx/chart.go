package docx

import (
	"strconv"
	"strings"

	"quire/internal/convert/page"
)

// series is one data series of a chart: its name, categories and values by point.
type series struct {
	name           string
	labels, values map[int]string
	points         int
}

// chartPoints bounds the points that are shown of a series.
const chartPoints = 200

// chart adds a chart's title and its data as a table: categories down, series across.
func (p *paragraph) chart(id string) error {
	var title []string
	var all []series
	err := p.inRelated(id, func(c *cursor, e element) error {
		var walk func(e element) error
		walk = func(e element) error {
			switch e.name {
			case "c:ser":
				s, err := readSeries(c)
				all = append(all, s)
				return err
			case "a:p":
				text, err := drawingText(c)
				title = append(title, text)
				return err
			case "c:style", "c:externalData":
				return nil
			}
			return c.each(walk)
		}
		return walk(e)
	})
	if err != nil {
		return err
	}
	p.anchorText(title)
	if t := chartTable(all); t != nil {
		p.anchored = append(p.anchored, page.Block{Kind: page.TableKind, Table: t})
	}
	return nil
}

func readSeries(c *cursor) (series, error) {
	s := series{labels: map[int]string{}, values: map[int]string{}}
	err := c.each(func(e element) error {
		switch e.name {
		case "c:tx":
			name := map[int]string{}
			err := s.readPoints(c, name)
			s.name = name[0]
			return err
		case "c:cat", "c:xVal":
			return s.readPoints(c, s.labels)
		case "c:val", "c:yVal":
			return s.readPoints(c, s.values)
		}
		return nil
	})
	return s, err
}

// readPoints reads the cached points below the current element.
func (s *series) readPoints(c *cursor, into map[int]string) error {
	var walk func(e element) error
	at := 0
	walk = func(e element) error {
		switch e.name {
		case "c:pt":
			at, _ = strconv.Atoi(e.attr("idx"))
		case "c:v":
			text, err := c.text()
			if at >= 0 && at < chartPoints {
				into[at] = plainNumber(strings.TrimSpace(page.Visible(text)))
				s.points = max(s.points, at+1)
			}
			return err
		}
		return c.each(walk)
	}
	return c.each(walk)
}

// plainNumber drops what binary fractions add to a number: 4.4000000000000004 is 4.4.
func plainNumber(s string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || len(s) < 15 {
		return s
	}
	return strconv.FormatFloat(v, 'g', 12, 64)
}

func chartTable(all []series) *page.Table {
	rows := 0
	for i := range all {
		if len(all[i].values) > 0 {
			rows = max(rows, all[i].points)
		}
	}
	if rows == 0 || len(all) > chartPoints {
		return nil
	}
	t := &page.Table{Columns: len(all) + 1, HeaderRows: 1, Rows: make([]page.Row, rows+1)}
	put := func(row, column int, text string) {
		cell := page.Cell{Column: column, ColSpan: 1, RowSpan: 1, Header: row == 0}
		if text != "" {
			cell.Blocks = []page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}}}
		}
		t.Rows[row].Cells = append(t.Rows[row].Cells, cell)
	}
	for row := range rows + 1 {
		if row == 0 {
			put(0, 0, "")
		} else {
			put(row, 0, all[0].labels[row-1])
		}
		for i := range all {
			if row == 0 {
				put(0, i+1, all[i].name)
			} else {
				put(row, i+1, all[i].values[row-1])
			}
		}
	}
	return t
}
