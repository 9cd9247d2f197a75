package chart

import (
	"strconv"
	"strings"

	"quire/internal/convert/office/drawing"
	"quire/internal/convert/office/opc"
	"quire/internal/convert/page"
	"quire/internal/convert/sheet/numfmt"
)

// ReadExtended is [Read] for the chart types added in Office 2016, such as a waterfall or a funnel
// ([MS-ODRAWXML] 2.24.3), whose data precedes the series that show it.
func ReadExtended(c *opc.Cursor, e opc.Element, found *Data) error {
	switch e.Name {
	case "cx:data":
		if found.shared == nil {
			found.shared = map[string]series{}
		}
		s, err := readExtendedData(c)
		found.shared[e.Attr("id")] = s
		return err
	case "cx:title":
		text, err := extendedText(c)
		found.Title = append(found.Title, text)
		return err
	case "cx:series":
		s, err := readExtendedSeries(c, found.shared)
		found.series = append(found.series, s)
		return err
	}
	return c.Each(func(e opc.Element) error { return ReadExtended(c, e, found) })
}

// readExtendedData reads the current cx:data: the names of its points and their numbers.
func readExtendedData(c *opc.Cursor) (series, error) {
	s := series{labels: map[int]string{}, values: map[int]string{}}
	err := c.Each(func(e opc.Element) error {
		switch {
		case e.Name == "cx:strDim":
			return s.readExtendedPoints(c, s.labels)
		case e.Name == "cx:numDim" && len(s.values) == 0:
			return s.readExtendedPoints(c, s.values)
		}
		return nil
	})
	return s, err
}

// readExtendedPoints reads the levels of the current dimension, which come innermost first.
func (s *series) readExtendedPoints(c *opc.Cursor, into map[int]string) error {
	level := 0
	return c.Each(func(e opc.Element) error {
		if e.Name != "cx:lvl" {
			return nil
		}
		level++
		format := numfmt.Parse(e.Attr("formatCode"))
		return c.Each(func(e opc.Element) error {
			text, err := c.Text()
			at, notNumber := strconv.Atoi(e.Attr("idx"))
			if e.Name != "cx:pt" || notNumber != nil || at < 0 || at >= chartPoints {
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

// readExtendedSeries returns the data that the current cx:series shows, under the series' name.
func readExtendedSeries(c *opc.Cursor, data map[string]series) (series, error) {
	name, id := "", ""
	err := c.Each(func(e opc.Element) (err error) {
		switch e.Name {
		case "cx:tx":
			name, err = extendedText(c)
		case "cx:dataId":
			id = e.Attr("val")
		}
		return err
	})
	s := data[id]
	s.name = name
	return s, err
}

// extendedText returns the text inside the current element, whether cached or rich text.
func extendedText(c *opc.Cursor) (string, error) {
	var out []string
	var walk func(e opc.Element) error
	walk = func(e opc.Element) error {
		var text string
		var err error
		switch e.Name {
		case "cx:v":
			text, err = c.Text()
		case "a:p":
			text, err = drawing.Text(c)
		default:
			return c.Each(walk)
		}
		out = append(out, strings.TrimSpace(page.Visible(text)))
		return err
	}
	err := c.Each(walk)
	return strings.TrimSpace(strings.Join(out, " ")), err
}
