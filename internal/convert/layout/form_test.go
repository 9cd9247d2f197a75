package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// square draws the outline of a box with its lower left corner at x and y.
func (s *sheet) square(x, y, side float64) {
	s.Shapes = append(s.Shapes, ink.Shape{Box: page.Box{X0: x, Y0: y - side, X1: x + side, Y1: y}, Form: ink.SquareShape})
	s.across(y, x, x+side)
	s.across(y-side, x, x+side)
	s.down(x, y-side, y)
	s.down(x+side, y-side, y)
}

// tick draws a mark into a box with its lower left corner at x and y.
func (s *sheet) tick(x, y, side float64) {
	s.Shapes = append(s.Shapes, ink.Shape{Box: page.Box{X0: x + 1, Y0: y - side + 1, X1: x + side - 1, Y1: y - 1}})
}

func TestDrawnCheckBoxesPrecedeTheirLabels(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Way of payment")
	for i, label := range []string{"Cash", "Card", "Cheque"} {
		y := 116 + 14*float64(i)
		s.square(60, y, 8)
		s.text(72, y, 10, regular, label)
	}
	s.tick(60, 130, 8)
	s.text(60, 172, 10, regular, "Office use")
	p := s.analyze()
	require.Equal(t, "Way of payment\n\n- [ ] Cash\n- [x] Card\n- [ ] Cheque\n\nOffice use", page.Markdown(p))
	require.Len(t, p.Fields, 3)
	require.Equal(t, page.Field{Kind: page.CheckField, Label: "Card", Ticked: true, Box: page.Box{X0: 60, Y0: 122, X1: 68, Y1: 130}}, p.Fields[1])
}

func TestCheckBoxesOfOneLineStayOnIt(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Member")
	s.square(60, 114, 8)
	x := s.text(72, 114, 10, regular, "Yes")
	s.square(x+14, 114, 8)
	s.text(x+26, 114, 10, regular, "No")
	s.text(x+15.5, 113, 9, regular, "X")
	require.Equal(t, "Member\n\n[ ] Yes [x] No", page.Markdown(s.analyze()))
}

func TestSquaresThatAreNotCheckBoxes(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(s *sheet){
		"cells of a comb": func(s *sheet) {
			s.square(60, 100, 10)
			s.square(70, 100, 10)
			s.square(80, 100, 10)
			s.text(94, 100, 10, regular, "number")
		},
		"a number in a frame": func(s *sheet) {
			s.square(60, 100, 12)
			s.text(63, 98, 10, regular, "7")
			s.text(78, 98, 10, regular, "Wardrobe")
		},
		"a symbol in a figure": func(s *sheet) {
			s.square(200, 300, 9)
			s.text(60, 100, 10, regular, "far away")
		},
		"a white square in the legend of a chart": func(s *sheet) {
			s.Shapes = append(s.Shapes, ink.Shape{Box: page.Box{X0: 60, Y0: 78, X1: 68, Y1: 86}, Form: ink.SolidShape})
			s.text(72, 86, 10, regular, "Exports")
			s.square(60, 100, 8)
			s.text(72, 100, 10, regular, "Imports")
		},
		"a coloured square in the legend of a chart": func(s *sheet) {
			s.Shapes = append(s.Shapes, ink.Shape{Box: page.Box{X0: 60, Y0: 92, X1: 68, Y1: 100}, Form: ink.SolidShape})
			s.text(72, 100, 10, regular, "Exports")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			draw(s)
			p := s.analyze()
			require.NotContains(t, p.Text(), "☐")
			require.NotContains(t, p.Text(), "☒")
			require.Empty(t, p.Fields)
		})
	}
}

func TestSquaresOfAFontAreCheckBoxesWhereTheyOfferAChoice(t *testing.T) {
	t.Parallel()
	choice, proof := newSheet(), newSheet()
	choice.text(60, 100, 10, regular, "Sex: □ female □ male")
	proof.text(60, 100, 10, regular, "which was to be shown □")
	require.Equal(t, "Sex: [ ] female [ ] male", page.Markdown(choice.analyze()))
	require.Equal(t, "which was to be shown □", page.Markdown(proof.analyze()))
}

