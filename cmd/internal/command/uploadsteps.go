package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"quire/cmd/internal/folder"
	"quire/internal/door"
	"quire/internal/glob"
)

// kind is what a step does, as shown to the user.
type kind string

const (
	isNew     kind = "new"
	isChanged kind = "changed"
	isGone    kind = "deleted"
)

// step is one change to the collection.
type step struct {
	kind kind
	path string // in the collection
	file string // to upload
	id   string // of the file to delete
}

// plan returns the steps that make the collection match the folder.
func (u *update) plan(ctx context.Context, files []folder.File, under string, filter glob.Filter) ([]step, error) {
	held, err := u.held(ctx, under)
	if err != nil {
		return nil, err
	}
	var steps []step
	here := map[string]bool{}
	for _, f := range files {
		at := norm.NFC.String(under + f.Below)
		if here[at] {
			u.done.Failed = append(u.done.Failed, failure{Path: at, Error: errTwice.Error(), err: errTwice})
			continue
		}
		here[at] = true
		s := step{kind: isNew, path: at, file: f.Path}
		if there, ok := held[at]; ok {
			s.kind = isChanged
			same, err := equal(f, there)
			if err != nil {
				u.done.Failed = append(u.done.Failed, failure{Path: at, Error: err.Error(), err: err})
				continue
			}
			if same {
				u.done.Unchanged++
				continue
			}
		}
		steps = append(steps, s)
	}
	if !u.cmd.Delete {
		return steps, nil
	}
	for at, there := range held {
		if !here[at] && filter.Finds(strings.TrimPrefix(at, under)) {
			steps = append(steps, step{kind: isGone, path: at, id: there.ID})
		}
	}
	return steps, nil
}

// errTwice is the failure of two names that differ only in the Unicode form of their accents.
var errTwice = errors.New("two files of the folder have this name in a collection; rename one of them")

// held returns the files of the collection, by path.
func (u *update) held(ctx context.Context, under string) (map[string]door.CollectionFile, error) {
	held := map[string]door.CollectionFile{}
	if u.collection == "" {
		return held, nil
	}
	for file, err := range u.AllFiles(ctx, u.collection, under) {
		if err != nil {
			return nil, err
		}
		held[file.Path] = file
	}
	return held, nil
}

// equal reports whether the service has the file with the same content.
func equal(f folder.File, there door.CollectionFile) (bool, error) {
	if f.Size != there.Size {
		return false, nil
	}
	file, err := open(f.Path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return false, err
	}
	return hex.EncodeToString(sum.Sum(nil)) == there.SHA256, nil
}

// do uploads or deletes.
func (s step) do(ctx context.Context, u *update) error {
	files := "/collections/" + url.PathEscape(u.collection) + "/files"
	if s.kind == isGone {
		err := u.Delete(ctx, files+"/"+url.PathEscape(s.id))
		if refused, ok := errors.AsType[*door.Error](err); ok && refused.Status == http.StatusNotFound {
			return nil // somebody else was faster
		}
		return err
	}
	var made door.CollectionFile
	err := patiently(ctx, func() error {
		file, err := open(s.file)
		if err != nil {
			return err
		}
		defer file.Close()
		return u.Upload(ctx, files, []door.Field{{Name: "path", Value: s.path}}, &door.File{Name: path.Base(s.path), Content: file}, &made)
	})
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.done.waits = append(u.done.waits, made.ID)
	return nil
}

// wait waits until all uploaded files have been processed. Those that cannot be processed count as failures.
func (u *update) wait(ctx context.Context) {
	for _, id := range u.done.waits {
		at, err := u.processed(ctx, id)
		if err != nil {
			u.done.Failed = append(u.done.Failed, failure{at, err.Error(), err})
		}
	}
}

// processed waits until a file has been processed, and returns its path.
func (u *update) processed(ctx context.Context, id string) (string, error) {
	at := "/collections/" + url.PathEscape(u.collection) + "/files/" + url.PathEscape(id)
	for {
		var f door.CollectionFile
		if err := u.Get(ctx, at, nil, &f); err != nil {
			return id, err
		}
		switch f.Status {
		case "failed":
			if f.LastError == nil {
				return f.Path, errors.New("it could not be processed")
			}
			return f.Path, errors.New(*f.LastError)
		case "ready", "stored":
			return f.Path, nil
		}
		for _, err := range u.Follow(ctx, at+"/events") {
			if err != nil { // the next poll will show
				break
			}
		}
		if err := rest(ctx, firstPause/2); err != nil {
			return f.Path, fmt.Errorf("it is still being processed: %w", err)
		}
	}
}
