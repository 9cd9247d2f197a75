package docx_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/archive"
	"quire/internal/convert/docx"
	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
)

func TestHostileDocumentsAreRejectedWithAnExplanation(t *testing.T) {
	t.Parallel()
	plain := file{body: p("x")}.bytes(t)
	document := func(xml string) []byte { return file{parts: map[string]string{"word/document.xml": xml}}.bytes(t) }
	for name, c := range map[string]struct {
		data []byte
		want page.Reason
	}{
		"not an archive":      {[]byte("hello"), page.Corrupt},
		"truncated":           {plain[:len(plain)/2], page.Corrupt},
		"no document":         {opctest.Pack(t, map[string]string{"a.txt": "x"}), page.Corrupt},
		"no body":             {document(`<w:document ` + declare + `/>`), page.Corrupt},
		"broken XML":          {document(`<w:document ` + declare + `><w:body><w:p>`), page.Corrupt},
		"another XML":         {document(`<?xml version="1.1"?><w:document ` + declare + `><w:body/></w:document>`), page.Corrupt},
		"mismatched tags":     {document(`<w:document ` + declare + `><w:body></w:p></w:body></w:document>`), page.Corrupt},
		"nested too deep":     {file{body: strings.Repeat("<w:sdt>", 300) + strings.Repeat("</w:sdt>", 300)}.bytes(t), page.Corrupt},
		"entity expansion":    {document(`<!DOCTYPE x [<!ENTITY a "aaa">]><w:document ` + declare + `><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>`), page.Corrupt},
		"inflates too far":    {file{body: strings.Repeat(p("aaaaaaaaaaaaaaaa"), 600_000)}.bytes(t), page.TooLarge},
		"locked":              {append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"...), page.PasswordProtected},
		"a Word 97 document":  {[]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 W\x00o\x00r\x00d\x00"), page.Unsupported},
		"broken styles":       {file{body: p("x"), styles: "<w:style"}.bytes(t), page.Corrupt},
		"a zip without parts": {opctest.Pack(t, nil), page.Corrupt},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := convert(t.Context(), c.data, docx.Options{})
			require.Equal(t, c.want, page.ReasonOf(err), "%v", err)
		})
	}
}

func TestOddDocumentsAreRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file file
		want string
	}{
		"no text":                     {file{}, ""},
		"references to nowhere":       {file{body: `<w:p><w:hyperlink r:id="none">` + r("a") + `</w:hyperlink>` + drawing("none", "") + `<w:r><w:footnoteReference w:id="5"/></w:r></w:p>`}, "a[^1]"},
		"an unreadable page count":    {file{body: p("x"), parts: map[string]string{"docProps/app.xml": "<Pages>"}}, "x"},
		"properties that are a bomb":  {file{body: p("x"), parts: map[string]string{"docProps/app.xml": "<Properties><Company>" + strings.Repeat("a", 32<<20) + "</Company></Properties>"}}, "x"},
		"tables in tables in tables":  {file{body: strings.Repeat("<w:tbl><w:tr><w:tc>", 40) + p("deep") + strings.Repeat("</w:tc></w:tr></w:tbl>", 40)}, "deep"},
		"a style based on itself":     {file{body: pStyle("A", "x"), styles: style("A", "a", "B", "") + style("B", "b", "A", "")}, "x"},
		"spans beyond all bounds":     {file{body: tbl(tr(tc(`<w:gridSpan w:val="99999999"/>`, p("a"))), tr(tc("", p("b")), tc("", p("c"))))}, "<table>\n<tr><td colspan=\"2\">a</td></tr>\n<tr><td>b</td><td>c</td></tr>\n</table>"},
		"fields that never end":       {file{body: strings.Repeat(`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>`, 1000)}, ""},
		"a document in UTF-16":        {file{parts: map[string]string{"word/document.xml": utf16(`<?xml version="1.0" encoding="UTF-16"?><w:document ` + declare + `><w:body>` + p("wide") + `</w:body></w:document>`)}}, "wide"},
		"a part named with backslash": {file{rels: map[string][2]string{"rId9": {"styles", `..\word\s.xml`}}, parts: map[string]string{"word/s.xml": `<w:styles ` + declare + `>` + style("A", "heading 1", "", "") + `</w:styles>`}, body: pStyle("A", "x")}, "# x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, markdown(t, c.file))
		})
	}
}

func utf16(s string) string {
	var b strings.Builder
	b.WriteString("\xFF\xFE")
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

func TestConversionStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := file{body: strings.Repeat(p("x"), 5000)}.bytes(t)
	_, _, err := convert(ctx, data, docx.Options{Limits: archive.Limits{Ratio: 10_000}})
	require.ErrorIs(t, err, context.Canceled)
}

func TestReceiverErrorsAreReturned(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	data := file{body: p("x")}.bytes(t)
	_, err := docx.Convert(t.Context(), strings.NewReader(string(data)), int64(len(data)), docx.Options{}, func(page.Page) error { return full })
	require.ErrorIs(t, err, full)
	require.Empty(t, page.ReasonOf(err))
}

func FuzzConvert(f *testing.F) {
	styles, numbering := style("A", "heading 1", "A", ""), abstract(1, level(0, "decimal", "%1.%9", ""))+num(1, 1, startAt(0, 3))
	for _, body := range []string{
		p("x"), listItem(1, 0, "a"), pStyle("A", "h"), tbl(tr(tc(`<w:gridSpan w:val="2"/>`, p("a")), tc(`<w:vMerge/>`, p("b")))), `<w:p>` + rendered + explicit + `</w:p>`,
		tbl(`<w:tblGrid><w:gridCol w:w="80"/><w:gridCol w:w="2000"/></w:tblGrid>`, tr(`<w:trPr><w:gridBefore w:val="1"/></w:trPr>`, tc("", p("a")))),
		`<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den/></m:f></m:oMath>`, p("☐ tea"), `<w:sectPr><w:headerReference r:id="rnumbering"/></w:sectPr>`,
	} {
		f.Add([]byte{}, body, styles, numbering)
	}
	names, _ := filepath.Glob("testdata/*.docx")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "", "", "")
	}
	f.Fuzz(func(t *testing.T, data []byte, body, styles, numbering string) {
		for _, in := range [][]byte{data, file{body: body, styles: styles, numbering: numbering, pages: 2}.bytes(t)} {
			pages, info, err := convert(t.Context(), in, docx.Options{})
			if err != nil {
				require.NotEmpty(t, page.ReasonOf(err), "%v", err)
				continue
			}
			require.Len(t, pages, info.Pages)
			for i := range pages {
				require.True(t, utf8.ValidString(page.Markdown(pages[i])))
			}
		}
	})
}
