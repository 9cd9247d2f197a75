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

func TestASingleRecordBelowARuledHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 70, 10, regular, "These are the entries of the last month:")
	s.row(100, []float64{60, 130, 300, 400}, "Date", "Text", "Debit", "Credit")
	s.across(104, 58, 440)
	s.row(118, []float64{60, 130, 400}, "01.03.2024", "Opening balance", "1,200.00")
	s.column(60, 150, 10, prose(4, 90)...)
	require.Equal(t, "Date\tText\tDebit\tCredit\n01.03.2024\tOpening balance\t\t1,200.00", onlyTable(t, s.analyze()).Text())
}

func TestNamesCloseToTheirTextsBelowARuledHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, []float64{60, 122, 300, 400}, "Date", "Text", "Debit", "Credit")
	s.across(104, 58, 440)
	s.row(118, []float64{60, 122, 400}, "01.03.2024", "Opening balance", "1,200.00")
	s.row(134, []float64{60, 122, 300}, "14.03.2024", "Card payment", "24.90")
	s.row(150, []float64{60, 122, 400}, "29.03.2024", "Salary", "2,310.00")
	s.column(60, 182, 10, prose(4, 90)...)
	require.Equal(t, "Date\tText\tDebit\tCredit\n01.03.2024\tOpening balance\t\t1,200.00\n14.03.2024\tCard payment\t24.90\t\n"+
		"29.03.2024\tSalary\t\t2,310.00", onlyTable(t, s.analyze()).Text())
}

func TestATermLeftOfARuledTableEndsIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.row(100, []float64{120, 200}, "Media", "Code")
	s.across(104, 120, 230)
	s.row(118, []float64{120, 210}, "plain", "1")
	s.row(132, []float64{120, 210}, "bond", "2")
	s.row(146, []float64{120, 210}, "labels", "3")
	s.row(160, []float64{60, 95}, "-p", "paper size")
	s.column(120, 176, 10, prose(3, 60)...)
	require.Equal(t, "Media\tCode\nplain\t1\nbond\t2\nlabels\t3", onlyTable(t, s.analyze()).Text())
}

func TestAddressesAboveARuledHeaderAreNotPartOfIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.column(60, 62, 10, "Acme Ltd", "12 High Street", "Leeds LS1 4AB")
	s.column(300, 62, 10, "Northwind plc", "4 Quay Road", "Hull HU1 2BB")
	xs := []float64{60, 300, 370, 450}
	s.row(114, xs, "Description", "Qty", "Unit price", "Amount")
	s.across(118, 56, 500)
	s.row(132, xs, "Consulting, March", "12", "95.00", "1,140.00")
	s.row(148, xs, "Travel to Leeds", "1", "214.50", "214.50")
	s.text(60, 185, 10, regular, "This offer is valid for 30 days.")
	require.Equal(t, "Description\tQty\tUnit price\tAmount\nConsulting, March\t12\t95.00\t1,140.00\nTravel to Leeds\t1\t214.50\t214.50",
		onlyTable(t, s.analyze()).Text())
}
