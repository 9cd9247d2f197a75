package content

import (
	"quire/internal/convert/pdf/object"
)

// runner runs one content stream, that of a page or a form.
type runner struct {
	state
	*budget
	doc *Document
	// resources are the stream's own, and general those of the page.
	resources, general object.Dict
	saved              []state
	operands           []object.Object
	pieces             []piece // of the text being shown
	// marks holds the open marks. The first one stands for none.
	marks  []mark
	points []PathPoint
	start  point
	at     point
	// clipping is set once the path being built is to restrict what is painted.
	clipping bool
	// forms holds the matrices of the enclosing forms, and whole maps from the stream to the page.
	forms []Matrix
	whole Matrix
	// bounds is the extent of a form.
	bounds Rect
	last   *Text
	// lexer splits the stream into objects; it continues after inline pictures.
	lexer *object.Lexer
}

type point struct{ x, y float32 }

// budget is shared by the streams of one page.
type budget struct {
	page       *Page
	run        int
	pathPoints int
	characters int
	marked     int
	unpacked   int // bytes of inline pictures
	*room
}

func newRunner(d *Document, b *budget, resources, general object.Dict) *runner {
	return &runner{
		state: newState(), budget: b, doc: d, resources: resources, general: general, whole: identity, marks: []mark{{}},
	}
}

// run runs a stream to its end.
func (r *runner) run(code []byte) error {
	if r.budget.run += len(code); r.budget.run > maxRun {
		return ErrUnknown
	}
	r.lexer = object.NewLexer(code)
	room := make([]object.Object, maxOperands+1) // objects are large, so they are read where they stay
	for n := 0; ; n++ {
		o := &room[n]
		switch err := r.lexer.Read(o); {
		case err != nil:
			return err
		case o.Kind == object.End:
			return nil
		case o.Kind != object.Keyword && n == maxOperands:
			return ErrUnknown
		case o.Kind != object.Keyword:
			continue
		}
		r.operands = room[:n]
		if err := r.operator(o.Bytes); err != nil {
			return err
		}
		n = -1
	}
}

// operation is the effect of an operator, and the number of operands that it takes, all of them numbers; -1 means any
// number.
type operation struct {
	operands int
	do       func(r *runner, n [6]float32) error
}

// operator runs an operator. Operators that affect neither text nor what is drawn are not in the table.
func (r *runner) operator(word []byte) error {
	if len(word) > longestOperator {
		return nil
	}
	op, ok := operations[letters(word)]
	if !ok {
		return nil
	}
	var n [6]float32
	if op.operands >= 0 {
		if len(r.operands) != op.operands {
			return ErrUnknown
		}
		for i := range r.operands {
			o := &r.operands[i]
			if !o.Numeric() {
				return ErrUnknown
			}
			n[i] = o.Float()
		}
	}
	return op.do(r, n)
}

// category returns a category of the resources, or that of the page if the stream's own resources do not have it.
func (r *runner) category(name string) (object.Dict, error) {
	o, err := r.doc.file.Get(r.resources, name)
	if err == nil && o.Kind != object.Dictionary {
		o, err = r.doc.file.Get(r.general, name)
	}
	return o.Dict, err
}

// name returns the last operand, which must be a name.
func (r *runner) name() (string, error) {
	if n := len(r.operands); n > 0 && r.operands[n-1].Kind == object.Name {
		return string(r.operands[n-1].Bytes), nil
	}
	return "", ErrUnknown
}

func (r *runner) save() error {
	if len(r.saved) == maxStates {
		return ErrUnknown
	}
	r.saved = append(r.saved, r.state)
	return nil
}

func (r *runner) restore() {
	if n := len(r.saved); n > 0 {
		r.state, r.saved = r.saved[n-1], r.saved[:n-1]
	}
}

// draw adds an object to the page.
func (r *runner) draw(d Drawn) error {
	if len(r.page.Drawn) == maxDrawn {
		return ErrUnknown
	}
	d.Forms, d.Clip = r.forms, r.clip
	r.page.Drawn = append(r.page.Drawn, d)
	return nil
}
