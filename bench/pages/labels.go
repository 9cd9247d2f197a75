package main

import (
	"html"
	"strings"
)

// labelGrids lays out notices and orders: fields in several columns, each a small label above a value of one or several lines,
// which may be empty, and tables whose headers are as small as the labels.
func labelGrids(s *sheet) {
	label := func(text string) string { return html.EscapeString(text) }
	if s.chance(.3) {
		label = func(text string) string { return html.EscapeString(strings.ToUpper(text)) }
	}
	small := one(s, "font-size: 7pt; color: #666", "font-size: 7.5pt; letter-spacing: .3pt", "font-size: 8pt; font-weight: bold",
		"font-size: 8pt; font-style: italic")
	s.style(".row { display: grid; column-gap: %dpt; margin: 0 0 %dpt; text-align: start } .row p { margin: 0 }", s.between(12, 30), s.between(7, 14))
	s.style(".label { %s } .value { %s; %s }", small, one(s, "", "", "font-weight: bold", "font-size: 1.1em"),
		one(s, "", "", "border-bottom: .5pt dotted #888", "background: "+s.look.tint+"; padding: 1pt 3pt"))
	s.style("table { border-collapse: collapse; width: 100%%; margin: 6pt 0 12pt } td, th { padding: %dpt 4pt; text-align: start; %s } th { %s }",
		s.between(2, 4), one(s, "", "", "border-bottom: .5pt solid #999"), small)
	s.style("td.n, th.n { text-align: end }")
	s.heading(1, s.title())
	for i := range s.between(2, 4) {
		if s.chance(.6) {
			s.heading(2, s.title())
		}
		columns := s.between(2, 5)
		tracks := s.tracks(columns)
		for range s.between(1, 4) {
			if s.chance(.3) {
				columns = s.between(2, 5)
				tracks = s.tracks(columns)
			}
			s.fieldRow(columns, tracks, label)
		}
		if i == 0 || s.chance(.4) {
			s.prose(1)
		}
		if s.chance(.6) {
			s.smallHeaded(s.between(3, 5), s.between(1, 5), label)
		}
	}
	s.prose(1)
}

// fieldRow adds fields side by side. label formats their labels.
func (s *sheet) fieldRow(columns int, tracks string, label func(string) string) {
	s.put(`<div class="row" style="grid-template-columns: %s">`, tracks)
	several, blank := s.IntN(3*columns), s.IntN(4*columns)
	for i := range columns {
		value := html.EscapeString(s.filledIn())
		switch {
		case i == several:
			value = broken(strings.Split(one(s, s.filledIn()+"\n"+s.word('p'), s.word('m')+"\n"+s.name()+" 12\n"+s.word('p')), "\n")...)
		case i == blank:
			value = ""
		}
		s.put(`<div><p class="label">%s</p><p class="value">%s</p></div>`, label(one(s, s.name(), s.name(), s.term())), value)
	}
	s.put("</div>")
}

// smallHeaded adds a table with names and figures.
func (s *sheet) smallHeaded(columns, rows int, label func(string) string) {
	s.put("<table><thead><tr>")
	for c := range columns {
		s.put(`<th class="%s">%s</th>`, figureClass(c), label(s.name()))
	}
	s.put("</tr></thead><tbody>")
	for range rows {
		s.put("<tr>")
		for c := range columns {
			text := s.figure()
			if c == 0 {
				text = s.term()
			}
			s.put(`<td class="%s">%s</td>`, figureClass(c), html.EscapeString(text))
		}
		s.put("</tr>")
	}
	s.put("</tbody></table>")
}

// figureClass returns the class of the cells in a column, for a table with names in its first column.
func figureClass(column int) string {
	if column > 0 {
		return "n"
	}
	return ""
}
