// Package content runs the content streams of a document's pages, and turns what they show into text in the same way as
// PDFium.
//
// It knows about fonts only what it is told: what their codes stand for, and their measures. A page with anything
// unknown is an error, and another reader has to read it.
package content

import (
	"errors"
	"slices"

	"quire/internal/convert/pdf/object"
)

// ErrUnknown is the error for pages with something that only PDFium understands.
var ErrUnknown = errors.New("the page has unknown content")

// The limits of a page.
const (
	// maxDrawn is the maximum number of objects on a page, including forms, and maxCharacters that of its characters.
	// The other reader truncates them.
	maxDrawn      = 20_000
	maxCharacters = 100_000
	// maxPoints is the maximum number of points in the paths of a page. Paths that would exceed it are ignored.
	maxPoints = 60_000
	// maxRun is the maximum number of bytes of content run for one page; those of a form count each time it is drawn.
	maxRun = 8 << 20
	// maxForms is the maximum nesting depth of forms.
	maxForms = 6
	// maxStates is the maximum number of saved states.
	maxStates = 512
	// maxOperands is the maximum number of operands of an operator.
	maxOperands = 16
	// maxMarks is the maximum nesting depth of marked content.
	maxMarks = 256
)

// Text is a string that is shown.
type Text struct {
	Font *Font
	// Size is the type size before any transformation, and Mode the rendering mode.
	Size float32
	Mode int
	// Fill is the colour inside the letters. Texts that follow each other share it.
	Fill *Color

	// mark is the innermost mark around the text, and marks the number of marks.
	mark    mark
	marks   int
	spacing float32
	matrix  Matrix
	// form maps from the form that contains the text to the page; nested is set if there is one.
	form   Matrix
	nested bool
	items  []item
	// joints is the number of places where an adjustment is possible.
	joints int
	rect   Rect
	// whole maps from the text to the page, and back is its inverse once the text is written. atX and atY are where it
	// begins on the page as shown.
	whole, back Matrix
	atX, atY    float32
	// before is the preceding text of the same stream, or nil.
	before *Text
}

// item is a code with its position in the text. kerning is the adjustment between the previous code and this one.
type item struct {
	code    uint32
	x       float32
	kerning float32
	glyph   *Glyph
}

// Segment is the kind of a point in a path.
type Segment uint8

// The kinds of points.
const (
	Move Segment = iota
	Line
	Curve
)

// PathPoint is a point of a path.
type PathPoint struct {
	X, Y  float32
	Kind  Segment
	Close bool
}

// Path is a painted path. It has no points if the page has too many of them, and must then be ignored.
type Path struct {
	Points []PathPoint
	Matrix Matrix
	// Width is the thickness of its lines in the space of its points.
	Width float32
	// Fill and Stroke are the colours, or nil if the path is not filled or stroked.
	Fill, Stroke *Paint
}

// Paint is a colour and its opacity as stated by a content stream.
type Paint struct {
	Color
	// Alpha is its opacity from 0 to 1.
	Alpha float32
}

// Color is a colour as stated by a content stream. Equal values look the same throughout a document.
type Color struct {
	// Space is DeviceGray or DeviceRGB, or identifies another space or pattern within the document.
	Space string
	// Values are the components, of which N are used.
	Values [4]float32
	N      int
}

// Image is a picture that is shown.
type Image struct {
	Box           Rect
	Width, Height int
}

// Drawn is one object of a page: exactly one of its fields is set.
type Drawn struct {
	Path  *Path
	Image *Image
	// Shading is the area that a shading fills, in the space of the innermost form.
	Shading *Rect
	// Text is only counted; the page's characters show its content.
	Text *Text
	// Forms are the matrices of the forms around the object, the outermost first.
	Forms []Matrix
	// Clip is the part of the page outside of which nothing of the object is visible, or nil. It is the box of the
	// clipping paths and of the forms around the object; the paths themselves may leave less.
	Clip *Rect
}

