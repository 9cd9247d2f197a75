package mask_test

import (
	"testing"

	"quire/internal/growth"
)

func TestGrowthOfMasking(t *testing.T) {
	r := all(t, "DE")
	cases := []growth.Case[[]byte]{}
	for _, unit := range []string{
		"1", "1 ", "+1", "0", "(", "+49 30 901820 ", "4", "4111 1111 1111 1111 ", "DE89", "DE", "a", "a@", "a.", "@", "a@a.", "AB 12 ",
		"12345678", "X123", "756.", "RSSMRA85", "00", "0-", "a@b.de", "1\u00a0", "█", "ü",
	} {
		cases = append(cases, growth.Case[[]byte]{Name: unit, Build: growth.Repeat(unit)})
	}
	growth.Run(t, cases, func(_ *testing.T, text []byte) { r.Find(string(text)) })
}
