package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// listing writes lines of fixed-width type one below the other; spaces are as wide as letters.
func (s *sheet) listing(x, y, size float64, lines ...string) {
	for i, l := range lines {
		for at, r := range []rune(l) {
			if r != ' ' {
				s.text(x+size/2*float64(at), y+1.2*size*float64(i), size, mono, string(r))
			}
		}
	}
}

// ofKind returns the texts of the blocks of a kind.
func ofKind(p page.Page, kind page.Kind) []string {
	var out []string
	for _, b := range p.Blocks {
		if b.Kind == kind {
			out = append(out, b.Text())
		}
	}
	return out
}

func TestNumbersOfLinesBelongToTheListing(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	s.listing(60, y, 10, "for lamp in lamps:", "    lamp.light()", "done()")
	for i, n := range []string{"1", "2", "3"} {
		s.text(50, y+12*float64(i), 5, regular, n)
	}
	require.Equal(t, []string{"1 for lamp in lamps:\n2     lamp.light()\n3 done()"}, ofKind(s.analyze(), page.Code))
}

func TestAFrameAroundAListingDoesNotMakeATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	s.listing(60, y, 10, "light(lamp)     # at dusk", "wait(hours=8)   # or longer", "quench(lamp)    # at dawn")
	for _, at := range []float64{y - 14, y + 36} {
		s.across(at, 50, 400)
	}
	p := s.analyze()
	require.Empty(t, ofKind(p, page.TableKind))
	require.Equal(t, []string{"light(lamp)     # at dusk\nwait(hours=8)   # or longer\nquench(lamp)    # at dawn"}, ofKind(p, page.Code))
}

func TestFixedWidthWordsWithUntypedSpacesBetweenThemAreATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	for i, row := range [][]string{{"if", "then", "else"}, {"for", "in", "until"}, {"case", "esac", "select"}, {"while", "do", "done"}} {
		for c, word := range row {
			s.text(60+107.3*float64(c), y+12*float64(i), 10, mono, word)
		}
	}
	p := s.analyze()
	require.Empty(t, ofKind(p, page.Code))
	require.Len(t, ofKind(p, page.TableKind), 1)
}

func TestListingsLongerThanTheTextAroundThemStayListings(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(4, 80)...) + 20
	lines := strings.Split(strings.Repeat("light(lamp, colour, hours)\n", 30), "\n")
	s.listing(60, y, 10, lines[:30]...)
	require.Len(t, ofKind(s.analyze(), page.Code), 1)
}

func TestSignsOfResultsBelongToTheListing(t *testing.T) {
	t.Parallel()
	s := newSheet()
	y := s.column(60, 100, 10, prose(6, 80)...) + 20
	s.listing(60, y, 10, "lit(lamp)", "      lit = 1", "out(lamp)", "      out = 0")
	for i := range 2 {
		s.text(70, y+12+24*float64(i), 10, regular, "⇒")
	}
	require.Equal(t, []string{"lit(lamp)\n  ⇒   lit = 1\nout(lamp)\n  ⇒   out = 0"}, ofKind(s.analyze(), page.Code))
}
