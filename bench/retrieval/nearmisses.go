package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/passage"
)

// pairsPerDocument is how many names, and how many years, of a document are asked about.
const pairsPerDocument = 12

// pair is a question made from a document whose words occur together there, or apart (a near miss).
type pair struct {
	document, text string
	together       bool
}

var (
	properName = regexp.MustCompile(`[a-z,] ((?:\p{Lu}\p{Ll}+ ){1,3}\p{Lu}\p{Ll}+)\b`)
	yearInText = regexp.MustCompile(`\b(?:19|20)\d\d\b`)
	plainWord  = regexp.MustCompile(`\b\p{Ll}{5,}\b`)
)

// pairs makes questions from documents, without a list of words: a name or a year from a sentence with two rare words
// of that sentence, and the same name or year with two words of another sentence that no passage has with it.
func (l library) pairs(documents []paper) []pair {
	var out []pair
	for _, d := range documents {
		random := rand.New(rand.NewPCG(3, uint64(len(l.passages[d.Name]))))
		out = append(out, l.pairsWith(d.Name, properName, "What is said about the %[2]s and %[3]s of %[1]s?", random)...)
		out = append(out, l.pairsWith(d.Name, yearInText, "What is said about the %[2]s and %[3]s in %[1]s?", random)...)
	}
	return out
}

func (l library) pairsWith(document string, anchor *regexp.Regexp, wording string, random *rand.Rand) []pair {
	all := l.passages[document]
	has := make([]map[uint32]bool, len(all))
	counts := map[uint32]int{}
	for i, p := range all {
		has[i] = idsOf(p)
		for id := range has[i] {
			counts[id]++
		}
	}
	var out []pair
	for _, i := range random.Perm(len(all)) {
		if len(out) >= 2*pairsPerDocument {
			break
		}
		m := anchor.FindStringSubmatch(all[i].Text)
		other := random.IntN(len(all))
		if m == nil || strings.Contains(all[i].Text, "\t") {
			continue
		}
		name := bm25.Document(language, m[len(m)-1]).IDs
		near, far := rareWords(sentenceWith(all[i].Text, m[len(m)-1]), name, counts, len(all)), rareWords(all[other].Text, name, counts, len(all))
		if len(near) < 2 || len(far) < 2 || !apart(has, name, far) {
			continue
		}
		out = append(out, pair{document, fmt.Sprintf(wording, m[len(m)-1], near[0], near[1]), true},
			pair{document, fmt.Sprintf(wording, m[len(m)-1], far[0], far[1]), false})
	}
	return out
}

func idsOf(p passage.Passage) map[uint32]bool {
	ids := map[uint32]bool{}
	t := bm25.Document(language, p.Text, p.Header, p.Columns)
	for _, id := range slices.Concat(t.IDs, t.Header) {
		ids[id] = true
	}
	return ids
}

func sentenceWith(text, words string) string {
	at := strings.Index(text, words)
	from := strings.LastIndexAny(text[:at], ".\n") + 1
	to := at + strings.IndexAny(text[at:]+".", ".\n")
	return text[from:to]
}

// rareWords returns two words that few passages have.
func rareWords(text string, without []uint32, counts map[uint32]int, passages int) []string {
	var out []string
	for _, w := range plainWord.FindAllString(text, -1) {
		ids := bm25.Document(language, w).IDs
		rare := len(ids) == 1 && counts[ids[0]] > 1 && counts[ids[0]] <= max(3, passages/20) && !slices.Contains(without, ids[0])
		if rare && !slices.Contains(out, w) && len(out) < 2 && unicode.IsLower([]rune(w)[0]) {
			out = append(out, w)
		}
	}
	return out
}

// apart reports whether no passage has a name and one of some words.
func apart(has []map[uint32]bool, name []uint32, words []string) bool {
	for _, ids := range has {
		named := !slices.ContainsFunc(name, func(id uint32) bool { return !ids[id] })
		if named && slices.ContainsFunc(words, func(w string) bool { return ids[bm25.Document(language, w).IDs[0]] }) {
			return false
		}
	}
	return true
}

// nearMisses asks each document about pairs of its words, and returns which are refused, separately for words that
// occur together and words that do not.
func (m quality) nearMisses(ctx context.Context) (together, apart []outcome, err error) {
	for _, p := range m.read.pairs(m.documents) {
		a, err := m.ask(ctx, p.text, []string{p.document}, nil)
		if err != nil {
			return nil, nil, err
		}
		o := outcome{p.document, truth(!a.Found)}
		if p.together {
			together = append(together, o)
			continue
		}
		if a.Found {
			m.show("NEAR "+p.document+": "+p.text, nil, a)
		}
		apart = append(apart, o)
	}
	return together, apart, nil
}
