package slides_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/archive"
	"quire/internal/convert/office/opc/opctest"
	"quire/internal/convert/page"
	"quire/internal/convert/slides"
)

const (
	declare = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="` + opctest.Namespace + `"` +
		` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
		` xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"` +
		` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
		` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
		` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"` +
		` xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"`
	// inch is one inch in the unit of coordinates.
	inch = 914400
)

var strictNames = strings.NewReplacer(
	"http://schemas.openxmlformats.org/presentationml/2006/main", "http://purl.oclc.org/ooxml/presentationml/main",
	"http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main",
	opctest.Namespace, "http://purl.oclc.org/ooxml/officeDocument/relationships",
)

// slideFile is a slide under construction.
type slideFile struct {
	shapes string
	notes  string
	attrs  string
	layout string               // the layout's part, instead of the usual one
	rels   map[string][2]string // id to type and target; external if the target is an address
}

// deckFile is a presentation under construction. Layout and master hold shapes.
type deckFile struct {
	slides         []slideFile
	layout, master string
	styles         string // the master's p:txStyles
	texts          string // the presentation's p:defaultTextStyle
	parts          map[string]string
	strict         bool // use the namespaces of the strict variant
}

// deckOf returns a presentation with a slide for each content.
func deckOf(shapes ...string) deckFile {
	var d deckFile
	for _, s := range shapes {
		d.slides = append(d.slides, slideFile{shapes: s})
	}
	return d
}

func tree(shapes string) string {
	return `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/></p:nvGrpSpPr><p:grpSpPr/>` + shapes + `</p:spTree></p:cSld>`
}

func (d deckFile) bytes(t testing.TB) []byte {
	t.Helper()
	var list strings.Builder
	rels := map[string][2]string{}
	parts := map[string]string{
		"_rels/.rels":                      opctest.Relations(map[string][2]string{"rId1": {"officeDocument", "ppt/presentation.xml"}}),
		"ppt/layouts/l1.xml":               `<p:sldLayout ` + declare + `>` + tree(d.layout) + `</p:sldLayout>`,
		"ppt/layouts/_rels/l1.xml.rels":    opctest.Relations(map[string][2]string{"rId1": {"slideMaster", "../masters/m1.xml"}}),
		"ppt/masters/m1.xml":               `<p:sldMaster ` + declare + `>` + tree(d.master) + `<p:txStyles>` + d.styles + `</p:txStyles></p:sldMaster>`,
		"ppt/_rels/presentation.xml.rels":  "",
		"ppt/masters/_rels/m1.xml.rels":    opctest.Relations(nil),
		"ppt/notesMasters/notesMaster.xml": `<p:notesMaster ` + declare + `/>`,
	}
	for i, s := range d.slides {
		id := fmt.Sprintf("rId%d", i+1)
		fmt.Fprintf(&list, `<p:sldId id="%d" r:id="%s"/>`, 256+i, id)
		rels[id] = [2]string{"slide", fmt.Sprintf("slides/s%d.xml", i+1)}
		own := maps.Clone(s.rels)
		if own == nil {
			own = map[string][2]string{}
		}
		own["layout"] = [2]string{"slideLayout", "../layouts/l1.xml"}
		if s.layout != "" {
			own["layout"] = [2]string{"slideLayout", s.layout}
		}
		if s.notes != "" {
			own["notes"] = [2]string{"notesSlide", fmt.Sprintf("../notes/n%d.xml", i+1)}
			parts[fmt.Sprintf("ppt/notes/n%d.xml", i+1)] = `<p:notes ` + declare + `>` + tree(s.notes) + `</p:notes>`
		}
		parts[fmt.Sprintf("ppt/slides/s%d.xml", i+1)] = `<p:sld ` + declare + ` ` + s.attrs + `>` + tree(s.shapes) + `</p:sld>`
		parts[fmt.Sprintf("ppt/slides/_rels/s%d.xml.rels", i+1)] = opctest.Relations(own)
	}
	parts["ppt/_rels/presentation.xml.rels"] = opctest.Relations(rels)
	parts["ppt/presentation.xml"] = `<p:presentation ` + declare + `><p:sldIdLst>` + list.String() + `</p:sldIdLst>` +
		fmt.Sprintf(`<p:sldSz cx="%d" cy="%d"/>`, 10*inch, 15*inch/2) + `<p:defaultTextStyle>` + d.texts + `</p:defaultTextStyle></p:presentation>`
	maps.Copy(parts, d.parts)
	if d.strict {
		for name, content := range parts {
			parts[name] = strictNames.Replace(content)
		}
	}
	return opctest.Pack(t, parts)
}

