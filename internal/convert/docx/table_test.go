package docx_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
)

func tbl(rows ...string) string { return `<w:tbl>` + strings.Join(rows, "") + `</w:tbl>` }

func tr(cells ...string) string { return `<w:tr>` + strings.Join(cells, "") + `</w:tr>` }

func tc(props, content string) string {
	return `<w:tc><w:tcPr>` + props + `</w:tcPr>` + content + `</w:tc>`
}

func TestTablesKeepTheirStructure(t *testing.T) {
	t.Parallel()
	cell := func(s string) string { return tc("", p(s)) }
	for name, c := range map[string]struct{ body, want string }{
		"plain": {tbl(tr(cell("a"), cell("b")), tr(cell("c"), tc("", p("d")+p("e")))), "| a | b |\n| --- | --- |\n| c | d<br>e |"},
		"merged down and across": {
			tbl(
				tr(tc(`<w:gridSpan w:val="2"/>`, p("wide")), tc(`<w:vMerge w:val="restart"/>`, p("tall"))),
				tr(cell("a"), cell("b"), tc(`<w:vMerge/>`, `<w:p/>`))),
			"<table>\n<tr><td colspan=\"2\">wide</td><td rowspan=\"2\">tall</td></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>",
		},
		"merged the old way": {
			tbl(tr(tc(`<w:hMerge w:val="restart"/>`, p("wide")), tc(`<w:hMerge/>`, `<w:p/>`)), tr(cell("a"), cell("b"))),
			"<table>\n<tr><td colspan=\"2\">wide</td></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>",
		},
		"grid lines that no cell uses": {tbl(tr(tc(`<w:gridSpan w:val="3"/>`, p("a")), cell("b")), tr(tc(`<w:gridSpan w:val="3"/>`, p("c")), cell("d"))), "| a | b |\n| --- | --- |\n| c | d |"},
		"a row that begins later":      {tbl(tr(cell("a"), cell("b")), tr(`<w:trPr><w:gridBefore w:val="1"/></w:trPr>`, cell("c"))), "| a | b |\n| --- | --- |\n|  | c |"},
		"a deleted row":                {tbl(tr(cell("a"), cell("b")), tr(`<w:trPr><w:del/></w:trPr>`, cell("x"), cell("y"))), "| a | b |\n| --- | --- |"},
		"a hidden row":                 {tbl(tr(cell("a"), cell("b")), tr(`<w:trPr><w:hidden/></w:trPr>`, cell("x"), cell("y"))), "| a | b |\n| --- | --- |"},
		"a merge without a beginning":  {tbl(tr(tc(`<w:vMerge/>`, p("a")), cell("b")), tr(tc(`<w:vMerge/>`, `<w:p/>`), cell("c"))), "<table>\n<tr><td rowspan=\"2\">a</td><td>b</td></tr>\n<tr><td>c</td></tr>\n</table>"},
		"header rows": {
			tbl(tr(`<w:trPr><w:tblHeader/></w:trPr>`, tc(`<w:gridSpan w:val="2"/>`, p("h"))), tr(cell("a"), cell("b"))),
			"<table>\n<tr><th colspan=\"2\">h</th></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>",
		},
		"a header over two rows": {
			tbl(`<w:tblPr><w:tblLook w:firstRow="1"/></w:tblPr>`, tr(tc(`<w:vMerge w:val="restart"/>`, p("h")), tc(`<w:gridSpan w:val="2"/>`, p("i"))), tr(tc(`<w:vMerge/>`, `<w:p/>`), cell("j"), cell("k")), tr(cell("a"), cell("b"), cell("c"))),
			"<table>\n<tr><th rowspan=\"2\">h</th><th colspan=\"2\">i</th></tr>\n<tr><th>j</th><th>k</th></tr>\n<tr><td>a</td><td>b</td><td>c</td></tr>\n</table>",
		},
		"borders that do not quite meet": {
			tbl(`<w:tblGrid><w:gridCol w:w="80"/><w:gridCol w:w="2000"/><w:gridCol w:w="60"/><w:gridCol w:w="3000"/></w:tblGrid>`,
				tr(`<w:trPr><w:gridBefore w:val="1"/></w:trPr>`, tc(`<w:gridSpan w:val="2"/>`, p("a")), cell("b")), tr(tc(`<w:gridSpan w:val="2"/>`, p("c")), tc(`<w:gridSpan w:val="2"/>`, p("d")))),
			"| a | b |\n| --- | --- |\n| c | d |",
		},
		"a narrow column with text": {
			tbl(`<w:tblGrid><w:gridCol w:w="80"/><w:gridCol w:w="2000"/></w:tblGrid>`, tr(cell("1"), cell("a")), tr(cell("2"), cell("b"))),
			"| 1 | a |\n| --- | --- |\n| 2 | b |",
		},
		"gaps of rows with spans": {
			tbl(tr(cell("a"), tc(`<w:gridSpan w:val="2"/>`, p("b"))), tr(`<w:trPr><w:gridBefore w:val="1"/></w:trPr>`, cell("c")), tr(cell("d"), cell("e"), cell("f"))),
			"<table>\n<tr><td>a</td><td colspan=\"2\">b</td></tr>\n<tr><td></td><td>c</td><td></td></tr>\n<tr><td>d</td><td>e</td><td>f</td></tr>\n</table>",
		},
		"a table in a table":       {tbl(tr(tc("", tbl(tr(cell("a"), cell("b")))+`<w:p/>`), cell("c"))), "<table>\n<tr><td>\n<table>\n<tr><td>a</td><td>b</td></tr>\n</table>\n</td><td>c</td></tr>\n</table>"},
		"rows in content controls": {tbl(`<w:sdt><w:sdtContent>` + tr(cell("a"), `<w:sdt><w:sdtContent>`+cell("b")+`</w:sdtContent></w:sdt>`) + `</w:sdtContent></w:sdt>`), "| a | b |\n| --- | --- |"},
		"an empty table":           {tbl(tr(cell(""), cell(""))) + p("x"), "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, file{body: c.body}))
		})
	}
}

