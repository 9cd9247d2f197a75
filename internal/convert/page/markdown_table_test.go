package page_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
)

func cell(column int, blocks ...page.Block) page.Cell {
	return page.Cell{Column: column, ColSpan: 1, RowSpan: 1, Blocks: blocks}
}

func grid(headers, columns int, rows ...[]page.Cell) page.Block {
	t := &page.Table{HeaderRows: headers, Columns: columns}
	for _, r := range rows {
		t.Rows = append(t.Rows, page.Row{Cells: r})
	}
	return page.Block{Kind: page.TableKind, Table: t}
}

func TestPlainTableIsAPipeTable(t *testing.T) {
	t.Parallel()
	got := render(grid(1, 3,
		[]page.Cell{cell(0, page.Block{Kind: page.Paragraph, Spans: []page.Span{{Text: "Name", Bold: true}}}), cell(1, para("a|b")), cell(2)},
		[]page.Cell{cell(1, para("x\ny"), para("z")), cell(2, page.Block{Kind: page.Formula, Spans: text(`|x|`)})},
	))
	require.Equal(t, "| Name | a\\|b |  |\n| --- | --- | --- |\n|  | x<br>y<br>z | $\\vert x\\vert $ |", got)
}

func TestTableWithSpansIsHTML(t *testing.T) {
	t.Parallel()
	wide := page.Cell{ColSpan: 2, RowSpan: 1, Blocks: []page.Block{para("A & <b>")}}
	tall := page.Cell{Column: 2, ColSpan: 1, RowSpan: 2, Header: true, Blocks: []page.Block{para("R")}}
	got := render(grid(1, 3, []page.Cell{wide, tall}, []page.Cell{
		cell(0, item(0, "", "one"), item(1, "1.", "two"), item(0, "", "three")),
		cell(1, page.Block{Kind: page.Code, Spans: text("a\n\nb")}, para("c")),
	}))
	require.Equal(t, "<table>\n<tr><th colspan=\"2\">A &amp; &lt;b&gt;</th><th rowspan=\"2\">R</th></tr>\n"+
		"<tr><td><ul><li>one<ol start=\"1\"><li>two</li></ol></li><li>three</li></ul></td>"+
		"<td><pre><code>a&#10;&#10;b</code></pre><br>c</td></tr>\n</table>", got)
}

func TestNestedTableHasNoBlankLine(t *testing.T) {
	t.Parallel()
	inner := grid(0, 1, []page.Cell{cell(0, page.Block{Kind: page.Paragraph, Spans: []page.Span{
		{Text: "go", Link: "https://a.b/\"x", Bold: true}, {Text: " x"}, {Text: "2", Sup: true}, {Note: "7"},
	}})})
	got := render(grid(0, 1, []page.Cell{cell(0, inner, inner)}))
	require.NotContains(t, got, "\n\n")
	require.Contains(t, got, `<a href="https://a.b/%22x"><strong>go</strong></a> x<sup>2</sup>[^7]`)
}

func TestCheckboxesOfAListInACellAreKept(t *testing.T) {
	t.Parallel()
	got := render(grid(0, 1, []page.Cell{cell(0, page.Block{Kind: page.ListItem, Marker: "☒", Spans: text("tea")}, page.Block{Kind: page.ListItem, Marker: "•", Spans: text("milk")})}))
	require.Equal(t, "<table>\n<tr><td><ul><li>☒ tea</li><li>milk</li></ul></td></tr>\n</table>", got)
}
