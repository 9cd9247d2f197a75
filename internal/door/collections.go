package door

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// Collection is a collection of the interface.
type Collection struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	FileCount int    `json:"file_count"`
	TotalSize int64  `json:"total_size"`
	CreatedAt string `json:"created_at"`

	RetentionDays *int  `json:"retention_days"` // nil: its files are kept
	Hold          *Hold `json:"hold"`           // nil: there is none

	Masking []string `json:"masking,omitempty"` // kinds of personal data
}

// Hold is a legal hold, which stops every deletion.
type Hold struct {
	Since  string `json:"since"`
	Reason string `json:"reason"`
}

// CollectionFile is a file of a collection.
type CollectionFile struct {
	ID        string  `json:"id"`
	Path      string  `json:"path"`
	Filename  string  `json:"filename"`
	Status    string  `json:"status"`
	Version   int     `json:"version"`
	Size      int64   `json:"source_file_size"`
	PageCount *int    `json:"page_count"`
	LastError *string `json:"last_error"`
	UpdatedAt string  `json:"updated_at"`
	SHA256    string  `json:"sha256,omitempty"` // only from AllFiles
}

// Citation is a place in a file to which an answer refers by the marker [citation:ID].
type Citation struct {
	ID           string `json:"id"`
	FileID       string `json:"file_id"`
	CollectionID string `json:"collection_id"`
	Filename     string `json:"filename"`
	PageStart    int    `json:"page_start"`
	PageEnd      int    `json:"page_end"`
}

// Answer is an answer with its citations.
type Answer struct {
	Answer    string     `json:"answer"`
	Citations []Citation `json:"citations"`
}

// Question is a question outside of a session.
type Question struct {
	CollectionIDs []string `json:"collection_ids"`
	Query         string   `json:"query"`
	FileIDs       []string `json:"file_ids,omitempty"`
	History       []Said   `json:"history,omitempty"` // what was said before, oldest first; at most MostSaid
	Stream        bool     `json:"stream,omitempty"`
}

// MostSaid is how many messages before a question are taken into account.
const MostSaid = 20

// Said is a message that precedes a question.
type Said struct {
	Role    string `json:"role"` // user or assistant
	Content string `json:"content"`
}

// List is one page of a list, with the total number of entries.
type List[T any] struct {
	Data  []T `json:"data"`
	Count int `json:"count"`
}

// Listed is the maximum number of entries that the interface returns per page.
const Listed = 100

// Paging returns the query for a page of a list.
func Paging(skip, limit int) url.Values {
	return url.Values{"skip": {strconv.Itoa(skip)}, "limit": {strconv.Itoa(limit)}}
}

// Collections lists collections whose name contains search.
func (c *Client) Collections(ctx context.Context, search string, skip, limit int) (List[Collection], error) {
	query := Paging(skip, limit)
	if search != "" {
		query.Set("search", search)
	}
	var list List[Collection]
	err := c.Get(ctx, "/collections", query, &list)
	return list, err
}

// Collection returns the collection with this id or exactly this name.
func (c *Client) Collection(ctx context.Context, idOrName string) (Collection, error) {
	if len(idOrName) == len("00000000-0000-0000-0000-000000000000") {
		var found Collection
		if err := c.Get(ctx, "/collections/"+url.PathEscape(idOrName), nil, &found); err == nil {
			return found, nil
		}
	}
	for skip := 0; ; skip += Listed {
		list, err := c.Collections(ctx, idOrName, skip, Listed)
		if err != nil {
			return Collection{}, err
		}
		for _, found := range list.Data {
			if found.Name == idOrName {
				return found, nil
			}
		}
		if skip+len(list.Data) >= list.Count || len(list.Data) == 0 {
			return Collection{}, &Error{
				Status: http.StatusNotFound, Type: "not_found_error", Message: fmt.Sprintf("There is no collection %q", idOrName),
			}
		}
	}
}

// CreateCollection creates a collection with the given name.
func (c *Client) CreateCollection(ctx context.Context, name string) (Collection, error) {
	var made Collection
	err := c.Post(ctx, "/collections", map[string]string{"name": name}, &made)
	return made, err
}

