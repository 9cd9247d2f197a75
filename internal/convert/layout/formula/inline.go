package formula

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

// inline turns each formula within a line of prose into one word, together with the small runs above and below
// it that belong to it. taken marks the runs that are displayed formulas.
func (f *formulaFinder) inline(taken []bool) {
	for i := range f.runs {
		if taken[i] || !f.hostsFormula(i) {
			continue
		}
		f.setInline(i, taken)
	}
}

// hostsFormula reports whether a run is a line that may contain formulas, rather than a short piece attached to
// another line.
func (f *formulaFinder) hostsFormula(i int) bool {
	return f.group[i] < 0 || hasMath(f.runs[i])
}

func (f *formulaFinder) setInline(i int, taken []bool) {
	r := &f.runs[i]
	loose := f.takeHanging(i, taken)
	f.markFractions(r)
	if !hasMath(*r) && len(loose) == 0 {
		return
	}
	words := slices.Concat(r.Words, loose)
	slices.SortStableFunc(words, func(a, b text.Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	var out []text.Word
	for k := 0; k < len(words); {
		n := formulaWords(words[k:])
		if n == 0 {
			out = append(out, words[k])
			k++
			continue
		}
		out = append(out, f.compose(words[k:k+n], *r)...)
		k += n
	}
	r.Words = out
	*r = text.NewRun(out)
}

// takeHanging removes and returns the small pieces close above or below line i, such as those of a fraction,
// that are not lines themselves.
func (f *formulaFinder) takeHanging(i int, taken []bool) []text.Word {
	host := f.runs[i]
	var out []text.Word
	for k, r := range f.runs {
		if k == i || taken[k] || f.group[k] < 0 || len(r.Words) == 0 {
			continue
		}
		if r.Size > formulaScript*host.Size || math.Abs(r.Base-host.Base) > host.Size {
			continue
		}
		if r.Box.X0 < host.Box.X0-host.Size || !f.hangs(r, host) {
			continue
		}
		for _, w := range r.Words {
			w.Math, w.Style = max(w.Math, ink.MathFont), text.Style{Italic: w.Style.Italic}
			out = append(out, w)
		}
		taken[k] = true
	}
	return out
}

// hangs reports whether a run is close above or below a bar on the axis of a line.
func (f *formulaFinder) hangs(r, host text.Run) bool {
	axis := host.Base - ink.MathAxis*host.Size
	return slices.ContainsFunc(f.bars, func(b page.Box) bool {
		onAxis := math.Abs(b.Y0-axis) < axisDrift*host.Size && b.X0 < host.Box.X1+host.Size
		within := b.X0 < r.Box.X0+barOverhang*r.Size && b.X1 > r.Box.X1-barOverhang*r.Size
		return onAxis && within && math.Abs(r.Base-b.Y0) < hangingReach*host.Size
	})
}

// markFractions marks the small words of a line that lie above and below bars.
func (f *formulaFinder) markFractions(r *text.Run) {
	for k := range r.Words {
		if w := &r.Words[k]; w.Math == ink.NoMath && w.Size <= formulaScript*r.Size && f.atBar(text.NewRun(r.Words[k:k+1])) {
			w.Math, w.Style = ink.MathFont, text.Style{Italic: w.Style.Italic}
		}
	}
}

// atBar reports whether a run lies close above or below a bar.
func (f *formulaFinder) atBar(r text.Run) bool {
	return slices.ContainsFunc(f.bars, func(b page.Box) bool {
		return b.X0 < r.Box.X0+barOverhang*r.Size && b.X1 > r.Box.X1-barOverhang*r.Size &&
			b.Y0 > r.Base-atBarRise*r.Size && b.Y0 < r.Base+atBarDrop*r.Size
	})
}

// formulaWords returns how many words, starting with the first, form one formula, or 0: from a symbol to a
// symbol, with the brackets that belong to them.
func formulaWords(words []text.Word) int {
	if words[0].Math == ink.NoMath && !opensFormula(words) {
		return 0
	}
	end, depth := 0, 0
	for i, w := range words {
		if w.Style.Math || w.Style.Mono || w.Style.Link != "" || (w.Math == ink.NoMath && !neutral(w)) {
			break
		}
		depth += strings.Count(w.Text, "(") + strings.Count(w.Text, "[") - strings.Count(w.Text, ")") - strings.Count(w.Text, "]")
		comma := depth == 0 && strings.HasSuffix(w.Text, ",") && (i+1 == len(words) || gapBefore(words, i+1) > listGap)
		if depth < 0 || comma {
			break // the next item of a list
		}
		if depth == 0 && (w.Math != ink.NoMath || (end > 0 && closes(words[:i+1]))) {
			end = i + 1
		}
	}
	return end
}

// opensFormula reports whether words begin with an operator, number or bracket that is glued to the following
// symbol.
func opensFormula(words []text.Word) bool {
	for i, w := range words {
		if w.Math != ink.NoMath {
			return i > 0
		}
		apart := i > 0 && !w.Glued && gapBefore(words, i) > openGap
		if !neutral(w) || i > openWords || apart {
			return false
		}
		if !strings.ContainsAny(w.Text, "([+-±") && !isNumber(w.Text) {
			return false
		}
	}
	return false
}

func gapBefore(words []text.Word, i int) float64 {
	return (words[i].Box.X0 - words[i-1].Box.X1) / words[i].Size
}

func isNumber(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }) && unicode.IsDigit(rune(text[0]))
}

