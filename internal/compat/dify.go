package compat

import (
	"net/http"

	"quire/internal/door"
)

const (
	// maxQuestion bounds a request with a question, in bytes.
	maxQuestion = 1 << 20
	// mostRecords is the maximum number of passages that a search returns.
	mostRecords = 50
)

// Dify serves Dify's external knowledge (https://docs.dify.ai/en/use-dify/knowledge/external-knowledge-api): a
// knowledge base is a collection, and a record is one of its passages.
func Dify(prefix string, connect Connect) http.Handler {
	return table(prefix, connect, difyRefusal, map[string]endpoint{"POST /retrieval": retrieve})
}

// noKnowledge is Dify's code for a knowledge base that does not exist.
const noKnowledge = 2001

func difyRefusal(status int, _, message string) any {
	code := status
	if status == http.StatusNotFound {
		code = noKnowledge
	}
	return map[string]any{"error_code": code, "error_msg": message}
}

type retrieval struct {
	KnowledgeID string `json:"knowledge_id"`
	Query       string `json:"query"`
	Setting     struct {
		TopK      int     `json:"top_k"`
		Threshold float64 `json:"score_threshold"`
	} `json:"retrieval_setting"`
	Condition *struct {
		Conditions []any `json:"conditions"`
	} `json:"metadata_condition"`
}

type record struct {
	Content  string         `json:"content"`
	Score    float64        `json:"score"`
	Title    string         `json:"title"`
	Metadata map[string]any `json:"metadata"`
}

func retrieve(w http.ResponseWriter, r *http.Request, client *door.Client) error {
	var in retrieval
	if err := readJSON(r, maxQuestion, &in); err != nil {
		return err
	}
	if in.Condition != nil && len(in.Condition.Conditions) > 0 {
		return failed(http.StatusBadRequest, "metadata_condition is not supported; leave it out")
	}
	found, err := client.Collection(r.Context(), in.KnowledgeID)
	if err != nil {
		return err
	}
	passages, err := client.Search(r.Context(), door.Wanted{
		CollectionIDs: []string{found.ID}, Query: in.Query, Limit: min(max(in.Setting.TopK, 0), mostRecords),
	})
	if err != nil {
		return err
	}
	write(w, http.StatusOK, map[string]any{"records": records(client, passages, in.Setting.Threshold)})
	return nil
}

// records converts passages, best first, into records. The scores of a search have no fixed scale, but Dify's end at
// one, so they are scaled to give the best passage one.
func records(client *door.Client, passages []door.Passage, threshold float64) []record {
	list := []record{}
	for _, p := range passages {
		score := 0.0
		if best := passages[0].Score; best > 0 {
			score = min(max(p.Score/best, 0), 1)
		}
		if score < threshold {
			continue
		}
		list = append(list, record{Content: p.Text, Score: score, Title: p.Filename, Metadata: map[string]any{
			"path": p.Path, "file_id": p.FileID, "page_start": p.PageStart, "page_end": p.PageEnd,
			"url": client.FileLink(p.CollectionID, p.FileID, p.PageStart),
		}})
	}
	return list
}