func TestLinesToWriteOnKeepLabelAndValueTogether(t *testing.T) {
	t.Parallel()
	s := newSheet()
	field := func(x, y float64, label, value string, end float64) {
		from := s.text(x, y, 10, regular, label) + 5
		s.across(y+2, from, end)
		s.text(from+4, y, 10, regular, value)
	}
	for i, row := range [][4]string{{"Name:", "Ada", "Town:", "Thornby"}, {"Street:", "", "Post code:", "4711"}, {"Phone:", "12 34", "Born:", "1/2/1990"}} {
		y := 100 + 18*float64(i)
		field(60, y, row[0], row[1], 290)
		field(300, y, row[2], row[3], 540)
	}
	p := s.analyze()
	require.Equal(t, []string{"Name: Ada", "Town: Thornby", "Street:", "Post code: 4711", "Phone: 12 34", "Born: 1/2/1990"}, texts(p))
	requireNoTable(t, p)
}

func TestUnderlinedWordsAreNotFields(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "After reading ")
	end := s.text(x, 100, 10, regular, "this account")
	s.across(102, x, end)
	s.text(end+2.5, 100, 10, regular, "of what happened")
	s.column(60, 112, 10, "one may ask which of the effects it shows")
	require.Len(t, s.analyze().Blocks, 1)
}

func TestLinesUnderTheHeadingsOfColumnsAreNotFields(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Set")
	s.across(102, 80, 200)
	s.text(125, 100, 10, regular, "Tuned")
	for i, cells := range [][]string{{"", "Small", "Large"}, {"One", "1.5", "2.5"}, {"Two", "3.5", "4.5"}} {
		s.row(114+12*float64(i), []float64{60, 90, 160}, cells...)
	}
	require.NotContains(t, texts(s.analyze()), "Set Tuned")
}

func TestValuesThatThePageDoesNotShowAreAdded(t *testing.T) {
	t.Parallel()
	box := page.Box{X0: 110, Y0: 90, X1: 300, Y1: 104}
	field := func(drawn bool) ink.Field {
		return ink.Field{Field: page.Field{Name: "guest.name", Kind: page.TextField, Value: "Ada Byron", Box: box}, Drawn: drawn}
	}
	for name, c := range map[string]struct {
		draw func(s *sheet)
		want string
	}{
		"without an appearance": {func(s *sheet) { s.Fields = append(s.Fields, field(false)) }, "Name: Ada Byron"},
		"drawn by its appearance": {func(s *sheet) {
			s.Fields = append(s.Fields, field(true))
			s.text(112, 100, 10, regular, "Ada Byron")
		}, "Name: Ada Byron"},
		"printed by the page": {func(s *sheet) {
			s.Fields = append(s.Fields, field(false))
			s.text(112, 100, 10, regular, "Ada Byron")
		}, "Name: Ada Byron"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			s.text(60, 100, 10, regular, "Name:")
			c.draw(s)
			p := s.analyze()
			require.Equal(t, c.want, page.Markdown(p))
			require.Equal(t, "Name", p.Fields[0].Label)
			require.Equal(t, "guest.name", p.Fields[0].Name)
		})
	}
}

func TestLabelsOfFieldsAreBesideAboveOrBelowThem(t *testing.T) {
	t.Parallel()
	s := newSheet()
	add := func(x, y float64) {
		s.Fields = append(s.Fields, ink.Field{Field: page.Field{Kind: page.TextField, Box: page.Box{X0: x, Y0: y, X1: x + 90, Y1: y + 14}}})
	}
	s.text(60, 100, 10, regular, "Town:")
	add(100, 90)
	add(200, 90)
	s.text(60, 150, 8, regular, "Street")
	add(60, 154)
	add(60, 220)
	s.text(60, 242, 8, regular, "Signature")
	var labels []string
	for _, f := range s.analyze().Fields {
		labels = append(labels, f.Label)
	}
	require.Equal(t, []string{"Town", "", "Street", "Signature"}, labels)
}

