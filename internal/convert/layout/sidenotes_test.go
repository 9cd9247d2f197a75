package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestNotesInTheMarginFollowTheirParagraphs(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, note := range []string{"Harbours", "Bridges", "Ferries"} {
		for i, l := range []string{"a word about those of", note + " and others"} {
			s.text(420, y+9*float64(i)-1, 7, regular, l)
		}
		y = s.column(60, y, 10, append(prose(6, 62), note+" end.")...) + 8
	}
	got := s.reading()
	for _, note := range []string{"Harbours", "Bridges", "Ferries"} {
		require.Contains(t, got, note+" end. a word about those of "+note)
	}
}

func TestTextsOnAPanelBesideTheTextStayTogether(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.Fills = append(s.Fills, ink.Fill{Box: page.Box{X0: 400, Y0: 80, X1: 580, Y1: 580}, Color: 0xCC2200})
	y := 100.0
	for _, title := range []string{"Harbours", "Bridges", "Ferries"} {
		s.text(420, y-1, 7, regular, "a word about "+title)
		y = s.column(60, y, 10, append(prose(6, 62), title+" end.")...) + 8
	}
	got := s.reading()
	require.Contains(t, got, "a word about Harbours a word about Bridges a word about Ferries")
}

func TestAShortLineBeforeALongWordDoesNotEndAParagraph(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, note := range []string{"Harbours", "Bridges", "Ferries"} {
		s.text(420, y-1, 7, regular, "a word about those of")
		s.text(420, y+8, 7, regular, note+" and others")
		lines := append([]string{"Nobody who waits in the halls knows why", strings.Repeat("never", 6) + " before the tables fill in the hall"}, prose(6, 62)...)
		y = s.column(60, y, 10, append(lines, note+" end.")...) + 8
	}
	require.Contains(t, s.reading(), "Harbours end. a word about those of Harbours")
}

func TestAJustifiedLineWithWideSpacesDoesNotEndAParagraph(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 100.0
	for _, note := range []string{"Harbours", "Bridges", "Ferries"} {
		s.text(420, y-1, 7, regular, "a word about those of")
		s.text(420, y+8, 7, regular, note+" and others")
		s.text(60, y, 10, regular, "Nobody knows why")
		s.text(270, y, 10, regular, "those who wait") // the rest of the same line
		y = s.column(60, y+12, 10, append(prose(6, 62), note+" end.")...) + 8
	}
	require.Contains(t, s.reading(), "Harbours end. a word about those of Harbours")
}
