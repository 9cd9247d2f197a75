// Command evals runs the question sets of this repository through the evaluations of a running service: it prints what
// its users would measure. The collection and the evaluation stay, so that a later run is compared with this one.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"quire/internal/door"
)

// set is the name of the collection and of the evaluation.
const set = "pageqa"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	corpus := flag.String("corpus", "../shared/corpus", "directory with pageqa/")
	unrelated := flag.String("unrelated", "bench/retrieval/testdata/unrelated.txt", "questions that no file answers, one on each line")
	out := flag.String("cases", "cases.jsonl", "where the cases are written, for quire eval import")
	flag.Parse()
	client := &door.Client{Base: os.Getenv("QUIRE_SERVER"), Header: http.Header{"Authorization": {"Bearer " + os.Getenv("QUIRE_API_KEY")}}}
	if err := prepare(ctx, client, filepath.Join(*corpus, set), *unrelated, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// prepare uploads the files, waits until lexical and semantic search find all of them, and writes the cases.
func prepare(ctx context.Context, client *door.Client, dir, unrelated, out string) error {
	id, err := collection(ctx, client)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "pdfs", "*.pdf"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := upload(ctx, client, id, file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if err := await(ctx, client, id); err != nil {
		return err
	}
	cases, err := casesOf(dir, unrelated)
	if err != nil {
		return err
	}
	return os.WriteFile(out, cases, 0o600)
}

func collection(ctx context.Context, client *door.Client) (string, error) {
	found, err := client.Collection(ctx, set)
	if refused, ok := errors.AsType[*door.Error](err); ok && refused.Status == http.StatusNotFound {
		err = client.Post(ctx, "/collections", map[string]string{"name": set}, &found)
	}
	return found.ID, err
}

func upload(ctx context.Context, client *door.Client, collection, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	var stored struct{ ID string }
	return client.Upload(ctx, "/collections/"+url.PathEscape(collection)+"/files", nil, &door.File{Name: filepath.Base(file), Content: f}, &stored)
}

// await returns when every file has ended and will not get any more vectors.
func await(ctx context.Context, client *door.Client, collection string) error {
	for {
		var list door.List[struct {
			Path, Status string
			Vectors      *struct{ Done, Total int }
		}]
		if err := client.Get(ctx, "/collections/"+url.PathEscape(collection)+"/files", door.Paging(0, door.Listed), &list); err != nil {
			return err
		}
		left := 0
		for _, f := range list.Data {
			switch {
			case f.Status == "failed":
				return fmt.Errorf("%s could not be processed", f.Path)
			case f.Status != "ready", f.Vectors != nil && f.Vectors.Done < f.Vectors.Total:
				left++
			}
		}
		if left == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// question is a line of questions.jsonl.
type question struct {
	ID         string `json:"qid"`
	Document   string `json:"doc"`
	Text       string `json:"question"`
	Pages      []int  `json:"pages"`
	Answerable bool   `json:"answerable"`
	Scope      string `json:"scope"` // "file": only the document is searched
}

type expected struct {
	File  string `json:"file"`
	Pages []int  `json:"pages"`
}

// wanted is a case as it is imported.
type wanted struct {
	Key      string     `json:"key"`
	Question string     `json:"question"`
	Files    []string   `json:"files,omitempty"`
	Expected []expected `json:"expected,omitempty"`
	Refused  bool       `json:"refused,omitempty"`
}

// casesOf returns the questions about the files, and some that none of the files answers, as lines of JSON.
func casesOf(dir, unrelated string) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	err := lines(filepath.Join(dir, "questions.jsonl"), func(raw []byte) error {
		var q question
		if err := json.Unmarshal(raw, &q); err != nil {
			return err
		}
		c := wanted{Key: q.ID, Question: q.Text, Refused: !q.Answerable}
		if q.Scope == "file" {
			c.Files = []string{q.Document + ".pdf"}
		}
		if q.Answerable {
			c.Expected = []expected{{q.Document + ".pdf", q.Pages}}
		}
		return enc.Encode(c)
	})
	if err != nil {
		return nil, err
	}
	n := 0
	err = lines(unrelated, func(raw []byte) error {
		n++
		return enc.Encode(wanted{Key: fmt.Sprintf("unrelated-%d", n), Question: strings.TrimSpace(string(raw)), Refused: true})
	})
	return out.Bytes(), err
}

// lines calls do with each line of a file that is not blank.
func lines(path string, do func(raw []byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		if err := do(scan.Bytes()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return scan.Err()
}
