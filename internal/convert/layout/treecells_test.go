package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

func TestCellsThatTheTreeListsInAnotherOrderAreSortedIntoColumns(t *testing.T) {
	t.Parallel()
	s := newTagged()
	row := func(y float64, order []int, cells ...string) ink.Kid {
		var kids []ink.Kid
		for _, c := range order {
			kids = append(kids, of(ink.RoleCell, s.put(places[c], y, cells[c])))
		}
		return of(ink.RoleRow, kids...)
	}
	p := s.read(of(ink.RoleTable,
		of(ink.RoleRow, of(ink.RoleCell, s.put(60, 84, "Branches of the town by the things in their reading rooms"))),
		row(100, []int{0, 3, 1, 2}, "Branch", "Chairs", "Lamps", "Opened"),
		row(116, []int{0, 1, 2, 3}, "North", "40", "22", "1961"),
		row(132, []int{0, 3, 1, 2}, "South", "18", "9", "1974"),
		row(148, []int{0, 1, 2, 3}, "East", "12", "3", "1980"),
		row(164, []int{0, 1, 2, 3}, "West", "13", "7", "1981"),
	))
	table := onlyTable(t, p)
	require.Equal(t, "Branches of the town by the things in their reading rooms\n"+
		"Branch\tChairs\tLamps\tOpened\nNorth\t40\t22\t1961\nSouth\t18\t9\t1974\nEast\t12\t3\t1980\nWest\t13\t7\t1981", table.Text())
	require.Equal(t, 4, table.Rows[0].Cells[0].ColSpan)
}

func TestACellWithoutContentContinuesTheCellAboveTheGapInItsRow(t *testing.T) {
	t.Parallel()
	s := newTagged()
	row := func(y float64, cells ...string) ink.Kid {
		var kids []ink.Kid
		for i, c := range cells {
			kids = append(kids, of(ink.RoleCell, s.put(places[i], y, c)))
		}
		return of(ink.RoleRow, kids...)
	}
	short := row(132, "South", "18")
	short.Element.Kids = append([]ink.Kid{of(ink.RoleCell)}, short.Element.Kids...)
	p := s.read(of(ink.RoleTable, row(100, "Branch", "Lamps", "Opened"), row(116, "North", "22", "1961"), short, row(148, "East", "12", "1980")))
	table := onlyTable(t, p)
	require.Equal(t, "Branch\tLamps\tOpened\nNorth\t22\t1961\nSouth\t18\nEast\t12\t1980", table.Text())
	require.Equal(t, 2, table.Rows[1].Cells[2].RowSpan)
}

func TestATableInOneOfManyCellsStaysThere(t *testing.T) {
	t.Parallel()
	s := newTagged()
	cell := func(x, y float64, text string) ink.Kid { return of(ink.RoleCell, s.put(x, y, text)) }
	p := s.read(of(ink.RoleTable,
		of(ink.RoleRow, cell(60, 100, "Nine"), cell(200, 100, "Eight"), cell(320, 100, "Seven")),
		of(ink.RoleRow, cell(60, 124, "Six"), of(ink.RoleCell, of(ink.RoleTable,
			of(ink.RoleRow, cell(200, 116, "Oak"), cell(250, 116, "Elm")),
			of(ink.RoleRow, cell(200, 130, "Ash"), cell(250, 130, "Fir")))), cell(320, 124, "Four")),
		of(ink.RoleRow, cell(60, 150, "Three"), cell(200, 150, "Two"), cell(320, 150, "One")),
	))
	table := onlyTable(t, p)
	require.Equal(t, 3, table.Columns)
	inner := table.Rows[1].Cells[1].Blocks
	require.Len(t, inner, 1)
	require.Equal(t, "Oak\tElm\nAsh\tFir", inner[0].Table.Text())
}

// drawnOrder is the order in which the sheet of a spreadsheet was drawn: numbers before texts.
var drawnOrder = []int{1, 2, 0}

