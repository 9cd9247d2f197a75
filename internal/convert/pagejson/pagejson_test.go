package pagejson_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/pagejson"
)

// at returns the box of a line of text.
func at(x0, y0, x1 float64) page.Box { return page.Box{X0: x0, Y0: y0, X1: x1, Y1: y0 + 10} }

func word(text string, b page.Box) page.Word { return page.Word{Text: text, Box: b} }

func paragraph(text string, b page.Box) page.Block {
	return page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: text}}, Box: b}
}

// found returns the parts of the text at the positions of the block's words.
func found(b pagejson.Block) []string {
	var out []string
	for _, w := range b.Words {
		if w.Start == nil {
			out = append(out, "")
			continue
		}
		out = append(out, string([]rune(b.Text)[*w.Start:*w.End]))
	}
	return out
}

func TestWordsSayWhereTheyAreInTheText(t *testing.T) {
	t.Parallel()
	p := page.Page{Number: 1, Width: 600, Height: 800, Blocks: []page.Block{
		paragraph("Grüße an alle, die da sind: ein Überblick", page.Box{X0: 50, Y0: 50, X1: 300, Y1: 75}),
		{Kind: page.ListItem, Marker: "•", Spans: []page.Span{{Text: "a first", Bold: true}, {Text: " item"}}, Box: at(50, 100, 200)},
		{Kind: page.TableKind, Box: at(50, 150, 300), Table: &page.Table{Columns: 2, Rows: []page.Row{{Cells: []page.Cell{
			{Blocks: []page.Block{paragraph("ein", page.Box{})}, Box: at(50, 150, 150)},
			{Column: 1, Blocks: []page.Block{paragraph("12", page.Box{}), paragraph("ein", page.Box{})}, Box: at(150, 150, 300)},
		}}}}},
	}, Words: []page.Word{
		word("Grüße", at(50, 50, 80)), word("an", at(84, 50, 95)), word("alle,", at(100, 50, 120)), word("die", at(125, 50, 140)),
		word("da", at(145, 50, 155)), word("sind:", at(160, 50, 180)), word("ein", at(185, 50, 200)), word("Über-", at(205, 50, 230)),
		word("blick", at(50, 62, 80)),
		word("•", at(52, 100, 55)), word("a", at(60, 100, 65)), word("first", at(70, 100, 90)), word("item", at(95, 100, 120)),
		word("ein", at(60, 150, 80)), word("12", at(160, 150, 175)), word("ein", at(180, 150, 200)),
		word("stray", at(400, 700, 450)),
	}}
	got := pagejson.From(p, true)
	require.Equal(t, []string{"Grüße", "an", "alle,", "die", "da", "sind:", "ein", "Über", "blick"}, found(got.Blocks[0]))
	require.Equal(t, []string{"", "a", "first", "item"}, found(got.Blocks[1]))
	require.Equal(t, "- **a first** item", got.Blocks[1].Markdown)
	cells := got.Blocks[2].Table.Rows[0].Cells
	require.Equal(t, []string{"ein"}, found(cells[0].Blocks[0]))
	require.Equal(t, []string{"12"}, found(cells[1].Blocks[0]))
	require.Equal(t, []string{"ein"}, found(cells[1].Blocks[1]))
	require.Equal(t, "stray", got.Words[0].Text)
}

func TestWordsAreLeftOutUnlessAskedFor(t *testing.T) {
	t.Parallel()
	p := page.Page{Number: 1, Blocks: []page.Block{paragraph("one", at(50, 50, 80))}, Words: []page.Word{word("one", at(50, 50, 80))}}
	got := pagejson.From(p, false)
	require.Empty(t, got.Blocks[0].Words)
	require.Empty(t, got.Words)
}

func TestWhatHasNoGeometryIsNull(t *testing.T) {
	t.Parallel()
	out, err := json.Marshal(pagejson.From(page.Page{
		Number: 2, Blocks: []page.Block{paragraph("one", page.Box{})}, Fields: []page.Field{{Name: "n", Kind: page.TextField}},
	}, true))
	require.NoError(t, err)
	require.JSONEq(t, `{"schema": "urn:quire:schema:page:1", "number": 2, "width": null, "height": null,
		"blocks": [{"kind": "paragraph", "text": "one", "markdown": "one", "spans": [{"t": "one"}], "box": null}],
		"fields": [{"name": "n", "kind": "text", "value": "", "ticked": false, "box": null}]}`, string(out))
}