// closes reports whether the last word ends a formula: a number or bracket after an operator, not the punctuation of
// the sentence.
func closes(words []text.Word) bool {
	w := words[len(words)-1]
	last := w.Text[len(w.Text)-1]
	switch {
	case last == ')' || last == ']' || Accents[w.Text] != "" || w.Style.Sup || w.Style.Sub:
		return true
	case isNumber(w.Text) && unicode.IsDigit(rune(last)) && len(words) > 1:
		before := words[len(words)-2].Text
		return strings.ContainsAny(before, "=<>+-−≤≥±×·∈≈→/") || w.Glued
	}
	return false
}

// neutral reports whether a word in a text font can be part of a formula: numbers, brackets, operators,
// functions.
func neutral(w text.Word) bool {
	if Accents[w.Text] != "" {
		return true
	}
	if isTextWord(w.Text) || (w.Style.Bold && strings.ContainsFunc(w.Text, unicode.IsLetter)) {
		return false
	}
	letters := 0
	for _, r := range w.Text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters == 0 || w.Glued || letters > 1
}

// compose turns a formula's words into one word, or leaves them alone if their positions are ambiguous.
// Trailing punctuation stays text.
func (f *formulaFinder) compose(words []text.Word, host text.Run) []text.Word {
	tail := words[len(words):]
	for len(words) > 1 && strings.Trim(words[len(words)-1].Text, ".,;:") == "" {
		words, tail = words[:len(words)-1], slices.Concat(words[len(words)-1:], tail)
	}
	box := words[0].Box
	for _, w := range words[1:] {
		box = ink.Union(box, w.Box)
	}
	nodes, ok := build(wordNodes(words, host.Size), f.barsIn(page.Box{X0: box.X0, X1: box.X1, Y0: box.Y0 - 1, Y1: box.Y1 + 1}))
	if !ok {
		return slices.Concat(words, tail)
	}
	tex, _, ok := inner(nodes)
	built := strings.Contains(bold.ReplaceAllString(strings.ReplaceAll(tex, `\{`, ""), ""), "{")
	if !ok || strings.Contains(tex, `\overline`) || (!built && !(strings.ContainsAny(tex, "_^") && slices.ContainsFunc(words, isVariable))) {
		return slices.Concat(words, tail) // plain characters say the same thing
	}
	one := words[0]
	one.Text, one.Box, one.Base, one.Size = tex, box, host.Base, host.Size
	one.Style, one.Math = text.Style{Math: true}, ink.MathFont
	one.Hyphen = false
	for _, w := range words {
		if w.Order < one.Order {
			one.Order, one.Glued, one.Spaced = w.Order, w.Glued, w.Spaced
		}
	}
	return append([]text.Word{one}, tail...)
}

// bold matches a letter in bold type.
var bold = pattern.New(`\\(?:mathbf|boldsymbol)\{[^{}]*\}`)

func isVariable(w text.Word) bool {
	return w.Math != ink.NoMath && strings.ContainsFunc(w.Text, unicode.IsLetter)
}

// MarkVariables marks short words in italics as parts of formulas, in place, on pages that use mathematical
// fonts, because many documents set the letters of formulas in the text's own italics. Words of an italic
// sentence are left alone.
func MarkVariables(in *ink.Input, words []text.Word) {
	if !in.HasMath() {
		return
	}
	for i := range words {
		w := &words[i]
		n := utf8.RuneCountInString(w.Text)
		if w.Math != ink.NoMath || !w.Style.Italic || n > maxVariable || strings.ContainsFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		sentence, formula := false, false
		for _, k := range []int{i - 1, i + 1} {
			if k < 0 || k >= len(words) || math.Abs(words[k].Base-w.Base) > w.Size {
				continue
			}
			v := words[k]
			sentence = sentence || (v.Style.Italic && v.Math == ink.NoMath && isTextWord(v.Text))
			script := v.Glued && v.Size < formulaScript*w.Size
			formula = formula || v.Math != ink.NoMath || strings.ContainsAny(v.Text, "()[]=<>+−/") || script
		}
		if !sentence && (n == 1 || formula) {
			w.Math = ink.MathFont
		}
	}
}
