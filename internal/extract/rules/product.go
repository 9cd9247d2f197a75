package rules

import (
	"math/big"
	"strings"
	"unicode"

	"quire/internal/extract/typed"
)

// maxColumns bounds the search for products, which tries all triples of columns.
const maxColumns = 12

// byProduct names the columns of a header by arithmetic: if, in most rows and in at least two, one number is the
// product of two others, those columns get the names in t.product. A key that is text becomes the column with the most
// letters. If the header has no names (alone), the rows must begin directly below it.
func (t *table) byProduct(segs []segment, rows []line, alone bool, h typed.Hints) []column {
	if len(t.product) != 3 || len(segs) < 4 || len(segs) > maxColumns {
		return nil
	}
	if below := len(rows) > 0 && len(rows[0].segs) == len(segs); alone && !below {
		return nil
	}
	for _, s := range segs {
		if figure(outside(s.text())) {
			return nil
		}
	}
	cells := t.figures(len(segs), rows, h)
	a, b, c := factors(cells, len(segs))
	if c < 0 || (alone && !multiplies(cells[0], a, b, c)) {
		return nil
	}
	if wholes(cells, a) < wholes(cells, b) {
		a, b = b, a // prices have decimals; quantities often have none
	}
	out := make([]column, len(segs))
	for i, s := range segs {
		out[i].box = s.box
	}
	out[a].name, out[b].name, out[c].name = t.product[0], t.product[1], t.product[2]
	for _, k := range t.key {
		if p := t.items.Property(k); p.Parser == typed.Text {
			if at := wordiest(len(segs), rows); at != a && at != b && at != c {
				out[at].name = k
			}
		}
	}
	return out
}

// figures returns the numbers in the rows below a header with n columns; nil if a cell holds something else.
func (t *table) figures(n int, rows []line, h typed.Hints) [][]*big.Rat {
	var out [][]*big.Rat
	for _, l := range rows[:min(2*guessRows, len(rows))] {
		if stops(l, t.stop) {
			break
		}
		if len(l.segs) != n {
			continue
		}
		values := make([]*big.Rat, n)
		for i, s := range l.segs {
			letters := strings.IndexFunc(s.text(), unicode.IsLetter)
			if v, _, ok := typed.Find(typed.Number, s.text(), h); ok && (letters < 0 || (letters > 0 && len(s.words) < 3)) {
				values[i] = rational(v)
			}
		}
		out = append(out, values)
	}
	return out
}

// factors returns columns with a × b = c in most rows; c is -1 if there are none.
func factors(rows [][]*big.Rat, n int) (a, b, c int) {
	a, b, c = -1, -1, -1
	best := 1
	for k := n - 1; k > 1; k-- {
		for i := range k {
			for j := i + 1; j < k; j++ {
				if hits := products(rows, i, j, k); hits > best && 10*hits >= 6*len(rows) {
					best, a, b, c = hits, i, j, k
				}
			}
		}
	}
	return a, b, c
}

// products counts the rows in which i × j = k. It returns 0 if one of the factors is always 1.
func products(rows [][]*big.Rat, i, j, k int) int {
	hits, telling := 0, 0
	one := big.NewRat(1, 1)
	for _, r := range rows {
		if !multiplies(r, i, j, k) {
			continue
		}
		hits++
		if r[i].Cmp(one) != 0 && r[j].Cmp(one) != 0 {
			telling++
		}
	}
	if telling == 0 {
		return 0
	}
	return hits
}

// multiplies reports whether i × j = k in a row.
func multiplies(r []*big.Rat, i, j, k int) bool {
	return r[i] != nil && r[j] != nil && r[k] != nil && r[k].Sign() != 0 && within(new(big.Rat).Mul(r[i], r[j]), r[k], .01)
}

// wholes counts the whole numbers of a column.
func wholes(rows [][]*big.Rat, i int) int {
	n := 0
	for _, r := range rows {
		if r[i] != nil && r[i].IsInt() {
			n++
		}
	}
	return n
}

// wordiest returns the column of n with the most letters.
func wordiest(n int, rows []line) int {
	best, at := 0, 0
	for i := range n {
		letters := 0
		for _, l := range rows[:min(guessRows, len(rows))] {
			if len(l.segs) == n {
				letters += len(strings.TrimFunc(l.segs[i].text(), func(r rune) bool { return !unicode.IsLetter(r) }))
			}
		}
		if letters > best {
			best, at = letters, i
		}
	}
	return at
}

// swapFactors lets the factors of a product keep the names that the header gives them, because arithmetic cannot tell
// one factor from the other.
func (t *table) swapFactors(named, counted []column) {
	for i := range named {
		other := t.otherFactor(named[i].name)
		if other == "" || counted[i].name != other {
			continue
		}
		for j := range counted {
			if counted[j].name == named[i].name {
				counted[i].name, counted[j].name = counted[j].name, counted[i].name
				break
			}
		}
	}
}

// otherFactor returns the name of the other factor if name is a factor, and otherwise "".
func (t *table) otherFactor(name string) string {
	switch name {
	case t.product[0]:
		return t.product[1]
	case t.product[1]:
		return t.product[0]
	}
	return ""
}

// agreed combines the names derived from a header's words with those derived from its rows, which are more reliable.
func (t *table) agreed(named, counted []column) []column {
	if named == nil || counted == nil || len(named) != len(counted) {
		if named == nil {
			return counted
		}
		return named
	}
	t.swapFactors(named, counted)
	role := map[string]bool{}
	for _, name := range t.product {
		role[name] = true
	}
	out := make([]column, len(named))
	for i, c := range named {
		out[i] = column{c.name, c.box}
		if role[counted[i].name] || role[c.name] {
			out[i].name = counted[i].name
		}
	}
	return out
}
