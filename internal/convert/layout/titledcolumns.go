package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/table"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// titledColumns returns the boxes of texts that are side by side below level titles: cards, and columns of posters,
// without anything drawn around them. Each extends down to whatever crosses the white space between them, or to the
// next row of titles. Unlike the columns of a table they contain lines of running text or lists, and their paragraphs
// do not begin at the same heights.
func titledColumns(rows []text.Row, across []ink.Segment, body, foot float64) []page.Box {
	var out []page.Box
	for i, tries := 0, 0; i < len(rows) && tries < stripTries && len(out) < maxShapes; {
		titles := levelTitles(rows[i], body)
		if titles == nil {
			i++
			continue
		}
		s := newStrips(titles, body, foot)
		s.follow(rows[i:min(len(rows), i+stripRows)], across)
		if !s.cards() {
			i++
			tries++
			continue
		}
		out = append(out, s.boxes()...)
		i += s.rows
	}
	return out
}

// withoutTables returns the boxes that do not overlap a table whose header is in other type, because its columns may
// look like independent texts.
func withoutTables(boxes []page.Box, runs []text.Run) []page.Box {
	if len(boxes) == 0 {
		return nil
	}
	tables, runs := table.Stacked(runs)
	under, runs := table.UnderBold(runs)
	lined, _ := table.Headed(runs)
	tables = slices.DeleteFunc(slices.Concat(tables, under, lined), areLists)
	return slices.DeleteFunc(boxes, func(b page.Box) bool {
		return slices.ContainsFunc(tables, func(t text.Piece) bool { return overlap(b, t.Block.Box) })
	})
}

// areLists reports whether most cells below the first row of what was taken for a table are items with a bullet, in several
// columns.
func areLists(t text.Piece) bool {
	items, cells, columns := 0, 0, map[int]bool{}
	for _, r := range t.Block.Table.Rows[1:] {
		for k, c := range r.Cells {
			words := strings.Fields(c.Text())
			if len(words) == 0 {
				continue
			}
			cells++
			if len(words) > 1 && marksItem(words[0]) {
				items++
				columns[k] = true
			}
		}
	}
	return len(columns) > 1 && float64(items) >= listedShare*float64(cells)
}

// levelTitles returns the runs of a row if they are titles of the same type.
func levelTitles(row text.Row, body float64) []text.Run {
	if len(row.Runs) < 2 || len(row.Runs) > maxStrips {
		return nil
	}
	first := row.Runs[0]
	for _, r := range row.Runs {
		if !titleType(r, body) || !sameTitle(r, first) || !strings.ContainsFunc(r.Text(), unicode.IsLetter) {
			return nil
		}
	}
	return row.Runs
}

// titleType reports whether a run is in larger type than the body or bold.
func titleType(r text.Run, body float64) bool {
	return r.Size >= document.HeadingSize*body || (r.Words[0].Style.Bold && text.NewLine(slices.Clone(r.Words)).Bold)
}

func sameTitle(a, b text.Run) bool {
	return sameSize(&a, &b) && a.Words[0].Style.Bold == b.Words[0].Style.Bold
}

// strips are the texts below titles that are side by side, and the white space between neighbours.
type strips struct {
	body  float64
	title text.Run
	lines [][]text.Run
	white [][2]float64
	rows  int // of the page that they occupy
	foot  float64
}

func newStrips(titles []text.Run, body, foot float64) *strips {
	s := &strips{body: body, foot: foot, title: titles[0], lines: make([][]text.Run, len(titles))}
	for i := 1; i < len(titles); i++ {
		s.white = append(s.white, [2]float64{titles[i-1].Box.X1, titles[i].Box.X0})
	}
	return s
}

// follow adds the rows down to whatever crosses the white space, or to the next level titles.
func (s *strips) follow(rows []text.Row, across []ink.Segment) {
	for i, row := range rows {
		if i > 0 && (s.isFoot(rows[i-1], row) || s.ruled(rows[i-1].Box.Y1, row.Base, across) || !s.add(row)) {
			break
		}
		if i == 0 {
			for k, r := range row.Runs {
				s.lines[k] = append(s.lines[k], r)
			}
		}
		s.rows = i + 1
	}
	if y, ok := s.endsInTitle(); ok {
		s.cut(y, rows)
	}
	if y, ok := s.nextTitles(); ok {
		s.cut(y, rows)
	}
}

// isFoot reports whether a row is in the margin at the foot of the page, with white space above it.
func (s *strips) isFoot(above, row text.Row) bool {
	return row.Box.Y0 > s.foot && row.Box.Y0-above.Box.Y1 > footWhite*s.body
}

