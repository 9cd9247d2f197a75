package main

import (
	"fmt"
	"html"
	"strings"
)

// charts lays out prose with drawn charts. Their labels are text, never a table.
func charts(s *sheet) {
	s.heading(1, s.title())
	for i := range s.between(2, 3) {
		s.prose(s.between(1, 2))
		s.chart(s.between(260, 420), s.between(120, 200))
		s.put("<p>%s %d. %s</p>", one(s, "Figure", "Fig.", "Chart"), i+1, html.EscapeString(s.title()))
	}
	s.prose(1)
}

// chart adds a drawing of bars or lines with labels on both axes, a legend or values on the bars.
// In the truth it is its labels: those of the upright axis from the top, those of the other from the left.
func (s *sheet) chart(width, height int) {
	bars, ticks := s.between(4, 8), s.between(3, 5)
	const left, bottom = 34, 16
	step := float64(width-left) / float64(bars)
	var draw strings.Builder
	var upright, level []string
	unit := one(s, 5, 10, 20, 250, 1000)
	for t := ticks; t >= 0; t-- {
		y := float64(height-bottom) - float64(t)*float64(height-bottom-10)/float64(ticks)
		label := fmt.Sprint(t * unit)
		upright = append(upright, label)
		fmt.Fprintf(&draw, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`, left-4, y+3, label)
		fmt.Fprintf(&draw, `<path d="M%d %.1fH%d" stroke="#bbb" stroke-width=".5"/>`, left, y, width)
	}
	year, line := s.between(1990, 2015), s.chance(.4)
	path := ""
	for b := range bars {
		x, tall := left+step*float64(b), float64(height-bottom-10)*(.1+.85*s.Float64())
		label := fmt.Sprint(year + b)
		level = append(level, label)
		fmt.Fprintf(&draw, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, x+step/2, height-3, label)
		if line {
			path += fmt.Sprintf("%c%.1f %.1f", "ML"[min(b, 1)], x+step/2, float64(height-bottom)-tall)
			continue
		}
		fmt.Fprintf(&draw, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`,
			x+step*.2, float64(height-bottom)-tall, step*.6, tall, s.look.accent)
	}
	fmt.Fprintf(&draw, `<path d="%s" fill="none" stroke="%s" stroke-width="1.5"/>`, path, s.look.accent)
	s.put(`<div data-text="%s"><svg width="%dpt" height="%dpt" viewBox="0 0 %d %d" style="max-width: 100%%; font: 7px '%s'">%s</svg></div>`,
		strings.Join(upright, "\n")+"\n"+strings.Join(level, " "), width, height, width, height, s.look.font, draw.String())
}
