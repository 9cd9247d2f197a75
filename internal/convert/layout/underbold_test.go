package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// underBold writes rows of a table at 60 and 250 points, 12 points apart, the first in bold.
func underBold(rows ...[2]string) *sheet {
	s := newSheet()
	for i, r := range rows {
		font := regular
		if i == 0 {
			font = bold
		}
		for c, cell := range r {
			s.text([]float64{60, 250}[c], 100+12*float64(i), 10, font, cell)
		}
	}
	return s
}

func TestRecordsAsCloseAsTheirLinesBelowABoldHeader(t *testing.T) {
	t.Parallel()
	s := underBold([][2]string{
		{"Option", "Meaning"},
		{"harbour", "The name of the harbour at which the"},
		{"", "ship calls."},
		{"pilot", "Whether one comes on board. Ships of"},
		{"", "more than ninety tons need one at"},
		{"", "any time of the day."},
		{"berth", "Assigned on arrival."},
	}...)
	s.column(57, 200, 10, prose(3, 90)...)
	require.Equal(t, "Option\tMeaning\nharbour\tThe name of the harbour at which the ship calls.\n"+
		"pilot\tWhether one comes on board. Ships of more than ninety tons need one at any time of the day.\n"+
		"berth\tAssigned on arrival.", onlyTable(t, s.analyze()).Text())
}

func TestTheRestOfARecordBelowARepeatedBoldHeader(t *testing.T) {
	t.Parallel()
	s := underBold([][2]string{
		{"Option", "Meaning"},
		{"", "more than ninety tons need one at"},
		{"", "any time of the day."},
		{"berth", "Assigned on arrival, unless the ship"},
		{"", "has one of her own."},
	}...)
	require.Equal(t, "Option\tMeaning\n\tmore than ninety tons need one at any time of the day.\n"+
		"berth\tAssigned on arrival, unless the ship has one of her own.", onlyTable(t, s.analyze()).Text())
}

func TestListsBelowBoldTitlesAreNoRecords(t *testing.T) {
	t.Parallel()
	requireNoTable(t, underBold([][2]string{
		{"Ships", "Harbours"},
		{"Aurora", "Greyford"},
		{"", "Talmouth"},
		{"Boreas", "Ostbury"},
		{"", "Kelham"},
	}...).analyze())
}

func TestProseBelowBoldTitlesIsNoRecords(t *testing.T) {
	t.Parallel()
	requireNoTable(t, underBold([][2]string{
		{"Aurora", "Boreas"},
		{"The ship was built in a year", "The other one was built in the yard of"},
		{"with a cold spring, and so", "a town that has since lost the trade and"},
		{"she was late.", "most of the people who lived by it, but"},
		{"", "still has a harbour."},
	}...).analyze())
}

func TestNamesAndValuesInLowercaseAreNotTheRestOfSentences(t *testing.T) {
	t.Parallel()
	close := underBold([][2]string{
		{"Option", "Default"},
		{"harbour", "The name of the harbour at which the"},
		{"", "ship calls."},
		{"pilot", "false"},
		{"berth", "true"},
		{"tide", "see below"},
	}...)
	require.Equal(t, "Option\tDefault\nharbour\tThe name of the harbour at which the ship calls.\npilot\tfalse\n"+
		"berth\ttrue\ntide\tsee below", onlyTable(t, close.analyze()).Text())
	apart := newSheet()
	for i, r := range [][3]string{{"command", "Why it is missing"}, {"berth", "Assigned on arrival, unless", "the ship has one of her own."}, {"pilot", "Comes on board at sea."}, {"tide", "Known from the almanac."}} {
		apart.row(100+28*float64(i), []float64{60, 150}, r[0], r[1])
		if r[2] != "" {
			apart.text(150, 112+28*float64(i), 10, regular, r[2])
		}
	}
	require.Equal(t, "command\tWhy it is missing\nberth\tAssigned on arrival, unless the ship has one of her own.\n"+
		"pilot\tComes on board at sea.\ntide\tKnown from the almanac.", onlyTable(t, apart.analyze()).Text())
}

func TestRecordsCentredBelowABoldHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(90, 100, 10, bold, "Option")
	s.text(250, 100, 10, bold, "Meaning")
	for i, r := range [][2]string{
		{"harbour-name", "The name of the harbour at which the"},
		{"", "ship calls, or the roads where it has"},
		{"", "to wait until the tide is high enough."},
		{"", "There is no need to know the name of a"},
		{"", "harbour to be let in but it is a polite"},
		{"", "thing to have learned of it before one"},
		{"", "comes to its gates with goods to sell."},
		{"pilot", "Whether one comes on board at sea or"},
		{"", "the ship has to find the way alone, as"},
		{"", "most of them do."},
		{"berth-hire", "Assigned on arrival, with a list of all"},
		{"", "the dues."},
	} {
		s.text(105-2.5*float64(len(r[0])), 112+12*float64(i), 10, regular, r[0])
		s.text(250, 112+12*float64(i), 10, regular, r[1])
	}
	s.column(57, 280, 10, prose(3, 90)...)
	require.Equal(t, "Option\tMeaning\nharbour-name\tThe name of the harbour at which the ship calls, or the roads where it has to wait until the tide is high enough. There is no need to know the name of a harbour to be let in but it is a polite "+
		"thing to have learned of it before one comes to its gates with goods to sell.\n"+
		"pilot\tWhether one comes on board at sea or the ship has to find the way alone, as most of them do.\n"+
		"berth-hire\tAssigned on arrival, with a list of all the dues.", onlyTable(t, s.analyze()).Text())
}
