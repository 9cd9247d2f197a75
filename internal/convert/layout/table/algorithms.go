package table

import (
	"math"
	"slices"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
	"quire/internal/pattern"
)

var (
	// algorithmCaption matches the beginning of an algorithm's caption, stepNumber the number of one of its steps.
	algorithmCaption = pattern.New(`^(?i:algorithm(?:e|us)?|procedure|algoritmo)\s*\d`)
	stepNumber       = pattern.New(`^\d{1,3}[:.]?$`)
)

// Algorithms finds the algorithms of papers: a caption between two rules of equal width, steps below, and a third rule at
// the end. The steps, whose numbers look like a column, become one paragraph with a line for each. The runs outside are
// returned in rest.
func Algorithms(across []ink.Segment, runs []text.Run) (found []text.Piece, rest []text.Run) {
	for _, caption := range algorithmCaptions(runs) {
		top, middle, bottom, ok := rulesAround(caption, across)
		if !ok {
			continue
		}
		name, outside := text.Within(runs, between(top, middle.Pos))
		steps, outside := text.Within(outside, between(middle, bottom.Pos))
		if len(name) == 0 || len(steps) == 0 {
			continue
		}
		found, runs = append(found, paragraphOf(text.Lines(name)), stepsOf(text.Lines(steps))), outside
	}
	return found, runs
}

// algorithmCaptions returns the runs that begin like captions of algorithms, up to as many as a page may have.
func algorithmCaptions(runs []text.Run) []text.Run {
	var out []text.Run
	for _, u := range runs {
		if len(out) < maxAlgorithms && algorithmCaption.MatchString(u.Text()) {
			out = append(out, u)
		}
	}
	return out
}

// rulesAround returns the rule close above a caption, the rule close below it, and the next one, which begin and end at the
// same places.
func rulesAround(caption text.Run, across []ink.Segment) (top, middle, bottom ink.Segment, ok bool) {
	reach := captionReach * caption.Size
	top.Pos, middle.Pos, bottom.Pos = math.Inf(-1), math.Inf(1), math.Inf(1)
	for _, r := range across {
		over := caption.Box.X0 > r.From-sameExtent && caption.Box.X0 < r.To
		if over && r.Pos < caption.Base && r.Pos > max(top.Pos, caption.Base-reach) {
			top = r
		}
	}
	for _, r := range across {
		if r.Pos > caption.Base && r.Pos < middle.Pos && sameEnds(r, top) {
			middle = r
		}
	}
	for _, r := range across {
		if r.Pos > middle.Pos+ink.Touch && r.Pos < bottom.Pos && sameEnds(r, top) {
			bottom = r
		}
	}
	return top, middle, bottom, middle.Pos < caption.Base+reach && !math.IsInf(bottom.Pos, 1)
}

func sameEnds(a, b ink.Segment) bool {
	return math.Abs(a.From-b.From) <= sameExtent && math.Abs(a.To-b.To) <= sameExtent
}

// between returns the area between a rule and a height.
func between(rule ink.Segment, y float64) page.Box {
	return page.Box{X0: rule.From - sameExtent, Y0: rule.Pos, X1: rule.To + sameExtent, Y1: y}
}

// paragraphOf returns lines as a paragraph, whatever they begin with.
func paragraphOf(lines []text.Line) text.Piece {
	b := text.Block(lines)
	if b.Marker != "" {
		b.Spans = append([]page.Span{{Text: b.Marker + " "}}, b.Spans...)
	}
	b.Kind, b.Marker, b.Ordered = page.Paragraph, "", false
	return text.Piece{Block: b, Words: text.AppendWords(nil, lines)}
}

// stepsOf returns the steps of an algorithm as a paragraph with a line for each. If steps have numbers, a line without
// one continues the step above.
func stepsOf(lines []text.Line) text.Piece {
	numbered := func(l text.Line) bool { return len(l.Words) > 1 && stepNumber.MatchString(l.Words[0].Text) }
	counts := slices.ContainsFunc(lines, numbered)
	var out text.Piece
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && counts && numbered(lines[start]) && !numbered(lines[end]) && lines[end].Words[0].Box.X0 > lines[start].Words[1].Box.X0-ink.Touch {
			end++
		}
		step := paragraphOf(lines[start:end])
		if start == 0 {
			out = step
		} else {
			out.Block.Box = ink.Union(out.Block.Box, step.Block.Box)
			out.Block.Spans = append(append(out.Block.Spans, page.Span{Text: "\n"}), step.Block.Spans...)
			out.Words = append(out.Words, step.Words...)
		}
		start = end
	}
	out.Block.Font.Bold = false
	return out
}
