package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"quire/schema"
)

type wireFile struct {
	ID            uuid.UUID
	Path          string
	Filename      string
	Status        string
	Version       int
	Size          int        `json:"source_file_size"`
	PageCount     *int       `json:"page_count"`
	LastError     *string    `json:"last_error"`
	IndexedAt     *time.Time `json:"indexed_at"`
	CollectionID  uuid.UUID  `json:"collection_id"`
	FileURL       string     `json:"file_url"`
	OutputFileURL *string    `json:"output_file_url"`
}

type listOfFiles struct {
	Data  []wireFile
	Count int
}

func (c wireCollection) file(f wireFile) string { return c.files() + "/" + f.ID.String() }

// put uploads content to a path.
func (s *service) put(c wireCollection, path, content string) wireFile {
	s.t.Helper()
	var f wireFile
	s.do(s.form(c.files(), "path="+path, "file=@"+path[strings.LastIndex(path, "/")+1:], content)).into(200, &f)
	return f
}

// claim claims the newest version of a file, as its workflow would.
func (s *service) claim(c wireCollection, f wireFile) schema.FileClaim {
	s.t.Helper()
	row, err := s.db.File(s.t.Context(), s.id, c.ID, f.ID)
	require.NoError(s.t, err)
	claim, err := s.db.ClaimFile(s.t.Context(), row.VersionID)
	require.NoError(s.t, err)
	return claim
}

// ready makes a file ready with the given Markdown, as its workflow would.
func (s *service) ready(c wireCollection, f wireFile, markdown string) wireFile {
	s.t.Helper()
	claim := s.claim(c, f)
	key := schema.VersionPrefix(claim.VersionID) + "output-1"
	_, err := s.blobs.Put(s.t.Context(), key, strings.NewReader(markdown), 1<<20)
	require.NoError(s.t, err)
	_, err = s.db.ActivateFile(s.t.Context(), claim.VersionID, claim.Attempt,
		schema.FileOutput{PageCount: 1, OutputKey: key, OutputSize: int64(len(markdown))}, claim.Generation)
	require.NoError(s.t, err)
	s.get(c.file(f)).into(200, &f)
	return f
}

func TestHashesAreListedForThoseWhoAsk(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	s.put(c, "a.txt", "one")
	s.put(c, "a.txt", "two")
	var list struct {
		Data []struct{ SHA256 string }
	}
	s.get(c.files()+"?hashes=true").into(200, &list)
	sum := sha256.Sum256([]byte("two"))
	require.Equal(t, hex.EncodeToString(sum[:]), list.Data[0].SHA256, "of the newest version")
	list.Data = nil
	s.get(c.files()).into(200, &list)
	require.Empty(t, list.Data[0].SHA256)
	s.get(c.files()+"?hashes=perhaps").invalid("query.hashes", "bool_parsing")
}

func TestSameBytesChangeNothingAndNewOnesCreateAVersion(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	first := s.ready(c, s.put(c, "a/b.txt", "one"), "one\n")
	same := s.put(c, "a/b.txt", "one")
	require.Equal(t, first.IndexedAt, same.IndexedAt)
	require.Equal(t, 1, same.Version)
	require.Equal(t, 2, s.storedBlobs(), "the second upload is not stored") // source and output
	require.Len(t, s.started, 1)

	second := s.put(c, "a/b.txt", "two!")
	require.Equal(t, first.ID, second.ID)
	require.Equal(t, 2, second.Version)
	require.Equal(t, "pending", second.Status)
	third := s.put(c, "a/b.txt", "three")
	require.Equal(t, 3, third.Version)
	require.Equal(t, []string{fmt.Sprintf("file/%s/v2", first.ID)}, s.cancelled)

	var versions struct {
		Data []struct {
			Version   int
			Size      int `json:"source_file_size"`
			SHA256    string
			Status    string
			IsCurrent bool `json:"is_current"`
		}
		Count int
	}
	s.get(c.file(first)+"/versions").into(200, &versions)
	require.Equal(t, 3, versions.Count)
	require.Equal(t, []string{"pending", "failed", "ready"}, []string{versions.Data[0].Status, versions.Data[1].Status, versions.Data[2].Status})
	require.Equal(t, []bool{false, false, true}, []bool{versions.Data[0].IsCurrent, versions.Data[1].IsCurrent, versions.Data[2].IsCurrent})
	sum := sha256.Sum256([]byte("three"))
	require.Equal(t, hex.EncodeToString(sum[:]), versions.Data[0].SHA256)
	require.Equal(t, "one", string(s.get(c.file(first)+"/content?format=original&version=1").body))
	require.Equal(t, "one\n", string(s.get(c.file(first)+"/content?version=1").body))
	s.get(c.file(first)+"/content").fails(409, "The file is still being processed; there is no Markdown of it yet")
	s.get(c.file(first)+"/content?version=2").fails(409, "The file could not be processed; there is no Markdown of it")
	s.get(c.file(first)+"/content?version=4").fails(404, "Version not found")
	s.get(c.file(first)+"/content?version=0").invalid("query.version", "greater_than_equal")
	s.get(c.file(first)+"/content?format=pdf").invalid("query.format", "enum")
}

