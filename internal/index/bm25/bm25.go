// Package bm25 turns text into the sparse vectors of BM25 retrieval.
//
// Tokens, token ids and weights are those of Qdrant's own BM25 (lib/bm25 and its tokenizers), so that the vectors
// can be mixed with ones that Qdrant computes itself. Deviations are deliberate: the average length is measured instead
// of assumed (a wrong one costs up to .036 nDCG@10), headers have a weight of their own, numbers, codes and scripts
// without spaces give extra tokens, and of the stop words only the English ones are the same. The inverse document
// frequency is applied by the index at query time.
package bm25

import (
	"maps"
	"slices"
)

// The constants of Okapi BM25 (Robertson and Zaragoza, 2009), as Qdrant sets them.
const (
	saturation    = 1.2  // k1: how soon a term's further occurrences stop counting
	normalisation = 0.75 // b: how much a text's length counts against it
)

// longQuery is the number of tokens above which a query is prose: there a repeated term is emphasis, in a short
// question it is grammar.
const longQuery = 30

// Vector is a sparse vector. Indices are token ids, ascending and unique; Values has the same length.
type Vector struct {
	Indices []uint32
	Values  []float32
}

// Empty tells whether the vector matches nothing.
func (v Vector) Empty() bool { return len(v.Indices) == 0 }

// headerWeight is what a term of the header adds to its weight in the passage, where a term that occurs once in a
// passage of average length has 1. The header stands in every passage of its file or section, so the index sees its
// terms as frequent ones and values them low; the factor makes up for it.
const headerWeight = 3

// Terms are the counted tokens of a passage. Unlike a Vector they do not depend on the other passages, so they can be
// kept and weighed anew when the average length has moved.
type Terms struct {
	IDs    []uint32 `json:"ids"`              // tokens of the text: ascending, unique
	Counts []uint32 `json:"counts"`           // occurrences of each
	Length int      `json:"length"`           // sum of Counts: what the average length is the mean of
	Header []uint32 `json:"header,omitempty"` // tokens of the header: ascending, unique
}

// Document counts the tokens of a passage in its language. The header, in any number of parts, says where the passage
// comes from.
func Document(lang Language, text string, header ...string) Terms {
	counts := make(map[uint32]uint32)
	var t Terms
	tokenize(text, []Language{lang}, func(_ int, token string) {
		counts[TokenID(token)]++
		t.Length++
	})
	t.IDs, t.Counts = sorted(counts)
	places := make(map[uint32]uint32)
	for _, h := range header {
		tokenize(h, []Language{lang}, func(_ int, token string) { places[TokenID(token)] = 1 })
	}
	t.Header, _ = sorted(places)
	return t
}

// Weigh gives the document vector for a measured average length, in tokens as in Terms.Length. An average of zero or
// less means that nothing is known: the text counts as average.
//
// The header's weight is added and not counted as text: it tells files and sections apart, and must neither dilute
// nor replace what the passage itself says.
func (t Terms) Weigh(average float64) Vector {
	relative := 1.0
	if average > 0 {
		relative = float64(t.Length) / average
	}
	norm := saturation * (1 - normalisation + normalisation*relative)
	v := Vector{Indices: make([]uint32, 0, len(t.IDs)+len(t.Header)), Values: make([]float32, 0, len(t.IDs)+len(t.Header))}
	header := t.Header
	for i, id := range t.IDs {
		for len(header) > 0 && header[0] < id {
			v.add(header[0], headerWeight)
			header = header[1:]
		}
		n := float64(t.Counts[i])
		weight := n * (saturation + 1) / (n + norm)
		if len(header) > 0 && header[0] == id {
			weight += headerWeight
			header = header[1:]
		}
		v.add(id, float32(weight))
	}
	for _, id := range header {
		v.add(id, headerWeight)
	}
	return v
}

func (v *Vector) add(id uint32, weight float32) {
	v.Indices, v.Values = append(v.Indices, id), append(v.Values, weight)
}

// Query gives the query vector: the union of the text's stemmings in the languages of what is searched (English when
// none is named), each unique token weighing 1, or as often as it occurs when the query is as long as a paragraph.
func Query(text string, langs ...Language) Vector {
	if len(langs) == 0 {
		langs = []Language{English}
	}
	counts := make([]map[uint32]uint32, len(langs))
	lengths := make([]int, len(langs))
	for i := range langs {
		counts[i] = make(map[uint32]uint32)
	}
	tokenize(text, langs, func(lang int, token string) {
		counts[lang][TokenID(token)]++
		lengths[lang]++
	})
	prose := slices.Max(lengths) > longQuery
	union := make(map[uint32]uint32)
	for _, c := range counts {
		for id, n := range c {
			if !prose {
				n = 1
			}
			union[id] = max(union[id], n)
		}
	}
	ids, tf := sorted(union)
	values := make([]float32, len(tf))
	for i, n := range tf {
		values[i] = float32(n)
	}
	return Vector{Indices: ids, Values: values}
}

func sorted(counts map[uint32]uint32) (ids, tf []uint32) {
	ids = slices.Sorted(maps.Keys(counts))
	tf = make([]uint32, len(ids))
	for i, id := range ids {
		tf[i] = counts[id]
	}
	return ids, tf
}
