package answer

import (
	"slices"
	"strings"
)

// leadSentences is how many sentences of a section are quoted when a question asks what it says.
const leadSentences = 5

// topic writes the first sentences of a section that a question names by its subject, and the sections within it.
func (w *writer) topic(f file, sections []section) error {
	first := sections[0]
	quoted := first.opening(f.after(first))
	if len(quoted) == 0 {
		return w.entries(sections)
	}
	if err := w.write(shown(first.heading) + ":\n\n"); err != nil {
		return err
	}
	if err := w.quoteAll(quoted); err != nil {
		return err
	}
	if len(sections) == 1 {
		return nil
	}
	if err := w.write("\nBelow it:\n\n"); err != nil {
		return err
	}
	return w.entries(sections[1:])
}

func (w *writer) entries(sections []section) error {
	for _, s := range sections {
		if err := w.entry(s, false); err != nil {
			return err
		}
	}
	return nil
}

// after returns the heading of the section that follows the given one, at any level.
func (f file) after(s section) string {
	for _, o := range f.all {
		if o.at.Number > s.at.Number {
			return o.heading
		}
	}
	return ""
}

// opening returns the first sentences and rows of a section, up to the heading of the next one.
func (s section) opening(next string) []quote {
	heading := strings.Join(strings.Fields(s.heading), " ")
	below, unseen := false, !s.before.hasLine(heading) && !s.at.hasLine(heading)
	var out []quote
	for _, in := range []Passage{s.before, s.at} {
		below = below || (unseen && in.Number == s.at.Number)
		for piece := range spans(in.Passage) {
			c := quote{from: in, span: piece, text: in.Text[piece.start:piece.end]}
			c.first, c.last = in.Pages(piece.start, piece.end)
			switch {
			case isHeading(c.text, heading):
				below = true
			case !below:
			case next != "" && isHeading(c.text, strings.Join(strings.Fields(next), " ")), len(out) == leadSentences:
				return out
			case (isSentence(in, piece) || strings.Contains(c.text, "\t")) && !slices.ContainsFunc(out, func(o quote) bool { return same(o, c) }):
				out = append(out, c)
			}
		}
	}
	return out
}

// hasLine reports whether a passage has a heading as a line.
func (p Passage) hasLine(heading string) bool {
	for piece := range spans(p.Passage) {
		if isHeading(p.Text[piece.start:piece.end], heading) {
			return true
		}
	}
	return false
}
