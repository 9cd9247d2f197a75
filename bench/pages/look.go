package main

import (
	"fmt"
	"hash/fnv"
	"html"
	"math/rand/v2"
	"strings"
)

// family is a kind of document.
type family struct {
	name string
	// scanned families are also measured as pictures, in English only.
	scanned bool
	// writer families are printed by LibreOffice, which supports few styles, instead of Chromium.
	writer bool
	layout func(*sheet)
}

// document returns the HTML of the family's document with that seed.
func (f family) document(seed int) string {
	s := &sheet{Rand: f.chance(seed)}
	s.dress(f.scanned)
	f.layout(s)
	return s.html()
}

// chance returns the random source of the document with that seed.
func (f family) chance(seed int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(f.name))
	return rand.New(rand.NewPCG(h.Sum64(), uint64(seed))) //nolint:gosec // documents must repeat
}

// sheet is a document in the making: a random source, the chosen language and look, and the page so far.
type sheet struct {
	*rand.Rand
	lang language
	look look
	css  strings.Builder
	body strings.Builder
}

// look is the typography of a document. Lengths are in points.
type look struct {
	paper                 string
	margin, size, gutter  int
	leading, headingScale float64
	justified, hyphenated bool
	font, headingFont     string
	accent, tint          string
}

// dress chooses the language and the look. A plain document is one that English OCR can read.
func (s *sheet) dress(plain bool) {
	s.lang = languages[0]
	if !plain {
		s.lang = one(s, languages[0], languages[0], languages[1], languages[2])
	}
	s.look = look{
		paper: one(s, "A4", "A4", "letter"), margin: s.between(36, 80), size: s.between(9, 12), gutter: s.between(6, 24),
		leading: float64(s.between(115, 155)) / 100, headingScale: float64(s.between(110, 170)) / 100,
		justified: s.chance(.6), hyphenated: s.chance(.5),
		font: one(s, bodyFonts...), accent: one(s, "#1f3a5f", "#7a1f2b", "#20603d", "#333", "#5b3a8c"),
		tint: one(s, "#eef2f7", "#f6f0e6", "#e8f3ec", "#eee"),
	}
	s.look.headingFont = one(s, s.look.font, s.look.font, one(s, bodyFonts...))
}

// bodyFonts are fonts that Debian packages. If one is missing, Chromium substitutes another, and the truth stays the
// same.
var bodyFonts = []string{
	"Liberation Serif", "Liberation Sans", "EB Garamond", "Lato", "Roboto", "Open Sans", "Linux Libertine O", "Carlito", "Caladea",
	"DejaVu Serif", "Noto Serif", "Noto Sans",
}

// setLanguage changes the language, and switches to fonts that have its letters.
func (s *sheet) setLanguage(l language) {
	s.lang = l
	s.look.font = one(s, l.fonts...)
	s.look.headingFont = s.look.font
}

// between returns a number from lo to hi, both included.
func (s *sheet) between(lo, hi int) int { return lo + s.IntN(hi-lo+1) }

// chance reports whether something of that probability happens.
func (s *sheet) chance(p float64) bool { return s.Float64() < p }

// one returns one of the values.
func one[T any](s *sheet, values ...T) T { return values[s.IntN(len(values))] }

// style adds rules to the style sheet.
func (s *sheet) style(format string, args ...any) { fmt.Fprintf(&s.css, format+"\n", args...) }

// put adds HTML to the page.
func (s *sheet) put(format string, args ...any) { fmt.Fprintf(&s.body, format+"\n", args...) }

// heading adds a heading.
func (s *sheet) heading(level int, text string) {
	s.put("<h%d>%s</h%d>", level, html.EscapeString(text), level)
}

// prose adds paragraphs. A few contain a bold term or an underlined link, which are neither headings nor rules.
func (s *sheet) prose(paragraphs int) {
	for range paragraphs {
		text := s.paragraph(s.between(2, 6))
		if s.chance(.15) {
			text = fmt.Sprintf(one(s, "%s <b>%s</b>. %s", `%s <a href="#">%s</a>. %s`), text, html.EscapeString(s.term()), s.paragraph(1))
		}
		s.put("<p>%s</p>", text)
	}
}

// runningHeads prints a running head and a page number on every page, which belong to the page and not to the text.
func (s *sheet) runningHeads() {
	head := strings.ReplaceAll(s.title(), `"`, "")
	s.style(`@page { @%s { content: "%s"; font: %dpt "%s" } @%s { content: %s; font: %dpt "%s" } }`,
		one(s, "top-left", "top-center", "top-right"), head, s.look.size-2, s.look.font,
		one(s, "bottom-left", "bottom-center", "bottom-right"), one(s, `counter(page)`, `"– " counter(page) " –"`, `counter(page) " / " counter(pages)`),
		s.look.size-2, s.look.font)
}

// html returns the whole page.
func (s *sheet) html() string {
	l := s.look
	align := "start"
	if l.justified {
		align = "justify"
	}
	base := fmt.Sprintf(`@page { size: %s; margin: %dpt }
body { margin: 0; font: %dpt/%.2f "%s"; text-align: %s; -webkit-print-color-adjust: exact }
h1, h2, h3, h4 { font-family: "%s"; line-height: 1.2; margin: .9em 0 .4em; text-align: start; break-after: avoid; break-inside: avoid }
h1 { font-size: %.1fpt } h2 { font-size: %.1fpt } h3 { font-size: %.1fpt }
p { margin: 0 0 .6em } ul, ol { margin: 0 0 .6em; padding-inline-start: 1.6em; text-align: start } td, th { text-align: start; vertical-align: top }`,
		l.paper, l.margin, l.size, l.leading, l.font, align, l.headingFont,
		float64(l.size)*l.headingScale*1.4, float64(l.size)*l.headingScale*1.15, float64(l.size)*1.05)
	return fmt.Sprintf("<!doctype html>\n<html lang=%q dir=%q>\n<meta charset=\"utf-8\">\n<style>\n%s\n%s</style>\n<body>\n%s</body>\n</html>\n",
		s.lang.code, s.lang.direction, base, s.css.String(), s.body.String())
}