// convert returns the pages of a presentation.
func convert(ctx context.Context, data []byte, opt slides.Options) ([]page.Page, error) {
	var pages []page.Page
	err := slides.Convert(ctx, bytes.NewReader(data), int64(len(data)), opt, func(p page.Page) error {
		pages = append(pages, p)
		return nil
	})
	return pages, err
}

func pagesOf(t *testing.T, d deckFile) []page.Page {
	t.Helper()
	pages, err := convert(t.Context(), d.bytes(t), slides.Options{Limits: archive.Limits{Ratio: 10_000}})
	require.NoError(t, err)
	require.Len(t, pages, max(len(d.slides), 1))
	return pages
}

// markdown converts a presentation with one slide.
func markdown(t *testing.T, d deckFile) string {
	t.Helper()
	pages := pagesOf(t, d)
	require.Len(t, pages, 1)
	return page.Markdown(pages[0])
}

// xfrm returns the position of a shape, in tenths of an inch.
func xfrm(x, y, width, height int) string {
	const tenth = inch / 10
	return fmt.Sprintf(`<a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></a:xfrm>`, x*tenth, y*tenth, width*tenth, height*tenth)
}

// sp returns a shape with a text body.
func sp(nonVisual, properties, paragraphs string) string {
	return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Shape"/><p:cNvSpPr/><p:nvPr>` + nonVisual + `</p:nvPr></p:nvSpPr><p:spPr>` + properties +
		`</p:spPr><p:txBody><a:bodyPr/>` + paragraphs + `</p:txBody></p:sp>`
}

// box returns a text box with a line of text, placed in tenths of an inch.
func box(text string, x, y, width, height int) string {
	return sp("", xfrm(x, y, width, height), p(text))
}

// ph returns a placeholder's shape.
func ph(kind, paragraphs string) string { return sp(`<p:ph type="`+kind+`"/>`, "", paragraphs) }

func p(text string) string { return `<a:p>` + r(text) + `</a:p>` }

// pp returns a paragraph with properties and their attributes.
func pp(attrs, props, text string) string {
	return `<a:p><a:pPr ` + attrs + `>` + props + `</a:pPr>` + r(text) + `</a:p>`
}

func r(text string) string { return `<a:r><a:t>` + text + `</a:t></a:r>` }

func rp(attrs, props, text string) string {
	return `<a:r><a:rPr ` + attrs + `>` + props + `</a:rPr><a:t>` + text + `</a:t></a:r>`
}

// graphic returns a frame around a graphic.
func graphic(alt, inner string) string {
	return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="Frame" descr="` + alt + `"/><p:nvPr/></p:nvGraphicFramePr>` +
		strings.NewReplacer("<a:xfrm>", "<p:xfrm>", "</a:xfrm>", "</p:xfrm>").Replace(xfrm(10, 20, 60, 20)) +
		`<a:graphic><a:graphicData>` + inner + `</a:graphicData></a:graphic></p:graphicFrame>`
}

func pic(id, alt string) string {
	return `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture" descr="` + alt + `"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="` + id +
		`"/></p:blipFill><p:spPr>` + xfrm(10, 20, 30, 20) + `</p:spPr></p:pic>`
}
