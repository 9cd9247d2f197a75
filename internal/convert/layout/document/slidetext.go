package document

import (
	"cmp"
	"slices"

	"quire/internal/convert/page"
)

// slideText says how much of the text on a slide is at least as large as each size, largest first.
type slideText []typeSum

// typeSum counts the characters in type of a size or larger, and those of them in bold.
type typeSum struct {
	size      float64
	all, bold int
}

// textOnSlide measures the type on a landscape page; it is nil for other pages. The type of a presentation changes from slide
// to slide, so its usual size and weight say little about one of them.
func textOnSlide(p *page.Page) slideText {
	if p.Width <= p.Height {
		return nil
	}
	var t slideText
	for _, b := range p.Blocks {
		if b.Font == nil {
			continue
		}
		sum := typeSum{size: b.Font.Size, all: len(b.Text())}
		if b.Font.Bold {
			sum.bold = sum.all
		}
		t = append(t, sum)
	}
	slices.SortFunc(t, func(a, b typeSum) int { return cmp.Compare(b.size, a.size) })
	for i := 1; i < len(t); i++ {
		t[i].all += t[i-1].all
		t[i].bold += t[i-1].bold
	}
	return t
}

// atLeast returns how much text is in type of a size or larger.
func (t slideText) atLeast(size float64) typeSum {
	i, _ := slices.BinarySearchFunc(t, size, func(s typeSum, size float64) int {
		if s.size >= size {
			return -1
		}
		return 1
	})
	if i == 0 {
		return typeSum{}
	}
	return t[i-1]
}

// isUsual reports whether most of the other text on a slide is at least as large and as bold as a block, so that its type does
// not make it a heading.
func (t slideText) isUsual(b page.Block) bool {
	if len(t) == 0 {
		return false
	}
	own := len(b.Text())
	like, others := t.atLeast((1-sameOnSlide)*b.Font.Size), t[len(t)-1].all-own
	among := like.all
	if b.Font.Bold {
		among = like.bold
	}
	return others > 0 && float64(among-own) >= usualOnSlide*float64(others)
}
