package portable_test

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"quire/internal/portable"
)

var manifest = portable.Manifest{
	Format: portable.Format, Quire: "test", ExportedAt: time.Unix(1, 0).UTC(), Account: portable.Account{ID: uuid.MustParse("01a209f2-bfb7-74f1-9d7e-ce5767f37e69"), Name: "acme"},
}

const key = "documents/01a209f2-bfb7-74f1-9d7e-ce5767f37e69/output-1"

const limit = 8 << 20

// written returns an archive with the given number of blobs.
func written(t *testing.T, blobs int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := portable.NewWriter(&out, manifest)
	require.NoError(t, err)
	require.NoError(t, w.Rows("documents", 1, []byte("{\"id\":1}\n{\"id\":2}\n")))
	for i := range blobs {
		require.NoError(t, w.Blob(fmt.Sprintf("%s-%d", key, i), 4, strings.NewReader("text")))
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// everything reads an archive as an import does, and returns what it saw.
func everything(archive []byte) (seen []string, err error) {
	err = portable.Read(bytes.NewReader(archive), limit, portable.Visitor{
		Manifest: func(m portable.Manifest) error { seen = append(seen, m.Account.Name); return nil },
		Rows: func(table string, rows []json.RawMessage) error {
			seen = append(seen, fmt.Sprintf("%s %s", table, rows))
			return nil
		},
		Blob: func(b portable.Blob, content io.Reader) error {
			raw, err := io.ReadAll(content)
			seen = append(seen, b.Key+" "+string(raw))
			return err
		},
	})
	return seen, err
}

func TestAnArchiveIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	seen, err := everything(written(t, 2500))
	require.NoError(t, err)
	require.Len(t, seen, 2502)
	require.Equal(t, []string{"acme", `documents [{"id":1} {"id":2}]`, key + "-0 text"}, seen[:3])
}

func TestAnArchiveThatWasCutOffIsRefused(t *testing.T) {
	t.Parallel()
	whole := written(t, 3)
	for n := range len(whole) - 1 {
		_, err := everything(whole[:n])
		require.Error(t, err, "after %d of %d bytes", n, len(whole))
	}
}

// A modified archive is either refused or has the same content, because not every bit of the compressed data carries
// meaning.
func TestAnArchiveThatWasChangedIsRefused(t *testing.T) {
	t.Parallel()
	whole := written(t, 3)
	want, err := everything(whole)
	require.NoError(t, err)
	refused := 0
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 0x10
		seen, err := everything(changed)
		if err != nil {
			refused++
			continue
		}
		require.Equal(t, want, seen, "byte %d", i)
	}
	require.Greater(t, refused, len(whole)*9/10)
}

// entry is an entry of a hostile archive.
type entry struct {
	name    string
	content string
	kind    byte
}

func hostile(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	zip, err := zstd.NewWriter(&out)
	require.NoError(t, err)
	w := tar.NewWriter(zip)
	for _, e := range entries {
		if e.kind == 0 {
			e.kind = tar.TypeReg
		}
		size := int64(len(e.content))
		if e.kind != tar.TypeReg {
			size = 0
		}
		require.NoError(t, w.WriteHeader(&tar.Header{Name: e.name, Size: size, Typeflag: e.kind, Linkname: "/etc/passwd"}))
		if size > 0 {
			_, err := io.WriteString(w, e.content)
			require.NoError(t, err)
		}
	}
	require.NoError(t, w.Close())
	require.NoError(t, zip.Close())
	return out.Bytes()
}

func TestHostileArchivesAreRefused(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(manifest)
	require.NoError(t, err)
	first := entry{name: "manifest.json", content: string(raw)}
	other := manifest
	other.Format = 2
	newer, err := json.Marshal(other)
	require.NoError(t, err)
	var many []entry
	for i := range 1001 {
		many = append(many, entry{name: fmt.Sprintf("blobs/%s-%d", key, i), content: "x"})
	}
	for name, archive := range map[string][]byte{
		"not compressed":   []byte("PK\x03\x04 this is something else"),
		"nothing":          nil,
		"no manifest":      hostile(t, entry{name: "rows/documents/000001.jsonl", content: "{}\n"}),
		"another form":     hostile(t, entry{name: "manifest.json", content: string(newer)}),
		"no account":       hostile(t, entry{name: "manifest.json", content: `{"format":1}`}),
		"long manifest":    hostile(t, entry{name: "manifest.json", content: `"` + strings.Repeat("x", 1<<20) + `"`}),
		"path that climbs": hostile(t, first, entry{name: "blobs/documents/../../etc/passwd", content: "x"}),
		"climbing id":      hostile(t, first, entry{name: "blobs/documents/01a209f2-bfb7-74f1-9d7e-ce5767f37e69/../../x", content: "x"}),
		"hidden name":      hostile(t, first, entry{name: "blobs/documents/01a209f2-bfb7-74f1-9d7e-ce5767f37e69/.x", content: "x"}),
		"absolute path":    hostile(t, first, entry{name: "/etc/passwd", content: "x"}),
		"another table":    hostile(t, first, entry{name: "rows/a;drop table accounts/000001.jsonl", content: "{}\n"}),
		"link":             hostile(t, first, entry{name: "blobs/" + key, kind: tar.TypeSymlink}),
		"hard link":        hostile(t, first, entry{name: "blobs/" + key, kind: tar.TypeLink}),
		"directory":        hostile(t, first, entry{name: "blobs/documents/", kind: tar.TypeDir}),
		"no JSON":          hostile(t, first, entry{name: "rows/documents/000001.jsonl", content: "{"}),
		"deep JSON":        hostile(t, first, entry{name: "rows/documents/000001.jsonl", content: strings.Repeat("[", 100_000)}),
		"rows without end": hostile(t, first, entry{name: "rows/documents/000001.jsonl", content: strings.Repeat("1\n", 10_001)}),
		"no sums":          hostile(t, append([]entry{first}, many...)...),
		"other sums":       hostile(t, first, entry{name: "sums/000001.json", content: "[]"}),
		"no end":           hostile(t, first),
		"too early an end": hostile(t, first, entry{name: "end.json", content: `{"entries":1}`}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := everything(archive)
			require.Error(t, err)
		})
	}
}

// A file of a few kilobytes that would unpack to gigabytes is refused within its budget.
func TestABombIsRefusedWithinItsBudget(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	zip, err := zstd.NewWriter(&out)
	require.NoError(t, err)
	w := tar.NewWriter(zip)
	raw, err := json.Marshal(manifest)
	require.NoError(t, err)
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "manifest.json", Size: int64(len(raw)), Typeflag: tar.TypeReg}))
	_, err = w.Write(raw)
	require.NoError(t, err)
	const size = 1 << 30
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "blobs/" + key, Size: size, Typeflag: tar.TypeReg}))
	_, err = io.CopyN(w, zeros{}, size)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, zip.Close())
	require.Less(t, out.Len(), 1<<20)

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = everything(out.Bytes())
	runtime.ReadMemStats(&after)
	require.ErrorContains(t, err, "it unpacks to more than the 8388608 bytes that are allowed")
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<20))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
