package pdf

// Annotation subtypes (fpdf_annot.h) that show their own text.
const (
	annotationFreeText = 3
	annotationStamp    = 13
	annotationWidget   = 20

	flattenForDisplay = 0
)

// MaxAnnotations is the maximum number of annotations of a page that are examined.
const MaxAnnotations = 2000

// flatten draws form fields and text annotations into the page, so that their text is read where it appears. It
// returns the page to continue with. Only the copy in memory changes.
func (g *pdfPage) flatten(number int) (*pdfPage, error) {
	if !g.annotated() || uint32(g.call("FPDFPage_Flatten", g.handle, flattenForDisplay)) != 1 {
		return g, nil
	}
	g.close()
	return g.document.page(number)
}

func (g *pdfPage) annotated() bool {
	n := int(int32(g.call("FPDFPage_GetAnnotCount", g.handle)))
	for i := range min(max(n, 0), MaxAnnotations) {
		annotation := uint64(uint32(g.call("FPDFPage_GetAnnot", g.handle, uint64(i))))
		if annotation == 0 {
			continue
		}
		kind := uint32(g.call("FPDFAnnot_GetSubtype", annotation))
		g.call("FPDFPage_CloseAnnot", annotation)
		if kind == annotationFreeText || kind == annotationStamp || kind == annotationWidget {
			return true
		}
	}
	return false
}
