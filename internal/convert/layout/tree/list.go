package tree

import (
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// list reads the items of a list.
func (t *reader) list(e *ink.Element, level int) {
	t.flushLoose()
	labelled := slices.ContainsFunc(e.Kids, isLabelled)
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
			t.loose = append(t.loose, t.content(k.Content)...)
		case k.Element.Role == ink.RoleItem:
			t.flushLoose()
			i := &listItem{tree: t, level: level, bare: !labelled}
			i.read(k.Element)
			i.flush()
		case k.Element.Role == ink.RoleList:
			t.list(k.Element, level+1)
		default:
			t.walk(k.Element)
		}
	}
}

// isLabelled reports whether an item has a label, or holds another list, which a heading that Word tags as an item does not.
func isLabelled(item ink.Kid) bool {
	return item.Element != nil && slices.ContainsFunc(item.Element.Kids, func(k ink.Kid) bool {
		return k.Element != nil && (k.Element.Role == ink.RoleLabel || k.Element.Role == ink.RoleList)
	})
}

// listItem collects an item of a list.
type listItem struct {
	tree  *reader
	level int
	// bare is set if no item of the list has a label: it is one only if its text begins with a bullet or a number.
	bare  bool
	label []text.Word
	texts [][]text.Word // its paragraphs
	apart []*ink.Element
	done  bool // the item itself was written; whatever follows comes after it
}

func (i *listItem) read(e *ink.Element) {
	fresh := true // following text belongs to the paragraph before
	for _, k := range e.Kids {
		switch {
		case k.Element == nil:
			i.text(i.tree.content(k.Content), fresh)
			fresh = false
		case k.Element.Role == ink.RoleLabel && k.Element.Flat():
			words, apart := i.tree.text(k.Element)
			i.label, i.apart = append(i.label, words...), append(i.apart, apart...)
		case k.Element.Flat() && !k.Element.Apart():
			words, apart := i.tree.text(k.Element)
			i.text(words, fresh)
			i.apart = append(i.apart, apart...)
			fresh = false
		case k.Element.Apart():
			i.apart = append(i.apart, k.Element)
		case k.Element.Role == ink.RoleList:
			i.flush()
			i.tree.list(k.Element, i.level+1)
		case k.Element.Role == ink.RoleParagraph || k.Element.Role == ink.RoleGroup || k.Element.Inline():
			i.read(k.Element)
			fresh = true
		default:
			i.flush()
			i.tree.walk(k.Element)
		}
	}
}

func (i *listItem) text(words []text.Word, fresh bool) {
	if len(words) == 0 {
		return
	}
	if n := len(i.texts); n > 0 && !fresh {
		i.texts[n-1] = append(i.texts[n-1], words...)
	} else {
		i.texts = append(i.texts, append([]text.Word(nil), words...))
	}
}

// flush writes what has been collected.
func (i *listItem) flush() {
	i.flushText()
	i.tree.each(i.apart)
	i.apart = nil
}

// flushText writes the item, or a paragraph after a list within it.
func (i *listItem) flushText() {
	if len(i.texts) == 0 && (len(i.label) == 0 || i.done) {
		return
	}
	if i.done {
		i.writeParagraphs()
		return
	}
	if i.bare && len(i.texts) > 0 && text.Block(treeLines(i.texts[0])).Kind != page.ListItem {
		i.writeParagraphs()
		return
	}
	i.done = true
	b := page.Block{Kind: page.ListItem, Level: i.level, Marker: "•"}
	if marker := (text.Line{Words: i.label}).Text(); len(i.label) > 0 {
		if isMarker(marker) {
			b.Marker = marker
		} else if len(i.texts) > 0 {
			i.texts[0] = append(i.label, i.texts[0]...)
		} else {
			i.texts = [][]text.Word{i.label}
		}
	}
	i.write(&b)
	i.texts = nil
}

func (i *listItem) writeParagraphs() {
	for _, words := range i.texts {
		i.tree.paragraph(words)
	}
	i.texts = nil
}

func isMarker(label string) bool {
	return text.IsBullet(label) || text.IsDash(label) || text.ListNumber.MatchString(label) || strings.Trim(label, "0123456789.") == ""
}

func (i *listItem) write(b *page.Block) {
	var all []text.Line
	for n, words := range i.texts {
		lines := treeLines(words)
		all = append(all, lines...)
		block := text.Block(lines)
		if n == 0 {
			b.Box, b.Font = block.Box, block.Font
			if block.Kind == page.ListItem && len(i.label) == 0 {
				b.Marker = block.Marker
			} else {
				block.Spans = text.Spans(lines)
			}
		} else {
			block.Spans = text.Spans(lines)
			b.Spans = append(b.Spans, page.Span{Text: "\n"})
		}
		b.Box = ink.Union(b.Box, block.Box)
		b.Spans = append(b.Spans, block.Spans...)
	}
	b.Ordered = !text.IsBullet(b.Marker) && !text.IsDash(b.Marker)
	if len(i.label) > 0 {
		b.Box = ink.Union(b.Box, text.NewRun(i.label).Box)
		if len(i.texts) == 0 {
			b.Box = text.NewRun(i.label).Box
		}
		i.label = nil
	}
	i.tree.add(*b, all)
}