func TestFailedFileIsProcessedAgainWhenSentAgain(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.put(c, "x.pdf", pdf)
	claim := s.claim(c, f)
	require.NoError(t, s.db.FailFile(t.Context(), claim.VersionID, claim.Attempt, "corrupt", "The PDF is damaged"))
	s.get(c.file(f)).into(200, &f)
	require.Equal(t, "failed", f.Status)
	require.Equal(t, "The PDF is damaged", *f.LastError)
	again := s.put(c, "x.pdf", pdf)
	require.Equal(t, "pending", again.Status)
	require.Equal(t, 1, again.Version)
	require.Nil(t, again.LastError)
	require.NotEqual(t, workflowID(t, s.started[0]), workflowID(t, s.started[1]))
}

func TestReindexStartsANewRound(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.put(c, "x.txt", "text")
	s.post(c.file(f)+"/reindex").fails(409, "The file is being processed already")
	s.ready(c, f, "text\n")
	var again wireFile
	s.post(c.file(f)+"/reindex").into(200, &again)
	require.Equal(t, "pending", again.Status)
	require.Equal(t, "text\n", string(s.get(c.file(f)+"/content").body))
	require.Equal(t, fmt.Sprintf("file/%s/v1/r1", f.ID), workflowID(t, s.started[1]))

	s.ready(c, f, "text\n")
	for _, replayed := range []string{"", "true"} {
		r := s.request("POST", c.file(f)+"/reindex", nil)
		r.Header.Set("Idempotency-Key", "k")
		answer := s.do(r)
		require.Equal(t, 200, answer.status)
		require.Equal(t, replayed, answer.header.Get("Idempotent-Replayed"))
	}
	require.Len(t, s.started, 3)
}

func TestDeletedFileIsGoneEverywhere(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.ready(c, s.put(c, "x.txt", "text"), "text\n")
	flying := s.put(c, "y.txt", "more")
	require.Contains(t, string(s.delete(c.file(f)).body), `"File deleted successfully"`)
	require.Contains(t, string(s.delete(c.file(flying)).body), `"deleted":true`)
	require.Equal(t, []string{fmt.Sprintf("file/%s/v1", flying.ID)}, s.cancelled)
	for _, r := range []reply{
		s.get(c.file(f)), s.delete(c.file(f)), s.get(c.file(f) + "/content"), s.post(c.file(f) + "/reindex"),
		s.visit("GET", f.FileURL), s.visit("GET", *f.OutputFileURL),
	} {
		r.fails(404, "File not found")
	}
	require.Equal(t, 1, s.put(c, "x.txt", "text").Version, "the path is free again")
}

