package document

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// Survey gathers what only the whole document shows: the size of its body type, the sizes above that, what
// repeats at the edges of its pages, and where text continues over a page break. Call Add for every page in
// order, then Finish for every page in order. Its memory does not grow with the text. It is not safe for
// concurrent use.
type Survey struct {
	pages    int
	chars    map[float64]int  // bytes of running text without symbols by type size, rounded to half points
	other    map[float64]int  // those of tables and listings
	exact    map[float64]mean // their exact sizes, by size rounded to half points
	edges    map[string]int   // number of pages on which a normalised edge text occurs
	counted  map[int]int      // number of pages by the difference between a number at an edge and the page's own number
	inner    bool             // some page has text that is not at an edge
	body     float64
	own      float64          // body size of the page before, if larger than the document's
	heads    map[float64]bool // sizes of texts that could be headings
	tiers    []float64        // heading sizes, largest first
	faces    map[face]*faceText
	lefts    map[int]int    // bytes of running text by left edge
	colors   map[uint32]int // bytes of running text by colour
	color    uint32         // that of most running text
	outline  outline
	lettered lettered
	ready    bool
	tagged   bool            // the structure tree names headings
	known    map[float64]int // by type size, the highest level of the headings that bookmarks or tags name
	named    []float64       // the sizes of known, ascending
	deepest  []int           // by index in named, the deepest level of headings in type at least that large; 0 beyond the last
	labels   map[string]bool // footnote labels used on earlier pages
	last     *tail
	// landscape is the number of landscape pages, and slides that of the ones with a possible title, by its place.
	landscape int
	slides    map[titlePlace]int
}

// tail describes how the previous page ended.
type tail struct {
	kind page.Kind
	open bool
	// table is the shape of the table that ended the page.
	table *tableShape
}

// NewSurvey returns a survey that has not seen any page yet.
func NewSurvey() *Survey {
	return &Survey{chars: map[float64]int{}, exact: map[float64]mean{}, other: map[float64]int{}, heads: map[float64]bool{}, edges: map[string]int{}, counted: map[int]int{}, labels: map[string]bool{}, known: map[float64]int{}, faces: map[face]*faceText{}, lefts: map[int]int{}, colors: map[uint32]int{}, slides: map[titlePlace]int{}}
}

// Add takes a page into account, in the order of the document. It must not be called after Finish.
func (s *Survey) Add(p page.Page) {
	if p.Finished {
		return
	}
	s.pages++
	s.count(p.Blocks, s.chars)
	s.countFaces(p.Blocks)
	s.countLefts(&p)
	s.countColors(p.Blocks)
	s.countSlides(p)
	s.tagged = s.tagged || slices.ContainsFunc(p.Blocks, func(b page.Block) bool { return b.Tagged && b.Kind == page.Heading })
	for _, b := range p.Blocks {
		if couldHead(b) {
			s.heads[halfPoint(b.Font.Size)] = true
		}
		if b.Kind == page.Heading && b.Font != nil {
			size := halfPoint(b.Font.Size)
			s.known[size] = min(cmp.Or(s.known[size], b.Level), b.Level)
		}
	}
	band := bandOf(&p)
	s.countPages(p, band)
	s.inner = s.inner || slices.ContainsFunc(p.Blocks, func(b page.Block) bool { return edgeKey(p, b, band) == "" })
	for _, key := range repeatingTexts(p, band) {
		if len(s.edges) < maxEdges || s.edges[key] > 0 {
			s.edges[key]++
		}
	}
}

func (s *Survey) count(blocks []page.Block, chars map[float64]int) {
	for _, b := range blocks {
		switch {
		case b.Table != nil:
			for _, r := range b.Table.Rows {
				for _, c := range r.Cells {
					s.count(c.Blocks, s.other)
				}
			}
		case b.Font == nil:
		case b.Kind == page.Code:
			s.countType(b, s.other)
		default:
			s.countType(b, chars)
		}
	}
}

func (s *Survey) countType(b page.Block, chars map[float64]int) {
	size, n := halfPoint(b.Font.Size), text.LenWithoutSymbols(b.Text())
	chars[size] += n
	m := s.exact[size]
	s.exact[size] = mean{m.sum + float64(n)*b.Font.Size, m.n + n}
}

