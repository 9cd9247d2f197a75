package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// tagged is a sheet whose text belongs to a structure tree.
type tagged struct {
	*sheet
	next int
}

func newTagged() *tagged { return &tagged{sheet: newSheet()} }

// put writes a line as marked content.
func (s *tagged) put(x, y float64, text string) ink.Kid {
	from := len(s.Glyphs)
	s.text(x, y, 10, regular, text)
	for i := range s.Glyphs[from:] {
		s.Glyphs[from+i].Content = s.next
	}
	s.next++
	return ink.Kid{Content: s.next - 1}
}

// lines writes lines one below the other as a single piece of marked content.
func (s *tagged) lines(x, y float64, lines ...string) ink.Kid {
	from := len(s.Glyphs)
	s.column(x, y, 10, lines...)
	for i := range s.Glyphs[from:] {
		s.Glyphs[from+i].Content = s.next
	}
	s.next++
	return ink.Kid{Content: s.next - 1}
}

func of(role ink.Role, kids ...ink.Kid) ink.Kid {
	e := &ink.Element{Role: role, Kids: kids}
	switch role {
	case ink.RoleHeading:
		e.Level = 2
	case ink.RoleCell, ink.RoleHeaderCell:
		e.RowSpan, e.ColSpan = 1, 1
	}
	return ink.Kid{Element: e}
}

func (s *tagged) read(kids ...ink.Kid) page.Page {
	s.Structure = &ink.Element{Kids: kids}
	return s.analyze()
}

func TestTreeDeterminesOrderAndKinds(t *testing.T) {
	t.Parallel()
	s := newTagged()
	p := s.read(
		of(ink.RoleHeading, s.put(60, 160, "Plain but a heading")),
		of(ink.RoleParagraph, s.lines(60, 200, "The text beside the picture is read after", "the text in the margin of the page.")),
		of(ink.RoleParagraph, s.put(350, 160, "In the margin")),
		of(ink.RoleCode, s.lines(60, 300, "let x = 1", "let y = 2")),
		of(ink.RoleCaption, s.put(60, 400, "What the picture shows")),
	)
	require.Equal(t, []string{
		"Plain but a heading", "The text beside the picture is read after the text in the margin of the page.",
		"In the margin", "let x = 1\nlet y = 2", "What the picture shows",
	}, texts(p))
	require.Equal(t, []page.Kind{page.Heading, page.Paragraph, page.Paragraph, page.Code, page.Caption}, kindsOf(p))
	require.InDelta(t, 1, p.Coverage, 1e-9)
	require.Len(t, p.Words, 35)
}

func kindsOf(p page.Page) []page.Kind {
	var out []page.Kind
	for _, b := range p.Blocks {
		out = append(out, b.Kind)
	}
	return out
}

func TestTaggedListsNest(t *testing.T) {
	t.Parallel()
	s := newTagged()
	item := func(y float64, label, text string, more ...ink.Kid) ink.Kid {
		kids := []ink.Kid{}
		if label != "" {
			kids = append(kids, of(ink.RoleLabel, s.put(60, y, label)))
		}
		return of(ink.RoleItem, append(append(kids, of(ink.RoleInline, s.put(90, y, text))), more...)...)
	}
	p := s.read(of(ink.RoleList,
		item(100, "•", "outer", of(ink.RoleList, item(114, "", "a drawn bullet"), item(128, "b)", "lettered"))),
		item(142, "Lamp", "what gives light"),
	))
	var got []string
	for _, b := range p.Blocks {
		require.Equal(t, page.ListItem, b.Kind)
		got = append(got, strings.Repeat(" ", b.Level)+b.Marker+" "+b.Text())
	}
	require.Equal(t, []string{"• outer", " • a drawn bullet", " b) lettered", "• Lamp what gives light"}, got)
}

