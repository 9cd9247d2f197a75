package answer

import (
	"slices"
	"strings"

	"quire/internal/pattern"
)

// overview describes the overview that a question asks for.
type overview struct {
	whole   bool   // of a whole document, if the words only name the document
	subject bool   // … and the question is what it is about
	bare    bool   // only headings are asked for
	topic   bool   // of the section with the words in its heading: its first sentences
	part    int    // of the part at this position: 1 is the first, -1 the last, 0 any
	labels  layout // of the parts with these numbers
	// numbered says that a part as such is asked for by its number, not what it says about the remaining words.
	numbered bool
	words    []uint32 // the remaining words: of headings, or of the file's name
	capital  []uint32 // … those that belong to names
	stems    stems    // of these words
}

// overviewOf returns the overview that a question asks for; ok is false if it does not ask for one.
func overviewOf(q Question) (o overview, ok bool) {
	q = q.inItsLanguage()
	text := gist(q.Text)
	o.stems = stemsOf(q, text)
	if m := partOn.FindStringSubmatch(text); m != nil {
		o.topic, o.words = true, q.words(without(m[1], showing, polite, works, ofDocuments))
		return o, len(o.words) > 0
	}
	short := overviews.MatchString(text)
	if m := aboutWhat.FindStringSubmatch(text); m != nil {
		o.subject, short = true, true
		text = aboutWhat.ReplaceAllString(text, " $1 ")
	}
	if sections.MatchString(text) && showing.MatchString(text) { // "What does chapter 2 say?"
		o.numbered, short = true, true
	}
	several := enumerating.MatchString(text)
	for _, m := range partOrdinal.FindAllStringSubmatch(text, maxPages) {
		if n := ordinals[strings.ToLower(m[1])]; n != 0 {
			o.part = n
		}
	}
	o.bare = several && !short && o.part == 0 && parts.MatchString(text)
	o.labels = layout{labels: layoutOf(q).labels}
	rest := without(text, overviews, sections, partOrdinal, enumerating, parts, ofDocuments, works, showing, polite)
	important := salient.MatchString(rest)
	rest = without(rest, salient)
	o.words = q.words(rest)
	o.capital = q.words(names("? " + rest))
	if m := describedWork.FindStringSubmatch(text); m != nil {
		o.capital = append(o.capital, q.words(m[1])...)
	}
	o.whole = short || o.bare
	topic := (several && important) || begins(text, "list", "liste", "nenne", "enumerate")
	if len(o.words) == 0 {
		return o, o.whole || o.part != 0
	}
	return o, o.whole || topic
}

// without removes all matches of the patterns.
func without(text string, patterns ...*pattern.Pattern) string {
	for _, p := range patterns {
		text = p.ReplaceAllString(text, " ")
	}
	return text
}

// begins reports whether a text's first word is one of the given words.
func begins(text string, words ...string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	for _, w := range words {
		if first == w {
			return true
		}
	}
	return false
}

// WantsOutline reports whether a question may be answered from headings. Outline then needs the passages at which the
// sections of its files begin.
func WantsOutline(q Question) bool {
	_, ok := overviewOf(q)
	return ok
}

// Foremost returns the files to outline for a question, at most MaxFiles: those that the last answer cites, if the
// question depends on it, or else those of the best passages found.
func Foremost(q Question, found []Passage) []string {
	cited := citedFiles(q)
	var out []string
	add := func(file string) {
		if len(out) < MaxFiles && !slices.Contains(out, file) {
			out = append(out, file)
		}
	}
	if len(cited) > 0 {
		for _, file := range q.History[len(q.History)-1].Files {
			add(file)
		}
		return out
	}
	for _, p := range found {
		add(p.File)
	}
	return out
}
