package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestLabelsFlushRightBesideTheirValuesAreATable(t *testing.T) {
	t.Parallel()
	type row struct{ label, value string }
	person := []row{{"Name", "Ada Norwick"}, {"Telephone", "Norwick 4770"}, {"Date of birth", "In the spring"}}
	for name, c := range map[string]struct {
		rows   []row
		right  bool    // the labels are flush right
		ragged float64 // the step by which the values begin farther and farther right
		tables int
	}{
		"three rows":           {person, true, 0, 1},
		"two rows":             {person[:2], true, 0, 0},
		"labels flush left":    {person, false, 0, 0},
		"values begin ragged":  {person, true, 9, 0},
		"labels of one width":  {[]row{{"from", "Ada Norwick"}, {"from", "Peter Halvard"}, {"from", "Ruth Theaker"}}, true, 0, 0},
		"numbers":              {[]row{{"1", "Ada Norwick"}, {"1200", "Peter Halvard"}, {"300000", "Ruth Theaker"}}, true, 0, 0},
		"prose beside a value": {[]row{{"Those who sit near the windows of it", "Ada"}, {"see the harbour and what goes on there", "Peter"}, {"from the room of the society", "Ruth"}}, true, 0, 0},
	} {
		s := newSheet()
		y := s.column(60, 100, 10, prose(6, 80)...) + 20
		for i, r := range c.rows {
			x := 60.0
			if c.right {
				x = 300 - newSheet().text(0, 0, 10, regular, r.label)
			}
			s.text(x, y+12*float64(i), 10, regular, r.label)
			s.text(315+c.ragged*float64(i), y+12*float64(i), 10, regular, r.value)
		}
		require.Len(t, ofKind(s.analyze(), page.TableKind), c.tables, name)
	}
}
