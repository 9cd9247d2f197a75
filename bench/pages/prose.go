package main

import "html"

// columns lays out prose in columns that charts, boxes and wide figures interrupt.
func columns(count int) func(*sheet) {
	return func(s *sheet) {
		if s.chance(.5) {
			s.runningHeads()
		}
		s.look.size = min(s.look.size, 12-count)
		s.style(".columns { columns: %d; column-gap: %dpt; %s }", count, s.look.gutter, one(s, "", "", "column-rule: .5pt solid #888"))
		s.style(".columns p { margin: 0 0 %s; text-indent: %s }", one(s, "0", ".5em"), one(s, "0", "1em"))
		s.style(".all { column-span: all }")
		s.heading(1, s.title())
		if s.chance(.4) {
			s.put("<p>%s</p>", html.EscapeString(s.word('m')))
		}
		s.put(`<div class="columns">`)
		for range s.between(2, 4) {
			s.section()
			s.interruption()
		}
		s.section()
		s.put("</div>")
	}
}

func (s *sheet) section() {
	if s.chance(.7) {
		s.heading(2, s.title())
	}
	s.prose(s.between(2, 4))
}

// interruption adds an element that interrupts the columns, across all of them or within one.
func (s *sheet) interruption() {
	width := one(s, "", ` class="all"`)
	switch s.IntN(5) {
	case 0:
		s.put("<div%s>", width)
		s.chart(s.between(180, 240), s.between(90, 130))
		s.put("</div>")
	case 1:
		s.put(`<div%s style="background: %s; padding: 6pt; margin: 6pt 0"><h3>%s</h3><p>%s</p></div>`,
			width, s.look.tint, html.EscapeString(s.title()), s.paragraph(2))
	case 2:
		s.put(`<div%s style="border: 1pt solid %s; padding: 6pt; margin: 6pt 0"><p>%s</p></div>`, width, s.look.accent, s.paragraph(2))
	case 3:
		s.put(`<div class="all" style="margin: 8pt 0"><div style="height: %dpt; background: linear-gradient(45deg, %s, %s)"></div><p>%s</p></div>`,
			s.between(60, 160), s.look.accent, s.look.tint, html.EscapeString(s.title()))
	case 4:
		s.put(`<h2 class="all">%s</h2>`, html.EscapeString(s.title()))
	}
}

// sideNotes lays out prose with notes in the margin, each beside the paragraph that it follows in the text.
func sideNotes(s *sheet) {
	wide := s.between(90, 130)
	s.style(".row { display: grid; grid-template-columns: 1fr %dpt; column-gap: %dpt }", wide, s.look.gutter)
	s.style(".note { font-size: %dpt; line-height: 1.2; color: %s; text-align: start; %s }", s.look.size-2, s.look.accent,
		one(s, "", "font-style: italic", "border-inline-start: 1pt solid; padding-inline-start: 5pt"))
	s.heading(1, s.title())
	for i := range s.between(5, 8) {
		if i > 0 && s.chance(.3) {
			s.heading(2, s.title())
		}
		s.put(`<div class="row"><p>%s</p><div>`, s.paragraph(s.between(4, 6)))
		if s.chance(.6) {
			s.put(`<p class="note">%s</p>`, html.EscapeString(s.sentence()))
		}
		s.put("</div></div>")
	}
}

// foreign lays out prose, a list and a table in one of the given languages, in one or two columns.
func foreign(stock ...language) func(*sheet) {
	return func(s *sheet) {
		s.setLanguage(one(s, stock...))
		if s.chance(.4) {
			s.runningHeads()
		}
		s.style(".columns { columns: %d; column-gap: %dpt } .all { column-span: all }", s.between(1, 2), s.look.gutter+6)
		s.ruled(one(s, grid, horizontal, zebra, band))
		s.heading(1, s.title())
		s.put(`<div class="columns">`)
		for range s.between(2, 4) {
			s.heading(2, s.title())
			s.prose(s.between(1, 3))
		}
		s.put("</div>")
		s.bullets("ul", s.between(3, 6))
		p := flatPlan(s)
		p.units = false
		s.table(p)
		s.put("<p>%s %s</p>", s.paragraph(1), s.date())
	}
}

// bullets adds a list of short items.
func (s *sheet) bullets(kind string, items int) {
	s.put("<%s>", kind)
	for range items {
		s.put("<li>%s</li>", html.EscapeString(s.term()))
	}
	s.put("</%s>", kind)
}
