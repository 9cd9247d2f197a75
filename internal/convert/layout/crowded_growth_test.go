package layout_test

import (
	"fmt"
	"testing"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// TestGrowthOfCrowdedPages has pages on which every part has to do with every other.
func TestGrowthOfCrowdedPages(t *testing.T) {
	growth.Run(t, []growth.Case[ink.Input]{
		{Name: "records below bold headers", Build: grown(func(s *sheet, i, _ int) {
			font, y := []int{bold, regular}[min(i%4, 1)], 12*float64(i)
			s.text(60, y, 10, font, []string{"Name", "ab", "", "cd"}[i%4])
			s.text(200, y, 10, font, []string{"Text", "Some text that", "goes on", "Some text that"}[i%4])
		})},
		{Name: "records below a bold header", Build: grown(func(s *sheet, i, _ int) {
			font, y := []int{bold, regular}[min(i, 1)], 12*float64(i)
			s.text(60, y, 10, font, []string{"ab", ""}[i%2])
			s.text(200, y, 10, font, []string{"Some text that", "goes on and on"}[i%2])
		})},
		{Name: "headers on bands", Build: grown(func(s *sheet, i, _ int) {
			y := 12 * float64(i)
			if i%16 == 0 {
				s.fill(52, y-11, 550, y+3)
			}
			s.row(y, itemColumns, [][]string{{"Qty", "Item", "Price", "Amount"}, {"2", "Lamp", "10.00", "20.00"}}[min(i%16, 1)]...)
		})},
		{Name: "items below a ruled header", Build: grown(func(s *sheet, i, _ int) {
			y := 12 * float64(i)
			if i == 0 {
				s.across(y+3, 52, 550)
			}
			s.row(y, itemColumns, [][]string{{"Qty", "Item", "Price", "Amount"}, {"2", "Lamp", "10.00", "20.00"}, {"", "with a handle"}}[min(i, 1+i%2)]...)
		})},
		{Name: "labels in a cell", Build: grown(func(s *sheet, i, n int) {
			s.text(60, 12*float64(i), 10, regular, "Slump: 3 mm")
			if i == n-1 {
				s.text(360, 12, 10, regular, "Graph")
				s.framed([]float64{60, 360}, 0, 12*float64(n))
			}
		})},
		{Name: "items in a drawn row", Build: grown(func(s *sheet, i, n int) {
			s.row(12*float64(i), itemColumns, [][]string{{"2", "Lamp", "10.00", "20.00"}, {"", "with a handle"}}[i%2]...)
			if i == n-1 {
				s.framed(itemColumns, 0, 12*float64(n))
			}
		})},
		{Name: "strokes in the colour of paper", Build: grown(func(s *sheet, i, _ int) {
			inColor(s, ink.White, func() { s.text(60, 12*float64(i), 10, regular, []string{"_", "word"}[i%2]) })
		})},
		{Name: "lines farther apart than their records", From: 1024, Build: grown(func(s *sheet, i, _ int) {
			s.row(28*float64(i), []float64{60, 200}, "ab", "some text")
			s.text(200, 28*float64(i)+16, 10, regular, "goes on")
			s.across(4, 55, 300)
		})},
		{Name: "columns between titles on backgrounds", Build: grown(func(s *sheet, i, _ int) {
			y := 60 * float64(i)
			s.fill(50, y, 550, y+30)
			s.text(60, y+20, 20, bold, "Title")
			s.row(y+45, []float64{60, 300}, "two of many words", "ab cd")
		})},
		{Name: "plots", Build: grown(func(s *sheet, i, _ int) {
			x, y := 120*float64(i%4), 60*float64(i/4)
			s.stroke(x+20, y, x+80, y+45)
			s.down(x+20+12*float64(i%5), y+45, y+50)
			s.text(x+18+12*float64(i%5), y+58, 6, regular, "12")
		})},
		{Name: "numbers at ticks", Build: grown(func(s *sheet, i, _ int) {
			s.down(300, 12*float64(i), 12*float64(i)+6)
			s.text(297, 12*float64(i)+12, 6, regular, "12")
			s.stroke(100, 12*float64(i), 180, 12*float64(i)+70)
		})},
		{Name: "bars", Build: grown(func(s *sheet, i, n int) {
			x := 40 * float64(i)
			s.fill(x, 100-float64(10+i%7*10), x+20, 100)
			s.text(x+7, 110, 6, regular, "12")
		})},
		{Name: "labels beside strokes", Build: grown(func(s *sheet, i, n int) {
			s.stroke(100, 0, 200, 12*float64(n))
			s.text(205+30*float64(i%8), 12*float64(i/8), 8, regular, "ab cd")
		})},
		{Name: "columns of two rows", From: 4096, Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i%2), []float64{40 * float64(i/2)}, "12")
		})},
		{Name: "columns with two texts of several rows", From: 4096, Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i%6), []float64{float64(i/6) * 90, float64(i/6)*90 + 40}, "ab cd", "ef")
		})},
		{Name: "small letters above large ones", From: 4096, Build: grown(func(s *sheet, i, _ int) {
			s.text(30*float64(i), 100, 10, regular, "a")
			s.text(30*float64(i)+12, 95.5, 6, regular, "b")
		})},
		{Name: "white fills among coloured ones", From: 4096, Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, regular, "ab")
			b := page.Box{X0: 100, Y0: 60 * float64(i), X1: 300, Y1: 60*float64(i) + 40}
			s.Fills = append(s.Fills, ink.Fill{Box: b, Color: []uint32{ink.White, 0xEEEEEE}[i%2]})
		})},
		{Name: "symbols by themselves", From: 4096, Build: grown(func(s *sheet, i, _ int) {
			if i == 0 {
				s.Fonts = append(s.Fonts, ink.Font{Name: "CMMI10", Italic: true})
			}
			s.text(60*float64(i%8), 30*float64(i/8), 10, 3, "x")
		})},
		{Name: "symbols below a long line", From: 256, To: 2048, Build: grown(func(s *sheet, i, _ int) {
			if i == 0 {
				s.Fonts = append(s.Fonts, ink.Font{Name: "CMMI10", Italic: true})
			}
			s.text(60*float64(i), 120, 10, 3, "x")
			s.justified(60*float64(i), 100, 10, 57, "two of many")
		})},
		{Name: "symbols above lines of words", From: 256, To: 2048, Build: grown(func(s *sheet, i, _ int) {
			if i == 0 {
				s.Fonts = append(s.Fonts, ink.Font{Name: "CMMI10", Italic: true})
			}
			s.text(60*float64(i/2), 100, 10, 3, "x")
			s.text(600*float64(i/2), 120, 10, regular, "one two three four five six")
		})},
		{Name: "numbers of formulas", From: 256, To: 2048, Build: grown(func(s *sheet, i, _ int) {
			if i == 0 {
				s.Fonts = append(s.Fonts, ink.Font{Name: "CMMI10", Italic: true})
			}
			s.text(s.text(60, 12*float64(i), 10, 3, "x=y"), 12*float64(i), 10, regular, "(1)")
		})},
		{Name: "bookmarks whose numbers are not there", Build: grown(func(s *sheet, i, _ int) {
			s.Bookmarks = append(s.Bookmarks, ink.Bookmark{Title: fmt.Sprintf("%d Part", 2*i), Level: 1})
			s.text(60, 30*float64(i), 10, bold, fmt.Sprintf("%d Part", 2*i+1))
		})},
	}, func(_ *testing.T, in ink.Input) { page.Markdown(layout.Analyze(in)) })
}
