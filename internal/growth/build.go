package growth

import (
	"fmt"
	"strings"
)

// Repeat makes an input of n units.
func Repeat(unit string) func(n int) []byte {
	return func(n int) []byte { return []byte(strings.Repeat(unit, n)) }
}

// Around makes an input of n openings, a middle, and n ends.
func Around(open, middle, end string) func(n int) []byte {
	return func(n int) []byte {
		return []byte(strings.Repeat(open, n) + middle + strings.Repeat(end, n))
	}
}

// Numbered makes an input of n units, with its number in the place of each %d of a unit.
func Numbered(unit string) func(n int) []byte {
	return func(n int) []byte {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(unit, "%d", fmt.Sprint(i)))
		}
		return []byte(b.String())
	}
}

// Growing makes an input of n bytes or a little more, in which a unit is repeated once more in each part, with
// something between the parts.
func Growing(unit, between string) func(n int) []byte {
	return func(n int) []byte {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat(unit, i) + between)
		}
		return []byte(b.String())
	}
}

// Within puts what another builder makes between a head and a foot.
func Within(head string, build func(n int) []byte, foot string) func(n int) []byte {
	return func(n int) []byte { return []byte(head + string(build(n)) + foot) }
}
