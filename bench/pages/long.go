package main

import (
	"fmt"
	"html"
	"strings"
)

// longTables lays out a table over several pages, with its header repeated on each.
func longTables(s *sheet) {
	s.ruled(one(s, grid, horizontal, zebra, band, plain))
	s.style("table { break-inside: auto; width: 100%% } tr { break-inside: avoid }")
	if s.chance(.6) {
		s.runningHeads()
	}
	s.heading(1, s.title())
	s.prose(1)
	p := flatPlan(s)
	p.rows = s.between(45, 90)
	p.columns = min(p.columns, 5)
	s.table(p)
	s.prose(1)
}

// reports lays out several pages of headings, prose, lists, tables and charts with running heads.
func reports(s *sheet) {
	s.runningHeads()
	s.ruled(one(s, grid, horizontal, zebra, band))
	numbered := s.chance(.5)
	for chapter := range s.between(2, 3) {
		s.numbered(1, numbered, chapter+1)
		s.prose(s.between(1, 2))
		for section := range s.between(2, 3) {
			s.numbered(2, numbered, chapter+1, section+1)
			s.prose(s.between(1, 3))
			one(s, (*sheet).points, (*sheet).steps, (*sheet).smallTable, (*sheet).smallChart, (*sheet).terms)(s)
		}
	}
}

// numbered adds a heading with or without its number.
func (s *sheet) numbered(level int, with bool, number ...int) {
	s.heading(level, s.numberedTitle(with, number))
}

// numberedTitle returns a title with or without its number.
func (s *sheet) numberedTitle(with bool, number []int) string {
	if !with {
		return s.title()
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(number), " ", "."), "[]") + " " + s.title()
}

func (s *sheet) steps() { s.bullets("ol", s.between(3, 6)) }

func (s *sheet) smallTable() { s.table(flatPlan(s)) }

func (s *sheet) smallChart() { s.chart(s.between(240, 340), s.between(110, 160)) }

// terms adds paragraphs that begin with a bold term, which is not a heading.
func (s *sheet) terms() {
	for range s.between(2, 4) {
		s.put("<p><b>%s.</b> %s</p>", html.EscapeString(s.term()), s.paragraph(2))
	}
}

// memos lays out a single page that has a running head and a page number all the same.
func memos(s *sheet) {
	s.runningHeads()
	s.heading(1, s.title())
	s.put("<p>%s, %s</p>", html.EscapeString(s.word('p')), s.date())
	s.prose(s.between(2, 3))
	s.heading(2, s.title())
	s.prose(1)
	s.points()
}

// footnotes lays out pages with footnotes, each of which the text refers to by a superscript number.
func footnotes(s *sheet) {
	s.look.paper = "A4"
	tall := 842 - 2*s.look.margin
	s.style(".page { height: %dpt; display: flex; flex-direction: column; break-after: page; overflow: hidden }", tall-2)
	s.style(".notes { margin-top: auto; font-size: %dpt; line-height: 1.2 } .notes p { margin: 0 0 2pt } sup { font-size: .65em; line-height: 0 }", s.look.size-2)
	s.style(".notes::before { content: ''; display: block; width: %s; border-top: .5pt solid #333; margin: 0 0 4pt }", one(s, "30%", "100%", "0"))
	note := 0
	for page := range s.between(1, 3) {
		s.put(`<div class="page">`)
		if page == 0 {
			s.heading(1, s.title())
		} else {
			s.heading(2, s.title())
		}
		first := note + 1
		for range s.between(2, 4) {
			note++
			s.put("<p>%s<sup>%d</sup> %s</p>", s.paragraph(s.between(1, 2)), note, s.paragraph(s.between(1, 2)))
		}
		s.put(`<div class="notes">`)
		for n := first; n <= note; n++ {
			s.put("<p><sup>%d</sup> %s</p>", n, html.EscapeString(s.sentence()))
		}
		s.put("</div></div>")
	}
}

// contents lays out a table of contents and the beginning of the text.
func contents(s *sheet) {
	s.style(".entry { display: flex; margin: 0 0 2pt } .entry i { flex: 1; overflow: hidden; white-space: nowrap; direction: rtl; margin: 0 4pt; font-style: normal }")
	s.style(".second { margin-inline-start: 1.5em }")
	s.heading(1, one(s, "Contents", "Table of contents", "In this issue"))
	numbered, leaders := s.chance(.6), ""
	if s.chance(.7) {
		leaders = strings.Repeat(one(s, ".", " .", "·"), 200)
	}
	page := 1
	for chapter := range s.between(4, 7) {
		s.entryOf("", leaders, numbered, &page, chapter+1)
		for section := range s.between(0, 4) {
			s.entryOf("second", leaders, numbered, &page, chapter+1, section+1)
		}
	}
	if s.chance(.5) {
		s.heading(1, s.title())
		s.prose(s.between(1, 2))
	}
}

// entryOf adds a line of a table of contents.
func (s *sheet) entryOf(class, leaders string, numbered bool, page *int, number ...int) {
	s.put(`<p class="entry %s"><span>%s</span> <i data-skip>%s</i> <span>%d</span></p>`,
		class, html.EscapeString(s.numberedTitle(numbered, number)), leaders, *page)
	*page += s.between(1, 9)
}