func TestTextBoxesFollowTheirParagraph(t *testing.T) {
	t.Parallel()
	box := `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><a:graphic><a:graphicData><w:txbxContent>` + p("boxed") + tbl(tr(tc("", p("a")), tc("", p("b")))) + `</w:txbxContent></a:graphicData></a:graphic></w:drawing></mc:Choice>` +
		`<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>` + p("boxed") + `</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>`
	body := `<w:p>` + r("anchor ") + `<w:r>` + box + `</w:r>` + r("goes on") + `</w:p>` + p("next")
	require.Equal(t, "anchor goes on\n\nboxed\n\n| a | b |\n| --- | --- |\n\nnext", markdown(t, file{body: body}))
}

func TestChartsAndDiagramsBecomeTheirData(t *testing.T) {
	t.Parallel()
	points := func(name string, values ...string) string {
		var cached strings.Builder
		for i, v := range values {
			cached.WriteString(`<c:pt idx="` + string(rune('0'+i)) + `"><c:v>` + v + `</c:v></c:pt>`)
		}
		return `<c:` + name + `><c:ref><c:cache>` + cached.String() + `</c:cache></c:ref></c:` + name + `>`
	}
	f := file{
		rels: map[string][2]string{"rId1": {"chart", "charts/chart1.xml"}, "rId2": {"diagramData", "diagrams/data1.xml"}},
		body: `<w:p><w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></w:drawing></w:r></w:p>` +
			`<w:p><w:r><w:drawing><dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rId2"/></w:drawing></w:r></w:p>`,
		parts: map[string]string{
			"word/charts/chart1.xml": `<c:chartSpace ` + declare + `><c:chart><c:title><c:tx><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:tx></c:title><c:plotArea><c:barChart><c:ser>` +
				points("tx", "2031") + points("cat", "Q1", "Q2") + points("val", "4.4000000000000004", "5") + `</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
			"word/diagrams/data1.xml": `<d ` + declare + `><pt><a:p><a:r><a:t>Plan</a:t></a:r></a:p></pt><pt><a:p><a:r><a:t>Do</a:t></a:r></a:p></pt></d>`,
		},
	}
	require.Equal(t, "Sales\n\n|  | 2031 |\n| --- | --- |\n| Q1 | 4.4 |\n| Q2 | 5 |\n\n- Plan\n- Do", markdown(t, f))
}

func TestChartsShowDatesPercentagesAndLevels(t *testing.T) {
	t.Parallel()
	point := func(at, v string) string { return `<c:pt idx="` + at + `"><c:v>` + v + `</c:v></c:pt>` }
	series := func(labels, values string) string {
		return `<c:ser><c:cat>` + labels + `</c:cat><c:val><c:numCache>` + values + `</c:numCache></c:val></c:ser>`
	}
	chart := func(inner string) string {
		return `<c:chartSpace ` + declare + `><c:chart><c:plotArea>` + inner + `</c:plotArea></c:chart></c:chartSpace>`
	}
	f := file{
		rels: map[string][2]string{"rId1": {"chart", "c1.xml"}, "rId2": {"chart", "c2.xml"}},
		body: `<w:p><w:r><w:drawing><c:chart r:id="rId1"/></w:drawing></w:r><w:r><w:drawing><c:chart r:id="rId2"/></w:drawing></w:r></w:p>`,
		parts: map[string]string{
			"word/c1.xml": chart(series(`<c:numCache><c:formatCode>mmm yyyy</c:formatCode>`+point("0", "45000")+`</c:numCache>`, `<c:formatCode>0.0%</c:formatCode>`+point("0", "0.256"))),
			"word/c2.xml": chart(series(`<c:lvl>`+point("0", "Q1")+point("1", "Q2")+`</c:lvl><c:lvl>`+point("0", "2031")+`</c:lvl>`, `<c:formatCode>General</c:formatCode>`+point("0", "4.4000000000000004")+point("1", "5"))),
		},
	}
	require.Equal(t, "|  |  |\n| --- | --- |\n| Mar 2023 | 25.6% |\n\n|  |  |\n| --- | --- |\n| 2031 / Q1 | 4.4 |\n| 2031 / Q2 | 5 |", markdown(t, f))
}

func TestChartsFromLaterOfficeVersionsBecomeTheirData(t *testing.T) {
	t.Parallel()
	f := file{
		rels: map[string][2]string{"rId1": {"chartEx", "charts/chartEx1.xml"}},
		body: `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="cx1"><w:drawing><a:graphic><a:graphicData>` +
			`<cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" r:id="rId1"/>` +
			`</a:graphicData></a:graphic></w:drawing></mc:Choice><mc:Fallback>` + p("This chart isn't available") + `</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
		parts: map[string]string{
			"word/charts/chartEx1.xml": `<cx:chartSpace ` + declare + ` xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chartData><cx:data id="7">` +
				`<cx:strDim type="cat"><cx:f>S!A2:A3</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">Open</cx:pt><cx:pt idx="1">Sales</cx:pt></cx:lvl>` +
				`<cx:lvl ptCount="2"><cx:pt idx="1">2031</cx:pt></cx:lvl></cx:strDim>` +
				`<cx:numDim type="val"><cx:lvl ptCount="2" formatCode="0.0%"><cx:pt idx="0">0.5</cx:pt><cx:pt idx="1">0.256</cx:pt><cx:pt idx="-1">9</cx:pt></cx:lvl></cx:numDim>` +
				`</cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Cash</a:t></a:r></a:p></cx:rich></cx:tx></cx:title>` +
				`<cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:f>S!B1</cx:f><cx:v>Share</cx:v></cx:txData></cx:tx><cx:dataId val="7"/></cx:series>` +
				`</cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
		},
	}
	require.Equal(t, "Cash\n\n|  | Share |\n| --- | --- |\n| Open | 50.0% |\n| 2031 / Sales | 25.6% |", markdown(t, f))
}

func TestEmbeddedHTMLIsRead(t *testing.T) {
	t.Parallel()
	f := file{
		rels:  map[string][2]string{"rId1": {"aFChunk", "chunk.html"}, "rId2": {"aFChunk", "chunk.rtf"}},
		body:  p("a") + `<w:altChunk r:id="rId1"/><w:altChunk r:id="rId2"/>` + p("c"),
		parts: map[string]string{"word/chunk.html": `<p>b <script>x</script><b>bold</b></p>`, "word/chunk.rtf": `{\rtf1}`},
	}
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Equal(t, "a\nb bold\nc", pages[0].Text())
	require.Len(t, pages[0].Notes, 1, "a note says what was left out")
}