func TestATableWhoseCellsFormNoGridInTheTreeIsReadFromThePage(t *testing.T) {
	t.Parallel()
	s := newTagged()
	row := func(y float64, cells ...string) ink.Kid {
		kids := []ink.Kid{of(ink.RoleCell)}
		for _, c := range drawnOrder {
			kids = append(kids, of(ink.RoleCell, of(ink.RoleParagraph, s.put(places[c], y, cells[c]))), of(ink.RoleCell), of(ink.RoleCell))
		}
		return of(ink.RoleRow, kids...)
	}
	p := s.read(
		of(ink.RoleParagraph, s.lines(60, 60, "What each branch of the town has in the rooms that are open to", "readers, counted in May.")),
		of(ink.RoleTable, row(100, "Branch", "Lamps", "Opened"), row(116, "North", "22", "1961"), row(132, "South", "9", "1974"), row(148, "East", "3", "1980"), row(164, "West", "7", "1981")),
		of(ink.RoleParagraph, s.lines(60, 190, "The branch in the harbour has been closed since the flood, and its", "lamps were given to the branch in the north.")),
		of(ink.RoleTable,
			of(ink.RoleRow, of(ink.RoleCell, s.put(60, 230, "Readers")), of(ink.RoleCell, s.put(200, 230, "4,120"))),
			of(ink.RoleRow, of(ink.RoleCell, s.put(60, 246, "Loans")), of(ink.RoleCell, s.put(200, 246, "9,815")))),
	)
	require.Len(t, p.Blocks, 4)
	require.Equal(t, "Branch\tLamps\tOpened\nNorth\t22\t1961\nSouth\t9\t1974\nEast\t3\t1980\nWest\t7\t1981", p.Blocks[1].Text())
}

func TestColumnsOfTextInATableOfTheTreeFollowEachOther(t *testing.T) {
	t.Parallel()
	s := newTagged()
	column := func(x, y float64) ink.Kid {
		return of(ink.RoleCell, of(ink.RoleParagraph, s.lines(x, y, prose(14, 40)...)))
	}
	p := s.read(of(ink.RoleTable, of(ink.RoleRow, column(60, 100), column(320, 100)), of(ink.RoleRow, column(60, 400), column(320, 400))))
	requireNoTable(t, p)
	require.Len(t, p.Blocks, 4)
	require.Equal(t, []float64{60, 320, 60, 320}, []float64{p.Blocks[0].Box.X0, p.Blocks[1].Box.X0, p.Blocks[2].Box.X0, p.Blocks[3].Box.X0})
}

func TestNamesOfColumnsMayBeTaggedAsHeadings(t *testing.T) {
	t.Parallel()
	s := newTagged()
	cell := func(x, y float64, text string) ink.Kid {
		return of(ink.RoleCell, of(ink.RoleParagraph, s.put(x, y, text)))
	}
	row := func(y float64, texts ...string) ink.Kid {
		return of(ink.RoleRow, cell(60, y, texts[0]), cell(200, y, texts[1]), cell(300, y, texts[2]))
	}
	head := row(100, "Branch", "Lamps", "Opened")
	title := head.Element.Kids[1].Element
	title.Kids = []ink.Kid{of(ink.RoleHeading, title.Kids[0].Element.Kids...)}
	group := of(ink.RoleRow, of(ink.RoleCell, of(ink.RoleHeading, s.put(150, 132, "Branches by the sea"))))
	group.Element.Kids[0].Element.ColSpan = 3
	p := s.read(of(ink.RoleTable, head, row(116, "North", "22", "1961"), group, row(148, "East", "12", "1980"), row(164, "West", "9", "1974")))
	require.Equal(t, "Branch\tLamps\tOpened\nNorth\t22\t1961\nBranches by the sea\nEast\t12\t1980\nWest\t9\t1974", onlyTable(t, p).Text())
}

func TestAHeadingAloneInItsRowTitlesThePage(t *testing.T) {
	t.Parallel()
	s := newTagged()
	cell := func(x, y float64, text string) ink.Kid {
		return of(ink.RoleCell, of(ink.RoleParagraph, s.put(x, y, text)))
	}
	row := func(y float64) ink.Kid {
		return of(ink.RoleRow, cell(60, y, "Where it was"), cell(300, y, "What happened"))
	}
	p := s.read(of(ink.RoleTable, of(ink.RoleRow, of(ink.RoleCell, of(ink.RoleHeading, s.put(60, 84, "News")))), row(100), row(116), row(132)))
	require.Equal(t, page.Heading, p.Blocks[0].Kind)
}

func TestATaggedRowAloneOnItsPageIsReadFromItsLines(t *testing.T) {
	t.Parallel()
	s := newTagged()
	lattice(s.sheet, []float64{55, 190, 290, 390}, []float64{90, 106})
	p := s.read(of(ink.RoleParagraph, s.lines(60, 140, prose(4, 80)...)), of(ink.RoleTable,
		of(ink.RoleRow, of(ink.RoleCell, s.put(60, 101, "Grand total")), of(ink.RoleCell, s.put(200, 101, "597,120")), of(ink.RoleCell, s.put(300, 101, "681,871")))))
	require.Equal(t, "Grand total\t597,120\t681,871", onlyTable(t, p).Text())
}
