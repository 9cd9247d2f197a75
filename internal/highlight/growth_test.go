package highlight_test

import (
	"strings"
	"testing"

	"quire/internal/convert/page"
	"quire/internal/growth"
)

// search is a quote and the page on which to look for it.
type search struct {
	page  page.Page
	quote string
}

func TestGrowthOfHighlights(t *testing.T) {
	words := func(text, quote string) func(n int) search {
		return func(n int) search {
			p := page.Page{Number: 1, Width: 600, Height: 1e6}
			for i := range n {
				p.Words = append(p.Words, page.Word{Text: text, Box: at(float64(i%100)*6, float64(i/100)*12, 5)})
			}
			return search{p, strings.Repeat(quote, n) + "z"}
		}
	}
	growth.Run(t, []growth.Case[search]{
		{Name: "equal words and a quote of them", Build: words("a", "a ")},
		{Name: "words in turns", Build: func(n int) search {
			s := words("a", "b a c a ")(n)
			for i := range s.page.Words {
				s.page.Words[i].Text = [...]string{"a", "b", "a", "c"}[i%4]
			}
			return s
		}},
		{Name: "words without letters", Build: words("§", "§ ")},
		{Name: "a quote of other words", Build: words("a", "b ")},
	}, func(t *testing.T, s search) {
		if _, err := book(s.page).Find(s.quote, 1, 1); err != nil {
			t.Fatal(err)
		}
	})
}
