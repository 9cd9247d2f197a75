// Package mask finds personal data in text by rules, with checksums wherever a number has one, and makes it unreadable:
// e-mail addresses, phone numbers, account and card numbers, and national identification numbers.
//
// It finds only what is recognizable by its form. Names, postal addresses and numbers without a checksum or a usual
// form are kept, and a number that happens to pass a checksum is masked.
package mask

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
)

// Kind is a kind of personal data.
type Kind string

// The kinds.
const (
	Email    Kind = "email"
	Phone    Kind = "phone"
	IBAN     Kind = "iban"
	Card     Kind = "card"
	National Kind = "national"
)

// Kinds lists all kinds, in the order in which they are searched for.
var Kinds = []Kind{Email, IBAN, Card, National, Phone}

// Rules say what to mask. The zero value masks nothing.
type Rules struct {
	kinds  []Kind
	region string
}

// New returns the rules for kinds, which may be "all". Phone numbers without a country code are those of region, a
// two-letter code of ISO 3166-1 such as DE; without a region, they are not masked. The error names an unknown kind or
// region.
func New(kinds []string, region string) (Rules, error) {
	r := Rules{region: strings.ToUpper(region)}
	if r.region != "" && phonenumbers.GetCountryCodeForRegion(r.region) == 0 {
		return Rules{}, fmt.Errorf("there is no region %q: give a country's two letters, such as DE", region)
	}
	for _, name := range kinds {
		switch {
		case name == "all":
			r.kinds = Kinds
		case slices.Contains(Kinds, Kind(name)):
			r.kinds = append(slices.Clip(r.kinds), Kind(name))
		default:
			return Rules{}, fmt.Errorf("there is no kind %q of personal data: give email, phone, iban, card, national or all", name)
		}
	}
	return r, nil
}

// Names returns names from which Parse makes the same rules: the kinds in alphabetical order, with the region of phone
// numbers as in phone:DE.
func (r Rules) Names() []string {
	names := []string{}
	for _, kind := range r.kinds {
		name := string(kind)
		if kind == Phone && r.region != "" {
			name += ":" + r.region
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Parse returns the rules with the given names.
func Parse(names []string) (Rules, error) {
	kinds, region := make([]string, len(names)), ""
	for i, name := range names {
		kind, of, found := strings.Cut(name, ":")
		if found {
			region = of
		}
		kinds[i] = kind
	}
	return New(kinds, region)
}

// Any reports whether the rules mask anything.
func (r Rules) Any() bool { return len(r.kinds) > 0 }

// Found is personal data at the bytes From to To-1 of a text.
type Found struct {
	Kind     Kind
	From, To int
}

// Find returns what the rules find in a text, in order and without overlaps. It takes linear time.
func (r Rules) Find(text string) []Found {
	var all []Found
	for _, kind := range Kinds {
		if slices.Contains(r.kinds, kind) {
			all = slices.Concat(all, r.find(kind, text))
		}
	}
	slices.SortStableFunc(all, func(a, b Found) int { return a.From - b.From })
	var apart []Found
	for _, f := range all {
		if last := len(apart) - 1; last >= 0 && f.From < apart[last].To {
			apart[last].To = max(apart[last].To, f.To)
			continue
		}
		apart = append(apart, f)
	}
	return apart
}

func (r Rules) find(kind Kind, text string) []Found {
	switch kind {
	case Email:
		return emails(text)
	case IBAN:
		return at(text, IBAN, ibanStart, iban)
	case Card:
		return at(text, Card, digitStart, card)
	case National:
		return nationals(text)
	case Phone:
		return r.phones(text)
	default:
		return nil
	}
}

// Cover replaces every letter and digit of masked data. Other characters are kept, so that a reader can tell what kind
// of data it was.
const Cover = '█'

// Text returns the text with everything that the rules find masked. The number of characters does not change.
func (r Rules) Text(text string) string { return cover(text, 0, r.Find(text)) }

// cover masks what was found in a longer text, of which text is the part that begins at a byte offset.
func cover(text string, offset int, found []Found) string {
	var b strings.Builder
	rest := 0
	for _, f := range found {
		from, to := max(f.From-offset, rest), min(f.To-offset, len(text))
		if from >= to {
			continue
		}
		b.WriteString(text[rest:from])
		for _, c := range text[from:to] {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				c = Cover
			}
			b.WriteRune(c)
		}
		rest = to
	}
	if rest == 0 {
		return text
	}
	b.WriteString(text[rest:])
	return b.String()
}

// at finds data of a kind at the positions where it may start. measure returns how many bytes at the beginning of the
// text belong to it, or 0.
func at(text string, kind Kind, start func(text string, i int) bool, measure func(text string) int) []Found {
	var found []Found
	for i := 0; i < len(text); i++ {
		if !start(text, i) {
			continue
		}
		if n := measure(text[i:]); n > 0 {
			found = append(found, Found{kind, i, i + n})
			i += n - 1
		}
	}
	return found
}

func digitStart(text string, i int) bool { return digit(text[i]) && !joined(text, i) }

// joined reports whether the character at a byte continues a letter or digit before it.
func joined(text string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	return i > 0 && (unicode.IsLetter(before) || unicode.IsDigit(before))
}

// ends reports whether no letter or digit follows.
func ends(rest string) bool {
	c, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || (!unicode.IsLetter(c) && !unicode.IsDigit(c))
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// most is the maximum length of a number with its separators, in bytes.
const most = 64

// separators may occur, one at a time, between the characters of a number. The second is a no-break space.
var separators = []string{" ", "\u00a0", "\u202f", "-", "‑", ".", "/"}

// separator returns the length of a separator at the start of a text, or 0.
func separator(text string) int {
	for _, s := range separators {
		if strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	return 0
}

// gather returns the first count letters and digits of a text in upper case, with the number of bytes up to the end of
// each. It skips single separators between them.
func gather(text string, count int) (characters string, lengths []int) {
	var b []byte
	for i := 0; i < min(len(text), most) && len(b) < count; {
		c := text[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		if digit(c) || ('A' <= c && c <= 'Z') {
			i++
			b, lengths = append(b, c), append(lengths, i)
			continue
		}
		n := separator(text[i:])
		if n == 0 || len(b) == 0 || lengths[len(lengths)-1] != i {
			break
		}
		i += n
	}
	return string(b), lengths
}
