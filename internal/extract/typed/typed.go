package typed

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"quire/internal/pattern"
)

// Kind names a parser.
type Kind string

// The parsers.
const (
	Text     Kind = "text"     // the text itself, trimmed
	Number   Kind = "number"   // the first number
	Amount   Kind = "amount"   // the last number with decimals, or else the last number
	Integer  Kind = "integer"  // the first whole number
	Currency Kind = "currency" // ISO 4217 code of a code or sign
	Date     Kind = "date"     // YYYY-MM-DD
	Month    Kind = "month"    // YYYY-MM
	Percent  Kind = "percent"  // 19 for "19 %"
	IBAN     Kind = "iban"     // ISO 13616, without spaces, check digits verified
	VAT      Kind = "vat"      // European VAT identification number
	Email    Kind = "email"
	Phone    Kind = "phone"
	Code     Kind = "code" // a run with a digit in it, no spaces: numbers of invoices, orders, accounts
)

// Kinds lists all parsers.
var Kinds = []Kind{Text, Number, Amount, Integer, Currency, Date, Month, Percent, IBAN, VAT, Email, Phone, Code}

var (
	percentage = pattern.New(`(?i)\d+(?:[.,]\d+)?\s?(?:%|percent|prozent|pour cent|por ciento)`)
	ibanLike   = pattern.New(`(?i)\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b`)
	vatLike    = pattern.New(`\b(?:ATU ?\d{8}|BE ?[01]?\d{3}[. ]?\d{3}[. ]?\d{3}|BG ?\d{9,10}|CHE[- ]?\d{3}[. ]?\d{3}[. ]?\d{3}|CY ?\d{8}[A-Z]|CZ ?\d{8,10}|DE ?\d{3} ?\d{3} ?\d{3}|DK(?: ?\d{2}){4}|(?:EE|EL|GR|PT) ?\d{9}|ES ?[A-Z]?-?\d{7,8}-?[A-Z]?|(?:FI|HU|LU|MT|SI) ?\d{8}|FR ?[A-Z0-9]{2} ?\d{3} ?\d{3} ?\d{3}|GB ?\d{3} ?\d{4} ?\d{2}(?: ?\d{3})?|(?:HR|IT|LV) ?\d{11}|IE ?\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|LT ?(?:\d{12}|\d{9})|NL ?\d{9} ?B ?\d{2}|NO ?\d{9} ?MVA|PL ?\d{3}-?\d{3}-?\d{2}-?\d{2}|RO ?\d{2,10}|SE ?\d{12}|SK ?\d{10})\b`)
	emailLike  = pattern.New(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	phoneLike  = pattern.New(`\+?\(?\d[\d ()/.-]{6,20}\d`)
	codeLike   = pattern.New(`[A-Za-z0-9][A-Za-z0-9/._-]*`)
	moneySign  = pattern.New(`(?:US|CA|AU|NZ|HK|A|C)?\$|[€£¥₹₺₽]|zł|Kč|Fr\.|\b[A-Z]{3}\b`)
)

var codes = set("EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "ISK", "PLN", "CZK", "HUF", "RON", "BGN",
	"TRY", "RUB", "UAH", "INR", "CNY", "HKD", "SGD", "KRW", "THB", "MYR", "IDR", "PHP", "ILS", "AED", "SAR", "ZAR", "BRL", "MXN", "ARS", "CLP", "COP")

var signs = map[string]string{
	"€": "EUR", "$": "USD", "US$": "USD", "£": "GBP", "¥": "JPY", "₹": "INR", "₺": "TRY", "₽": "RUB", "zł": "PLN", "Kč": "CZK", "Fr.": "CHF",
	"CA$": "CAD", "C$": "CAD", "AU$": "AUD", "A$": "AUD", "NZ$": "NZD", "HK$": "HKD",
}

func set(keys ...string) map[string]bool {
	out := map[string]bool{}
	for _, k := range keys {
		out[k] = true
	}
	return out
}

// Find finds a value of kind in text. It returns the value (a string or json.Number), the text that contains it, and
// whether there is one.
func Find(kind Kind, text string, h Hints) (value any, raw string, ok bool) {
	values := all(kind, text, h)
	if len(values) == 0 {
		return nil, "", false
	}
	f := values[0]
	if kind == Amount {
		f = values[len(values)-1]
		for _, c := range slices.Backward(values) {
			if decimals.MatchString(c.text) {
				f = c
				break
			}
		}
	}
	return f.value, f.text, true
}

// all returns every value of kind in text.
func all(kind Kind, text string, h Hints) []found {
	switch kind {
	case Number, Amount:
		return numbers(text, h)
	case Integer:
		return slices.DeleteFunc(numbers(text, h), func(f found) bool {
			n, ok := f.value.(json.Number)
			return !ok || strings.Contains(string(n), ".")
		})
	case Date:
		return dates(text, h)
	case Month:
		return yearMonths(text)
	case Percent:
		return percents(text, h)
	case Currency:
		return currencies(text)
	case IBAN:
		return matches(ibanLike, text, ibanOf)
	case VAT:
		return matches(vatLike, text, compact)
	case Email:
		return matches(emailLike, text, strings.ToLower)
	case Phone:
		return matches(phoneLike, text, strings.TrimSpace)
	case Code:
		return matches(codeLike, text, codeOf)
	}
	if s := strings.Trim(strings.Join(strings.Fields(text), " "), " :"); s != "" {
		return []found{{s, s}}
	}
	return nil
}

func matches(re *pattern.Pattern, text string, read func(string) string) []found {
	var out []found
	for _, m := range re.FindAllString(text, -1) {
		if v := read(m); v != "" {
			out = append(out, found{v, m})
		}
	}
	return out
}

// compact removes the characters that group the digits of a number.
func compact(s string) string { return strings.NewReplacer(" ", "", "-", "", ".", "").Replace(s) }

func percents(text string, h Hints) []found {
	var out []found
	for _, m := range percentage.FindAllString(text, -1) {
		if n, ok := decimal(m, h); ok {
			out = append(out, found{n, m})
		}
	}
	return out
}

func currencies(text string) []found {
	return matches(moneySign, text, func(s string) string {
		if code := signs[s]; code != "" {
			return code
		}
		if codes[s] {
			return s
		}
		return ""
	})
}

// IsCurrency reports whether a word is exactly the code or the sign of a currency.
func IsCurrency(word string) bool { return codes[word] || signs[word] != "" }

func codeOf(s string) string {
	s = strings.TrimRight(s, "./-_")
	if strings.ContainsAny(s, "0123456789") {
		return s
	}
	return ""
}

// ibanOf returns the longest prefix of s that is an IBAN with correct check digits, or "". Text directly after the
// number would otherwise be mistaken for part of it.
func ibanOf(s string) string {
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	for n := len(s); n >= 15; n-- {
		if ibanValid(s[:n]) {
			return s[:n]
		}
	}
	return ""
}

// ibanValid checks ISO 7064 MOD 97-10.
func ibanValid(s string) bool {
	var digits strings.Builder
	for _, r := range s[4:] + s[:4] {
		if r >= 'A' {
			digits.WriteString(big.NewInt(int64(r - 'A' + 10)).String())
		} else {
			digits.WriteRune(r)
		}
	}
	n, ok := new(big.Int).SetString(digits.String(), 10)
	return ok && n.Mod(n, big.NewInt(97)).Int64() == 1
}

// Has reports whether text contains a wanted value of kind. Adjacent numbers may look like one number with its digits
// grouped by spaces, so each word is also parsed by itself.
func Has(kind Kind, text string, h Hints, wanted func(any) bool) bool {
	read := func(s string) bool {
		return slices.ContainsFunc(all(kind, s, h), func(f found) bool { return wanted(f.value) })
	}
	return read(text) || slices.ContainsFunc(strings.Fields(text), read)
}
