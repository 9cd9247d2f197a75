package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesEndedOnPurposeStayLines(t *testing.T) {
	t.Parallel()
	body := []string{"The society writes to its members once a year about the rooms", "they may use and about the hours at which these are open."}
	wide := strings.Repeat(" ", 8) // as wide as sim/
	for name, c := range map[string]struct {
		lines []string
		kept  bool
	}{
		"an address":              {[]string{"Ruth Theaker", "12 Harbour Road", "Norwick 4770"}, true},
		"a signature":             {[]string{"Yours faithfully", "Peter Halvard"}, true},
		"a verse":                 {[]string{"The lamps are lit along the quay,", "And no one waits,", "A boat comes in without a light."}, true},
		"an index":                {[]string{"lamps, 12, 31", "quay, 4", "reading rooms, 7, 19, 22,", "40", "windows, 3"}, true},
		"commands":                {[]string{"show the information of all", "show the centre", "show it", "show me", "show the rotation of the model", "show zoom"}, true},
		"files":                   {[]string{"sim/" + wide + "lamp.c", wide + wide + "quay.c", wide + wide + "hall.c", wide + wide + "room.c"}, true},
		"two files":               {[]string{"lamp.c", "quay.c"}, false},
		"two commands":            {[]string{"show the information of all", "show it"}, false},
		"prose in a narrow frame": {[]string{"the lamps of the harbour were lit", "by the keepers of the old society", "whose members had been appointed", "for life by the town of Norwick", "in the year of the great storm"}, false},
		"prose beside a caption":  {[]string{"the lamps of the harbour were lit", "by the keepers of the old society", "whose members had been appointed", "for life by the town of Norwick", "in the year of the storm     Figure 2"}, false},
		"the end of a sentence":   {[]string{"Everyone who wants to know about it may write to the office at", "Norwick."}, false},
		"narrow prose":            {[]string{"Readers who sit near", "the windows of the", "room see the harbour"}, false},
		"a word broken at a line": {[]string{"The Inter-", "National"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			y := s.column(60, 100, 10, body...)
			s.column(60, y+20, 10, c.lines...)
			got := texts(s.analyze())
			require.Equal(t, c.kept, strings.Contains(got[len(got)-1], "\n"), "%q", got)
		})
	}
}
