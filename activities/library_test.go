package activities_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/activities"
	"quire/internal/convert"
	"quire/internal/convert/probe"
	"quire/internal/index"
	"quire/internal/retrieve"
	"quire/schema"
)

// library is a bundle with a collection, a converter and an embedded index.
type library struct {
	*bundle
	t          testing.TB
	collection uuid.UUID
	ix         *index.Index
}

func newLibrary(t testing.TB) *library {
	t.Helper()
	l := &library{bundle: setup(t), t: t}
	var err error
	l.do.Converter, err = convert.New(convert.Config{Processes: 1})
	require.NoError(t, err)
	t.Cleanup(func() { l.do.Converter.Close() })
	l.openIndex(index.Config{})
	c, err := l.db.CreateCollection(t.Context(), schema.NewCollection{ID: newID(t), AccountID: l.account.ID, Name: "handbook"})
	require.NoError(t, err)
	l.collection = c.ID
	return l
}

// openIndex gives the activities an empty embedded index.
func (l *library) openIndex(c index.Config) {
	l.t.Helper()
	ix, err := index.Open(l.t.Context(), c)
	require.NoError(l.t, err)
	l.t.Cleanup(func() { ix.Close() })
	l.ix, l.do.Model.Index = ix, ix
	l.do.Rows.Index = func(context.Context) (*index.Index, error) { return ix, nil }
}

func newID(t testing.TB) uuid.UUID {
	t.Helper()
	id, err := uuid.NewV7()
	require.NoError(t, err)
	return id
}

// upload stores a file as the API does.
func (l *library) upload(path, content string) schema.Uploaded {
	l.t.Helper()
	version := newID(l.t)
	key := schema.VersionSourceKey(version)
	_, err := l.store.Put(l.t.Context(), key, bytes.NewReader([]byte(content)), 1<<20)
	require.NoError(l.t, err)
	format, _ := probe.Detect(bytes.NewReader([]byte(content)), int64(len(content)), filepath.Ext(path))
	sum := sha256.Sum256([]byte(content))
	up, err := l.db.UploadFile(l.t.Context(), schema.NewFile{
		VersionID: version, AccountID: l.account.ID, CollectionID: l.collection, Path: path, Size: int64(len(content)),
		SHA256: sum[:], Format: string(format), MediaType: format.MediaType(), Indexed: true, SourceKey: key, RequestID: "req",
	})
	require.NoError(l.t, err)
	return up
}

// assemble claims the upload, converts it and stores its passages.
func (l *library) assemble(up schema.Uploaded) (activities.FileJob, activities.FileText) {
	l.t.Helper()
	job, err := l.do.ClaimFile(l.t.Context(), up.File.VersionID)
	require.NoError(l.t, err)
	converted, err := l.env.ExecuteActivity(l.do.ConvertRange, activities.RangeInput{Conversion: job.Conversion, From: 1, To: 25})
	require.NoError(l.t, err)
	var pages activities.ConvertedRange
	require.NoError(l.t, converted.Get(&pages))
	assembled, err := l.env.ExecuteActivity(l.do.AssembleFile,
		activities.AssembleFileInput{Job: job, Pages: pages.TotalPages, PagesPerRange: 25})
	require.NoError(l.t, err)
	var text activities.FileText
	require.NoError(l.t, assembled.Get(&text))
	return job, text
}

// index adds the passages to the index.
func (l *library) index(job activities.FileJob, text activities.FileText) {
	l.t.Helper()
	_, err := l.env.ExecuteActivity(l.do.IndexPassages, activities.IndexInput{Job: job.GenerationKey, To: text.Passages})
	require.NoError(l.t, err)
	complete, err := l.do.CheckCount(l.t.Context(), job.GenerationKey, text.Passages)
	require.NoError(l.t, err)
	require.True(l.t, complete)
}

// embed computes the missing vectors of all passages.
func (l *library) embed() {
	l.t.Helper()
	res, err := l.env.ExecuteActivity(l.do.EmbedPassages)
	require.NoError(l.t, err)
	var done activities.Embedded
	require.NoError(l.t, res.Get(&done))
	require.Zero(l.t, done.Left)
}

// add uploads a file and makes it ready. It returns the active generation and those it replaced.
func (l *library) add(path, content string) (activities.GenerationKey, []uuid.UUID) {
	l.t.Helper()
	job, text := l.assemble(l.upload(path, content))
	l.index(job, text)
	retired, err := l.do.ActivateFile(l.t.Context(), job, text.Output)
	require.NoError(l.t, err)
	return job.GenerationKey, retired
}

func (l *library) searcher() *retrieve.Searcher {
	return &retrieve.Searcher{DB: l.db, Index: l.ix, Embed: l.do.Embed, Log: slog.New(slog.DiscardHandler)}
}

func (l *library) search(query string) []retrieve.Hit {
	l.t.Helper()
	hits, err := l.searcher().Search(l.t.Context(), retrieve.Question{
		Account: l.account.ID, Collections: []uuid.UUID{l.collection}, Queries: []string{query}, Limit: 10,
	})
	require.NoError(l.t, err)
	return hits
}

// paths returns the paths of the files found, best first.
func paths(hits []retrieve.Hit) []string {
	var list []string
	for _, h := range hits {
		list = append(list, h.Path)
	}
	return list
}

// blobs counts the blobs of a version in the store.
func (l *library) blobs(version uuid.UUID) int {
	l.t.Helper()
	list, err := l.store.List(l.t.Context(), schema.VersionPrefix(version), "", 100)
	require.NoError(l.t, err)
	return len(list)
}

func sampleText(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../internal/convert/testdata/samples", name))
	require.NoError(t, err)
	return string(raw)
}
