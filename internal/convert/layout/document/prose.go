package document

import "quire/internal/convert/page"

// face is a typeface in one size.
type face struct {
	size   float64 // rounded to half a point
	name   string
	italic bool
}

// faceText is the amount of text in a face, in bytes: in paragraphs that are too long for titles, and in shorter texts.
type faceText struct{ running, short int }

func faceOf(b page.Block) face { return face{halfPoint(b.Font.Size), b.Font.Name, allItalic(b)} }

// countFaces counts the text of a page by face.
func (s *Survey) countFaces(blocks []page.Block) {
	for _, b := range blocks {
		if b.Font == nil || b.Table != nil || b.Kind == page.Code {
			continue
		}
		f := faceOf(b)
		t := s.faces[f]
		if t == nil && len(s.faces) >= maxEdges {
			continue
		}
		if t == nil {
			t = &faceText{}
			s.faces[f] = t
		}
		if n := len(b.Text()); n > maxBoldHeading {
			t.running += n
		} else {
			t.short += n
		}
	}
}

// isProse reports whether a block that is not bold is in a face used for running text. That may differ from the body's
// if a document encloses another one.
func (s *Survey) isProse(b page.Block) bool {
	t := s.faces[faceOf(b)]
	return !b.Font.Bold && t != nil && t.running >= proseShare*t.short
}
