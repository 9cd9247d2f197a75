package plaintext_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/plaintext"
)

func written(t *testing.T, pages ...page.Page) string {
	t.Helper()
	var out strings.Builder
	w := plaintext.NewWriter(&out)
	for _, p := range pages {
		require.NoError(t, w.WritePage(t.Context(), p))
	}
	require.NoError(t, w.Close())
	return out.String()
}

func on(number int, blocks ...page.Block) page.Page { return page.Page{Number: number, Blocks: blocks} }

func block(kind page.Kind, text string) page.Block {
	return page.Block{Kind: kind, Spans: []page.Span{{Text: text}}}
}

func rest(b page.Block) page.Block {
	b.Continues = true
	return b
}

func item(level int, marker, text string) page.Block {
	b := block(page.ListItem, text)
	b.Level, b.Marker = level, marker
	return b
}

func table(header int, rows ...string) page.Block {
	t := &page.Table{Columns: 2, HeaderRows: header}
	for _, row := range rows {
		var r page.Row
		for k, text := range strings.Split(row, "|") {
			r.Cells = append(r.Cells, page.Cell{Column: k, Blocks: []page.Block{block(page.Paragraph, text)}})
		}
		t.Rows = append(t.Rows, r)
	}
	return page.Block{Kind: page.TableKind, Table: t}
}

func TestTextHasNoMarkup(t *testing.T) {
	t.Parallel()
	note := block(page.Footnote, "A note.")
	note.Marker = "1"
	picture := block(page.Picture, "12 %")
	picture.Alt = "Growth"
	for name, c := range map[string]struct {
		blocks []page.Block
		want   string
	}{
		"styles": {[]page.Block{{Kind: page.Paragraph, Spans: []page.Span{
			{Text: "bold", Bold: true}, {Text: " and "}, {Text: "a link", Link: "https://example.org"}, {Text: " * 2"},
		}}}, "bold and a link * 2\n"},
		"headings":           {[]page.Block{block(page.Heading, "One"), block(page.Paragraph, "Two")}, "One\n\nTwo\n"},
		"lists":              {[]page.Block{item(0, "1.", "one"), item(1, "•", "two"), item(99, "", "deep"), block(page.Paragraph, "End")}, "1. one\n  • two\n" + strings.Repeat("  ", 8) + "deep\n\nEnd\n"},
		"tables":             {[]page.Block{table(1, "Item|Price", "a\nbolt|12")}, "Item\tPrice\na bolt\t12\n"},
		"code":               {[]page.Block{block(page.Code, "\nif x {\n\ty()\n}\n")}, "if x {\n\ty()\n}\n"},
		"formulas":           {[]page.Block{block(page.Formula, `\frac{a}{b}`)}, "\\frac{a}{b}\n"},
		"footnotes":          {[]page.Block{{Kind: page.Paragraph, Spans: []page.Span{{Text: "Claim"}, {Note: "1"}}}, note}, "Claim[1]\n\n[1] A note.\n"},
		"pictures":           {[]page.Block{picture, {Kind: page.Picture, Alt: "Logo"}, {Kind: page.Picture}}, "Growth\n12 %\n\nLogo\n"},
		"heads and feet":     {[]page.Block{block(page.PageHead, "Head"), block(page.Paragraph, "Text"), block(page.PageFoot, "1")}, "Text\n"},
		"hidden characters":  {[]page.Block{block(page.Paragraph, "to\u200bday\u202e")}, "today\n"},
		"finished Markdown":  {[]page.Block{block(page.MarkdownKind, "# Title\n\nSome **bold** text\n\n- item")}, "Title\n\nSome bold text\n\n• item\n"},
		"nothing but spaces": {[]page.Block{block(page.Paragraph, " \n"), table(1)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, written(t, on(1, c.blocks...)))
		})
	}
}

func TestWhatAPageBreakCutsIsJoined(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second page.Page
		want          string
	}{
		"a word": {on(1, block(page.Paragraph, "the con-")), on(2, rest(block(page.Paragraph, "tract"))), "the contract\n"},
		"a sentence around a footnote": {
			on(1, block(page.Paragraph, "One"), block(page.Footnote, "Note.")), on(2, rest(block(page.Paragraph, "two."))), "One two.\n\nNote.\n",
		},
		"an item": {on(1, item(0, "a)", "one")), on(2, rest(item(0, "", "more"))), "a) one more\n"},
		"code":    {on(1, block(page.Code, "a-")), on(2, rest(block(page.Code, "b"))), "a-\nb\n"},
		"a table": {on(1, table(1, "Item|Price", "a|1")), on(2, rest(table(1, "Item|Price", "b|2"))), "Item\tPrice\na\t1\nb\t2\n"},
		"a table without its header again": {
			on(1, table(1, "Item|Price", "a|1")), on(2, rest(table(0, "b|2", "c|3"))), "Item\tPrice\na\t1\nb\t2\nc\t3\n",
		},
		"a table of other columns": {
			on(1, table(1, "Item|Price")), on(2, rest(page.Block{Kind: page.TableKind, Table: &page.Table{Columns: 3, Rows: table(0, "b|2|3").Table.Rows}})),
			"Item\tPrice\n\nb\t2\t3\n",
		},
		"not a heading":         {on(1, block(page.Heading, "One")), on(2, rest(block(page.Heading, "Two"))), "One\n\nTwo\n"},
		"nothing to go on with": {on(1), on(2, rest(block(page.Paragraph, "two"))), "two\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, written(t, c.first, c.second))
		})
	}
}

func TestAFailedWriteIsReported(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	w := plaintext.NewWriter(writer(func([]byte) (int, error) { return 0, full }))
	require.NoError(t, w.WritePage(t.Context(), on(1, block(page.Paragraph, "held"))))
	require.ErrorIs(t, w.WritePage(t.Context(), on(2, block(page.Paragraph, "two"))), full)
	require.ErrorIs(t, w.Close(), full)
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// TestATableOverEveryPageIsNotHeld checks that the text held until its continuation is bounded.
func TestATableOverEveryPageIsNotHeld(t *testing.T) {
	t.Parallel()
	given, received := 0, 0
	w := plaintext.NewWriter(writer(func(b []byte) (int, error) {
		received += len(b)
		return len(b), nil
	}))
	cell := strings.Repeat("a", 1<<20)
	for n := range 40 {
		require.NoError(t, w.WritePage(t.Context(), on(n+1, rest(table(0, cell+"|"+strconv.Itoa(n))))))
		given += len(cell)
		require.Less(t, given-received, 18<<20)
	}
	require.NoError(t, w.Close())
	require.Greater(t, received, given)
}
