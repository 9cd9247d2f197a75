package convert_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/page"
)

func paragraph(number int, text string) page.Page {
	return page.Page{Number: number, Width: 595, Height: 842, Blocks: []page.Block{
		{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}},
	}}
}

func TestStoredPagesRoundTrip(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	enc := convert.NewPageEncoder(&b)
	want := []page.Page{paragraph(1, "first"), paragraph(2, strings.Repeat("long ", 200_000))}
	for _, p := range want {
		require.NoError(t, enc.Encode(p))
	}
	require.NoError(t, enc.Close())
	var got []page.Page
	require.NoError(t, convert.DecodePages(t.Context(), &b, func(p *page.Page) error {
		got = append(got, *p)
		return nil
	}))
	require.Equal(t, want, got)
}

func TestTruncatedStorageIsAnErrorRatherThanFewerPages(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	enc := convert.NewPageEncoder(&b)
	require.NoError(t, enc.Encode(paragraph(1, strings.Repeat("text ", 1000))))
	require.NoError(t, enc.Close())
	err := convert.DecodePages(t.Context(), bytes.NewReader(b.Bytes()[:b.Len()/2]), func(*page.Page) error { return nil })
	require.Error(t, err)
}

func source(pages ...page.Page) convert.PageSource {
	return func(yield func(*page.Page) error) error {
		for _, p := range pages {
			if err := yield(&p); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestPagesAreSeparatedOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	pages := source(paragraph(1, "One."), paragraph(2, "Two."))
	for separator, want := range map[bool]string{true: "One.\n\n---\n\nTwo.\n", false: "One.\n\nTwo.\n"} {
		var md bytes.Buffer
		sum, err := convert.Assemble(t.Context(), pages, convert.AssembleOptions{PageSeparator: separator}, &md, nil)
		require.NoError(t, err)
		require.Equal(t, 2, sum.Pages)
		require.Equal(t, want, md.String())
	}
}

func TestAssemblyStopsAtTheFirstError(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk")
	_, err := convert.Assemble(t.Context(), source(paragraph(1, "One.")), convert.AssembleOptions{}, &bytes.Buffer{},
		func(page.Page) error { return broken })
	require.ErrorIs(t, err, broken)
}

func TestAssembleCountsPagesThatLostWords(t *testing.T) {
	t.Parallel()
	pages := source(page.Page{Number: 1, Coverage: 1}, page.Page{Number: 2, Coverage: .5}, page.Page{Number: 3})
	sum, err := convert.Assemble(t.Context(), pages, convert.AssembleOptions{}, io.Discard, nil)
	require.NoError(t, err)
	require.Equal(t, convert.Summary{Pages: 3, Lost: 1}, sum)
}
