package answer

import (
	"strings"

	"quire/internal/pattern"
)

var (
	// identifier matches a name that is no word, such as a model number or an option: "540x", "-z", "max_size".
	identifier = pattern.New(`(?:^|[\s"'“„«(])(-{1,2}\pL[\pL\d-]*|\pL[\pL\d]*_[\pL\d_]*|\d*\pL[\pL-]*\d[\pL\d]*|\d+\pL[\pL\d]*)`)
	// inOrder matches what looks like an identifier but is a place in an order or a part of a year: "2nd", "Q2",
	// "FY2023".
	inOrder = pattern.New(`(?i)^(?:\d+(?:st|nd|rd|th)|(?:FY|CY|[QH])\d+|\d+[QH]\d*)$`)
	blanks  = pattern.New(`\s+`)
)

// mostIdentifiers is how many identifiers of a question are looked for.
const mostIdentifiers = 5

// hasIdentifiers reports whether every identifier in a question occurs in some passage. A number may stand apart from its
// unit there.
func hasIdentifiers(q Question, found []examinedPassage) bool {
	missing := map[string]bool{}
	for _, m := range identifier.FindAllStringSubmatch(gist(q.Text), mostIdentifiers) {
		if name := strings.ToLower(m[1]); !inOrder.MatchString(name) {
			missing[name] = true
		}
	}
	for _, p := range found {
		if len(missing) == 0 {
			return true
		}
		text := strings.ToLower(blanks.ReplaceAllString(p.Filename+p.Header+p.Columns+p.Text, ""))
		for name := range missing {
			if strings.Contains(text, name) {
				delete(missing, name)
			}
		}
	}
	return len(missing) == 0
}
