package unipdf

import (
	"context"
	"errors"
	"math"

	"github.com/unidoc/unipdf/v3/core"
	"github.com/unidoc/unipdf/v3/model"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/convert/pdf"
)

// shown is an open page with the transformation from PDF space to the page as shown.
type shown struct {
	page          *model.PdfPage
	width, height float64
	matrix        pdf.Matrix
	images        []*core.PdfObjectStream // its pictures
}

// A page without its own size is Letter.
const defaultWidth, defaultHeight = 612, 792

// maxParents is how many nodes of the page tree are searched for what a page inherits.
const maxParents = 50

// page opens page number (from 1). It makes the crop box the page's only box, so that UniPDF knows what is shown.
func (d *document) page(number int) (g *shown, err error) {
	defer rescue(&err)
	p, err := d.reader.GetPage(number)
	if err != nil {
		return nil, err
	}
	box := shownBox(p.GetPageDict())
	turns := quarterTurns(p)
	p.MediaBox, p.CropBox, p.Rotate = &box, nil, new(int64(turns*90))
	g = &shown{page: p, width: box.Width(), height: box.Height(), matrix: turned(box, turns)}
	if turns%2 == 1 {
		g.width, g.height = g.height, g.width
	}
	if !(g.width > 0 && g.height > 0) || math.IsInf(g.width+g.height, 0) {
		return nil, errors.New("the page has no size")
	}
	return g, nil
}

// shownBox returns the crop box, clipped to the media box.
func shownBox(dict *core.PdfObjectDictionary) model.PdfRectangle {
	media, ok := inheritedBox(dict, "MediaBox")
	if !ok {
		media = model.PdfRectangle{Urx: defaultWidth, Ury: defaultHeight}
	}
	crop, ok := inheritedBox(dict, "CropBox")
	if !ok {
		return media
	}
	both := model.PdfRectangle{
		Llx: max(media.Llx, crop.Llx), Lly: max(media.Lly, crop.Lly), Urx: min(media.Urx, crop.Urx), Ury: min(media.Ury, crop.Ury),
	}
	if both.Llx >= both.Urx || both.Lly >= both.Ury {
		return media
	}
	return both
}

// inheritedBox returns a box of the page or of the nearest node above it.
func inheritedBox(dict *core.PdfObjectDictionary, name core.PdfObjectName) (model.PdfRectangle, bool) {
	for range maxParents {
		if array, ok := core.GetArray(dict.Get(name)); ok {
			box, err := model.NewPdfRectangle(*array)
			if err != nil {
				return model.PdfRectangle{}, false
			}
			box.Normalize()
			return *box, box.Width() > 0 && box.Height() > 0
		}
		parent, ok := core.GetDict(dict.Get("Parent"))
		if !ok {
			break
		}
		dict = parent
	}
	return model.PdfRectangle{}, false
}

// quarterTurns returns how often the page is turned clockwise by 90 degrees, from 0 to 3.
func quarterTurns(p *model.PdfPage) int {
	degrees, err := p.GetRotate()
	if err != nil {
		return 0 // there is no such entry
	}
	return int((degrees/90)%4+4) % 4
}

// turned returns the transformation from PDF space to a page that shows the box after the given number of quarter
// turns.
func turned(box model.PdfRectangle, turns int) pdf.Matrix {
	switch turns {
	case 1:
		return pdf.Matrix{B: 1, C: 1, E: -box.Lly, F: -box.Llx}
	case 2:
		return pdf.Matrix{A: -1, D: 1, E: box.Urx, F: -box.Lly}
	case 3:
		return pdf.Matrix{B: -1, C: -1, E: box.Ury, F: box.Urx}
	}
	return pdf.Matrix{A: 1, D: -1, E: -box.Llx, F: box.Ury}
}

// convert converts the page of the input. A page that cannot be opened is replaced by a note, because the other pages
// are still worth having.
func (d *document) convert(ctx context.Context, in ink.Input, opt pdf.Options) (page.Page, error) {
	g, err := d.page(in.Number)
	if err != nil {
		return page.Unreadable(in.Number, page.Corrupt, "it is damaged"), nil //nolint:nilerr // the note says so, the other pages continue
	}
	in.Width, in.Height = g.width, g.height
	g.links(&in)
	g.flatten()
	marks, err := g.marks()
	if err != nil {
		return page.Page{}, err
	}
	g.glyphs(&in, marks)
	curves, dpi := g.drawings(&in)
	sheet := pdf.Sheet{Input: in, Curves: curves, ImageDPI: dpi, Canvas: g}
	if err := sheet.Read(ctx, opt); err != nil {
		return page.Page{}, err
	}
	return sheet.Page(), nil
}
