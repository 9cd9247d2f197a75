package form

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// fields returns the page's fields with their labels: those that the document declares, then the boxes that it only
// draws.
func (m *marker) fields() []page.Field {
	out := make([]page.Field, 0, len(m.in.Fields)+len(m.checks))
	for _, f := range m.in.Fields {
		f.Field = f.Placed(func(b page.Box) page.Box { return b })
		if f.Label == "" && f.Kind != page.CheckField && f.Kind != page.RadioField {
			f.Label = m.label(f.Box)
		}
		out = append(out, f.Field)
	}
	for _, c := range m.checks {
		switch {
		case c.field < 0:
			out = append(out, m.box(c.box, c.ticked))
		case out[c.field].Kind == page.RadioField:
			out[c.field].Options[c.option].Label = m.beside(c.box)
		case out[c.field].Label == "":
			out[c.field].Label = m.beside(c.box)
		}
	}
	for i := range out {
		if f := &out[i]; f.Kind == page.RadioField && f.Label == "" {
			f.Label = m.question(f)
		}
	}
	for _, w := range m.list {
		if isBox(w) {
			out = append(out, m.box(w.Box, w.Text == Ticked))
		}
	}
	return out
}

// box returns the field of a check box that the document does not declare.
func (m *marker) box(b page.Box, ticked bool) page.Field {
	return page.Field{Kind: page.CheckField, Label: m.beside(b), Ticked: ticked, Box: b}
}

// beside returns the label of a check box: the text after it or, if there is none, before it.
func (m *marker) beside(b page.Box) string {
	if s := m.rows.after(b); s != "" {
		return s
	}
	return join(m.rows.before(b, labelGap))
}

// question returns the question that a group of buttons answers: the text before the first of them or above it, unless
// that is the label of a button.
func (m *marker) question(f *page.Field) string {
	first := f.Options[0].Box
	for _, s := range [...]string{join(m.rows.before(first, declaredGap)), m.rows.over(first, first.Y0-aboveReach, first.Y0)} {
		if s != "" && !slices.ContainsFunc(f.Options, func(o page.Option) bool { return o.Label == s }) {
			return s
		}
	}
	return ""
}

// label returns the label of a text field: the text before it on its line unless that is closer to another field, or
// else the text above or below it.
func (m *marker) label(b page.Box) string {
	if words := m.rows.before(b, declaredGap); len(words) > 0 && m.owners[words[0].at] == b.X0 {
		return join(words)
	}
	if s := m.rows.over(b, b.Y0-aboveReach, b.Y0+edgePlay); s != "" {
		return s
	}
	return m.rows.over(b, b.Y1, b.Y1+belowReach)
}

// own determines the field to which every label before a field belongs: the first one that follows.
func (m *marker) own() {
	m.owners = map[int]float64{}
	for _, f := range m.in.Fields {
		if words := m.rows.before(f.Box, declaredGap); len(words) > 0 {
			at := words[0].at
			if x, ok := m.owners[at]; !ok || f.Box.X0 < x {
				m.owners[at] = f.Box.X0
			}
		}
	}
}

// values returns the words of field values that the page does not show.
func (m *marker) values(fields []page.Field) []text.Word {
	var out []text.Word
	for i, f := range m.in.Fields {
		shown := f.Shown()
		if f.Drawn || shown == "" || f.Kind == page.CheckField || f.Kind == page.RadioField || m.shows(f.Box, shown) {
			continue
		}
		if m.label(f.Box) == "" && f.Label != "" {
			shown = strings.TrimRight(fields[i].Label, ": ") + ": " + shown
		}
		out = append(out, m.value(f.Box, shown)...)
	}
	return out
}

// shows reports whether the text in a field's box contains most of a value.
func (m *marker) shows(b page.Box, value string) bool {
	there := map[string]bool{}
	for _, w := range m.filled.between(b.Y0, b.Y1) {
		if within(core(w.Word), b, edgePlay) {
			for _, s := range tokens(w.Text) {
				there[s] = true
			}
		}
	}
	found, all := 0, 0
	for _, s := range tokens(value) {
		all++
		if there[s] {
			found++
		}
	}
	return all > 0 && 2*found >= all
}

func tokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// value sets a value into its field's box, line by line. The first line is level with the label.
func (m *marker) value(b page.Box, value string) []text.Word {
	lines := strings.Split(value, "\n")
	size := min((b.Y1-b.Y0)/float64(len(lines))/valueLeading, valueSize)
	leading := valueLeading * size
	host := text.Word{Base: b.Y0 + size + (b.Y1-b.Y0-leading*float64(len(lines)))/2, Size: size, Content: -1}
	if label, ok := m.leading(b); ok {
		host = label
	}
	var out []text.Word
	for i, line := range lines {
		words := strings.Fields(line)
		width := min((b.X1-b.X0)/float64(max(utf8.RuneCountInString(line), 1)), valueWidth*size)
		x := b.X0
		for _, s := range words {
			w := text.Word{
				Text: s, Base: host.Base + leading*float64(i), Size: host.Size,
				Order: host.Order, Content: host.Content, Tag: host.Tag, Mirrored: m.mirrored(),
			}
			wide := width * float64(utf8.RuneCountInString(s))
			w.Box = page.Box{X0: x, X1: x + wide, Y0: w.Base - valueAscent*w.Size, Y1: w.Base + (valueLeading-1)*w.Size}
			out, x = append(out, w), x+wide+width
		}
	}
	return out
}

// leading returns the last word before a field on its line.
func (m *marker) leading(b page.Box) (last text.Word, ok bool) {
	for _, w := range m.rows.between(b.Y0-edgePlay, b.Y1+edgePlay) {
		if w.Box.X1 <= b.X0+labelOverlap*w.Size && b.X0-w.Box.X1 < declaredGap*w.Size {
			last, ok = w.Word, true
		}
	}
	return last, ok
}

// joinCombs joins values that were entered letter by letter into a row of cells.
func (m *marker) joinCombs(words []text.Word) []text.Word {
	gone := map[int]bool{}
	for _, f := range m.in.Fields {
		if f.Kind != page.TextField || !f.Drawn {
			continue
		}
		var letters []placed
		set := ""
		for _, w := range m.filled.between(f.Box.Y0, f.Box.Y1) {
			if within(core(w.Word), f.Box, edgePlay) {
				letters, set = append(letters, w), set+w.Text
			}
		}
		values := strings.Fields(f.Value)
		if len(letters) <= len(values) || set != strings.Join(values, "") {
			continue
		}
		words[letters[0].at].Text = strings.Join(values, " ")
		words[letters[0].at].Box = ink.Union(letters[0].Box, letters[len(letters)-1].Box)
		for _, w := range letters[1:] {
			gone[w.at] = true
		}
	}
	if len(gone) == 0 {
		return words
	}
	var out []text.Word
	for i, w := range words {
		if !gone[i] {
			out = append(out, w)
		}
	}
	return out
}
