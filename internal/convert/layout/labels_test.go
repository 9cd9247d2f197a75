package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func lone(size float64, bold bool, text string) page.Block {
	return page.Block{Font: &page.Font{Size: size, Bold: bold}, Spans: []page.Span{{Text: text, Bold: bold}}}
}

// isHeading reports whether the second of the given blocks, placed below a paragraph, becomes a heading.
func isHeading(blocks ...page.Block) bool {
	p := finish(blocksOf(append([]page.Block{running}, blocks...)...))[0]
	return p.Blocks[1].Kind == page.Heading
}

func TestLabelsAreNotTitles(t *testing.T) {
	t.Parallel()
	value := lone(10, false, "Otto Lindemann")
	cases := map[string]struct {
		blocks []page.Block
		want   bool
	}{
		"a title":                           {[]page.Block{lone(10, true, "Loans of a year"), running}, true},
		"a label above its value":           {[]page.Block{lone(10, true, "Keeper:"), value}, false},
		"a title with a colon":              {[]page.Block{lone(10, true, "Loans of a year:"), running}, true},
		"a large title with a colon":        {[]page.Block{lone(14, true, "Loans of a year:"), value}, true},
		"a larger sentence that continues":  {[]page.Block{lone(12, false, "The following rooms are open:"), running}, false},
		"a larger title":                    {[]page.Block{lone(12, false, "The following rooms"), running}, true},
		"an address":                        {[]page.Block{lone(10, true, "501 West Street, Ostbury 68845"), running}, false},
		"a number of an invoice as a title": {[]page.Block{lone(20, true, "Invoice 48448"), running}, true},
		"a date above a name":               {[]page.Block{lone(10, true, "June 30, 2023"), value}, false},
		"a date in the margin of a name":    {[]page.Block{lone(10, true, "2023-06-30"), value}, false},
		"an entry of a diary":               {[]page.Block{lone(10, true, "30 June 2023"), running}, true},
		"a table's number with letters":     {[]page.Block{lone(10, true, "Table ES-1 Loans of a year"), running}, false},
		"a table's Roman number":            {[]page.Block{lone(10, true, "TABLE IV"), running}, false},
		"a title that begins with a table":  {[]page.Block{lone(10, true, "Tables in reading rooms"), running}, true},
	}
	for name, c := range cases {
		require.Equal(t, c.want, isHeading(c.blocks...), name)
	}
}

func TestNamesOfAuthorsAreNotATitle(t *testing.T) {
	t.Parallel()
	below := func(title float64, names string) bool {
		p := finish(blocksOf(lone(title, true, "Loans of a year"), lone(11, true, names), running))[0]
		return p.Blocks[1].Kind == page.Heading
	}
	require.False(t, below(20, "Otto Lindemann1, Ada van der Berg2,*, and Jean-Luc O’Brien"))
	require.True(t, below(11, "Otto Lindemann, Ada Berg, Jean Brien"), "below nothing larger")
	require.True(t, below(20, "Property, Plant and Equipment, Net"))
	require.True(t, below(20, "Otto Lindemann and Ada Berg"), "few")
}

func TestTextsOfOneTypeSideBySideAreNotTitles(t *testing.T) {
	t.Parallel()
	at := func(x, y float64, b page.Block) page.Block {
		b.Box = page.Box{X0: x, Y0: y, X1: x + 80, Y1: y + 12}
		return b
	}
	second := lone(10, true, "Measurement")
	require.False(t, isHeading(at(60, 240, lone(10, true, "Fiscal Year")), at(160, 241, second)))
	require.True(t, isHeading(at(60, 240, lone(10, true, "Fiscal Year")), at(160, 300, second)), "one below the other")
	require.True(t, isHeading(at(160, 240, lone(10, true, "Fiscal Year")), at(60, 241, lone(10, true, "12"))), "a number beside it")
	require.True(t, isHeading(at(60, 240, lone(14, true, "Fiscal Year")), at(160, 241, lone(10, false, "in thousands"))), "other type")
}

func TestFaceOfRunningTextIsNotThatOfTitles(t *testing.T) {
	t.Parallel()
	const share = 4
	enclosed := func(paragraphs int) map[string]int {
		blocks := []page.Block{}
		for range share {
			blocks = append(blocks, running)
		}
		blocks = append(blocks, lone(12, false, "Loans of a year are made by keepers"))
		for range paragraphs {
			larger := running
			larger.Font = &page.Font{Size: 12}
			larger.Spans = []page.Span{{Text: strings.Join(prose(2, 80), " ")}}
			blocks = append(blocks, larger)
		}
		return headings(finish(blocksOf(blocks...))[0])
	}
	require.Len(t, enclosed(0), 1)
	require.Empty(t, enclosed(share), "text of another document")
}

func TestLinesAboutAuthorsBelowATitleAreNotTitles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line, last     string
		bold, lastBold bool
		sign           string
		shift          float64
		want           bool
	}{
		"name above a date":       {line: "Ada Berg", last: "May 5, 2021"},
		"name above a month":      {line: "Ada Berg", last: "November 2021"},
		"name above a year":       {line: "Ada Berg", last: "2021"},
		"name above an address":   {line: "Ada Berg", last: "ada@berg.example"},
		"name with a note":        {line: "Ada Berg", last: "Third Edition", sign: "∗"},
		"text with a number":      {line: "Annual Report", last: "Third Edition", sign: "2", want: true},
		"subtitle in bold":        {line: "Annual Report", last: "May 5, 2021", bold: true},
		"nothing tells who":       {line: "Annual Report", last: "Third Edition", want: true},
		"bold":                    {line: "Annual Report", last: "May 5, 2021", bold: true, lastBold: true, want: true},
		"not centred below it":    {line: "Annual Report", last: "May 5, 2021", shift: 60, want: true},
		"more than a date's text": {line: "Annual Report", last: "Loans of May 2021", want: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			centred := func(y, width float64, b page.Block) page.Block {
				b.Box = page.Box{X0: 300 - width/2, Y0: y, X1: 300 + width/2, Y1: y + 14}
				return b
			}
			line := centred(110, 90, lone(12, c.bold, c.line))
			if c.sign != "" {
				line.Spans = append(line.Spans, page.Span{Text: c.sign, Sup: true})
			}
			line.Box.X0, line.Box.X1 = line.Box.X0+c.shift, line.Box.X1+c.shift
			p := finish(blocksOf(centred(80, 260, lone(17, false, "The Loans of a Year")), line, centred(130, 80, lone(12, c.lastBold, c.last)), running))[0]
			require.Equal(t, page.Heading, p.Blocks[0].Kind)
			require.Equal(t, c.want, p.Blocks[1].Kind == page.Heading)
		})
	}
}

func TestLinesAboutAuthorsMayFollowALineThatIsNotInTheMiddle(t *testing.T) {
	t.Parallel()
	at := func(x, y, width float64, b page.Block) page.Block {
		b.Box = page.Box{X0: x - width/2, Y0: y, X1: x + width/2, Y1: y + 14}
		return b
	}
	p := finish(blocksOf(
		at(300, 80, 260, lone(17, false, "The Loans of a Year")),
		at(120, 110, 120, lone(12, false, "What Keepers Lend")),
		at(300, 150, 90, lone(12, false, "Ada Berg")),
		at(300, 170, 80, lone(12, false, "May 5, 2021")),
		running,
	))[0]
	for _, b := range p.Blocks[2:] {
		require.Equal(t, page.Paragraph, b.Kind, b.Text())
	}
}
