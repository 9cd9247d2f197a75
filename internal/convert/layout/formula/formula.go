package formula

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/latex"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

const (
	// bigOperators take limits below and above.
	bigOperators = "∑∏∐⋃⋂⋁⋀⨁⨂⨀⨆⨄∫∬∭∮"
)

var (
	// formulaNumber matches the number of a displayed formula.
	formulaNumber = pattern.New(`^\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})*[a-z]?\)$`)
	// builtUp matches the commands for pieces stacked above each other.
	builtUp = pattern.New(`\\(?:frac|sqrt|binom|overline|begin\{(?:[pb]matrix|cases))`)
	// relations are the signs that turn a displayed formula into a statement.
	relations = "=≤≥<>≠≡≈≅∼≃∝∈⊂⊆→↦⇒⇔⇐≜≔≪≫≺≻"
)

// Find recognises the formulas of a page. Those displayed on separate lines become blocks; those within a line
// become one word of it, so that fractions and limits stay attached. bars are the page's horizontal rules, as
// returned by Bars, and gutters run down between its columns, which no formula crosses. All other runs are returned in rest.
func Find(runs []text.Run, bars []page.Box, gutters []ink.Segment) (blocks []text.Piece, rest []text.Run) {
	if len(runs) > maxRuns || !slices.ContainsFunc(runs, hasMath) {
		return nil, runs
	}
	runs = joinPieces(runs)
	f := &formulaFinder{runs: runs, bars: bars, gutters: gutters, looks: columnLooks, group: make([]int, len(runs)), columns: make([]*text.Run, len(runs))}
	f.join()
	taken := make([]bool, len(runs))
	for _, members := range f.groups() {
		if t, members, ok := f.display(members); ok {
			blocks = append(blocks, t)
			for _, i := range members {
				taken[i] = true
			}
		}
	}
	f.inline(taken)
	for i, r := range f.runs {
		if !taken[i] && len(r.Words) > 0 {
			rest = append(rest, r)
		}
	}
	return blocks, rest
}

func hasMath(r text.Run) bool {
	return slices.ContainsFunc(r.Words, func(w text.Word) bool { return w.Math != ink.NoMath })
}

// isFormulaNumber reports whether a run is the number of a displayed formula.
func isFormulaNumber(r *text.Run) bool {
	return formulaNumber.MatchString(text.Line{Words: r.Words}.Text())
}

// isEquation reports whether a run states a relation between variables in the type of the text.
func isEquation(r text.Run) bool {
	variable, relation := false, false
	for _, w := range r.Words {
		switch {
		case isTextWord(w.Text):
			return false
		case w.Style.Italic && utf8.RuneCountInString(w.Text) == 1:
			variable = true
		}
		relation = relation || strings.ContainsAny(w.Text, relations)
	}
	return variable && relation
}

// formulaFinder groups the runs of a page that are not prose.
type formulaFinder struct {
	runs    []text.Run
	bars    []page.Box
	gutters []ink.Segment
	group   []int       // by run: the first run of its group, -1 for prose
	prose   []text.Run  // lines of prose, from the top of the page
	looks   int         // how many lines of prose may still be examined to find columns
	columns []*text.Run // by run: the nearest line of prose above or below it, or nil
}

// isProse reports whether a run is mostly words.
func isProse(r text.Run) bool {
	words, symbols := 0, 0
	for _, w := range r.Words {
		switch {
		case w.Math != ink.NoMath:
			symbols++
		case isTextWord(w.Text):
			words++
		}
	}
	pair := words >= pairWords && 2*words > symbols
	return words >= proseWords || pair || (words > 0 && symbols == 0)
}

