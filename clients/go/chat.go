package quire

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strconv"
)

// Question is a question about collections.
type Question struct {
	Query         string   `json:"query"`
	CollectionIDs []string `json:"collection_ids"`
	// FileIDs are the files to answer from. If empty, all files of the collections are used.
	FileIDs []string `json:"file_ids,omitempty"`
}

// QueryAnswer is an answer. A marker such as [citation:1] refers to the citation with the id 1.
type QueryAnswer struct {
	// Answer is Markdown.
	Answer    string     `json:"answer"`
	Citations []Citation `json:"citations"`
	// QueryID is the argument for QueryEvidence. It is empty for an answer that was stored under an idempotency key.
	QueryID string `json:"-"`
}

// Query answers one question from collections.
func (c *Client) Query(ctx context.Context, question Question) (*QueryAnswer, error) {
	header, raw, err := c.send(ctx, http.MethodPost, "/query", call{json: question, patience: answerTime})
	if err != nil {
		return nil, err
	}
	answer := &QueryAnswer{QueryID: header.Get("X-Query-Id")}
	return answer, json.Unmarshal(raw, answer)
}

// streamed requests a stream for the embedded question.
type streamed[T any] struct {
	question T
}

// MarshalJSON adds the field that requests a stream.
func (s streamed[T]) MarshalJSON() ([]byte, error) {
	raw, err := json.Marshal(s.question)
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	fields["stream"] = json.RawMessage("true")
	return json.Marshal(fields)
}

// StreamQuery yields the steps towards the answer, its words as they are written, and finally the answer itself.
func (c *Client) StreamQuery(ctx context.Context, question Question) iter.Seq2[StreamEvent[QueryAnswer], error] {
	return stream(ctx, c, "/query", streamed[Question]{question}, func(answer *QueryAnswer, header http.Header) {
		answer.QueryID = header.Get("X-Query-Id")
	})
}

// QueryEvidence returns the words that the citations of an answer quote, with their pages and boxes.
func (c *Client) QueryEvidence(ctx context.Context, queryID string) ([]CitationEvidence, error) {
	return rows[CitationEvidence](ctx, c, http.MethodGet, at("query", queryID, "evidence"), call{})
}

// CreateSession starts a conversation about collections.
func (c *Client) CreateSession(ctx context.Context, session NewSession) (*Session, error) {
	return read[Session](ctx, c, http.MethodPost, "/chat/sessions", call{json: session})
}

// GetSession returns a conversation.
func (c *Client) GetSession(ctx context.Context, id string) (*Session, error) {
	return read[Session](ctx, c, http.MethodGet, session(id), call{})
}

// ListSessions yields the conversations whose title contains search, most recently changed first, limited to one
// collection if collectionID is not empty.
func (c *Client) ListSessions(ctx context.Context, search, collectionID string) iter.Seq2[Session, error] {
	return list[Session](ctx, c, "/chat/sessions", filter("search", search, "collection_id", collectionID))
}

// RenameSession changes the title of a conversation.
func (c *Client) RenameSession(ctx context.Context, id, title string) (*Session, error) {
	return read[Session](ctx, c, http.MethodPatch, session(id), call{json: map[string]string{"title": title}})
}

// DeleteSession deletes a conversation with its messages.
func (c *Client) DeleteSession(ctx context.Context, id string) error {
	return c.Request(ctx, http.MethodDelete, session(id), nil, nil, nil)
}

// ListMessages yields the messages of a conversation, oldest first.
func (c *Client) ListMessages(ctx context.Context, sessionID string) iter.Seq2[Message, error] {
	return list[Message](ctx, c, session(sessionID, "messages"), nil)
}

// NextQuestion is the next question in a conversation.
type NextQuestion struct {
	Content string `json:"content"`
	// FileIDs are the files to answer from. If empty, all files of the collections are used.
	FileIDs []string `json:"file_ids,omitempty"`
	// CollectionIDs permanently moves the conversation to other collections.
	CollectionIDs []string `json:"collection_ids,omitempty"`
}

// SendMessage asks the next question in a conversation.
func (c *Client) SendMessage(ctx context.Context, sessionID string, question NextQuestion) (*AnswerMessage, error) {
	return read[AnswerMessage](ctx, c, http.MethodPost, session(sessionID, "messages"), call{json: question, patience: answerTime})
}

// StreamMessage yields the steps towards the answer, its words as they are written, and finally the answer itself.
func (c *Client) StreamMessage(ctx context.Context, sessionID string, question NextQuestion) iter.Seq2[StreamEvent[AnswerMessage], error] {
	body := streamed[NextQuestion]{question}
	return stream(ctx, c, session(sessionID, "messages"), body, func(*AnswerMessage, http.Header) {})
}

// MessageEvidence returns the words that the citations of a message quote, with their pages and boxes.
func (c *Client) MessageEvidence(ctx context.Context, sessionID string, messageID int) ([]CitationEvidence, error) {
	path := session(sessionID, "messages", strconv.Itoa(messageID), "evidence")
	return rows[CitationEvidence](ctx, c, http.MethodGet, path, call{})
}

// GiveFeedback rates an answer up or down. Together with the expected answer it becomes a case of an evaluation.
func (c *Client) GiveFeedback(ctx context.Context, sessionID string, messageID int, feedback NewFeedback) (*Feedback, error) {
	return read[Feedback](ctx, c, http.MethodPost, feedbackOf(sessionID, messageID), call{json: feedback})
}

// GetFeedback returns the feedback on an answer.
func (c *Client) GetFeedback(ctx context.Context, sessionID string, messageID int) (*Feedback, error) {
	return read[Feedback](ctx, c, http.MethodGet, feedbackOf(sessionID, messageID), call{})
}

// DeleteFeedback deletes the feedback on an answer.
func (c *Client) DeleteFeedback(ctx context.Context, sessionID string, messageID int) error {
	return c.Request(ctx, http.MethodDelete, feedbackOf(sessionID, messageID), nil, nil, nil)
}

func session(id string, rest ...string) string {
	return at(append([]string{"chat", "sessions", id}, rest...)...)
}

func feedbackOf(sessionID string, messageID int) string {
	return session(sessionID, "messages", strconv.Itoa(messageID), "feedback")
}
