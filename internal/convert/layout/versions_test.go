package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// headedBy returns the kind of a line in larger type between two paragraphs.
func headedBy(size float64, title string) page.Kind {
	line := page.Block{Font: &page.Font{Size: size, Bold: true}, Spans: []page.Span{{Text: title}}}
	return finish(blocksOf(running, line, running))[0].Blocks[1].Kind
}

func TestVersionsInLargerTypeAreTitles(t *testing.T) {
	t.Parallel()
	for _, title := range []string{
		"4.1.2", "v0.10.0", "[1.0.0]", "2.0.0-rc.1", "4.1.2 - 2019-09-23", "0.26.1 (2018-10-25)", "[1.0] – 2017-06-20", "3.0b2, 2021-01-30",
	} {
		require.Equal(t, page.Heading, headedBy(15, title), title)
	}
}

func TestFiguresInLargerTypeAreNoTitles(t *testing.T) {
	t.Parallel()
	for _, figure := range []string{"4.1", "12", "1.234.567", "03.04.2024", "24.12.2024", "2019-09-23", "1,234.56", "80 %", "800.555.1234"} {
		require.NotEqual(t, page.Heading, headedBy(15, figure), figure)
	}
}

func TestBoldVersionsInTheSizeOfTheTextAreTerms(t *testing.T) {
	t.Parallel()
	require.NotEqual(t, page.Heading, headedBy(10, "1.0.1"))
}
