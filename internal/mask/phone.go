package mask

import (
	"strings"

	"github.com/nyaruka/phonenumbers"

	"quire/internal/pattern"
)

// phone matches what may be a phone number: at least five digits, with at most two separators between any two. It
// matches more than the fifteen digits that E.164 allows, because a date may follow.
var phone = pattern.New(`(?:\+|\(\+)?\(?\d(?:[ \x{a0}\x{202f}()./‑-]{0,2}\d){4,24}`)

// date matches a numeric date, which is written like a phone number and often next to one.
var date = pattern.New(`\b(?:\d{4}-(?:0[1-9]|1[0-2])-[0-3]\d|(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:19|20)\d{2})\b`)

// hyphened matches a number in North America, where long-distance numbers have no leading 0.
var hyphened = pattern.New(`^\d{3}[-.]\d{3}[-.]\d{4}$`)

// group matches adjacent digits, with what precedes them.
var group = pattern.New(`^[^\d]*\d+`)

// phones finds phone numbers that can be dialled: numbers with a country code, and those of the rules' region that are
// written like phone numbers, with the 0 for long distance, parentheses or North American groups. If other numbers
// follow, the longest part that is a number counts.
func (r Rules) phones(text string) []Found {
	var found []Found
	for offset := 0; ; {
		m := phone.FindStringIndex(text[offset:])
		if m == nil {
			return found
		}
		from, to := offset+m[0], offset+m[1]
		offset = from + len(group.FindString(text[from:to]))
		if written := text[from:to]; written[0] == '(' && !strings.Contains(written, ")") {
			from++ // the parenthesis encloses more than the number
		}
		if d := date.FindStringIndex(text[from:to]); d != nil && d[0] == 0 {
			offset = from + d[1]
			continue
		} else if d != nil {
			to = from + d[0]
		}
		if joined(text, from) {
			continue
		}
		if end := r.longest(text, from, to); end > from {
			found = append(found, Found{Phone, from, end})
			offset = end
		}
	}
}

// longest returns the end of the longest number that starts at from and consists of whole groups up to to, or 0.
func (r Rules) longest(text string, from, to int) int {
	for to > from {
		if ends(text[to:]) && r.callable(text[from:to]) {
			return to
		}
		to = from + strings.LastIndexFunc(text[from:to], func(c rune) bool { return c < '0' || c > '9' })
		to = from + len(strings.TrimRightFunc(text[from:max(from, to)], func(c rune) bool { return c < '0' || c > '9' }))
	}
	return 0
}

func (r Rules) callable(written string) bool {
	region := r.region
	switch {
	case strings.Contains(written[:min(2, len(written))], "+"):
	case strings.HasPrefix(written, "00"):
		written = "+" + written[2:]
	case region == "", written[0] != '0' && written[0] != '(' && !hyphened.MatchString(written):
		return false
	}
	number, err := phonenumbers.Parse(written, region)
	return err == nil && phonenumbers.IsValidNumber(number)
}
