package main

import (
	"fmt"
	"html"
	"strings"
)

// forms lays out fields on rules, fields in the cells of a grid, check boxes and lines for signatures.
func forms(s *sheet) {
	s.style(".row { display: flex; column-gap: %dpt }", s.look.gutter)
	s.style(".field { flex: 1; display: flex; margin: 0 0 %dpt } .field span { flex: 1; border-bottom: .6pt %s #444; padding: 0 4pt; margin-inline-start: 4pt }",
		s.between(4, 9), one(s, "solid", "dotted", "dashed"))
	s.style("td { border: .6pt solid #444; width: 33%%; height: %dpt; padding: 2pt 4pt } td p { margin: 0 } .label { font-size: 7pt; color: #444 }",
		s.between(26, 34))
	s.style("table { border-collapse: collapse; width: 100%%; margin: 6pt 0 12pt }")
	s.style(".box { display: inline-block; width: 8pt; height: 8pt; border: .7pt solid #222; vertical-align: -1pt; line-height: 8pt; text-align: center; %s }",
		one(s, "", "border-radius: 4pt"))
	s.style(".options span { margin-inline-end: 14pt; white-space: nowrap }")
	s.heading(1, s.title())
	if s.chance(.5) {
		s.prose(1)
	}
	for range s.between(2, 4) {
		s.heading(2, s.title())
		one(s, (*sheet).ruledFields, (*sheet).fieldGrid, (*sheet).questions)(s)
	}
	s.signatures()
}

// ruledFields adds labels with rules behind them, some of them filled in. The rows have different numbers of fields: so
// a form is read row by row.
func (s *sheet) ruledFields() {
	for range s.between(3, 6) {
		s.put(`<div class="row">`)
		for range one(s, 1, 1, 2, 3) {
			s.put(`<p class="field" style="flex: %d">%s: <span>%s</span></p>`, s.between(2, 4), html.EscapeString(s.name()), html.EscapeString(s.entry()))
		}
		s.put("</div>")
	}
}

// entry returns what someone has filled in, if anything.
func (s *sheet) entry() string {
	switch s.IntN(5) {
	case 0:
		return s.word('m')
	case 1:
		return s.date()
	case 2:
		return s.word('p')
	case 3:
		return s.money()
	}
	return ""
}

// fieldGrid adds cells with a small label on top.
func (s *sheet) fieldGrid() {
	s.put("<table>")
	for range s.between(2, 5) {
		var row strings.Builder
		for left := 3; left > 0; {
			span := min(s.between(1, 2), left)
			left -= span
			fmt.Fprintf(&row, `<td colspan="%d"><p class="label">%s</p><p>%s</p></td>`,
				span, html.EscapeString(s.term()), html.EscapeString(s.entry()))
		}
		s.put("<tr>%s</tr>", row.String())
	}
	s.put("</table>")
}

// questions adds check boxes, in a row or one below another.
func (s *sheet) questions() {
	drawn := s.chance(.6)
	for range s.between(2, 4) {
		s.put("<p>%s</p>", html.EscapeString(s.title()))
		var options []string
		for range s.between(2, 4) {
			options = append(options, fmt.Sprintf("<span>%s %s</span>", s.box(drawn), html.EscapeString(s.name())))
		}
		s.put(`<p class="options">%s</p>`, strings.Join(options, one(s, " ", "<br>")))
	}
}

// box returns a check box, drawn or as a character.
func (s *sheet) box(drawn bool) string {
	text, sign, cross := "[ ]", "☐", ""
	if s.chance(.4) {
		text, sign, cross = "[x]", "☒", `<svg width="8" height="8" style="display: block"><path d="M1 1L7 7M7 1L1 7" stroke="#111" stroke-width="1.2"/></svg>`
	}
	if drawn {
		return fmt.Sprintf(`<i class="box" data-text="%s">%s</i>`, text, cross)
	}
	return fmt.Sprintf(`<i data-text="%s" style="font: 10pt 'DejaVu Sans'">%s</i>`, text, sign)
}

// signatures adds two signature lines side by side, with captions below them.
func (s *sheet) signatures() {
	s.put(`<div style="display: grid; grid-template-columns: 1fr 1fr; column-gap: 40pt; margin-top: 40pt">`)
	for range 2 {
		s.put(`<p style="border-top: .6pt solid #333">%s</p>`, html.EscapeString(s.term()))
	}
	s.put("</div>")
}
