package docx_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

// furniture returns a header or footer part.
func furniture(kind, content string) string {
	return `<w:` + kind + ` ` + declare + `>` + content + `</w:` + kind + `>`
}

func TestHeadersAndFootersAppearOnceWhereTheirSectionBegins(t *testing.T) {
	t.Parallel()
	refs := func(head string) string {
		return `<w:sectPr><w:headerReference w:type="default" r:id="` + head + `"/><w:footerReference w:type="default" r:id="foot"/></w:sectPr>`
	}
	f := file{
		pages: 2,
		body:  p("one") + styled(refs("head1"), "") + p("two") + refs("head2"),
		rels:  map[string][2]string{"head1": {"header", "h1.xml"}, "head2": {"header", "h2.xml"}, "foot": {"footer", "f.xml"}},
		parts: map[string]string{
			"word/h1.xml": furniture("hdr", pStyle("Title", "Harbour office")+`<w:sdt><w:sdtContent>`+tbl(tr(tc("", p("Quay 4")), tc("", p("tel. 12"))))+`</w:sdtContent></w:sdt>`),
			"word/h2.xml": furniture("hdr", p("Annex")),
			"word/f.xml":  furniture("ftr", `<w:p>`+r("Page ")+`<w:fldSimple w:instr=" PAGE ">`+r("1")+`</w:fldSimple>`+`</w:p>`),
		},
		styles: style("Title", "Title", "", ""),
	}
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Len(t, pages, 2)
	require.Equal(t, "Harbour office\nQuay 4 | tel. 12\none\nPage 1", pages[0].Text())
	require.Equal(t, "Annex\ntwo", pages[1].Text())
	require.Equal(t, page.PageHead, pages[0].Blocks[0].Kind)
	require.Equal(t, page.PageFoot, pages[0].Blocks[3].Kind)
	require.Equal(t, "one", page.Markdown(pages[0]), "running heads are omitted unless asked for")
}

func TestEmbeddedDocumentsAreRead(t *testing.T) {
	t.Parallel()
	mail := "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=C3=BC=\r\n=C3=9Fe</p>\r\n--x--\r\n"
	note := `<w:p>` + r("inner") + `<w:r><w:footnoteReference w:id="5"/></w:r></w:p>`
	inner := file{body: note, footnotes: `<w:footnote w:id="5">` + p("below") + `</w:footnote>`}.bytes(t)
	f := file{
		rels:  map[string][2]string{"rId1": {"aFChunk", "a.mht"}, "rId2": {"aFChunk", "b.docx"}, "rId3": {"aFChunk", "c.docx"}, "rId4": {"aFChunk", "d.txt"}},
		body:  `<w:altChunk r:id="rId1"/><w:p>` + r("a") + `<w:r><w:footnoteReference w:id="1"/></w:r></w:p><w:altChunk r:id="rId2"/><w:altChunk r:id="rId3"/><w:altChunk r:id="rId4"/>`,
		parts: map[string]string{"word/a.mht": mail, "word/b.docx": string(inner), "word/c.docx": "damaged", "word/d.txt": "one\r\ntwo\n"}, footnotes: `<w:footnote w:id="1">` + p("outer") + `</w:footnote>`,
	}
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Equal(t, "Grüße\n\na[^1]\n\ninner[^2]\n\n[^2]: below\n\none  \ntwo\n\n[^1]: outer", page.Markdown(pages[0]))
	require.Equal(t, []string{"an embedded document is damaged and was left out"}, pages[0].Notes)
}

func TestRepeatedImportsAreBounded(t *testing.T) {
	t.Parallel()
	f := file{
		rels:  map[string][2]string{},
		body:  p("first"),
		parts: map[string]string{},
	}
	for i := range 40 {
		id, name := fmt.Sprintf("rId%d", i), fmt.Sprintf("%d.html", i)
		f.rels[id] = [2]string{"aFChunk", name}
		f.body += strings.Repeat(`<w:altChunk r:id="`+id+`"/>`, 200)
		f.parts["word/"+name] = "<!--" + strings.Repeat(" ", 1000<<10) + "--><p>x"
	}
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Less(t, len(pages[0].Blocks), 140)
	require.Equal(t, []string{
		"a chart, diagram or embedded document that is shown many times was read only 4 times",
		"too many embedded documents: some were left out",
	}, pages[0].Notes)
}
