package layout

import (
	"math"
	"slices"

	"quire/internal/convert/layout/document"
	"quire/internal/convert/layout/figure"
	"quire/internal/convert/layout/form"
	"quire/internal/convert/layout/formula"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/table"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/layout/tree"
	"quire/internal/convert/page"
)

// Analyze lays out one page: its blocks in reading order, its words in the order of the blocks, and the share
// of its words contained in the blocks. Headings by size, running heads and continuations over pages are left
// to document.Survey. It may change the glyphs of in; all boxes in the result are in points on the page as
// shown.
func Analyze(in ink.Input) page.Page {
	if by := magnification(in.Glyphs); by != 1 {
		return analyzeMagnified(in, by)
	}
	if angle := direction(in.Glyphs); angle != 0 {
		return analyzeTurned(in, angle)
	}
	if angle := skew(in.Glyphs); angle != 0 {
		return analyzeSkewed(in, angle)
	}
	return analyze(in)
}

func analyze(in ink.Input) page.Page {
	p := page.Page{Number: in.Number, Width: in.Width, Height: in.Height, Source: in.Source}
	ink.CheckTags(&in)
	ink.EmboldenStroked(&in)
	ink.MarkMath(&in)
	text.ComposeAccents(&in)
	text.RestoreLogos(in.Glyphs)
	text.RestoreLowQuotes(in.Glyphs)
	names := document.Titles(in.Bookmarks)
	text.WeighRareLetters(&in)
	text.MarkFixedWidth(&in)
	text.MarkVertical(in.Glyphs)
	straight, turned := text.Upright(in.Glyphs)
	words := append(text.Words(&in, text.Underscores(in.Shapes, straight)), text.ScannedWords(ink.WithoutStrays(in.Words, in.Rules))...)
	words = text.JoinLeaders(text.WithoutSpacers(words))
	text.UnmarkBodyMono(words)
	formula.MarkVariables(&in, words)
	text.MarkHyphens(words)
	text.MarkLinks(words, in.Links)
	glass := mirrorOf(&in, words)
	in = glass.input(in)
	glass.words(words)
	words, p.Fields = form.Mark(&in, words)
	words, numbers := takeLineNumbers(words)
	if len(numbers) == 0 {
		words, numbers = takePleadingNumbers(words, in.Rules)
	}
	if len(numbers) == 0 {
		words, numbers = takeSmallNumbers(words, in.Rules)
	}
	var figures []figure.Figure
	if in.Structure == nil {
		figures, words = figure.Take(&in, words)
		in = figure.Without(in, figures)
	}
	body := bodySize(words)
	boxes := panels(&in, words, body)
	cells := in
	cells.Fills = withoutPanels(in.Fills, boxes)
	lines := withoutBleeds(ink.NewRulings(&cells), &in, words, body)
	lines = form.Link(words, lines, in.Dotted, p.Fields)
	words, lines = lineUpBrackets(words, lines)
	words = text.LetteredBullets(text.DropCaps(words, body))
	bars := formula.Bars(&in)
	on := setting{body: body, drawn: wideShapes(&in, body), bands: bands(cells.Fills, body), edges: margins(in.Height), cells: in.Spreadsheet}
	flow := func(words []text.Word, images []ink.Image) *analysis {
		return layOut(framed{words, images, figures, lines, bars, boxes}, on, names, glass)
	}
	flat := func(words []text.Word, images []ink.Image) ([]page.Block, []page.Word) {
		a := flow(words, images)
		return a.blocks, a.words
	}
	if parts, ok := tree.Read(&in, words, flat); ok {
		for _, part := range parts {
			p.Blocks, p.Words = append(p.Blocks, part.Block), append(p.Words, part.Words...)
		}
	} else {
		words = text.DrawnBullets(&in, words)
		a := flow(words, in.Images)
		document.StitchColumns(a.blocks, a.firsts)
		text.NestLists(a.blocks, a.firsts)
		p.Blocks, p.Words = a.blocks, a.words
	}
	p.Blocks = document.JoinTitles(p.Blocks, body)
	document.MarkTitles(p.Blocks, names)
	p.Blocks = document.JoinLabels(p.Blocks, body)
	text.MarkCaptions(p.Blocks)
	document.MarkFootnotes(p.Blocks, in.Height, body)
	checkCoverage(&p, words)
	addLineNumbers(&p, numbers)
	p.Place(glass.box)
	for i := range figures {
		figures[i].Box = glass.box(figures[i].Box)
	}
	side := figure.Join(p.Blocks, turnedBlocks(&in, turned), figures)
	addTurned(&p, side, len(turned) > len(straight))
	roundPage(&p)
	return p
}

// addTurned adds the blocks of text that is not upright. They come first if they hold most of the page's text, because
// the page is then written downwards or lies on its side.
func addTurned(p *page.Page, side []page.Block, most bool) {
	if most {
		p.Blocks = append(side, p.Blocks...)
		return
	}
	for i := range side {
		side[i].Font = nil // its size is unrelated to the body's
	}
	p.Blocks = append(p.Blocks, side...)
}

