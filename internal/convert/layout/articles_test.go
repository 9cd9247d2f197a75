package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestTheColumnsOfAnArticleEndAboveTheTitleOfTheNext(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		size, resume float64
		order        string
	}{
		"a title, and level lines below it": {16, 250, "left right Granite left right"},
		"the other column goes on lower":    {16, 262, "left Granite left right right"},
		"no title, but a line of text":      {10, 250, "left Granite left right right"},
	} {
		s := newSheet()
		s.column(60, 100, 10, prose(8, 45)...)
		s.column(330, 100, 10, prose(8, 45)...)
		s.text(60, 222, c.size, regular, "Granite")
		s.column(60, 250, 10, prose(8, 45)...)
		s.column(330, c.resume, 10, prose(8, 45)...)
		var order []string
		for _, b := range s.analyze().Blocks {
			switch {
			case strings.HasPrefix(b.Text(), "Granite"):
				order = append(order, "Granite")
			case b.Box.X0 < 300:
				order = append(order, "left")
			default:
				order = append(order, "right")
			}
			require.Equal(t, page.Paragraph, b.Kind, name)
		}
		require.Equal(t, c.order, strings.Join(order, " "), name)
	}
}
