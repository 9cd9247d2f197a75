package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func line(y float64, texts ...any) []word {
	var out []word
	for i := 0; i < len(texts); i += 2 {
		x, text := texts[i].(float64), texts[i+1].(string)
		out = append(out, word{X0: x, Y0: y - 10, X1: x + 5*float64(len(text)), Y1: y, Text: text})
	}
	return out
}

func TestRowsAreLabelsWithFiguresApartFromThem(t *testing.T) {
	t.Parallel()
	page := append(line(100, 10.0, "Net", 28.0, "sales", 200.0, "$", 210.0, "1,200", 300.0, "(950)"),
		line(120, 10.0, "In", 23.0, "2022", 46.0, "and", 64.0, "2021", 87.0, "sales", 115.0, "grew")...)
	page = append(page, line(140, 10.0, "Grew", 33.0, "from", 56.0, "12", 69.0, "15")...)
	require.Equal(t, []row{{label: "Net sales ", figures: []string{"1,200", "950"}}}, rows(page))
}

func TestARowIsKeptInALineAndItsFiguresInCells(t *testing.T) {
	t.Parallel()
	r := row{label: "Net sales ", figures: []string{"1,200", "950"}}
	for name, c := range map[string]struct {
		lines        []string
		kept, parted bool
	}{
		"pipes":         {[]string{"| Net sales | $ 1,200 | (950) |"}, true, true},
		"HTML":          {[]string{"<tr><td><b>Net sales</b></td><td>1,200</td><td>950</td></tr>"}, true, true},
		"figures glued": {[]string{"| Net sales | 1,200 (950) |"}, true, false},
		"in two lines":  {[]string{"| Net sales | 1,200 |", "| | 950 |"}, false, false},
		"another label": {[]string{"| Net costs | 1,200 | 950 |"}, false, false},
	} {
		kept, parted := r.in(c.lines)
		require.Equal(t, []bool{c.kept, c.parted}, []bool{kept, parted}, name)
	}
}