// endsInTitle returns the upper edge of titles, with any column names below them, at the lower end of the strips: they
// belong to what follows.
func (s *strips) endsInTitle() (float64, bool) {
	lines, y := slices.Concat(s.lines...), 0.0
	slices.SortFunc(lines, func(a, b text.Run) int {
		return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	end := len(lines)
	for ; end > 0 && titleType(lines[end-1], s.body); end-- {
		y = lines[end-1].Box.Y0
	}
	return y, end < len(lines)
}

// ruled reports whether one of the lines, which are sorted by height, crosses the white space between two heights.
func (s *strips) ruled(from, to float64, across []ink.Segment) bool {
	first, _ := slices.BinarySearchFunc(across, from-ink.Touch, func(l ink.Segment, y float64) int { return cmp.Compare(l.Pos, y) })
	for _, l := range across[first:] {
		if l.Pos >= to {
			break
		}
		if slices.ContainsFunc(s.white, func(w [2]float64) bool { return l.From < w[0] && l.To > w[1] }) {
			return true
		}
	}
	return false
}

// add adds a row, unless it leaves too little white space between two strips.
func (s *strips) add(row text.Row) bool {
	white, lines := slices.Clone(s.white), make([][]text.Run, len(s.lines))
	least := s.gutter()
	for _, r := range row.Runs {
		k := 0
		for ; k < len(white); k++ {
			w := &white[k]
			if r.Box.X0 >= w[1] {
				continue
			}
			left := r.Box.X0 < w[0] || (r.Box.X1 <= w[1] && r.Box.X0-w[0] < w[1]-r.Box.X1)
			if left {
				w[0] = max(w[0], r.Box.X1)
			} else {
				w[1] = min(w[1], r.Box.X0)
			}
			if w[1]-w[0] < least {
				return false
			}
			if left {
				break
			}
		}
		lines[k] = append(lines[k], r)
	}
	s.white = white
	for k, l := range lines {
		s.lines[k] = append(s.lines[k], l...)
	}
	return true
}

// nextTitles returns a height right above the next row of titles, if most titles form rows.
func (s *strips) nextTitles() (float64, bool) {
	starts := make([][]float64, len(s.lines))
	for k, lines := range s.lines {
		for i := 1; i < len(lines); i++ {
			if sameTitle(lines[i], s.title) && !sameTitle(lines[i-1], s.title) {
				starts[k] = append(starts[k], lines[i].Base)
			}
		}
	}
	all, level := levels(starts, levelTop*s.body)
	if len(level) == 0 || float64(len(level)) < rowShare*float64(all) {
		return 0, false
	}
	return slices.Min(level) - levelTop*s.body, true
}

// levels returns the number of heights, and the heights that are within near of one in another strip.
func levels(heights [][]float64, near float64) (all int, level []float64) {
	for k, ys := range heights {
		all += len(ys)
		for _, y := range ys {
			for j, others := range heights {
				if j != k && slices.ContainsFunc(others, func(z float64) bool { return math.Abs(y-z) <= near }) {
					level = append(level, y)
					break
				}
			}
		}
	}
	return all, level
}

// cut removes everything at or below y.
func (s *strips) cut(y float64, rows []text.Row) {
	for k, lines := range s.lines {
		s.lines[k] = slices.DeleteFunc(lines, func(r text.Run) bool { return r.Base > y })
	}
	s.rows = 0
	for s.rows < len(rows) && rows[s.rows].Base <= y {
		s.rows++
	}
}

// leading returns the least distance between two lines, but at most that of the lines of a paragraph.
func leading(lines []text.Run) float64 {
	least := paragraphLeading * lines[0].Size
	for i := 1; i < len(lines); i++ {
		if d := lines[i].Base - lines[i-1].Base; d > newLine*lines[i].Size {
			least = min(least, d)
		}
	}
	return least
}

// boxes returns the boxes of the strips, which include the white space beside them except for a gutter.
func (s *strips) boxes() []page.Box {
	out := make([]page.Box, len(s.lines))
	beside := (s.gutter()-columnGap)/2 + samePlace
	for k, lines := range s.lines {
		b := lines[0].Box
		for _, r := range lines[1:] {
			b = ink.Union(b, r.Box)
		}
		b.X0, b.X1 = b.X0-columnGap/2, b.X1+columnGap/2
		if k > 0 {
			b.X0 = (s.white[k-1][0]+s.white[k-1][1])/2 + beside
		}
		if k < len(s.white) {
			b.X1 = (s.white[k][0]+s.white[k][1])/2 - beside
		}
		out[k] = b
	}
	return out
}

// gutter returns the width of the narrowest gutter.
func (s *strips) gutter() float64 { return max(columnGap, columnGapEm*s.body) }
