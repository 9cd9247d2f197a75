// Package drawing reads DrawingML (ECMA-376 part 1, 20 and 21), which the Office formats share.
package drawing

import (
	"strings"

	"quire/internal/convert/office/opc"
)

// Text returns the text of the current a:p.
func Text(c *opc.Cursor) (string, error) {
	var s strings.Builder
	var visit func(e opc.Element) error
	visit = func(e opc.Element) error {
		switch e.Name {
		case "a:t":
			text, err := c.Text()
			s.WriteString(text)
			return err
		case "a:br":
			s.WriteByte('\n')
		}
		return c.Each(visit)
	}
	err := c.Each(visit)
	return s.String(), err
}
