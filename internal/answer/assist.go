package answer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"quire/internal/model"
)

const (
	maxQuery      = 1000 // characters of a query that a model wrote
	maxKeywords   = 8
	rewriteTokens = 300
	titleTokens   = 60
	// reranked is how many bytes of a passage a reranker is shown. Rerankers have short context windows.
	reranked = 2000
)

const rewriteInstructions = `You prepare a search. Given a conversation and its last question, write that question so that it can be understood without the conversation, in its own language: put names and subjects in place of words that refer to earlier turns. Add the words that a text with the answer would contain. Do not answer the question.`

var rewriteSchema = json.RawMessage(`{"type":"object","properties":{"standalone":{"type":"string"},"keywords":{"type":"array","items":{"type":"string"}}},"required":["standalone","keywords"],"additionalProperties":false}`)

// Rewrite returns the queries to search with for a question that depends on earlier turns: the question unchanged, the
// question with its references resolved, and keywords of its answer. It costs one call to the model.
func Rewrite(ctx context.Context, m *model.Client, q Question) ([]string, Usage, error) {
	var talk strings.Builder
	for _, message := range history(q.History, m.Window()/historyShare) {
		fmt.Fprintf(&talk, "%s: %s\n\n", message.Role, message.Text)
	}
	res, err := m.Complete(ctx, model.Request{
		System: rewriteInstructions, Schema: rewriteSchema, SchemaName: "query", MaxTokens: rewriteTokens,
		Messages: []model.Message{{Role: model.User, Text: talk.String() + "Last question: " + visible(q.Text)}},
	})
	usage := Usage{Prompt: res.Usage.PromptTokens, Completion: res.Usage.CompletionTokens}
	if err != nil {
		return nil, usage, err
	}
	var out struct {
		Standalone string
		Keywords   []string
	}
	if err := json.Unmarshal([]byte(res.Text), &out); err != nil {
		return nil, usage, &model.Error{Kind: model.Malformed, Message: "the query is other JSON than was asked for"}
	}
	queries := []string{q.Text}
	for _, query := range []string{out.Standalone, strings.Join(out.Keywords[:min(len(out.Keywords), maxKeywords)], " ")} {
		query = cut(strings.Join(strings.Fields(visible(query)), " "), maxQuery)
		if query != "" && query != queries[len(queries)-1] {
			queries = append(queries, query)
		}
	}
	return queries, usage, nil
}

// Title names a conversation after its first exchange, in one line of at most 60 characters.
func Title(ctx context.Context, m *model.Client, question, answer string) (string, Usage, error) {
	text := fmt.Sprintf("Question: %s\n\nAnswer: %s", cut(visible(question), 2000), cut(markers.ReplaceAllString(visible(answer), ""), 2000))
	res, err := m.Complete(ctx, model.Request{
		System:    "Write a title of two to six words for this conversation, in the language of the question. Write the title and nothing else.",
		MaxTokens: titleTokens, Messages: []model.Message{{Role: model.User, Text: text}},
	})
	usage := Usage{Prompt: res.Usage.PromptTokens, Completion: res.Usage.CompletionTokens}
	if err != nil {
		return "", usage, err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(sanitise(res.Text, nil)), "\n")
	title := cut(strings.Trim(strings.Join(strings.Fields(line), " "), " *#\"'“”„«»`."), maxTitle)
	if title == "" {
		return "", usage, &model.Error{Kind: model.Malformed, Message: "the title is empty"}
	}
	return title, usage, nil
}

// cut shortens a text to limit characters, at the end of a word if one is near.
func cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	short := string([]rune(s)[:limit-1])
	if i := strings.LastIndexByte(short, ' '); i > len(short)/2 {
		short = short[:i]
	}
	return strings.TrimRight(short, " .,;:") + "…"
}

// Reranked is the position of a passage in a list, and its score among the passages of that list: 1 for the best, 0 for
// the worst.
type Reranked struct {
	Index int
	Score float64
}

// Rerank returns the passages in the order in which a reranking model ranks them as answers to the question. Passages
// that the model leaves out come last, in their original order and with the lowest score.
func Rerank(ctx context.Context, m *model.Client, question string, passages []Passage) ([]Reranked, error) {
	docs := make([]string, 0, len(passages))
	for _, p := range passages {
		text := p.Shown()
		docs = append(docs, strings.ToValidUTF8(text[:min(len(text), reranked)], ""))
	}
	ranked, err := m.Rerank(ctx, question, docs)
	if err != nil {
		return nil, err
	}
	order := make([]Reranked, 0, len(passages))
	taken := make([]bool, len(passages))
	for _, r := range ranked {
		taken[r.Index] = true
		order = append(order, Reranked{r.Index, shareOf(r.Score, ranked)})
	}
	for i := range passages {
		if !taken[i] {
			order = append(order, Reranked{Index: i})
		}
	}
	return order, nil
}

// shareOf scales a score to between 0 for the lowest of a ranking and 1 for the best: some models return probabilities,
// others log odds.
func shareOf(score float64, ranked []model.Ranked) float64 {
	best, least := ranked[0].Score, ranked[len(ranked)-1].Score
	if best <= least {
		return 1
	}
	return (score - least) / (best - least)
}
