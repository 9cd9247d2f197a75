package mask

import (
	"strings"
	"unicode"

	"quire/internal/pattern"
)

// national describes a national identification number: its form, and the test that its letters and digits must pass.
type national struct {
	written *pattern.Pattern
	passes  func(number string) bool
}

// numbers lists the national numbers that have a test, or a form that hardly anything else has.
var numbers = []national{
	{pattern.New(`\b\d{2} ?\d{3} ?\d{3} ?\d{3}\b`), germanTax},
	{pattern.New(`\b(?:\d{8}|[XYZ]-?\d{7})-?[A-Z]\b`), spanish},
	{pattern.New(`\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}\b`), french},
	{pattern.New(`\b[A-Z]{6} ?\d{2}[A-EHLMPRST]\d{2} ?[A-Z]\d{3}[A-Z]\b`), italian},
	{pattern.New(`\b756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}\b`), swiss},
	{pattern.New(`\b\d{2}(?:[02468][1-9]|[13579][0-2])(?:0[1-9]|[12]\d|3[01])\d{5}\b`), polish},
	{pattern.New(`\b(?:\d{2})?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-+]\d{4}\b`), swedish},
	{pattern.New(`\b\d{2}\.?(?:0\d|1[0-2])\.?[0-3]\d[- ]?\d{3}[. ]?\d{2}\b`), belgian},
	{pattern.New(`\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b`), brazilian},
	{pattern.New(`\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b`), always},
	{pattern.New(`\b\d{3}-\d{2}-\d{4}\b`), american},
}

func nationals(text string) []Found {
	var found []Found
	for _, n := range numbers {
		for _, m := range n.written.FindAllStringIndex(text, -1) {
			if n.passes(plain(text[m[0]:m[1]])) {
				found = append(found, Found{National, m[0], m[1]})
			}
		}
	}
	return found
}

// plain returns the letters and digits of a number.
func plain(written string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, written)
}

// always stands in for the test of the United Kingdom's national insurance number, which has only a form.
func always(string) bool { return true }

// weighted returns the weighted sum of the digits.
func weighted(digits string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += int(digits[i]-'0') * w
	}
	return sum
}

// germanTax tests a tax number (§ 139b AO): ISO 7064, mod 11,10, with one digit that occurs two or three times among
// the first ten.
func germanTax(n string) bool {
	if n[0] == '0' {
		return false
	}
	product, most := 10, 0
	for i := range 10 {
		sum := (int(n[i]-'0') + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
		most = max(most, strings.Count(n[:10], n[i:i+1]))
	}
	return (11-product)%10 == int(n[10]-'0') && (most == 2 || most == 3)
}

// spanish tests a DNI or NIE by its letter, which follows from the remainder by 23.
func spanish(n string) bool {
	digits := n[:len(n)-1]
	if at := strings.IndexByte("XYZ", n[0]); at >= 0 {
		digits = string(byte('0'+at)) + n[1:8]
	}
	return "TRWAGMYFPDXBNJZSQVHLCKE"[remainder(digits, 23)] == n[len(n)-1]
}

// french tests a NIR by its key: 97 minus the remainder by 97, with Corsica's 2A and 2B counting as 19 and 18.
func french(n string) bool {
	digits := strings.NewReplacer("2A", "19", "2B", "18").Replace(n[:13])
	return 97-remainder(digits, 97) == remainder(n[13:], 97)
}

// italian tests a codice fiscale by its last letter.
func italian(n string) bool {
	odd := [...]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
	sum := 0
	for i := range 15 {
		value := int(n[i] - '0')
		if !digit(n[i]) {
			value = int(n[i] - 'A')
		}
		if i%2 == 0 {
			value = odd[value]
		}
		sum += value
	}
	return byte('A'+sum%26) == n[15]
}

// swiss tests an AHV number, which has the check digit of EAN-13.
func swiss(n string) bool {
	return (10-weighted(n, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3)%10)%10 == int(n[12]-'0')
}

// polish tests a PESEL.
func polish(n string) bool { return weighted(n, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)%10 == 0 }

// swedish tests a personnummer by the Luhn test, without the century.
func swedish(n string) bool { return luhn(n[len(n)-10:]) }

// belgian tests a rijksregisternummer by its last two digits: 97 minus the remainder by 97, with a 2 in front for those
// born since 2000.
func belgian(n string) bool {
	key := remainder(n[9:], 97)
	return 97-remainder(n[:9], 97) == key || 97-remainder("2"+n[:9], 97) == key
}

// brazilian tests a CPF by its last two digits; it rejects numbers in which all digits are the same.
func brazilian(n string) bool {
	if strings.Count(n, n[:1]) == len(n) {
		return false
	}
	check := func(weights ...int) byte { return byte('0' + weighted(n, weights...)*10%11%10) }
	return check(10, 9, 8, 7, 6, 5, 4, 3, 2) == n[9] && check(11, 10, 9, 8, 7, 6, 5, 4, 3, 2) == n[10]
}

// american tests a social security number, which has no check digit, by excluding what is never issued.
func american(n string) bool {
	return n[:3] != "000" && n[:3] != "666" && n[0] != '9' && n[3:5] != "00" && n[5:] != "0000"
}

// remainder returns the remainder of a decimal number divided by by.
func remainder(digits string, by int) int {
	r := 0
	for _, c := range []byte(digits) {
		r = (r*10 + int(c-'0')) % by
	}
	return r
}
