package tree

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// figure turns a figure that has alternative text or text in it into a picture. A figure with much text is a
// box of text rather than a picture.
func (t *reader) figure(e *ink.Element) {
	t.flushLoose()
	f := &figure{tree: t}
	f.block.Kind, f.block.Alt = page.Picture, altText(e.Alt)
	f.collect(e)
	if inside := f.block.Text(); len(inside) > maxFigure {
		t.loose = append(t.loose, f.words...)
	} else if inside != "" || f.block.Alt != "" {
		t.parts = append(t.parts, part{Piece: text.Piece{Block: f.block, Words: f.read}})
		t.parts[len(t.parts)-1].Block.Tagged = true
	}
	for _, c := range f.blocks {
		t.walk(c)
	}
}

// figure collects the contents of a figure.
type figure struct {
	tree   *reader
	block  page.Block
	words  []text.Word
	read   []page.Word
	blocks []*ink.Element // captions, tables
}

func (f *figure) collect(e *ink.Element) {
	f.gather(e)
	if len(f.words) > 0 {
		f.addText(text.Runs(f.words, nil))
	}
}

func (f *figure) gather(e *ink.Element) {
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
			f.words = append(f.words, f.tree.content(k.Content)...)
			f.images(k.Content)
		case k.Element.Role == ink.RoleFigure:
			f.block.Alt = cmp.Or(f.block.Alt, altText(k.Element.Alt))
			f.gather(k.Element)
		case k.Element.Flat() || k.Element.Role == ink.RoleParagraph || k.Element.Role == ink.RoleGroup:
			f.gather(k.Element)
		default:
			f.blocks = append(f.blocks, k.Element)
		}
	}
}

// images adds the pictures that are the figure's content, with the text read in them.
func (f *figure) images(content int) {
	for i, img := range f.tree.in.Images {
		if img.Content != content || f.tree.shown[i] {
			continue
		}
		f.tree.shown[i] = true
		f.grow(img.Box)
		if len(img.Words) > 0 {
			f.addText(text.Runs(text.PictureWords(img.Words), nil))
		}
	}
}

func (f *figure) addText(runs []text.Run) {
	read := text.Picture(runs)
	if len(f.block.Spans) > 0 {
		f.block.Spans = append(f.block.Spans, page.Span{Text: "\n"})
	}
	f.block.Spans = append(f.block.Spans, read.Block.Spans...)
	f.read = append(f.read, read.Words...)
	f.grow(read.Block.Box)
}

func (f *figure) grow(b page.Box) {
	f.block.Box = extend(f.block.Box, b)
}

// altText returns the description that a person wrote for a picture, ignoring the file names that programs put in its
// place.
func altText(alt string) string {
	alt = strings.TrimSpace(alt)
	lower := strings.ToLower(alt)
	if !strings.Contains(alt, " ") && slices.ContainsFunc([]string{".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".svg", ".emf", ".wmf"}, func(s string) bool {
		return strings.HasSuffix(lower, s)
	}) {
		return ""
	}
	return alt
}
