package main

import (
	"fmt"
	"html"
	"strings"
)

// The rulings of tables whose rows have little to separate them: a rule below the header, rules around head
// and body, white space, or rules between rows.
var (
	headed   = ruling{"thead { border-bottom: $rule solid $accent } td { padding-bottom: 6pt !important }", flatPlan}
	booktabs = ruling{"table { border-top: 1.2pt solid #222; border-bottom: 1.2pt solid #222 } thead { border-bottom: $rule solid #222 } td { padding-bottom: 5pt !important }", flatPlan}
	spaced   = ruling{"td { padding-bottom: 8pt !important }", flatPlan}
	lined    = ruling{"tbody tr { border-top: $rule solid #888 } table { border-bottom: $rule solid #888 }", flatPlan}
)

// textTables lays out prose with tables whose cells hold words, often more than fit on a line.
func textTables(rulings ...ruling) func(*sheet) {
	return func(s *sheet) {
		s.heading(1, s.title())
		s.ruled(one(s, rulings...))
		s.style("table { width: %s !important } td { vertical-align: %s }", one(s, "100%", "100%", "90%"), one(s, "top", "top", "top", "middle"))
		for i := range s.between(1, 2) {
			s.prose(s.between(1, 2))
			if s.chance(.7) {
				s.put("<p>%s %d. %s</p>", one(s, "Table", "Tab."), i+1, html.EscapeString(s.title()))
			}
			s.records(s.between(2, 5), s.between(3, 8))
		}
		s.prose(s.between(1, 2))
	}
}

// records adds a table whose columns are names, phrases, sentences or figures; the first names the record.
func (s *sheet) records(columns, rows int) {
	kinds := make([]func() string, columns)
	heads := make([]string, columns)
	for c := range kinds {
		kinds[c] = one(s, s.term, s.term, s.figure, s.sentence, func() string { return s.sentence() + s.lang.space + s.sentence() })
		heads[c] = one(s, s.name(), s.name(), s.term(), s.title())
	}
	kinds[0] = one(s, s.name, s.name, s.term, s.title)
	if columns == 2 {
		kinds[1] = one(s, s.sentence, s.term, s.figure)
	}
	s.put("<table><thead><tr>%s</tr></thead><tbody>", cellsOf("th", heads))
	for range rows {
		cells := make([]string, columns)
		for c, kind := range kinds {
			cells[c] = kind()
		}
		s.put("<tr>%s</tr>", cellsOf("td", cells))
	}
	s.put("</tbody></table>")
}

func cellsOf(tag string, texts []string) string {
	var out strings.Builder
	for _, text := range texts {
		out.WriteString(spanned(tag, "", 0, text))
	}
	return out.String()
}

// filings lays out the tables of an annual report to a stock exchange: a currency sign at the left edge of its figure's
// cell, shading behind single cells, and headers of two levels over the figures.
func filings(s *sheet) {
	striped := s.chance(.6)
	s.style("table { border-collapse: collapse; width: 100%%; margin: 6pt 0 12pt; line-height: 1.2; font-size: %dpt } td, th { padding: 0 3pt; vertical-align: bottom }", s.look.size-1)
	s.style(".f { display: flex } .f span { padding: %.1fpt 2pt } .f span + span { flex: 1; text-align: end } .f .a { width: 8pt }", .5+s.Float64())
	s.style("th { font-weight: %s; text-align: center } th:first-child { text-align: start } .ruled { border-bottom: .6pt solid #222 }", one(s, "bold", "normal"))
	s.style(".sum span { border-top: .6pt solid #222 } .sum { font-weight: %s }", one(s, "bold", "normal"))
	if striped {
		s.style("tbody tr:nth-child(odd) td:first-child, tbody tr:nth-child(odd) .f span { background: %s }", s.look.tint)
	}
	s.heading(1, s.title())
	for range s.between(1, 3) {
		s.prose(1)
		s.filing(s.between(1, 2), s.between(2, 3), s.between(1, 9))
	}
	s.prose(1)
}

// filing adds a table with the given numbers of groups, years and lines.
func (s *sheet) filing(groups, years, lines int) {
	unit := one(s, "", "($ in millions)", "(Dollars in thousands)", "(In millions)")
	last := s.between(2005, 2027)
	s.put("<table><thead>")
	if groups > 1 || s.chance(.5) {
		s.put("<tr><th></th>")
		for range groups {
			s.put(`<th colspan="%d" class="ruled">%s</th>`, years, html.EscapeString(one(s, "Year ended December 31,", s.term(), "Six months ended June 30,")))
		}
		s.put("</tr>")
	}
	s.put("<tr><th>%s</th>", unit)
	for c := range groups * years {
		s.put(`<th class="%s">%s</th>`, one(s, "ruled", ""), one(s, fmt.Sprint(last-c%years), fmt.Sprint(last-c%years), s.name()))
	}
	s.put("</tr></thead><tbody>")
	for row := range lines {
		label, class := s.term(), ""
		if row == lines-1 && lines > 2 {
			label, class = "Total "+s.word('n'), "sum"
		}
		sign := ""
		if row == 0 || class != "" {
			sign = "$"
		}
		s.put(`<tr class="%s"><td>%s</td>`, class, html.EscapeString(label))
		for range groups * years {
			s.put(`<td><div class="f"><span class="a">%s</span> <span>%s</span></div></td>`, sign, s.filed())
		}
		s.put("</tr>")
	}
	s.put("</tbody></table>")
}

// filed returns a figure: losses are in brackets, nothing is a dash.
func (s *sheet) filed() string {
	switch figure := fmt.Sprintf("%d%s%03d", s.between(1, 99), s.lang.thousands, s.IntN(1000)); s.IntN(8) {
	case 0:
		return "(" + figure + ")"
	case 1:
		return "—"
	case 2, 3:
		return fmt.Sprint(s.between(1, 999))
	default:
		return figure
	}
}
