package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGlyphsOfSymbolFontsAreBullets(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 12, regular, "\uf097 Fast to learn")
	s.text(80, 120, 10, regular, "\uf0a4 for those who read")
	s.text(60, 140, 12, regular, "\uf097 Fast to run")
	p := finish(s.analyze())[0]
	require.Empty(t, headings(p))
	for _, b := range p.Blocks {
		require.NotEmpty(t, b.Marker, b.Text())
	}
}