func TestFilesAreListedByPath(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	for _, p := range []string{"b/2.txt", "a.txt", "b/1.txt", "B.txt", "ä.txt"} {
		s.put(c, p, "text of "+p)
	}
	s.put(c, "z.bin", "\x00\x01\x02")
	paths := func(query string) (paths []string, count int) {
		var l listOfFiles
		s.get(c.files()+query).into(200, &l)
		for _, f := range l.Data {
			paths = append(paths, f.Path)
		}
		return paths, l.Count
	}
	got, count := paths("")
	require.Equal(t, []string{"B.txt", "a.txt", "b/1.txt", "b/2.txt", "z.bin", "ä.txt"}, got)
	require.Equal(t, 6, count)
	got, count = paths("?path_prefix=b/&limit=1&skip=1")
	require.Equal(t, []string{"b/2.txt"}, got)
	require.Equal(t, 2, count)
	got, _ = paths("?search=B&status=pending")
	require.Equal(t, []string{"B.txt", "b/1.txt", "b/2.txt"}, got)
	for _, decomposed := range []string{"?search=A%CC%88", "?path_prefix=a%CC%88"} {
		got, _ = paths(decomposed)
		require.Equal(t, []string{"ä.txt"}, got, decomposed)
	}
	got, _ = paths("?status=stored")
	require.Equal(t, []string{"z.bin"}, got)
	s.get(c.files()+"?status=READY").invalid("query.status", "enum")
	s.get(collections+"/nonsense/files").invalid("path.collection_id", "uuid_parsing")
	s.get(c.files()+"/nonsense").invalid("path.file_id", "uuid_parsing")
}

func TestTamperedLinksToVersionsOpenNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c := s.collection("c")
	f := s.put(c, "a.txt", "one")
	s.get(c.file(f)).into(200, &f)
	u, err := url.Parse(f.FileURL)
	require.NoError(t, err)
	s.visit("GET", strings.Replace(f.FileURL, "/1/a.txt", "/2/a.txt", 1)).fails(403, "The download link is not valid")
	s.visit("GET", strings.Replace(f.FileURL, "/source/", "/output/", 1)).fails(403, "The download link is not valid")
	s.visit("GET", strings.TrimSuffix(f.FileURL, "?"+u.RawQuery)).fails(403, "The download link is not valid")
	s.visit("GET", strings.Replace(f.FileURL, "/1/a.txt", "/x/a.txt", 1)).fails(404, "Version not found")
	part := s.visit("GET", f.FileURL, "Range", "bytes=1-2")
	require.Equal(t, 206, part.status)
	require.Equal(t, "ne", string(part.body))
	require.Equal(t, "nosniff", part.header.Get("X-Content-Type-Options"))
	require.Contains(t, part.header.Get("Content-Disposition"), "attachment")
}

func TestCountsAgreeWithTheFilesAfterAnything(t *testing.T) {
	t.Parallel()
	s := newService(t, plans(0, 0))
	c := s.collection("c")
	files := map[string]wireFile{}
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		path := []string{"a", "b", "c/d"}[random.IntN(3)]
		if f, there := files[path]; there && random.IntN(2) == 0 {
			s.delete(c.file(f))
			delete(files, path)
		} else {
			files[path] = s.put(c, path, strings.Repeat("x", 1+random.IntN(9)))
		}
		size := 0
		for _, f := range files {
			size += f.Size
		}
		var got wireCollection
		s.get(c.path()).into(200, &got)
		require.Equal(t, wireCollection{ID: c.ID, Name: c.Name, FileCount: len(files), TotalSize: size}, got)
	}
}

func TestResponsesAboutCollectionsAreUnchanged(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.do(s.json("POST", collections, `{"name":"Reports"}`)).golden("collection_created")
	var l listOfCollections
	s.get(collections).into(200, &l)
	c := l.Data[0]
	s.do(s.form(c.files(), "path=2024/report.pdf", "file=@x.pdf", pdf)).golden("file_created")
	var files listOfFiles
	s.get(c.files()).into(200, &files)
	f := files.Data[0]
	s.ready(c, f, markdown)
	s.get(c.file(f)).golden("file_ready")
	s.get(c.files()).golden("files")
	s.get(c.file(f) + "/versions").golden("versions")
	s.get(collections).golden("collections")
	s.delete(c.file(f)).golden("file_deleted")
	s.delete(c.path()).golden("collection_deleted")
}
