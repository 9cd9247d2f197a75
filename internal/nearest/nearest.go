// Package nearest finds the known name that a misspelt one was meant to be.
package nearest

import (
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

const (
	// farthest is the share of a name's letters that may be wrong; beyond it a suggestion would only mislead.
	farthest = 1.0 / 3
	// longest is the length in characters above which no name is suggested: the work grows with its square.
	longest = 256
)

// Of returns the known name that takes the fewest edits to reach from name, or "" when none is close. Among equally
// close names the first one wins.
func Of(name string, known []string) string {
	letters := utf8.RuneCountInString(name)
	if letters > longest {
		return ""
	}
	best, found := int(float64(len(name))*farthest)+1, ""
	for _, k := range known {
		if difference := utf8.RuneCountInString(k) - letters; max(difference, -difference) >= best {
			continue // the difference in length alone takes at least as many edits
		}
		if d := levenshtein.ComputeDistance(name, k); d < best {
			best, found = d, k
		}
	}
	return found
}
