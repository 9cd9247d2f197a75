package rules

import (
	"regexp"

	"quire/internal/extract/definition"
	"quire/internal/extract/typed"
)

// printed reads the rows of an array that are not in a table with a header, by patterns.
type printed struct {
	*header
	start, stop []label
	patterns    []*regexp.Regexp
	rows        [][]row // by pattern
	ended       bool
}

func newPrinted(t *definition.Table, h *header) *printed {
	return &printed{header: h, start: labelsOf(t.Start), stop: labelsOf(t.Stop), patterns: t.RowRegexps, rows: make([][]row, len(t.RowRegexps))}
}

// page looks for rows below the headings that start the array or, if there are none, before the first line that ends
// it.
func (p *printed) page(lines []line, words vocabulary, number int, h typed.Hints) {
	if len(p.start) == 0 {
		p.read(p.upTo(lines), number, h)
		return
	}
	for _, s := range sections(lines, p.start, words, false) {
		p.read(s.text(), number, h)
	}
}

func (p *printed) upTo(lines []line) string {
	var s section
	for _, l := range lines {
		if p.ended = p.ended || stops(l, p.stop); p.ended {
			break
		}
		s.lines = append(s.lines, l)
	}
	return s.text()
}

func (p *printed) read(text string, number int, h typed.Hints) {
	for i, re := range p.patterns {
		names := re.SubexpNames()
		for m := range matches(re, text) {
			r := row{}
			for g, name := range names {
				prop := p.items.Property(name)
				if prop == nil || m[g] == "" {
					continue
				}
				if v, _, ok := typed.Find(prop.Parser, m[g], h); ok {
					r[name] = Cell{v, quoteOf(m[g]), number, quoteOf(m[0])}
				}
			}
			if p.complete(r) && len(p.rows[i]) < maxRows {
				p.rows[i] = append(p.rows[i], r)
			}
		}
	}
}
