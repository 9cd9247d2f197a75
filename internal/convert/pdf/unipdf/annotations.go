package unipdf

import (
	"github.com/unidoc/unipdf/v3/core"
	"github.com/unidoc/unipdf/v3/model"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/pdf"
)

// links collects the page's link annotations that lead to the web or to a mail address.
func (g *shown) links(in *ink.Input) {
	defer func() { _ = recover() }() // a page without its links is better than none
	annotations, err := g.page.GetAnnotations()
	if err != nil {
		return
	}
	for _, a := range annotations[:min(len(annotations), pdf.MaxAnnotations)] {
		link, ok := a.GetContext().(*model.PdfAnnotationLink)
		if !ok {
			continue
		}
		target := target(link)
		rect, ok := core.GetArray(a.Rect)
		if target == "" || !ok {
			continue
		}
		box, err := model.NewPdfRectangle(*rect)
		if err != nil {
			continue
		}
		in.Links = append(in.Links, ink.Link{Box: g.matrix.Box(box.Llx, box.Lly, box.Urx, box.Ury), Target: target})
	}
}

func target(link *model.PdfAnnotationLink) string {
	action, ok := core.GetDict(link.A)
	if !ok {
		return ""
	}
	if kind, _ := core.GetNameVal(action.Get("S")); kind != "URI" {
		return ""
	}
	uri, _ := core.GetStringVal(action.Get("URI"))
	return pdf.WebTarget(uri)
}

// flatten draws form fields and text annotations into the page, so that their text is read where it appears. Only the
// copy in memory changes.
func (g *shown) flatten() {
	defer func() { _ = recover() }() // a page without its annotations is better than none
	annotations, err := g.page.GetAnnotations()
	if err != nil {
		return
	}
	var shown, others []*model.PdfAnnotation
	for _, a := range annotations[:min(len(annotations), pdf.MaxAnnotations)] {
		if showsText(a) {
			shown = append(shown, a)
		} else {
			others = append(others, a)
		}
	}
	// UniPDF's own filter lets everything through once it has let one annotation through.
	g.page.SetAnnotations(shown)
	_ = g.page.FlattenFieldsWithOpts(nil, &model.FieldFlattenOpts{})
	g.page.SetAnnotations(others)
}

// showsText reports whether an annotation shows its own text.
func showsText(a *model.PdfAnnotation) bool {
	switch a.GetContext().(type) {
	case *model.PdfAnnotationFreeText, *model.PdfAnnotationStamp, *model.PdfAnnotationWidget:
		return true
	}
	return false
}
