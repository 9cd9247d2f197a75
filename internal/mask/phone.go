package mask

import (
	"strings"

	"github.com/nyaruka/phonenumbers"

	"quire/internal/pattern"
)

// phone is where a phone number may be: five digits or more with at most two separators between two of them. It goes on
// beyond the fifteen digits that E.164 allows, as far as a date that may follow.
var phone = pattern.New(`(?:\+|\(\+)?\(?\d(?:[ \x{a0}\x{202f}()./‑-]{0,2}\d){4,24}`)

// date is a day in figures, which is written like a phone number, and often beside one.
var date = pattern.New(`\b(?:\d{4}-(?:0[1-9]|1[0-2])-[0-3]\d|(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:19|20)\d{2})\b`)

// hyphened is a number of North America, where long distance has no 0.
var hyphened = pattern.New(`^\d{3}[-.]\d{3}[-.]\d{4}$`)

// group is digits that stand together, with what is in front of them.
var group = pattern.New(`^[^\d]*\d+`)

// phones returns what is a number that can be called: one with its country's code, or one of the rules' region that is
// written as phone numbers are, with the 0 of long distance, parentheses or the groups of North America. Where other
// numbers follow, the longest such part counts.
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
			from++ // the bracket is around more than the number
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

// longest returns the end of the longest number that starts at a byte, made of whole groups up to another, or 0.
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