// Page is the content of a page.
type Page struct {
	Drawn []Drawn
	doc   *Document
	texts []*Text
	// known is reset when a code of a font is met about which nothing is known.
	known bool
}

// Memory holds the parts of a page. It can be used again for the next page, also that of another document.
type Memory struct {
	room room
	// chars and runes are buffers for the text of a page, and line and lineText those for one of its lines.
	chars    []Char
	runes    []rune
	line     []Char
	lineText []rune
}

// Document reads the pages of a file.
type Document struct {
	file  *object.File
	fonts map[int]*Font
	forms map[int]*form
	held  int // bytes of forms
	// named holds the entries of the file that identify spaces and patterns of colours.
	named map[string]object.Object
	*Memory
	// Introduce, if not nil, is called for each font when it is first met, with its entry in the file. It returns false
	// if nothing can be known about the font.
	Introduce func(f *Font, d object.Dict) bool
	// Paintable, if not nil, reports whether a colour is known. A page with an unknown colour is an error.
	Paintable func(c Color) bool
}

// NewDocument returns the reader of a file, which holds its pages in m.
func NewDocument(file *object.File, m *Memory) *Document {
	return &Document{file: file, Memory: m, fonts: map[int]*Font{}, forms: map[int]*form{}, named: map[string]object.Object{}}
}

// Named returns the entry of the file that Color.Space identifies: a space, or a pattern.
func (d *Document) Named(space string) object.Object { return d.named[space] }

// Page runs the content of a page. If only codes of fonts are missing, the page is complete except for its text, and
// Known returns false. The result is valid until the next call.
func (d *Document) Page(p object.Dict) (*Page, error) {
	code, err := d.content(p)
	if err != nil {
		return nil, err
	}
	resources, err := d.file.Get(p, "Resources")
	if err != nil {
		return nil, err
	}
	d.room.clear()
	shown := &Page{known: true, doc: d, Drawn: d.room.drawn}
	b := &budget{page: shown, room: &d.room}
	r := newRunner(d, b, resources.Dict, resources.Dict)
	if err := r.run(code); err != nil {
		return nil, err
	}
	d.room.drawn = shown.Drawn
	return shown, nil
}

// Known reports whether everything about the page's text is known.
func (p *Page) Known() bool { return p.known }

// content joins the streams of a page, with a space between them.
func (d *Document) content(p object.Dict) ([]byte, error) {
	contents, err := d.file.Get(p, "Contents")
	if err != nil {
		return nil, err
	}
	streams := []object.Object{contents}
	if contents.Kind == object.Array {
		streams = contents.Items
	}
	var parts [][]byte
	size := 0
	for _, s := range streams {
		if s, err = d.file.Resolve(s); err != nil {
			return nil, err
		}
		if s.Kind != object.Stream {
			return nil, ErrUnknown
		}
		data, err := d.file.Data(s)
		if err != nil {
			return nil, err
		}
		if len(streams) == 1 {
			return data, nil
		}
		if size += len(data) + 1; size > maxRun {
			return nil, ErrUnknown
		}
		parts = append(parts, data, []byte(" "))
	}
	return slices.Concat(parts...), nil
}

// Fonts returns the fonts that the document's pages have used so far, by the numbers of their objects.
func (d *Document) Fonts() map[int]*Font { return d.fonts }

// font returns the font that an entry of the resources refers to.
func (d *Document) font(entry object.Object) (*Font, error) {
	if entry.Kind != object.Reference {
		return nil, ErrUnknown
	}
	id := int(entry.Number)
	if f, ok := d.fonts[id]; ok {
		return f, nil
	}
	o, err := d.file.Resolve(entry)
	if err != nil || o.Kind != object.Dictionary {
		return nil, ErrUnknown
	}
	f := NewFont(d.file, id, o.Dict)
	d.fonts[id] = f
	if d.Introduce != nil && !f.Unusable {
		f.Unusable = !d.Introduce(f, o.Dict)
	}
	return f, nil
}
