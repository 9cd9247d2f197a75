package rules

import (
	"slices"
	"strings"

	"quire/internal/pattern"
)

// place matches the last line of a postal address: a postcode with a town, in the notations of the German-speaking and
// French-speaking countries, Spain and Italy, the United States, and the British Isles.
var place = pattern.New(`^(?:[A-Z]{1,2}[- ])?\d{4,5} \p{Lu}[\p{L}./() -]+$|,? [A-Z]{2},? \d{5}(?:-\d{4})?$|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$`)

// salutations precede a name in an address.
var salutations = []string{"frau", "herr", "herrn", "firma", "an", "familie", "mr", "mrs", "ms", "to", "madame", "monsieur", "señor", "señora"}

// maxAddress is the maximum number of lines in an address.
const maxAddress = 7

// addresses emits the first line of every postal address that has a column to itself.
func (a search) addresses() {
	for i, l := range a.lines {
		for _, s := range l.segs {
			if !place.MatchString(s.text()) || strings.ContainsAny(s.text(), "·|") {
				continue
			}
			if top := a.top(i, s); top != nil && name(*top) && !a.excluded(top.text()) {
				a.emit(hit{value: top.text(), quote: top.text(), rank: addressRank})
			}
		}
	}
}

// town matches a postcode with a town inside a line: the sender's address, in small print above the receiver's.
var town = pattern.New(`\b\d{4,5} \p{Lu}`)

// top returns the first line of the stack that ends with segment s on line i. All of its lines must be as close to each
// other as the last two.
func (a search) top(i int, s segment) *segment {
	var stack []segment
	low, usual := s, -1.0
	for n := i - 1; n >= 0 && len(stack) < maxAddress; n-- {
		height := low.box.Y1 - low.box.Y0
		at := slices.IndexFunc(a.lines[n].segs, func(o segment) bool {
			d := o.box.X0 - s.box.X0
			return d < height/2 && d > -height/2
		})
		if at < 0 {
			if low.box.Y0-a.lines[n].box.Y1 > height {
				break
			}
			continue
		}
		o := a.lines[n].segs[at]
		gap := low.box.Y0 - o.box.Y1
		if usual < 0 {
			usual = gap
		}
		if gap > height || gap > usual+height/4 || a.words.has(o) || strings.Contains(o.text(), "·") || town.MatchString(o.text()) {
			break
		}
		stack = append(stack, o)
		low = o
	}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if len(top.words) > 1 || !slices.Contains(salutations, strings.TrimSuffix(top.words[0].norm, ".")) {
			return &top
		}
		stack = stack[:len(stack)-1]
	}
	return nil
}
