package form_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/office/form"
	"quire/internal/convert/office/paging"
	"quire/internal/convert/page"
)

type start int

func (s start) Start() int { return int(s) }

func TestFieldsAreAtTheirSpansAndEnclosedOnesAtTheBeginning(t *testing.T) {
	t.Parallel()
	enclosed := []form.Placed[start]{{Field: 9, Mark: paging.Mark{Block: 7, At: 5}}}
	require.Equal(t, []form.Placed[start]{
		{Field: 2, Mark: paging.Mark{Block: 3, At: 2}},
		{Field: 4, Mark: paging.Mark{Block: 3, At: 4}},
		{Field: 9, Mark: paging.Mark{Block: 3}},
	}, form.Place(3, []start{2, 4}, enclosed))
}

func TestTextBetweenSpansEndsWithTheParagraph(t *testing.T) {
	t.Parallel()
	spans := []page.Span{{Text: "a"}, {Text: "b"}, {Text: "c"}}
	for _, c := range []struct {
		from, to int
		text     string
	}{{0, 2, "ab"}, {1, 1, ""}, {2, 9, "c"}, {5, 9, ""}, {2, 1, ""}} {
		require.Equal(t, c.text, form.Between(spans, c.from, c.to), "%d to %d", c.from, c.to)
	}
}
