package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATableWhoseOnlyRuleIsBelowItsHeader(t *testing.T) {
	t.Parallel()
	records := [][3]string{
		{"hall.depth", "How deep in the house the hall is that is", "rendered. Starts at level 1."},
		{"hall.before", "The hall of the tour before this one.", "Undefined in the first hall."},
		{"hall.next", "The hall of the tour after this one.", "Undefined in the last hall."},
		{"hall.changed", "True if the hall was called before with", "another value, or not at all."},
	}
	s := newSheet()
	s.row(100, []float64{60, 200}, "Variable", "Description")
	s.across(104, 58, 420)
	want := "Variable\tDescription"
	for i, r := range records {
		y := 118 + 25*float64(i)
		s.row(y, []float64{60, 200}, r[0], r[1])
		s.text(200, y+12, 10, regular, r[2])
		want += "\n" + r[0] + "\t" + r[1] + " " + r[2]
	}
	s.column(60, 240, 10, prose(8, 90)...)
	blocks := s.analyze().Blocks
	require.NotNil(t, blocks[0].Table)
	require.Equal(t, want, blocks[0].Table.Text())
}

func TestLinesFartherApartThanTheirRecordsAreNotRecords(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, []float64{60, 150, 300}, "event", "when it happens", "what it gets")
	s.across(104, 58, 420)
	s.row(114, []float64{60, 150}, "sail", "before any ship leaves the")
	s.text(300, 114, 8, mono, "(ship,")
	s.text(300, 127, 8, mono, "pilot)")
	s.text(150, 130, 10, regular, "harbour and all of its")
	s.text(150, 146, 10, regular, "moles")
	s.row(159, []float64{60, 150}, "berth", "before a ship is made")
	s.text(300, 159, 8, mono, "(ship)")
	s.text(150, 175, 10, regular, "fast")
	s.column(60, 205, 10, prose(4, 90)...)
	require.Equal(t, "event\twhen it happens\twhat it gets\n"+
		"sail\tbefore any ship leaves the harbour and all of its moles\t(ship, pilot)\n"+
		"berth\tbefore a ship is made fast\t(ship)", onlyTable(t, s.analyze()).Text())
}

func TestNamesOfGroupsFartherBelowAreRows(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, []float64{60, 150, 300}, "event", "when it happens", "what it gets")
	s.across(104, 58, 420)
	y := 116.0
	for _, name := range []string{"sail", "berth", "dock"} {
		s.row(y, []float64{60, 150, 300}, name, "before any ship leaves", "the ship")
		s.text(190, y+16, 10, regular, "In other harbours")
		y += 28
	}
	table := onlyTable(t, s.analyze())
	require.Len(t, table.Rows, 7)
}

func TestARunningHeadOverColumnsHeadsNoTable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 60, 10, regular, "The house at the harbour")
	s.text(500, 60, 10, regular, "Chapter two")
	s.across(64, 58, 560)
	for i, line := range prose(30, 44) {
		s.justified(60, 80+12*float64(i), 10, 235, line)
		s.justified(325, 80+12*float64(i), 10, 235, line)
	}
	for _, b := range s.analyze().Blocks {
		require.Nil(t, b.Table)
	}
}

func TestAWideSpaceWithinACellBelowARuledHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{60, 120, 450}
	s.row(100, xs, "Option", "Description", "Default")
	s.across(104, 55, 500)
	s.row(118, xs, "port", "Port to use. Use", "8080")
	s.text(210, 118, 10, regular, "nought to look for an open port, starting at the")
	s.row(130, []float64{120}, "first one that is not in use at that time.")
	s.row(148, xs, "dir", "Show directory listings", "true")
	s.row(166, xs, "zip", "When enabled it will serve some other file in place of the one which", "false")
	s.row(178, []float64{120}, "was asked for when there is one.")
	s.row(196, xs, "ext", "Default file extension", "html")
	table := onlyTable(t, s.analyze())
	require.Equal(t, 1, table.HeaderRows)
	require.Equal(t, "Option\tDescription\tDefault\n"+
		"port\tPort to use. Use nought to look for an open port, starting at the first one that is not in use at that time.\t8080\n"+
		"dir\tShow directory listings\ttrue\n"+
		"zip\tWhen enabled it will serve some other file in place of the one which was asked for when there is one.\tfalse\n"+
		"ext\tDefault file extension\thtml", table.Text())
}