func TestTaggedTablesKeepSpansAndEmptyCells(t *testing.T) {
	t.Parallel()
	s := newTagged()
	head := of(ink.RoleHeaderCell, s.put(200, 100, "Lamps"))
	head.Element.ColSpan = 2
	room := of(ink.RoleHeaderCell, s.put(60, 100, "Room"))
	room.Element.RowSpan = 2
	p := s.read(of(ink.RoleParagraph, s.put(60, 60, "Before the table")), of(ink.RoleTable,
		of(ink.RoleRow, room, head),
		of(ink.RoleRow, of(ink.RoleHeaderCell, s.put(200, 116, "brass")), of(ink.RoleHeaderCell, s.put(300, 116, "tin"))),
		of(ink.RoleGroup, of(ink.RoleRow, of(ink.RoleCell, s.put(60, 132, "Hall")), of(ink.RoleCell), of(ink.RoleCell, s.put(300, 132, "7")))),
		of(ink.RoleRow, of(ink.RoleCell, s.put(60, 148, "Stairs")), of(ink.RoleCell, s.put(200, 148, "3")), of(ink.RoleCell)),
	))
	table := onlyTable(t, p)
	require.Equal(t, "Room\tLamps\nbrass\ttin\nHall\t\t7\nStairs\t3\t", table.Text())
	require.Equal(t, 2, table.HeaderRows)
	require.Equal(t, 3, table.Columns)
	require.Equal(t, 1, table.Rows[1].Cells[0].Column)
	require.True(t, p.Blocks[1].Tagged)
}

func TestLayoutTableIsReadAsText(t *testing.T) {
	t.Parallel()
	s := newTagged()
	p := s.read(of(ink.RoleTable,
		of(ink.RoleRow, of(ink.RoleCell, of(ink.RoleHeading, s.put(60, 100, "News"))), of(ink.RoleCell, of(ink.RoleParagraph, s.put(300, 100, "A column")))),
		of(ink.RoleRow, of(ink.RoleCell, of(ink.RoleParagraph, s.put(60, 130, "Something happened."))), of(ink.RoleCell, of(ink.RoleParagraph, s.put(300, 130, "Something else.")))),
	))
	requireNoTable(t, p)
	require.Equal(t, []string{"News", "A column", "Something happened.", "Something else."}, texts(p))
}

func TestFiguresUseTheirAlternativeText(t *testing.T) {
	t.Parallel()
	s := newTagged()
	figure := func(alt string) ink.Kid {
		k := of(ink.RoleFigure)
		k.Element.Alt = alt
		return k
	}
	p := s.read(
		of(ink.RoleParagraph, s.put(60, 100, "A line with"), figure("a small star"), s.put(140, 100, "a star in it.")),
		figure("image1.png"),
	)
	require.Equal(t, []page.Kind{page.Paragraph, page.Picture}, kindsOf(p))
	require.Equal(t, "A line with a star in it.", p.Blocks[0].Text())
	require.Equal(t, "a small star", p.Blocks[1].Alt)
}

func TestNotesFollowTheParagraphThatRefersToThem(t *testing.T) {
	t.Parallel()
	s := newTagged()
	p := s.read(of(ink.RoleParagraph, s.put(60, 100, "The rooms are full"),
		of(ink.RoleNote, of(ink.RoleLabel, s.put(60, 700, "1")), of(ink.RoleParagraph, s.put(70, 700, "In winter."))),
		s.put(60, 112, "and nobody knows why.")))
	require.Equal(t, []string{"The rooms are full and nobody knows why.", "1 In winter."}, texts(p))
}

func TestTextOutsideTheTreeIsInsertedAtItsPosition(t *testing.T) {
	t.Parallel()
	s := newTagged()
	s.text(60, 40, 10, regular, "Running head")
	s.text(300, 780, 10, regular, "7")
	s.text(120, 112, 10, regular, ". . . . . .")
	s.text(60, 150, 10, regular, "A stamp")
	p := s.read(
		of(ink.RoleParagraph, s.lines(60, 100, prose(3, 80)...)),
		of(ink.RoleParagraph, s.lines(60, 200, prose(3, 80)...)),
	)
	got := texts(p)
	require.Len(t, got, 5)
	require.Equal(t, []string{"Running head", "A stamp", "7"}, []string{got[0], got[2], got[4]})
}