// layOut puts words and pictures into reading order by their positions and finds the tables among them. Every panel is
// laid out by itself.
func layOut(f framed, on setting, titles []document.Title, glass mirror) *analysis {
	f, boxes, parts := f.split()
	runs := on.runs(f)
	within := on.boxed
	if !on.boxed {
		on.boxed = true
		if f.panels, on.fields = besideOthers(runs, f.lines, on.body, on.edges[1]); len(f.panels) > 0 {
			rest, strips, texts := f.split()
			f, boxes, parts = rest, append(boxes, strips...), append(parts, texts...)
			runs = on.runs(f)
		}
	}
	boxed := make([]item, len(boxes))
	for i, b := range boxes {
		boxed[i] = item{box: page.Box{X0: b.X0 + columnGap/2, Y0: b.Y0, X1: b.X1 - columnGap/2, Y1: b.Y1}, panel: layOut(parts[i], on, titles, glass)}
		if slices.Contains(on.fields, b) {
			untitle(boxed[i].panel.blocks)
		}
	}
	ruled, runs, across := table.Ruled(f.lines, runs)
	if on.cells {
		cells, runs := table.Cells(runs)
		a := &analysis{setting: on, titles: titles, tables: map[*page.Block][]page.Word{}, firsts: map[int]bool{}}
		a.add(append(runItems(runs), boxed...), slices.Concat(ruled, cells, f.drawn()))
		return a
	}
	runs = text.JoinContents(runs)
	steps, runs := table.Algorithms(across, runs)
	banded, runs := table.Banded(across, runs)
	headed, runs := table.HeadRuled(across, runs)
	filled, runs := table.HeadFilled(on.bands, across, runs)
	headed = append(headed, filled...)
	code, runs := text.Listings(runs)
	figures, runs := table.Figures(runs)
	searched := len(runs)
	spaced, runs := spacedTables(runs)
	if len(spaced) > 0 {
		searched = 0
	}
	displayed, runs := glass.formulas(runs, f.bars, splits(on.known))
	a := &analysis{setting: on, titles: titles, tables: map[*page.Block][]page.Word{}, firsts: map[int]bool{}, searched: searched}
	if within { // the count is only used for panels
		a.lines = len(text.Baselines(f.words))
	}
	a.add(append(runItems(append(runs, slices.Concat(code...)...)), boxed...), slices.Concat(ruled, steps, banded, headed, figures, spaced, displayed, f.drawn()))
	return a
}

// spacedTables finds tables that only white space sets apart, anywhere on the page.
func spacedTables(runs []text.Run) (tables []text.Piece, rest []text.Run) {
	for _, find := range []func([]text.Run) ([]text.Piece, []text.Run){table.Stacked, table.Spaced, table.UnderBold, table.Headed, table.FewRecords} {
		var found []text.Piece
		found, runs = find(runs)
		tables = append(tables, found...)
	}
	return tables, runs
}

// runs splits the lines of words at vertical rules and at the gutters between columns, which it records.
func (on *setting) runs(f framed) []text.Run {
	rows := text.Baselines(f.words)
	on.known, on.down = proseGutters(rows, on.body), f.lines.Down
	return text.SplitRows(rows, slices.Concat(f.lines.Down, splits(on.known)))
}

// analysis is the state of the steps that follow the ruled tables.
type analysis struct {
	setting
	titles []document.Title
	tables map[*page.Block][]page.Word
	blocks []page.Block
	words  []page.Word
	firsts map[int]bool // indices of the blocks that begin a region
	lines  int          // of text, at most
	// searched is the number of runs that were searched for unruled tables in vain, or 0 if some were found.
	searched int
}

func runItems(runs []text.Run) []item {
	items := make([]item, 0, len(runs))
	for i := range runs {
		r := &runs[i]
		items = append(items, item{box: r.Box, run: r, listed: r.EndsIndexEntry(), marked: text.IsBullet(r.Words[0].Text)})
	}
	return items
}

// runsOf returns the runs of items that contain nothing else.
func runsOf(items []item) []text.Run {
	runs := make([]text.Run, 0, len(items))
	for _, it := range items {
		runs = append(runs, *it.run)
	}
	return runs
}

func (a *analysis) tableItems(tables []text.Piece) []item {
	items := make([]item, 0, len(tables))
	for i := range tables {
		b := &tables[i].Block
		a.tables[b] = tables[i].Words
		items = append(items, item{box: b.Box, block: b})
	}
	return items
}

// add orders the page's items. It first cuts columns of prose, then looks for unruled tables within them, and
// then cuts at weaker gutters.
func (a *analysis) add(items []item, tables []text.Piece) {
	for _, column := range order(append(items, a.tableItems(tables)...), a.setting, proseColumns) {
		var runs []text.Run
		var rest []item
		for _, it := range column.items {
			if it.run != nil {
				runs = append(runs, *it.run)
			} else {
				rest = append(rest, it)
			}
		}
		if a.cells {
			for _, r := range order(append(rest, runItems(runs)...), a.setting, anyColumns) {
				a.read(r)
			}
			continue
		}
		code, runs := text.Listings(runs)
		var spaced []text.Piece
		if len(runs) != a.searched { // a single column of all runs has been searched already
			spaced, runs = spacedTables(runs)
		}
		loose, runs := table.Borderless(runs)
		listings := make([]text.Piece, 0, len(code))
		for _, c := range code {
			listings = append(listings, text.Listing(c))
		}
		rest = slices.Concat(rest, a.tableItems(listings), a.tableItems(spaced), a.tableItems(loose), runItems(runs))
		for _, r := range order(rest, a.setting, anyColumns) {
			r.untitled = r.untitled || column.untitled
			a.read(r)
		}
	}
}

