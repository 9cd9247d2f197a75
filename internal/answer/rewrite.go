package answer

import (
	"strings"

	"quire/internal/index/bm25"
)

// fewWords is the number of telling words up to which a question counts as leaning on the one before it.
const fewWords = 4

// Queries are what to search for without a model: the question and, when it leans on earlier ones, the same with the
// words of the last question before it.
func Queries(q Question) []string {
	if s := standalone(q); s != q.Text {
		return []string{s, q.Text}
	}
	return []string{q.Text}
}

// standalone is the question with the words that it leaves out because they were said before ("and the year before?").
func standalone(q Question) string {
	if len(q.History) == 0 || len(bm25.Query(q.Text, q.Languages...).Indices) > fewWords {
		return q.Text
	}
	return q.Text + " " + q.History[len(q.History)-1].Question
}

// maxTitle is the length of a title in characters.
const maxTitle = 60

// TitleOf names a conversation after its first question.
func TitleOf(question string) string {
	return cut(strings.Join(strings.Fields(visible(question)), " "), maxTitle)
}
