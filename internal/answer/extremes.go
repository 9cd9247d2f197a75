package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// Words for the greatest and the least of several figures.
var (
	greatest = pattern.New(`(?i)\b(highest|largest|greatest|biggest|maximum|most|höchste[nrs]?|größte[nrs]?|meisten?)\b`)
	least    = pattern.New(`(?i)\b(lowest|smallest|minimum|fewest|niedrigste[nrs]?|kleinste[nrs]?|geringste[nrs]?|wenigsten?)\b`)
	// Words for the least and the greatest of several prices.
	cheapest = pattern.New(`(?i)\b(cheapest|least expensive|least costly|günstigste[nrs]?|billigste[nrs]?)\b`)
	dearest  = pattern.New(`(?i)\b(most expensive|dearest|costliest|most costly|teuerste[nrs]?)\b`)
	// prices matches the name of a column of prices.
	prices = pattern.New(`(?i)\b(prices?|costs?|fees?|charges?|tariffs?|rates?|rents?|preise?|kosten|gebühr(?:en)?|entgelte?|prix|tarifs?|precios?|coste|prezz[oi]|preços?)\b|\p{Sc}`)
	// figures matches what a question calls the figures of a column.
	figures = pattern.New(`(?i)\b(figures?|values?|numbers?|amounts?|entr(?:y|ies)|rows?|lines?|werte?|zahl(?:en)?|beträge?|betrag|zeilen?)\b`)
)

// fewestFigures is how many figures a column must have for its greatest or least one to be given.
const fewestFigures = 3

// extremeAsked is a question for the greatest or the least figure of a column.
type extremeAsked struct {
	word  string // which one
	sign  float64
	money bool     // of a column of prices, whatever its name
	rest  []uint32 // what else the question asks for
}

// extremeOf reports whether a question asks for the greatest or the least of several figures, and of which.
func extremeOf(asked Question) (e extremeAsked, ok bool) {
	text := gist(asked.Text)
	for _, one := range []struct {
		words, others *pattern.Pattern
		sign          float64
		money         bool
	}{
		{dearest, cheapest, 1, true}, {cheapest, dearest, -1, true}, {greatest, least, 1, false}, {least, greatest, -1, false},
	} {
		word := one.words.FindString(text)
		if word == "" || one.others.MatchString(text) {
			continue
		}
		e = extremeAsked{word: strings.ToLower(word), sign: one.sign, money: one.money}
		e.rest = asked.words(without(text, one.words, figures, ofDocuments, works, polite, year))
		return e, true
	}
	return e, false
}

// extreme returns the row with the greatest or least figure of a column, if the question asks for one and the table's
// title has the rest of the question. Totals are left out.
func (q question) extreme(asked Question, found []examinedPassage) (c quote, ok bool) {
	e, ok := extremeOf(asked)
	if !ok {
		return c, false
	}
	for _, rows := range q.columnsAsked(asked, found, e) {
		if len(rows) < fewestFigures || !comparableFigures(rows) || q.namesRow(rows) {
			continue
		}
		best := slices.MaxFunc(rows, func(a, b figureRow) int { return cmp.Compare(e.sign*a.figure, e.sign*b.figure) })
		var labels []string
		for _, r := range rows {
			if r.figure == best.figure {
				labels = append(labels, shown(r.label))
			}
		}
		best.told = fmt.Sprintf("The %s of the %d figures found below “%s” is **%s** (%s).\n\n",
			e.superlative(), len(rows), shown(best.column), shown(best.value), strings.Join(labels, ", "))
		return best.quote, true
	}
	return c, false
}

// namesRow reports whether a question names a row: "the maximum height" is then a cell below "Maximum".
func (q question) namesRow(rows []figureRow) bool {
	return slices.ContainsFunc(rows, func(r figureRow) bool { return q.fits(r.from.Language, r.label) == 1 })
}

// superlative returns the word for the figure that is given.
func (e extremeAsked) superlative() string {
	switch {
	case !e.money:
		return e.word
	case e.sign > 0:
		return "highest"
	}
	return "lowest"
}

