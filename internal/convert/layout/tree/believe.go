package tree

import (
	"math"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Flow lays out words and pictures by position, the way a page without a structure tree is laid out.
type Flow func(words []text.Word, images []ink.Image) ([]page.Block, []page.Word)

// Read lays a page out by its structure tree, in the tree's order. Content outside the tree is laid out by flow
// and inserted at its position. Read returns false, and leaves the page to the caller, if there is no tree or
// the tree contradicts the page.
func Read(in *ink.Input, words []text.Word, flow Flow) ([]text.Piece, bool) {
	if in.Structure == nil {
		return nil, false
	}
	t := newTree(in, words, func(w []text.Word) ([]page.Block, []page.Word) { return flow(w, nil) })
	t.readCodeInLines(in.Structure)
	t.group(in.Structure)
	t.flushLoose()
	if len(t.parts) == 0 || !t.believed() {
		return nil, false
	}
	var images []ink.Image
	for i, img := range in.Images {
		if !t.shown[i] {
			images = append(images, img)
		}
	}
	blocks, read := flow(text.DrawnBullets(in, t.rest(words)), images)
	parts := insert(joinListings(t.parts), blocks, read)
	pieces := make([]text.Piece, 0, len(parts))
	for _, p := range parts {
		pieces = append(pieces, p.Piece)
	}
	return pieces, true
}

// joinListings merges consecutive lines of code, tagged as a paragraph each, into one listing.
func joinListings(parts []part) []part {
	var out []part
	for i := 0; i < len(parts); {
		var lines []text.Line
		j := i
		for ; j < len(parts) && parts[j].Block.Kind == page.Paragraph && len(parts[j].lines) > 0; j++ {
			more := append(lines[:len(lines):len(lines)], parts[j].lines...)
			ends := len(more) > 1 && text.ListingLines(more) < len(more)
			if ends || !text.IsCode(more[0]) {
				break
			}
			lines = more
		}
		if len(lines) < text.CodeLines {
			out = append(out, parts[i])
			i++
			continue
		}
		b := text.CodeBlock(lines)
		b.Tagged = true
		out = append(out, part{Piece: text.Piece{Block: b, Words: text.AppendWords(nil, lines)}, lines: lines})
		i = j
	}
	return out
}

// believed reports whether the tree's order and kinds agree with the page.
func (t *reader) believed() bool {
	all, loose, most := 0, 0, part{}
	for _, p := range t.parts {
		n := len(p.Block.Text())
		all += n
		if p.loose {
			loose += n
		}
		if n > len(most.Block.Text()) {
			most = p
		}
	}
	if t.twice || float64(loose) > looseShare*float64(all) || flattened(t.parts) {
		return false
	}
	if float64(len(most.Block.Text())) > giantShare*float64(all) && len(text.Paragraphs(most.lines)) >= giantParagraphs {
		return false
	}
	rising, pieces, texts := 0, 0, 0
	for i := 1; i < len(t.parts); i++ {
		a, b := t.parts[i-1].Block, t.parts[i].Block
		if rises(a.Box, b.Box) {
			rising++
		}
		if b.Kind == page.Paragraph {
			texts++
			if torn(a, b) {
				pieces++
			}
		}
	}
	return tolerable(rising, risingShare*float64(len(t.parts))) && tolerable(pieces, pieceShare*float64(texts))
}

// flattened reports whether tables were tagged with a paragraph for each cell, so that the tree has lost their
// rows.
func flattened(parts []part) bool {
	rows := map[float64]int{}
	for _, p := range parts {
		if p.Block.Kind == page.TableKind {
			return false
		}
		if len(p.lines) == 1 {
			rows[math.Round(p.lines[0].Base)]++
		}
	}
	level := 0
	for _, n := range rows {
		if n > levelOthers {
			level += n
		}
	}
	return level >= leastLevel && float64(level) > levelLines*float64(len(parts))
}

// tolerable reports whether n faults are few enough to be the page's own oddities.
func tolerable(n int, limit float64) bool { return n < leastWrong || float64(n) <= limit }

// rises reports whether b is above a in the same column.
func rises(a, b page.Box) bool {
	overlap := min(a.X1, b.X1) - max(a.X0, b.X0)
	return b.Y1 <= a.Y0+ink.Touch && overlap > columnOverlap*min(a.X1-a.X0, b.X1-b.X0) && b.Y1 > b.Y0
}

// torn reports whether b is the next line of the paragraph a.
func torn(a, b page.Block) bool {
	if a.Kind != page.Paragraph || a.Font == nil || b.Font == nil || !text.Continues(a, b) {
		return false
	}
	below := b.Box.Y0 > a.Box.Y0 && b.Box.Y0-a.Box.Y1 < tornGap*a.Font.Size
	return below && math.Abs(a.Box.X0-b.Box.X0) < tornIndent*a.Font.Size
}

// insert puts blocks that no element describes at their positions: before or after all others, or after the
// last one above them. A block without a letter or digit is a decoration, such as the leaders of a table of
// contents or the bullets of tagged items, and is dropped.
func insert(parts []part, blocks []page.Block, words []page.Word) []part {
	top, bottom := math.Inf(1), math.Inf(-1)
	for _, p := range parts {
		top, bottom = min(top, p.Block.Box.Y0), max(bottom, p.Block.Box.Y1)
	}
	var head, tail []part
	behind := make([][]part, len(parts))
	for i, b := range blocks {
		p := part{Piece: text.Piece{Block: b}}
		if i == 0 {
			p.Words = words
		}
		at := len(parts) - 1
		for at >= 0 && !above(parts[at].Block.Box, b.Box) {
			at--
		}
		switch {
		case !strings.ContainsFunc(b.Text(), text.IsWordRune) && b.Kind != page.Picture:
		case b.Box.Y0 >= bottom-ink.Touch:
			tail = append(tail, p)
		case b.Box.Y1 <= top+ink.Touch || at < 0:
			head = append(head, p)
		default:
			behind[at] = append(behind[at], p)
		}
	}
	out := head
	for i, p := range parts {
		out = append(append(out, p), behind[i]...)
	}
	return append(out, tail...)
}

// above reports whether a ends above the middle of b, in the same column.
func above(a, b page.Box) bool {
	return a.Y1 <= (b.Y0+b.Y1)/2+ink.Touch && min(a.X1, b.X1) > max(a.X0, b.X0)
}
