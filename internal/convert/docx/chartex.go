package docx

import (
	"strconv"
	"strings"

	"quire/internal/convert/page"
	"quire/internal/convert/sheet/numfmt"
)

// extendedChart adds the title and the data of a chart that Office knows since 2016, such as a waterfall or a funnel
// ([MS-ODRAWXML] 2.24.3): its data stands before the series that show it.
func (p *paragraph) extendedChart(id string) error {
	data := map[string]series{}
	return p.chartPart(id, func(c *cursor, e element, found *chartData) (bool, error) {
		switch e.name {
		case "cx:data":
			s, err := readExtendedData(c)
			data[e.attr("id")] = s
			return true, err
		case "cx:title":
			text, err := extendedText(c)
			found.title = append(found.title, text)
			return true, err
		case "cx:series":
			s, err := readExtendedSeries(c, data)
			found.series = append(found.series, s)
			return true, err
		}
		return false, nil
	})
}

// readExtendedData reads the current cx:data: the names of its points and their numbers.
func readExtendedData(c *cursor) (series, error) {
	s := series{labels: map[int]string{}, values: map[int]string{}}
	err := c.each(func(e element) error {
		switch {
		case e.name == "cx:strDim":
			return s.readExtendedPoints(c, s.labels)
		case e.name == "cx:numDim" && len(s.values) == 0:
			return s.readExtendedPoints(c, s.values)
		}
		return nil
	})
	return s, err
}

// readExtendedPoints reads the levels of the current dimension, which come from the inside out.
func (s *series) readExtendedPoints(c *cursor, into map[int]string) error {
	level := 0
	return c.each(func(e element) error {
		if e.name != "cx:lvl" {
			return nil
		}
		level++
		format := numfmt.Parse(e.attr("formatCode"))
		return c.each(func(e element) error {
			text, err := c.text()
			at, notNumber := strconv.Atoi(e.attr("idx"))
			if e.name != "cx:pt" || notNumber != nil || at < 0 || at >= chartPoints {
				return err
			}
			text = shownPoint(strings.TrimSpace(page.Visible(text)), format)
			switch {
			case level == 1:
				into[at] = text
				s.points = max(s.points, at+1)
			case text != "" && into[at] != "":
				into[at] = text + " / " + into[at]
			}
			return err
		})
	})
}

// readExtendedSeries is the data that the current cx:series shows, by the series' name.
func readExtendedSeries(c *cursor, data map[string]series) (series, error) {
	name, id := "", ""
	err := c.each(func(e element) (err error) {
		switch e.name {
		case "cx:tx":
			name, err = extendedText(c)
		case "cx:dataId":
			id = e.attr("val")
		}
		return err
	})
	s := data[id]
	s.name = name
	return s, err
}

// extendedText is the text inside the current element: cached, or rich text.
func extendedText(c *cursor) (string, error) {
	var out []string
	var walk func(e element) error
	walk = func(e element) error {
		var text string
		var err error
		switch e.name {
		case "cx:v":
			text, err = c.text()
		case "a:p":
			text, err = drawingText(c)
		default:
			return c.each(walk)
		}
		out = append(out, strings.TrimSpace(page.Visible(text)))
		return err
	}
	err := c.each(walk)
	return strings.TrimSpace(strings.Join(out, " ")), err
}
