package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// report writes lines of a label and two figures, which may be empty, and returns the next baseline. A label alone is
// followed by less white space than a line with figures.
func (s *sheet) report(y float64, rows ...[]string) float64 {
	for _, r := range rows {
		if s.text(60, y, 10, regular, r[0]); len(r) == 1 {
			y += 12
			continue
		}
		s.text(330, y, 10, regular, r[1])
		s.text(430, y, 10, regular, r[2])
		y += 15
	}
	return y
}

func TestLabelEndsBesideItsFigures(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.report(100, []string{"Loans of books", "4,120", "1,977"}, []string{"Loans of all the other things that readers take"},
		[]string{"home with them", "17", "23"}, []string{"Reading rooms", "109", "98"}, []string{"All of these", "4,246", "2,098"})
	require.Equal(t, "Loans of books\t4,120\t1,977\nLoans of all the other things that readers take home with them\t17\t23\n"+
		"Reading rooms\t109\t98\nAll of these\t4,246\t2,098", onlyTable(t, s.analyze()).Text())
}

func TestFirstLabelEndsBesideItsFigures(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(330, 84, 10, regular, "2023")
	s.text(430, 84, 10, regular, "2022")
	s.report(100, []string{"Loans of all the other things that readers take"}, []string{"home with them", "17", "23"},
		[]string{"Loans of books of every kind in all of the rooms", "4,120", "1,977"}, []string{"Reading rooms", "109", "98"}, []string{"All of these", "4,246", "2,098"})
	rows := onlyTable(t, s.analyze()).Rows
	require.Equal(t, "Loans of all the other things that readers take home with them\t17\t23", cells(rows[1]))
}

func TestNameOfAPartIsNotPartOfALabel(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{"short": "Loans", "with a colon": "All of the things that readers have taken home:"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.report(100, []string{"Seats in all of the rooms of the house, and stairs", "4,120", "1,977"}, []string{part}, []string{"Books", "17", "23"},
				[]string{"Reading rooms", "109", "98"}, []string{"All of these", "4,246", "2,098"})
			require.Len(t, onlyTable(t, s.analyze()).Rows, 5)
		})
	}
}
