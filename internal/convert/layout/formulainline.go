package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
)

// inline makes one word of each formula within a line of prose, with the small runs above and below it that belong to
// it. taken are the runs that are displayed formulas.
func (f *formulaFinder) inline(taken []bool) {
	for i := range f.runs {
		if taken[i] || !f.hostsFormula(i) {
			continue
		}
		f.setInline(i, taken)
	}
}

// hostsFormula reports a line with formulas in it, not a short piece that hangs on another line.
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
	words := slices.Concat(r.words, loose)
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.box.X0, b.box.X0) })
	var out []word
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
	r.words = out
	*r = newRun(out)
}

// takeHanging takes the small pieces close above or below line i, as of a fraction, that are no lines of their own.
func (f *formulaFinder) takeHanging(i int, taken []bool) []word {
	host := f.runs[i]
	var out []word
	for k, r := range f.runs {
		if k == i || taken[k] || f.group[k] < 0 || len(r.words) == 0 || r.size > formulaScript*host.size || math.Abs(r.base-host.base) > host.size {
			continue
		}
		if r.box.X0 < host.box.X0-host.size || r.box.X1 > host.box.X1+host.size || !f.atBar(r) {
			continue
		}
		for _, w := range r.words {
			w.math, w.style = max(w.math, ink.MathFont), style{italic: w.style.italic}
			out = append(out, w)
		}
		taken[k] = true
	}
	return out
}

// markFractions marks the small words of a line that stand above and below bars.
func (f *formulaFinder) markFractions(r *run) {
	for k := range r.words {
		if w := &r.words[k]; w.math == ink.NoMath && w.size <= formulaScript*r.size && f.atBar(newRun(r.words[k:k+1])) {
			w.math, w.style = ink.MathFont, style{italic: w.style.italic}
		}
	}
}

// atBar reports a run that stands close above or below a bar.
func (f *formulaFinder) atBar(r run) bool {
	return slices.ContainsFunc(f.bars, func(b page.Box) bool {
		return b.X0 < r.box.X0+.5*r.size && b.X1 > r.box.X1-.5*r.size && b.Y0 > r.base-1.5*r.size && b.Y0 < r.base+.8*r.size
	})
}

// formulaWords is the number of words from the first one on that are one formula, 0 for none: from a symbol to a symbol, and
// the brackets that belong to them.
func formulaWords(words []word) int {
	if words[0].math == ink.NoMath && !opensFormula(words) {
		return 0
	}
	end, depth := 0, 0
	for i, w := range words {
		if w.style.math || w.style.mono || w.style.link != "" || w.math == ink.NoMath && !neutral(w) {
			break
		}
		depth += strings.Count(w.text, "(") + strings.Count(w.text, "[") - strings.Count(w.text, ")") - strings.Count(w.text, "]")
		if depth < 0 || depth == 0 && strings.HasSuffix(w.text, ",") && (i+1 == len(words) || gapBefore(words, i+1) > .1) {
			break // the next one of a list
		}
		if w.math != ink.NoMath && depth == 0 || w.math == ink.NoMath && depth == 0 && end > 0 && closes(words[:i+1]) {
			end = i + 1
		}
	}
	return end
}

// opensFormula reports an operator, number or bracket that is glued to the symbol after it.
func opensFormula(words []word) bool {
	for i, w := range words {
		if w.math != ink.NoMath {
			return i > 0
		}
		if !neutral(w) || i > 2 || i > 0 && !w.glued && gapBefore(words, i) > .15 {
			return false
		}
		if !strings.ContainsAny(w.text, "([+-±") && !isNumber(w.text) {
			return false
		}
	}
	return false
}

func gapBefore(words []word, i int) float64 {
	return (words[i].box.X0 - words[i-1].box.X1) / words[i].size
}

func isNumber(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }) && unicode.IsDigit(rune(text[0]))
}

// closes reports a last word that ends a formula: a number or bracket after an operator, not the sentence's punctuation.
func closes(words []word) bool {
	w := words[len(words)-1]
	last := w.text[len(w.text)-1]
	switch {
	case last == ')' || last == ']' || accentCommands[w.text] != "" || w.style.sup || w.style.sub:
		return true
	case isNumber(w.text) && unicode.IsDigit(rune(last)) && len(words) > 1:
		before := words[len(words)-2].text
		return strings.ContainsAny(before, "=<>+-−≤≥±×·∈≈→/") || w.glued
	}
	return false
}

// neutral reports a word of text type that can be part of a formula: numbers, brackets, operators, functions.
func neutral(w word) bool {
	if accentCommands[w.text] != "" {
		return true
	}
	if isTextWord(w.text) || w.style.bold && strings.ContainsFunc(w.text, unicode.IsLetter) {
		return false
	}
	letters := 0
	for _, r := range w.text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters == 0 || w.glued || letters > 1
}

// compose makes one word of a formula's words, or leaves them when their places leave doubts. Punctuation at the end
// stays text.
func (f *formulaFinder) compose(words []word, host run) []word {
	tail := words[len(words):]
	for len(words) > 1 && strings.Trim(words[len(words)-1].text, ".,;:") == "" {
		words, tail = words[:len(words)-1], slices.Concat(words[len(words)-1:], tail)
	}
	box := words[0].box
	for _, w := range words[1:] {
		box = ink.Union(box, w.box)
	}
	nodes, ok := build(wordNodes(words), f.barsIn(page.Box{X0: box.X0, X1: box.X1, Y0: box.Y0 - 1, Y1: box.Y1 + 1}))
	if !ok {
		return slices.Concat(words, tail)
	}
	tex, _, ok := inner(nodes)
	built := strings.Contains(strings.ReplaceAll(tex, `\{`, ""), "{")
	if !ok || !built && !(strings.ContainsAny(tex, "_^") && slices.ContainsFunc(words, isVariable)) {
		return slices.Concat(words, tail) // plain characters say the same
	}
	one := words[0]
	one.text, one.box, one.base, one.size = tex, box, host.base, host.size
	one.style, one.math = style{math: true}, ink.MathFont
	one.hyphen = false
	for _, w := range words {
		if w.order < one.order {
			one.order, one.glued, one.spaced = w.order, w.glued, w.spaced
		}
	}
	return append([]word{one}, tail...)
}

func isVariable(w word) bool {
	return w.math != ink.NoMath && strings.ContainsFunc(w.text, unicode.IsLetter)
}

// maxVariable is the number of letters of the longest variable, as in "Re".
const maxVariable = 3

// markVariables takes short words in italics for parts of formulas, on pages that have fonts for formulas: many take the
// letters from the text's own italics. Words of a sentence in italics are none.
func markVariables(in *ink.Input, words []word) {
	if !in.HasMath() {
		return
	}
	for i := range words {
		w := &words[i]
		n := utf8.RuneCountInString(w.text)
		if w.math != ink.NoMath || !w.style.italic || n > maxVariable || strings.ContainsFunc(w.text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		sentence, formula := false, false
		for _, k := range []int{i - 1, i + 1} {
			if k < 0 || k >= len(words) || math.Abs(words[k].base-w.base) > w.size {
				continue
			}
			v := words[k]
			sentence = sentence || v.style.italic && v.math == ink.NoMath && isTextWord(v.text)
			formula = formula || v.math != ink.NoMath || strings.ContainsAny(v.text, "()[]=<>+−/") || v.glued && v.size < formulaScript*w.size
		}
		if !sentence && (n == 1 || formula) {
			w.math = ink.MathFont
		}
	}
}
