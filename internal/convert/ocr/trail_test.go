package ocr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// lineOf returns the words of a line, 20 pixels high: | is a gap, and words are certain except for those in sure.
func lineOf(text string, sure map[string]float64) []Word {
	var out []Word
	x := 0.0
	for _, f := range strings.Fields(text) {
		if f == "|" {
			x += 30
			continue
		}
		c, ok := sure[f]
		if !ok {
			c = 96
		}
		w := Word{Word: page.Word{Text: f, Confidence: c, Box: page.Box{X0: x, X1: x + 40, Y1: 20}}, Block: 1, Paragraph: 1, Line: 1}
		x += 46
		out = append(out, w)
	}
	return out
}

func TestNoiseFromAPictureBesideALineIsRemoved(t *testing.T) {
	t.Parallel()
	doubtful := map[string]float64{"ot": 13, "Naa": 20, "-": 0, "sae": 37, "7": 20, "xv": 25}
	for name, c := range map[string][2]string{
		"after the line":         {"reported in Singapore | ot Naa - sae", "reported in Singapore"},
		"before the line":        {"ot Naa | reported in Singapore", "reported in Singapore"},
		"without a gap":          {"reported in Singapore ot Naa sae", "reported in Singapore ot Naa sae"},
		"a lone figure":          {"reported in Singapore | 7", "reported in Singapore 7"},
		"a telling word":         {"reported in Singapore | ot Naa Taiwan", "reported in Singapore ot Naa Taiwan"},
		"only as far as a gap":   {"reported in xv | ot Naa sae", "reported in xv"},
		"nothing but one line":   {"reported in Singapore", "reported in Singapore"},
		"figures beside a label": {"Total | 12 | 34", "Total 12 34"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c[1], Result{Words: withoutNoise(lineOf(c[0], doubtful), trustedWord)}.Text())
		})
	}
}
