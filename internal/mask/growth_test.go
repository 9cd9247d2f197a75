package mask_test

import (
	"testing"

	"quire/internal/convert/page"
	"quire/internal/growth"
)

func TestGrowthOfMasking(t *testing.T) {
	r := all(t, "DE")
	cases := []growth.Case[[]byte]{}
	for _, unit := range []string{
		"1", "1 ", "+1", "0", "(", "+49 30 901820 ", "4", "4111 1111 1111 1111 ", "DE89", "DE", "a", "a@", "a.", "@", "a@a.", "AB 12 ",
		"12345678", "X123", "756.", "RSSMRA85", "00", "0-", "a@b.de", "1\u00a0", "█", "ü", "D E 8 9 ", "a@ ", "a@ a.", "G B ",
	} {
		cases = append(cases, growth.Case[[]byte]{Name: unit, Build: growth.Repeat(unit)})
	}
	growth.Run(t, cases, func(_ *testing.T, text []byte) { r.Find(string(text)) })
}

func TestGrowthOfMaskingBrokenWords(t *testing.T) {
	r := all(t, "DE")
	cases := []growth.Case[page.Page]{}
	for _, word := range []string{"4111-", "a@exam-", "-", "word", "12-", "DE89-"} {
		cases = append(cases, growth.Case[page.Page]{Name: word, Build: func(n int) (p page.Page) {
			for range n {
				p.Words = append(p.Words, page.Word{Text: word})
			}
			return p
		}})
	}
	growth.Run(t, cases, func(_ *testing.T, p page.Page) { r.Page(p) })
}
