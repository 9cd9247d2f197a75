package layout

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// labelRow is a label in bold type and the text beside it.
type labelRow struct{ label, text []item }

// labelRows splits a region at rows of a label in bold and a text beside it, set apart from the next row by white space, as
// slides have them in boxes. Such a label need not be level with the first line of its text. above and below are what
// the rows leave.
func labelRows(items []item, body float64) (above []item, rows []labelRow, below []item) {
	items = byTop(items)
	labels, edge := boldLabels(items)
	if len(labels) < leastLabels {
		return nil, nil, nil
	}
	var texts []item
	for _, it := range items {
		if it.run != nil && it.box.X0 >= edge+columnGapEm*body {
			texts = append(texts, it)
		}
	}
	rows = pairRows(labels, lineGroups(texts, paragraphLeading))
	if len(rows) < leastLabels || !areLabelled(rows) {
		return nil, nil, nil
	}
	all := boxAround(slices.Concat(rows[0].label, rows[0].text))
	inside := 0
	for _, r := range rows {
		all = ink.Union(all, boxAround(slices.Concat(r.label, r.text)))
		inside += len(r.label) + len(r.text)
	}
	for _, it := range items {
		switch y := (it.box.Y0 + it.box.Y1) / 2; {
		case y < all.Y0:
			above = append(above, it)
		case y > all.Y1:
			below = append(below, it)
		}
	}
	if len(above)+inside+len(below) != len(items) { // something else is among them
		return nil, nil, nil
	}
	return above, rows, below
}

// boldLabels returns the most runs in bold type of one size that begin at, or are centred on, one place, in groups of the lines
// of one label, and where the widest of them ends.
func boldLabels(items []item) (labels [][]item, edge float64) {
	type place struct{ x, size int }
	lefts, middles := map[place][]item{}, map[place][]item{}
	var best []item
	for _, it := range items {
		if it.run == nil || len(it.run.Words) > labelWords || !text.NewLine(slices.Clone(it.run.Words)).Bold {
			continue
		}
		size := int(math.Round(it.run.Size))
		left, middle := place{int(math.Round(it.box.X0)), size}, place{int(math.Round((it.box.X0 + it.box.X1) / 2)), size}
		lefts[left], middles[middle] = append(lefts[left], it), append(middles[middle], it)
		for _, same := range [2][]item{lefts[left], middles[middle]} {
			if len(same) > len(best) {
				best = same
			}
		}
	}
	for _, it := range best {
		edge = max(edge, it.box.X1)
	}
	return lineGroups(best, sideStep), edge
}

// pairRows pairs every label with the only text beside it. It returns nil if a label has none or several, or a text has
// several labels.
func pairRows(labels, texts [][]item) []labelRow {
	var rows []labelRow
	k := 0
	for _, l := range labels {
		box := boxAround(l)
		for k < len(texts) && boxAround(texts[k]).Y1 <= box.Y0 {
			if k++; len(rows) > 0 { // a text without a label
				return nil
			}
		}
		if k == len(texts) || boxAround(texts[k]).Y0 >= box.Y1 {
			return nil
		}
		rows = append(rows, labelRow{l, texts[k]})
		k++
	}
	for i := 1; i < len(rows); i++ {
		if boxAround(rows[i].label).Y0 < boxAround(rows[i-1].text).Y1 {
			return nil
		}
	}
	if k < len(texts) && boxAround(texts[k]).Y0 < boxAround(labels[len(labels)-1]).Y1 {
		return nil
	}
	return rows
}

// areLabelled reports whether the texts are single paragraphs, not in bold, of which most have the words of a sentence.
func areLabelled(rows []labelRow) bool {
	prose := 0
	for _, r := range rows {
		first := r.text[0].run
		for _, it := range r.text[1:] {
			if it.run.Base <= first.Base+newLine*first.Size { // several columns
				return false
			}
		}
		if text.NewLine(slices.Clone(first.Words)).Bold {
			return false
		}
		if len(first.Words) >= text.ProseLine {
			prose++
		}
	}
	return 2*prose > len(rows)
}

func boxAround(items []item) page.Box {
	b := items[0].box
	for _, it := range items[1:] {
		b = ink.Union(b, it.box)
	}
	return b
}

// labelled returns the regions of labels and their texts, and those above and below. A label is no heading: its text is
// beside it.
func (s *sorter) labelled(above []item, rows []labelRow, below []item, depth int) []region {
	out := s.order(above, depth-1)
	for _, r := range rows {
		label := newRegion(r.label)
		label.untitled = true
		out = append(out, label, newRegion(r.text))
	}
	return append(out, s.order(below, depth-1)...)
}
