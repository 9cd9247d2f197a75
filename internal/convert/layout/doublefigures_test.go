package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestColumnsOfFiguresThatNearlyTouchAreSplit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		header []string
		ends   []float64
		rows   [][]string
		want   string
	}{
		"below names that touch": {
			[]string{"Branch", "2022", "Thereafter", "Total", "Fair value"},
			[]float64{150, 250, 328, 370, 428},
			[][]string{{"Loans", "500", "8,000", "9,500", "$ 10,275"}, {"Rate", "2.3", "3.1", "3.0", ""}, {"Fees", "17", "23", "41", ""}},
			"Branch\t2022\tThereafter\tTotal\tFair value\nLoans\t500\t8,000\t9,500\t$ 10,275\nRate\t2.3\t3.1\t3.0\t\nFees\t17\t23\t41\t",
		},
		"not the number of a note": {
			[]string{"Branch", "2022", "Loans"},
			[]float64{150, 250, 350},
			[][]string{{"Hall", "500", "1,929 (2)"}, {"Cellar", "41", "810 (3)"}, {"Attic", "12", "673 (3)"}},
			"Branch\t2022\tLoans\nHall\t500\t1,929 (2)\nCellar\t41\t810 (3)\nAttic\t12\t673 (3)",
		},
		"not the words of a code": {
			[]string{"Branch", "2022", "Shelves"},
			[]float64{150, 250, 350},
			[][]string{{"Hall", "500", "0x00 0x2F"}, {"Cellar", "41", "0x00 0x35"}, {"Attic", "12", "0xC0 0x0A"}},
			"Branch\t2022\tShelves\nHall\t500\t0x00 0x2F\nCellar\t41\t0x00 0x35\nAttic\t12\t0xC0 0x0A",
		},
		"not the groups of a number": {
			[]string{"Branch", "2022", "Loans"},
			[]float64{150, 250, 350},
			[][]string{{"Hall", "500", "18 552 649"}, {"Cellar", "41", "17 001 211"}, {"Attic", "12", "6 104"}},
			"Branch\t2022\tLoans\nHall\t500\t18 552 649\nCellar\t41\t17 001 211\nAttic\t12\t6 104",
		},
		"not the ends of a range": {
			[]string{"Branch", "2022", "Prices"},
			[]float64{150, 250, 350},
			[][]string{{"Hall", "500", "1.27 – 1.42"}, {"Cellar", "41", "1.14 – 1.30"}, {"Attic", "12", "1.05"}},
			"Branch\t2022\tPrices\nHall\t500\t1.27 – 1.42\nCellar\t41\t1.14 – 1.30\nAttic\t12\t1.05",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			line := func(y float64, cells []string) {
				s.text(60, y, 10, regular, cells[0])
				for i, cell := range cells[1:] {
					s.text(c.ends[i+1]-5*float64(len([]rune(cell))), y, 10, regular, cell)
				}
			}
			line(112, c.header)
			for i, r := range c.rows {
				line(130+14*float64(i), r)
			}
			for _, y := range []float64{100, 117, 165} {
				s.across(y, 55, 440)
			}
			require.Equal(t, c.want, onlyTable(t, s.analyze()).Text())
		})
	}
}
