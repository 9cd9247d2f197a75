package main

import (
	"fmt"
	"html"
	"strings"
)

// statements lays out a financial statement: indented labels, a column of notes, figures of two or three years, and
// totals below rules of the figures alone.
func statements(s *sheet) {
	years := s.between(2, 3)
	s.style("table { border-collapse: collapse; width: 100%%; margin: 6pt 0 12pt; line-height: 1.25 } td, th { padding: %dpt 4pt; font-weight: normal }", s.between(1, 3))
	s.style(".n { text-align: end; white-space: nowrap } .sum .n { border-top: .6pt solid #333 } .sum, .of { font-weight: %s } .in { padding-inline-start: %dpt }",
		one(s, "bold", "normal"), s.between(10, 18))
	s.style("%s", one(s, "", "thead th { border-bottom: 1pt solid "+s.look.accent+" }", "thead { background: "+s.look.tint+" }"))
	s.heading(1, s.title())
	if s.chance(.5) {
		s.prose(1)
	}
	notes, last := s.chance(.5), s.between(2005, 2027)
	s.put("<table><thead><tr><th></th>")
	if notes {
		s.put(`<th class="n">%s</th>`, one(s, "Note", "Ref."))
	}
	for y := range years {
		s.put(`<th class="n">%d</th>`, last-y)
	}
	s.put("</tr></thead><tbody>")
	for range s.between(2, 3) {
		s.statementGroup(notes, years)
	}
	s.put("</tbody></table>")
	s.prose(1)
}

// statementGroup adds the name of a group, its lines and their total.
func (s *sheet) statementGroup(notes bool, years int) {
	columns := years + 1
	if notes {
		columns++
	}
	s.put(`<tr class="of"><td>%s</td>%s</tr>`, html.EscapeString(s.title()), strings.Repeat("<td></td>", columns-1))
	for range s.between(3, 6) {
		s.statementLine(`class="in"`, "", s.term(), notes, years)
	}
	s.statementLine("", `class="sum"`, one(s, "Total", "Sum")+" "+s.word('n'), notes, years)
}

// statementLine adds a label with its note, if any, and a figure for every year. Losses are in brackets, and zero is a
// dash.
func (s *sheet) statementLine(label, row, name string, notes bool, years int) {
	s.put(`<tr %s><td %s>%s</td>`, row, label, html.EscapeString(name))
	if notes {
		note := ""
		if row == "" && s.chance(.6) {
			note = fmt.Sprint(s.between(2, 30))
		}
		s.put(`<td class="n">%s</td>`, note)
	}
	for range years {
		figure := fmt.Sprintf("%d%s%03d", s.between(1, 99), s.lang.thousands, s.IntN(1000))
		switch {
		case s.chance(.2):
			figure = "(" + figure + ")"
		case s.chance(.1):
			figure = "–"
		}
		s.put(`<td class="n">%s</td>`, figure)
	}
	s.put("</tr>")
}

// timetables lays out times by stop and journey: narrow columns, with dots where a journey does not call.
func timetables(s *sheet) {
	journeys := s.between(5, 10)
	s.ruled(one(s, grid, horizontal, zebra, band, plain))
	s.style("table { width: 100%% } td, th { padding: 1pt 3pt; white-space: nowrap }")
	s.look.size = min(s.look.size, 9)
	s.heading(1, s.title())
	for range s.between(1, 2) {
		s.heading(2, s.phrase("{p} – {p}"))
		s.put("<table><thead><tr><th>%s</th>", one(s, "Stop", "Station", ""))
		for j := range journeys {
			s.put(`<th class="n">%d</th>`, 101+2*j)
		}
		s.put("</tr></thead><tbody>")
		for stop := range s.between(6, 12) {
			s.put("<tr><td>%s</td>", html.EscapeString(s.word('p')+" "+s.word('n')))
			for j := range journeys {
				minute := 300 + 47*j + 6*stop
				time := fmt.Sprintf("%d:%02d", minute/60, minute%60)
				if s.chance(.12) {
					time = one(s, "–", "|", "…")
				}
				s.put(`<td class="n">%s</td>`, time)
			}
			s.put("</tr>")
		}
		s.put("</tbody></table>")
	}
	s.prose(1)
}

// datasheets lays out the data sheet of a product: a tinted title, its features next to a drawing, and its measurements.
func datasheets(s *sheet) {
	s.ruled(one(s, grid, horizontal, zebra, band, plain))
	s.style("header { background: %s; color: white; padding: 10pt 14pt; margin: 0 0 10pt } header h1 { margin: 0; color: white } header p { margin: 0 }", s.look.accent)
	s.style(".beside { display: grid; grid-template-columns: 1fr 1fr; column-gap: %dpt } table { width: 100%% }", s.look.gutter+6)
	s.put("<header><h1>%s</h1><p>%s</p></header>", html.EscapeString(s.term()), html.EscapeString(s.title()))
	s.put(`<div class="beside"><div>`)
	s.heading(2, one(s, "Features", "At a glance"))
	s.bullets("ul", s.between(4, 7))
	s.put("</div><div>")
	s.heading(2, one(s, "Applications", "Performance"))
	s.prose(1)
	if s.chance(.5) {
		s.chart(180, 100)
	}
	s.put("</div></div>")
	for range s.between(1, 3) {
		s.heading(2, s.title())
		s.put(`<table><thead><tr><th>%s</th><th class="n">%s</th><th>%s</th></tr></thead><tbody>`,
			one(s, "Parameter", "Property"), one(s, "Value", "Typical"), one(s, "Unit", "Units"))
		for range s.between(3, 8) {
			s.put(`<tr><td>%s</td><td class="n">%s</td><td>%s</td></tr>`, html.EscapeString(s.term()), s.figure(), one(s, "mm", "kg", "V", "°C", "kWh"))
		}
		s.put("</tbody></table>")
	}
}
