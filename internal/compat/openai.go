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
	// mostModels is how many collections are listed as models.
	mostModels = 1000
)

// OpenAI serves chat completions and models as OpenAI does (https://platform.openai.com/docs/api-reference/chat): a
// model is a collection, and it answers the last message of the user.
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

// chat is a request for a completion, as far as it matters here.
type chat struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Stream   bool      `json:"stream"`
	N        *int      `json:"n"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"` // a string, or parts
}

// text returns what a message says.
func (m message) text() string {
	var words string
	if json.Unmarshal(m.Content, &words) == nil {
		return words
	}
	var parts []struct{ Type, Text string }
	_ = json.Unmarshal(m.Content, &parts) // anything else says nothing
	var all []string
	for _, p := range parts {
		if p.Type == "text" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}

// question returns what is asked: the last message of the user.
func (c chat) question() string {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if c.Messages[i].Role == "user" {
			return c.Messages[i].text()
		}
	}
	return ""
}

func complete(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	var in chat
	if err := readJSON(r, maxChat, &in); err != nil {
		return err
	}
	question := in.question()
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
	ask := door.Question{CollectionIDs: []string{found.ID}, Query: question, Stream: in.Stream}
	about := newCompletion(in.Model)
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
