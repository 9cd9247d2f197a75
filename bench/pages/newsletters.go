package main

import "html"

// manuscripts lays out letters, essays and pleadings in double-spaced type, in which word processors double the height
// of the type.
func manuscripts(s *sheet) {
	s.look.leading = float64(s.between(200, 250)) / 100
	s.look.size = s.between(10, 13)
	indented := s.chance(.6)
	s.style("p { margin: 0 0 %s; text-indent: %s }", one(s, "0", ".5em"), one(s, "0", "2em"))
	if indented {
		s.style("p { margin: 0; text-indent: %dpt }", s.between(18, 36))
	}
	if s.chance(.5) {
		s.runningHeads()
	}
	s.heading(1, s.title())
	for range s.between(2, 3) {
		s.heading(2, s.title())
		s.prose(s.between(2, 4))
		if s.chance(.3) {
			s.bullets("ul", s.between(3, 5))
		}
	}
}

// newsletters lays out articles in columns beside a panel, between bands from one edge of the page to the other.
func newsletters(s *sheet) {
	panel := s.between(120, 160)
	s.look.size = s.between(9, 10)
	s.style("@page { margin: 0 } body { min-height: 280mm }")
	s.style("header { padding: 18pt 32pt; %s } header h1 { margin: 0; font-size: %dpt }",
		one(s, "background: "+s.look.tint, "background: "+s.look.accent+"; color: white"), s.between(26, 38))
	s.style(".issue { display: flex; justify-content: space-between; padding: 3pt 32pt; border-bottom: 1pt solid %s; font-size: 8pt }", s.look.accent)
	s.style(".issue p { margin: 0 } .foot { height: 24pt; background: %s }", s.look.accent)
	s.style("main { display: grid; grid-template-columns: %dpt 1fr; column-gap: 16pt; padding: 14pt 32pt }", panel)
	s.style(".panel { padding: 8pt; background: %s; border-top: .75pt solid %s; text-align: start; align-self: start }", s.look.tint, s.look.accent)
	s.style(".columns { columns: 2; column-gap: %dpt; margin: 0 0 10pt } .columns p { margin: 0; text-indent: %s }", s.between(10, 16), one(s, "0", "1em"))
	s.put("<header><h1>%s</h1></header>", html.EscapeString(s.title()))
	s.put(`<div class="issue"><p>%s</p><p>%s</p></div>`, html.EscapeString(s.term()), s.date())
	s.put(`<main><div class="panel">`)
	s.heading(3, s.title())
	s.prose(1)
	s.heading(3, s.title())
	s.bullets("ul", s.between(3, 5))
	s.put("</div><div>")
	for range s.between(1, 2) {
		s.heading(2, s.title())
		s.put(`<div class="columns">`)
		s.prose(s.between(3, 4))
		s.put("</div>")
	}
	s.put(`</div></main><div class="foot"></div>`)
}

// drawnLists lays out lists whose bullets are drawings instead of characters.
func drawnLists(s *sheet) {
	round, square := "border-radius: 50%; background: ", "background: "
	shape := one(s, round+s.look.accent, round+"#999", square+s.look.accent,
		round+"radial-gradient(circle at 35% 35%, #fff, "+s.look.accent+")")
	side, indent := float64(s.between(35, 60))/100, float64(s.between(9, 15))/10
	s.style("ul { list-style: none; padding: 0 } li { position: relative; padding-inline-start: %.2fem; margin: 0 0 %.1fem }", indent, one(s, 0, .3, .7))
	s.style(`li::before { content: ""; position: absolute; inset-inline-start: 0; top: %.2fem; width: %.2fem; height: %.2fem; %s }`,
		s.look.leading/2-side/2, side, side, shape)
	s.style(".halves { display: grid; grid-template-columns: 1fr 1fr; column-gap: %dpt }", s.between(14, 30))
	s.heading(1, s.title())
	for range s.between(2, 4) {
		s.heading(2, s.title())
		s.prose(1)
		if s.chance(.3) {
			s.halves()
			continue
		}
		s.put("<ul>")
		for range s.between(3, 6) {
			s.put("<li>%s</li>", html.EscapeString(one(s, s.term(), s.sentence())))
		}
		s.put("</ul>")
	}
}
