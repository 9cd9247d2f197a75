package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// fewItems writes an invoice: a bold header and rows at their own places and heights, between other text.
func fewItems(head []float64, labels []string, rows ...itemRow) *sheet {
	s := newSheet()
	s.text(60, 60, 10, regular, "Invoice number: 4711")
	for i, label := range labels {
		s.text(head[i], 100, 10, bold, label)
	}
	for _, r := range rows {
		s.row(r.y, r.xs, r.cells...)
	}
	s.text(60, 300, 10, bold, "Total due: 2,920.00 EUR")
	return s
}

type itemRow struct {
	y     float64
	xs    []float64
	cells []string
}

func TestTwoItemsFarBelowTheirLabels(t *testing.T) {
	t.Parallel()
	xs := []float64{60, 250, 450}
	s := fewItems(xs, []string{"Description", "Quantity", "Subtotal"},
		itemRow{140, xs, []string{"Running shoes", "1", "53 EUR"}},
		itemRow{170, xs, []string{"Discount", "1", "-10 EUR"}})
	require.Equal(t, "Description\tQuantity\tSubtotal\nRunning shoes\t1\t53 EUR\nDiscount\t1\t-10 EUR", onlyTable(t, s.analyze()).Text())
}

func TestTwoItemsWhoseFiguresAreNotBelowTheirLabels(t *testing.T) {
	t.Parallel()
	s := fewItems([]float64{60, 300, 350, 420}, []string{"Description", "Qty", "Unit price", "Amount"},
		itemRow{114, []float64{60, 306, 330, 384}, []string{"Cupboard made of oak", "1", "2,400.00", "2,400.00"}},
		itemRow{128, []float64{60, 270, 306, 350}, []string{"Mounting", "8", "65.00", "520.00"}})
	require.Equal(t, "Description\tQty\tUnit price\tAmount\nCupboard made of oak\t1\t2,400.00\t2,400.00\nMounting\t8\t65.00\t520.00",
		onlyTable(t, s.analyze()).Text())
}

func TestTwoRowsWithoutFiguresBelowLabelsAreNoTable(t *testing.T) {
	t.Parallel()
	xs := []float64{60, 250, 450}
	requireNoTable(t, fewItems(xs, []string{"Ada Lovelace", "Mary Somerville", "Sophie Germain"},
		itemRow{140, xs, []string{"London", "Edinburgh", "Paris"}},
		itemRow{170, xs, []string{"ada@example.com", "mary@example.com", "sophie@example.com"}}).analyze())
}

func TestItemsAreNotCutOffFromRowsThatGoOnBelow(t *testing.T) {
	t.Parallel()
	xs := []float64{60, 250, 450}
	s := fewItems(xs, []string{"Description", "Quantity", "Subtotal"},
		itemRow{140, xs, []string{"Running shoes", "1", "53 EUR"}},
		itemRow{170, xs, []string{"Discount", "1", "-10 EUR"}},
		itemRow{200, []float64{130, 330}, []string{"The lamp in the hall", "goes on"}})
	require.Contains(t, onlyTable(t, s.analyze()).Text(), "goes on")
}

func TestASingleItemAboveItsTotal(t *testing.T) {
	t.Parallel()
	s := fewItems([]float64{60, 240, 320, 420}, []string{"Description", "Qty", "Unit price", "Amount"},
		itemRow{120, []float64{60, 275, 360, 445}, []string{"Consulting, March", "12", "95.00", "1,140.00"}},
		itemRow{140, []float64{320, 445}, []string{"Total", "1,140.00"}})
	require.Equal(t, "Description\tQty\tUnit price\tAmount\nConsulting, March\t12\t95.00\t1,140.00\n\t\tTotal\t1,140.00",
		onlyTable(t, s.analyze()).Text())
}
