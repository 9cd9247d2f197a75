package extract

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/growth"
)

// quotedItems returns a reply with n items of two values, each with a quote.
func quotedItems(n int, quote string) reply {
	r := reply{map[string]any{"rows": make([]any, n)}, map[string]string{}}
	for i := range n {
		r.value["rows"].([]any)[i] = map[string]any{"a": "b"}
		r.quotes[fmt.Sprintf("rows.%d", i)] = quote
		r.quotes[fmt.Sprintf("rows.%d.a", i)] = quote + " a"
	}
	return r
}

func TestRepairedItemsBringTheirQuotes(t *testing.T) {
	t.Parallel()
	r, again := quotedItems(12, "old"), quotedItems(2, "new")
	r.quotes["rows2.1"], again.quotes["rows.0.a.b"] = "of another array", "deep"
	delete(again.quotes, "rows.1.a")
	r.correct("rows", []int{1, 10}, again)
	want := quotedItems(12, "old").quotes
	want["rows2.1"] = "of another array"
	want["rows.1"], want["rows.1.a"], want["rows.1.a.b"], want["rows.10"] = "new", "new a", "deep", "new"
	delete(want, "rows.10.a")
	require.Equal(t, want, r.quotes)
	r.correct("rows", nil, again)
	require.Equal(t, "new", r.quotes["rows.1"])
	require.Equal(t, "of another array", r.quotes["rows2.1"])
	require.NotContains(t, r.quotes, "rows.10")
}

func TestGrowthOfRepairs(t *testing.T) {
	all := func(n int) (items []int) {
		for i := range n {
			items = append(items, i)
		}
		return items
	}
	const most = 1 << 14 // far more than an answer contains
	type repair struct {
		items    []int
		r, again reply
	}
	growth.Run(t, []growth.Case[repair]{
		{Name: "items", To: most, Build: func(n int) repair { return repair{all(n), quotedItems(n, "a"), quotedItems(n, "b")} }},
		{Name: "a whole array", To: most, Build: func(n int) repair { return repair{nil, quotedItems(n, "a"), quotedItems(n, "b")} }},
		{Name: "more items than were asked for", To: most, Build: func(n int) repair { return repair{all(3), quotedItems(n, "a"), quotedItems(n, "b")} }},
	}, func(_ *testing.T, in repair) { in.r.correct("rows", in.items, in.again) })
}
