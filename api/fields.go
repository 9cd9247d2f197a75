package api

import (
	"strings"
	"unicode"
)

// The fields of each form, beside its file. A field that a form does not have is refused, for it is mostly a known one
// that was mistyped.
var (
	documentFields = []string{"url", "accuracy", "extractor_id", "page_separator", "skip_images", "callback_url"}
	// runFields are those of a run; what an extractor does is in its definition.
	runFields = []string{"url", "callback_url"}
	// passedByRuns are what a client that sends the same fields with every upload may send with a run too.
	passedByRuns = []string{"accuracy", "extractor_id", "page_separator", "skip_images"}
	fileFields   = []string{"path"}
)

// maxShownName is how much of a stranger's name an error repeats, in characters.
const maxShownName = 100

// shown is a stranger's name as an error may repeat it.
func shown(name string) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name))
	return string(runes[:min(len(runes), maxShownName)])
}
