package main

import (
	"fmt"
	"html"
	"strings"
)

// sections lays out an article or a report whose titles hardly stand out: they have a number or a letter, and may have
// the size and the weight of the text.
func sections(s *sheet) {
	if s.chance(.4) {
		s.runningHeads()
	}
	s.style("h2, h3 { font-size: %s; font-weight: %s; font-style: %s; margin: %s }", one(s, "1em", "1em", "1.08em"), one(s, "normal", "bold", "bold"),
		one(s, "normal", "normal", "italic"), one(s, ".8em 0 .3em", "1.2em 0 .2em", ".6em 0 0"))
	s.style("h3 { font-weight: %s } p { margin: 0 0 %s; text-indent: %s }", one(s, "normal", "bold"), one(s, ".5em", "0"), one(s, "0", "1.2em"))
	if s.chance(.2) {
		s.style("h2 { letter-spacing: .%dem; text-transform: uppercase; font-size: %s }", s.between(15, 35), one(s, "1em", "1.3em"))
	}
	if s.chance(.3) {
		s.style(".body { columns: 2; column-gap: %dpt }", max(s.look.gutter, 12))
		s.look.size = min(s.look.size, 10)
	}
	s.heading(1, s.title())
	number := one(s, arabicNumber, arabicNumber, arabicPoint, letterPoint, romanPoint)
	s.put(`<div class="body">`)
	for i := range s.between(3, 5) {
		s.heading(2, number(i+1)+" "+s.title())
		s.prose(s.between(1, 2))
		for k := range s.between(0, 2) {
			s.heading(3, fmt.Sprintf("%s.%d %s", strings.TrimSuffix(number(i+1), "."), k+1, s.title()))
			s.prose(s.between(1, 2))
		}
	}
	s.put("</div>")
}

func arabicNumber(n int) string { return fmt.Sprint(n) }
func arabicPoint(n int) string  { return fmt.Sprintf("%d.", n) }
func letterPoint(n int) string  { return string(rune('A'+n-1)) + "." }
func romanPoint(n int) string {
	return []string{"I", "II", "III", "IV", "V", "VI"}[n-1] + "."
}

// glossaries lays out terms with their explanations: outdented, beside them, or above them and indented.
func glossaries(s *sheet) {
	s.style("dl { margin: 0 0 .8em } dt { font-weight: %s } .in { margin: 0 0 %s; padding-inline-start: %dpt; text-indent: -%dpt }",
		one(s, "bold", "normal"), one(s, "0", ".4em"), 18, 18)
	s.style(".beside { display: grid; grid-template-columns: %dpt 1fr; column-gap: %dpt; row-gap: %dpt } .beside p { margin: 0 } .below { padding-inline-start: %dpt; margin: 0 0 .5em } .over { margin: 0; font-weight: %s; font-style: %s }",
		s.between(80, 130), s.between(10, 20), s.between(2, 8), s.between(14, 30), one(s, "bold", "normal"), one(s, "italic", "normal"))
	if s.chance(.4) {
		s.style(".body { columns: 2; column-gap: %dpt }", max(s.look.gutter, 14))
		s.look.size = min(s.look.size, 10)
	}
	s.heading(1, s.title())
	s.prose(1)
	hanging := s.chance(.6)
	s.put(`<div class="body">`)
	for range s.between(8, 16) {
		if hanging {
			s.put(`<p class="in"><b>%s</b>%s %s</p>`, html.EscapeString(s.term()), one(s, ".", ":", ""), s.paragraph(s.between(1, 3)))
		} else {
			s.put(`<p class="over">%s</p><p class="below">%s</p>`, html.EscapeString(s.term()), s.paragraph(s.between(1, 3)))
		}
	}
	s.put("</div>")
	s.prose(1)
}
