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