func TestImplausibleTreeIsIgnored(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(*tagged) []ink.Kid{
		"from the bottom up": func(s *tagged) []ink.Kid {
			var kids []ink.Kid
			for i, text := range []string{"Fourth.", "Third.", "Second.", "First."} {
				kids = append(kids, of(ink.RoleParagraph, s.put(60, 190-30*float64(i), text)))
			}
			return kids
		},
		"a paragraph for each line": func(s *tagged) []ink.Kid {
			var kids []ink.Kid
			for i, text := range []string{"First of the lines", "that go on and on", "over more than a few", "of them.", "Second.", "Third.", "Fourth."} {
				y := 100 + 12*float64(i)
				if i > 3 {
					y += 20 * float64(i-3)
				}
				kids = append(kids, of(ink.RoleParagraph, s.put(60, y, text)))
			}
			return kids
		},
		"all in one paragraph": func(s *tagged) []ink.Kid {
			k := s.put(60, 100, "First.")
			for i, text := range []string{"Second.", "Third.", "Fourth."} {
				s.next--
				k = s.put(60, 130+30*float64(i), text)
			}
			return []ink.Kid{of(ink.RoleParagraph, k)}
		},
		"said twice": func(s *tagged) []ink.Kid {
			k := s.put(60, 100, "First.")
			for i, text := range []string{"Second.", "Third.", "Fourth."} {
				s.next--
				k = s.put(60, 130+30*float64(i), text)
			}
			return []ink.Kid{of(ink.RoleHeading, k), of(ink.RoleParagraph, k)}
		},
		"nothing but groups": func(s *tagged) []ink.Kid {
			var kids []ink.Kid
			for i, text := range []string{"First.", "Second.", "Third.", "Fourth."} {
				kids = append(kids, of(ink.RoleGroup, s.put(60, 100+30*float64(i), text)))
			}
			return kids
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTagged()
			got := texts(s.read(build(s)...))
			require.Len(t, got, 4)
			require.Equal(t, []string{"Second.", "Third.", "Fourth."}, got[1:])
		})
	}
}

func TestCellsMissingFromTheTreeAreFoundByPosition(t *testing.T) {
	t.Parallel()
	s := newTagged()
	row := func(y float64, xs []float64, cells ...string) ink.Kid {
		var kids []ink.Kid
		for i, c := range cells {
			kids = append(kids, of(ink.RoleCell, s.put(xs[i], y, c)))
		}
		return of(ink.RoleRow, kids...)
	}
	p := s.read(of(ink.RoleTable,
		row(100, places, "Branch", "Chairs", "Lamps", "Opened"),
		row(116, places, "North", "40", "22", "1961"),
		row(132, places, "South", "18", "9", "1974"),
		row(148, []float64{60, 320}, "Harbour", "41"),
		row(164, places, "East", "12", "3", "1980"),
	))
	require.Equal(t, "Branch\tChairs\tLamps\tOpened\nNorth\t40\t22\t1961\nSouth\t18\t9\t1974\nHarbour\t\t41\t\nEast\t12\t3\t1980", onlyTable(t, p).Text())
}

func TestTreeWithCellsAsParagraphsIsIgnored(t *testing.T) {
	t.Parallel()
	s := newTagged()
	var kids []ink.Kid
	for r := range 6 {
		for c, x := range []float64{60, 200, 320, 440} {
			kids = append(kids, of(ink.RoleParagraph, s.put(x, 100+14*float64(r), string(rune('1'+r))+string(rune('1'+c))+"0")))
		}
	}
	require.Len(t, onlyTable(t, s.read(kids...)).Rows, 6)
}

// bareRow writes a row as browsers tag it in a table without header cells: neither the row nor its cells have a role.
func (s *tagged) bareRow(y float64, xs []float64, cells ...string) ink.Kid {
	row := of(ink.RoleAnonymous)
	for i, c := range cells {
		row.Element.Kids = append(row.Element.Kids, of(ink.RoleAnonymous, of(ink.RoleAnonymous, s.put(xs[i], y, c))))
	}
	return row
}

func TestUntaggedTableIsFoundByItsColumns(t *testing.T) {
	t.Parallel()
	s := newTagged()
	intro := of(ink.RoleParagraph, s.lines(60, 40, prose(3, 80)...))
	p := s.read(intro, of(ink.RoleAnonymous,
		s.bareRow(100, places, "Branch", "Chairs", "Lamps", "Opened"),
		s.bareRow(116, places, "North", "40", "22", "1961"),
		s.bareRow(132, []float64{60, 320}, "Harbour", "41"),
		s.bareRow(148, places, "South", "18", "9", "1974"),
	), of(ink.RoleParagraph, s.put(60, 180, "After the table")))
	require.Equal(t, []page.Kind{page.Paragraph, page.TableKind, page.Paragraph}, kindsOf(p))
	require.Equal(t, "Branch\tChairs\tLamps\tOpened\nNorth\t40\t22\t1961\nHarbour\t\t41\t\nSouth\t18\t9\t1974", onlyTable(t, p).Text())
}

