package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// Embed returns one vector for each of texts, in the same order and all of the same length, with a single request. The
// endpoint limits the number of texts in a request.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, Usage, error) {
	if len(texts) == 0 {
		return nil, Usage{}, nil
	}
	x, err := c.begin(ctx, operationEmbed, 0)
	if err != nil {
		return nil, Usage{}, err
	}
	defer x.end()
	r, err := c.api.CreateEmbeddings(x.ctx, openai.EmbeddingRequest{
		Model: openai.EmbeddingModel(c.cfg.Model), Input: texts, Dimensions: c.cfg.Dimensions,
	})
	if err != nil {
		return nil, Usage{}, x.failed(err)
	}
	c.cfg.Meter.spent(usage(r.Usage))
	vectors, err := inOrder(r.Data, len(texts))
	return vectors, usage(r.Usage), err
}

// Patient returns the same client with another time limit for a whole call.
func (c *Client) Patient(limit time.Duration) *Client {
	with := *c
	with.cfg.Timeout = limit
	return &with
}

// Shortening returns the same client with another number of dimensions to which its embeddings are shortened.
func (c *Client) Shortening(dimensions int) *Client {
	with := *c
	with.cfg.Dimensions = dimensions
	return &with
}

// leastEmbedded is the length, in bytes, below which a text is not shortened any further to fit a model's window.
const leastEmbedded = 512

// EmbedBeginnings is like Embed, except that it embeds only the beginning of a text that does not fit the model's
// window, such as a wide table.
func (c *Client) EmbedBeginnings(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, _, err := c.Embed(ctx, texts)
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Kind != TooLong {
		return vectors, err
	}
	if len(texts) > 1 {
		half := len(texts) / 2
		front, err := c.EmbedBeginnings(ctx, texts[:half])
		if err != nil {
			return nil, err
		}
		back, err := c.EmbedBeginnings(ctx, texts[half:])
		return append(front, back...), err
	}
	if len(texts[0]) < leastEmbedded {
		return nil, err
	}
	return c.EmbedBeginnings(ctx, []string{strings.ToValidUTF8(texts[0][:len(texts[0])/2], "")})
}

func inOrder(data []openai.Embedding, n int) ([][]float32, error) {
	if len(data) != n {
		return nil, malformed(fmt.Sprintf("%d embeddings for %d texts", len(data), n), nil)
	}
	vectors := make([][]float32, n)
	for _, e := range data {
		if e.Index < 0 || e.Index >= n || vectors[e.Index] != nil || len(e.Embedding) == 0 {
			return nil, malformed("embeddings are not one for each text", nil)
		}
		vectors[e.Index] = e.Embedding
	}
	for _, v := range vectors {
		if len(v) != len(vectors[0]) {
			return nil, malformed("embeddings have different lengths", nil)
		}
	}
	return vectors, nil
}

// Ranked is a document's position in a list and how well it answers a query, higher being better. Scores from
// different endpoints cannot be compared.
type Ranked struct {
	Index int
	Score float64
}

// Rerank orders docs by how well they answer query, best first, using endpoints with a /rerank (Cohere, Jina, vLLM
// and Text Embeddings Inference). A document omitted by the endpoint is omitted from the result.
func (c *Client) Rerank(ctx context.Context, query string, docs []string) ([]Ranked, error) {
	if len(docs) == 0 {
		return nil, nil
	}
	req := rerankRequest{Model: c.cfg.Model, Query: query, Documents: docs, TopN: len(docs)}
	if c.takesTexts.Load() {
		req.Texts, req.Documents = docs, nil
	}
	ranked, err := c.rerank(ctx, req, len(docs))
	if e, ok := errors.AsType[*Error](err); ok && aboutTheForm(e.Status) && req.Texts == nil {
		req.Texts, req.Documents = docs, nil
		if ranked, again := c.rerank(ctx, req, len(docs)); again == nil {
			c.takesTexts.Store(true)
			return ranked, nil
		}
	}
	return ranked, err
}

func (c *Client) rerank(ctx context.Context, req rerankRequest, n int) ([]Ranked, error) {
	x, err := c.begin(ctx, operationRerank, 0)
	if err != nil {
		return nil, err
	}
	defer x.end()
	var r rerankResponse
	if err := c.post(x, "rerank", req, &r); err != nil {
		return nil, x.failed(err)
	}
	return r.ranked(n)
}

// post makes a call for which go-openai has no method, over the same transport.
func (c *Client) post(x *call, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("encode request for model: %w", err)
	}
	req, err := http.NewRequestWithContext(x.ctx, http.MethodPost, c.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("request to model: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.cfg.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.Key)
	}
	resp, err := transport{c}.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

type rerankRequest struct {
	Model     string   `json:"model"`
	Query     string   `json:"query"`
	Documents []string `json:"documents,omitempty"`
	Texts     []string `json:"texts,omitempty"` // the name used by Text Embeddings Inference
	TopN      int      `json:"top_n"`
}

// rerankResponse is {"results": [{"index", "relevance_score"}]} or, from Text Embeddings Inference, a bare list with
// "score".
type rerankResponse struct{ results []rerankResult }

type rerankResult struct {
	Index          int      `json:"index"`
	RelevanceScore *float64 `json:"relevance_score"`
	Score          *float64 `json:"score"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *rerankResponse) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, &r.results)
	}
	var named struct{ Results []rerankResult }
	err := json.Unmarshal(b, &named)
	r.results = named.Results
	return err
}

func (r *rerankResponse) ranked(n int) ([]Ranked, error) {
	seen := make([]bool, n)
	out := make([]Ranked, 0, n)
	for _, res := range r.results {
		score := cmp.Or(res.RelevanceScore, res.Score)
		if res.Index < 0 || res.Index >= n || seen[res.Index] || score == nil {
			return nil, malformed("ranks are not those of the documents", nil)
		}
		seen[res.Index] = true
		out = append(out, Ranked{Index: res.Index, Score: *score})
	}
	if len(out) == 0 {
		return nil, malformed("no documents were ranked", nil)
	}
	slices.SortStableFunc(out, func(a, b Ranked) int { return cmp.Compare(b.Score, a.Score) })
	return out, nil
}
