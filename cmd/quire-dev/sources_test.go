package main_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sourceOf is what the tests read of a source.
type sourceOf struct {
	ID          string
	PausedAt    *string `json:"paused_at"`
	PauseReason *string `json:"pause_reason"`
}

// runOf is what the tests read of a run of a source.
type runOf struct {
	ID     string
	Number int
	Status string
	Counts itemCounts
	Error  *string
}

// itemCounts counts what a run did with items.
type itemCounts struct{ Added, Changed, Deleted, Kept, Failed int }

// sendJSON sends a body as JSON and reads the response, which must be a success.
func (s *service) sendJSON(method, path string, body, into any) {
	s.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(s.t, err)
	require.Equal(s.t, http.StatusOK, s.call(method, path, strings.NewReader(string(raw)), "application/json", into), "%s %s", method, path)
}

// lastRun returns the newest run of a source.
func (s *service) lastRun(source string) runOf {
	s.t.Helper()
	var runs struct{ Data []runOf }
	require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, "/sources/"+source+"/runs?limit=1", nil, "", &runs))
	return runs.Data[0]
}

// awaitRun waits until the newest run of a source has ended.
func (s *service) awaitRun(source string) runOf {
	s.t.Helper()
	var run runOf
	require.Eventually(s.t, func() bool {
		run = s.lastRun(source)
		return run.Status != "running"
	}, 5*time.Minute, 50*time.Millisecond, "%s", s)
	return run
}

// mirrored returns the SHA-256 of every file of a collection by its path.
func (s *service) mirrored(collection string) map[string]string {
	s.t.Helper()
	all := map[string]string{}
	for {
		var page struct {
			Data  []struct{ Path, SHA256 string }
			Count int
		}
		path := fmt.Sprintf("/collections/%s/files?hashes=true&limit=100&skip=%d", collection, len(all))
		require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, path, nil, "", &page))
		for _, f := range page.Data {
			all[f.Path] = f.SHA256
		}
		if len(page.Data) == 0 || len(all) >= page.Count {
			return all
		}
	}
}

// disk is a folder that changes at random, determined by a seed.
type disk struct {
	testing.TB
	dir   string
	rand  *rand.Rand
	files []string
	made  int
}

func newDisk(t testing.TB, seed uint64) *disk {
	t.Helper()
	return &disk{TB: t, dir: t.TempDir(), rand: rand.New(rand.NewPCG(seed, 17))}
}

// add adds a file. One in twenty has text that is indexed; the others are only stored.
func (d *disk) add() {
	d.Helper()
	d.made++
	ending := "bin"
	if d.made%20 == 0 {
		ending = "txt"
	}
	name := fmt.Sprintf("%02d/%d/%05d.%s", d.rand.IntN(20), d.rand.IntN(5), d.made, ending)
	d.write(name)
	d.files = append(d.files, name)
}

// change adds, rewrites, moves or removes a file.
func (d *disk) change() {
	d.Helper()
	pick := -1
	if len(d.files) > 0 {
		pick = d.rand.IntN(len(d.files))
	}
	switch kind := d.rand.IntN(10); {
	case pick < 0 || kind < 4:
		d.add()
	case kind < 7:
		d.write(d.files[pick])
	case kind < 8:
		moved := fmt.Sprintf("moved/%s", strings.ReplaceAll(d.files[pick], "/", "-"))
		require.NoError(d, os.MkdirAll(filepath.Join(d.dir, "moved"), 0o700))
		require.NoError(d, os.Rename(filepath.Join(d.dir, d.files[pick]), filepath.Join(d.dir, moved)))
		d.files[pick] = moved
	default:
		require.NoError(d, os.Remove(filepath.Join(d.dir, d.files[pick])))
		d.files[pick] = d.files[len(d.files)-1]
		d.files = d.files[:len(d.files)-1]
	}
}

func (d *disk) write(name string) {
	d.Helper()
	file := filepath.Join(d.dir, name)
	require.NoError(d, os.MkdirAll(filepath.Dir(file), 0o700))
	content := fmt.Appendf(nil, "The harbour of Aldersund has berth %d.\n", d.rand.Int())
	if filepath.Ext(name) == ".bin" {
		content = append([]byte{0, 1, 2, 3, 0xff, 0xfe}, content...)
	}
	require.NoError(d, os.WriteFile(file, content, 0o600))
}

// hashes returns the SHA-256 of every file by its path.
func (d *disk) hashes() map[string]string {
	d.Helper()
	all := map[string]string{}
	require.NoError(d, filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(d.dir, path)
		sum := sha256.Sum256(raw)
		all[name] = hex.EncodeToString(sum[:])
		return err
	}))
	return all
}

