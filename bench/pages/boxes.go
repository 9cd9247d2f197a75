package main

import (
	"html"
	"strings"
)

// dashboards lays out a page of figures: tiles of one number each, and below them boxes with a chart, a table or a list, in
// rows of different widths.
func dashboards(s *sheet) {
	s.style("@page { size: %dpt 1400pt; margin: %dpt }", s.between(780, 1100), s.between(20, 40))
	s.style(".row { display: grid; column-gap: %dpt; align-items: start } .tile p { margin: 0 }", s.between(8, 20))
	s.style(".big { font-size: %dpt; font-weight: %s; line-height: 1.2 } .small { font-size: %dpt; color: #555 }", s.between(18, 30), one(s, "bold", "normal"),
		s.between(7, 9))
	s.style(".tile { padding: 8pt 10pt; margin: 0 0 12pt; %s }", one(s, "background: "+s.look.tint, "border: .6pt solid #999", "border-bottom: 2pt solid "+s.look.accent, ""))
	s.boxes()
	s.ruled(one(s, horizontal, zebra, band, plain))
	s.heading(1, s.title())
	s.numberTiles(s.between(3, 5))
	for range s.between(1, 3) {
		columns := s.between(1, 3)
		s.put(`<div class="row" style="grid-template-columns: %s">`, s.tracks(columns))
		for range columns {
			s.framed((*sheet).fillPane)
		}
		s.put("</div>")
	}
}

// numberTiles adds a row of tiles with a large number and what it counts.
func (s *sheet) numberTiles(tiles int) {
	below := s.chance(.4)
	s.put(`<div class="row" style="grid-template-columns: repeat(%d, minmax(0, 1fr))">`, tiles)
	for range tiles {
		parts := []string{`<p class="small">` + html.EscapeString(s.term()) + "</p>", `<p class="big">` + s.figure() + "</p>"}
		if below {
			parts[0], parts[1] = parts[1], parts[0]
		}
		s.put(`<div class="tile">%s</div>`, strings.Join(parts, ""))
	}
	s.put("</div>")
}

// fillPane adds what a box of a dashboard holds.
func (s *sheet) fillPane() {
	switch s.IntN(4) {
	case 0:
		s.table(plan{columns: s.between(2, 3), rows: s.between(3, 6)})
	case 1:
		s.points()
	case 2:
		s.prose(1)
	default:
		s.chart(s.between(190, 240), s.between(100, 130))
	}
}

// filledForms lays out forms that someone has filled in: a value, set in a different type from its label, stands below
// the label or beside it. A value is not a heading, however large or bold.
func filledForms(s *sheet) {
	s.style(".row { display: grid; column-gap: %dpt; margin: 0 0 %dpt; text-align: start } .row p { margin: 0 }", s.between(10, 26), s.between(5, 12))
	s.style(".label { font-size: %dpt; %s }", s.between(7, 9), one(s, "", "color: #555"))
	s.style(".value { %s; %s }", one(s, "font-weight: bold", "font: 11pt 'Liberation Mono'", "font-size: 1.15em", "color: #1a3fa0", "font-weight: bold; font-size: 1.2em"),
		one(s, "", "border-bottom: .5pt solid #888", "border: .5pt solid #aaa; padding: 2pt 4pt", "background: "+s.look.tint+"; padding: 2pt 4pt"))
	s.style("h2 { %s }", one(s, "", "border-bottom: 1pt solid "+s.look.accent, "background: "+s.look.accent+"; color: white; padding: 2pt 6pt"))
	s.heading(1, s.title())
	for range s.between(2, 4) {
		s.heading(2, s.title())
		fields := s.between(1, 4)
		for range s.between(2, 4) {
			s.put(`<div class="row" style="grid-template-columns: %s">`, s.tracks(fields))
			for range fields {
				s.put(`<div><p class="label">%s</p><p class="value">%s</p></div>`, html.EscapeString(s.name()), html.EscapeString(s.filledIn()))
			}
			s.put("</div>")
		}
		if s.chance(.4) {
			s.prose(1)
		}
	}
	s.signatures()
}

// filledIn returns a value that is not empty.
func (s *sheet) filledIn() string {
	for {
		if value := s.entry(); value != "" {
			return value
		}
	}
}

// letterheads lays out business letters with a title in spaced letters, two or three blocks of an address beside each
// other, figures with narrow spaces, and footnotes in small type.
func letterheads(s *sheet) {
	s.style(".spaced { letter-spacing: %.2fem; text-transform: uppercase; text-align: %s; font-weight: %s }", float64(s.between(18, 60))/100,
		one(s, "start", "center"), one(s, "normal", "bold"))
	s.style(".row { display: grid; column-gap: %dpt; margin: 0 0 18pt; text-align: start } .row p { margin: 0 } .row .label { font-size: 8pt; color: #555 }",
		s.between(14, 60))
	s.style(".notes { border-top: .6pt solid #444; font-size: 7.5pt; margin: 16pt 0 0; padding: 4pt 0 0; text-align: start } .notes p { margin: 0 0 2pt }")
	s.put(`<h1 class="spaced">%s</h1>`, html.EscapeString(strings.ToUpper(s.title())))
	blocks := s.between(2, 3)
	s.put(`<div class="row" style="grid-template-columns: repeat(%d, minmax(0, 1fr))">`, blocks)
	labelled := s.chance(.6)
	for range blocks {
		s.put("<div>")
		if labelled {
			s.put(`<p class="label">%s</p>`, html.EscapeString(s.name()))
		}
		s.put("<p>%s</p></div>", s.address())
	}
	s.put("</div>")
	for range s.between(2, 4) {
		if s.chance(.5) {
			s.heading(2, s.title())
		}
		s.put("<p>%s %d\u202f%03d\u202f%03d %s. %s</p>", s.paragraph(1), s.between(1, 90), s.IntN(1000), s.IntN(1000), html.EscapeString(s.word('n')), s.paragraph(2))
	}
	s.put(`<div class="notes">`)
	for i := range s.between(2, 4) {
		s.put("<p>%d %s</p>", i+1, s.paragraph(s.between(1, 3)))
	}
	s.put("</div>")
}

// besideLists lays out prose with a list, a few facts or a small box beside it: each is read on its own.
func besideLists(s *sheet) {
	s.style(".row { display: grid; column-gap: %dpt; margin: 0 0 10pt; align-items: start } .row p:last-child { margin-bottom: 0 }", s.between(12, 30))
	s.boxes()
	s.heading(1, s.title())
	for range s.between(2, 4) {
		s.heading(2, s.title())
		s.prose(1)
		s.put(`<div class="row" style="grid-template-columns: %s"><div>`, one(s, "1fr 1fr", "2fr 1fr", "3fr 2fr", "1fr 2fr"))
		sides := []func(*sheet){func(s *sheet) { s.prose(s.between(1, 2)) }, one(s,
			func(s *sheet) { s.bullets("ul", s.between(3, 7)) },
			func(s *sheet) { s.bullets("ol", s.between(3, 6)) },
			func(s *sheet) { s.facts(s.between(3, 6)) },
			func(s *sheet) { s.framed((*sheet).shortList) })}
		if s.chance(.4) {
			sides[0], sides[1] = sides[1], sides[0]
		}
		sides[0](s)
		s.put("</div><div>")
		sides[1](s)
		s.put("</div></div>")
	}
	s.prose(1)
}