// DeleteCollection deletes a collection with its files.
func (c *Client) DeleteCollection(ctx context.Context, id string) error {
	return c.Delete(ctx, ofCollection(id, ""))
}

// CollectionIDs returns the ids of collections given by id or name. If there are none, it returns the ids of all
// collections, up to a hundred.
func (c *Client) CollectionIDs(ctx context.Context, names []string) ([]string, error) {
	var ids []string
	if len(names) == 0 {
		list, err := c.Collections(ctx, "", 0, Listed)
		if err != nil {
			return nil, err
		}
		if len(list.Data) == 0 {
			return nil, &Error{Status: http.StatusNotFound, Type: "not_found_error", Message: "There are no collections yet"}
		}
		for _, found := range list.Data {
			ids = append(ids, found.ID)
		}
		return ids, nil
	}
	for _, name := range names {
		found, err := c.Collection(ctx, name)
		if err != nil {
			return nil, err
		}
		ids = append(ids, found.ID)
	}
	return ids, nil
}

// Files lists the files of a collection whose path contains search.
func (c *Client) Files(ctx context.Context, collection, search string, skip, limit int) (List[CollectionFile], error) {
	query := Paging(skip, limit)
	if search != "" {
		query.Set("search", search)
	}
	var list List[CollectionFile]
	err := c.Get(ctx, "/collections/"+url.PathEscape(collection)+"/files", query, &list)
	return list, err
}

// AllFiles yields all files of a collection whose path begins with prefix, in the order of their paths, with their
// hashes.
func (c *Client) AllFiles(ctx context.Context, collection, prefix string) iter.Seq2[CollectionFile, error] {
	return func(yield func(CollectionFile, error) bool) {
		for skip := 0; ; skip += Listed {
			query := Paging(skip, Listed)
			query.Set("hashes", "true")
			if prefix != "" {
				query.Set("path_prefix", prefix)
			}
			var list List[CollectionFile]
			if err := c.Get(ctx, "/collections/"+url.PathEscape(collection)+"/files", query, &list); err != nil {
				yield(CollectionFile{}, err)
				return
			}
			for _, file := range list.Data {
				if !yield(file, nil) {
					return
				}
			}
			if len(list.Data) < Listed {
				return
			}
		}
	}
}

// Ask answers a question.
func (c *Client) Ask(ctx context.Context, q Question) (Answer, error) {
	var a Answer
	err := c.Post(ctx, "/query", q, &a)
	return a, err
}

// FileLink returns the address of a page of a file for people.
func (c *Client) FileLink(collection, file string, page int) string {
	return fmt.Sprintf("%s/app/collections/%s/files/%s?page=%d", c.Base, collection, file, page)
}

// StreamedAnswer is the data of the events of an answer.
type StreamedAnswer struct {
	Text   string                          `json:"text"` // of a delta
	Step   string                          `json:"step"` // of a status
	Answer                                 // in the last frame
	Error  *struct{ Type, Message string } `json:"error"`
}

// Read reads the data of an event of an answer.
func (e Event) Read() (StreamedAnswer, error) {
	var s StreamedAnswer
	err := json.Unmarshal(e.Data, &s)
	return s, err
}

// Passage is a passage found by a search. Scores are comparable only within one result.
type Passage struct {
	FileID       string  `json:"file_id"`
	CollectionID string  `json:"collection_id"`
	Filename     string  `json:"filename"`
	Path         string  `json:"path"`
	PageStart    int     `json:"page_start"`
	PageEnd      int     `json:"page_end"`
	Score        float64 `json:"score"`
	Text         string  `json:"text"`
}

// Wanted describes a search.
type Wanted struct {
	CollectionIDs []string `json:"collection_ids"`
	Query         string   `json:"query"`
	FileIDs       []string `json:"file_ids,omitempty"`
	Limit         int      `json:"limit,omitempty"` // 0: as many as the service finds sensible
}

// Search returns the passages that match best, best first.
func (c *Client) Search(ctx context.Context, w Wanted) ([]Passage, error) {
	var list List[Passage]
	err := c.Post(ctx, "/search", w, &list)
	return list.Data, err
}
