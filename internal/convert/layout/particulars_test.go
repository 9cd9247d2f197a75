package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// finePrint writes paragraphs in small type, as on the back of a ticket.
func (s *sheet) finePrint(y float64) {
	for i := range 4 {
		s.column(60, y+70*float64(i), 8, prose(4, 110)...)
	}
}

func TestAnAddressInLargerTypeIsNoHeading(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 140, 11, "Harbour Office, Quay Street 12", "North Town 2040-117", "Telephone: 555 0199", "Issued: 9 May 2026")
	s.text(60, 230, 11, bold, "Conditions of carriage")
	s.finePrint(250)
	p := s.finished()
	require.Equal(t, []string{"Conditions of carriage"}, headingTexts(p))
	require.Equal(t, "Harbour Office, Quay Street 12\nNorth Town 2040-117\nTelephone: 555 0199\nIssued: 9 May 2026", p.Blocks[0].Text())
}

func TestATitleOfThreeLinesMayNameAYear(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 140, 11, "The Harbour Company", "Statement of Income", "For the Year 2025")
	s.finePrint(200)
	require.Len(t, headingTexts(s.finished()), 1)
}
