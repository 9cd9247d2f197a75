package formula

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// pieceOf maps the pieces from which tall brackets are assembled to their brackets.
var pieceOf = func() map[string]string {
	m := map[string]string{}
	for bracket, pieces := range map[string]string{"(": "⎛⎜⎝", ")": "⎞⎟⎠", "[": "⎡⎢⎣", "]": "⎤⎥⎦", "{": "⎧⎨⎩⎪", "}": "⎫⎬⎭", "√": "⎷╎⎾", "|": "|", "∥": "∥"} {
		for _, p := range pieces {
			m[string(p)] = bracket
		}
	}
	return m
}()

// joinPieces makes one run of all stacked pieces that belong to one bracket.
func joinPieces(runs []text.Run) []text.Run {
	isPiece := func(w text.Word) bool { return w.Math == ink.MathExtension && pieceOf[w.Text] != "" }
	var pieces []text.Word
	var out []text.Run
	for _, r := range runs {
		rest := slices.DeleteFunc(slices.Clone(r.Words), isPiece)
		if len(rest) == len(r.Words) {
			out = append(out, r)
			continue
		}
		for _, w := range r.Words {
			if isPiece(w) {
				pieces = append(pieces, w)
			}
		}
		if len(rest) > 0 {
			out = append(out, text.NewRun(rest))
		}
	}
	if len(pieces) == 0 || len(pieces) > maxPieces {
		return runs
	}
	for _, w := range brackets(pieces) {
		out = append(out, text.NewRun([]text.Word{w}))
	}
	slices.SortStableFunc(out, func(a, b text.Run) int {
		return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	return out
}

// brackets joins pieces from the top of the page down.
func brackets(pieces []text.Word) []text.Word {
	slices.SortStableFunc(pieces, func(a, b text.Word) int { return cmp.Compare(a.Box.Y0, b.Box.Y0) })
	var out []text.Word
	closed := map[int]bool{}
	for _, w := range pieces {
		last := strings.Contains(lastPieces, w.Text)
		w.Text = pieceOf[w.Text]
		k := slices.IndexFunc(out, func(o text.Word) bool { return sameBracket(o, w) })
		for k >= 0 && closed[k] {
			next := slices.IndexFunc(out[k+1:], func(o text.Word) bool { return sameBracket(o, w) })
			if k = k + 1 + next; next < 0 {
				k = -1
			}
		}
		if k < 0 {
			k, out = len(out), append(out, w)
		}
		o := &out[k]
		o.Box, closed[k] = ink.Union(o.Box, w.Box), last
		if w.Text == "}" { // left and right braces are extended by the same piece
			o.Text = w.Text
		}
		o.Base = (o.Box.Y0+o.Box.Y1)/2 + ink.MathAxis*o.Size
	}
	return out
}

// lastPieces end a bracket at its bottom.
const lastPieces = "⎝⎠⎣⎦⎩⎭⎷"

// sameBracket reports whether two pieces are stacked in one bracket.
func sameBracket(a, b text.Word) bool {
	gap := max(a.Box.Y0-b.Box.Y1, b.Box.Y0-a.Box.Y1)
	braces := strings.Contains("{}", a.Text) && strings.Contains("{}", b.Text)
	return (a.Text == b.Text || braces) && math.Abs(a.Box.X0-b.Box.X0) < pieceDrift*a.Size && gap < pieceGap*a.Size
}

// buildBraces assembles horizontal braces along a term, with the labels at their tips.
func buildBraces(nodes []node) ([]node, bool) {
	for {
		first := slices.IndexFunc(nodes, func(n node) bool { return n.word && (n.text == "╰" || n.text == "╭") })
		if first < 0 {
			return nodes, true
		}
		var ok bool
		if nodes, ok = buildBrace(nodes, first); !ok {
			return nil, false
		}
	}
}

func buildBrace(nodes []node, first int) ([]node, bool) {
	start := nodes[first]
	end, name := "╯", `\underbrace`
	if start.text == "╭" {
		end, name = "╮", `\overbrace`
	}
	box := start.box
	for _, n := range nodes {
		if n.word && n.text == end && math.Abs(n.base-start.base) < pieceDrift*n.size && n.box.X0 > start.box.X0 && (box.X1 == start.box.X1 || n.box.X1 < box.X1) {
			box.X1 = n.box.X1
		}
	}
	var term, tip, out []node
	for _, n := range nodes {
		within := centre(n) > box.X0 && centre(n) < box.X1
		above := n.base < start.base
		switch {
		case n.word && strings.Contains("╭╮╰╯", n.text) && within && math.Abs(n.base-start.base) < pieceDrift*n.size:
		case within && above == (name == `\underbrace`):
			term = append(term, n)
		case within && math.Abs(n.base-start.base) < braceReach*start.size:
			tip = append(tip, n)
		default:
			out = append(out, n)
		}
	}
	tex, base, ok := inner(term)
	if !ok {
		return nil, false
	}
	tex = name + "{" + tex + "}"
	for _, n := range term {
		box = ink.Union(box, n.box)
	}
	if len(tip) > 0 {
		label, _, ok := inner(tip)
		if !ok {
			return nil, false
		}
		mark := "_"
		if name == `\overbrace` {
			mark = "^"
		}
		tex += mark + "{" + label + "}"
	}
	return append(out, node{tex: tex, base: base, size: maxSize(term), built: true, box: box}), true
}

// overline writes a line over a term: a bar that has nothing above it.
func overline(bar page.Box, term []node) (node, bool) {
	tex, base, ok := inner(term)
	box := bar
	for _, n := range term {
		box = ink.Union(box, n.box)
	}
	return node{tex: `\overline{` + tex + "}", base: base, size: maxSize(term), built: true, box: box}, ok
}