// deletedBy returns the paths of the files that a run has deleted.
func (s *service) deletedBy(source string, run runOf) []string {
	s.t.Helper()
	var all []string
	for {
		var page struct {
			Data  []struct{ Path string }
			Count int
		}
		path := fmt.Sprintf("/sources/%s/runs/%s/log?action=deleted&limit=100&skip=%d", source, run.ID, len(all))
		require.Equal(s.t, http.StatusOK, s.call(http.MethodGet, path, nil, "", &page))
		for _, entry := range page.Data {
			all = append(all, entry.Path)
		}
		if len(page.Data) == 0 || len(all) >= page.Count {
			return all
		}
	}
}

// mirrorUnderKills mirrors a folder while it changes the given number of times, and kills the whole process tree the
// given number of times, each time somewhere in a run. In the end the mirror must be equal, and no file may have been
// deleted that the folder still has: no path of the folder is ever reused. The folder begins with enough files that no
// run finds most of them gone, which would pause the source.
func mirrorUnderKills(t testing.TB, changes, kills int) (files, deleted int) {
	t.Helper()
	d := newDisk(t, 1)
	s := newService(t)
	s.env = append(s.env, "QUIRE_SOURCE_ROOTS="+d.dir)
	s.start()
	collection := s.collection("Disk")
	for range changes / 10 {
		d.add()
	}
	for range changes / (kills + 1) {
		d.change()
	}
	var source sourceOf
	s.sendJSON(http.MethodPost, "/sources", map[string]any{
		"name": "Disk", "collection_id": collection, "kind": "folder", "settings": map[string]string{"path": d.dir}, "preview": false,
	}, &source)
	var gone []string
	end := func() runOf {
		run := s.awaitRun(source.ID)
		require.Equal(t, "completed", run.Status, "%s", deref(run.Error))
		gone = append(gone, s.deletedBy(source.ID, run)...)
		return run
	}
	for range kills {
		wait := time.Duration(d.rand.IntN(1500)) * time.Millisecond
		time.Sleep(wait) // the kill hits a random moment of the run
		s.kill()
		for range changes / (kills + 1) {
			d.change()
		}
		s.start()
		end()
		s.sendJSON(http.MethodPost, "/sources/"+source.ID+"/runs", map[string]any{}, nil)
	}
	end()
	s.sendJSON(http.MethodPost, "/sources/"+source.ID+"/runs", map[string]any{}, nil)
	last := end()
	there := d.hashes()
	require.Equal(t, there, s.mirrored(collection))
	require.Zero(t, last.Counts.Kept+last.Counts.Failed)
	for _, path := range gone {
		require.NotContains(t, there, path, "it was deleted while the folder had it")
	}
	return len(d.files), len(gone)
}

// BenchmarkMirrorUnderKills mirrors a folder that changes ten thousand times, with fifty kills.
func BenchmarkMirrorUnderKills(b *testing.B) {
	for b.Loop() {
		files, deleted := mirrorUnderKills(b, 10_000, 50)
		b.ReportMetric(float64(files), "files")
		b.ReportMetric(float64(deleted), "deletions")
	}
}

func TestAMirrorIsEqualAfterKills(t *testing.T) {
	t.Parallel()
	mirrorUnderKills(t, 240, 3)
}

func TestAFolderThatIsSuddenlyEmptyDeletesNothing(t *testing.T) {
	t.Parallel()
	d := newDisk(t, 2)
	for range 30 {
		d.change()
	}
	want := d.hashes()
	s := newService(t)
	s.env = append(s.env, "QUIRE_SOURCE_ROOTS="+filepath.Dir(d.dir))
	s.start()
	collection := s.collection("Disk")
	var source sourceOf
	s.sendJSON(http.MethodPost, "/sources", map[string]any{
		"name": "Disk", "collection_id": collection, "kind": "folder", "settings": map[string]string{"path": d.dir},
	}, &source)
	require.Equal(t, len(want), s.awaitRun(source.ID).Counts.Added)
	require.Empty(t, s.mirrored(collection), "the first run is a dry run")
	s.sendJSON(http.MethodPost, "/sources/"+source.ID+"/resume", map[string]any{}, nil)
	s.awaitRun(source.ID)
	require.Equal(t, want, s.mirrored(collection))

	away := d.dir + "-away"
	require.NoError(t, os.Rename(d.dir, away))
	s.sendJSON(http.MethodPost, "/sources/"+source.ID+"/runs", map[string]any{}, nil)
	run := s.awaitRun(source.ID)
	require.Equal(t, "failed", run.Status)
	require.Equal(t, "The folder does not exist, or its disk is not mounted.", deref(run.Error))
	require.NoError(t, os.Mkdir(d.dir, 0o700))
	s.sendJSON(http.MethodPost, "/sources/"+source.ID+"/runs", map[string]any{}, nil)
	run = s.awaitRun(source.ID)
	require.Equal(t, "stopped", run.Status)
	require.Contains(t, deref(run.Error), "suddenly empty")
	require.Equal(t, want, s.mirrored(collection))

	s.sendJSON(http.MethodPost, "/sources/"+source.ID+"/resume", map[string]any{"allow_deletions": true}, nil)
	require.Equal(t, len(want), s.awaitRun(source.ID).Counts.Deleted)
	require.Empty(t, s.mirrored(collection))
}
