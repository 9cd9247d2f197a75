package slides_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/page"
	"quire/internal/convert/slides"
)

func tbl(props string, columns int, rows ...string) string {
	return `<a:tbl><a:tblPr ` + props + `/><a:tblGrid>` + strings.Repeat(`<a:gridCol w="914400"/>`, columns) + `</a:tblGrid>` + strings.Join(rows, "") + `</a:tbl>`
}

func tr(cells ...string) string { return `<a:tr h="914400">` + strings.Join(cells, "") + `</a:tr>` }

func tc(attrs, text string) string {
	return `<a:tc ` + attrs + `><a:txBody>` + p(text) + `</a:txBody></a:tc>`
}

func TestTablesKeepTheirGrid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ table, want string }{
		"with a header":            {tbl(`firstRow="1"`, 2, tr(tc("", "a"), tc("", "b")), tr(tc("", "1"), tc("", "2"))), "| a | b |\n| --- | --- |\n| 1 | 2 |"},
		"merged across":            {tbl(`firstRow="1"`, 2, tr(tc(`gridSpan="2"`, "a"), tc(`hMerge="1"`, "")), tr(tc("", "1"), tc("", "2"))), "<table>\n<tr><th colspan=\"2\">a</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>"},
		"merged down":              {tbl("", 2, tr(tc(`rowSpan="2"`, "a"), tc("", "1")), tr(tc(`vMerge="1"`, ""), tc("", "2"))), "<table>\n<tr><td rowspan=\"2\">a</td><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>"},
		"merged both ways":         {tbl("", 3, tr(tc(`gridSpan="2" rowSpan="2"`, "a"), tc(`hMerge="1"`, ""), tc("", "1")), tr(tc(`gridSpan="2" vMerge="1"`, ""), tc(`hMerge="1" vMerge="1"`, ""), tc("", "2"))), "<table>\n<tr><td colspan=\"2\" rowspan=\"2\">a</td><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>"},
		"spans beyond all bounds":  {tbl("", 1, tr(tc(`gridSpan="99999999" rowSpan="99999999"`, "a")), tr(tc("", "b"))), "| a |\n| --- |\n| b |"},
		"merged with nothing":      {tbl("", 2, tr(tc(`hMerge="1" vMerge="1"`, "a"), tc("", "b")), tr(tc("", "c"), tc("", "d"))), "| a | b |\n| --- | --- |\n| c | d |"},
		"a single cell":            {tbl("", 1, tr(tc("", "a"))), "a"},
		"no text":                  {tbl("", 1, tr(tc("", "")), tr(tc("", ""))), ""},
		"lines of a cell":          {tbl("", 1, tr(tc("", "a")), tr(`<a:tc><a:txBody>`+p("b")+p("c")+`</a:txBody></a:tc>`)), "| a |\n| --- |\n| b<br>c |"},
		"a header of two rows":     {tbl(`firstRow="1"`, 2, tr(tc(`rowSpan="2"`, "a"), tc("", "b")), tr(tc(`vMerge="1"`, ""), tc("", "c")), tr(tc("", "1"), tc("", "2"))), "<table>\n<tr><th rowspan=\"2\">a</th><th>b</th></tr>\n<tr><th>c</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>"},
		"more cells than the grid": {tbl("", 1, tr(tc("", "a"), tc("", "b")), tr(tc("", "c"))), "| a | b |\n| --- | --- |\n| c |  |"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, deckOf(graphic("", c.table))))
		})
	}
}

func TestCellsHaveTheirPlace(t *testing.T) {
	t.Parallel()
	table := tbl("", 2, tr(tc(`gridSpan="2"`, "a"), tc(`hMerge="1"`, "")), tr(tc("", "1"), tc("", "2")))
	b := pagesOf(t, deckOf(graphic("", table)))[0].Blocks[0]
	require.Equal(t, page.Box{X0: 72, Y0: 144, X1: 504, Y1: 288}, rounded(b.Box))
	require.Equal(t, page.Box{X0: 72, Y0: 144, X1: 504, Y1: 216}, rounded(b.Table.Rows[0].Cells[0].Box))
	require.Equal(t, page.Box{X0: 288, Y0: 216, X1: 504, Y1: 288}, rounded(b.Table.Rows[1].Cells[1].Box))
}

