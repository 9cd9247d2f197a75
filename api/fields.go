package api

import (
	"strings"
	"unicode"
)

// The fields of each form, in addition to its file. A form refuses fields that it does not have, because they are
// usually misspelt.
var (
	documentFields = []string{"url", "accuracy", "extractor_id", "page_separator", "skip_images", "mask", "mask_region", "callback_url"}
	// runFields are the fields of a run; its definition says what an extractor does.
	runFields = []string{"url", "mask", "mask_region", "callback_url"}
	// passedByRuns are the fields of plain uploads that a run ignores, so that a client can send the same fields with
	// every request.
	passedByRuns = []string{"accuracy", "extractor_id", "page_separator", "skip_images"}
	fileFields   = []string{"path"}
	// batchFields are the fields of a batch's form, which apply to all of its documents.
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
