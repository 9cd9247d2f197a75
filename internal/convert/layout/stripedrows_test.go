package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// gridRow draws a rule across below a row, and lines of text in its cells 15 points apart.
func (s *sheet) gridRow(y, bottom float64, xs []float64, cells ...[]string) {
	for c, cell := range cells {
		for k, line := range cell {
			s.text(xs[c], y+15*float64(k), 10, regular, line)
		}
	}
	s.across(bottom, xs[0]-8, 540)
}

var optionColumns = []float64{60, 130, 480}

func TestLongDescriptionsBetweenRulesStayInTheirCells(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.gridRow(100, 108, optionColumns, []string{"Option"}, []string{"What it does"}, []string{"Usually"})
	s.gridRow(122, 130, optionColumns, []string{"anchor"}, []string{"Where the ship lies at night"}, []string{"harbour"})
	s.gridRow(144, 197, optionColumns, []string{"lamp"}, []string{
		"Lights the lamp at the top of the mast as soon as the sun is",
		"below the sea, and puts it out when the keeper of the house",
		"on the hill has lit the fire, or when the moon is so bright",
		"that nobody needs a lamp at all.",
	}, []string{"lit"})
	s.gridRow(211, 219, optionColumns, []string{"sail"}, []string{"Which of the sails is set first"}, []string{"none"})
	require.Equal(t, "Option\tWhat it does\tUsually\n"+
		"anchor\tWhere the ship lies at night\tharbour\n"+
		"lamp\tLights the lamp at the top of the mast as soon as the sun is below the sea, and puts it out when the keeper of the house "+
		"on the hill has lit the fire, or when the moon is so bright that nobody needs a lamp at all.\tlit\n"+
		"sail\tWhich of the sails is set first\tnone", onlyTable(t, s.analyze()).Text())
}

func TestTheRowAboveTheLastStripeIsNotItsHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.gridRow(100, 107, optionColumns, []string{"Option"}, []string{"What it does"}, []string{"Usually"})
	want := "Option\tWhat it does\tUsually"
	for i, r := range [][3]string{
		{"anchor", "Where the ship lies", "harbour"},
		{"bell", "When it rings", "noon"},
		{"lamp", "Which lamp is lit", "none"},
		{"oar", "Who has to row", "nobody"},
		{"sail", "Which sail is set first", "none"},
	} {
		y := 107 + 22*float64(i)
		if i%2 == 0 {
			for c, x := range optionColumns {
				s.fill(x-8, y, append(optionColumns[1:], 548)[c]-8, y+22)
			}
		}
		s.gridRow(y+14, y+22, optionColumns, []string{r[0]}, []string{r[1]}, []string{r[2]})
		want += "\n" + r[0] + "\t" + r[1] + "\t" + r[2]
	}
	require.Equal(t, want, onlyTable(t, s.analyze()).Text())
}

func TestDescriptionsBelowTheNamesOfInvoicedItemsAndTotalsBelowThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	xs := []float64{60, 330, 400, 480}
	s.gridRow(100, 106, xs, []string{"Description"}, []string{"Quantity"}, []string{"Price"}, []string{"Amount"})
	s.gridRow(119, 126, xs, []string{"Lamp"}, []string{"2"}, []string{"10.00"}, []string{"20.00"})
	s.gridRow(139, 176, xs, []string{"Chair", "of oak, with arms and a high back, as shown in", "the hall"}, []string{"12"}, []string{"31.00"}, []string{"372.00"})
	s.gridRow(189, 196, xs, []string{"Carriage"}, []string{"1"}, []string{"40.00"}, []string{"40.00"})
	s.text(60, 209, 10, bold, "Net")
	s.text(480, 209, 10, bold, "432.00")
	s.text(60, 229, 10, bold, "Total due")
	s.text(480, 229, 10, bold, "432.00")
	require.Equal(t, "Description\tQuantity\tPrice\tAmount\n"+
		"Lamp\t2\t10.00\t20.00\nChair of oak, with arms and a high back, as shown in the hall\t12\t31.00\t372.00\n"+
		"Carriage\t1\t40.00\t40.00\nNet\t\t\t432.00\nTotal due\t\t\t432.00", onlyTable(t, s.analyze()).Text())
}
