package layout_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"quire/internal/convert/layout"
	"quire/internal/convert/layout/ink"
	"quire/internal/convert/page"
	"quire/internal/growth"
)

// grown makes pages by calling add n times.
func grown(add func(s *sheet, i, n int)) func(n int) ink.Input {
	return func(n int) ink.Input {
		s := newSheet()
		for i := range n {
			add(s, i, n)
		}
		return s.Input
	}
}

// seeded makes pages of n things in random places, the same in each run.
func seeded(add func(s *sheet, chance *rand.Rand)) func(n int) ink.Input {
	return func(n int) ink.Input {
		s, chance := newSheet(), rand.New(rand.NewPCG(1, 2))
		for range n {
			add(s, chance)
		}
		return s.Input
	}
}

func TestGrowthOfPages(t *testing.T) {
	spread := func(i, n int) float64 { return 20 + 560*float64(i)/float64(n) }
	growth.Run(t, []growth.Case[ink.Input]{
		{Name: "glyphs in one place", Build: grown(func(s *sheet, _, _ int) { s.text(100, 100, 10, regular, "a") })},
		{Name: "words in one place", Build: grown(func(s *sheet, _, _ int) { s.text(100, 100, 10, regular, "word ") })},
		{Name: "a line", Build: grown(func(s *sheet, i, n int) { s.text(spread(i, n), 100, 10, regular, "a") })},
		{Name: "a line far over the page", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i)*6, 100, 10, regular, "a") })},
		{Name: "words of a long line", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i)*30, 100, 10, regular, "word") })},
		{Name: "a column", Build: grown(func(s *sheet, i, n int) { s.text(100, spread(i, n), 10, regular, "a") })},
		{Name: "a column far over the page", Build: grown(func(s *sheet, i, _ int) { s.text(100, float64(i)*12, 10, regular, "word") })},
		{Name: "accents behind their line", Build: grown(func(s *sheet, i, n int) {
			s.text(spread(i%(n/2+1), n/2+1), 100, 10, regular, []string{"x", "¨"}[2*i/n])
		})},
		{Name: "numbers of lines", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i), []float64{20, 60}, fmt.Sprint(i%10000), "words go on here over the line")
		})},
		{Name: "numbers of a pleading", From: 512, Build: grown(func(s *sheet, i, _ int) {
			s.text(20, 12*float64(i), 8, regular, fmt.Sprint(i+1))
			s.text(60, 18*float64(i), 10, regular, "words go on here over the line")
		})},
		{Name: "brackets below each other", Build: grown(func(s *sheet, i, _ int) {
			s.text(60+40*float64(i%5), 12*float64(i/5), 10, regular, ")")
		})},
		{Name: "entries of an index", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, []string{"ab, 12", "cd, 3, 4"}[i%2]) })},
		{Name: "columns of an index", Build: grown(func(s *sheet, i, _ int) { s.row(12*float64(i), []float64{60, 300}, "ab, 12", "cd, 3, 4") })},
		{Name: "points in a sentence", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, regular, fmt.Sprintf("of the town (%d) and of the readers (%d)", i%99, i%99+1))
		})},
		{Name: "a diagonal", Build: grown(func(s *sheet, i, n int) { s.text(spread(i, n), spread(i, n), 10, regular, "a") })},
		{Name: "stairs of words", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i)*30, float64(i)*12, 10, regular, "word") })},
		{Name: "a page that leans", Build: grown(func(s *sheet, i, n int) {
			s.text(60, 12*float64(i), 10, regular, "words of a line")
			if i == n-1 {
				s.lean(3)
			}
		})},
		{Name: "words by chance", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.text(600*chance.Float64(), 800*chance.Float64(), 10, regular, "ab")
		})},
		{Name: "words of many sizes", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.text(600*chance.Float64(), 800*chance.Float64(), 1+30*chance.Float64(), regular, "ab")
		})},
		// Below, pages grow from places without words to probeLimit places and spacedRows rows that all have some.
		{Name: "tiny words by chance", From: 1 << 14, Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.text(600*chance.Float64(), 800*chance.Float64(), .1, regular, "a")
		})},
		{Name: "a listing in columns", Build: grown(func(s *sheet, i, _ int) {
			s.text(30, 12*float64(i), 10, mono, "ab")
			s.text(200, 12*float64(i), 10, mono, "12")
		})},
		{Name: "a listing with numbers between rules", Build: grown(func(s *sheet, i, _ int) {
			s.text(20, 12*float64(i), 5, regular, "1")
			s.text(30, 12*float64(i), 10, mono, "ab")
			s.text(33.3+float64(i%7), 12*float64(i), 10, mono, "cd")
			s.across(12*float64(i)+3*float64(i%2), 15, 300)
		})},
		{Name: "texts that go on below names", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, mono, []string{"name", "longer", ""}[i%3])
			s.text(120, 12*float64(i), 10, regular, []string{"Some text", "Another", "goes on"}[i%3])
		})},
		{Name: "names that a column fits", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i), []float64{30, 57}, []string{"a", "abc"}[i%2], "cd")
		})},
		{Name: "numbers at the edge", Build: grown(func(s *sheet, i, n int) { s.text(spread(i, n), 20, 10, regular, "1 a 2") })},
		{Name: "labels and figures", Build: grown(func(s *sheet, i, _ int) { s.row(12*float64(i), []float64{30, 200, 300}, "ab", "12", "34") })},
		{Name: "cells between white space", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i)+6*float64(i/4), []float64{30, 200, 300}, []string{"ab ef", "cd ef", "gh"}[i%3:]...)
		})},
		{Name: "cells that share edges", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i%6), []float64{float64(i/6) * 30, float64(i/6)*30 + float64(11+i%3)}, "a", "b")
		})},
		{Name: "records between white space", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i)+6*float64(i/3), []float64{30, 200, 300}, []string{"ab", "cd ef", "gh"}[:3-i%3]...)
		})},
		{Name: "records of one column", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i)+6*float64(i/2), []float64{30, 200}, []string{"ab", "cd ef"}[:2-i%2]...)
		})},
		{Name: "cells that nearly touch", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i), []float64{30, 52.5, 75, 97.5}, []string{"ab", "abcd"}[i%2], "abcd", "ab", "ab")
		})},
		{Name: "labels above values", Build: grown(func(s *sheet, i, _ int) {
			s.fields(30*float64(i), 7, []string{"ab", "cd"}, []string{"ef", "gh"}, []string{"ij"}[:i%2])
			s.down(200, 30*float64(i)-20, 30*float64(i)+20*float64(i%2))
		})},
		{Name: "labels of several lines", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i)+3*float64(i/3), []float64{30, 200, 300}, []string{"ab cd", "12", "34"}[:1+2*(i%3/2)]...)
		})},
		{Name: "outdented lines", Build: grown(func(s *sheet, i, _ int) { s.text(60+18*float64(i%3), 12*float64(i), 10, regular, "Ab cd.") })},
		{Name: "titles between rules", Build: grown(func(s *sheet, i, _ int) {
			s.across(14*float64(i)+4, 20, 400)
			s.row(14*float64(i), []float64{30, 200}[:1+i%2], []string{"ab", "cd"}[:1+i%2]...)
		})},
		{Name: "titles side by side", Build: grown(func(s *sheet, i, _ int) {
			for k := range 4 {
				s.text(60+120*float64(k), 12*float64(i), 10, []int{bold, regular}[i%3/2], []string{"Ab cd", "ef gh"}[i%3/2])
			}
		})},
		{Name: "tiles", Build: grown(func(s *sheet, i, _ int) {
			for k := range 3 - i%3/2*2 {
				s.text(60+120*float64(k), 20*float64(i), []float64{9, 18, 10}[i%3], regular, []string{"Ab", "12", "cd"}[i%3])
			}
		})},
		{Name: "rare letters", Build: grown(func(s *sheet, i, _ int) {
			if i == 0 {
				s.Fonts = append(s.Fonts, ink.Font{Name: "Rare", Weightless: true})
			}
			s.text(60+5*float64(i%100), 12*float64(i/100), 10, []int{bold, 3}[i%2], "f")
		})},
		{Name: "labels before texts", Build: grown(func(s *sheet, i, _ int) { s.row(12*float64(i), []float64{60, 110}, "label", "text") })},
		{Name: "entries on underscores", Build: grown(func(s *sheet, i, _ int) {
			s.text(60+float64(i%5), 100+float64(i%7), 10, regular, []string{"_________", "ab"}[i%2])
		})},
		{Name: "entries on rows of underscores", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, regular, "_________")
			s.text(66, 12*float64(i)-2, 8, regular, "ab")
		})},
		{Name: "drawn underscores", Build: grown(func(s *sheet, i, _ int) { s.drawn(60+float64(i%7), 12*float64(i%50), 10, .3, true, "a_b") })},
		{Name: "numbered lines", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "2.1 Data") })},
		{Name: "signs beside figures", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i), []float64{30, 100, 110, 200, 210}, "ab", "$", "12", "$", "34")
		})},
		{Name: "labels with figures and without", Build: grown(func(s *sheet, i, _ int) {
			s.row(12*float64(i), []float64{30, 200, 300}, []string{"ab", "12", "34"}[:1+2*(i/4%2)]...)
		})},
		{Name: "turned words", Build: seeded(func(s *sheet, chance *rand.Rand) {
			from := len(s.Glyphs)
			s.text(600*chance.Float64(), 800*chance.Float64(), 10, regular, "ab")
			for i := from; i < len(s.Glyphs); i++ {
				s.Glyphs[i].Angle = chance.IntN(360)
			}
		})},
		{Name: "one word of many letters", Build: grown(func(s *sheet, i, _ int) { s.text(float64(i), 100, 2, regular, "a") })},
		{Name: "bullets", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "• item") })},
		{Name: "numbered items", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, fmt.Sprintf("%d. item", i)) })},
		{Name: "columns of a table without rules", Build: grown(func(s *sheet, i, _ int) { s.row(12*float64(i), []float64{60, 200, 340}, "a", "12", "34") })},
		{Name: "columns side by side", Build: grown(func(s *sheet, i, _ int) { s.column(float64(i)*60, 60, 10, "ab", "cd", "ef") })},
		{Name: "narrow columns with interruptions", Build: grown(func(s *sheet, i, _ int) {
			y := 12 * float64(i)
			if i%4 == 3 {
				s.text(60, y, 10, regular, "words and words that go over both columns")
				return
			}
			for _, x := range []float64{60, 170} {
				s.justified(x, y, 10, 104, "two of many words")
			}
		})},
		{Name: "columns that pause", Build: grown(func(s *sheet, i, _ int) {
			y := 80 * float64(i)
			s.column(60, y, 10, prose(3, 30)...)
			s.column(300, y+20*float64(i%2), 10, prose(3, 30)...)
			s.across(y+70, 60, 500)
		})},
		{Name: "letters of formulas", Build: grown(func(s *sheet, i, _ int) {
			y := 20 * float64(i)
			x := s.text(60, y, 10, regular, "x")
			s.text(s.text(x, y-4, 6, regular, "2"), y, 10, regular, "=∑∫√")
		})},
		{Name: "headings", Build: grown(func(s *sheet, i, _ int) { s.text(60, 40*float64(i), 20, bold, "Heading") })},
		{Name: "dot leaders", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "Part .......... 12") })},
		{Name: "leaders of middle dots", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "Part ·········· 12") })},
		{Name: "right to left", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, regular, "שלום 12 ab") })},
		{Name: "code", Build: grown(func(s *sheet, i, _ int) { s.text(60, 12*float64(i), 10, mono, "if a { b() }") })},
		{Name: "hidden text", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, regular, "ab")
			s.Glyphs[len(s.Glyphs)-1].Hidden = true
		})},
	}, func(_ *testing.T, in ink.Input) { page.Markdown(layout.Analyze(in)) })
}

