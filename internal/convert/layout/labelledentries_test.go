package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// entriesOf writes lines below each other, each of which begins with a text in bold that may be empty.
func entriesOf(lines ...[2]string) page.Page {
	s := newSheet()
	for i, l := range lines {
		x, y := 60.0, 100+12*float64(i)
		if l[0] != "" {
			x = s.text(x, y, 10, bold, l[0])
		}
		s.text(x, y, 10, regular, " "+l[1])
	}
	return s.analyze()
}

func TestEntriesWithLabelsInBoldAreParagraphs(t *testing.T) {
	t.Parallel()
	p := entriesOf(
		[2]string{"TAB", "keys the sender"},
		[2]string{"F3", "deletes what was typed"},
		[2]string{"F4", "goes to the next window and brings all of it to the front"},
		[2]string{"F5:", "saves the ship, its cargo and its berth in the book of the"},
		[2]string{"", "harbour"},
		[2]string{"ESC", "leaves the line"},
		[2]string{"ALT", "shows the menu"},
	)
	require.Len(t, p.Blocks, 6, "%q", texts(p))
	require.Equal(t, "F5: saves the ship, its cargo and its berth in the book of the harbour", p.Blocks[3].Text())
}

func TestNamesInBoldWithinTextBeginNoParagraphs(t *testing.T) {
	t.Parallel()
	p := entriesOf(
		[2]string{"", "The master of the port wrote to the owner of the ship named"},
		[2]string{"Gull", "that she had to leave the berth before the end of the week,"},
		[2]string{"", "since the pier was to be mended, and that the sister of the"},
		[2]string{"Gull", "could stay for as long as she was needed by the watch there"},
		[2]string{"", "and that was all he wrote."},
	)
	require.Len(t, p.Blocks, 1, "%q", texts(p))
}

func TestALineBelowAHugeTitleIsNoScriptOfIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 60, bold, "Quay North")
	s.text(60, 130, 12, regular, "The berths of the quay are let by the day, and those who")
	s.text(60, 144, 12, regular, "stay for longer pay less.")
	p := s.analyze()
	require.Equal(t, []string{"Quay North", "The berths of the quay are let by the day, and those who stay for longer pay less."}, texts(p))
}
