package answer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// cell is a table cell with the label of its row, the name of its column and that of the label column.
type cell struct{ value, label, column, labels string }

// longestName is the largest average length of column names, in bytes. Longer texts are not names, and would cost too
// much time.
const longestName = 200

// cellsOf matches the cells of a row, by position, with the names in a header row. The header row may lack only the
// empty cell above the labels.
func cellsOf(row, names string) []cell {
	if len(names) > longestName*(strings.Count(row, "\t")+1) {
		return nil
	}
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
		out = append(out, cell{strings.TrimSpace(v), label, strings.TrimSpace(columns[i+1]), strings.TrimSpace(columns[0])})
	}
	return out
}

// inColumn reports whether a question names a column, by its year or by all the given words of its name. A column that
// only an earlier question names is no longer asked for.
func (q question) inColumn(asked Question, language bm25.Language, column string, words []uint32) bool {
	if years := year.FindAllString(column, -1); len(years) > 0 {
		return slices.ContainsFunc(years, func(y string) bool { return strings.Contains(asked.Text, y) })
	}
	earlier := func(id uint32) bool { return q.full != nil && !q.full[q.forms.stems.of(language, id)] }
	return len(words) > 0 && q.hasAll(language, words) && !slices.ContainsFunc(words, earlier)
}

// cellAsked returns the one cell of a row whose column the question names, by a year or by a word that is not in the
// row's label. names are the header rows. Columns named in full are preferred to those named without units and the
// like. A question for a reason, or for how to do something, does not ask for a cell.
func (q question) cellAsked(asked Question, c quote, names []string) (cell, bool) {
	if q.kind.reasons || q.kind.steps {
		return cell{}, false
	}
	for way := range ways {
		for _, row := range names {
			if one, ok := q.cellBelow(asked, c, row, way); ok {
				return one, true
			}
		}
	}
	return cell{}, false
}

// measure matches a cell that contains a number with its unit: "4.5 m", "350 MB/s".
var measure = pattern.New(`^[-+−<>~≈]?\s?\d[\d.,'’]*\s?[\pL°%µ][\pL°%µ²³.]{0,9}(?:/[\pL²³]{1,5})?$`)

// cellBelow returns the one cell of a row whose column, in one header row, the question names in the given way.
func (q question) cellBelow(asked Question, c quote, names string, way int) (cell, bool) {
	language := c.from.Language
	cells := slices.DeleteFunc(cellsOf(c.text, names), func(one cell) bool {
		column := q.column(asked, language, one.column)
		return !column.named[way] || hasAll(set(bm25.Document(language, one.label).IDs), column.words[way])
	})
	if len(cells) != 1 || cells[0].label == "" || cells[0].value == "" {
		return cell{}, false
	}
	return cells[0], isFigure(cells[0].value) || measure.MatchString(cells[0].value) || q.fits(language, cells[0].label) == 1
}

// said returns a cell as the first line of an answer: its value, and what it is the value of.
func (c cell) said() string {
	label := c.label
	if !strings.ContainsFunc(label, unicode.IsLetter) {
		label = strings.TrimSpace(c.labels + " " + label)
	}
	return fmt.Sprintf("**%s** (%s, %s)\n\n", shown(c.value), shown(label), shown(c.column))
}
