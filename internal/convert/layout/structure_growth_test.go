package layout_test

import (
	"testing"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

func TestGrowthOfStructure(t *testing.T) {
	tree := func(roles ...ink.Role) func(n int) ink.Input {
		return func(n int) ink.Input {
			s := newSheet()
			root := &ink.Element{}
			for i := range n {
				at := root
				for _, role := range roles {
					e := &ink.Element{Role: role, Level: 1, RowSpan: 1, ColSpan: 1}
					at.Kids = append(at.Kids, ink.Kid{Element: e})
					at = e
				}
				at.Kids = append(at.Kids, ink.Kid{Content: i})
				from := len(s.Glyphs)
				s.text(60, 12*float64(i), 10, regular, "word")
				for k := from; k < len(s.Glyphs); k++ {
					s.Glyphs[k].Content = i
				}
			}
			s.Structure = root
			return s.Input
		}
	}
	chain := func(role ink.Role) func(n int) ink.Input {
		return func(n int) ink.Input {
			s := newSheet()
			root := &ink.Element{}
			at := root
			for i := range n {
				e := &ink.Element{Role: role, Level: 1, RowSpan: 1, ColSpan: 1}
				at.Kids = append(at.Kids, ink.Kid{Content: i}, ink.Kid{Element: e})
				from := len(s.Glyphs)
				s.text(60, 12*float64(i), 10, regular, "word")
				for k := from; k < len(s.Glyphs); k++ {
					s.Glyphs[k].Content = i
				}
				at = e
			}
			s.Structure = root
			return s.Input
		}
	}
	table := func(span int) func(n int) ink.Input {
		return func(n int) ink.Input {
			in := tree(ink.RoleRow, ink.RoleCell)(n)
			for _, row := range in.Structure.Kids {
				row.Element.Kids[0].Element.RowSpan, row.Element.Kids[0].Element.ColSpan = span, span
			}
			in.Structure = &ink.Element{Kids: []ink.Kid{{Element: &ink.Element{Role: ink.RoleTable, Kids: in.Structure.Kids}}}}
			return in
		}
	}
	bare := func(n int) ink.Input { // rows of three cells, two of which every other row lacks
		s := newTagged()
		rows := of(ink.RoleAnonymous)
		for i := range n {
			rows.Element.Kids = append(rows.Element.Kids, s.bareRow(12*float64(i), places, []string{"a", "b", "c"}[:3-i%2*2]...))
		}
		s.Structure = &ink.Element{Kids: []ink.Kid{rows}}
		return s.Input
	}
	nested := func(n int) ink.Input { // nested as deep as a file may, each level beside two rows
		const depth = 18
		s := newTagged()
		at := of(ink.RoleAnonymous)
		for i := range n {
			at.Element.Kids = append(at.Element.Kids, s.bareRow(12*float64(i), places, "a", "b"))
		}
		for i := range depth {
			y := 12 * float64(n+2*i)
			at = of(ink.RoleAnonymous, s.bareRow(y, places, "a", "b"), s.bareRow(y+12, places, "a", "b"), of(ink.RoleAnonymous, at))
		}
		s.Structure = &ink.Element{Kids: []ink.Kid{at}}
		return s.Input
	}
	inner := func(n int) ink.Input { // tables nested as deep as a file may, in the last of many rows
		const depth = 6
		s := newTagged()
		row := func(y float64, kids ...ink.Kid) ink.Kid {
			return of(ink.RoleRow, of(ink.RoleCell, s.put(60, y, "a")), of(ink.RoleCell, append(kids, s.put(200, y, "b"))...))
		}
		at, y := of(ink.RoleTable), 0.0
		for i := range depth {
			rows := []ink.Kid{row(y), row(y+12, at)}
			for k := 0; i == 0 && k < n; k++ {
				rows = append(rows, row(y+24+12*float64(k)))
			}
			y += 12 * float64(len(rows))
			at = of(ink.RoleTable, rows...)
		}
		s.Structure = &ink.Element{Kids: []ink.Kid{at}}
		return s.Input
	}
	links := func(n int) ink.Input { // one after the other on the line of a paragraph
		s := newTagged()
		kids := []ink.Kid{of(ink.RoleParagraph, s.put(60, 100, "word"))}
		x := 90.0
		for range n {
			kids = append(kids, of(ink.RoleInline, s.put(x, 100, "link")))
			x = newSheet().text(x, 100, 10, regular, "link ")
		}
		s.Structure = &ink.Element{Kids: kids}
		return s.Input
	}
	codes := func(n int) ink.Input { // by turns with words, on the line of a paragraph
		s := newTagged()
		line := of(ink.RoleParagraph)
		x := 60.0
		for range n {
			end := newSheet().text(x, 100, 10, regular, "code ")
			line.Element.Kids = append(line.Element.Kids, of(ink.RoleCode, s.put(x, 100, "code ")), s.put(end, 100, "word "))
			x = newSheet().text(end, 100, 10, regular, "word ")
		}
		s.Structure = &ink.Element{Kids: []ink.Kid{line}}
		return s.Input
	}
	refused := func(n int) ink.Input { // tables whose cells are in no order
		s := newTagged()
		root := &ink.Element{}
		for i := range n {
			y := 30 * float64(i)
			row := func(y float64, at ...int) ink.Kid {
				return of(ink.RoleRow, of(ink.RoleCell), of(ink.RoleCell, s.put(places[at[0]], y, "a")), of(ink.RoleCell), of(ink.RoleCell, s.put(places[at[1]], y, "b")))
			}
			root.Kids = append(root.Kids, of(ink.RoleTable, row(y, 1, 0), row(y+12, 0, 1)))
		}
		s.Structure = root
		return s.Input
	}
	titled := func(n int) ink.Input { // a paragraph whose first line is larger
		s := newTagged()
		lines := make([]string, n)
		for i := range lines {
			lines[i] = "Word and word"
		}
		s.Structure = &ink.Element{Kids: []ink.Kid{of(ink.RoleParagraph, s.grownFirst(s.lines(60, 100, append([]string{"Title"}, lines...)...)))}}
		return s.Input
	}
	growth.Run(t, []growth.Case[ink.Input]{
		{Name: "links beside a paragraph", Build: links},
		{Name: "rows without names", Build: bare},
		{Name: "rows within rows without names", Build: nested},
		{Name: "nested elements without names", Build: chain(ink.RoleAnonymous)},
		{Name: "elements without names", Build: tree(ink.RoleAnonymous, ink.RoleAnonymous, ink.RoleAnonymous)},
		{Name: "paragraphs", Build: tree(ink.RoleParagraph)},
		{Name: "lines below a title", Build: titled},
		{Name: "headings", Build: tree(ink.RoleHeading)},
		{Name: "lists", Build: tree(ink.RoleList, ink.RoleItem)},
		{Name: "tables", Build: tree(ink.RoleTable, ink.RoleRow, ink.RoleCell)},
		{Name: "figures", Build: tree(ink.RoleFigure)},
		{Name: "lines of code", Build: tree(ink.RoleCode)},
		{Name: "code between words of a line", Build: codes},
		{Name: "parts of paragraphs", Build: tree(ink.RoleParagraph, ink.RoleInline, ink.RoleInline)},
		{Name: "nested groups", Build: chain(ink.RoleGroup)},
		{Name: "nested parts of text", Build: chain(ink.RoleInline)},
		{Name: "nested lists", Build: chain(ink.RoleList)},
		{Name: "tables within cells", Build: inner},
		{Name: "nested tables", Build: chain(ink.RoleTable)},
		{Name: "tables without a grid", Build: refused},
		{Name: "rows of one table", Build: table(1)},
		{Name: "rows of one table with wide spans", Build: table(200)},
	}, func(_ *testing.T, in ink.Input) { page.Markdown(layout.Analyze(in)) })
}