// unitless matches everything in a figure except its unit.
var unitless = pattern.New(`[\s\d.,'’()+\-–−\p{Sc}]`)

// comparableFigures reports whether all figures have the same unit, because 2 GB is more than 512 MB.
func comparableFigures(rows []figureRow) bool {
	unit := func(r figureRow) string { return unitless.ReplaceAllString(r.value, "") }
	return !slices.ContainsFunc(rows, func(r figureRow) bool { return unit(r) != unit(rows[0]) })
}

// columnsAsked returns the rows with figures in the column that the question names, for each table whose title has all
// other words of the question. A table may be split between passages; its parts have the same column names.
func (q question) columnsAsked(asked Question, found []examinedPassage, e extremeAsked) [][]figureRow {
	var all [][]figureRow
	index, known := map[string]int{}, map[string]bool{}
	for _, p := range found {
		for _, s := range p.Spans {
			t := table{p.Passage, s}
			if !strings.Contains(t.text(), "\t") {
				continue
			}
			names := t.names()
			key := p.File + "\n" + strings.TrimSpace(strings.Join(names, "\n"))
			at, begun := index[key]
			if !begun {
				if !hasAll(q.forms.stems.in(p.Language, t.title()+"\n"+p.Filename), e.rest) {
					continue
				}
				at, index[key] = len(all), len(all)
				all = append(all, nil)
			}
			for _, r := range q.columnAsked(asked, e, t, names) {
				other := len(all[at]) > 0 && all[at][0].column != r.column
				if row := key + r.text; !known[row] && !other {
					known[row] = true
					all[at] = append(all[at], r)
				}
			}
		}
	}
	return all
}

// names returns the header rows of a table.
func (t table) names() []string {
	if t.from.Columns != "" {
		rows, _ := rowsAboveFigures(t.from.Columns)
		return rows
	}
	return leadingRows(t.text())
}

// figureRow is a row with its figure in a column.
type figureRow struct {
	quote
	cell
	figure float64
}

// columnAsked returns the rows of a table with figures in the column that the question names, without totals.
func (q question) columnAsked(asked Question, e extremeAsked, t table, names []string) (rows []figureRow) {
	for from := t.at.Start; from < t.at.End; {
		line, _, _ := strings.Cut(t.from.Text[from:t.at.End], "\n")
		c := quote{from: t.from, span: span{from, from + len(line)}, text: line}
		from = c.span.end + 1
		one, ok := q.cellAsked(asked, c, names)
		if e.money {
			one, ok = priceBelow(c, names)
		}
		if !ok || sums.MatchString(one.label) {
			continue
		}
		if n, ok := figureOf(one.value, t.from.Language); ok {
			c.first, c.last = t.from.Pages(c.span.start, c.span.end)
			rows = append(rows, figureRow{c, one, n})
		}
	}
	return rows
}

// priceBelow returns the first figure of a row that is in a price column.
func priceBelow(c quote, names []string) (cell, bool) {
	for _, row := range names {
		for _, one := range cellsOf(c.text, row) {
			if prices.MatchString(one.column) && one.label != "" && isFigure(one.value) {
				return one, true
			}
		}
	}
	return cell{}, false
}

// sums matches the label of a row that adds up other rows.
var sums = pattern.New(`(?i)^\W*(?:(?:grand|net|sub) ?)?(?:totals?|sums?|gesamt|summe|insgesamt)\b|\btotals?\W*$`)

// figureOf returns the number in a cell, which is negative with a minus or in brackets. Whether the last three digits
// of 1,284 are decimals depends on the language; ok is false if the language does not decide it.
func figureOf(text string, language bm25.Language) (n float64, ok bool) {
	digits := numeral.FindString(text)
	values := valuesOf(digits)
	if len(values) > 1 {
		comma := strings.Contains(digits, ",")
		if comma != (language == bm25.English || language == "") {
			return 0, false
		}
		values = values[len(values)-1:]
	}
	if len(values) != 1 {
		return 0, false
	}
	if strings.ContainsAny(text, "(-−") {
		return -values[0], true
	}
	return values[0], true
}
