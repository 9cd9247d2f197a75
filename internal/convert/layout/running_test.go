package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// slanted writes a line that rises across the page at 45 degrees.
func (s *sheet) slanted(x, y, size float64, text string) {
	for i, r := range text {
		at := .4 * size * float64(i)
		s.Glyphs = append(s.Glyphs, ink.Glyph{
			Rune: r, X: x + at, Y: y - at, Size: size, Content: -1, Angle: 315,
			Box: page.Box{X0: x + at, Y0: y - at - .8*size, X1: x + at + .5*size, Y1: y - at},
		})
	}
}

// kindsReading returns the kinds of the blocks with a text, page by page.
func kindsReading(pages []page.Page, text string) (kinds []page.Kind) {
	for _, p := range pages {
		for _, b := range p.Blocks {
			if b.Text() == text {
				kinds = append(kinds, b.Kind)
			}
		}
	}
	return kinds
}

func TestWatermarkOfEveryPageIsNotText(t *testing.T) {
	t.Parallel()
	stamped := func(marks ...string) (pages []page.Page) {
		for i, mark := range marks {
			s := newSheet()
			s.Number = i + 1
			s.column(60, 110, 10, prose(6+i, 70)...)
			s.slanted(150, 500, 60, mark)
			pages = append(pages, s.analyze())
		}
		return finish(pages...)
	}
	require.Equal(t, []page.Kind{page.PageFoot, page.PageFoot}, kindsReading(stamped("Draft", "Draft"), "Draft"))
	require.Equal(t, []page.Kind{page.Paragraph}, kindsReading(stamped("Draft", "Final"), "Draft"))
	require.Equal(t, []page.Kind{page.Paragraph}, kindsReading(stamped("Draft"), "Draft"))
}

// particulars returns pages with a table of a document's particulars at the head, drawn cell by cell, whose last cell
// comes from the caller.
func particulars(last ...string) []page.Page {
	var pages []page.Page
	for i, cell := range last {
		s := newSheet()
		s.Number = i + 1
		xs := []float64{55, 200, 400, 545}
		for _, x := range xs {
			s.down(x, 30, 78)
		}
		for _, y := range []float64{30, 54, 78} {
			s.across(y, 55, 545)
		}
		s.row(46, []float64{60, 205, 405}, "Lamp Society", "Care of lamps", cell)
		s.row(70, []float64{60, 205, 405}, "Procedure 17", "Version 2", "Hall")
		s.column(60, 130, 10, prose(6+i, 70)...)
		pages = append(pages, s.analyze())
	}
	return finish(pages...)
}

func TestTableOfParticularsOnEveryPageIsARunningHead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		last []string
		want page.Kind
	}{
		"with page numbers":     {[]string{"Page 1 of 3", "Page 2 of 3", "Page 3 of 3"}, page.PageHead},
		"the same on two pages": {[]string{"Norwick", "Norwick"}, page.PageHead},
		"with other data":       {[]string{"12 lamps", "14 lamps", "11 lamps"}, page.TableKind},
		"on one page":           {[]string{"Norwick"}, page.TableKind},
	} {
		for i, p := range particulars(c.last...) {
			require.Equal(t, c.want, p.Blocks[0].Kind, "%s, page %d", name, i+1)
			require.Contains(t, p.Blocks[0].Text(), "Procedure 17")
			require.Equal(t, c.want == page.TableKind, p.Blocks[0].Table != nil)
		}
	}
}

func TestBothEndsOfARunningHeadAreFurnitureIfOneIsLower(t *testing.T) {
	t.Parallel()
	var pages []page.Page
	for i := range 3 {
		s := newSheet()
		s.Number = i + 1
		s.text(480, 40, 7, regular, fmt.Sprintf("Of %s", []string{"lamps", "halls", "doors"}[i]))
		s.text(55, 49, 7, regular, fmt.Sprint(7+i))
		s.column(60, 110, 10, prose(6+i, 70)...)
		pages = append(pages, s.analyze())
	}
	for i, p := range finish(pages...) {
		require.Equal(t, []page.Kind{page.PageHead, page.PageHead}, []page.Kind{p.Blocks[0].Kind, p.Blocks[1].Kind}, "page %d", i+1)
	}
}

func TestRunningHeadWithARomanPageNumberIsTheSameOnEveryPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		heads []string
		want  page.Kind
	}{
		"the number after a short title":  {[]string{"Lamps iv", "Lamps v", "Lamps vi", "Lamps ix"}, page.PageHead},
		"the number before a short title": {[]string{"iv Lamps", "v Lamps", "vi Lamps", "xl Lamps"}, page.PageHead},
		"numbers of both kinds":           {[]string{"Lamps iii", "Lamps 4", "Lamps 5", "Lamps 6"}, page.PageHead},
		"words that are not numbers":      {[]string{"Lamps ill", "Lamps vil", "Lamps lil", "Lamps iiii"}, page.Paragraph},
	} {
		var pages []page.Page
		for i, head := range c.heads {
			s := newSheet()
			s.Number = i + 1
			s.text(60, 40, 10, regular, head)
			s.column(60, 110, 10, prose(6+i, 70)...)
			pages = append(pages, s.analyze())
		}
		for i, p := range finish(pages...) {
			require.Equal(t, c.want, p.Blocks[0].Kind, "%s, page %d", name, i+1)
		}
	}
}
