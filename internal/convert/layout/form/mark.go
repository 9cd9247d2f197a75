package form

import (
	"slices"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// check is a check box or a radio button.
type check struct {
	box    page.Box
	ticked bool
	// field and option are its index among the input's fields and among the options of that field; field is -1 for a
	// box that is only drawn.
	field, option int
}

// marker puts the fields of a page into its words.
type marker struct {
	in     *ink.Input
	list   []text.Word
	words  index
	shapes index
	checks []check
	boxes  index // of checks
	// rows are the words of the page outside its declared fields, filled those in them.
	rows, filled rows
	// owners maps the first word of a label to the left edge of its field.
	owners map[int]float64
}

// Mark returns words with a character for every check box, drawn or declared, and with the values of fields that the
// page does not show; ticks are left out. It also returns the page's fields with their labels. The lines and dots that
// form the boxes are removed from the input, so that nothing else is made of them.
func Mark(in *ink.Input, words []text.Word) ([]text.Word, []page.Field) {
	words, fields := mark(in, signs(fillIn(words)))
	words, circled := choices(words, in.Rings)
	return words, append(fields, circled...)
}

func mark(in *ink.Input, words []text.Word) ([]text.Word, []page.Field) {
	if len(in.Fields) == 0 && !slices.ContainsFunc(in.Shapes, isOutline) && !slices.ContainsFunc(words, isBox) {
		return words, nil
	}
	m := &marker{in: in, list: words, words: newIndex(boxesOf(words, func(w text.Word) page.Box { return w.Box }))}
	m.shapes = newIndex(boxesOf(in.Shapes, func(s ink.Shape) page.Box { return s.Box }))
	m.checks = append(declared(in.Fields), m.drawn()...)
	m.boxes = newIndex(boxesOf(m.checks, func(c check) page.Box { return c.box }))
	in.Rules = slices.DeleteFunc(slices.Clone(in.Rules), func(r ink.Rule) bool { return m.inCheck(r.Box) })
	in.Dots = slices.DeleteFunc(slices.Clone(in.Dots), m.inCheck)
	out := slices.DeleteFunc(slices.Clone(words), func(w text.Word) bool {
		return utf8.RuneCountInString(w.Text) == 1 && m.inCheck(core(w))
	})
	for _, c := range m.checks {
		out = append(out, m.character(c))
	}
	m.rows, m.filled = m.divide(out)
	m.own()
	fields := m.fields()
	out = m.joinCombs(out)
	return append(out, m.values(fields)...), fields
}

// divide separates the words outside the page's text fields from those in them.
func (m *marker) divide(words []text.Word) (outside, filled rows) {
	all := newRows(words)
	in := map[int]bool{}
	for _, f := range m.in.Fields {
		if f.Kind == page.CheckField || f.Kind == page.RadioField {
			continue
		}
		for _, w := range all.between(f.Box.Y0, f.Box.Y1) {
			in[w.at] = in[w.at] || within(core(w.Word), f.Box, edgePlay)
		}
	}
	for _, w := range all {
		if in[w.at] {
			filled = append(filled, w)
		} else {
			outside = append(outside, w)
		}
	}
	return outside, filled
}

func isOutline(s ink.Shape) bool { return s.Form == ink.SquareShape || s.Form == ink.RoundShape }

func isBox(w text.Word) bool { return text.IsCheckBox(w.Text) }

// declared returns the boxes and buttons among the fields of a document.
func declared(fields []ink.Field) []check {
	var out []check
	for i, f := range fields {
		switch f.Kind {
		case page.CheckField:
			out = append(out, check{box: f.Box, ticked: f.Ticked, field: i})
		case page.RadioField:
			for k, o := range f.Options {
				out = append(out, check{box: o.Box, ticked: o.Chosen, field: i, option: k})
			}
		}
	}
	return out
}

// inCheck reports whether a box is inside a check box.
func (m *marker) inCheck(b page.Box) bool {
	found := false
	m.boxes.around(b, func(i int) { found = found || within(b, m.checks[i].box, edgePlay) })
	return found
}

// character returns the word that stands for a check box, on the line of its label if it has one.
func (m *marker) character(c check) text.Word {
	w := text.Word{Text: Empty, Box: c.box, Base: c.box.Y1, Size: c.box.Y1 - c.box.Y0, Content: -1, Mirrored: m.mirrored()}
	if c.ticked {
		w.Text = Ticked
	}
	if label, ok := m.neighbour(c.box); ok {
		w.Base, w.Size, w.Order, w.Content, w.Tag = label.Base, label.Size, label.Order, label.Content, label.Tag
	}
	return w
}

// mirrored reports whether the page is laid out in a mirror.
func (m *marker) mirrored() bool { return len(m.list) > 0 && m.list[0].Mirrored }

func boxesOf[T any](list []T, box func(T) page.Box) []page.Box {
	out := make([]page.Box, 0, len(list))
	for _, v := range list {
		out = append(out, box(v))
	}
	return out
}

// core returns the box around the middle of a word's lowercase letters.
func core(w text.Word) page.Box {
	x, y := (w.Box.X0+w.Box.X1)/2, middle(w)
	return page.Box{X0: x, Y0: y, X1: x, Y1: y}
}

func middle(w text.Word) float64 { return w.Base - middleHeight*w.Size }

func meet(a, b page.Box) bool {
	return min(a.X1, b.X1) > max(a.X0, b.X0) && min(a.Y1, b.Y1) > max(a.Y0, b.Y0)
}
