package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

const collections = "/api/v1/collections"

type wireCollection struct {
	ID        uuid.UUID
	Name      string
	FileCount int `json:"file_count"`
	TotalSize int `json:"total_size"`
}

type listOfCollections struct {
	Data  []wireCollection
	Count int
}

// json is a request with a JSON body.
func (s *service) json(method, path, body string) *http.Request {
	s.t.Helper()
	r := s.request(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// collection creates a collection with the given name.
func (s *service) collection(name string) wireCollection {
	s.t.Helper()
	var c wireCollection
	s.do(s.json("POST", collections, fmt.Sprintf(`{"name":%q}`, name))).into(200, &c)
	return c
}

func (c wireCollection) path() string  { return collections + "/" + c.ID.String() }
func (c wireCollection) files() string { return c.path() + "/files" }

func TestCollectionIsCreatedRenamedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("  Annual reports \t")
	require.Equal(t, "Annual reports", c.Name)
	require.Zero(t, c.FileCount+c.TotalSize)

	var got wireCollection
	s.do(s.json("PUT", c.path(), `{"name":"Reports","color":"red"}`)).into(200, &got)
	require.Equal(t, wireCollection{ID: c.ID, Name: "Reports"}, got)
	s.do(s.json("PUT", c.path(), `{"name":"Reports"}`)).into(200, &got)
	s.get(c.path()+"/").into(200, &got)
	require.Equal(t, "Reports", got.Name)

	var gone struct {
		ID      uuid.UUID
		Deleted bool
		Message string
	}
	s.delete(c.path()).into(200, &gone)
	require.Equal(t, c.ID, gone.ID)
	require.True(t, gone.Deleted)
	require.Equal(t, "Collection deleted successfully", gone.Message)
	for _, r := range []reply{s.get(c.path()), s.delete(c.path()), s.get(c.files()), s.do(s.json("PUT", c.path(), `{"name":"x"}`))} {
		r.fails(404, "Collection not found")
	}
	s.collection("Reports") // the name is free again
}

func TestCollectionNames(t *testing.T) {
	t.Parallel()
	s := newService(t)
	there := s.collection("there")
	for body, want := range map[string]struct{ loc, kind string }{
		``:                             {"body", "missing"},
		`{`:                            {"body", "json_invalid"},
		"{\"name\":\"\xff\"}":          {"body", "json_invalid"},
		`["name"]`:                     {"body", "dict_type"},
		`null`:                         {"body", "dict_type"},
		`{}`:                           {"body.name", "missing"},
		`{"name":null}`:                {"body.name", "string_type"},
		`{"name":7}`:                   {"body.name", "string_type"},
		`{"name":" \n "}`:              {"body.name", "string_too_short"},
		`{"name":"a\u0000b"}`:          {"body.name", "string_unicode"},
		`{"name":"` + long(256) + `"}`: {"body.name", "string_too_long"},
		`{"name":"` + strings.Repeat("\u0958", 128) + `"}`: {"body.name", "string_too_long"}, // two characters each when composed
	} {
		s.do(s.json("POST", collections, body)).invalid(want.loc, want.kind)
		s.do(s.json("PUT", there.path(), body)).invalid(want.loc, want.kind)
	}
	s.collection(long(255))
	s.do(s.json("POST", collections, `{"name":"there"}`)).fails(409, `A collection named "there" already exists`)
	require.Equal(t, "Größe", s.collection("Gro\u0308ße").Name)
	s.do(s.json("POST", collections, `{"name":"Größe"}`)).fails(409, `A collection named "Größe" already exists`)
	other := s.collection("other")
	s.do(s.json("PUT", other.path(), `{"name":"there"}`)).fails(409, `A collection named "there" already exists`)
	s.do(s.json("POST", collections, `{"name":"`+long(2<<20)+`"}`)).fails(413, "Request body exceeds the 1 MB limit")
}

// long returns a text of n characters of two bytes each.
func long(n int) string { return strings.Repeat("ö", n) }

func TestOneOfTwoCollectionsWithTheSameNameIsCreated(t *testing.T) {
	t.Parallel()
	s := newService(t)
	var wg sync.WaitGroup
	statuses := make([]int, 8)
	for i := range statuses {
		wg.Go(func() { statuses[i] = s.do(s.json("POST", collections, `{"name":"the same"}`)).status })
	}
	wg.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	require.Equal(t, map[int]int{200: 1, 409: 7}, count)
}

func TestCollectionsAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, name := range []string{"Alpha", "beta", "ALPHABET", "100%_"} {
		s.collection(name)
	}
	names := func(query string) (names []string, count int) {
		var l listOfCollections
		s.get(collections+query).into(200, &l)
		for _, c := range l.Data {
			names = append(names, c.Name)
		}
		return names, l.Count
	}
	got, count := names("")
	require.Equal(t, []string{"100%_", "ALPHABET", "beta", "Alpha"}, got)
	require.Equal(t, 4, count)
	got, count = names("?search=alpha&limit=1&skip=1")
	require.Equal(t, []string{"Alpha"}, got)
	require.Equal(t, 2, count)
	s.collection("Käufe")
	got, _ = names("?search=ka%CC%88")
	require.Equal(t, []string{"Käufe"}, got)
	got, _ = names("?search=%25_")
	require.Equal(t, []string{"100%_"}, got)
	s.get(collections+"?limit=101").invalid("query.limit", "less_than_equal")
}

