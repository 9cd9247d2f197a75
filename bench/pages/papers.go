package main

import "html"

// papers lays out a paper: title, authors and abstract over two columns of numbered sections with figures, tables and
// references.
func papers(s *sheet) {
	s.look.size = min(s.look.size, 10)
	s.ruled(one(s, grid, horizontal, band))
	s.style(".columns { columns: 2; column-gap: %dpt } .columns p { margin: 0; text-indent: 1em } table { width: 100%% }", s.between(12, 24))
	s.style(".front { text-align: center; margin: 0 0 12pt } .abstract { margin: 0 %dpt 12pt } .caption { font-size: .9em; text-indent: 0 !important; margin: 3pt 0 8pt !important }", s.between(0, 40))
	s.style("figure { margin: 6pt 0; break-inside: avoid } .ref { font-size: .9em; padding-inline-start: 1.6em; text-indent: -1.6em !important }")
	s.put(`<div class="front"><h1>%s</h1><p>%s, %s</p></div>`, html.EscapeString(s.title()), html.EscapeString(s.word('m')), html.EscapeString(s.word('m')))
	s.put(`<p class="abstract"><b>Abstract.</b> %s</p><div class="columns">`, s.paragraph(4))
	for section := range s.between(3, 5) {
		s.numbered(2, true, section+1)
		s.prose(s.between(1, 3))
		switch s.IntN(4) {
		case 0:
			s.put("<figure>")
			s.chart(200, 110)
			s.put(`<p class="caption">Figure %d. %s</p></figure>`, section+1, html.EscapeString(s.sentence()))
		case 1:
			s.put(`<figure><p class="caption">Table %d. %s</p>`, section+1, html.EscapeString(s.title()))
			s.table(plan{columns: 3, rows: s.between(3, 6)})
			s.put("</figure>")
		}
		s.prose(1)
	}
	s.heading(2, "References")
	for n := range s.between(4, 9) {
		s.put(`<p class="ref">[%d] %s. %s. %s, %d.</p>`, n+1, html.EscapeString(s.word('m')), html.EscapeString(s.title()), html.EscapeString(s.word('p')), s.between(1960, 2026))
	}
	s.put("</div>")
}

// brochures lays out boxes in rows over the width of the page, of one to three equal columns each.
func brochures(s *sheet) {
	s.style(".row { display: grid; column-gap: %dpt; margin: 0 0 %dpt } .box { padding: 8pt 10pt; %s }", s.between(10, 20), s.between(10, 20),
		one(s, "background: "+s.look.tint, "border: 1pt solid "+s.look.accent, "background: "+s.look.accent+"; color: white"))
	s.style(".box h2 { margin-top: 0 }")
	s.heading(1, s.title())
	s.prose(1)
	for range s.between(2, 4) {
		boxes := s.between(1, 3)
		s.put(`<div class="row" style="grid-template-columns: repeat(%d, 1fr)">`, boxes)
		for range boxes {
			s.put(`<div class="box">`)
			s.heading(2, s.title())
			if s.chance(.3) {
				s.points()
			}
			s.put("<p>%s</p></div>", s.paragraph(s.between(2, 4)))
		}
		s.put("</div>")
	}
	s.prose(1)
}

// correspondence lays out a letter: letterhead, address, references and date, subject, text and signature.
func correspondence(s *sheet) {
	side := one(s, "start", "center", "end")
	s.style(".head { text-align: %s; border-bottom: %s; padding-bottom: 6pt; margin: 0 0 24pt } .small { font-size: 8pt; color: #555 }",
		side, one(s, "none", "1pt solid "+s.look.accent))
	s.style(".right { text-align: end } .to { margin: 0 0 18pt; text-align: start } .subject { font-weight: bold; margin: 0 0 10pt }")
	s.put(`<div class="head"><p>%s</p><p class="small">%s</p></div>`, html.EscapeString(s.title()), s.address())
	s.put(`<p class="to">%s</p><p class="right">%s, %s</p>`, s.address(), html.EscapeString(s.word('p')), s.date())
	s.put(`<h1 class="subject" style="font-size: 1em">%s</h1>`, html.EscapeString(s.title()))
	s.prose(s.between(2, 4))
	if s.chance(.4) {
		s.points()
		s.prose(1)
	}
	s.put("<p>%s</p><p>%s</p>", one(s, "Yours sincerely", "Kind regards"), html.EscapeString(s.word('m')))
}
