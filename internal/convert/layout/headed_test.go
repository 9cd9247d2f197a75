package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// headed writes a header in a font and the rows below it, 16 points apart, at these places, above running text.
func headed(font, cells int, xs []float64, rows ...[]string) *sheet {
	s := newSheet()
	for i, row := range rows {
		for c, cell := range row {
			switch {
			case i == 0:
				s.text(xs[c], 100, 10, font, cell)
			case c == 0:
				s.text(xs[c], 100+16*float64(i), 10, regular, cell)
			default:
				s.text(xs[c], 100+16*float64(i), 10, cells, cell)
			}
		}
	}
	s.column(60, 130+16*float64(len(rows)), 10, prose(4, 90)...)
	return s
}

func TestCommandsBesideWhatTheyDoBelowABoldHeader(t *testing.T) {
	t.Parallel()
	s := headed(bold, mono, []float64{60, 170},
		[]string{"Task", "Command"},
		[]string{"Install the tools", "bash scripts/tools.sh"},
		[]string{"Build", "make all the parts"},
		[]string{"Format", "make format of local"},
		[]string{"Unit tests", "make test of units"})
	require.Equal(t, "Task\tCommand\nInstall the tools\tbash scripts/tools.sh\nBuild\tmake all the parts\n"+
		"Format\tmake format of local\nUnit tests\tmake test of units", onlyTable(t, s.analyze()).Text())
}

func TestTwoRecordsBelowAHeaderInAnotherColour(t *testing.T) {
	t.Parallel()
	s := headed(regular, regular, []float64{60, 200},
		[]string{"Feature", "Supported"},
		[]string{"Caching", "Yes"},
		[]string{"Signing in", "By a token, a password or a key"})
	for i := range len("FeatureSupported") {
		s.Glyphs[i].Color = 0x0066CC
	}
	require.Equal(t, "Feature\tSupported\nCaching\tYes\nSigning in\tBy a token, a password or a key", onlyTable(t, s.analyze()).Text())
}

func TestTicksBelowABoldHeader(t *testing.T) {
	t.Parallel()
	s := headed(bold, regular, []float64{60, 200, 280, 360},
		[]string{"Feature", "Aurora", "Boreas", "Corona"},
		[]string{"Observers", "✓", "", ""},
		[]string{"Priorities", "✓", "✓", ""},
		[]string{"Groups", "✓", "", ""},
		[]string{"Delays", "✓", "✓", "✓"},
		[]string{"Rates", "✓", "✓", "✓"})
	require.Equal(t, "Feature\tAurora\tBoreas\tCorona\nObservers\t✓\t\t\nPriorities\t✓\t✓\t\nGroups\t✓\t\t\n"+
		"Delays\t✓\t✓\t✓\nRates\t✓\t✓\t✓", onlyTable(t, s.analyze()).Text())
}

func TestAddressesBelowBoldTitlesAreNoRecords(t *testing.T) {
	t.Parallel()
	requireNoTable(t, headed(bold, regular, []float64{60, 300},
		[]string{"Sender", "Receiver"},
		[]string{"Aurora Shipping", "Boreas Rowing"},
		[]string{"Greyford", "Talmouth"}).analyze())
}

func TestTwoRecordsOfSeveralLinesBelowABoldHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	for c, label := range []string{"Feature", "Supported"} {
		s.text([]float64{60, 150}[c], 100, 10, bold, label)
	}
	s.row(124, []float64{60, 150}, "Caching", "Of every page")
	s.row(148, []float64{60, 150}, "Authentication", "By the credentials of a client, or by one of the")
	s.row(160, []float64{60, 150}, "methods", "tokens")
	s.column(60, 190, 10, prose(4, 90)...)
	require.Equal(t, "Feature\tSupported\nCaching\tOf every page\n"+
		"Authentication methods\tBy the credentials of a client, or by one of the tokens", onlyTable(t, s.analyze()).Text())
}
