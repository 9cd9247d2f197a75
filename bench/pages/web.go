package main

import (
	"fmt"
	"html"
	"strings"
)

// webTables lays out tables in the browser's default style: as wide as needed, cells two pixels apart, text of several
// lines vertically centred against its neighbours, headers bold and centred.
func webTables(s *sheet) {
	s.heading(1, s.title())
	s.style("table { margin: 6pt 0 12pt; break-inside: avoid } th { text-align: %s } td, th { vertical-align: %s }",
		one(s, "center", "center", "start"), one(s, "middle", "middle", "top"))
	for range s.between(1, 3) {
		s.prose(1)
		s.webTable(s.between(2, 6), s.between(3, 9))
	}
	s.prose(1)
}

// webTable adds a table of names, figures, and phrases or sentences; cells may be empty, and some span two rows.
func (s *sheet) webTable(columns, rows int) {
	kinds := make([]func() string, columns)
	heads := make([]string, columns)
	for c := range kinds {
		kinds[c] = one(s, s.figure, s.name, s.term, s.title, s.sentence)
		heads[c] = one(s, s.name(), s.name(), s.term())
	}
	kinds[0] = one(s, s.name, s.term, s.term, s.title)
	blank, spans := one(s, 0, 0, .1), one(s, 0, 0, 0, .15)
	s.put("<table><tr>%s</tr>", cellsOf(one(s, "th", "th", "th", "td"), heads))
	spanning := make([]bool, columns)
	for row := range rows {
		var cells strings.Builder
		for c, kind := range kinds {
			switch {
			case spanning[c]:
				spanning[c] = false
			case c > 0 && s.chance(blank):
				cells.WriteString("<td></td>")
			case c == 0 && row < rows-1 && s.chance(spans):
				spanning[c] = true
				cells.WriteString(spanned("td", `rowspan="%d"`, 2, kind()))
			default:
				cells.WriteString(spanned("td", "", 0, kind()))
			}
		}
		s.put("<tr>%s</tr>", cells.String())
	}
	s.put("</table>")
}

// factBoxes lays out lists of properties and their values, as on data sheets and in infoboxes: in two columns, either
// of which may take several lines, most of them without rules.
func factBoxes(s *sheet) {
	s.style("table { border-collapse: collapse; width: %d%%; margin: 6pt 0 12pt; line-height: %s; font-size: %dpt; break-inside: avoid; %s }",
		one(s, 30, 45, 60, 80, 100), one(s, "1.25", "1.25", "1.55"), s.look.size-s.between(0, 1), one(s, "", "", "border: .6pt solid #777", "background: "+s.look.tint))
	s.style("tr + tr { %s }", one(s, "", "", "border-top: .6pt solid #999"))
	s.style("td, th { padding: %dpt %dpt; vertical-align: top; text-align: start } th { width: %d%%; font-weight: %s }",
		s.between(1, 4), s.between(4, 9), s.between(28, 45), one(s, "bold", "normal"))
	s.heading(1, s.title())
	for range s.between(1, 2) {
		s.prose(s.between(1, 2))
		s.factBox(s.between(5, 12))
	}
	s.prose(s.between(1, 2))
}

// factBox adds properties with their values.
func (s *sheet) factBox(lines int) {
	s.put("<table>")
	for range lines {
		value := one(s, s.name, s.term, s.figure, s.date, s.money, s.title, s.sentence, s.several)()
		s.put("<tr>%s%s</tr>", spanned("th", "", 0, one(s, s.name, s.term, s.term, s.title)()), spanned("td", "", 0, value))
	}
	s.put("</table>")
}

// several returns names separated by commas.
func (s *sheet) several() string {
	names := make([]string, s.between(2, 6))
	for i := range names {
		names[i] = s.name()
	}
	return strings.Join(names, ", ")
}

// answeredQuestions lays out numbered questions, most of which take several lines, with answers of a few words beside
// them and no rules, as in reports to an authority.
func answeredQuestions(s *sheet) {
	s.style("table { border-collapse: collapse; width: 100%%; margin: 6pt 0 12pt; line-height: 1.2; font-size: %dpt } tr { break-inside: avoid }", s.look.size-s.between(0, 1))
	s.style("td { padding: %dpt 6pt; vertical-align: top } td:first-child { width: %d%% }", s.between(1, 3), s.between(52, 66))
	s.heading(1, s.title())
	number := 0
	for range s.between(1, 2) {
		s.heading(2, s.title())
		s.put("<table>")
		for range s.between(5, 10) {
			number++
			question := fmt.Sprintf("%d. %s", number, one(s, s.title, s.sentence, s.sentence, s.sentence)())
			if s.chance(.3) {
				question += s.lang.space + s.sentence()
			}
			answer := one(s, s.name, s.name, s.term, s.date, s.money, s.title)()
			s.put("<tr><td>%s</td><td>%s</td></tr>", html.EscapeString(question), html.EscapeString(answer))
		}
		s.put("</table>")
	}
}
