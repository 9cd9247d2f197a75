package layout_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// drawing derives a page's input from bytes, each of which is a position, a size or a choice.
type drawing struct{ data []byte }

func (d *drawing) next() float64 {
	if len(d.data) == 0 {
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return float64(b)
}

func (d *drawing) choice(n int) int { return int(d.next()) % n }

func (d *drawing) box() page.Box {
	x, y := 3*d.next(), 4*d.next()
	return page.Box{X0: x, Y0: y, X1: x + 2*d.next(), Y1: y + 2*d.next()}
}

func (d *drawing) page() ink.Input {
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "CMMI10", Italic: true}, ink.Font{Name: "CMSY10"}, ink.Font{Name: "CMEX10"})
	words := []string{"Lamp", "a", "1,204", "•", "(b)", "12.", "light-", "Table 1.", "שלום", "读书", ". . . . .", "x", "X", "√", "=", "(1)", "\x12", "\x1a", "ˆ", "if", "lim", "2", "\u200b"}
	for len(d.data) > 0 {
		switch d.choice(6) {
		case 0:
			s.across(4*d.next(), 2*d.next(), 3*d.next())
		case 1:
			s.down(3*d.next(), 3*d.next(), 4*d.next())
		case 2:
			s.Fills = append(s.Fills, ink.Fill{Box: d.box(), Color: uint32(d.next())})
			s.Dots = append(s.Dots, d.box())
			s.Strokes = append(s.Strokes, d.box())
		case 3:
			s.Images = append(s.Images, ink.Image{Box: d.box(), Content: d.choice(9) - 1, Scan: ink.Scan{Words: []ink.ScanWord{{Word: page.Word{Text: "seen", Box: d.box(), Confidence: 90}}}}})
		default:
			from := len(s.Glyphs)
			x, y, content, angle := 3*d.next(), 4*d.next(), d.choice(9)-1, 90*d.choice(8)
			for range d.choice(12) {
				x = 3 + s.text(x, y, 1+d.next()/8, d.choice(len(s.Fonts)), words[d.choice(len(words))])
			}
			for i := range s.Glyphs[from:] {
				s.Glyphs[from+i].Content, s.Glyphs[from+i].Angle = content, angle%360
			}
		}
	}
	return s.Input
}

func (d *drawing) tree(depth int) *ink.Element {
	e := &ink.Element{
		Role: ink.Role(d.choice(int(ink.RoleNote) + 1)), Level: d.choice(7), RowSpan: 1 + d.choice(3), ColSpan: 1 + d.choice(3),
	}
	for range d.choice(5) {
		if depth > 5 || d.choice(2) == 0 {
			e.Kids = append(e.Kids, ink.Kid{Content: d.choice(9)})
		} else {
			e.Kids = append(e.Kids, ink.Kid{Element: d.tree(depth + 1)})
		}
	}
	return e
}

// FuzzAnalyze lays out pages that nobody would draw. Each must become blocks that can be stored.
func FuzzAnalyze(f *testing.F) {
	f.Add([]byte("a page of something"), []byte{})
	f.Add([]byte("\x05\x10\x10\x01\x00\x05\x40\x00\x00\x00\x01\x02\x00\x20\x05\x60"), []byte("\x00\x01\x01\x01\x04\x01\x01\x00\x01\x01\x02"))
	f.Fuzz(func(t *testing.T, drawn, tags []byte) {
		if len(drawn)+len(tags) > 4<<10 {
			return
		}
		in := (&drawing{drawn}).page()
		in.Bookmarks = []ink.Bookmark{{Title: "Lamp a", Level: 2}}
		if len(tags) > 0 {
			in.Structure = (&drawing{tags}).tree(0)
		}
		pages := finish(layout.Analyze(in), layout.Analyze(in))
		_, err := json.Marshal(pages)
		require.NoError(t, err)
		require.LessOrEqual(t, pages[0].Coverage, 1.0)
		_ = page.Markdown(pages[0])
	})
}
