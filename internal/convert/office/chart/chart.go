// Package chart reads the data of charts (ECMA-376 part 1, 21.2) into tables.
package chart

import (
	"cmp"
	"strconv"
	"strings"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
	"quire/internal/convert/sheet/numfmt"
)

// series is one data series of a chart: its name, and its categories and values by point.
type series struct {
	name           string
	labels, values map[int]string
	points         int
}

// chartPoints bounds how many points of a series are shown.
const chartPoints = 200

// Data is what is shown of a chart.
type Data struct {
	Title  []string
	series []series
	shared map[string]series // series of an extended chart, by id
}

// Read adds the content of the current element of a chart part, including its descendants.
func Read(c *opc.Cursor, e opc.Element, found *Data) error {
	switch e.Name {
	case "c:ser":
		s, err := readSeries(c)
		found.series = append(found.series, s)
		return err
	case "a:p":
		text, err := drawing.Text(c)
		found.Title = append(found.Title, text)
		return err
	case "c:style", "c:externalData":
		return nil
	}
	return c.Each(func(e opc.Element) error { return Read(c, e, found) })
}

func readSeries(c *opc.Cursor) (series, error) {
	s := series{labels: map[int]string{}, values: map[int]string{}}
	err := c.Each(func(e opc.Element) error {
		switch e.Name {
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

// readPoints reads the cached points below the current element, formatting numbers with their format. Labels on several
// levels, which come innermost first, are joined.
func (s *series) readPoints(c *opc.Cursor, into map[int]string) error {
	levels := []map[int]string{into}
	var format numfmt.Format
	at := 0
	var walk func(e opc.Element) error
	walk = func(e opc.Element) error {
		switch e.Name {
		case "c:lvl":
			if len(levels[len(levels)-1]) > 0 && len(levels) < 8 {
				levels = append(levels, map[int]string{})
			}
		case "c:formatCode":
			code, err := c.Text()
			format = numfmt.Parse(strings.TrimSpace(code))
			return err
		case "c:pt":
			at, _ = strconv.Atoi(e.Attr("idx"))
		case "c:v":
			text, err := c.Text()
			if at >= 0 && at < chartPoints {
				levels[len(levels)-1][at] = shownPoint(strings.TrimSpace(page.Visible(text)), format)
				s.points = max(s.points, at+1)
			}
			return err
		}
		return c.Each(walk)
	}
	if err := c.Each(walk); err != nil {
		return err
	}
	for _, outer := range levels[1:] {
		last := ""
		for i := range s.points {
			if last = cmp.Or(outer[i], last); last != "" && into[i] != "" {
				into[i] = last + " / " + into[i]
			}
		}
	}
	return nil
}

// shownPoint formats a point with its number format.
func shownPoint(s string, format numfmt.Format) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return strings.TrimSpace(format.Number(v, false))
}

// Table returns the data of the chart, with categories down and series across, or nil if there is none.
func (d *Data) Table() *page.Table {
	all := d.series
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
