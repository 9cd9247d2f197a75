package document

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

var (
	// folio matches a page number that stands alone: "7", "- 7 -", "vii", "7 / 12", "7 of 12", "Page 7 of 12".
	folio = pattern.New(`(?i)^[\s\p{Pd}|·•\[(]*(?:` + pageWord + `\s*)?(?:\d{1,4}|[ivxl]{1,6}|` + pageOf + `)[\s\p{Pd}|·•\])]*$`)
	// bareFolio matches a page number without any sign.
	bareFolio = pattern.New(`^(?:\d{1,3}|[ivxl]{1,6})$`)
	// folioAtEnd matches a page number that a sign or a word separates from the title next to it.
	folioAtEnd = pattern.New(`(?i)^\d{1,4}\s*[|•·]\s*\S|\S\s*[|•·]\s*(?:` + pageWord + `\s*)?\d{1,4}$|\b(?:` + pageWord + `\s*\d{1,4}|` + pageWord + `\s*` + pageOf + `)$`)
	// titleFolio and folioTitle match a page number after or before a title on the same line.
	titleFolio = pattern.New(`^(?:` + numberAhead + `)?\D*\p{L}{2}\D*\s(?:\d{1,3}|[ivxlIVXL]{1,6}|` + pageOf + `)$`)
	folioTitle = pattern.New(`^(?:\d{2,3}|[ivxl]{1,6}|[IVXL]{2,6})\s\D*\p{L}{2}\D*$`)
	// contact matches what letterheads contain but running heads do not: addresses and long numbers.
	contact = pattern.New(`@|www\.|https?:|\d{5}|\d[\d\s()/-]{6,}\d`)
)

const (
	numberAhead = `(?:(?i:chapter|section|part|appendix)\s+)?[\dA-Z]{1,2}(?:\.\d{1,2}){0,3}[.:]?\s+`
	pageWord    = `(?:page|p\.|pg\.?|seite|s\.|página|pág\.|pagina|pag\.|side|sida|strona|str\.|страница|стр\.|第)`
	pageOf      = `(?:第?\s*\d{1,4}\s*(?:/|\||of|von|de|sur|di|van|av|af|z|из|页)\s*(?:\d{1,4})?)`
)

// edgeRow is the outermost row of blocks at an edge of the page, from left to right.
type edgeRow struct {
	blocks []*page.Block
	kind   page.Kind
}

// markFurniture marks the outermost rows of a page that are page numbers, or titles on a page with one, even if there
// are too few pages to see that they repeat. Such a row is a single line, no larger than the text, and farther from the
// text than its parts are from each other.
func (s *Survey) markFurniture(p *page.Page) {
	if p.Height == 0 || p.Apart {
		return
	}
	gap, band := max(s.body, usualGap(p.Blocks))*furnitureGap, bandOf(p)
	rows := []edgeRow{s.edgeRow(p, page.PageHead, gap, band), s.edgeRow(p, page.PageFoot, gap, band)}
	isNumbered := func(r edgeRow) bool { return r.numbered() || s.counts(p, r) }
	numbered := slices.ContainsFunc(rows, isNumbered)
	for _, r := range rows {
		if isNumbered(r) || (numbered && s.isRunningTitle(r)) {
			r.mark()
		}
	}
}

