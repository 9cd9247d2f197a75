package answer

import (
	"strconv"
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// A question depends on earlier ones if it has at most fewWords significant words, or at most pronounWords and a
// pronoun.
const (
	fewWords     = 4
	pronounWords = 8
	leanedOn     = 2 // earlier questions at most
	longestChain = 8 // consecutive elliptical questions
)

// pronouns matches words that refer to something said before.
var pronouns = pattern.New(`(?i)\b(it|its|they|them|their|theirs|he|him|his|she|hers?|those|these|there|then|ones?|same|others?|` +
	`er|ihn|ihm|sie|ihr|ihre[nmrs]?|sein|seine[nmrs]?|es|dort|damals|davon|dazu|dabei|diese[nmrs]?|dessen|deren)\b`)

// Queries returns the texts to search for when no model rewrites the question: the question without instructions about
// the form of the answer, and with the words of earlier questions if it depends on them.
func Queries(q Question) []string { return []string{standalone(q)} }

// standalone returns the gist of the question, preceded by earlier questions if it depends on them ("and the year
// before?"), in the order in which they were asked. An earlier question that is itself dependent brings along what it
// depends on. Their words weigh as much as its own: with less weight, fewer answers to follow-ups were found.
//
// A fragment replaces its counterpart in the previous question, and a year replaces the year there; a mere thing is
// asked in full after the previous question. "The year before" is counted from the last year named.
func standalone(q Question) string {
	t := threadOf(q)
	return parted(t.resolved(t.latest(), leanedOn))
}

// spoken returns the latest question in the form that separates quotes that answer it from those that answered earlier
// questions. For a fragment that replaces another, this is the fragment alone, because most of the completed question
// is the previous one.
func spoken(q Question) string {
	t := threadOf(q)
	if _, ok := t.placed(t.latest()); ok {
		return gist(q.Text)
	}
	return t.inFull(t.latest())
}

// onlyYear reports whether a question has hardly a word besides a year.
func onlyYear(text string) bool {
	rest := year.ReplaceAllString(text, "")
	return rest != text && !pronouns.MatchString(text) && len(bm25.Query(without(rest, relativeYear), bm25.English).Indices) <= 1
}

// relativeYear matches a year that is counted from another.
var relativeYear = pattern.New(`(?i)\b(?:(years? (?:before|earlier)|(?:previous|prior|preceding) (?:fiscal )?year|jahr davor|vorjahr)|` +
	`(years? (?:after|later)|(?:following|next) (?:fiscal )?year|jahr danach|folgejahr))\b`)

// dated replaces a relative year in a question by the year meant, counted from one named in the previous question.
func dated(text, before string) string {
	m := relativeYear.FindStringSubmatch(text)
	named := year.FindAllString(before, -1)
	if m == nil || year.MatchString(text) || len(named) == 0 {
		return text
	}
	n, _ := strconv.Atoi(named[len(named)-1])
	if m[1] != "" {
		n--
	} else {
		n++
	}
	return text + " " + strconv.Itoa(n)
}

// leans reports whether a question cannot be understood without the previous one.
func leans(text string) bool {
	text = parted(gist(text))
	n := len(bm25.Query(text, bm25.English).Indices)
	return n <= fewWords || (n <= pronounWords && pronouns.MatchString(text))
}

// compound matches a word that ends in a number of at least two digits, or begins with one: FY2023, Q22023, 10K.
var compound = pattern.New(`^(\pL+)(\d{2,})$|^(\d{2,})(\pL+)$`)

// parted adds the parts of compounds of letters and digits, because texts write "2023" for "FY2023".
func parted(text string) string {
	words := strings.Fields(text)
	out := make([]string, 0, len(words))
	for _, w := range words {
		out = append(out, w)
		if m := compound.FindStringSubmatch(strings.Trim(w, "'\"(),.?!:;")); m != nil {
			out = append(out, m[2]+m[3])
		}
	}
	return strings.Join(out, " ")
}

// instruction matches a sentence about the form of the answer rather than its subject.
var instruction = pattern.New(`(?i)^\W*(if .*\b(state|say|explain|answer|write)\b|(please )?(return|write (the|your|it|in|as)|give (me|the answer|your)|format|round|express|answer|reply|respond)\b)`)

// gist returns the question without the sentences that say how to answer it, unless nothing else is left, and without
// the words that take back a question.
func gist(text string) string {
	var kept []string
	for from := 0; from < len(text); {
		to := sentenceEnd(text, from)
		if s := strings.TrimSpace(text[from:to]); s != "" && !instruction.MatchString(s) {
			kept = append(kept, s)
		}
		from = to
	}
	if len(kept) == 0 {
		kept = []string{text}
	}
	return correction.ReplaceAllString(strings.Join(kept, " "), "")
}

// names returns the words that say whose figures are meant, and for which period: names and numbers.
func names(text string) string {
	var out []string
	for i, word := range strings.Fields(text) {
		r := runeAt(strings.TrimLeft(word, "'\"("), 0)
		if (unicode.IsUpper(r) && i > 0) || strings.ContainsFunc(word, unicode.IsDigit) {
			out = append(out, strings.Trim(word, "'\"(),.?!:;"))
		}
	}
	return strings.Join(out, " ")
}

// maxTitle is the length of a title in characters.
const maxTitle = 60

// TitleOf names a conversation after its first question.
func TitleOf(question string) string {
	return cut(strings.Join(strings.Fields(visible(question)), " "), maxTitle)
}
