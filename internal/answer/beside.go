package answer

import (
	"strings"

	"quire/internal/index/bm25"
)

// besideShare is the weight of a word of the question that occurs in the sentence's paragraph and not in the sentence, which the
// paragraph's other sentences are often about. The gain is the same from .45 to .75.
const besideShare = .6

// vicinity holds the words of the paragraph around a sentence, of one paragraph after the other.
type vicinity struct {
	forms synonyms
	at    span
	words map[uint32]bool
}

// lift returns how much more a word counts than it does so far if the paragraph around a sentence has it. A table is no paragraph.
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
