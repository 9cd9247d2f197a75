package abbreviation

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

const (
	maxMentioned = 4   // definitions used for one question
	maxWords     = 300 // words of a question that are compared with definitions
)

// Mentioned returns the definitions in texts of which the question contains either form, at most four. An abbreviation
// must be written as in its definition, unless the whole question is in lower case.
func Mentioned(question string, texts iter.Seq[string]) []Definition {
	asked := wordsOf(question)
	small := strings.ToLower(question) == question
	var out []Definition
	for text := range texts {
		for d := range In(text) {
			if !asked.short(d.Short, small) && !asked.long(d.Long) {
				continue
			}
			if !slices.ContainsFunc(out, d.same) {
				out = append(out, d)
			}
			if len(out) == maxMentioned {
				return out
			}
		}
	}
	return out
}

// Expand returns a question followed by the forms of abbreviations that it lacks, or the unchanged question if it lacks
// none.
func Expand(question string, texts iter.Seq[string]) string {
	return Complete(question, Mentioned(question, texts))
}

// Complete returns a question followed by the forms of the mentioned abbreviations that it lacks.
func Complete(question string, mentioned []Definition) string {
	asked := wordsOf(question)
	for _, d := range mentioned {
		if !asked.short(d.Short, true) {
			question += " " + d.Short
		}
		if !asked.long(d.Long) {
			question += " " + d.Long
		}
	}
	return question
}

// same reports whether two definitions are equivalent.
func (d Definition) same(o Definition) bool {
	return d.Short == o.Short && slices.EqualFunc(strings.Fields(d.Long), strings.Fields(o.Long), alike)
}

// asked holds the words of a question and their positions.
type asked struct {
	words []string
	at    map[string][]int
}

func wordsOf(question string) asked {
	words := strings.FieldsFunc(question, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"“”„«»()[],;:?!`, r) })
	out := asked{words: words[:min(len(words), maxWords)], at: map[string][]int{}}
	for i, w := range out.words {
		out.at[plain(w)] = append(out.at[plain(w)], i)
	}
	return out
}

// short reports whether the question contains an abbreviation; small says whether it may be in lower case.
func (a asked) short(abbreviation string, small bool) bool {
	return slices.ContainsFunc(a.at[plain(abbreviation)], func(i int) bool {
		word, _ := abbreviated(a.words[i])
		return small || word == abbreviation
	})
}

// long reports whether the question contains the words of a long form, one after another.
func (a asked) long(long string) bool {
	words := strings.Fields(long)
	return slices.ContainsFunc(a.at[plain(words[0])], func(i int) bool {
		return i+len(words) <= len(a.words) && slices.EqualFunc(a.words[i:i+len(words)], words, alike)
	})
}

// alike reports whether two words are equal but for case and a plural ending.
func alike(a, b string) bool { return plain(a) == plain(b) }

func plain(word string) string {
	word = strings.ToLower(trimmed(word))
	return strings.TrimRight(word, "s'’")
}
