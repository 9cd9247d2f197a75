package answer

import (
	"strings"

	"quire/internal/index/bm25"
)

// besideShare is the weight of a word of the question that occurs in a sentence's paragraph but not in the sentence: a
// paragraph often names its subject only once. The gain is the same from .45 to .75.
const besideShare = .6

// vicinity holds the words of the paragraph around a sentence, one paragraph at a time.
type vicinity struct {
	forms synonyms
	at    span
	words map[uint32]bool
}

// lift returns how much more a word counts if the paragraph around a sentence has it. A table is not a paragraph.
func (a *vicinity) lift(p Passage, sentence span, id uint32, sofar float64) float64 {
	if a.words == nil || sentence.start >= a.at.end {
		a.at, a.words = sentence, map[uint32]bool{}
		for _, r := range runs(p.Passage) {
			if r.start <= sentence.start && sentence.end <= r.end && !strings.Contains(p.Text[r.start:r.end], "\t") {
				text := p.Text[r.start:r.end]
				a.at, a.words = r, a.forms.spanned(text, a.forms.complete(p.Language, set(bm25.Document(p.Language, text).IDs)))
			}
		}
	}
	if !a.words[id] {
		return 0
	}
	return besideShare - sofar
}
