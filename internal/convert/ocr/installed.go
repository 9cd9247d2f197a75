package ocr

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// probeTimeout limits the query for the installed languages, even on a busy machine.
const probeTimeout = 2 * time.Minute

// dataSuffix is the suffix of language data files.
const dataSuffix = ".traineddata"

// memory is what is remembered about a tesseract executable: the directory of its language data. The languages are
// looked up there each time.
type memory struct {
	// Binary is the executable, with its size and modification time in nanoseconds: another version may use another
	// directory.
	Binary         string
	Size, Modified int64
	// Asked is the configured directory, or "", and Folder the one that tesseract uses.
	Asked, Folder string
}

// installed returns the languages whose data are installed, and their directory. Starting tesseract to list them takes
// a tenth of the time of a page, so it is only done if the remembered directory is out of date or lacks a needed
// language.
func (r *Reader) installed(needed []string) (list []string, folder string, err error) {
	now, err := r.program()
	if err != nil {
		return nil, "", err
	}
	list, folder = r.recall(now)
	if folder != "" && !slices.ContainsFunc(needed, func(l string) bool { return !slices.Contains(list, l) }) {
		return list, folder, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	out, err := r.run(ctx, nil, append(r.dataArgs(""), "--list-langs")...)
	if err != nil {
		return nil, "", fmt.Errorf("ask tesseract for its languages: %w", err)
	}
	heading, names, _ := strings.Cut(string(out), "\n")
	list = slices.Sorted(slices.Values(strings.Fields(names)))
	now.Folder = quoted(heading)
	r.remember(now, list)
	return list, now.Folder, nil
}

// program describes the executable as it is now.
func (r *Reader) program() (memory, error) {
	info, err := os.Stat(r.binary)
	if err != nil {
		return memory{}, fmt.Errorf("inspect tesseract: %w", err)
	}
	return memory{Binary: r.binary, Size: info.Size(), Modified: info.ModTime().UnixNano(), Asked: r.cfg.DataDir}, nil
}

// quoted returns the directory from the heading of tesseract's list, where it is in quotation marks.
func quoted(heading string) string {
	_, rest, _ := strings.Cut(heading, `"`)
	folder, _, _ := strings.Cut(rest, `"`)
	return folder
}

// recall returns the languages in the remembered directory, and the directory itself, or nothing.
func (r *Reader) recall(now memory) (list []string, folder string) {
	if r.cfg.CacheDir == "" {
		return nil, ""
	}
	data, err := os.ReadFile(r.memoryFile())
	if err != nil {
		return nil, ""
	}
	var m memory
	if err := json.Unmarshal(data, &m); err != nil || m.Folder == "" {
		return nil, ""
	}
	if now.Folder = m.Folder; m != now {
		return nil, ""
	}
	list, ok := languagesIn(m.Folder)
	if !ok {
		return nil, ""
	}
	return list, m.Folder
}

// remember stores the directory of the language data if it contains what tesseract lists. If storing fails, the next
// start only takes longer.
func (r *Reader) remember(m memory, list []string) {
	if r.cfg.CacheDir == "" || m.Folder == "" {
		return
	}
	found, ok := languagesIn(m.Folder)
	if !ok || !slices.Equal(found, list) {
		return
	}
	data, err := json.Marshal(m)
	if err != nil || os.MkdirAll(r.cfg.CacheDir, 0o700) != nil {
		return
	}
	temporary, err := os.CreateTemp(r.cfg.CacheDir, "tesseract-*.new")
	if err != nil {
		return
	}
	_, err = temporary.Write(data)
	if err = cmp.Or(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), r.memoryFile())
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
	}
}

func (r *Reader) memoryFile() string { return filepath.Join(r.cfg.CacheDir, "tesseract.json") }

// maxLooked limits the files that are examined for language data. Fewer than 300 such files exist.
const maxLooked = 5000

// languagesIn returns the names of the language data in a directory and below it, as tesseract writes them, sorted. It
// returns false if they cannot be read.
func languagesIn(folder string) ([]string, bool) {
	var out []string
	looked := 0
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, _ fs.DirEntry, err error) error {
		if looked++; err != nil || looked > maxLooked {
			return cmp.Or(err, fs.ErrInvalid)
		}
		if name, ok := strings.CutSuffix(path, dataSuffix); ok {
			out = append(out, name)
		}
		return nil
	})
	slices.Sort(out)
	return out, err == nil
}