const (
	chartPart = `<c:chartSpace ` + declare + `><c:chart><c:title><c:tx><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:tx></c:title><c:plotArea><c:barChart><c:ser>` +
		`<c:tx><c:v>2031</c:v></c:tx><c:cat><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>4.5</c:v></c:pt></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
	dataPart = `<dgm:dataModel ` + declare + `><dgm:ptLst><dgm:pt modelId="0" type="doc"/>` +
		`<dgm:pt modelId="3"><dgm:t><a:p><a:r><a:t>Act</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>Try it</a:t></a:r></a:p></dgm:t></dgm:pt>` +
		`<dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="0" destId="3" srcOrd="1"/>` +
		`<dgm:cxn srcId="1" destId="2" srcOrd="0"/><dgm:cxn type="presOf" srcId="3" destId="1" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`
)

func TestChartsAndDiagramsBecomeTheirData(t *testing.T) {
	t.Parallel()
	d := deckFile{
		slides: []slideFile{{
			shapes: graphic("", `<c:chart r:id="c"/>`) + graphic("", `<dgm:relIds r:dm="d" r:lo="x"/>`) + graphic("A map of sales", `<p:unknown/>`),
			rels:   map[string][2]string{"c": {"chart", "../charts/c.xml"}, "d": {"diagramData", "../diagrams/d.xml"}},
		}},
		parts: map[string]string{"ppt/charts/c.xml": chartPart, "ppt/diagrams/d.xml": dataPart},
	}
	require.Equal(t, "Sales\n\n|  | 2031 |\n| --- | --- |\n| Q1 | 4.5 |\n\n- Plan\n  - Try it\n- Act\n\n![A map of sales]()", markdown(t, d))
}

func TestDiagramsThatContainThemselvesEnd(t *testing.T) {
	t.Parallel()
	point := func(id string) string {
		return `<dgm:pt modelId="` + id + `"><dgm:t><a:p><a:r><a:t>p` + id + `</a:t></a:r></a:p></dgm:t></dgm:pt>`
	}
	data := `<dgm:dataModel ` + declare + `>` + point("1") + point("2") + `<dgm:cxn srcId="1" destId="2"/><dgm:cxn srcId="2" destId="1"/><dgm:cxn srcId="2" destId="2"/></dgm:dataModel>`
	d := deckFile{
		slides: []slideFile{{shapes: graphic("", `<dgm:relIds r:dm="d"/>`), rels: map[string][2]string{"d": {"diagramData", "../d.xml"}}}},
		parts:  map[string]string{"ppt/d.xml": data},
	}
	require.Equal(t, "- p1\n  - p2", markdown(t, d))
}

func TestDamagedIllustrationsAreLeftOut(t *testing.T) {
	t.Parallel()
	d := deckFile{
		slides: []slideFile{{
			shapes: graphic("", `<c:chart r:id="c"/>`) + graphic("", `<c:chart r:id="none"/>`) + box("text", 0, 0, 10, 10),
			rels:   map[string][2]string{"c": {"chart", "../charts/c.xml"}},
		}},
		parts: map[string]string{"ppt/charts/c.xml": "<c:chartSpace"},
	}
	pages := pagesOf(t, d)
	require.Equal(t, "text", page.Markdown(pages[0]))
	require.Len(t, pages[0].Notes, 1)
}

const png = "\x89PNG\r\n\x1a\n picture"

// withPictures returns a deck with a picture, a shape filled with the same picture, the picture of an embedded object,
// one stored elsewhere, and one on the master.
func withPictures() deckFile {
	object := `<mc:AlternateContent><mc:Choice Requires="v"><p:oleObj spid="x"/></mc:Choice><mc:Fallback><p:oleObj>` + pic("a", "") + `</p:oleObj></mc:Fallback></mc:AlternateContent>`
	return deckFile{
		slides: []slideFile{
			{
				shapes: pic("a", "A chart. Description automatically generated") + sp("", `<a:blipFill><a:blip r:embed="a"/></a:blipFill>`, p("label")) + graphic("A sheet", object) + pic("far", "Remote"),
				rels:   map[string][2]string{"a": {"image", "../media/a.png"}, "far": {"image", "https://a.b/remote.png"}},
			},
			{shapes: box("text", 0, 0, 10, 10)},
		},
		master: pic("logo", "Logo"),
		parts:  map[string]string{"ppt/media/a.png": png},
	}
}

func TestPicturesAreReadOnceAndNeverFetched(t *testing.T) {
	t.Parallel()
	calls := 0
	read := func(_ context.Context, img []byte) (string, error) {
		calls++
		require.Equal(t, png, string(img))
		return " SALES 2031 \n", nil
	}
	pages, err := convert(t.Context(), withPictures().bytes(t), slides.Options{OCR: read})
	require.NoError(t, err)
	require.Equal(t, 1, calls)
	require.Equal(t, page.SourceMixed, pages[0].Source)
	require.Equal(t, page.SourceText, pages[1].Source)
	require.Equal(t, "![A chart.]()\n\nSALES 2031\n\nSALES 2031\n\nlabel\n\n![A sheet]()\n\nSALES 2031\n\n![Remote]()", page.Markdown(pages[0]))
}

func TestPicturesCanBeSkipped(t *testing.T) {
	t.Parallel()
	pages, err := convert(t.Context(), withPictures().bytes(t), slides.Options{SkipImages: true, OCR: func(context.Context, []byte) (string, error) {
		t.Error("a picture was read")
		return "", nil
	}})
	require.NoError(t, err)
	require.Equal(t, "label", page.Markdown(pages[0]))
}

func TestUnreadablePictureDoesNotFailTheDocument(t *testing.T) {
	t.Parallel()
	pages, err := convert(t.Context(), withPictures().bytes(t), slides.Options{OCR: func(context.Context, []byte) (string, error) {
		return "", errors.New("no text here")
	}})
	require.NoError(t, err)
	require.Equal(t, page.SourceText, pages[0].Source)
	require.Len(t, pages[0].Notes, 1)
	require.Empty(t, pages[1].Notes)
}
