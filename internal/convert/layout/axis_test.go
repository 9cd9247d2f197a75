package layout_test

import (
	"fmt"
	"testing"
)

func TestLinesWithTheNumbersOfAnAxisBelowAreNotATable(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for i := range 6 {
		x := 200 + 50*float64(i)
		s.down(x, 100, 180)
		label := fmt.Sprint(20 * i)
		s.text(x-3*float64(len(label)), 192, 10, regular, label)
	}
	for _, y := range []float64{100, 120, 140, 160, 180} {
		s.across(y, 200, 450)
	}
	for i, x := range []float64{204, 304, 254, 404} { // labels on the bars
		s.text(x, 114+20*float64(i), 10, regular, "done")
		s.text(x+100-float64(20*i), 114+20*float64(i), 10, regular, "to do")
	}
	requireNoTable(t, s.analyze())
}
