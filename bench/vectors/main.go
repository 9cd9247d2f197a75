// Command vectors embeds texts with the local sentence encoder: it reads lines of {"_id", "title", "text"} and writes
// lines of {"_id", "vector"}.
//
//	vectors -model ~/.cache/quire/models/all-minilm-l6-v2-int8 < corpus.jsonl > vectors.jsonl
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"quire/internal/encoder"
)

type text struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

type vector struct {
	ID     string    `json:"_id"`
	Vector []float32 `json:"vector"`
}

func main() {
	dir := flag.String("model", "", "directory with "+encoder.ModelFile+" and "+encoder.TokenizerFile)
	parallel := flag.Int("parallel", runtime.NumCPU(), "texts at a time")
	flag.Parse()
	if err := run(*dir, *parallel, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string, parallel int, in io.Reader, out io.Writer) error {
	e, err := encoder.Open(dir, parallel)
	if err != nil {
		return err
	}
	texts, err := read(in)
	if err != nil {
		return err
	}
	started := time.Now()
	vectors, err := embed(e, texts, parallel)
	if err != nil {
		return err
	}
	took := time.Since(started)
	fmt.Fprintf(os.Stderr, "%s: %d texts in %.1f s, %.1f a second\n", e.Instructions(), len(texts), took.Seconds(), float64(len(texts))/took.Seconds())
	w := bufio.NewWriter(out)
	to := json.NewEncoder(w)
	for i, v := range vectors {
		if err := to.Encode(vector{texts[i].ID, v}); err != nil {
			return err
		}
	}
	return w.Flush()
}

func read(in io.Reader) ([]text, error) {
	var texts []text
	for from := json.NewDecoder(bufio.NewReader(in)); ; {
		var t text
		err := from.Decode(&t)
		if errors.Is(err, io.EOF) {
			return texts, nil
		}
		if err != nil {
			return nil, fmt.Errorf("text %d: %w", len(texts)+1, err)
		}
		texts = append(texts, t)
	}
}

func embed(e *encoder.Encoder, texts []text, parallel int) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	g, ctx := errgroup.WithContext(context.Background())
	g.SetLimit(parallel)
	for i, t := range texts {
		g.Go(func() (err error) {
			whole := t.Text
			if t.Title != "" {
				whole = t.Title + "\n" + t.Text
			}
			vectors[i], err = e.Encode(ctx, whole)
			return err
		})
	}
	return vectors, g.Wait()
}
