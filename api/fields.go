package api

import (
	"strings"
	"unicode"
)

// The fields of each form, in addition to its file. A field that a form does not have is refused, because it is
// usually a misspelt known one.
var (
	documentFields = []string{"url", "accuracy", "extractor_id", "page_separator", "skip_images", "mask", "mask_region", "callback_url"}
	// runFields are the fields of a run; what an extractor does is in its definition.
	runFields = []string{"url", "mask", "mask_region", "callback_url"}
	// passedByRuns are fields of plain uploads that a run ignores, so that a client can send the same ones with every
	// request.
	passedByRuns = []string{"accuracy", "extractor_id", "page_separator", "skip_images"}
	fileFields   = []string{"path"}
	// batchFields are those of the form of a batch, which apply to all its documents.
	batchFields = []string{"accuracy", "extractor_id", "page_separator", "skip_images", "mask", "mask_region", "callback_url"}
)

// maxShownName is how much of a client-supplied name an error repeats, in characters.
const maxShownName = 100

// shown returns a client-supplied name in a form that an error may repeat.
func shown(name string) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name))
	return string(runes[:min(len(runes), maxShownName)])
}
