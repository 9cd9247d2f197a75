package answer

import (
	"strings"

	"quire/internal/passage"
)

// merged joins passages in reading order that follow one another on a page under the same headings, so that a model
// reads them as they stand in the document and nothing twice.
func merged(passages []Passage) []Passage {
	var out []Passage
	last := -1 // number of the passage that was joined last
	for _, p := range passages {
		if n := len(out) - 1; n >= 0 && p.Number == last+1 && follows(out[n], p) {
			out[n] = joinedWith(out[n], p)
		} else {
			out = append(out, p)
		}
		last = p.Number
	}
	return out
}

func follows(a, b Passage) bool {
	columns := b.Columns == "" || b.Columns == a.Columns || strings.Contains(a.Text, b.Columns)
	return a.File == b.File && a.Header == b.Header && b.PageStart <= a.PageEnd && columns
}

// overlap returns the number of bytes at the beginning of b that occur at the same places of the document in a, the
// passage before it.
func overlap(a, b passage.Passage) int {
	end := 0
	for _, s := range b.Spans {
		covered := 0
		for _, o := range a.Spans {
			if o.Page == s.Page && o.Block == s.Block && o.From <= s.From {
				covered = max(covered, min(o.From+o.End-o.Start-s.From, s.End-s.Start))
			}
		}
		if covered > 0 {
			end = s.Start + covered
		}
		if covered < s.End-s.Start {
			break
		}
	}
	return end
}

// joinedWith appends to a what b adds to it.
func joinedWith(a, b Passage) Passage {
	cut := overlap(a.Passage, b.Passage)
	joint := ""
	if cut == 0 {
		joint = "\n"
	}
	shift := len(a.Text) + len(joint) - cut
	out := a
	out.Text += joint + b.Text[cut:]
	out.PageEnd, out.Score = max(a.PageEnd, b.PageEnd), max(a.Score, b.Score)
	out.Spans = append([]passage.Span(nil), a.Spans...)
	for _, s := range b.Spans {
		if s.End <= cut {
			continue
		}
		start := max(s.Start, cut)
		out.Spans = extended(out.Spans, passage.Span{Page: s.Page, Block: s.Block, From: s.From + start - s.Start, Start: start + shift, End: s.End + shift})
	}
	return out
}

// extended appends a span, or extends the last one if the span continues it.
func extended(spans []passage.Span, s passage.Span) []passage.Span {
	if n := len(spans) - 1; n >= 0 {
		l := &spans[n]
		if l.Page == s.Page && l.Block == s.Block && l.End == s.Start && l.From+l.End-l.Start == s.From {
			l.End = s.End
			return spans
		}
	}
	return append(spans, s)
}
