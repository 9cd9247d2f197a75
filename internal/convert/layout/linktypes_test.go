package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSentenceThatEndsInALinkInLargerTypeIsOneParagraph(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		start string
		one   bool
	}{
		"the sentence goes on":   {"page: ", true},
		"another sentence":       {"See ", false},
		"in the link's own type": {"", false},
	} {
		s := newSheet()
		lines := prose(4, 70)
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		y := s.column(60, 100, 10, lines...)
		s.text(s.text(60, y, 10, regular, c.start), y, 14, regular, "http://example.org/lamps/halls")
		require.Equal(t, c.one, len(s.analyze().Blocks) == 1, name)
	}
}
