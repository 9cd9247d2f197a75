package layout_test

import (
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
