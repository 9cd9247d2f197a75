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

// node is a piece of a formula: a word, or a fraction or root made of others.
type node struct {
	tex         string
	text        string // if it is a single word
	box         page.Box
	base, size  float64
	big         bool // an operator or function that takes limits below and above
	built       bool // a fraction or root, whatever its parts' size
	large       bool // a sign centred on the axis of its line, whatever its height
	glued, word bool
	// arrays is how many more brackets of the formula may be tried as those of arrays, which can be nested.
	arrays *int
}

// displayTex writes a displayed formula as LaTeX. ok is false if the positions of its pieces are ambiguous.
func displayTex(words []text.Word, bars []page.Box) (string, bool) {
	if len(words) > 2*maxFormula { // numbers included
		return "", false
	}
	words, numbers := takeNumbers(words)
	if len(words) == 0 || len(words) > maxFormula {
		return "", false
	}
	nodes, ok := build(wordNodes(words, 0), bars)
	if !ok {
		return "", false
	}
	rows, ok := splitRows(nodes)
	if !ok {
		return "", false
	}
	lines := make([]string, 0, len(rows))
	for _, row := range rows {
		tex, ok := rowTex(row)
		if !ok {
			return "", false
		}
		lines = append(lines, tex)
	}
	return withNumbers(lines, rows, numbers), true
}

// takeNumbers separates the equation numbers at the right end from the other words.
func takeNumbers(words []text.Word) (rest, numbers []text.Word) {
	looks := numberLooks
	for i := range words {
		w := &words[i]
		candidate := w.Math == ink.NoMath && !w.Glued && looks >= 0 && formulaNumber.MatchString(w.Text)
		if candidate {
			looks -= len(words)
		}
		if candidate && endsLine(w, words) {
			numbers = append(numbers, *w)
		} else {
			rest = append(rest, *w)
		}
	}
	return rest, numbers
}

// endsLine reports whether no word is to the right of w on its line or the next, or no other word at all is on its
// line.
func endsLine(w *text.Word, words []text.Word) bool {
	last, alone := true, true
	for i := range words {
		v := &words[i]
		drift := math.Abs(v.Base - w.Base)
		last = last && (v.Box.X0 <= w.Box.X1 || drift >= 2*w.Size)
		alone = alone && (drift >= onLine*w.Size || *v == *w)
		if !last && !alone {
			return false
		}
	}
	return true
}

func withNumbers(lines []string, rows [][]node, numbers []text.Word) string {
	tagged := false
	for _, n := range numbers {
		best, distance := 0, math.Inf(1)
		for i, row := range rows {
			if d := math.Abs(row[0].base - n.Base); d < distance {
				best, distance = i, d
			}
		}
		lines[best] += ` \tag{` + strings.Trim(n.Text, "()") + "}"
		tagged = true
	}
	switch {
	case len(lines) == 1:
		return lines[0]
	case tagged:
		return "\\begin{align*}\n" + strings.Join(lines, " \\\\\n") + "\n\\end{align*}"
	}
	return "\\begin{aligned}\n" + strings.Join(lines, " \\\\\n") + "\n\\end{aligned}"
}

func takesLimits(w text.Word) bool {
	switch w.Text {
	case "lim", "max", "min", "sup", "inf", "argmax", "argmin", "limsup", "liminf":
		return w.Math == ink.NoMath
	}
	return false
}

func wordTex(w text.Word) string {
	switch {
	case w.Style.Math:
		return w.Text
	case w.Math == ink.MathBlackboard && isLatin(w.Text):
		return `\mathbb{` + w.Text + "}"
	case w.Math == ink.MathScript && isLatin(w.Text):
		return `\mathcal{` + w.Text + "}"
	case w.Math == ink.MathFraktur && isLatin(w.Text):
		return `\mathfrak{` + w.Text + "}"
	case w.Style.Bold && !w.Style.Italic && isLatin(w.Text) && len(w.Text) <= maxVariable:
		return `\mathbf{` + w.Text + "}"
	case w.Style.Bold && w.Math != ink.NoMath && isLetters(w.Text):
		return `\boldsymbol{` + plainTex(w.Text) + "}"
	case w.Math == ink.NoMath && latex.IsFunction(strings.TrimFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) })):
		return letters.ReplaceAllStringFunc(plainTex(w.Text), functionTex)
	case w.Math == ink.NoMath && !w.Style.Italic && isTextWord(w.Text):
		return `\text{` + latex.EscapeText(w.Text) + "}"
	}
	return plainTex(w.Text)
}

var letters = pattern.New("[A-Za-z]+")

