// Package wordpiece splits text into the word pieces that BERT models read: in lower case, without accents, with every
// punctuation mark and Chinese character separate.
package wordpiece

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// longestWord is the length, in characters, beyond which a word is unknown, as in BERT's own tokenizer.
const longestWord = 100

// continued is the prefix of a piece that continues a word.
const continued = "##"

// Tokenizer converts text into the numbers of its pieces. It is safe for concurrent use.
type Tokenizer struct {
	starts, continues map[string]int32
	longest           int // length of the longest piece, in bytes
	unknown           int32
	first, last       int32 // put around every text
	size              int
}

// file is the part of a tokenizer.json that is used.
type file struct {
	Normalizer struct {
		Type      string
		Lowercase bool
	}
	Model struct {
		Type  string
		Vocab map[string]int32
	}
}

// ErrFormat means that a tokenizer.json does not describe an uncased WordPiece tokenizer.
var ErrFormat = errors.New("not a WordPiece tokenizer without case")

// New reads a tokenizer.json of the Hugging Face library.
func New(description []byte) (*Tokenizer, error) {
	var f file
	if err := json.Unmarshal(description, &f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if f.Model.Type != "WordPiece" || f.Normalizer.Type != "BertNormalizer" || !f.Normalizer.Lowercase {
		return nil, ErrFormat
	}
	t := &Tokenizer{starts: map[string]int32{}, continues: map[string]int32{}}
	for piece, id := range f.Model.Vocab {
		t.size = max(t.size, int(id)+1)
		if rest := piece[min(len(continued), len(piece)):]; len(rest) > 0 && piece[:len(continued)] == continued {
			t.continues[rest], t.longest = id, max(t.longest, len(rest))
		}
		t.starts[piece], t.longest = id, max(t.longest, len(piece))
	}
	for name, id := range map[string]*int32{"[UNK]": &t.unknown, "[CLS]": &t.first, "[SEP]": &t.last} {
		known, ok := f.Model.Vocab[name]
		if !ok || known < 0 {
			return nil, fmt.Errorf("%w: it lacks %s", ErrFormat, name)
		}
		*id = known
	}
	return t, nil
}

// Size returns one more than the largest number of a piece.
func (t *Tokenizer) Size() int { return t.size }

// Tokens returns the numbers of text's pieces between a first and a last mark, at most limit in total, which must be at
// least 2. It leaves out what does not fit.
func (t *Tokenizer) Tokens(text string, limit int) []int32 {
	ids := append(make([]int32, 0, limit), t.first)
	for word := range words(text) {
		if ids = t.appendWord(ids, word); len(ids) >= limit-1 {
			ids = ids[:limit-1]
			break
		}
	}
	return append(ids, t.last)
}

// appendWord splits a word into the longest pieces in the vocabulary, from left to right. If any part of a word is
// unknown, so is the whole word.
func (t *Tokenizer) appendWord(ids []int32, word []byte) []int32 {
	if len(word) > longestWord && utf8.RuneCount(word) > longestWord {
		return append(ids, t.unknown)
	}
	known := len(ids)
	pieces := t.starts
	for len(word) > 0 {
		end := min(len(word), t.longest)
		id, ok := pieces[string(word[:end])]
		for !ok && end > 1 {
			end--
			if end < len(word) && !utf8.RuneStart(word[end]) {
				continue
			}
			id, ok = pieces[string(word[:end])]
		}
		if !ok {
			return append(ids[:known], t.unknown)
		}
		ids, word, pieces = append(ids, id), word[end:], t.continues
	}
	return ids
}
