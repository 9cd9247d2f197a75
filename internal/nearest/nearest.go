// Package nearest finds the known name that a mistyped one stands for.
package nearest

import "github.com/agnivade/levenshtein"

// farthest is the share of a name's letters that may be wrong; beyond it a suggestion would only mislead.
const farthest = 1.0 / 3

// Of returns the known name that takes the fewest edits to reach from name, or "" when none is close. Between equally
// close names the first one wins.
func Of(name string, known []string) string {
	best, found := int(float64(len(name))*farthest)+1, ""
	for _, k := range known {
		if d := levenshtein.ComputeDistance(name, k); d < best {
			best, found = d, k
		}
	}
	return found
}
