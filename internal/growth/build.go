package growth

import (
	"fmt"
	"strings"
)

// Repeat returns a builder of inputs that consist of n units.
func Repeat(unit string) func(n int) []byte {
	return func(n int) []byte { return []byte(strings.Repeat(unit, n)) }
}

// Around returns a builder of inputs with n openings, a middle, and n ends.
func Around(open, middle, end string) func(n int) []byte {
	return func(n int) []byte {
		return []byte(strings.Repeat(open, n) + middle + strings.Repeat(end, n))
	}
}

// Numbered returns a builder of inputs with n units, in which each %d is replaced by the unit's number.
func Numbered(unit string) func(n int) []byte {
	return func(n int) []byte {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(unit, "%d", fmt.Sprint(i)))
		}
		return []byte(b.String())
	}
}

// Growing returns a builder of inputs of slightly more than n bytes, whose parts each repeat the unit once more than
// the part before, separated by between.
func Growing(unit, between string) func(n int) []byte {
	return func(n int) []byte {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat(unit, i) + between)
		}
		return []byte(b.String())
	}
}

// Within puts the output of another builder between a head and a foot.
func Within(head string, build func(n int) []byte, foot string) func(n int) []byte {
	return func(n int) []byte { return []byte(head + string(build(n)) + foot) }
}
