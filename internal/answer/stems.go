package answer

import (
	"slices"

	"quire/internal/index/bm25"
)

// stems maps, for each language of the files, the tokens of a question's words to these words. A passage has tokens of
// its own language only, so without this map a question put to files in several languages would have words that no
// passage can contain.
type stems map[bm25.Language]map[uint32]uint32

// inItsLanguage records which of the files' languages a question is in.
func (q Question) inItsLanguage() Question {
	if q.spoken == nil && len(q.Languages) > 1 {
		q.spoken = bm25.Spoken(q.Text, q.Languages...)
	}
	return q
}

// words returns the significant words of a question's text, sorted and without repetitions.
func (q Question) words(text string) []uint32 {
	if len(q.Languages) < 2 {
		return bm25.Query(text, q.Languages...).Indices
	}
	var out []uint32
	for _, w := range bm25.Words(text, q.spoken, q.Languages...) {
		out = append(out, w.ID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// stemsOf returns the words of texts by their tokens. Of words with the same token, the first represents all.
func stemsOf(q Question, texts ...string) stems {
	out := stems{}
	if len(q.Languages) < 2 {
		return out
	}
	for _, l := range q.Languages {
		out[l] = map[uint32]uint32{}
	}
	for _, text := range texts {
		for _, w := range bm25.Words(text, q.spoken, q.Languages...) {
			for i, l := range q.Languages {
				if _, known := out[l][w.Tokens[i]]; !known && w.Tokens[i] != 0 {
					out[l][w.Tokens[i]] = w.ID
				}
			}
		}
	}
	return out
}

// of returns the word that has a token in a language, or the token if the question has none.
func (s stems) of(lang bm25.Language, id uint32) uint32 {
	if word, known := s[lang][id]; known {
		return word
	}
	return id
}

// all replaces the tokens in a set by the words that have them.
func (s stems) all(lang bm25.Language, tokens map[uint32]bool) map[uint32]bool {
	if len(s) == 0 {
		return tokens
	}
	out := make(map[uint32]bool, len(tokens))
	for id := range tokens {
		out[s.of(lang, id)] = true
	}
	return out
}

// in returns the words of a text in a language.
func (s stems) in(lang bm25.Language, text string) map[uint32]bool {
	return s.all(lang, set(bm25.Document(lang, text).IDs))
}

// each replaces the tokens in a list by the words that have them.
func (s stems) each(lang bm25.Language, tokens []uint32) []uint32 {
	if len(s) > 0 {
		for i, id := range tokens {
			tokens[i] = s.of(lang, id)
		}
	}
	return tokens
}
