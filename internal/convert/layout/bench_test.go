package layout_test

import (
	"fmt"
	"testing"

	"quire/internal/convert/layout"
)

// BenchmarkAnalyze lays out a dense page of two columns and one of a ruled table, and prints ms per page.
func BenchmarkAnalyze(b *testing.B) {
	columns := newSheet()
	columns.column(60, 60, 10, prose(58, 50)...)
	columns.column(330, 60, 10, prose(58, 50)...)
	ruled := newSheet()
	xs := []float64{60, 150, 240, 330, 420}
	for i := range 45 {
		y := 60 + 15*float64(i)
		ruled.across(y, 55, 520)
		ruled.row(y+11, xs, fmt.Sprintf("row %d", i), "1,234", "56%", "7.8", "west")
	}
	for _, x := range append(xs, 525) {
		ruled.down(x-5, 60, 720)
	}
	for name, s := range map[string]*sheet{"columns": columns, "table": ruled} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				layout.Analyze(s.Input)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/page")
		})
	}
}
