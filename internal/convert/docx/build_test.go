package docx_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/page"
)

const (
	wordNS  = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	relNS   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	declare = `xmlns:w="` + wordNS + `" xmlns:r="` + relNS + `"` +
		` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
		` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
		` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
		` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
		` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"` +
		` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"` +
		` xmlns:v="urn:schemas-microsoft-com:vml"`
)

// file is a document under construction: part names to contents. Body is the inside of w:body.
type file struct {
	body      string
	styles    string
	numbering string
	footnotes string
	endnotes  string
	pages     int
	rels      map[string][2]string // id to type and target; external when the target is an address
	parts     map[string]string
}

func (f file) bytes(t testing.TB) []byte {
	t.Helper()
	parts := map[string]string{
		"_rels/.rels":       relations(map[string][2]string{"rId1": {"officeDocument", "word/document.xml"}, "rId2": {"extended-properties", "docProps/app.xml"}}),
		"word/document.xml": `<w:document ` + declare + `><w:body>` + f.body + `</w:body></w:document>`,
	}
	rels := maps.Clone(f.rels)
	if rels == nil {
		rels = map[string][2]string{}
	}
	for kind, content := range map[string]string{"styles": f.styles, "numbering": f.numbering, "footnotes": f.footnotes, "endnotes": f.endnotes} {
		if content != "" {
			rels["r"+kind] = [2]string{kind, kind + ".xml"}
			parts["word/"+kind+".xml"] = fmt.Sprintf("<w:%s %s>%s</w:%s>", kind, declare, content, kind)
		}
	}
	if f.pages > 0 {
		parts["docProps/app.xml"] = fmt.Sprintf(`<Properties><Pages>%d</Pages></Properties>`, f.pages)
	}
	parts["word/_rels/document.xml.rels"] = relations(rels)
	maps.Copy(parts, f.parts)
	return pack(t, parts)
}

func relations(rels map[string][2]string) string {
	var s strings.Builder
	s.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for _, id := range slices.Sorted(maps.Keys(rels)) {
		mode := ""
		if strings.Contains(rels[id][1], ":") {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&s, `<Relationship Id="%s" Type="%s/%s" Target="%s"%s/>`, id, relNS, rels[id][0], rels[id][1], mode)
	}
	return s.String() + `</Relationships>`
}

func pack(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(w, parts[name])
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

// convert gives the pages of a document.
func convert(ctx context.Context, data []byte, opt docx.Options) ([]page.Page, docx.Info, error) {
	var pages []page.Page
	info, err := docx.Convert(ctx, bytes.NewReader(data), int64(len(data)), opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, info, err
}

// markdown converts a document that must be one page.
func markdown(t *testing.T, f file) string {
	t.Helper()
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Len(t, pages, 1)
	return page.Markdown(pages[0])
}

// p is a paragraph of one run.
func p(text string) string { return `<w:p>` + r(text) + `</w:p>` }

// styled is a paragraph with properties.
func styled(props, content string) string {
	return `<w:p><w:pPr>` + props + `</w:pPr>` + content + `</w:p>`
}

func r(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

func rp(props, text string) string {
	return `<w:r><w:rPr>` + props + `</w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r>`
}

// listItem is a numbered paragraph.
func listItem(num, level int, text string) string {
	return styled(fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, level, num), r(text))
}

func style(id, name, basedOn, inner string) string {
	return fmt.Sprintf(`<w:style w:type="paragraph" w:styleId="%s"><w:name w:val="%s"/><w:basedOn w:val="%s"/>%s</w:style>`, id, name, basedOn, inner)
}

func pStyle(id, text string) string { return styled(`<w:pStyle w:val="`+id+`"/>`, r(text)) }
