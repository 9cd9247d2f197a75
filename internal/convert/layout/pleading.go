package layout

import (
	"math"
	"slices"
	"strconv"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// takePleadingNumbers separates the line numbers preprinted in the left margin of a pleading from the other words: 1 to
// about 28, evenly spaced whether or not there is a line of text beside them. Unlike row numbers, some have no text
// beside them, and hardly any rules are drawn across the page.
func takePleadingNumbers(words []text.Word, rules []ink.Rule) (rest, numbers []text.Word) {
	for _, edge := range edges {
		column := pleadingColumn(words, edge)
		if len(column) >= pleadingLines && isEven(column) && leads(column, words) && !ruledApart(column, rules) {
			return withoutColumn(words, column)
		}
	}
	return words, nil
}

// pleadingColumn returns the numbers at the most common edge, from the first 1 onwards as long as they count up.
func pleadingColumn(words []text.Word, edge func(page.Box) float64) []text.Word {
	var out []text.Word
	for _, w := range sharing(words, edge, isCount) {
		if w.Text == strconv.Itoa(len(out)+1) {
			out = append(out, w)
		}
	}
	return out
}

// isCount reports whether a word is a number of at most two digits by itself.
func isCount(w text.Word) bool {
	if len(w.Text) > 2 || w.Glued {
		return false
	}
	n, err := strconv.Atoi(w.Text)
	return err == nil && n > 0
}

// isEven reports whether nearly all steps between the words of a column are the same.
func isEven(column []text.Word) bool {
	steps := make([]float64, 0, len(column)-1)
	for i := 1; i < len(column); i++ {
		steps = append(steps, column[i].Base-column[i-1].Base)
	}
	sorted := slices.Clone(steps)
	slices.Sort(sorted)
	usual, even := sorted[len(sorted)/2], 0
	for _, s := range steps {
		if math.Abs(s-usual) <= evenStep*usual {
			even++
		}
	}
	return usual > 0 && float64(even) >= evenShare*float64(len(steps))
}

// ruledApart reports whether so many lines are drawn across the page beside a column that it numbers the rows of a form.
func ruledApart(column []text.Word, rules []ink.Rule) bool {
	first, last := column[0], column[len(column)-1]
	n := 0
	for _, r := range rules {
		if !r.Vertical && r.Box.Y0 > first.Box.Y0 && r.Box.Y1 < last.Box.Y1 {
			n++
		}
	}
	return float64(n) > ruledRows*float64(len(column))
}

// leads reports whether a column of numbers is to the left of all other words at its height, some of which are running
// text, and some numbers have no text beside them.
func leads(column, words []text.Word) bool {
	first, last := column[0], column[len(column)-1]
	reach := 0.0
	for _, w := range column {
		reach = max(reach, w.Box.X1)
	}
	var beside []text.Word
	for _, w := range words {
		if w.Base < first.Base-first.Size || w.Base > last.Base+last.Size {
			continue
		}
		switch {
		case w.Box.X0 > reach:
			beside = append(beside, w)
		case !isCount(w):
			return false
		}
	}
	rows := text.Baselines(beside)
	prose := 0
	bases := make([]float64, 0, len(rows))
	for _, row := range rows {
		bases = append(bases, row[0].Base)
		if len(row) >= text.ProseLine {
			prose++
		}
	}
	return prose >= pleadingProse && unlevel(column, bases) >= pleadingUnlevel*float64(len(column))
}

// unlevel counts the words that are not level with any of the sorted baselines.
func unlevel(column []text.Word, bases []float64) float64 {
	n := 0.0
	for _, w := range column {
		near := levelSlack * w.Size
		if i, _ := slices.BinarySearch(bases, w.Base-near); i == len(bases) || bases[i] > w.Base+near {
			n++
		}
	}
	return n
}