// usualGap returns the median of the gaps between blocks that follow each other downwards, in points.
func usualGap(blocks []page.Block) float64 {
	var gaps []float64
	for i := 1; i < len(blocks); i++ {
		if gap := blocks[i].Box.Y0 - blocks[i-1].Box.Y1; gap > 0 {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// edgeRow returns the outermost row at an edge of the page, if its position and type are those of furniture.
func (s *Survey) edgeRow(p *page.Page, kind page.Kind, gap, band float64) edgeRow {
	depth := func(b *page.Block) (near, far float64) {
		if kind == page.PageHead {
			return b.Box.Y0, b.Box.Y1
		}
		return p.Height - b.Box.Y1, p.Height - b.Box.Y0
	}
	outer := p.Height
	for i := range p.Blocks {
		if b := &p.Blocks[i]; !aside(b) {
			_, far := depth(b)
			outer = min(outer, far)
		}
	}
	row := edgeRow{kind: kind}
	counted := s.countedFoot(p, kind)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if aside(b) {
			continue
		}
		near, far := depth(b)
		switch {
		case near >= outer+gap:
		case (b == counted || far <= edgeBand(p, b, kind, band)) && s.couldBeFurniture(b, kind):
			row.blocks = append(row.blocks, b)
		default: // part of the text is as close to the edge
			return edgeRow{kind: kind}
		}
	}
	if len(row.blocks) == 1 && onScale(p, row.blocks[0]) {
		return edgeRow{kind: kind}
	}
	slices.SortFunc(row.blocks, func(a, b *page.Block) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	return row
}

// isOneLine reports whether a block with a font is no higher than a line.
func isOneLine(b page.Block) bool { return b.Box.Y1-b.Box.Y0 < furnitureHeight*b.Font.Size }

// aside reports whether a block does not count among the others: it has no position, or the layout took it out of the
// margin.
func aside(b *page.Block) bool {
	return b.Box == (page.Box{}) || (b.Font == nil && b.Kind == page.PageFoot)
}

// bandOf returns how far from the edge of a page running heads and feet are found, in points. Where the margins at both
// sides are wide, as on a small page printed on larger paper, so are those above and below. A few short lines do not show
// where the margins are.
func bandOf(p *page.Page) float64 {
	left, right := p.Width, 0.0
	for i := range p.Blocks {
		if b := &p.Blocks[i]; !aside(b) {
			left, right = min(left, b.Box.X0), max(right, b.Box.X1)
		}
	}
	band := ink.EdgeBand * p.Height
	if right-left < pageWidth*p.Width {
		return band
	}
	wider := min(left, p.Width-right) - ink.EdgeBand*p.Width
	return band + min(max(0, wider), band)
}

// edgeBand returns how far from the edge a line of furniture may be, in points: as far as the band. A lone number in the
// middle of the foot, where TeX puts it on pages of any height, may be farther away.
func edgeBand(p *page.Page, b *page.Block, kind page.Kind, band float64) float64 {
	middle := math.Abs(b.Box.X0+b.Box.X1-p.Width) / 2
	if kind == page.PageFoot && middle <= folioMiddle*p.Width && bareFolio.MatchString(furnitureText(b)) {
		return max(band, folioBand*p.Height)
	}
	return band
}

// onScale reports whether a number has another above or below it, as on the axis of a chart.
func onScale(p *page.Page, b *page.Block) bool {
	if !text.IsNumeric(b.Text()) {
		return false
	}
	return slices.ContainsFunc(p.Blocks, func(o page.Block) bool {
		near := math.Abs(o.Box.Y0-b.Box.Y0) < ink.EdgeBand*p.Height && o.Box.X0 < b.Box.X1 && o.Box.X1 > b.Box.X0
		return near && o.Box != b.Box && text.IsNumeric(strings.Join(strings.Fields(o.Text()), ""))
	})
}

// couldBeFurniture reports whether a block is a single line in type no larger than the text. At the foot, where no title
// is expected, a number may be larger.
func (s *Survey) couldBeFurniture(b *page.Block, kind page.Kind) bool {
	isText := b.Kind == page.Paragraph || b.Kind == page.ListItem || b.Kind == page.PageHead || b.Kind == page.PageFoot
	if !isText || b.Font == nil {
		return false
	}
	limit := furnitureSize
	if kind == page.PageFoot && folio.MatchString(furnitureText(b)) {
		limit = folioSize
	}
	if b.Font.Size > limit*s.body {
		return false
	}
	return isOneLine(*b) && len(b.Text()) <= maxEdgeText
}

func furnitureText(b *page.Block) string { return strings.TrimSpace(b.Marker + " " + b.Text()) }

// numbered reports whether the row is a page number, or has one at an end, apart from the rest.
func (r edgeRow) numbered() bool {
	n := len(r.blocks)
	if n == 0 {
		return false
	}
	first, last := r.blocks[0], r.blocks[n-1]
	if n == 1 {
		line := furnitureText(first)
		return folio.MatchString(line) || folioAtEnd.MatchString(line) || r.titleWithFolio(line)
	}
	return (folio.MatchString(furnitureText(first)) && r.awayFrom(0, 1)) || (folio.MatchString(furnitureText(last)) && r.awayFrom(n-2, n-1))
}

// titleWithFolio reports whether a line is a title with a page number at an end, separated only by a space. A line at
// the head of the page could also be a heading with its number.
func (r edgeRow) titleWithFolio(line string) bool {
	if text.CaptionStart.MatchString(line) || endsSentence(line) {
		return false
	}
	if r.kind == page.PageHead && (r.blocks[0].Font.Bold || len(strings.Fields(line)) < titleWords) {
		return false
	}
	return titleFolio.MatchString(line) || folioTitle.MatchString(line)
}

func (r edgeRow) awayFrom(i, k int) bool {
	a, b := r.blocks[i], r.blocks[k]
	return b.Box.X0-a.Box.X1 > folioGap*a.Font.Size && !endsSentence(strings.TrimSpace(a.Text())) && !endsSentence(strings.TrimSpace(b.Text()))
}

// isRunningTitle reports whether a row looks like the title that runs opposite to the page number: smaller than the
// text, and neither a sentence nor part of a letterhead.
func (s *Survey) isRunningTitle(r edgeRow) bool {
	for _, b := range r.blocks {
		line := furnitureText(b)
		if b.Font.Size > titleRunSize*s.body || endsSentence(line) || contact.MatchString(line) {
			return false
		}
	}
	return len(r.blocks) > 0
}

func (r edgeRow) mark() {
	for _, b := range r.blocks {
		if b.Marker != "" {
			b.Spans = append([]page.Span{{Text: b.Marker + " "}}, b.Spans...)
		}
		b.Kind, b.Level, b.Marker, b.Ordered = r.kind, 0, "", false
	}
}