// read turns a region into blocks, from top to bottom.
func (a *analysis) read(r region) {
	a.firsts[len(a.blocks)] = true
	start, first := 0, len(a.blocks)
	for i := 0; i <= len(r.items); i++ {
		if i < len(r.items) && r.items[i].run != nil {
			continue
		}
		a.addLines(text.Lines(runsOf(r.items[start:i])))
		switch {
		case i == len(r.items):
		case r.items[i].panel != nil:
			a.addPanel(r.items[i].panel)
		default:
			a.blocks = append(a.blocks, *r.items[i].block)
			a.words = append(a.words, a.tables[r.items[i].block]...)
		}
		start = i + 1
	}
	if r.untitled {
		untitle(a.blocks[first:])
	}
}

// addPanel appends what was laid out within a panel.
func (a *analysis) addPanel(p *analysis) {
	for i := range p.firsts {
		a.firsts[len(a.blocks)+i] = true
	}
	a.blocks, a.words = append(a.blocks, p.blocks...), append(a.words, p.words...)
}

// addLines appends lines of text as blocks: listings, and paragraphs between them.
func (a *analysis) addLines(lines []text.Line) {
	lines = text.SplitEntries(lines)
	document.MarkTitleLines(lines, a.titles)
	start := 0
	prose := func(end int) {
		for _, l := range text.Paragraphs(lines[start:end]) {
			a.blocks = append(a.blocks, text.Block(l))
		}
	}
	for i := 0; i < len(lines); i++ {
		if n := text.ListingLines(lines[i:]); n > 0 {
			prose(i)
			a.blocks = append(a.blocks, text.CodeBlock(lines[i:i+n]))
			start = i + n
			i = start - 1
		}
	}
	prose(len(lines))
	a.words = text.AppendWords(a.words, lines)
}

// bodySize returns the type size of most characters, in points.
func bodySize(words []text.Word) float64 {
	weights := map[float64]int{}
	for _, w := range words {
		weights[math.Round(w.Size*2)/2] += text.LenWithoutSymbols(w.Text)
	}
	size, most := defaultSize, 0
	for s, n := range weights {
		if n > most || (n == most && s < size) {
			size, most = s, n
		}
	}
	return size
}

// turnedBlocks reads text that is not upright, one direction after another, into blocks of its own.
func turnedBlocks(in *ink.Input, turned []ink.Glyph) []page.Block {
	byAngle := map[int][]ink.Glyph{}
	for _, g := range turned {
		byAngle[g.Angle] = append(byAngle[g.Angle], g)
	}
	angles := make([]int, 0, len(byAngle))
	for a := range byAngle {
		angles = append(angles, a)
	}
	slices.Sort(angles)
	var out []page.Block
	for _, a := range angles {
		out = append(out, turnedText(in, byAngle[a], a)...)
	}
	return out
}

// turnedText turns glyphs of one direction upright, groups them, and returns the blocks at their places on the
// page.
func turnedText(in *ink.Input, glyphs []ink.Glyph, angle int) []page.Block {
	sin, cos := math.Sincos(float64(angle) * math.Pi / (fullTurn / 2))
	for i, g := range glyphs {
		length := max(g.Box.X1-g.Box.X0, g.Box.Y1-g.Box.Y0)
		x, y := g.X*cos+g.Y*sin, g.Y*cos-g.X*sin
		advance := math.Abs((g.Box.X1-g.Box.X0)*cos) + math.Abs((g.Box.Y1-g.Box.Y0)*sin)
		if angle%quarterTurn != 0 {
			advance = min(length, tiltedAdvance*g.Size)
		}
		glyphs[i].X, glyphs[i].Y = x, y
		glyphs[i].Box = page.Box{X0: x, X1: x + advance, Y0: y - ascent*g.Size, Y1: y + descent*g.Size}
	}
	words := text.Words(in, glyphs)
	runs := text.Runs(words, nil)
	var out []page.Block
	for _, r := range order(runItems(runs), setting{body: bodySize(words)}, anyColumns) {
		for _, lines := range text.Paragraphs(text.Lines(runsOf(r.items))) {
			b := text.Block(lines)
			b.Box = turnBack(b.Box, sin, cos)
			out = append(out, b)
		}
	}
	return out
}

func turnBack(b page.Box, sin, cos float64) page.Box {
	out := page.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, c := range [][2]float64{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := c[0]*cos-c[1]*sin, c[0]*sin+c[1]*cos
		out = ink.Union(out, page.Box{X0: x, Y0: y, X1: x, Y1: y})
	}
	return out
}
