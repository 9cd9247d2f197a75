// Command pages makes documents whose Markdown is known, to measure the converter on pages that no rule was made for.
// Every document follows from its family and its seed alone: a family lays out invented text at random, as HTML, and
// the truth is read from that HTML (see truth.go). Headless Chromium or LibreOffice prints it, without tags.
//
//	pages make -out DIR -from SEED -count N    make N documents of every family: html/, pdf/, truth/, image/
//	pages report -out DIR -got DIR -csv FILE   print the scores of every family
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("pages", flag.ExitOnError)
	out := flags.String("out", "bench-out/pages", "directory of the documents")
	from := flags.Int("from", 1, "make: the first seed")
	count := flags.Int("count", 4, "make: how many documents of every family")
	only := flags.String("only", "", "make: only the families whose names begin with this")
	scans := flags.Bool("scans", true, "make: scan the families that are scanned")
	got := flags.String("got", "", "report: directory of the Markdown that is measured")
	scores := flags.String("csv", "", "report: the scorer's figures for every document")
	if len(args) == 0 {
		return fmt.Errorf("say what to do: make or report")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "make":
		m := maker{dir: *out, scans: *scans}
		return m.makeAll(ctx, *from, *count, *only)
	case "report":
		return report(os.Stdout, filepath.Join(*out, "truth"), *got, *scores)
	}
	return fmt.Errorf("no such command: %s", args[0])
}

// maker writes documents with their truth.
type maker struct {
	dir   string
	scans bool
}

// makeAll makes the documents of every family with the seeds from first on.
func (m maker) makeAll(ctx context.Context, first, count int, only string) error {
	for _, name := range []string{"html", "pdf", "truth", "image"} {
		if err := os.MkdirAll(filepath.Join(m.dir, name), 0o755); err != nil {
			return err
		}
	}
	for _, f := range families {
		if !strings.HasPrefix(f.name, only) {
			continue
		}
		if _, err := exec.LookPath(writer); f.writer && err != nil {
			log.Printf("%s is left out: no %s", f.name, writer)
			continue
		}
		for seed := first; seed < first+count; seed++ {
			if err := m.make(ctx, f, seed); err != nil {
				return fmt.Errorf("%s-%d: %w", f.name, seed, err)
			}
		}
	}
	return nil
}

func (m maker) make(ctx context.Context, f family, seed int) error {
	source := f.document(seed)
	truth, err := truthOf(source)
	if err != nil {
		return err
	}
	id := fmt.Sprintf("%s-%d", f.name, seed)
	if err := os.WriteFile(m.file("html", id), []byte(source), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(m.file("truth", id), []byte(truth), 0o644); err != nil {
		return err
	}
	printer := printed
	if f.writer {
		printer = typed
	}
	if err := printer(ctx, m.file("html", id), m.file("pdf", id)); err != nil {
		return err
	}
	if !f.scanned || !m.scans {
		return nil
	}
	return m.scan(ctx, id, truth, seed)
}

// file returns the path of a document's file of a kind.
func (m maker) file(kind, id string) string {
	ending := map[string]string{"html": ".html", "pdf": ".pdf", "truth": ".md", "image": ".png"}[kind]
	return filepath.Join(m.dir, kind, id+ending)
}
