package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestFormulaTakesNothingFromTheNextColumn(t *testing.T) {
	t.Parallel()
	s := formulaSheet()
	s.Glyphs = nil
	left := s.column(60, 100, 10, prose(10, 45)...)
	s.text(120, left+8, 10, letters, "x")
	s.text(130, left+8, 10, regular, "=")
	s.text(142, left+8, 10, letters, "y")
	s.text(269, left+8, 10, regular, "(4)")
	s.column(60, left+28, 10, prose(10, 45)...)
	right := s.column(300, 100, 10, prose(10, 45)...)
	s.text(300, right+8, 10, bold, "Summary")
	s.column(300, right+28, 10, prose(10, 45)...)
	p := s.analyze()
	require.Equal(t, `x = y \tag{4}`, onlyFormula(t, p))
	var kinds []page.Kind
	for _, b := range p.Blocks {
		kinds = append(kinds, b.Kind)
	}
	require.Len(t, kinds, 6, "%q", texts(p))
	require.Equal(t, page.Formula, kinds[1])
	require.True(t, strings.HasPrefix(p.Blocks[4].Text(), "Summary"), "%q", texts(p))
}
