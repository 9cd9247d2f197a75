package main

import (
	"fmt"
	"html"
	"strings"
)

// yearly is the form of a table of figures in an annual report.
type yearly struct {
	years, groups    int
	notes, change    bool
	units            string
	leaders, dollars bool
}

// yearlyFigures lays out tables of an annual report: labels that wrap and are indented by level, leaders, a column of
// notes, years below names of periods and above units, a change in per cent, currency signs at the edge of some
// figures, losses in brackets, rules above the figures of sums only, and rows that name a part.
func yearlyFigures(s *sheet) {
	s.look.size = min(s.look.size, 10)
	s.style("table { border-collapse: collapse; width: 100%%; margin: 6pt 0 12pt; line-height: 1.25 } td, th { padding: %dpt 3pt; font-weight: normal; vertical-align: bottom }", s.between(1, 2))
	s.style(".n { text-align: end; white-space: nowrap } td:first-child { width: %d%%; text-align: start; %s } .g { text-align: center }", s.between(26, 44),
		one(s, "", "padding-inline-start: 10pt; text-indent: -10pt"))
	s.style(".f { display: flex } .f span + span { flex: 1; text-align: end } .f .a { width: 7pt }")
	s.style(".sum .n { border-top: .6pt solid #333 } .sum, .of { font-weight: %s } .in div { padding-inline-start: %dpt } .deep div { padding-inline-start: %dpt }",
		one(s, "bold", "normal"), s.between(8, 14), s.between(18, 26))
	s.style("%s", one(s, "", "thead tr:last-child th { border-bottom: .8pt solid "+s.look.accent+" }", "tbody tr:first-child td { border-top: .5pt solid #333 }", ".g { border-bottom: .5pt solid #333 }"))
	s.heading(1, s.title())
	for range s.between(1, 2) {
		s.prose(1)
		y := yearly{years: s.between(2, 3), groups: one(s, 1, 1, 1, 2), notes: s.chance(.4), change: s.chance(.3), dollars: s.chance(.5), leaders: s.chance(.3)}
		y.units = one(s, "", "", "$ m", "EUR 000", "(in millions)")
		s.yearlyTable(y)
	}
	s.prose(1)
}

// yearlyTable adds a table of parts, each with its lines and a sum.
func (s *sheet) yearlyTable(y yearly) {
	if y.groups == 2 {
		y.notes, y.change, y.years = false, false, 2
	}
	s.put("<table><thead>")
	s.yearlyHead(y)
	s.put("</thead><tbody>")
	for range s.between(1, 3) {
		if s.chance(.7) {
			s.put(`<tr class="of"><td>%s</td>%s</tr>`, html.EscapeString(s.title()), strings.Repeat("<td></td>", y.columns()-1))
		}
		for i := range s.between(2, 6) {
			s.yearlyLine(y, one(s, "in", "in", "deep"), one(s, s.term(), s.title(), s.term()+" "+s.word('n')+" "+s.word('n')), i == 0 && y.dollars)
		}
		s.yearlyLine(y, "sum", one(s, "Total", "Sum of")+" "+s.word('n'), y.dollars)
	}
	s.put("</tbody></table>")
}

func (y yearly) columns() int {
	n := 1 + y.years*y.groups
	for _, more := range []bool{y.notes, y.change} {
		if more {
			n++
		}
	}
	return n
}

// yearlyHead adds the header: the names of periods, if any, and the years with their units.
func (s *sheet) yearlyHead(y yearly) {
	before := "<th></th>"
	if y.notes {
		before += "<th></th>"
	}
	if y.groups == 2 || s.chance(.4) {
		s.put("<tr>%s", before)
		for range y.groups {
			s.put(`<th class="g" colspan="%d">%s</th>`, y.years, one(s, "Year ended December 31,", "Six months ended June 30,", "As of December 31,"))
		}
		if y.change {
			s.put("<th></th>")
		}
		s.put("</tr>")
	}
	s.put("<tr><th></th>")
	if y.notes {
		s.put(`<th class="n">%s</th>`, one(s, "Note", "Notes"))
	}
	last, unit := s.between(2005, 2027), ""
	if y.units != "" {
		unit = "<br>" + html.EscapeString(y.units)
	}
	for c := range y.groups * y.years {
		s.put(`<th class="n">%d%s</th>`, last-c%y.years, unit)
	}
	if y.change {
		s.put(`<th class="n">%s</th>`, one(s, "Change", "% change", "Change<br>%"))
	}
	s.put("</tr>")
}

// yearlyLine adds a label with its figures.
func (s *sheet) yearlyLine(y yearly, class, label string, signed bool) {
	dots := ""
	if y.leaders && class != "sum" && len(label) < 20 {
		dots = "<span data-skip>" + strings.Repeat(" .", 24-len(label)) + "</span>"
	}
	s.put(`<tr class="%s"><td><div>%s%s</div></td>`, class, html.EscapeString(label), dots)
	if y.notes {
		note := ""
		if class != "sum" && s.chance(.5) {
			note = one(s, fmt.Sprint(s.between(2, 30)), fmt.Sprintf("%d, %d", s.between(2, 9), s.between(10, 30)), fmt.Sprintf("%d(a)", s.between(2, 9)))
		}
		s.put(`<td class="n">%s</td>`, note)
	}
	for range y.years * y.groups {
		sign := ""
		if signed {
			sign = "$"
		}
		if y.dollars {
			s.put(`<td class="n"><div class="f"><span class="a">%s</span> <span>%s</span></div></td>`, sign, s.filed())
		} else {
			s.put(`<td class="n">%s</td>`, s.filed())
		}
	}
	if y.change {
		s.put(`<td class="n">%s</td>`, fmt.Sprintf(one(s, "%d%%", "%d", "(%d)%%", "%d.4%%"), s.between(1, 80)))
	}
	s.put("</tr>")
}
