package layout_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTitleOfAPartIsNotJoinedWithThatOfItsFirstSection(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, append(prose(4, 70), "and ends here.")...) + 12
	s.text(60, y, 10, bold, "3 The lending of books")
	s.text(60, y+12, 10, bold, "3.1 Loans of a year")
	s.column(60, y+30, 10, prose(5, 70)...)
	found := headings(finish(s.analyze())[0])
	require.Contains(t, found, "3 The lending of books")
	require.Contains(t, found, "3.1 Loans of a year")
}

func TestTitleIsNotJoinedWithOneInSmallerTypeBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, first string
		want        []string
	}{
		{"two titles", "7.1 How books move", []string{"7.1 How books move", "forward"}},
		{"a number and its title", "III.", []string{"III. forward"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			y := s.column(60, 100, 11, append(prose(4, 70), "and ends here.")...) + 12
			s.text(60, y, 14.3, bold, c.first)
			s.text(60, y+16, 13.1, bold, "forward")
			s.column(60, y+34, 11, prose(5, 70)...)
			require.Equal(t, c.want, slices.Sorted(maps.Keys(headings(finish(s.analyze())[0]))))
		})
	}
}
