package layout

import (
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// takeLineNumbers separates line numbers in the left margin of running text, as in manuscripts, laws and pleadings,
// from the other words. Numbers of table rows and list items are not line numbers: what follows them is not running
// text, whose lines are full and often begin in the middle of a sentence.
func takeLineNumbers(words []text.Word) (rest, numbers []text.Word) {
	first := make([]int, 0)
	rows := text.Baselines(words)
	for i, row := range rows {
		if _, ok := countOf(row); ok {
			first = append(first, i)
		}
	}
	if len(first) < countedLines {
		return words, nil
	}
	for _, edge := range [...]func(page.Box) float64{func(b page.Box) float64 { return b.X1 }, func(b page.Box) float64 { return b.X0 }} {
		if counted := aligned(rows, first, edge); countsLines(rows, counted) {
			return withoutFirst(words, rows, counted)
		}
	}
	return words, nil
}

// countOf returns the number at the beginning of a row if it is set apart from the text.
func countOf(row []text.Word) (int, bool) {
	w := row[0]
	if len(row) < 2 || row[1].Glued || w.Style.Mono || len(w.Text) > lineDigits || row[1].Box.X0-w.Box.X1 < countGap*w.Size {
		return 0, false
	}
	n, err := strconv.Atoi(w.Text)
	return n, err == nil && n > 0
}

// aligned returns the rows whose numbers are at the most common edge.
func aligned(rows [][]text.Word, of []int, edge func(page.Box) float64) []int {
	bins := map[int]int{}
	bin := func(i int) int { return int(math.Round(edge(rows[i][0].Box) / countSlack)) }
	most := bin(of[0])
	for _, i := range of {
		bins[bin(i)]++
		if bins[bin(i)] > bins[most] {
			most = bin(i)
		}
	}
	var out []int
	for _, i := range of {
		if math.Abs(float64(bin(i)-most)) <= 1 {
			out = append(out, i)
		}
	}
	return out
}

// countsLines reports whether the numbers at the beginning of rows count all lines of running text, or every fifth.
func countsLines(rows [][]text.Word, counted []int) bool {
	if len(counted) < countedLines {
		return false
	}
	number := func(i int) int { n, _ := countOf(rows[counted[i]]); return n }
	step, even := number(1)-number(0), 0
	for i := 1; i < len(counted); i++ {
		if number(i)-number(i-1) == step {
			even++
		}
	}
	lines := rows[counted[0] : counted[len(counted)-1]+1]
	enough := float64(step*len(counted)) >= countedShare*float64(len(lines))
	if (step != 1 && step != everyFifth) || float64(even) < evenShare*float64(len(counted)-1) || !enough {
		return false
	}
	reach, small := 0.0, true
	for _, i := range counted {
		reach = max(reach, rows[i][0].Box.X1)
		small = small && rows[i][0].Size <= countSize*rows[i][1].Size
	}
	return besideProse(lines, reach, small)
}

// besideProse reports whether rows are lines of running text to the right of an edge, where the numbers end. If the
// numbers are small, no line needs to begin within a sentence.
func besideProse(rows [][]text.Word, edge float64, small bool) bool {
	left, right := math.Inf(1), math.Inf(-1)
	texts := make([][]text.Word, 0, len(rows))
	for _, row := range rows {
		if row[0].Box.X0 < edge {
			row = row[1:]
		}
		if len(row) == 0 {
			continue
		}
		left, right = min(left, row[0].Box.X0), max(right, row[len(row)-1].Box.X1)
		texts = append(texts, row)
	}
	full, within := 0, 0
	for _, row := range texts {
		if len(row) >= text.ProseLine && row[len(row)-1].Box.X1-left >= fullLine*(right-left) {
			full++
		}
		if r, _ := utf8.DecodeRuneInString(row[0].Text); unicode.IsLower(r) {
			within++
		}
	}
	n := float64(len(texts))
	return left > edge && float64(full) >= fullLines*n && (small || float64(within) >= withinSentence*n)
}

// withoutFirst separates the first words of some rows from the others.
func withoutFirst(words []text.Word, rows [][]text.Word, of []int) (rest, first []text.Word) {
	taken := make(map[page.Box]bool, len(of))
	for _, i := range of {
		taken[rows[i][0].Box] = true
	}
	return without(words, taken)
}

// without separates the words in some boxes from the others.
func without(words []text.Word, boxes map[page.Box]bool) (rest, taken []text.Word) {
	for _, w := range words {
		if boxes[w.Box] {
			taken = append(taken, w)
		} else {
			rest = append(rest, w)
		}
	}
	return rest, taken
}

// addLineNumbers appends line numbers to a page as a block that is not part of its text, like a running head.
func addLineNumbers(p *page.Page, numbers []text.Word) {
	if len(numbers) == 0 {
		return
	}
	lines := make([]text.Line, 0, len(numbers))
	for i := range numbers {
		lines = append(lines, text.NewLine(numbers[i:i+1:i+1]))
	}
	b := text.Block(lines)
	b.Kind, b.Font = page.PageFoot, nil
	p.Blocks = append(p.Blocks, b)
	p.Words = text.AppendWords(p.Words, lines)
}
