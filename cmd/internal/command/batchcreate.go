package command

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"quire/cmd/internal/exit"
	"quire/cmd/internal/folder"
	"quire/internal/door"
	"quire/internal/glob"
)

// BatchCreate sends a batch.
type BatchCreate struct {
	Sources     []string `arg:"" complete:"files" help:"Files and folders, addresses for the service to fetch, or ids of files of collections."`
	Include     []string `sep:"none" placeholder:"PATTERN" help:"For folders: only the files that match, such as '*.pdf' or 'letters/**'; may be repeated."`
	Exclude     []string `sep:"none" placeholder:"PATTERN" help:"For folders: leave out files and folders that match; may be repeated."`
	Accuracy    string   `enum:"lite,ultra" default:"lite" help:"lite, or ultra to read pages in several ways and keep the best reading."`
	ExtractorID string   `placeholder:"ID" help:"Extract structured data by this extractor instead."`
	CallbackURL string   `placeholder:"URL" help:"Where the service reports the end of the batch, by one webhook."`
	Wait        bool     `help:"Wait until the batch has ended."`
	JSON        bool     `help:"Write the batch as one JSON object."`
	Service
}

// Help returns text that is added to the usage.
func (BatchCreate) Help() string {
	return `A batch has at most 1,000 documents. A file that is refused does not cost the others: it is one of the documents that have failed, and batch status names it. Of folders, hidden files, unfinished downloads and linked folders are passed over.`
}

// Run sends the batch. However often the request has to be repeated, only one batch is created.
func (c *BatchCreate) Run(ctx context.Context, e *Env) error {
	from, err := c.sources()
	if err != nil {
		return exit.Usage(err)
	}
	client, err := c.connect(ctx)
	if err != nil {
		return err
	}
	once := *client
	once.Header = once.Header.Clone()
	once.Header.Set("Idempotency-Key", rand.Text())
	var b door.Batch
	err = patiently(ctx, func() (err error) {
		if len(from.paths) > 0 {
			b, err = once.CreateBatch(ctx, c.fields(), filesToSend(from.paths))
		} else {
			b, err = once.CreateBatchOf(ctx, c.body(from))
		}
		return err
	})
	if err == nil && c.Wait {
		b, err = awaitBatch(ctx, client, b, e.Stderr)
	}
	if err != nil {
		return err
	}
	return e.batch(ctx, client, b, c.JSON)
}

// batchSources are the documents of a batch, given in one of three ways.
type batchSources struct {
	paths     []string // on this machine
	addresses []string // for the service to fetch
	fileIDs   []string // of files in collections
}

// sources returns what the arguments stand for. If an argument is both a local file and a valid id, it is the file.
func (c *BatchCreate) sources() (from batchSources, err error) {
	filter := glob.Filter{Include: c.Include, Exclude: c.Exclude}
	if err := filter.Check(); err != nil {
		return from, err
	}
	for _, arg := range c.Sources {
		if u, err := url.Parse(arg); err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") {
			from.addresses = append(from.addresses, arg)
			continue
		}
		found, err := filesAt(arg, filter)
		if id, invalid := uuid.Parse(arg); errors.Is(err, fs.ErrNotExist) && invalid == nil {
			from.fileIDs = append(from.fileIDs, id.String())
			continue
		}
		if err != nil {
			return from, err
		}
		from.paths = append(from.paths, found...)
	}
	return from, from.check()
}

func (from batchSources) check() error {
	ways := 0
	for _, list := range [][]string{from.paths, from.addresses, from.fileIDs} {
		ways += min(len(list), 1)
	}
	switch n := len(from.paths) + len(from.addresses) + len(from.fileIDs); {
	case ways > 1:
		return errors.New("a batch has files, addresses or ids of files, and cannot mix them: make a batch of each")
	case n == 0:
		return errors.New("the folders have no files to send")
	case n > door.BatchSize:
		return fmt.Errorf("a batch has at most %d documents, and these are %d: make several, for example by folders or with --include", door.BatchSize, n)
	}
	return nil
}

// filesAt returns the files of a folder, or the file itself.
func filesAt(arg string, filter glob.Filter) ([]string, error) {
	st, err := os.Stat(arg)
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
		return []string{arg}, nil
	}
	files, faults, err := folder.New(arg, filter).Files()
	if err = errors.Join(append(faults, err)...); err != nil {
		return nil, err
	}
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	return paths, nil
}

func (c *BatchCreate) fields() []door.Field {
	fields := []door.Field{{Name: "accuracy", Value: c.Accuracy}}
	if c.ExtractorID != "" {
		fields = append(fields, door.Field{Name: "extractor_id", Value: c.ExtractorID})
	}
	if c.CallbackURL != "" {
		fields = append(fields, door.Field{Name: "callback_url", Value: c.CallbackURL})
	}
	return fields
}

func (c *BatchCreate) body(from batchSources) map[string]any {
	body := map[string]any{"urls": from.addresses}
	if len(from.fileIDs) > 0 {
		body = map[string]any{"file_ids": from.fileIDs}
	}
	for _, f := range c.fields() {
		body[f.Name] = f.Value
	}
	return body
}

func filesToSend(paths []string) []door.File {
	files := make([]door.File, len(paths))
	for i, path := range paths {
		files[i] = door.File{Name: filepath.Base(path), Content: &late{path: path}}
	}
	return files
}

// late is a file that is opened when it is first read: a batch can have more files than a process may have open.
type late struct {
	path string
	file *os.File
}

// Read implements io.Reader.
func (l *late) Read(p []byte) (n int, err error) {
	if l.file == nil {
		if l.file, err = os.Open(l.path); err != nil {
			return 0, err
		}
	}
	n, err = l.file.Read(p)
	if errors.Is(err, io.EOF) {
		if closing := l.file.Close(); closing != nil {
			err = closing
		}
	}
	return n, err
}

// writeObject writes v as a single JSON object for programs to read.
func writeObject(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }
