package bm25

import (
	"embed"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// Language is an ISO 639-1 code. Text in a language without rules here, or in the empty one, is neither stemmed nor
// stripped of stop words.
type Language string

// English is the language of a query when nothing else is known.
const English Language = "en"

var stemmers = map[Language]func(*snowballstem.Env) bool{
	"da": danish.Stem, "de": german.Stem, English: english.Stem, "es": spanish.Stem, "fi": finnish.Stem,
	"fr": french.Stem, "hu": hungarian.Stem, "it": italian.Stem, "nl": dutch.Stem, "no": norwegian.Stem,
	"pt": portuguese.Stem, "ro": romanian.Stem, "ru": russian.Stem, "sv": swedish.Stem, "tr": turkish.Stem,
}

//go:embed stopwords/*.txt
var stopWordFiles embed.FS

var stopWords = sync.OnceValue(readStopWords)

func readStopWords() map[Language]map[string]bool {
	all := make(map[Language]map[string]bool, len(stemmers))
	for lang := range stemmers {
		text, err := stopWordFiles.ReadFile("stopwords/" + string(lang) + ".txt")
		if err != nil {
			panic(err) // the file was not compiled in
		}
		words := make(map[string]bool)
		for w := range strings.FieldsSeq(string(text)) {
			words[w] = true
		}
		all[lang] = words
	}
	return all
}

func (l Language) isStopWord(word string) bool { return stopWords()[l][word] }

func (l Language) stem(word string) string {
	stem, ok := stemmers[l]
	if !ok || ('0' <= word[0] && word[0] <= '9') {
		return word
	}
	env := snowballstem.NewEnv(word)
	stem(env)
	return env.Current()
}
