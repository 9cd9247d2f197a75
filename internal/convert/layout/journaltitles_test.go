package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// typefaces returns an empty page that can be written on in italics, too.
func typefaces() *sheet {
	s := newSheet()
	s.Fonts = append(s.Fonts, ink.Font{Name: "Serif-Italic", Italic: true})
	return s
}

// sectionAfterItems returns a page with a list, a title as journals set them, and a paragraph.
func sectionAfterItems(title string, size float64, font int, x func(middle, width float64) float64) page.Page {
	s := typefaces()
	lines := prose(5, 70)
	right := s.text(60, 300, 10, regular, lines[0])
	for _, l := range lines[1:] {
		right = max(right, s.text(60, 300, 10, regular, l))
	}
	width := s.text(0, 300, size, font, title)
	s.Glyphs = nil
	y := s.column(60, 100, 10, append(prose(4, 70), "and ends here.")...)
	y = s.column(60, y+6, 10, "• the lamps of the harbour", "• the halls of the east")
	s.text(x((60+right)/2, width), y+8, size, font, title)
	s.column(60, y+22, 10, lines...)
	return finish(s.analyze())[0]
}

func TestTitlesOfJournalsAreHeadings(t *testing.T) {
	t.Parallel()
	atLeft := func(float64, float64) float64 { return 60 }
	centred := func(middle, width float64) float64 { return middle - width/2 }
	offset := func(middle, width float64) float64 { return middle - width/2 + 30 }
	for name, c := range map[string]struct {
		title string
		size  float64
		font  int
		x     func(middle, width float64) float64
		want  bool
	}{
		"small capitals in the middle":          {"II. CONSTRUCTION OF THE LAMP", 8, regular, centred, true},
		"small capitals elsewhere":              {"II. CONSTRUCTION OF THE LAMP", 8, regular, offset, false},
		"italics below a list":                  {"E. Putting it together", 10, italic, atLeft, true},
		"neither italics nor capitals":          {"E. Putting it together", 10, regular, atLeft, false},
		"small letters in type that is smaller": {"II. Construction of the lamp", 8, regular, centred, false},
	} {
		found := headings(sectionAfterItems(c.title, c.size, c.font, c.x))
		_, is := found[c.title]
		require.Equal(t, c.want, is, "%s: %v", name, found)
	}
}

func TestTextBelowAFullLineInItalicsIsNotPartOfIt(t *testing.T) {
	t.Parallel()
	for start, apart := range map[string]bool{"B. Step": true, "2.1 Step": true, "T EX": false, "Step": false} {
		s := typefaces()
		lines := prose(5, 70)
		s.text(60, 100, 10, italic, start+" "+lines[0][:len(lines[0])-len(start)])
		s.column(60, 112, 10, lines[1:]...)
		blocks := finish(s.analyze())[0].Blocks
		require.Equal(t, apart, len(blocks) == 2, "%s: %+v", start, blocks)
	}
}
