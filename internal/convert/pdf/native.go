package pdf

import (
	"errors"
	"math"
	"os"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/pdf/colorspace"
	"quire/internal/convert/pdf/content"
	"quire/internal/convert/pdf/object"
	"quire/internal/convert/pdf/typeface"
)

// errLong means that a file is too large to be read without PDFium.
var errLong = errors.New("the file is too large to be held in memory")

// nativeBytes is the maximum size of a file whose pages are read without PDFium, because the file is held in memory as
// a whole.
const nativeBytes = 64 << 20

const (
	// nativePages is the minimum number of pages for which learning is worthwhile. With fewer, each page is read alone
	// or by PDFium.
	nativePages = 5
	// checkedPages is the minimum number of pages of a document of which PDFium reads the first one in any case. Its
	// start and the lessons take as long as reading that many.
	checkedPages = 10
)

// native reads pages without PDFium, based on what it has learned from PDFium. It knows the fonts, colours and sizes of
// the pages that both have read, provided that both have read them alike. It belongs to one reading of a document.
type native struct {
	doc    *content.Document
	file   *object.File
	pages  []object.Dict
	to     int // the last page to be read
	sizes  map[size]geometry
	colors map[content.Color]uint32
	faces  map[int]ink.Font
	// spaces maps names to the colour spaces that have been opened; nil if only PDFium understands them.
	spaces map[string]*colorspace.Space
	fonts  fontAsker
	// names gives access to the names of glyphs.
	names pageFonts
	desk  *desk
	info  os.FileInfo // of the file
	// agreed is set once both have read a page alike, and refused as soon as they have not.
	agreed, refused bool
	// lessons counts the pages that it has learned from, and done those that it has read.
	lessons, done int
	// alone is set if PDFium teaches nothing. Fonts are then known by their programs, on which budget limits the work.
	alone  bool
	budget *typeface.Budget
	// left is the number of the page left to PDFium, or 0.
	left int
	// trapped is set if PDFium failed while it was being queried.
	trapped bool
}

// size is a page's own information about its size.
type size struct {
	media, crop [4]float64
	rotate      int
}

// geometry is what PDFium computes from it.
type geometry struct {
	width, height float64
	matrix        Matrix
}

// newNative opens a document for reading a span of its pages without PDFium. It returns nil if that is impossible or
// not worthwhile.
func newNative(s span, on *desk) *native {
	info, file, pages, err := on.open(s.path)
	if err != nil {
		return nil
	}
	on.clear()
	n := &native{
		doc: content.NewDocument(file, on.memory), file: file, pages: pages, info: info, desk: on,
		sizes: map[size]geometry{}, colors: map[content.Color]uint32{}, faces: map[int]ink.Font{}, spaces: map[string]*colorspace.Space{}, budget: typeface.NewBudget(),
	}
	n.names = pageFonts{file: file, pages: n.pages}
	n.to = min(s.to, len(n.pages))
	if n.alone = n.to-s.from+1 < checkedPages; n.alone {
		n.doc.Introduce, n.doc.Paintable = n.introduce, n.paintable
	}
	if !n.plain() {
		return nil
	}
	if n.alone && n.form() {
		if n.leave(s.from); n.alone {
			return nil
		}
	}
	return n
}

// leave leaves a page to PDFium. It becomes the first lesson if enough pages follow.
func (n *native) leave(number int) {
	if n.left = number; n.to-number+1 < nativePages {
		return
	}
	n.alone, n.doc = false, content.NewDocument(n.file, n.desk.memory)
	clear(n.faces)
}

// form reports whether the document has fields.
func (n *native) form() bool {
	catalog, err := n.file.Catalog()
	_, form := catalog["AcroForm"]
	return err != nil || form
}

// fits reports whether PDFium sees the same document, and whether it is untagged.
func (n *native) fits(d *document) bool {
	return n != nil && len(n.pages) == d.pageCount() && !d.tagged()
}

// close releases what PDFium holds for it. If PDFium has failed, it no longer holds anything.
func (n *native) close(d *document) {
	var err error
	defer rescue(&err)
	if n != nil && !n.trapped {
		n.fonts.close(d)
	}
}

// spoilt reports, once, whether PDFium failed while it was being queried.
func (n *native) spoilt() bool {
	if n == nil || !n.trapped {
		return false
	}
	n.trapped, n.fonts = false, fontAsker{}
	return true
}

// plain reports whether the document has nothing that changes how all of its pages are read.
func (n *native) plain() bool {
	catalog, err := n.file.Catalog()
	if err != nil {
		return false
	}
	marks, err := n.file.Get(catalog, "MarkInfo")
	if marked, tagged := marks.Dict["Marked"]; err != nil || (tagged && (marked.Kind != object.Boolean || marked.Number != 0)) {
		return false
	}
	preferences, err := n.file.Get(catalog, "ViewerPreferences")
	if err != nil || preferences.Dict["Direction"].Is("R2L") {
		return false
	}
	uri, err := n.file.Get(catalog, "URI")
	_, based := uri.Dict["Base"]
	return err == nil && !based
}

