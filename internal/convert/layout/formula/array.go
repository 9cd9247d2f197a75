package formula

import (
	"cmp"
	"slices"
	"strings"
)

// arrays assembles the lines within large brackets: matrices, and cases behind a brace.
func arrays(nodes []node) []node {
	for {
		open := slices.IndexFunc(nodes, func(n node) bool {
			tall := n.large || n.box.Y1-n.box.Y0 > arrayBracket*n.size
			return n.word && strings.ContainsAny(n.text, "([{") && len(n.text) == 1 && tall
		})
		if open < 0 || *nodes[open].arrays == 0 {
			return nodes
		}
		*nodes[open].arrays--
		built, ok := buildArray(nodes, open)
		if !ok { // the bracket encloses something else
			nodes = slices.Clone(nodes)
			nodes[open].word = false
			continue
		}
		nodes = built
	}
}

func buildArray(nodes []node, open int) ([]node, bool) {
	start := nodes[open]
	closing := map[string]string{"(": ")", "[": "]"}[start.text]
	environment := map[string]string{"(": "pmatrix", "[": "bmatrix", "{": "cases"}[start.text]
	end, last := -1, slices.MaxFunc(nodes, func(a, b node) int { return cmp.Compare(a.box.X1, b.box.X1) }).box.X1
	for i, n := range nodes {
		large := n.large || n.box.Y1-n.box.Y0 > arrayBracket*n.size
		isClosing := closing != "" && n.word && n.text == closing && large
		if isClosing && n.box.X0 > start.box.X1 && (end < 0 || n.box.X0 < last) {
			end, last = i, n.box.X0
		}
	}
	if closing != "" && end < 0 {
		return nil, false
	}
	var in, out []node
	for i, n := range nodes {
		switch {
		case i == open || i == end:
		case centre(n) > start.box.X1 && centre(n) < last && n.base > start.box.Y0 && n.base < start.box.Y1+arrayDrop*n.size:
			in = append(in, n)
		default:
			out = append(out, n)
		}
	}
	rows, ok := rowsApart(in, arrayRow)
	if !ok || len(rows) < 2 {
		return nil, false
	}
	tex, ok := arrayTex(rows)
	if !ok {
		return nil, false
	}
	box := start.box
	box.X1 = last
	if isBinomial(start, rows) {
		top, _, ok1 := inner(rows[0])
		bottom, _, ok2 := inner(rows[1])
		return append(out, node{tex: `\binom{` + top + "}{" + bottom + "}", base: start.base, size: start.size, built: true, box: box}), ok1 && ok2
	}
	return append(out, node{tex: `\begin{` + environment + "} " + tex + ` \end{` + environment + "}", base: start.base, size: start.size, built: true, box: box}), true
}

// isBinomial reports whether two lines in round brackets are a binomial coefficient: its lines are farther apart than
// those of a column vector, or smaller than the brackets.
func isBinomial(bracket node, rows [][]node) bool {
	if bracket.text != "(" || len(rows) != 2 {
		return false
	}
	size := maxSize(slices.Concat(rows...))
	return size < formulaScript*bracket.size || rows[1][0].base-rows[0][0].base > binomialStep*size
}

func arrayTex(rows [][]node) (string, bool) {
	lines := make([]string, 0, len(rows))
	for _, row := range rows {
		slices.SortStableFunc(row, func(a, b node) int { return cmp.Compare(a.box.X0, b.box.X0) })
		var cells []string
		start := 0
		for i := 1; i <= len(row); i++ {
			if i < len(row) && row[i].box.X0-row[i-1].box.X1 < arrayGap*row[i].size {
				continue
			}
			cell, _, ok := inner(row[start:i])
			if !ok {
				return "", false
			}
			cells = append(cells, cell)
			start = i
		}
		lines = append(lines, strings.Join(cells, " & "))
	}
	return strings.Join(lines, ` \\ `), true
}
