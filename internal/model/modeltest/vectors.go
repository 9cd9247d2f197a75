package modeltest

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// Dimensions is the length of the server's embeddings.
const Dimensions = 64

// Embedding returns the server's embedding of text, of length 1. Each word adds to one dimension, so that texts that
// share words are close to each other.
func Embedding(text string) []float32 {
	v := make([]float32, Dimensions)
	v[0] = 1e-3 // gives even a text without words a direction
	for _, w := range wordsOf(text) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(w)) // a hash never fails
		v[h.Sum32()%Dimensions]++
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func (s *Server) embeddings(w http.ResponseWriter, r *http.Request) {
	var body struct{ Input []string }
	if json.Unmarshal(s.receive(r).Body, &body) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	data := make([]any, 0, len(body.Input))
	for i, text := range slices.Backward(body.Input) { // in a different order: only the index counts
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": Embedding(text)})
	}
	x := &Exchange{W: w}
	x.json(encode(map[string]any{"object": "list", "data": data, "usage": json.RawMessage(tokens)}))
}

// rerank scores a document by the share of the query's words that it contains.
func (s *Server) rerank(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Query     string
		Documents []string
		Texts     []string
	}
	req := s.receive(r)
	if json.Unmarshal(req.Body, &body) != nil || s.refuses(req) != "" {
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	body.Documents = append(body.Documents, body.Texts...)
	query := wordsOf(body.Query)
	results := make([]any, 0, len(body.Documents))
	for i, d := range body.Documents {
		has, found := wordsOf(d), 0
		for _, q := range query {
			if slices.Contains(has, q) {
				found++
			}
		}
		results = append(results, map[string]any{"index": i, "relevance_score": float64(found) / float64(max(len(query), 1))})
	}
	x := &Exchange{W: w}
	if body.Texts != nil {
		x.json(strings.ReplaceAll(encode(results), "relevance_score", "score"))
		return
	}
	x.json(encode(map[string]any{"results": results}))
}