func functionTex(name string) string {
	if latex.IsFunction(name) {
		return `\` + name
	}
	return name
}

func plainTex(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(latex.Escape(text, false), `\parallel `, `\| `))
}

func isLetters(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

func isLatin(text string) bool {
	for _, r := range text {
		if (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return text != ""
}

// splitRows divides a formula into its lines: full-size pieces by their baselines, the others with the nearest.
func splitRows(nodes []node) ([][]node, bool) { return rowsApart(nodes, formulaRowStep) }

// rowsApart divides nodes into lines. ok is false if baselines are less than step ems apart.
func rowsApart(nodes []node, step float64) ([][]node, bool) {
	if len(nodes) == 0 {
		return nil, false
	}
	size := maxSize(nodes)
	var mains, large, small []node
	for _, n := range nodes {
		switch {
		case n.size < formulaScript*size:
			small = append(small, n)
		case n.large:
			large = append(large, n)
		default:
			mains = append(mains, n)
		}
	}
	if len(mains) == 0 {
		mains, large = large, nil
	}
	slices.SortStableFunc(mains, func(a, b node) int { return cmp.Compare(a.base, b.base) })
	var rows [][]node
	for _, n := range mains {
		if k := len(rows); k > 0 && n.base-rows[k-1][0].base < text.SameLine*size {
			rows[k-1] = append(rows[k-1], n)
			continue
		}
		rows = append(rows, []node{n})
	}
	for k := 1; k < len(rows); k++ {
		if rows[k][0].base-rows[k-1][len(rows[k-1])-1].base < step*size {
			return nil, false
		}
	}
	for _, n := range large { // how far they hang differs between fonts
		k := nearestRow(rows, n)
		n.base = rows[k][0].base
		rows[k] = append(rows[k], n)
	}
	for _, n := range small {
		k := nearestRow(rows, n)
		rows[k] = append(rows[k], n)
	}
	return rows, true
}

// nearestRow returns the index of the row whose baseline is the nearest to a piece's.
func nearestRow(rows [][]node, n node) int {
	best, distance := 0, math.Inf(1)
	for k, row := range rows {
		if d := math.Abs(row[0].base - n.base); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// rowTex writes one line of a formula, whose first node is full-size.
func rowTex(row []node) (string, bool) {
	size := maxSize(row)
	var mains, small []node
	base := row[0].base
	for _, n := range row {
		switch onAxis := math.Abs(n.base-ink.MathAxis*n.size-base+ink.MathAxis*size) < axisDrift*size; {
		case n.size >= formulaScript*size:
			mains = append(mains, n)
		case n.built && onAxis: // a small fraction on the line
			n.base = base
			mains = append(mains, n)
		default:
			small = append(small, n)
		}
	}
	slices.SortStableFunc(mains, func(a, b node) int { return cmp.Compare(a.box.X0, b.box.X0) })
	mains = accents(mains)
	over, under := make([][]node, len(mains)), make([][]node, len(mains))
	sup, sub := make([][]node, len(mains)), make([][]node, len(mains))
	limits := limitsOf(mains, small)
	for k, n := range small {
		i, limit := limits[k], limits[k] >= 0
		if !limit {
			i = hostOf(mains, n)
		}
		if i < 0 {
			return "", false
		}
		up := n.base < mains[i].base-upStep*mains[i].size
		switch {
		case limit && up:
			over[i] = append(over[i], n)
		case limit:
			under[i] = append(under[i], n)
		case up:
			sup[i] = append(sup[i], n)
		default:
			sub[i] = append(sub[i], n)
		}
	}
	var out strings.Builder
	for i, m := range mains {
		closing := strings.ContainsAny(m.tex[:min(1, len(m.tex))], ")],.;")
		if i > 0 && !closing && (!m.glued || m.box.X0-mains[i-1].box.X1 > termGap*m.size || needsSpace(out.String(), m.tex)) {
			if isText := strings.HasPrefix(m.tex, `\text`) || strings.HasPrefix(mains[i-1].tex, `\text`); isText {
				out.WriteByte('\\')
			}
			out.WriteByte(' ')
		}
		out.WriteString(m.tex)
		for _, s := range []struct {
			mark  string
			nodes []node
		}{{"_", slices.Concat(under[i], sub[i])}, {"^", slices.Concat(over[i], sup[i])}} {
			if len(s.nodes) == 0 {
				continue
			}
			tex, _, ok := inner(s.nodes)
			if !ok {
				return "", false
			}
			out.WriteString(script(s.mark, tex))
		}
	}
	return dots.Replace(out.String()), true
}

// dots writes three dots as one sign.
var dots = strings.NewReplacer(`\cdot \cdot \cdot`, `\cdots`, "...", `\ldots`, ". . .", `\ldots`)

// script writes a script: a single character needs no braces, and primes are written as such.
func script(mark, tex string) string {
	if mark == "^" && strings.Trim(strings.ReplaceAll(tex, `\prime`, "′"), "′ ") == "" {
		return strings.Repeat("'", strings.Count(strings.ReplaceAll(tex, `\prime`, "′"), "′"))
	}
	if utf8.RuneCountInString(tex) == 1 {
		return mark + tex
	}
	return mark + "{" + tex + "}"
}

// needsSpace reports whether a command would run into the following letter.
func needsSpace(before, next string) bool {
	i := strings.LastIndexByte(before, '\\')
	if i < 0 || next == "" || !isLatin(next[:1]) {
		return false
	}
	return isLatin(before[i+1:])
}

// Accents maps the characters used as accents over letters to LaTeX's commands for them.
var Accents = map[string]string{"ˆ": "hat", "^": "hat", "˜": "tilde", "~": "tilde", "¯": "bar", "˙": "dot", "¨": "ddot", "⃗": "vec"}

// accents attaches signs over a letter to it.
func accents(mains []node) []node {
	out := mains[:0:0]
	for i := 0; i < len(mains); i++ {
		m := mains[i]
		command := Accents[m.text]
		k := i + 1
		if command != "" && k < len(mains) && overlaps(m, mains[k]) {
			n := mains[k]
			n.tex = `\` + command + "{" + n.tex + "}"
			out = append(out, n)
			i = k
			continue
		}
		if command != "" && len(out) > 0 && overlaps(m, out[len(out)-1]) {
			n := &out[len(out)-1]
			n.tex = `\` + command + "{" + n.tex + "}"
			continue
		}
		out = append(out, m)
	}
	return out
}

// overlaps reports whether an accent's ink is over a single letter.
func overlaps(accent, letter node) bool {
	shared := min(accent.box.X1, letter.box.X1) - max(accent.box.X0, letter.box.X0)
	return utf8.RuneCountInString(letter.text) == 1 && shared > accentOverlap*(letter.box.X1-letter.box.X0)
}