func TestGrowthOfDrawings(t *testing.T) {
	spread := func(i, n int) float64 { return 20 + 560*float64(i)/float64(n) }
	box := func(x, y, w, h float64) page.Box { return page.Box{X0: x, Y0: y, X1: x + w, Y1: y + h} }
	text := func(s *sheet, i int) {
		if i == 0 {
			s.column(60, 60, 10, prose(40, 50)...)
		}
	}
	growth.Run(t, []growth.Case[ink.Input]{
		{Name: "rings around choices", Build: grown(func(s *sheet, i, _ int) {
			s.text(float64(60+30*(i%8)), float64(100+14*(i/8)), 10, regular, "yes/no")
			if len(s.Rings) < 200 {
				s.Rings = append(s.Rings, page.Box{X0: float64(58 + 30*(i%8)), Y0: float64(90 + 14*(i/8)), X1: float64(74 + 30*(i%8)), Y1: float64(104 + 14*(i/8))})
			}
		})},
		{Name: "rules across", From: 64, Build: grown(func(s *sheet, i, n int) { text(s, i); s.across(spread(i, n), 20, 580) })},
		{Name: "rules down", Build: grown(func(s *sheet, i, n int) { text(s, i); s.down(spread(i, n), 20, 580) })},
		{Name: "a grid", Build: grown(func(s *sheet, i, n int) { s.across(spread(i, n), 20, 580); s.down(spread(i, n), 20, 580) })},
		{Name: "a grid with text", From: 64, Build: grown(func(s *sheet, i, n int) {
			text(s, i)
			s.across(spread(i, n), 20, 580)
			s.down(spread(i, n), 20, 580)
		})},
		{Name: "a grid far over the page", From: 64, Build: grown(func(s *sheet, i, n int) {
			s.across(15*float64(i), 20, 580)
			if i < 6 {
				s.down(20+112*float64(i), 0, 15*float64(n-1))
			}
			s.text(30, 15*float64(i)+11, 8, regular, "ab")
		})},
		{Name: "rows divided at places of their own", From: 32, To: 256, Build: grown(func(s *sheet, i, _ int) {
			y := 15 * float64(i)
			s.across(y, 20, 20000)
			s.across(y+15, 20, 20000)
			for k := range 3 {
				s.down(40+30*float64(i)+1000*float64(k), y, y+15)
			}
			s.text(30, y+11, 8, regular, "ab")
		})},
		{Name: "lines of records in one drawn row", From: 64, Build: grown(func(s *sheet, i, n int) {
			if i < 2 {
				s.across(20, 20, 580)
				s.across(40, 20, 580)
				s.across(60+12*float64(n), 20, 580)
				for k := range 29 {
					s.down(20+20*float64(k), 20, 60+12*float64(n))
				}
			}
			s.row(34, []float64{24, 44, 64}, "a", "b", "c")
			s.row(54+12*float64(i), []float64{44, 64, 84, 104}, "10", "20", "30", "ab")
			s.text(24, 50+12*float64(i), 10, regular, "a")
		})},
		{Name: "figures that nearly touch between two rules", From: 64, Build: grown(func(s *sheet, i, n int) {
			if i == 0 {
				s.across(20, 20, 580)
				s.across(40+12*float64(n), 20, 580)
			}
			cells, xs := []string{"ab"}, []float64{24}
			for k := range 10 {
				cells, xs = append(cells, "1,204 $ 317"), append(xs, 60+52*float64(k))
			}
			s.row(34+12*float64(i), xs, cells...)
		})},
		{Name: "rows below a filled header", Build: grown(func(s *sheet, i, _ int) {
			if i < 2 {
				s.Fills = append(s.Fills, ink.Fill{Box: box(20, 20*float64(i), 200, 20)}, ink.Fill{Box: box(220, 20*float64(i), 200, 20)})
			}
			s.row(14+20*float64(i), []float64{30, 230}, "ab", "12")
		})},
		{Name: "rules in one place", Build: grown(func(s *sheet, i, _ int) { text(s, i); s.across(100, 20, 580) })},
		{Name: "tiny rules on a line", Build: grown(func(s *sheet, i, n int) { text(s, i); s.across(100, spread(i, n), spread(i, n)+560/float64(n)/2) })},
		{Name: "tiny rules by chance", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.across(800*chance.Float64(), 500*chance.Float64(), 510)
			s.down(500*chance.Float64(), 600*chance.Float64(), 610)
		})},
		{Name: "boxes by chance", From: 2048, Build: seeded(func(s *sheet, chance *rand.Rand) {
			x, y := 500*chance.Float64(), 700*chance.Float64()
			s.across(y, x, x+20)
			s.across(y+10, x, x+20)
			s.down(x, y, y+10)
			s.down(x+20, y, y+10)
			s.text(x+2, y+8, 6, regular, "ab")
		})},
		{Name: "boxes in boxes", Build: grown(func(s *sheet, i, n int) {
			d := 280 * float64(i) / float64(n)
			s.across(20+d, 20+d, 580-d)
			s.across(580-d, 20+d, 580-d)
			s.down(20+d, 20+d, 580-d)
			s.down(580-d, 20+d, 580-d)
		})},
		{Name: "small tables", Build: grown(func(s *sheet, i, _ int) {
			y := 60 * float64(i)
			for k := range 3 {
				s.across(y+15*float64(k), 60, 260)
				s.down(60+100*float64(k), y, y+30)
			}
			s.row(y+11, []float64{64, 164}, "a", "b")
			s.row(y+26, []float64{64, 164}, "c", "d")
		})},
		{Name: "fills in one place", Build: grown(func(s *sheet, i, _ int) {
			text(s, i)
			s.Fills = append(s.Fills, ink.Fill{Box: box(60, 60, 200, 100), Color: 0xEEEEEE})
		})},
		{Name: "fills in stripes", Build: grown(func(s *sheet, i, n int) {
			text(s, i)
			s.Fills = append(s.Fills, ink.Fill{Box: box(60, spread(i, n), 400, 560/float64(n)), Color: uint32(i)})
		})},
		{Name: "fills by chance", Build: seeded(func(s *sheet, chance *rand.Rand) {
			x, y := 500*chance.Float64(), 700*chance.Float64()
			s.Fills = append(s.Fills, ink.Fill{Box: box(x, y, 20, 12), Color: uint32(chance.IntN(9))})
			s.text(x+2, y+8, 6, regular, "ab")
		})},
		{Name: "dots", Build: seeded(func(s *sheet, chance *rand.Rand) {
			y := 800 * chance.Float64()
			s.Dots = append(s.Dots, box(50, y, 3, 3))
			s.text(60, y, 6, regular, "ab")
		})},
		{Name: "large dots and squares", Build: grown(func(s *sheet, i, n int) {
			y := spread(i, n)
			s.Dots = append(s.Dots, box(50, y, 9, 9))
			s.Fills = append(s.Fills, ink.Fill{Box: box(300, y, 8, 8), Color: 0x336699})
			s.text(64, y, 12, regular, "ab")
		})},
		{Name: "small pictures", Build: grown(func(s *sheet, i, n int) {
			y := spread(i, n)
			s.Images = append(s.Images, ink.Image{Box: box(50, y, 9, 9), Content: -1})
			s.text(64, y, 12, regular, "ab")
		})},
		{Name: "check boxes", Build: seeded(func(s *sheet, chance *rand.Rand) {
			x, y := 500*chance.Float64(), 700*chance.Float64()
			s.square(x, y, 8)
			s.tick(x, y, 8)
			s.text(x+12, y, 8, regular, "ab")
		})},
		{Name: "check boxes in one place", Build: grown(func(s *sheet, _, _ int) {
			s.square(60, 100, 8)
			s.text(72, 100, 8, regular, "ab")
		})},
		{Name: "fields on a line", From: 512, Build: grown(func(s *sheet, i, _ int) {
			x := 40 * float64(i)
			s.Fields = append(s.Fields, ink.Field{Field: page.Field{Kind: page.TextField, Value: "b", Box: box(x, 90, 20, 14)}})
			s.text(x-15, 100, 8, regular, "ab")
		})},
		{Name: "fields in one place", Build: grown(func(s *sheet, _, _ int) {
			s.Fields = append(s.Fields, ink.Field{Field: page.Field{Kind: page.TextField, Value: "b c", Box: box(100, 90, 20, 14)}})
			s.text(80, 100, 8, regular, "ab")
		})},
		{Name: "lines to write on", From: 64, Build: grown(func(s *sheet, i, _ int) {
			y := 14 * float64(i)
			s.text(60, y, 8, regular, "Name:")
			s.across(y+2, 90, 300)
			s.text(310, y, 8, regular, "Born:")
			s.across(y+2, 340, 500)
		})},
		{Name: "links", From: 128, Build: seeded(func(s *sheet, chance *rand.Rand) {
			x, y := 500*chance.Float64(), 700*chance.Float64()
			s.Links = append(s.Links, ink.Link{Box: box(x, y, 20, 12), Target: "http://a.b"})
			s.text(x+2, y+8, 6, regular, "ab")
		})},
		{Name: "pictures", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.Images = append(s.Images, ink.Image{Box: box(500*chance.Float64(), 700*chance.Float64(), 20, 12), Content: -1})
			s.text(500*chance.Float64(), 700*chance.Float64(), 6, regular, "ab")
		})},
		{Name: "bookmarks", Build: grown(func(s *sheet, i, _ int) {
			s.Bookmarks = append(s.Bookmarks, ink.Bookmark{Title: fmt.Sprintf("Part %d", i), Level: 1 + i%5})
			s.text(60, 12*float64(i), 10, bold, fmt.Sprintf("Part %d", i))
		})},
		{Name: "underlines", Build: grown(func(s *sheet, i, _ int) {
			s.text(60, 12*float64(i), 10, regular, "word word")
			s.across(12*float64(i)+2, 60, 100)
		})},
		{Name: "lines of text between rows of figures and rules", Build: grown(func(s *sheet, i, _ int) {
			y := 60 * float64(i)
			s.across(y, 50, 500)
			s.row(y+12, []float64{60, 300, 400}, "ab", "12", "34")
			s.text(60, y+36, 10, regular, "One of those who read there.")
		})},
		{Name: "letters set tightly", Build: grown(func(s *sheet, i, _ int) {
			s.text(4.5*float64(i)+2*float64(i/5), 100, 10, regular, "a")
		})},
		{Name: "lines above the right of two columns", Build: grown(func(s *sheet, i, _ int) {
			y := 90 * float64(i)
			s.text(400, y, 10, regular, "word word word word")
			s.column(60, y+30, 10, prose(4, 40)...)
			s.column(320, y+30, 10, prose(4, 40)...)
		})},
		{Name: "words that were read", Build: seeded(func(s *sheet, chance *rand.Rand) {
			s.Source = page.SourceOCR
			s.Words = append(s.Words, ink.ScanWord{Word: page.Word{Text: "ab", Box: box(500*chance.Float64(), 700*chance.Float64(), 20, 10), Confidence: 90}})
		})},
		{Name: "words that were read in a row", Build: grown(func(s *sheet, i, _ int) {
			s.Source = page.SourceOCR
			s.Words = append(s.Words, ink.ScanWord{Word: page.Word{Text: "ab", Box: box(30*float64(i%20), 12*float64(i/20), 20, 10), Confidence: 90}})
		})},
	}, func(_ *testing.T, in ink.Input) { page.Markdown(layout.Analyze(in)) })
}