// mean is a weighted mean.
type mean struct {
	sum float64
	n   int
}

func halfPoint(size float64) float64 { return math.Round(size*2) / 2 }

// prepare computes the body size and the sizes of headings once all pages are known.
func (s *Survey) prepare() {
	s.ready = true
	text, other := sum(s.chars), sum(s.other)
	rare := float64(text) < runningShare*float64(text+other)
	for size, n := range s.other {
		if !rare {
			n = 0 // type in tables is ranked among the sizes, but does not determine the body's
		}
		s.chars[size] += n
	}
	s.body = mostIn(s.chars)
	if m := s.exact[s.body]; m.n > 0 { // a rounded size is up to a thirtieth off
		s.body = m.sum / float64(m.n)
	}
	s.color = s.usualColor()
	for size := range s.heads {
		if size > s.body*tierSize {
			s.tiers = append(s.tiers, size)
		}
	}
	slices.SortFunc(s.tiers, func(a, b float64) int { return cmp.Compare(b, a) })
	s.tiers = s.tiers[:min(len(s.tiers), maxLevel)]
	s.named = slices.Sorted(maps.Keys(s.known))
	s.deepest = make([]int, len(s.named)+1)
	for i, size := range slices.Backward(s.named) {
		s.deepest[i] = max(s.deepest[i+1], s.known[size])
	}
}

func sum(chars map[float64]int) int {
	n := 0
	for _, k := range chars {
		n += k
	}
	return n
}

// Finish classifies the blocks of a page, in place, by what the survey has seen: headings and their levels,
// running heads and feet, and continuations of the previous page.
func (s *Survey) Finish(p *page.Page) {
	if !s.ready {
		s.prepare()
	}
	if p.Finished {
		s.renameNotes(p)
		s.last = nil
		return
	}
	if s.inner { // otherwise all text is at the edges
		s.markRunning(p)
		s.markFurniture(p)
	}
	s.markHeadings(p)
	s.renameNotes(p)
	s.stitch(p)
}

// stitch marks the first block if it continues the previous page.
func (s *Survey) stitch(p *page.Page) {
	if p.Apart {
		s.last = nil
		return
	}
	first, last := -1, -1
	for i, b := range p.Blocks {
		if b.Kind == page.PageHead || b.Kind == page.PageFoot || b.Kind == page.Footnote {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	if first < 0 {
		return
	}
	b := &p.Blocks[first]
	if s.last != nil && s.last.kind == b.Kind {
		s.goOn(p, b)
	}
	s.last = s.tailOf(p, p.Blocks[last])
}

// goOn marks a block that continues the block at the end of the previous page.
func (s *Survey) goOn(p *page.Page, b *page.Block) {
	switch {
	case b.Table != nil:
		if rest := shapeOf(p, *b); s.last.table.goesOn(rest) {
			s.last.table.goOn(b, rest)
		}
	case b.Kind == page.Paragraph && s.last.open && text.StartsLower(b.Text()):
		b.Continues = true
	}
}

// tailOf keeps what the next page needs to know. A continued table keeps its first header, because that is the
// one that the next page is compared with.
func (s *Survey) tailOf(p *page.Page, b page.Block) *tail {
	t := &tail{kind: b.Kind}
	if b.Table != nil {
		t.table = shapeOf(p, b)
		if b.Continues && s.last != nil && s.last.table != nil {
			t.table.header = s.last.table.header
		}
		return t
	}
	t.open = text.LeftOpen(b.Text())
	return t
}

// renameNotes makes footnote labels that restart on each page unique within the document.
func (s *Survey) renameNotes(p *page.Page) {
	names := map[string]string{}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Kind != page.Footnote || b.Marker == "" {
			continue
		}
		name := b.Marker
		if s.labels[name] || name[0] < '0' || name[0] > '9' {
			name = fmt.Sprintf("p%d-%d", p.Number, len(names)+1)
		}
		if len(s.labels) < maxEdges {
			s.labels[name] = true
		}
		names[b.Marker], b.Marker = name, name
	}
	for i := range p.Blocks {
		for k := range p.Blocks[i].Spans {
			if sp := &p.Blocks[i].Spans[k]; sp.Note != "" && names[sp.Note] != "" {
				sp.Note = names[sp.Note]
			}
		}
	}
}
