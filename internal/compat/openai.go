package compat

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"quire/internal/door"
)

const (
	// maxChat bounds a request with a whole conversation, in bytes.
	maxChat = 4 << 20
	// mostModels is the maximum number of collections that are listed as models.
	mostModels = 1000
)

// OpenAI serves chat completions and models as OpenAI does (https://platform.openai.com/docs/api-reference/chat): a
// model is a collection, which answers the last message of the user, taking those before it into account.
func OpenAI(prefix string, connect Connect) http.Handler {
	return table(prefix, connect, openAIRefusal, map[string]endpoint{
		"GET /v1/models":            listModels,
		"GET /v1/models/{model...}": getModel,
		"POST /v1/chat/completions": complete,
	})
}

func openAIRefusal(_ int, kind, message string) any {
	return map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": nil}}
}

type chatModel struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

func asModel(c door.Collection) chatModel {
	m := chatModel{ID: c.Name, Object: "model", OwnedBy: "quire"}
	if created, err := time.Parse(time.RFC3339, c.CreatedAt); err == nil {
		m.Created = created.Unix()
	}
	return m
}

func listModels(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	models := []chatModel{}
	for len(models) < mostModels {
		list, err := client.Collections(r.Context(), "", len(models), door.Listed)
		if err != nil {
			return err
		}
		for _, c := range list.Data {
			models = append(models, asModel(c))
		}
		if len(list.Data) < door.Listed {
			break
		}
	}
	write(w, http.StatusOK, map[string]any{"object": "list", "data": models})
	return nil
}

func getModel(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	found, err := client.Collection(r.Context(), r.PathValue("model"))
	if err != nil {
		return err
	}
	write(w, http.StatusOK, asModel(found))
	return nil
}

// chat holds the relevant fields of a request for a completion.
type chat struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Stream   bool      `json:"stream"`
	N        *int      `json:"n"`
	Options  struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"` // a string, or parts
}

// text returns the text of a message.
func (m message) text() string {
	var words string
	if json.Unmarshal(m.Content, &words) == nil {
		return words
	}
	var parts []struct{ Type, Text string }
	_ = json.Unmarshal(m.Content, &parts) // anything else has no text
	var all []string
	for _, p := range parts {
		if p.Type == "text" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}

// The roles of the speakers; messages of other roles are instructions.
const (
	roleUser      = "user"
	roleAssistant = "assistant"
)

// longestSaid bounds an earlier message, in code points; longer ones are truncated. MostSaid messages of this length
// fit into a request.
const longestSaid = 4_000

// question returns the question, which is the last message of the user, and the messages before it.
func (c chat) question() (text string, before []door.Said) {
	last := len(c.Messages) - 1
	for last >= 0 && c.Messages[last].Role != roleUser {
		last--
	}
	if last < 0 {
		return "", nil
	}
	for _, m := range c.Messages[:last] {
		said := strings.TrimSpace(withoutSources(m.text()))
		if (m.Role == roleUser || m.Role == roleAssistant) && said != "" {
			before = append(before, door.Said{Role: m.Role, Content: beginning(said, longestSaid)})
		}
	}
	return c.Messages[last].text(), before[max(len(before)-door.MostSaid, 0):]
}

// withoutSources removes the list of sources from one of our answers, which clients send back.
func withoutSources(answer string) string {
	for {
		rest, line := "", answer
		if at := strings.LastIndexByte(answer, '\n'); at >= 0 {
			rest, line = answer[:at], answer[at+1:]
		}
		if line = strings.TrimSpace(line); line != "" && !(strings.HasPrefix(line, "[") && strings.Contains(line, "] [") && strings.HasSuffix(line, ")")) {
			return answer
		}
		if rest == "" {
			return ""
		}
		answer = rest
	}
}

// beginning returns at most the first most characters of a text.
func beginning(text string, most int) string {
	for i := range text {
		if most--; most < 0 {
			return text[:i]
		}
	}
	return text
}

// tokens estimates the number of tokens in the messages.
func (c chat) tokens() (n int) {
	for _, m := range c.Messages {
		n += estimate(m.text())
	}
	return n
}

func complete(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	var in chat
	if err := readJSON(r, maxChat, &in); err != nil {
		return err
	}
	question, before := in.question()
	switch {
	case strings.TrimSpace(question) == "":
		return failed(http.StatusBadRequest, "messages must hold a message with the role user and a text")
	case in.N != nil && *in.N != 1:
		return failed(http.StatusBadRequest, "n must be 1")
	}
	found, err := client.Collection(r.Context(), in.Model)
	if err != nil {
		return err
	}
	ask := door.Question{CollectionIDs: []string{found.ID}, Query: question, History: before, Stream: in.Stream}
	about := newCompletion(in)
	if in.Stream {
		return about.stream(w, r, client, ask)
	}
	answer, err := client.Ask(r.Context(), ask)
	if err != nil {
		return err
	}
	about.answer(w, client, answer)
	return nil
}
