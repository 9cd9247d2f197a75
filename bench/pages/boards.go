package main

import (
	"fmt"
	"html"
	"strings"
)

// boards lays out posters and leaflets: below a banner, boxes of uneven height in two to five columns, which may differ in
// width, with a wide box here and there that interrupts the columns. Every column is read on its own.
func boards(s *sheet) {
	columns := s.between(2, 5)
	width := columns*s.between(190, 310) + 80
	// Tall enough for everything: a poster has one page.
	s.style("@page { size: %dpt 5000pt; margin: 0 } body { font-size: %dpt } h2 { break-inside: auto }", width, s.between(10, 14))
	s.style("header { text-align: center; padding: 20pt 40pt; %s } header h1 { margin: 0 0 6pt; font-size: %dpt; text-align: center }",
		one(s, "", "background: "+s.look.accent+"; color: white"), s.between(28, 42))
	s.style(".board { display: grid; column-gap: %dpt; padding: %dpt 40pt; align-items: start }", s.between(8, 30), s.between(8, 20))
	s.boxes()
	s.ruled(one(s, grid, horizontal, zebra, band, plain))
	s.put("<header><h1>%s</h1><p>%s</p></header>", html.EscapeString(s.title()), html.EscapeString(s.word('m')+", "+s.word('p')))
	for i := range s.between(1, 3) {
		if i > 0 {
			s.put(`<div class="board" style="grid-template-columns: 1fr">`)
			s.framed((*sheet).fillBox)
			s.put("</div>")
		}
		s.put(`<div class="board" style="grid-template-columns: %s">`, s.tracks(columns))
		for range columns {
			s.put("<div>")
			for range s.between(1, 4) {
				s.framed((*sheet).fillBox)
			}
			s.put("</div>")
		}
		s.put("</div>")
	}
}

// tracks returns the widths of columns: equal ones, or some that differ.
func (s *sheet) tracks(columns int) string {
	if s.chance(.6) {
		return fmt.Sprintf("repeat(%d, minmax(0, 1fr))", columns)
	}
	var out strings.Builder
	for range columns {
		fmt.Fprintf(&out, "minmax(0, %dfr) ", s.between(4, 7))
	}
	return out.String()
}

// boxes adds the style of boxes: what draws them, and how their titles stand out.
func (s *sheet) boxes() {
	s.style(".box { padding: %dpt %dpt; margin: 0 0 %dpt; break-inside: avoid; %s } .box p:last-child { margin-bottom: 0 } .box h2, .box th { overflow-wrap: anywhere }", s.between(5, 12), s.between(6, 14), s.between(8, 20),
		one(s, "", "background: "+s.look.tint, "border: 1pt solid "+s.look.accent, "border-top: 2pt solid "+s.look.accent,
			"border-left: 3pt solid "+s.look.accent, "background: "+s.look.accent+"; color: white", "border: .6pt solid #999; border-radius: 7pt"))
	s.style(".box h2 { margin-top: 0; font-size: 1.1em; %s }", one(s, "", "", "font-size: 1em", "color: "+s.look.accent+"; background: white; padding: 2pt 4pt",
		"letter-spacing: .04em; font-size: 1.1em"))
}

// framed adds a box with a title and something in it.
func (s *sheet) framed(fill func(*sheet)) {
	s.put(`<div class="box"><h2>%s</h2>`, html.EscapeString(s.title()))
	fill(s)
	s.put("</div>")
}

// fillBox adds what a box of a poster holds.
func (s *sheet) fillBox() {
	switch s.IntN(8) {
	case 0:
		s.chart(200, 110)
	case 1:
		s.table(plan{columns: 3, rows: s.between(3, 5)})
	case 2:
		s.points()
		return
	case 3:
		s.prose(1)
		s.bullets("ol", s.between(3, 5))
		return
	case 4:
		s.facts(s.between(3, 5))
		return
	}
	s.prose(s.between(1, 2))
}

// facts adds lines that each have a label and a value.
func (s *sheet) facts(lines int) {
	for range lines {
		s.put("<p><b>%s:</b> %s</p>", html.EscapeString(s.name()), html.EscapeString(s.term()))
	}
}

// cardRows lays out rows of cards, which form no table even when they are aligned: a name or a number above a few
// words, texts below titles, or short lists.
func cardRows(s *sheet) {
	s.style(".row { display: grid; column-gap: %dpt; margin: 0 0 %dpt }", s.between(8, 24), s.between(4, 14))
	s.boxes()
	s.heading(1, s.title())
	s.prose(1)
	for range s.between(2, 3) {
		if s.chance(.5) {
			s.heading(2, s.title())
		}
		cards, fill := s.between(2, 4), one(s, (*sheet).shortText, (*sheet).shortText, (*sheet).shortList, (*sheet).person)
		for range s.between(1, 3) {
			s.put(`<div class="row" style="grid-template-columns: repeat(%d, minmax(0, 1fr))">`, cards)
			for range cards {
				s.framed(fill)
			}
			s.put("</div>")
		}
	}
	s.prose(1)
}

func (s *sheet) shortText() { s.put("<p>%s</p>", s.paragraph(s.between(1, 3))) }

func (s *sheet) shortList() { s.bullets("ul", s.between(2, 5)) }

// person adds the description of a person: name and contact details.
func (s *sheet) person() { s.put("<p>%s</p>", s.address()) }
