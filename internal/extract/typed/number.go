// Package typed finds typed values in text written by people, such as numbers, dates, currencies and account numbers.
package typed

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/internal/pattern"
)

var (
	numeral   = pattern.New(`[-−(+]?\s?(?:[€$£¥]\s?)?[-−]?(?:\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d+(?:[.,'’  \x{00a0}\x{202f}]\d{3})*(?:[.,]\d+)?)(?:\s?[-−)%])?`)
	american  = pattern.New(`\$|\bUSD\b|\b[A-Z]{2},? \d{5}\b`)
	elsewhere = pattern.New(`[€£]|\b(?:EUR|GBP|CHF|VAT|AUD|NZD|INR|ZAR)\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b`)
	decimals  = pattern.New(`\d([.,])\d{1,2}(?:\D|$)`)
)

// Hints record how a document writes numbers and dates: its decimal separators, its unambiguous dates, and the
// currencies and addresses of countries that do or do not write the month first.
type Hints struct {
	Comma, Point, DayFirst, MonthFirst, American, Elsewhere int

	years map[int]int // how often each year occurs in a date
}

// Learn counts the unambiguous numbers and dates in text.
func (h *Hints) Learn(text string) {
	for _, m := range decimals.FindAllStringSubmatch(text, -1) {
		if m[1] == "," {
			h.Comma++
		} else {
			h.Point++
		}
	}
	h.American += len(american.FindAllString(text, -1))
	h.Elsewhere += len(elsewhere.FindAllString(text, -1))
	for _, d := range dates(text, Hints{}) {
		if h.years == nil {
			h.years = map[int]int{}
		}
		s, _ := d.value.(string)
		h.years[atoi(s[:4])]++
	}
	for _, m := range numericDate.FindAllStringSubmatch(text, -1) {
		first, second := atoi(m[1]), atoi(m[3])
		switch {
		case first > 12 && second <= 12:
			h.DayFirst++
		case second > 12 && first <= 12:
			h.MonthFirst++
		}
	}
}

// year returns the year of a date printed without one: the document's most frequent year or, if dates of an adjacent
// year occur, the year before for the second half of the year and the year after for the first.
func (h Hints) year(month int) int {
	best := 0
	for y, n := range h.years {
		if best == 0 || n > h.years[best] || (n == h.years[best] && y > best) {
			best = y
		}
	}
	switch {
	case month > 6 && h.years[best-1] > 0:
		return best - 1
	case month <= 6 && h.years[best+1] > 0:
		return best + 1
	}
	return best
}

// found is a value with the text that it was read from.
type found struct {
	value any
	text  string
}

// numbers returns all numbers in text, in order. A numeral inside a longer word, such as an article code, does not
// count.
func numbers(text string, h Hints) []found {
	var out []found
	for _, at := range numeral.FindAllStringIndex(text, -1) {
		raw := text[at[0]:at[1]]
		if glued(text, at[0], at[1]) || strings.HasSuffix(raw, "%") {
			continue
		}
		if debit.MatchString(text[at[1]:]) {
			raw += "-"
		}
		if n, ok := decimal(raw, h); ok {
			out = append(out, found{n, strings.TrimSpace(text[at[0]:at[1]])})
		}
	}
	return out
}

// debit matches what statements print after an amount that was taken from the account; units matches what may be
// adjacent to a number.
var (
	debit = pattern.New(`^ ?(?:DR|Dr|S)\.?$`)
	units = pattern.New(`^(?:x|h|hrs?|d|pcs?|ea|st|stk|kg|g|t|km|m|cm|mm|l|ml|Std|Stk|St|Stück|CR|Cr|DR|Dr|H|S)\b\.?`)
)

// glued reports whether a letter, a slash or a further group of digits is adjacent to text[from:to].
func glued(text string, from, to int) bool {
	if before := text[:from]; before != "" && from < len(text) && text[from] != ' ' && touches(before) {
		return true
	}
	after := text[to:]
	next, _ := utf8.DecodeRuneInString(after)
	if unicode.IsLetter(next) {
		return !currencyAfter(after) && !units.MatchString(after)
	}
	return unicode.IsDigit(next) || next == '/' || next == ':'
}

// touches reports whether the text before a numeral makes it part of something else.
func touches(before string) bool {
	last, size := utf8.DecodeLastRuneInString(before)
	switch {
	case unicode.IsLetter(last):
		return !currencyBefore(before)
	case last == ':':
		hour, _ := utf8.DecodeLastRuneInString(before[:len(before)-size])
		return unicode.IsDigit(hour)
	}
	return unicode.IsDigit(last) || strings.ContainsRune("/.-#", last)
}

func currencyBefore(s string) bool {
	return len(s) >= 3 && codes[strings.ToUpper(s[len(s)-3:])]
}

func currencyAfter(s string) bool { return len(s) >= 3 && codes[strings.ToUpper(s[:3])] }

// decimal parses a numeral. Of two different separators, the last is the decimal one; a single one before three digits
// groups thousands, unless the document writes its decimals that way.
func decimal(raw string, h Hints) (json.Number, bool) {
	negative := strings.ContainsAny(raw, "-−") || (strings.HasPrefix(raw, "(") && strings.HasSuffix(raw, ")"))
	s := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || r == '.' || r == ',' {
			return r
		}
		return -1
	}, raw)
	dot := decimalSeparator(s, h)
	var b strings.Builder
	for i, r := range s {
		switch {
		case i == dot:
			b.WriteByte('.')
		case r >= '0' && r <= '9':
			b.WriteRune(r)
		}
	}
	n := strings.TrimLeft(b.String(), "0")
	if n == "" || n[0] == '.' {
		n = "0" + n
	}
	if negative {
		n = "-" + n
	}
	_, ok := Rational(json.Number(n))
	return json.Number(n), ok && s != ""
}

// decimalSeparator returns the index of the decimal separator in s, or -1.
func decimalSeparator(s string, h Hints) int {
	at := strings.LastIndexAny(s, ".,")
	if at < 0 {
		return -1
	}
	other := map[byte]string{'.': ",", ',': "."}[s[at]]
	if strings.Contains(s, other) {
		return at
	}
	if strings.Count(s, string(s[at])) > 1 {
		return -1
	}
	if len(s)-at-1 != 3 {
		return at
	}
	comma := h.Comma > h.Point
	if (s[at] == ',') == comma && h.Comma != h.Point {
		return at
	}
	return -1
}

// Numbers written by a model may have an exponent, which costs as many digits as it says.
const (
	mostDigits   = 1000
	mostExponent = 400 // more than any float64 has
)

// Rational returns the exact value of a number in JSON. It returns false for one that is malformed or has an absurd
// number of digits.
func Rational(n json.Number) (*big.Rat, bool) {
	mantissa, exponent, found := strings.Cut(strings.ToLower(string(n)), "e")
	if len(mantissa) > mostDigits {
		return nil, false
	}
	if found {
		e, err := strconv.Atoi(exponent)
		if err != nil || max(e, -e) > mostExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(string(n))
}

// Equal reports whether two numbers have the same value to within tolerance.
func Equal(a, b json.Number, tolerance float64) bool {
	x, ok := Rational(a)
	y, ok2 := Rational(b)
	t := new(big.Rat).SetFloat64(tolerance)
	if !ok || !ok2 || t == nil {
		return false
	}
	x.Sub(x, y)
	return x.Abs(x).Cmp(t) <= 0
}
