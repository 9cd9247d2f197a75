package table

import (
	"slices"
	"strings"

	"quire/internal/convert/layout/ink"
	"quire/internal/convert/layout/text"
	"quire/internal/convert/page"
)

// trimmed returns the frame without a caption in its first band and without notes in its last, both being
// full-width bands that no line divides. A form, whose lines divide each row in its own way, keeps all.
func (f frame) trimmed(runs []text.Run) frame {
	xs, _ := positions(f.down, f.box.Y0, f.box.Y1)
	ys, _ := positions(f.across, f.box.X0, f.box.X1)
	if len(xs)-1 < 2 || len(f.dividers(xs, runs)) > 0 {
		return f
	}
	top, bottom := 0, len(ys)-1
	if bottom-top > 2 && f.undivided(xs, ys[top], ys[top+1]) && text.CaptionStart.MatchString(bandText(runs, f.box, ys[top], ys[top+1])) {
		top++
	}
	for bottom-top > 2 && f.undivided(xs, ys[bottom-1], ys[bottom]) && isNote(bandText(runs, f.box, ys[bottom-1], ys[bottom])) {
		bottom--
	}
	if top == 0 && bottom == len(ys)-1 {
		return f
	}
	out := frame{box: page.Box{X0: f.box.X0, Y0: ys[top], X1: f.box.X1, Y1: ys[bottom]}}
	for _, s := range f.across {
		if s.Pos >= ys[top]-ink.Touch && s.Pos <= ys[bottom]+ink.Touch {
			out.across = append(out.across, s)
		}
	}
	for _, s := range f.down {
		if s.From, s.To = max(s.From, ys[top]), min(s.To, ys[bottom]); s.To > s.From {
			out.down = append(out.down, s)
		}
	}
	return out
}

// isNote reports whether a text is long enough for a note. A text with check boxes is an item of a form.
func isNote(s string) bool {
	words := strings.Fields(s)
	return len(words) >= noteWords && !slices.ContainsFunc(words, text.IsCheckBox)
}

// undivided reports whether no line divides the band from y0 to y1.
func (f frame) undivided(xs []float64, y0, y1 float64) bool {
	return !slices.ContainsFunc(xs[1:len(xs)-1], func(x float64) bool { return covered(f.down, x, y0, y1) >= edgeCover })
}

func bandText(runs []text.Run, box page.Box, y0, y1 float64) string {
	inside := text.Inside(runs, page.Box{X0: box.X0, Y0: y0, X1: box.X1, Y1: y1})
	rows := text.Rows(inside)
	parts := make([]string, 0, len(rows))
	for _, r := range rows {
		parts = append(parts, r.Text())
	}
	return strings.Join(parts, " ")
}
