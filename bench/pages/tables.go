package main

import (
	"fmt"
	"html"
	"strings"
)

// ruling is how a table shows its rows and columns, as rules of style with $rule for a width and $accent and $tint for
// colours.
type ruling struct {
	css  string
	plan func(*sheet) plan
}

var (
	grid       = ruling{"td, th { border: $rule solid #555 }", anyPlan}
	horizontal = ruling{"tr { border-bottom: $rule solid #777 } table { border-top: 1.2pt solid #333; border-bottom: 1.2pt solid #333 }", anyPlan}
	zebra      = ruling{"tbody tr:nth-child(even) { background: $tint } thead { border-bottom: 1pt solid $accent }", flatPlan}
	band       = ruling{"thead { background: $accent; color: white }", flatPlan}
	plain      = ruling{"", flatPlan}
	cards      = ruling{"table { border-collapse: separate !important; border-spacing: 0 5pt } td, th { background: $tint } thead th { background: none }", flatPlan}
)

// writerTables lays out tables for LibreOffice, which takes rules only from attributes.
func writerTables(s *sheet) {
	rules := one(s, ` border="1" cellspacing="0" cellpadding="3"`, ` cellpadding="2"`)
	tables(plain)(s)
	body := strings.ReplaceAll(s.body.String(), "<table>", "<table"+rules+">")
	s.body.Reset()
	s.body.WriteString(body)
}

// plan is the shape of a table.
type plan struct {
	columns, rows int
	// groups are headers over several columns, units a second header row, sections rows across the table.
	groups, units, sections bool
	// parts are first columns that span several rows.
	parts bool
	// blank is the share of cells that are empty.
	blank float64
}

func anyPlan(s *sheet) plan {
	return plan{
		columns: s.between(3, 7), rows: s.between(4, 14), groups: s.chance(.3), units: s.chance(.3), sections: s.chance(.2),
		parts: s.chance(.2), blank: one(s, 0, 0, .1, .3),
	}
}

// flatPlan returns a plan without cells that only rules could reveal.
func flatPlan(s *sheet) plan {
	p := anyPlan(s)
	p.parts = false
	return p
}

// tables lays out prose with tables that have the given ruling.
func tables(r ruling) func(*sheet) {
	return func(s *sheet) {
		s.heading(1, s.title())
		s.ruled(r)
		for i := range s.between(1, 2) {
			s.prose(s.between(1, 2))
			if s.chance(.7) {
				s.put("<p>%s %d. %s</p>", one(s, "Table", "Tab."), i+1, html.EscapeString(s.title()))
			}
			s.table(r.plan(s))
		}
		s.prose(s.between(1, 2))
	}
}

// ruled adds the style of a ruling.
func (s *sheet) ruled(r ruling) {
	s.style("table { border-collapse: collapse; width: %s; margin: 6pt 0 12pt; font-size: %dpt; line-height: 1.25; break-inside: avoid; %s }",
		one(s, "100%", "100%", "85%", "auto"), s.look.size-s.between(0, 1), one(s, "", "margin-inline: auto"))
	s.style("td, th { padding: %dpt %dpt } .n { text-align: %s } th { font-weight: %s }",
		s.between(1, 4), s.between(5, 9), one(s, "end", "end", "center", "start"), one(s, "bold", "bold", "normal"))
	s.style("%s", strings.NewReplacer("$rule", one(s, ".4pt", ".75pt", "1pt"), "$accent", s.look.accent, "$tint", s.look.tint).Replace(r.css))
}

// table adds a table with labels in its first column and figures in the others.
func (s *sheet) table(p plan) {
	s.put("<table><thead>")
	s.header(p)
	s.put("</thead><tbody>")
	part := 0
	for row := range p.rows {
		if p.sections && row%5 == 0 {
			s.put(`<tr><th colspan="%d">%s</th></tr>`, p.columns, html.EscapeString(s.title()))
			part = 0
		}
		var cells strings.Builder
		first := 1
		if p.parts {
			first = 2
			if part == 0 {
				part = min(s.between(1, 3), p.rows-row, untilSection(p, row))
				cells.WriteString(spanned("td", `rowspan="%d"`, part, s.name()))
			}
			part--
		}
		cells.WriteString(spanned("td", "", 0, s.term()))
		for range p.columns - first {
			cells.WriteString(s.cell(p.blank))
		}
		s.put("<tr>%s</tr>", cells.String())
	}
	s.put("</tbody></table>")
}

// untilSection returns the number of rows up to the start of the next section.
func untilSection(p plan, row int) int {
	if !p.sections {
		return p.rows
	}
	return 5 - row%5
}

// header adds the rows of the table's head: groups of columns, names and units.
func (s *sheet) header(p plan) {
	first := 1
	if p.parts {
		first = 2
	}
	var groups, names, units strings.Builder
	for c := range p.columns {
		if c < first {
			groups.WriteString("<th></th>")
			units.WriteString("<th></th>")
		} else {
			units.WriteString(`<th class="n">` + one(s, "kg", "%", "m²", "kWh", "EUR") + "</th>")
		}
		names.WriteString(spanned("th", numeric(c >= first), 0, s.name()))
	}
	if p.groups && p.columns-first >= 2 {
		half := (p.columns - first) / 2
		groups.WriteString(spanned("th", `colspan="%d" style="text-align: center"`, half, s.term()))
		groups.WriteString(spanned("th", `colspan="%d" style="text-align: center"`, p.columns-first-half, s.term()))
		s.put("<tr>%s</tr>", groups.String())
	}
	s.put("<tr>%s</tr>", names.String())
	if p.units {
		s.put("<tr>%s</tr>", units.String())
	}
}

func numeric(yes bool) string {
	if yes {
		return `class="n"`
	}
	return ""
}

func (s *sheet) cell(blank float64) string {
	if s.chance(blank) {
		return `<td class="n"></td>`
	}
	return spanned("td", `class="n"`, 0, s.figure())
}

// spanned returns a cell with attributes, in which %d is replaced by the span.
func spanned(tag, attributes string, span int, text string) string {
	if strings.Contains(attributes, "%d") {
		attributes = fmt.Sprintf(attributes, span)
	}
	return fmt.Sprintf("<%s %s>%s</%s>", tag, attributes, html.EscapeString(text), tag)
}
