// Package nearest finds the known name that a misspelt name was meant to be.
package nearest

import (
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

const (
	// farthest is the fraction of a name's letters that may be wrong; beyond it, a suggestion would only mislead.
	farthest = 1.0 / 3
	// longest is the maximum length, in characters, of a name for which one is suggested, because the work grows
	// quadratically with it.
	longest = 256
)

// Of returns the known name that takes the fewest edits to reach from name, or "" if none is close. Among equally close
// names, the first one wins.
func Of(name string, known []string) string {
	letters := utf8.RuneCountInString(name)
	if letters > longest {
		return ""
	}
	best, found := int(float64(len(name))*farthest)+1, ""
	for _, k := range known {
		if difference := utf8.RuneCountInString(k) - letters; max(difference, -difference) >= best {
			continue // the difference in length alone requires as many edits
		}
		if d := levenshtein.ComputeDistance(name, k); d < best {
			best, found = d, k
		}
	}
	return found
}
