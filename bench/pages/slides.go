package main

import "html"

// slides lays out a talk with one slide per page, containing bullets, a table, tiles or a chart.
func slides(s *sheet) {
	s.style("@page { size: 720pt 405pt; margin: 0 } body { font-size: %dpt; text-align: start }", s.between(15, 18))
	s.style("section { position: relative; height: 404pt; box-sizing: border-box; padding: 30pt 44pt; overflow: hidden; break-after: page; %s }",
		one(s, "", "", "background: "+s.look.tint))
	s.style("h1 { font-size: %dpt } h2 { font-size: %dpt; margin: 0 0 14pt; color: %s }", s.between(34, 44), s.between(22, 28), s.look.accent)
	s.style(".foot { position: absolute; bottom: 10pt; left: 44pt; right: 44pt; font-size: 9pt; display: flex; justify-content: space-between }")
	s.style(".halves { display: grid; grid-template-columns: 1fr 1fr; column-gap: 30pt }")
	s.style(".tiles { display: flex; gap: 14pt } .tiles div { flex: 1; background: %s; color: white; padding: 12pt } .tiles p { margin: 0 }", s.look.accent)
	s.ruled(one(s, band, band, zebra, horizontal))
	s.style("table { font-size: 13pt } td, th { padding: 4pt 8pt }")
	footer := s.title()
	s.put(`<section><div style="margin-top: 90pt"><h1>%s</h1><p>%s</p></div></section>`, html.EscapeString(s.title()), html.EscapeString(s.word('m')))
	for i := range s.between(3, 5) {
		s.put("<section><h2>%s</h2>", html.EscapeString(s.title()))
		one(s, (*sheet).points, (*sheet).halves, (*sheet).slideTable, (*sheet).tiles, (*sheet).slideChart)(s)
		s.put(`<div class="foot"><span data-skip>%s</span><span data-skip>%d</span></div></section>`, html.EscapeString(footer), i+2)
	}
}

func (s *sheet) points() { s.bullets("ul", s.between(4, 7)) }

func (s *sheet) halves() {
	s.put(`<div class="halves"><div>`)
	s.points()
	s.put("</div><div>")
	s.points()
	s.put("</div></div>")
}

func (s *sheet) slideTable() {
	s.table(plan{columns: s.between(3, 5), rows: s.between(4, 7), blank: one(s, 0, .2)})
}

func (s *sheet) tiles() {
	s.put(`<div class="tiles">`)
	for range s.between(3, 4) {
		s.put(`<div><p style="font-size: 30pt">%s</p><p>%s</p></div>`, s.figure(), html.EscapeString(s.term()))
	}
	s.put("</div>")
	s.put(`<p style="margin-top: 16pt">%s</p>`, s.paragraph(1))
}

func (s *sheet) slideChart() {
	s.chart(s.between(420, 560), s.between(190, 250))
	s.put("<p>%s</p>", html.EscapeString(s.title()))
}

// posters lays out a large page: a banner above columns of boxes, each with a heading.
func posters(s *sheet) {
	columns := s.between(2, 4)
	// Tall enough for everything: a poster has one page.
	s.style("@page { size: %dpt 2200pt; margin: 0 } body { font-size: %dpt }", s.between(1000, 1600), s.between(12, 16))
	s.style("header { background: %s; color: white; padding: 24pt 40pt; text-align: center } header h1 { margin: 0 0 8pt; font-size: 38pt; text-align: center }",
		s.look.accent)
	s.style(".board { display: grid; grid-template-columns: repeat(%d, 1fr); column-gap: %dpt; padding: 24pt 40pt }", columns, s.look.gutter)
	s.style(".panel { %s; padding: 8pt 10pt; margin: 0 0 12pt }", one(s, "background: "+s.look.tint, "border: 1pt solid "+s.look.accent, ""))
	s.ruled(one(s, grid, horizontal, zebra, band))
	s.put("<header><h1>%s</h1><p>%s, %s</p></header>", html.EscapeString(s.title()), html.EscapeString(s.word('m')), html.EscapeString(s.word('m')))
	s.put(`<div class="board">`)
	for range columns {
		s.put("<div>")
		for range 3 {
			s.panel()
		}
		s.put("</div>")
	}
	s.put("</div>")
}

// panel adds a box of a poster.
func (s *sheet) panel() {
	s.put(`<div class="panel"><h2>%s</h2>`, html.EscapeString(s.title()))
	switch s.IntN(6) {
	case 0:
		s.chart(200, 110)
	case 1:
		s.table(plan{columns: 3, rows: s.between(3, 6)})
	case 2:
		s.points()
	}
	s.prose(1)
	s.put("</div>")
}
