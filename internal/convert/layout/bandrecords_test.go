package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// ruledOff writes a table of three columns whose records are separated by horizontal rules, the header first.
func ruledOff(s *sheet, heights ...float64) {
	y := 100.0
	for _, h := range append([]float64{0, 18}, heights...) {
		y += h
		s.across(y, 55, 500)
	}
	s.row(113, []float64{60, 120, 400}, "No.", "Remarks", "Due")
}

func TestTextBetweenTwoRulesIsOneRecord(t *testing.T) {
	t.Parallel()
	s := newSheet()
	ruledOff(s, 30, 30, 18)
	s.row(130, []float64{60, 120, 400}, "1", "the windows of the long hall", "10 March")
	s.row(142, []float64{120, 400}, "want paint", "2025")
	s.row(166, []float64{60}, "2") // next to the middle of two lines
	s.row(160, []float64{120, 400}, "lamps in the reading room are", "14 March")
	s.row(172, []float64{120, 400}, "missing", "2025")
	s.row(190, []float64{60, 120, 400}, "3", "none", "none")
	require.Equal(t, "No.\tRemarks\tDue\n1\tthe windows of the long hall want paint\t10 March 2025\n"+
		"2\tlamps in the reading room are missing\t14 March 2025\n3\tnone\tnone", onlyTable(t, s.analyze()).Text())
}

func TestRecordsBetweenTwoRulesStaySeparate(t *testing.T) {
	t.Parallel()
	s := newSheet()
	ruledOff(s, 30, 30, 18)
	s.row(130, []float64{60, 120, 400}, "1", "the windows of the long hall", "10")
	s.row(142, []float64{60, 120, 400}, "2", "paint", "20")
	s.row(160, []float64{60, 120, 400}, "3", "lamps", "30")
	s.row(172, []float64{60, 120, 400}, "4", "chairs", "40")
	s.row(190, []float64{60, 120, 400}, "5", "none", "50")
	require.Len(t, onlyTable(t, s.analyze()).Rows, 6)
}

func TestTheThirdLineOfACellBelowTheSecond(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{90, 106, 182} {
		s.across(y, 55, 400)
	}
	xs := []float64{60, 160, 260}
	for i, r := range [][]string{
		{"Place", "Source", "Command"},
		{"Aurora", "Harbour", "Enable the"},
		{"", "", "Pilot of"},
		{"", "", "Greyford"},
		{"Boreas", "Market", "Get the tide"},
		{"Corona", "Tower", "Get the key"},
	} {
		for c, cell := range r {
			s.text(xs[c], 101+14*float64(i), 10, regular, cell)
		}
	}
	require.Equal(t, "Place\tSource\tCommand\nAurora\tHarbour\tEnable the Pilot of Greyford\nBoreas\tMarket\tGet the tide\nCorona\tTower\tGet the key",
		onlyTable(t, s.analyze()).Text())
}

func TestNamesOfSeveralLinesWithWhiteSpaceAroundThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{90, 106, 200} {
		s.across(y, 55, 400)
	}
	s.row(101, []float64{60, 150}, "Option", "Meaning")
	s.row(118, []float64{150}, "The rest of a text that began on the page before")
	s.row(130, []float64{150}, "this one.")
	s.row(148, []float64{60, 150}, "Harbour with", "The name of the harbour at which the ship has to")
	s.row(160, []float64{60, 150}, "Pilots", "call, and of the pilots at that same harbour who")
	s.row(172, []float64{150}, "come aboard.")
	s.row(190, []float64{60, 150}, "Tide", "Known from the almanac.")
	require.Equal(t, "Option\tMeaning\n\tThe rest of a text that began on the page before this one.\n"+
		"Harbour with Pilots\tThe name of the harbour at which the ship has to call, and of the pilots at that same harbour who come aboard.\n"+
		"Tide\tKnown from the almanac.", onlyTable(t, s.analyze()).Text())
}

func TestTheNextLineOfACellInSmallerType(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for _, y := range []float64{90, 106, 179} {
		s.across(y, 55, 400)
	}
	xs := []float64{60, 160, 260}
	s.row(101, xs, "Place", "Source", "Command")
	s.row(120, xs, "Aurora", "Harbour", "Enable the pilot")
	s.text(260, 133, 8, mono, "of Greyford")
	s.row(146, xs, "Boreas", "Market", "Get the tide")
	s.text(260, 159, 10, regular, "of any month")
	s.row(172, xs, "Corona", "Tower", "Get the key")
	require.Equal(t, "Place\tSource\tCommand\nAurora\tHarbour\tEnable the pilot of Greyford\nBoreas\tMarket\tGet the tide of any month\nCorona\tTower\tGet the key",
		onlyTable(t, s.analyze()).Text())
}
