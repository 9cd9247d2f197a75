package layout_test

import (
	"fmt"
	"testing"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

func TestGrowthOfRecords(t *testing.T) {
	growth.Run(t, []growth.Case[ink.Input]{
		{Name: "records below headers", Build: grown(func(s *sheet, i, _ int) {
			font := []int{bold, regular, mono}[min(i%40, 1+i%2)]
			s.text(60, 12*float64(i), 10, font, []string{"name", "longer", "Other"}[i%3])
			s.text(160, 12*float64(i), 10, font, "Text of it")
		})},
		{Name: "figures below labels", Build: grown(func(s *sheet, i, _ int) {
			for k := range 4 {
				s.text(60+80*float64(k), 12*float64(i), 10, []int{bold, regular}[min(i%250, 1)], []string{"Name", "12"}[min(i%250, k, 1)])
			}
		})},
		{Name: "dots far apart", Build: grown(func(s *sheet, i, _ int) {
			s.text(60+20*float64(i%20), 12*float64(i/20), 10, regular, ".")
		})},
		{Name: "rows of drawn cells", Build: grown(func(s *sheet, i, _ int) {
			y := 30 * float64(i)
			lattice(s, []float64{20, 80, 140, 200}, []float64{y, y + 16})
			s.row(y+11, []float64{24, 84, 144}, "one", "two", "three")
		})},
		{Name: "even lines of a drawn row", Build: grown(func(s *sheet, i, n int) {
			if i == 0 {
				lattice(s, fourColumns, []float64{0, 12 * float64(n)})
			}
			s.row(12*float64(i)+10, fourColumns, "ab", "cd ef", "gh", "")
		})},
		{Name: "tables of filled rows with texts between them", Build: grown(func(s *sheet, i, _ int) {
			if y := 24 * float64(i); i%4 > 0 {
				s.filledRow(y, 0xAABBCC, "one", "two", "three")
			} else {
				s.text(60, y+16, 10, regular, "Text of it")
			}
		})},
		{Name: "bookmarks of one title in types of all sizes", Build: grown(func(s *sheet, i, _ int) {
			s.Bookmarks = append(s.Bookmarks, ink.Bookmark{Title: "Part", Level: 1})
			s.text(60, 30*float64(i), 8+float64(i%16), bold, "Part")
		})},
		{Name: "entries with labels in bold", Build: grown(func(s *sheet, i, _ int) {
			x := s.text(60, 12*float64(i), 10, bold, "Name")
			s.text(x, 12*float64(i), 10, regular, " or text"[:3+i%6])
		})},
		{Name: "lines of one word", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, regular, "quay.c")
		})},
		{Name: "captions of algorithms", Build: grown(func(s *sheet, i, _ int) {
			s.across(12*float64(i), 20, 300)
			s.text(20, 10+12*float64(i), 10, regular, "Algorithm 1 Search")
		})},
		{Name: "names between rows", Build: grown(func(s *sheet, i, _ int) {
			if i == 0 {
				s.across(0, 20, 300)
				s.across(10_000_000, 20, 300)
			}
			if i%3 == 2 {
				s.text(20, 8*float64(i)-12, 10, regular, "north")
				return
			}
			s.row(8*float64(i), []float64{100, 200}, "a", "1.2")
		})},
		{Name: "small numbers in the margin", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i), []float64{20}, fmt.Sprint(i%10000))
			s.text(10, 12*float64(i), 6, regular, fmt.Sprint(i%10000))
		})},
		{Name: "titles and page numbers", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i), []float64{60, 400}, "Title of it", fmt.Sprint(i%50))
		})},
		{Name: "records with rests between rules", Build: grown(func(s *sheet, i, n int) {
			s.row(12*float64(i), []float64{60, 120, 200}[min(i%5, 2):], []string{"Name", "text of it", "goes on for"}[min(i%5, 2):]...)
			if i == 1 || i == n-1 {
				s.across(12*float64(i)-9, 60, 400)
			}
		})},
		{Name: "names of several lines between rules", Build: grown(func(s *sheet, i, n int) {
			s.row(12*float64(i)+6*float64(i/2), []float64{60, 120}, "Name or so", "text of some words that goes on")
			if i == 1 || i == n-1 {
				s.across(12*float64(i)+6*float64(i/2)-9, 60, 400)
			}
		})},
		{Name: "lines centred below bold labels", Build: grown(func(s *sheet, i, _ int) {
			for k := range 1 + i%20 {
				s.text(60+50*float64(k)-float64(i%3), 12*float64(i), 10, []int{bold, regular}[min(i%20, 1)], []string{"Text", "Text"[:2+i%3]}[min(i%2, 1)])
			}
		})},
		{Name: "cells of many wide lines between rules", Build: grown(func(s *sheet, i, n int) {
			s.row(12*float64(i), []float64{60, 120}[min(i%20, 1):], []string{"Name", "text of many words that goes on for a long while, and then on"}[min(i%20, 1):]...)
			if i%20 == 19 || i == n-1 {
				s.across(12*float64(i)+4, 60, 400)
			}
		})},
		{Name: "headers of several lines", Build: grown(func(s *sheet, i, _ int) {
			for k := range 2 + i%3 {
				s.text(60+80*float64(k), 12*float64(i), 10, []int{bold, regular}[min(i%6/3, 1)], "Text")
			}
		})},
		{Name: "labels beside texts", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 40*float64(i), 10, bold, "Label")
			s.text(200, 40*float64(i)+3, 10, regular, "text of some words")
		})},
		{Name: "titles above lists side by side", Build: grown(func(s *sheet, i, _ int) {
			for k := range 2 {
				s.text(60+300*float64(k), 16*float64(i), 10, []int{bold, regular}[min(i%30, 1)], []string{"Title", "• item of it"}[min(i%30, 1)])
			}
		})},
		{Name: "tiles below each other", Build: grown(func(s *sheet, i, _ int) {
			for k := range 3 {
				s.text(60+100*float64(k), 20*float64(i), []float64{20, 10, 10}[i%3], regular, []string{"12", "lamps", "of it"}[i%3])
			}
		})},
		{Name: "filled cells of slides", Build: grown(func(s *sheet, i, n int) {
			s.Width, s.Height = 900, 600
			for k := range 3 {
				s.cell(60+90*float64(k), 26*float64(i), 150+90*float64(k), 26*float64(i+1), []uint32{0xEEEEEE, ink.White}[i%2], "lamp")
			}
		})},
		{Name: "stripes cell by cell", Build: grown(func(s *sheet, i, _ int) {
			y := 16 * float64(i)
			s.row(y+11, []float64{60, 120}, "Name", "Text")
			if i%2 == 0 {
				s.fill(55, y, 115, y+16)
				s.fill(115, y, 400, y+16)
			}
		})},
		{Name: "headers with rules and wide spaces", Build: grown(func(s *sheet, i, _ int) {
			for k := range 1 + i%20 {
				s.text(60+50*float64(k), 12*float64(i), 10, regular, "Text")
			}
			if i%2 == 0 {
				s.across(12*float64(i)+3, 60, 400)
			}
		})},
	}, func(_ *testing.T, in ink.Input) { page.Markdown(layout.Analyze(in)) })
}
