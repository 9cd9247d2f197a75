package layout_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

const leaders = " . . . . . . . . . . . . . . . . . . . ."

// titlePage writes the title of a report above its contents.
func titlePage() *sheet {
	s := newSheet()
	s.text(234, 177, 17, regular, "A Report on Bridges")
	s.text(232, 206, 12, regular, "Ann Smith")
	s.text(327, 206, 12, regular, "Bob Jones")
	s.text(257, 229, 12, regular, "May 29, 2026")
	s.text(134, 272, 14, bold, "Contents")
	return s
}

func TestContentsBelowATitleAreNotDividedIntoColumns(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string][]string{"parts with leaders": {"2.1 Stone and brick", "2.2 Steel and iron"}, "sections alone": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := titlePage()
			for i, title := range []string{"1", "Introduction", "2", "Materials"} {
				s.text([]float64{134, 149}[i%2], 294+22*float64(i/2), 10, bold, title)
			}
			s.column(472, 294, 10, "3")
			s.column(472, 316, 10, "4")
			for i, part := range parts {
				y := 328 + 12*float64(i)
				for x := s.text(149, y, 10, regular, part) + 5; x < 466; x += 7.75 {
					s.text(x, y, 10, regular, ".")
				}
				s.text(472, y, 10, regular, "5")
			}
			s.text(134, 400, 14, bold, "1 Introduction")
			s.column(134, 420, 10, "Bridges carry roads over rivers and valleys, and they have done so for a long", "time. This text says how, and it says why there are many of them.")
			want := []string{"A Report on Bridges", "Ann Smith Bob Jones", "May 29, 2026", "Contents", "1 Introduction 3", "2 Materials 4"}
			require.Equal(t, want, texts(s.analyze())[:6])
		})
	}
}

func TestContentsInTwoColumnsStayApart(t *testing.T) {
	t.Parallel()
	s := newSheet()
	entries := []string{"Stone" + leaders[:40] + " 3", "Brick" + leaders[:40] + " 4", "Steel" + leaders[:40] + " 6", "Wood" + leaders[:40] + " 8"}
	s.column(60, 100, 10, entries...)
	s.column(320, 100, 10, entries...)
	require.Equal(t, append(entries, entries...), texts(s.analyze()))
}

func TestEntriesOfOneWordStayApart(t *testing.T) {
	t.Parallel()
	s := newSheet()
	want := []string{"Revisions........................15", "Licence........................15", "Examples........................22"}
	s.column(60, 100, 10, prose(3, 70)...)
	s.column(60, 160, 10, want...)
	require.Equal(t, want, texts(s.analyze())[1:])
}

// between writes a word that ends at a given place.
func (s *sheet) between(x, end, y float64, word string) {
	width := (end - x) / float64(len([]rune(word)))
	for i, r := range []rune(word) {
		left := x + width*float64(i)
		s.Glyphs = append(s.Glyphs, ink.Glyph{Rune: r, X: left, Y: y, Size: 10, Content: -1, Box: page.Box{X0: left, Y0: y - 7, X1: left + width, Y1: y + 2}})
	}
}

func TestContentsWithSpaceBetweenChaptersAreNoTable(t *testing.T) {
	t.Parallel()
	type place struct {
		x, end float64
		word   string
	}
	s := newSheet()
	line := func(y float64, words ...place) {
		for _, w := range words {
			s.between(w.x, w.end, y, w.word)
		}
	}
	section := func(y, end float64, words ...place) {
		line(y, words...)
		for k := range 30 { // the printer's pixels round the places of dots
			if x := 224.4 + .12*math.Round(62.2*float64(k)); x > end {
				s.between(x, x+2.5, y, ".")
			}
		}
	}
	line(135, place{125, 180, "Contents"})
	line(158, place{125, 130, "1"}, place{140, 194, "Introduction"}, place{463, 468, "6"})
	section(170, 250, place{140, 152, "1.1"}, place{163, 188, "About"}, place{190, 204, "this"}, place{207, 247, "document"}, place{463, 468, "6"})
	section(182, 222, place{140, 152, "1.2"}, place{163, 188, "About"}, place{190, 220, "lamps"}, place{463, 468, "6"})
	section(194, 216, place{140, 152, "1.3"}, place{163, 191, "What’s"}, place{193, 214, "new?"}, place{463, 468, "7"})
	section(206, 251, place{140, 152, "1.4"}, place{163, 188, "Terms"}, place{190, 204, "and"}, place{207, 249, "definitions"}, place{463, 468, "8"})
	line(228, place{125, 130, "2"}, place{140, 185, "Supported"}, place{187, 200, "oil"}, place{202, 235, "lamps"}, place{463, 468, "8"})
	line(250, place{125, 130, "3"}, place{140, 194, "Architecture"}, place{463, 468, "9"})
	section(262, 278, place{140, 152, "3.1"}, place{163, 193, "Logical"}, place{195, 210, "and"}, place{212, 246, "physical"}, place{248, 276, "oil"}, place{463, 468, "9"})
	requireNoTable(t, s.analyze())
}

func TestDotsFarApartAreLeaders(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 60, 16, bold, "Table of Contents")
	entries := []string{"5.3 Containers of maps", "5.4 Tracking", "5.5 Custom containers", "6 Relationships", "6.1 One way"}
	for i, title := range entries {
		y := 100 + 15*float64(i)
		end := s.text(60, y, 10, regular, title)
		for x := 64.0; x < 480; x += 21.6 {
			if x > end {
				s.text(x, y, 10, regular, ".")
			}
		}
		s.text(450, y, 10, regular, strconv.Itoa(85+i))
	}
	p := s.analyze()
	requireNoTable(t, p)
	require.Regexp(t, `^5\.3 Containers of maps \.+ 85$`, p.Blocks[1].Text())
	require.Regexp(t, `^6\.1 One way \.+ 89$`, p.Blocks[5].Text())
}
