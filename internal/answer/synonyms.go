package answer

import (
	"maps"

	"quire/internal/abbreviation"
	"quire/internal/index/bm25"
)

// synonyms are abbreviations of the question and their expansions, as passages define them: a text with one form is
// given the words of the other too. A word is the same, whichever language a text is in.
type synonyms struct {
	listed []synonym
	stems  stems
	years  []namedYear // in the question
}

// synonym holds the words of both forms.
type synonym struct {
	short, long []uint32
	defined     abbreviation.Definition
}

// synonymsOf reads the definitions that concern a question from the passages found for it.
func synonymsOf(q Question, passages []Passage) synonyms {
	texts := func(yield func(string) bool) {
		for _, p := range passages {
			if !yield(p.Text) {
				return
			}
		}
	}
	whole := standalone(q)
	written := []string{whole, q.Text}
	var out synonyms
	for _, d := range abbreviation.Mentioned(whole, texts) {
		s := synonym{q.words(d.Short), q.words(d.Long), d}
		if len(s.short) > 0 && len(s.long) > 0 {
			out.listed, written = append(out.listed, s), append(written, d.Short, d.Long)
		}
	}
	out.stems, out.years = stemsOf(q, written...), q.yearsIn(whole)
	return out
}

func (s synonyms) definitions() []abbreviation.Definition {
	out := make([]abbreviation.Definition, 0, len(s.listed))
	for _, one := range s.listed {
		out = append(out, one.defined)
	}
	return out
}

// complete adds to the words of a text those of the other forms of its abbreviations.
func (s synonyms) complete(lang bm25.Language, tokens map[uint32]bool) map[uint32]bool {
	words := s.stems.all(lang, tokens)
	for _, one := range s.listed {
		short, long := hasAll(words, one.short), hasAll(words, one.long)
		if short && !long {
			add(words, one.long)
		}
		if long && !short {
			add(words, one.short)
		}
	}
	return words
}

// weigh gives an abbreviation that a question lacks the weight of the heaviest word of its expansion.
func (s synonyms) weigh(weights map[uint32]float64) map[uint32]float64 {
	out := maps.Clone(weights)
	for _, one := range s.listed {
		heaviest := 0.0
		for _, id := range one.long {
			heaviest = max(heaviest, weights[id])
		}
		for _, id := range one.short {
			out[id] = max(weights[id], heaviest)
		}
	}
	return out
}

func hasAll(words map[uint32]bool, wanted []uint32) bool {
	for _, id := range wanted {
		if !words[id] {
			return false
		}
	}
	return true
}

func add(words map[uint32]bool, more []uint32) {
	for _, id := range more {
		words[id] = true
	}
}