func TestButtonsOfAGroupAreOneField(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Size:")
	group := page.Field{Name: "size", Kind: page.RadioField, Value: "L", Ticked: true}
	for i, label := range []string{"Small", "Large"} {
		x := 100 + 80*float64(i)
		group.Options = append(group.Options, page.Option{Value: label[:1], Chosen: i == 1, Box: page.Box{X0: x, Y0: 92, X1: x + 9, Y1: 101}})
		s.text(x+13, 100, 10, regular, label)
	}
	group.Box = page.Box{X0: 100, Y0: 92, X1: 189, Y1: 101}
	s.Fields = []ink.Field{{Field: group}}
	p := s.analyze()
	require.Equal(t, "Size: [ ] Small [x] Large", page.Markdown(p))
	require.Len(t, p.Fields, 1)
	require.Equal(t, "Size", p.Fields[0].Label)
	require.Equal(t, "Small", p.Fields[0].Options[0].Label)
	require.Equal(t, "Large", p.Fields[0].Options[1].Label)
}

func TestRingsSelectWords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		words []string
		ring  int // index of the word that it encloses
		want  string
		field page.Field
	}{
		"one of two": {
			[]string{"Member:", "yes", "/", "no"},
			3, "Member: yes / [x] no",
			page.Field{Label: "Member", Value: "no", Options: []page.Option{{Value: "yes", Label: "yes"}, {Value: "no", Label: "no", Chosen: true}}},
		},
		"a number of a scale": {
			[]string{"Service", "1", "2", "3", "4"},
			2, "Service 1 [x] 2 3 4",
			page.Field{Label: "Service", Value: "2", Options: []page.Option{{Value: "1", Label: "1"}, {Value: "2", Label: "2", Chosen: true}, {Value: "3", Label: "3"}, {Value: "4", Label: "4"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			x := 60.0
			for i, w := range c.words {
				from := x
				x = s.text(x, 100, 10, regular, w)
				if i == c.ring {
					s.Rings = append(s.Rings, page.Box{X0: from - 4, Y0: 88, X1: x + 4, Y1: 106})
				}
				x += 8
			}
			p := s.analyze()
			require.Equal(t, c.want, page.Markdown(p))
			require.Len(t, p.Fields, 1)
			f := p.Fields[0]
			for i := range f.Options {
				f.Options[i].Box = page.Box{}
			}
			f.Box, c.field.Kind, c.field.Ticked = page.Box{}, page.RadioField, true
			require.Equal(t, c.field, f)
		})
	}
}

func TestARingAroundPartOfAWordSelectsThatPart(t *testing.T) {
	t.Parallel()
	s := newSheet()
	x := s.text(60, 100, 10, regular, "Member: ")
	end := s.text(x, 100, 10, regular, "yes/no")
	s.Rings = append(s.Rings, page.Box{X0: end - 14, Y0: 88, X1: end + 3, Y1: 106})
	p := s.analyze()
	require.Equal(t, "Member: yes/[x] no", page.Markdown(p))
	require.Len(t, p.Fields, 1)
	require.Equal(t, "no", p.Fields[0].Value)
}

func TestRingsInDiagramsSelectNothing(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{
		"a word among words":  {"Open", "the", "valve", "now"},
		"a lone number":       {"Step", "3", "is", "done"},
		"numbers of a figure": {"3", "7", "12", "40"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSheet()
			x := 60.0
			for i, w := range words {
				from := x
				x = s.text(x, 100, 10, regular, w)
				if i == 1 {
					s.Rings = append(s.Rings, page.Box{X0: from - 4, Y0: 88, X1: x + 4, Y1: 106})
				}
				x += 6
			}
			p := s.analyze()
			require.Empty(t, p.Fields)
			require.NotContains(t, page.Markdown(p), "[x]")
		})
	}
}

func TestFieldsAndTitleAboveATableAreNotItsHeader(t *testing.T) {
	t.Parallel()
	s := newSheet()
	s.text(60, 100, 10, regular, "Reader:")
	s.across(102, 100, 250)
	s.text(270, 100, 10, regular, "Hall:")
	s.across(102, 300, 500)
	s.text(60, 124, 14, regular, "Loans of the east")
	lattice(s, []float64{55, 225, 395, 560}, []float64{132, 152, 172})
	s.row(146, []float64{60, 230, 400}, "Loans", "North", "South")
	s.row(166, []float64{60, 230, 400}, "Lamps", "Brass", "Glass")
	require.Equal(t, "Loans\tNorth\tSouth\nLamps\tBrass\tGlass", onlyTable(t, s.analyze()).Text())
}
