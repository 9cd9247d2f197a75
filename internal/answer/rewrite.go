package answer

import (
	"strings"
	"unicode"

	"quire/internal/index/bm25"
	"quire/internal/pattern"
)

// fewWords is the number of significant words up to which a question counts as leaning on the previous one.
const fewWords = 4

// Queries returns the texts to search for when no model rewrites the question: the question without its instructions
// about the form of the answer, and with the words of the previous question when it leans on them.
func Queries(q Question) []string { return []string{standalone(q)} }

// standalone returns the gist of the question, completed with words from the previous question if it leaves them out
// ("and the year before?").
func standalone(q Question) string {
	text := parted(gist(q.Text))
	if len(q.History) == 0 || len(bm25.Query(text, q.Languages...).Indices) > fewWords {
		return text
	}
	return text + " " + gist(q.History[len(q.History)-1].Question)
}

// compound is a word that ends in a number of at least two digits, or begins with one: FY2023, Q22023, 10K.
var compound = pattern.New(`^(\pL+)(\d{2,})$|^(\d{2,})(\pL+)$`)

// parted adds the parts of compounds of letters and digits after them, because texts write "2023" for "FY2023".
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

// gist returns the question without the sentences that say how to answer it, or all of it if nothing else would be
// left.
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
		return text
	}
	return strings.Join(kept, " ")
}

// names returns the words that say whose figures are meant and from when: names and numbers.
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
