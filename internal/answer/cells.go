package answer

import (
	"fmt"
	"slices"
	"strings"

	"quire/internal/index/bm25"
)

// cell is a cell of a table with the label of its row and the name of its column.
type cell struct{ value, label, column string }

// cellsOf returns the cells of a row below one of the rows with names of columns, by their positions. A row of names may lack
// only the empty cell above the labels.
func cellsOf(row, names string) []cell {
	values, columns := strings.Split(row, "\t"), strings.Split(names, "\t")
	if len(columns) == len(values)-1 && year.MatchString(columns[0]) {
		columns = append([]string{""}, columns...)
	}
	if len(columns) != len(values) {
		return nil
	}
	label := strings.TrimSpace(values[0])
	var out []cell
	for i, v := range values[1:] {
		out = append(out, cell{strings.TrimSpace(v), label, strings.TrimSpace(columns[i+1])})
	}
	return out
}

// inColumn reports whether a question names a column: by its year, or by all of its words. What only an earlier question names
// is no longer asked for.
func (q question) inColumn(asked Question, language bm25.Language, column string) bool {
	if years := year.FindAllString(column, -1); len(years) > 0 {
		return slices.ContainsFunc(years, func(y string) bool { return strings.Contains(asked.Text, y) })
	}
	words := bm25.Document(language, column).IDs
	earlier := func(id uint32) bool { return q.full != nil && !q.full[q.forms.stems.of(language, id)] }
	return len(words) > 0 && q.hasAll(language, words) && !slices.ContainsFunc(words, earlier)
}

// cellAsked returns the one cell of a row that is in a column that the question names, with a year or a word that is not in the
// row's label. The names are rows of them.
func (q question) cellAsked(asked Question, c quote, names []string) (cell, bool) {
	for _, row := range names {
		cells := slices.DeleteFunc(cellsOf(c.text, row), func(one cell) bool {
			inLabel := hasAll(set(bm25.Document(c.from.Language, one.label).IDs), bm25.Document(c.from.Language, one.column).IDs)
			return inLabel || !q.inColumn(asked, c.from.Language, one.column)
		})
		if len(cells) != 1 || cells[0].label == "" || cells[0].value == "" {
			continue
		}
		if isFigure(cells[0].value) || q.fits(c.from.Language, cells[0].label) == 1 {
			return cells[0], true
		}
	}
	return cell{}, false
}

// said returns a cell as the first line of an answer: its value, and what that is of.
func (c cell) said() string {
	return fmt.Sprintf("**%s** (%s, %s)\n\n", shown(c.value), shown(c.label), shown(c.column))
}
