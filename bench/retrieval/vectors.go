package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"quire/internal/answer"
)

// vectors holds embeddings of texts that bench/vectors, or another model, has computed. Without any, search is lexical
// only.
type vectors struct {
	known   map[[sha256.Size]byte][]float32 // by the texts' hashes
	missing map[[sha256.Size]byte]string    // texts without a vector, by their hashes
	live    *live                           // encodes them; nil if there are only those known
}

// vectorLength is the number of dimensions of the vectors.
const vectorLength = 384

// vectorLine is a line of the files that bench/vectors reads, with the text, and writes, with the vector.
type vectorLine struct {
	ID     string    `json:"_id"`
	Text   string    `json:"text,omitempty"`
	Vector []float32 `json:"vector,omitempty"`
}

// readVectors reads a file of vectors; an empty path has none. With a model, whatever the file lacks is encoded and
// stored there.
func readVectors(path, model string) (v vectors, err error) {
	v = withoutVectors()
	if model != "" {
		v.live, v.known, err = openLive(model, path)
		return v, err
	}
	if path == "" {
		return v, nil
	}
	lines, err := readLines[vectorLine](path)
	for _, l := range lines {
		if len(l.Vector) != vectorLength {
			return v, fmt.Errorf("%s: a vector of %d dimensions where %d are expected", path, len(l.Vector), vectorLength)
		}
		var hash [sha256.Size]byte
		if n, err := hex.Decode(hash[:], []byte(l.ID[:min(len(l.ID), hex.EncodedLen(len(hash)))])); err != nil || n < len(hash) {
			return v, fmt.Errorf("%s: %q is no hash of a text", path, l.ID)
		}
		v.known[hash] = l.Vector
	}
	return v, err
}

func withoutVectors() vectors {
	return vectors{known: map[[sha256.Size]byte][]float32{}, missing: map[[sha256.Size]byte]string{}}
}

func (v vectors) any() bool { return v.live != nil || len(v.known) > 0 }

// of returns the vector of a text, or nil if there is none.
func (v vectors) of(text string) []float32 {
	id := sha256.Sum256([]byte(text))
	vector := v.known[id]
	if vector == nil && v.live != nil {
		encoded, err := v.live.encode(id, text)
		if err != nil {
			log.Fatal(err)
		}
		v.known[id], vector = encoded, encoded
	}
	if vector == nil {
		v.missing[id] = text
	}
	return vector
}

// question returns a question that is answered with these vectors.
func (v vectors) question(text string, history []answer.Turn) answer.Question {
	return answer.Question{Text: text, Languages: searched, History: history, Meaning: v.meaning()}
}

// meaning compares texts with questions, or returns nil if there are no vectors.
func (v vectors) meaning() answer.Meaning {
	if !v.any() {
		return nil
	}
	return func(questions, texts []string) [][]float64 {
		near, complete := make([][]float64, len(questions)), true
		for i, q := range questions {
			asked := v.of(q)
			for _, t := range texts {
				vector := v.of(t)
				complete = complete && asked != nil && vector != nil
				if complete {
					near[i] = append(near[i], cosine(asked, vector))
				}
			}
		}
		if !complete {
			return nil
		}
		return near
	}
}

// cosine is that of two vectors of length 1.
func cosine(a, b []float32) float64 {
	var sum float32
	for i := range a {
		sum += a[i] * b[i]
	}
	return float64(sum)
}

// writeMissing writes the texts whose vectors were missing, for bench/vectors.
func (v vectors) writeMissing(path string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	out := json.NewEncoder(f)
	for id, text := range v.missing {
		if err := out.Encode(vectorLine{ID: hex.EncodeToString(id[:]), Text: text}); err != nil {
			return err
		}
	}
	return nil
}
