package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// ruledForm draws rows of 24 points one below the other, each divided at its own places, and prints the texts of its
// cells. It returns the height at which the form ends.
func (s *sheet) ruledForm(y float64, rows ...[]formCell) float64 {
	s.across(y, 60, 560)
	for _, cells := range rows {
		for i, c := range cells {
			s.down(c.x, y, y+24)
			s.text(c.x+4, y+10, 8, regular, c.label)
			s.text(c.x+4, y+20, 10, regular, cells[i].value)
		}
		s.down(560, y, y+24)
		y += 24
		s.across(y, 60, 560)
	}
	return y
}

type formCell struct {
	x            float64
	label, value string
}

func employer() [][]formCell {
	return [][]formCell{
		{{60, "1. Name of the employer", "Hill Nursery"}},
		{{60, "2. Street", "12 Mill Road"}},
		{{60, "3. Further address", "None"}},
		{{60, "4. City", "Granby"}, {330, "5. State", "Ohio"}, {440, "6. Code", "43023"}},
		{{60, "7. Telephone", "740 5872178"}, {330, "8. Extension", "None"}},
		{{60, "9. Number of employees", "12"}, {330, "10. Revenue", "900"}, {470, "11. Founded", "2005"}},
		{{60, "12. How the employer is known to the people of the town and to others", "As the nursery"}},
	}
}

func TestEachRowOfAFormIsDividedInItsOwnWay(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.ruledForm(100, employer()...)
	require.Equal(t, `<table>
<tr><th colspan="4">1. Name of the employer Hill Nursery</th></tr>
<tr><td colspan="4">2. Street 12 Mill Road</td></tr>
<tr><td colspan="4">3. Further address None</td></tr>
<tr><td>4. City Granby</td><td>5. State Ohio</td><td colspan="2">6. Code 43023</td></tr>
<tr><td>7. Telephone 740 5872178</td><td colspan="3">8. Extension None</td></tr>
<tr><td>9. Number of employees 12</td><td colspan="2">10. Revenue 900</td><td>11. Founded 2005</td></tr>
<tr><td colspan="4">12. How the employer is known to the people of the town and to others As the nursery</td></tr>
</table>`, page.Markdown(s.analyze()))
}

func TestLinesThatPartNoRowOfAFormDivideNothing(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(s *sheet){
		"a line that ends within the row": func(s *sheet) { s.down(440, 172, 184) },
		"places for the digits of a number": func(s *sheet) {
			for i := range 12 {
				s.down(400+12*float64(i), 172, 196)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			rows := employer()
			rows[3], rows[5] = rows[3][:2], rows[5][:2]
			s.ruledForm(100, rows...)
			draw(s)
			require.Contains(t, page.Markdown(s.analyze()), "<tr><td>4. City Granby</td><td>5. State Ohio</td></tr>")
		})
	}
}

func TestALongLastRowWithCheckBoxesIsNoNote(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.ruledForm(
		100,
		[]formCell{{60, "1. Name", "Hill"}, {300, "2. Street", "Mill Road"}},
		[]formCell{{60, "3. City", "Granby"}, {300, "4. State", "Ohio"}},
		[]formCell{{60, "5. Kind of the employer (choose only one of these)", ""}},
	)
	for i, kind := range []string{"One person", "A company", "A town"} {
		s.square(80+75*float64(i), y-4, 8)
		s.text(92+75*float64(i), y-4, 8, regular, kind)
	}
	s.tick(80, y-4, 8)
	require.Contains(t, page.Markdown(s.analyze()), "5. Kind of the employer (choose only one of these) [x] One person [ ] A company [ ] A town")
}

func TestATickInABoxThatIsDrawnOverASignTicksItOnce(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Full time")
	s.square(60, 118, 14)
	s.text(64, 114, 9, regular, "☐")
	s.text(62, 115, 11, regular, "✔")
	x := s.text(78, 114, 10, regular, "Yes")
	s.square(x+8, 118, 14)
	s.text(x+12, 114, 9, regular, "☐")
	s.text(x+26, 114, 10, regular, "No")
	require.Equal(t, "Full time\n\n[x] Yes [ ] No", page.Markdown(s.analyze()))
}

func TestEntriesTakeThePlaceOfUnderscores(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "Case ")
	end := s.text(x, 100, 10, regular, "__________________ ")
	s.text(x+3, 95, 8, regular, "H 300")
	x = s.text(end, 100, 10, regular, "Status ")
	end = s.text(x, 100, 10, regular, "__________ ")
	x = s.text(end, 100, 10, regular, "from ")
	s.text(x, 100, 10, regular, "__________")
	s.text(x+3, 98, 10, regular, "June")
	require.Equal(t, "Case H 300 Status __________ from June", page.Markdown(s.analyze()))
}
