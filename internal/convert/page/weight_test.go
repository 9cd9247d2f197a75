package page_test

import (
	"bytes"
	"encoding/gob"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

// memoryOf returns how much memory a page takes once it is decoded, in bytes. No other test may run meanwhile.
func memoryOf(t *testing.T, p page.Page) int {
	t.Helper()
	var stored bytes.Buffer
	require.NoError(t, gob.NewEncoder(&stored).Encode(p))
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what is pooled survives the first
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	var decoded page.Page
	require.NoError(t, gob.NewDecoder(bytes.NewReader(stored.Bytes())).Decode(&decoded))
	took := heap() - before
	runtime.KeepAlive(decoded)
	runtime.KeepAlive(stored)
	runtime.KeepAlive(p)
	return took
}

//nolint:paralleltest // it measures the memory of the process
func TestWeightIsWhatADecodedPageTakes(t *testing.T) {
	const n = 100_000
	cell := page.Cell{ColSpan: 1, RowSpan: 1, Blocks: []page.Block{para("a")}}
	rows := slices.Repeat([]page.Row{{Cells: slices.Repeat([]page.Cell{cell}, 10)}}, n/10)
	for name, p := range map[string]page.Page{
		"paragraphs": {Blocks: slices.Repeat([]page.Block{para("a")}, n)},
		"spans":      {Blocks: []page.Block{{Kind: page.Paragraph, Spans: slices.Repeat(text("a"), n)}}},
		"links":      {Blocks: []page.Block{{Kind: page.Paragraph, Spans: slices.Repeat([]page.Span{{Text: "a", Link: "https://example.org/" + string(make([]byte, 500))}}, n)}}},
		"cells":      {Blocks: []page.Block{{Kind: page.TableKind, Table: &page.Table{Columns: 10, Rows: rows}}}},
		"words":      {Words: slices.Repeat([]page.Word{{Text: "a"}}, n)},
	} {
		took := float64(memoryOf(t, p))
		require.Greater(t, float64(p.Weight()), .8*took, name)
		require.Less(t, float64(p.Weight()), 2*took, name)
	}
}
