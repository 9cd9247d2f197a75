package docx_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/docx"
	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
)

const (
	wordNS  = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	declare = `xmlns:w="` + wordNS + `" xmlns:r="` + opctest.Namespace + `"` +
		` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
		` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
		` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
		` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
		` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"` +
		` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"` +
		` xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"` +
		` xmlns:v="urn:schemas-microsoft-com:vml"`
)

// file is a document under construction. The parts map names to contents; Body is the content of w:body.
type file struct {
	body      string
	styles    string
	numbering string
	footnotes string
	endnotes  string
	pages     int
	rels      map[string][2]string // id to type and target; external if the target is an address
	parts     map[string]string
}

func (f file) bytes(t testing.TB) []byte {
	t.Helper()
	parts := map[string]string{
		"_rels/.rels":       opctest.Relations(map[string][2]string{"rId1": {"officeDocument", "word/document.xml"}, "rId2": {"extended-properties", "docProps/app.xml"}}),
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
	parts["word/_rels/document.xml.rels"] = opctest.Relations(rels)
	maps.Copy(parts, f.parts)
	return opctest.Pack(t, parts)
}

// convert returns the pages of a document.
func convert(ctx context.Context, data []byte, opt docx.Options) ([]page.Page, docx.Info, error) {
	var pages []page.Page
	info, err := docx.Convert(ctx, bytes.NewReader(data), int64(len(data)), opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, info, err
}

// markdown converts a document that must have exactly one page.
func markdown(t *testing.T, f file) string {
	t.Helper()
	pages, _, err := convert(t.Context(), f.bytes(t), docx.Options{})
	require.NoError(t, err)
	require.Len(t, pages, 1)
	return page.Markdown(pages[0])
}

// p returns a paragraph with one run.
func p(text string) string { return `<w:p>` + r(text) + `</w:p>` }

// styled returns a paragraph with properties.
func styled(props, content string) string {
	return `<w:p><w:pPr>` + props + `</w:pPr>` + content + `</w:p>`
}

func r(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

func rp(props, text string) string {
	return `<w:r><w:rPr>` + props + `</w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r>`
}

// listItem returns a numbered paragraph.
func listItem(num, level int, text string) string {
	return styled(fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, level, num), r(text))
}

func style(id, name, basedOn, inner string) string {
	return fmt.Sprintf(`<w:style w:type="paragraph" w:styleId="%s"><w:name w:val="%s"/><w:basedOn w:val="%s"/>%s</w:style>`, id, name, basedOn, inner)
}

func pStyle(id, text string) string { return styled(`<w:pStyle w:val="`+id+`"/>`, r(text)) }
