package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func TestDoubleSpacedLinesAreOneParagraph(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, l := range []string{
		"The applicant has worked for our company since the spring of", "the year and has always carried out the tasks that were given",
		"to him with great care, and to our full satisfaction in every", "respect; and we regret that he leaves us at the end of this",
		"month, and wish him well for all that he may do in years to", "come.",
	} {
		s.text(60, 100+24*float64(i), 10, regular, l)
	}
	require.Len(t, s.analyze().Blocks, 1)
}

func TestShortEntriesFarApartStayParagraphs(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i, l := range []string{"Name of the sponsor", "Name of the theatre", "Name of the crew", "Name of the supporter"} {
		s.text(60, 100+24*float64(i), 10, regular, l)
	}
	blocks := s.analyze().Blocks
	require.Len(t, blocks, 4)
	require.Equal(t, page.Paragraph, blocks[0].Kind)
}

func TestTextSetWiderThanTheListingsAroundItStaysTogether(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := 60.0
	for range 3 {
		for _, l := range []string{
			"In this run the proxy in server mode was started before the clerk", "had opened the gate, and so the first of the ships that came in was",
			"sent away again by the watch.",
		} {
			s.text(60, y, 12, regular, l)
			y += 20.7
		}
		for range 9 {
			s.text(60, y, 10, bold, "Info: the proxy runs")
			y += 11.6
		}
		y += 20
	}
	prose := 0
	for _, b := range s.analyze().Blocks {
		require.NotEqual(t, page.Heading, b.Kind, b.Text())
		if b.Font.Size == 12 {
			prose++
		}
	}
	require.Equal(t, 3, prose)
}