func TestRepeatedCreationOfACollectionGetsTheFirstResponse(t *testing.T) {
	t.Parallel()
	s := newService(t)
	create := func(body string) reply {
		r := s.json("POST", collections, body)
		r.Header.Set("Idempotency-Key", "k")
		return s.do(r)
	}
	first := create(`{"name":"once"}`)
	again := create(`{"name":"once"}`)
	require.Equal(t, string(first.body), string(again.body))
	require.Equal(t, "true", again.header.Get("Idempotent-Replayed"))
	create(`{"name":"twice"}`).invalid("header.Idempotency-Key", "value_error")
}

func TestForeignCollectionsAndFilesAreNotFound(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("mine")
	f := s.put(c, "a.txt", "mine alone")
	foreign := s.as(s.newKey(s.newAccount("default"), true, true))
	other := foreign.collection("mine")
	for _, r := range []*http.Request{
		s.request("GET", c.path(), nil), s.json("PUT", c.path(), `{"name":"x"}`), s.request("DELETE", c.path(), nil),
		s.request("GET", c.files(), nil), s.form(c.files(), "file=@a.txt", "x"), s.request("GET", c.file(f), nil),
		s.request("DELETE", c.file(f), nil), s.request("GET", c.file(f)+"/content", nil),
		s.request("GET", c.file(f)+"/versions", nil), s.request("POST", c.file(f)+"/reindex", nil),
	} {
		foreign.do(r).fails(404, "Collection not found")
	}
	foreign.get(other.file(f)).fails(404, "File not found")
	foreign.delete(other.file(f)).fails(404, "File not found")
	var l listOfCollections
	foreign.get(collections).into(200, &l)
	require.Equal(t, 1, l.Count)
	require.Equal(t, 200, s.get(c.file(f)).status)
}

func TestReadOnlyKeyMayNotChangeCollections(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("kept")
	f := s.put(c, "a.txt", "text")
	reader := s.as(s.newKey(s.id, true, false))
	for _, r := range []*http.Request{
		s.json("POST", collections, `{"name":"x"}`), s.json("PUT", c.path(), `{"name":"x"}`), s.request("DELETE", c.path(), nil),
		s.form(c.files(), "file=@a.txt", "x"), s.request("DELETE", c.file(f), nil), s.request("POST", c.file(f)+"/reindex", nil),
	} {
		reader.do(r).fails(403, "Access denied")
	}
	for _, p := range []string{collections, c.path(), c.files(), c.file(f), c.file(f) + "/versions", c.file(f) + "/content?format=original"} {
		require.Equal(t, 200, reader.get(p).status, p)
	}
}