func TestElementsWithoutNamesAreNotATableUnlessTheirPositionsAre(t *testing.T) {
	t.Parallel()
	running := [][]string{{"We met", "in the", "spring"}, {"to consider", "how", "rooms"}, {"are", "used by", "readers"}}
	for name, build := range map[string]func(*tagged) []ink.Kid{
		"pieces of running text": func(s *tagged) []ink.Kid {
			var kids []ink.Kid
			for r, words := range running {
				x, xs := 60.0, []float64(nil)
				for _, w := range words {
					xs = append(xs, x)
					x += 5*float64(len(w)) + 3
				}
				kids = append(kids, s.bareRow(100+16*float64(r), xs, words...))
			}
			return kids
		},
		"rows on one line": func(s *tagged) []ink.Kid {
			var kids []ink.Kid
			for r, words := range running {
				kids = append(kids, s.bareRow(100, []float64{60 + 170*float64(r), 110 + 170*float64(r), 160 + 170*float64(r)}, words...))
			}
			return kids
		},
		"cells below each other": func(s *tagged) []ink.Kid {
			var kids []ink.Kid
			for r, words := range running {
				row := of(ink.RoleAnonymous)
				for i, w := range words {
					row.Element.Kids = append(row.Element.Kids, of(ink.RoleAnonymous, s.put(60, 100+30*float64(3*r+i), w)))
				}
				kids = append(kids, row)
			}
			return kids
		},
		"two rows": func(s *tagged) []ink.Kid {
			return []ink.Kid{s.bareRow(100, places, running[0]...), s.bareRow(300, places, running[1]...)}
		},
		"the same text in all cells": func(s *tagged) []ink.Kid {
			row := s.bareRow(100, places, running[0]...)
			return []ink.Kid{row, row, row}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTagged()
			requireNoTable(t, s.read(of(ink.RoleAnonymous, build(s)...)))
		})
	}
}

func TestManyCellsMayBeMissingFromTheTreeIfPositionsShowWhich(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what string
		x    float64 // of the only figure in a short row
		want string
	}{
		{"below a column", 320, "North\t40\t22\nSouth\t\t9\nEast\t\t3"},
		{"between two columns", 195, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			s := newTagged()
			row := func(y float64, xs []float64, cells ...string) ink.Kid {
				var kids []ink.Kid
				for i, text := range cells {
					kids = append(kids, of(ink.RoleCell, s.put(xs[i], y, text)))
				}
				return of(ink.RoleRow, kids...)
			}
			p := s.read(of(ink.RoleParagraph, s.lines(60, 40, prose(3, 80)...)), of(ink.RoleTable,
				row(100, places[:3], "North", "40", "22"), row(116, []float64{60, c.x}, "South", "9"), row(132, []float64{60, c.x}, "East", "3"),
			))
			if c.want == "" {
				require.False(t, p.Blocks[1].Tagged)
				return
			}
			require.Equal(t, c.want, onlyTable(t, p).Text())
			require.True(t, p.Blocks[1].Tagged)
		})
	}
}

func TestHeaderCellsMissingFromTheTreeAreHeaderCells(t *testing.T) {
	t.Parallel()
	for _, listed := range []bool{true, false} { // as a cell without text, or not at all
		s := newTagged()
		row := func(role ink.Role, y float64, xs []float64, cells ...string) ink.Kid {
			var kids []ink.Kid
			for i, text := range cells {
				kids = append(kids, of(role, s.put(xs[i], y, text)))
			}
			return of(ink.RoleRow, kids...)
		}
		corner := row(ink.RoleHeaderCell, 100, places[1:3], "Chairs", "Lamps")
		if listed {
			corner.Element.Kids = append([]ink.Kid{of(ink.RoleCell)}, corner.Element.Kids...)
		}
		table := onlyTable(t, s.read(of(ink.RoleParagraph, s.lines(60, 40, prose(3, 80)...)), of(ink.RoleTable,
			corner,
			row(ink.RoleCell, 116, places[:3], "North", "40", "22"),
			row(ink.RoleCell, 132, places[:3], "South", "18", "9"),
		)))
		require.Equal(t, "\tChairs\tLamps\nNorth\t40\t22\nSouth\t18\t9", table.Text())
		require.True(t, table.Rows[0].Cells[0].Header)
		require.False(t, table.Rows[1].Cells[0].Header)
		require.Equal(t, 1, table.HeaderRows)
	}
}