// isTextWord reports whether text is a word of a natural language: several letters that do not name a function.
func isTextWord(text string) bool {
	text = strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if latex.IsFunction(text) || utf8.RuneCountInString(text) < 2 {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' })
}

// join groups runs with symbols that are near each other, then adds what lies among them.
func (f *formulaFinder) join() {
	seeds, lines := make([]bool, len(f.runs)), []*text.Run(nil)
	for i, r := range f.runs {
		f.group[i] = i
		if isProse(r) {
			f.group[i] = -1
			if len(r.Words) >= text.ProseLine {
				f.prose, lines = append(f.prose, r), append(lines, &f.runs[i])
			}
		}
	}
	for i, r := range f.runs {
		if f.group[i] < 0 {
			continue
		}
		seeds[i] = hasMath(r) || isEquation(r)
		f.columns[i] = nearestLine(r, lines)
	}
	slices.SortFunc(f.prose, func(a, b text.Run) int { return cmp.Compare(a.Base, b.Base) })
	for i := range f.runs {
		if !seeds[i] {
			continue
		}
		for k := i + 1; k < len(f.runs); k++ {
			if seeds[k] && f.group[i] != f.group[k] && f.near(i, k, formulaGap) {
				f.unite(i, k)
			}
		}
	}
	for i := range f.runs {
		if f.group[i] < 0 || seeds[i] {
			continue
		}
		for k := range f.runs {
			if seeds[k] && f.near(i, k, amongGap) {
				f.unite(i, k)
				break
			}
		}
	}
}

func (f *formulaFinder) unite(i, k int) {
	a, b := f.group[i], f.group[k]
	for j := range f.group {
		if f.group[j] == b {
			f.group[j] = a
		}
	}
}

// nearestLine returns the nearest line of prose above or below a run in the same column, or nil.
func nearestLine(r text.Run, prose []*text.Run) *text.Run {
	var best *text.Run
	distance := math.Inf(1)
	for _, p := range prose {
		if overlap := min(p.Box.X1, r.Box.X1) - max(p.Box.X0, r.Box.X0); 2*overlap < r.Box.X1-r.Box.X0 {
			continue
		}
		if d := math.Abs(p.Base - r.Base); d < distance {
			best, distance = p, d
		}
	}
	return best
}

// near reports whether two runs can belong to one formula: they are in one column, and either side by side or
// close above one another (limit in ems).
func (f *formulaFinder) near(i, k int, limit float64) bool {
	a, b := &f.runs[i], &f.runs[k]
	size := max(a.Size, b.Size)
	apart := max(a.Box.X0-b.Box.X1, b.Box.X0-a.Box.X1)
	above := max(a.Base-capHeight*a.Size-b.Base-descent*b.Size, b.Base-capHeight*b.Size-a.Base-descent*a.Size)
	above = min(above, max(a.Box.Y0-b.Box.Y1, b.Box.Y0-a.Box.Y1))
	if above > limit*size || (above > 0 && apart > size) || f.parted(a.Box, b.Box) {
		return false
	}
	return apart < besideGap*size || f.oneColumn(a, b)
}

// parted reports whether a gutter between columns lies between two boxes.
func (f *formulaFinder) parted(a, b page.Box) bool {
	from, to := min(a.X1, b.X1), max(a.X0, b.X0)
	return slices.ContainsFunc(f.gutters, func(g ink.Segment) bool {
		return from <= g.Pos && g.Pos <= to && g.From < max(a.Y1, b.Y1) && g.To > min(a.Y0, b.Y0)
	})
}

// oneColumn reports whether a line of prose as wide as both runs lies above or below them.
func (f *formulaFinder) oneColumn(a, b *text.Run) bool {
	left, right, reach := min(a.Box.X0, b.Box.X0), max(a.Box.X1, b.Box.X1), columnReach*a.Size
	i, _ := slices.BinarySearchFunc(f.prose, a.Base-reach, func(p text.Run, y float64) int { return cmp.Compare(p.Base, y) })
	for ; i < len(f.prose) && f.prose[i].Base < a.Base+reach && f.looks > 0; i++ {
		f.looks--
		p := &f.prose[i]
		if p.Box.X0 < left+a.Size && p.Box.X1 > right-a.Size && math.Abs(p.Base-a.Base) < reach {
			return true
		}
	}
	return false
}

// groups lists the runs of each group with symbols, from the top of the page.
func (f *formulaFinder) groups() [][]int {
	byGroup := map[int][]int{}
	for i, g := range f.group {
		if g >= 0 {
			byGroup[g] = append(byGroup[g], i)
		}
	}
	var out [][]int
	for _, members := range byGroup {
		if slices.ContainsFunc(members, func(i int) bool { return hasMath(f.runs[i]) }) {
			out = append(out, members)
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return out
}

// display makes a block from a group that occupies separate lines and states something.
func (f *formulaFinder) display(members []int) (t text.Piece, all []int, ok bool) {
	var words []text.Word
	box := f.runs[members[0]].Box
	numbered := false
	for _, i := range members {
		r := f.runs[i]
		words = append(words, r.Words...)
		box = ink.Union(box, r.Box)
		numbered = numbered || isFormulaNumber(&f.runs[i])
	}
	members = f.withWords(members, box)
	for _, i := range members {
		if f.group[i] < 0 {
			words, box = append(words, f.runs[i].Words...), ink.Union(box, f.runs[i].Box)
		}
	}
	column := f.columns[members[0]]
	size := mathSize(words)
	if f.besideProse(members, box) {
		return text.Piece{}, nil, false
	}
	bars := f.barsIn(box)
	block := formulaBlock(words, bars)
	built := block.Kind == page.Formula && builtUp.MatchString(block.Text())
	unclear := block.Kind != page.Formula && len(bars) > 0
	states := saysSomething(words) || numbered || built || unclear || (centred(box, column, size) && isTerm(words))
	tall := box.Y1-box.Y0 > tallFormula*size && (built || slices.ContainsFunc(words, isLarge))
	set := numbered || tall || column == nil || box.X0 >= column.Box.X0+formulaIndent*size
	if !states || (!set && !f.alone(members, box, size)) {
		return text.Piece{}, nil, false
	}
	block.Box = box
	for _, b := range bars {
		block.Box = ink.Union(block.Box, b)
	}
	return text.Piece{Block: block, Words: text.AppendWords(nil, []text.Line{{Words: words}})}, members, true
}

// centred reports whether a formula stands in the middle between the ends of a line of prose.
func centred(box page.Box, column *text.Run, size float64) bool {
	if column == nil {
		return false
	}
	left, right := box.X0-column.Box.X0, column.Box.X1-box.X1
	return min(left, right) > centredGap*size && math.Abs(left-right) < centredPlay*size
}

// withWords adds the words within a formula to the right of where it begins: "if", "otherwise".
func (f *formulaFinder) withWords(members []int, box page.Box) []int {
	size := f.runs[members[0]].Size
	for i, p := range f.runs {
		within := p.Box.X0 > box.X0+asideGap*size && p.Box.X0 < box.X1+asideGap*size &&
			p.Base > box.Y0 && p.Base-asideDrop*p.Size < box.Y1
		short := len(p.Words) <= maxAside && p.Box.X1-p.Box.X0 < box.X1-box.X0
		if f.group[i] < 0 && within && short && !f.parted(box, p.Box) && !f.continues(i) {
			members = append(members, i)
		}
	}
	return members
}

// continues reports whether a run of prose continues another one on its line.
func (f *formulaFinder) continues(i int) bool {
	p := f.runs[i]
	for k, q := range f.runs {
		gap := p.Box.X0 - q.Box.X1
		before := math.Abs(q.Base-p.Base) < sentenceDrift*p.Size && gap >= 0 && gap < sentenceGap*p.Size
		if k != i && f.group[k] < 0 && before {
			return true
		}
	}
	return false
}

// alone reports whether nothing else is on a formula's lines, with white space above and below it as between
// paragraphs.
func (f *formulaFinder) alone(members []int, box page.Box, size float64) bool {
	if len(members) < 2 {
		return false
	}
	for i, r := range f.runs {
		if slices.Contains(members, i) || r.Box.X1 < box.X0 || r.Box.X0 > box.X1 {
			continue
		}
		if r.Base > box.Y0-aloneGap*size && r.Base-capHeight*r.Size < box.Y1+aloneGap*size {
			return false
		}
	}
	return true
}

// mathSize returns the largest type size of the words, in points.
func mathSize(words []text.Word) float64 {
	size := 0.0
	for _, w := range words {
		size = max(size, w.Size)
	}
	return size
}

// saysSomething reports whether words contain a relation or a large operator.
func saysSomething(words []text.Word) bool {
	return slices.ContainsFunc(words, func(w text.Word) bool { return strings.ContainsAny(w.Text, relations+bigOperators) })
}

// isTerm reports whether words contain a sign that joins or encloses others, and hardly any words of a language.
func isTerm(words []text.Word) bool {
	joined, spoken := false, 0
	for _, w := range words {
		joined = joined || strings.ContainsAny(w.Text, "+-−/()[]|±×·")
		if isTextWord(w.Text) {
			spoken++
		}
	}
	return joined && spoken < 2
}

// besideProse reports whether a line of prose is so close before or after part of a group that the group is part of
// that line.
func (f *formulaFinder) besideProse(members []int, box page.Box) bool {
	parts := slices.DeleteFunc(slices.Clone(members), func(m int) bool { return isFormulaNumber(&f.runs[m]) })
	for i := range f.runs {
		p := &f.runs[i]
		far := p.Box.X0 > box.X1+proseGap*p.Size || p.Box.X1 < box.X0-proseGap*p.Size
		if f.group[i] >= 0 || far || f.parted(box, p.Box) || slices.Contains(members, i) {
			continue
		}
		for _, m := range parts {
			r := &f.runs[m]
			if math.Abs(r.Base-p.Base) > onLine*p.Size {
				continue
			}
			overlap := r.Box.X0 < p.Box.X1 && r.Box.X1 > p.Box.X0
			if overlap || p.Box.X0 < box.X0 || p.Box.X1-p.Box.X0 > box.X1-box.X0 {
				return true
			}
		}
	}
	return false
}

// formulaBlock writes words and bars as LaTeX where their positions leave no doubt, otherwise as lines of text.
func formulaBlock(words []text.Word, bars []page.Box) page.Block {
	b := page.Block{Kind: page.Formula} // without a font: its size is irrelevant to headings
	if tex, ok := displayTex(words, bars); ok {
		b.Spans = []page.Span{{Text: tex, Math: true}}
		return b
	}
	b.Kind = page.Paragraph
	var lines []text.Line
	for _, row := range text.Baselines(words) {
		text.MarkScripts(row)
		for i := range row {
			row[i].Glued = row[i].Glued && i > 0 && row[i].Order == row[i-1].Order+1
		}
		lines = append(lines, text.Line{Words: row})
	}
	b.Spans = text.Spans(lines)
	return b
}