// sizeOf returns a page's own information about its size. Custom units are not supported.
func (n *native) sizeOf(p object.Dict) (s size, ok bool) {
	for key, box := range map[string]*[4]float64{"MediaBox": &s.media, "CropBox": &s.crop} {
		o, err := n.file.Get(p, key)
		if err != nil || (o.Kind != object.Null && len(o.Items) != len(box)) {
			return s, false
		}
		for i, item := range o.Items {
			if item, err = n.file.Resolve(item); err != nil || !item.Numeric() {
				return s, false
			}
			box[i] = item.Number
		}
	}
	rotate, err := n.file.Get(p, "Rotate")
	s.rotate = rotate.Int()
	_, scaled := p["UserUnit"]
	return s, err == nil && !scaled
}

// read reads the page of the input. It returns false if PDFium has to read it.
func (n *native) read(in ink.Input, opt Options) (Sheet, bool) {
	if n == nil || n.refused || in.Number == n.left || !(n.agreed || n.alone) {
		return Sheet{}, false
	}
	var sheet Sheet
	ok := !n.alone || n.promising(n.pages[in.Number-1], opt)
	if ok {
		n.refused = n.trap(func() { sheet, ok = n.sheet(in) })
	}
	if ok = ok && !needsCanvas(&sheet, opt); ok {
		n.done++
	} else if n.alone {
		n.leave(in.Number)
	}
	return sheet, ok
}

// trap runs work and reports whether PDFium failed in it.
func (n *native) trap(work func()) bool {
	err := func() (err error) {
		defer rescue(&err)
		work()
		return nil
	}()
	n.trapped = err != nil
	return n.trapped
}

// needsCanvas reports whether OCR may need an image of the page.
func needsCanvas(s *Sheet, opt Options) bool {
	return opt.OCR != nil && (len(s.Input.Images) > 0 || unreadable(&s.Input, s.Curves))
}

// sheet reads the page of the input as far as everything on it is known.
func (n *native) sheet(in ink.Input) (Sheet, bool) {
	p := n.pages[in.Number-1]
	s, ok := n.sizeOf(p)
	if !ok {
		return Sheet{}, false
	}
	g, ok := n.sizes[s]
	if !ok && n.alone {
		g, ok = s.geometry()
	}
	if !ok {
		return Sheet{}, false
	}
	in.Width, in.Height = g.width, g.height
	if in.Links, ok = n.links(p, g.matrix); !ok {
		return Sheet{}, false
	}
	shown, err := n.doc.Page(p)
	if err == nil && !shown.Known() && !n.alone && n.fonts.askMissing(n.doc) {
		shown, err = n.doc.Page(p)
	}
	if err != nil || !shown.Known() {
		return Sheet{}, false
	}
	r := &nativeReader{native: n, in: in, geometry: g}
	return r.sheet(shown)
}

// links reads the page's links to the web. It returns false if there are other annotations, which may show something.
func (n *native) links(p object.Dict, m Matrix) ([]ink.Link, bool) {
	annotations, err := n.file.Get(p, "Annots")
	if err != nil || len(annotations.Items) > maxLinks {
		return nil, false
	}
	var out []ink.Link
	for _, o := range annotations.Items {
		if o, err = n.file.Resolve(o); err != nil || !o.Dict["Subtype"].Is("Link") {
			return nil, false
		}
		link, web, ok := n.link(o.Dict, m)
		if !ok {
			return nil, false
		}
		if web {
			out = append(out, link)
		}
	}
	return out, true
}

// link reads a link. web is false if it leads elsewhere.
func (n *native) link(d object.Dict, m Matrix) (link ink.Link, web, ok bool) {
	action, err := n.file.Get(d, "A")
	if err != nil {
		return link, false, false
	}
	kind, err := n.file.Get(action.Dict, "S")
	if err != nil || !kind.Is("URI") {
		return link, false, err == nil
	}
	uri, err := n.file.Get(action.Dict, "URI")
	if err != nil || uri.Kind != object.String {
		return link, false, false
	}
	rect, err := n.file.Get(d, "Rect")
	if err != nil || len(rect.Items) != 4 {
		return link, false, false
	}
	var v [4]float64
	for i, item := range rect.Items {
		if item, err = n.file.Resolve(item); err != nil {
			return link, false, false
		}
		v[i] = float64(item.Float())
	}
	link.Target = WebTarget(string(uri.Bytes))
	link.Box = m.Box(min(v[0], v[2]), max(v[1], v[3]), max(v[0], v[2]), min(v[1], v[3]))
	return link, link.Target != "" && len(uri.Bytes) < maxStringSize, true
}

// wide converts a matrix of a content stream to the precision of the layout.
func wide(m content.Matrix) Matrix {
	return Matrix{float64(m.A), float64(m.B), float64(m.C), float64(m.D), float64(m.E), float64(m.F)}
}

// narrow is the reverse, for a page whose size is truncated to whole points, as PDFium does for text.
func narrow(g geometry) content.Matrix {
	m, x, y := g.matrix, math.Trunc(g.width)/g.width, math.Trunc(g.height)/g.height
	return content.Matrix{
		A: float32(m.A * x), B: float32(m.B * y), C: float32(m.C * x), D: float32(m.D * y), E: float32(m.E * x), F: float32(m.F * y),
	}
}
