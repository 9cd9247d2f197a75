package pagestore_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pagestore"
)

func stored(t *testing.T, pages ...page.Page) []byte {
	t.Helper()
	var file bytes.Buffer
	w := pagestore.NewWriter(&file)
	for _, p := range pages {
		require.NoError(t, w.Add(p))
	}
	require.NoError(t, w.Close())
	return file.Bytes()
}

func opened(t *testing.T, file []byte) *pagestore.Reader {
	t.Helper()
	r, err := pagestore.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return r
}

func text(s string, b page.Box) page.Block {
	return page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: s}}, Box: b}
}

func TestAPageIsReadAloneAndAsItWas(t *testing.T) {
	t.Parallel()
	b := page.Box{X0: 10, Y0: 20.5, X1: 30.25, Y1: 40}
	second := page.Page{
		Number: 2, Width: 595.28, Height: 841.89, Source: page.SourceMixed, Angle: 1.5, Confidence: 91.5, Coverage: 0.98765, Notes: []string{"note"},
		Blocks: []page.Block{text("one", b), {Kind: page.TableKind, Box: b, Table: &page.Table{
			Columns: 1, HeaderRows: 1, Rows: []page.Row{{Cells: []page.Cell{{Header: true, Box: b, Blocks: []page.Block{text("two", b)}}}}},
		}}},
		Words:  []page.Word{{Text: "one", Box: b, Confidence: 80}, {Text: "two", Box: b}},
		Fields: []page.Field{{Name: "f", Kind: page.RadioField, Box: b, Options: []page.Option{{Value: "o", Box: b}}}},
	}
	r := opened(t, stored(t, page.Page{Number: 1, Blocks: []page.Block{}}, second, page.Page{Number: 3, Unread: page.Corrupt}))
	got, err := r.Page(2)
	require.NoError(t, err)
	require.Equal(t, second, got)
	_, err = r.Page(4)
	require.ErrorIs(t, err, pagestore.ErrNoPage)
	require.Len(t, r.Heads(), 3)
	require.Equal(t, page.Corrupt, r.Heads()[2].Unread)
	require.Equal(t, []string{"note"}, r.Heads()[1].Notes)
}

func TestAPageThatLiesOnASideIsReadUpright(t *testing.T) {
	t.Parallel()
	p := page.Page{Number: 1, Width: 800, Height: 600, Angle: 90, Blocks: []page.Block{text("one", page.Box{X0: 700, Y0: 50, X1: 712, Y1: 150})}}
	r := opened(t, stored(t, p))
	got, err := r.Page(1)
	require.NoError(t, err)
	require.Equal(t, page.Box{X0: 50, Y0: 88, X1: 150, Y1: 100}, got.Blocks[0].Box)
	head := r.Heads()[0]
	require.Equal(t, []any{600.0, 800.0, 0.0, 270}, []any{got.Width, got.Height, got.Angle, got.Turned})
	require.Equal(t, []any{600.0, 800.0, 0.0, 270}, []any{head.Width, head.Height, head.Angle, head.Turned})
}

func TestLengthsAreRoundedInTheFileAlone(t *testing.T) {
	t.Parallel()
	p := page.Page{Number: 1, Blocks: []page.Block{text("one", page.Box{X0: 1.0 / 3, Y0: math.Inf(1), X1: 2.0 / 3, Y1: math.NaN()})}}
	got, err := opened(t, stored(t, p)).Page(1)
	require.NoError(t, err)
	require.Equal(t, page.Box{X0: 0.33, X1: 0.67}, got.Blocks[0].Box)
	require.InDelta(t, 1.0/3, p.Blocks[0].Box.X0, 0)
}

func TestAPageWithoutAnyBoundIsNotStored(t *testing.T) {
	t.Parallel()
	long := page.Page{Number: 1, Blocks: []page.Block{text(strings.Repeat("a", pagestore.MaxPage), page.Box{})}}
	// Every control character takes six bytes in JSON, which no estimate based on the length of the text foresees.
	escaped := page.Page{Number: 2, Blocks: []page.Block{text(strings.Repeat("\x01", pagestore.MaxPage/4), page.Box{})}}
	file := stored(t, long, escaped, page.Page{Number: 3})
	require.Less(t, len(file), 1000)
	r := opened(t, file)
	for number := range 2 {
		_, err := r.Page(number + 1)
		require.ErrorIs(t, err, pagestore.ErrTooLarge)
	}
	_, err := r.Page(3)
	require.NoError(t, err)
}

func TestADamagedFileIsAnError(t *testing.T) {
	t.Parallel()
	whole := stored(t, page.Page{Number: 1, Blocks: []page.Block{text("one", page.Box{})}})
	for n := range whole {
		_, err := pagestore.NewReader(bytes.NewReader(whole[:n]), int64(n))
		require.Error(t, err, "the first %d bytes", n)
	}
	broken := bytes.Clone(whole)
	broken[20] ^= 0xFF
	_, err := opened(t, broken).Page(1)
	require.Error(t, err)
}
