package mask

// ibanLengths maps a country to the length of its account numbers in SWIFT's IBAN registry (ISO 13616), in characters.
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28,
	"CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
	"FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28,
	"IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
	"LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28,
	"NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24,
	"SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26,
	"UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}

// ibanPrefix is the number of characters before the account: the country's two letters and two check digits.
const ibanPrefix = 4

func ibanStart(text string, i int) bool {
	return (('A' <= text[i] && text[i] <= 'Z') || ('a' <= text[i] && text[i] <= 'z')) && !joined(text, i)
}

// iban returns the length of the account number at the start of a text, or 0 if there is none. It must have its
// country's length and leave the remainder 1 (ISO 7064, mod 97-10). Forms have a box for each character, so even those
// of the country may be apart.
func iban(text string) int {
	prefix, _ := gather(text, ibanPrefix)
	if len(prefix) < ibanPrefix || digit(prefix[1]) || !digit(prefix[2]) || !digit(prefix[3]) {
		return 0
	}
	count := ibanLengths[prefix[:2]]
	characters, lengths := gather(text, count)
	if count == 0 || len(characters) < count || !ends(text[lengths[count-1]:]) {
		return 0
	}
	remainder := 0
	for _, c := range []byte(characters[ibanPrefix:] + prefix) {
		if digit(c) {
			remainder = (remainder*10 + int(c-'0')) % 97
		} else {
			remainder = (remainder*100 + int(c-'A') + 10) % 97
		}
	}
	if remainder != 1 {
		return 0
	}
	return lengths[count-1]
}

// cards lists the prefixes and lengths of the numbers issued by the large schemes (ISO/IEC 7812).
var cards = []struct {
	from, to string // first digits
	lengths  []int
}{
	{"2221", "2720", []int{16}}, // Mastercard
	{"300", "305", []int{14}},   // Diners Club
	{"34", "34", []int{15}},     // American Express
	{"3528", "3589", []int{16}}, // JCB
	{"36", "36", []int{14}},
	{"37", "39", []int{15, 14}},
	{"4", "4", []int{19, 16, 13}},   // Visa
	{"50", "50", []int{19, 16}},     // Maestro
	{"51", "55", []int{16}},         // Mastercard
	{"56", "69", []int{19, 18, 16}}, // Maestro, Discover, UnionPay
}

// card returns the length of the card number at the start of a text, or 0 if there is none. A scheme must issue such
// numbers, and it must pass the Luhn test.
func card(text string) int {
	digits, lengths := gather(text, 19)
	for _, scheme := range cards {
		n := len(scheme.from)
		if len(digits) < n || digits[:n] < scheme.from || digits[:n] > scheme.to {
			continue
		}
		for _, count := range scheme.lengths {
			if len(digits) >= count && luhn(digits[:count]) && ends(text[lengths[count-1]:]) {
				return lengths[count-1]
			}
		}
	}
	return 0
}

// luhn reports whether digits pass the test of ISO/IEC 7812-1. Letters never do, nor do zeros alone.
func luhn(digits string) bool {
	sum, any := 0, 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i]) - '0'
		if d < 0 || d > 9 {
			return false
		}
		any |= d
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return any > 0 && sum%10 == 0
}
